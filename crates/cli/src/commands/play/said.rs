//! What a player may say.

use kempelen_rules::{Color, CountCall, VariantId};

use super::settings::MachineOrder;
use crate::engine::ThinkingBudget;

/// A line that a player typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Nothing,
    Help,
    Undo,
    /// Plays again what was taken back.
    Redo,
    Hint,
    /// The machine is to move now.
    Stop,
    Flip,
    Board,
    /// The legal moves, or those of the man on a square.
    Moves(Option<String>),
    Fen,
    Pgn,
    Save(String),
    /// A file, and the number of the game in it.
    Load(String, Option<usize>),
    Engine(Option<String>),
    /// How the machine is to play from now on.
    Machine(MachineOrder),
    New(Option<VariantId>, Option<Color>),
    Go,
    Letters,
    Figures,
    Thai,
    /// The next way to show the men.
    Men,
    Doors(DoorsOrder),
    Count(CountOrder),
    Resign,
    Quit,
    /// Anything else has to be a move.
    Move(String),
    /// A command without what it needs.
    Incomplete(&'static str),
}

/// What is to be done with the count of makruk and its family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CountOrder {
    /// What can be done.
    Ask,
    /// Players keep the count from now on.
    ByHand,
    /// It is kept for them.
    Automatic,
    Call(CountCall),
}

/// What is to be seen behind the doors of a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DoorsOrder {
    /// Why it played its move; or, of another move, why not that one.
    Why(Option<String>),
    /// Its search as a drawing.
    Tree,
    /// Its search sentence by sentence.
    Log,
    /// The next of these.
    Next,
    Shut,
}

/// Every command, with what it does.
pub(super) const HELP: [(&str, &str); 22] = [
    ("Nf3, g1f3, e2-e4", "a move, as you like to write it; castling is O-O or e1g1"),
    ("undo, redo", "take your last move back; play it again"),
    ("hint", "what the machine would play in your place"),
    ("moves [SQUARE]", "the legal moves, or those of one man"),
    ("go", "let the machine move for you; you take its side"),
    ("board, flip", "show the board; turn it round"),
    ("letters, figures", "how the men are shown; `men` takes the next"),
    ("thai", "makruk in Thai letters"),
    ("fen", "the position in a line"),
    ("pgn", "the game so far"),
    ("save FILE", "add the game to a PGN file"),
    ("load FILE [N]", "go on with the last game of a PGN file, or the Nth"),
    ("engine [ID]", "who plays against you; another one from now on (see `kempelen engines`)"),
    ("level [X]", "how strong it plays; alone, which levels it has"),
    ("depth N, time MS", "how deep or how long it thinks about a move; `nodes N`, too"),
    ("option NAME=VALUE", "set an option of the machine; `options` lists them"),
    ("new", "a new game; `new makruk black` chooses the game and your colour"),
    ("resign", "give up"),
    ("count [WORD]", "makruk's count: `hand` keeps it by hand, then `start` and `stop`; `auto` as usual"),
    ("quit", "leave; the game is printed"),
    ("help", "this"),
    ("", "Scores are in pawns, seen from the machine's side."),
];

impl Said {
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "undo" | "takeback" => Self::Undo,
            "redo" => Self::Redo,
            "hint" => Self::Hint,
            "stop" => Self::Stop,
            "flip" => Self::Flip,
            "board" => Self::Board,
            "moves" => Self::Moves(some(rest)),
            "fen" => Self::Fen,
            "pgn" => Self::Pgn,
            "save" if rest.is_empty() => Self::Incomplete("save is followed by the name of a file"),
            "save" => Self::Save(rest.to_owned()),
            "load" if rest.is_empty() => Self::Incomplete("load is followed by the name of a file"),
            "load" => Self::parse_load(rest),
            "engine" => Self::Engine(some(rest)),
            "level" => Self::Machine(MachineOrder::Level(some(rest))),
            "depth" | "nodes" | "time" | "movetime" => Self::parse_budget(word, rest),
            "options" => Self::Machine(MachineOrder::Options),
            "option" => Self::parse_option(rest),
            "new" => Self::parse_new(rest),
            "go" => Self::Go,
            "letters" | "ascii" => Self::Letters,
            "figures" | "unicode" => Self::Figures,
            "thai" => Self::Thai,
            "men" => Self::Men,
            "why" => Self::Doors(DoorsOrder::Why(some(rest))),
            "tree" => Self::Doors(DoorsOrder::Tree),
            "log" => Self::Doors(DoorsOrder::Log),
            "doors" => Self::Doors(DoorsOrder::Next),
            "shut" => Self::Doors(DoorsOrder::Shut),
            "count" => match (rest, rest.parse()) {
                ("", _) => Self::Count(CountOrder::Ask),
                ("hand", _) => Self::Count(CountOrder::ByHand),
                ("auto", _) => Self::Count(CountOrder::Automatic),
                (_, Ok(call)) => Self::Count(CountOrder::Call(call)),
                _ => Self::Incomplete("count is followed by hand, auto, start or stop, or by nothing"),
            },
            "resign" => Self::Resign,
            "quit" | "exit" | "q" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }

    fn parse_load(rest: &str) -> Self {
        match rest.rsplit_once(char::is_whitespace) {
            Some((file, number)) if number.parse::<usize>().is_ok() => {
                Self::Load(file.trim().to_owned(), number.parse().ok())
            }
            _ => Self::Load(rest.to_owned(), None),
        }
    }

    fn parse_budget(word: &str, rest: &str) -> Self {
        let mut budget = ThinkingBudget::default();
        match word.to_ascii_lowercase().as_str() {
            "depth" => budget.depth = rest.parse().ok().filter(|&depth| depth > 0),
            "nodes" => budget.nodes = rest.parse().ok().filter(|&nodes| nodes > 0),
            _ => budget.movetime = rest.parse().ok().filter(|ms| (1..=1 << 40).contains(ms)),
        }
        if budget.is_empty() {
            return Self::Incomplete("depth, nodes and time are followed by a number, as in `depth 5`");
        }
        Self::Machine(MachineOrder::Think(budget))
    }

    fn parse_option(rest: &str) -> Self {
        match rest.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Self::Machine(MachineOrder::Set(name.trim().to_owned(), value.trim().to_owned()))
            }
            _ => Self::Incomplete("option is followed by NAME=VALUE; `options` lists them"),
        }
    }

    fn parse_new(rest: &str) -> Self {
        let (mut variant, mut color) = (None, None);
        for word in rest.split_whitespace() {
            match (word.to_ascii_lowercase().as_str(), word.parse()) {
                ("white" | "w", _) => color = Some(Color::White),
                ("black" | "b", _) => color = Some(Color::Black),
                (_, Ok(game)) => variant = Some(game),
                _ => {
                    return Self::Incomplete(
                        "new is followed by a game and by white or black, or by nothing",
                    );
                }
            }
        }
        Self::New(variant, color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(Said::parse("  UNDO "), Said::Undo);
        assert_eq!(Said::parse("e2-e4"), Said::Move("e2-e4".into()));
        assert_eq!(Said::parse("Nf3"), Said::Move("Nf3".into()));
        assert_eq!(Said::parse("b4"), Said::Move("b4".into()));
        assert_eq!(Said::parse("save a b.pgn"), Said::Save("a b.pgn".into()));
        assert_eq!(Said::parse("load a b.pgn 2"), Said::Load("a b.pgn".into(), Some(2)));
        assert_eq!(Said::parse("load 2"), Said::Load("2".into(), None));
        assert_eq!(Said::parse("new makruk black"), Said::New(Some(VariantId::Makruk), Some(Color::Black)));
        assert_eq!(Said::parse("count stop"), Said::Count(CountOrder::Call(CountCall::Stop)));
        assert!(matches!(Said::parse("count down"), Said::Incomplete(_)));
        assert_eq!(Said::parse("new"), Said::New(None, None));
        assert!(matches!(Said::parse("new shogi"), Said::Incomplete(_)));
        assert!(matches!(Said::parse("save"), Said::Incomplete(_)));
        assert_eq!(Said::parse("why Nf3"), Said::Doors(DoorsOrder::Why(Some("Nf3".into()))));
        assert_eq!(Said::parse(""), Said::Nothing);
    }
}

//! What a chess program says to an engine.

use std::time::Duration;

use kempelen_engine::{GameClock, Limits};
use kempelen_rules::Color;

/// One line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// `uci`: who are you, and what can be set?
    Uci,
    /// `debug on|off`.
    Debug(bool),
    /// `isready`: are you there?
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// The option's name, in any case.
        name: String,
        /// The value; empty for a button.
        value: String,
    },
    /// `register`, which is for programs that are sold.
    Register,
    /// `ucinewgame`: what comes now has nothing to do with what was before.
    NewGame,
    /// `position ...`.
    Position(PositionCommand),
    /// `go ...`.
    Go(Box<Go>),
    /// `stop`.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: draw the board.
    Draw,
    /// `eval`: judge the position without searching.
    Eval,
    /// `bench ...`, with its arguments.
    Bench(String),
    /// `flip`: exchange the colours.
    Flip,
    /// `help`.
    Help,
    /// Nothing that we know.
    Unknown,
    /// A command that we know, said wrongly.
    Bad(String),
}

/// The words that begin a command of the protocol. Words before them are skipped, as the protocol wants it.
const PROTOCOL: [&str; 12] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "exit",
];

impl UciCommand {
    /// Understands a line.
    ///
    /// ```
    /// # use kempelen_uci::UciCommand;
    /// assert_eq!(UciCommand::parse("joho debug on"), UciCommand::Debug(true));
    /// assert_eq!(UciCommand::parse("what?"), UciCommand::Unknown);
    /// ```
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = split_word(line);
        match word {
            "d" => return Self::Draw,
            "eval" => return Self::Eval,
            "bench" => return Self::Bench(rest.to_owned()),
            "flip" => return Self::Flip,
            "help" | "--help" => return Self::Help,
            _ => {}
        }
        let mut line = line;
        loop {
            let (word, rest) = split_word(line);
            if word.is_empty() {
                return Self::Unknown;
            }
            if PROTOCOL.contains(&word) {
                return Self::parse_protocol(word, rest);
            }
            line = rest;
        }
    }

    fn parse_protocol(word: &str, rest: &str) -> Self {
        match word {
            "uci" => Self::Uci,
            "debug" => match split_word(rest).0 {
                "on" => Self::Debug(true),
                "off" => Self::Debug(false),
                _ => Self::Bad("debug is on or off".to_owned()),
            },
            "isready" => Self::IsReady,
            "setoption" => parse_option(rest),
            "register" => Self::Register,
            "ucinewgame" => Self::NewGame,
            "position" => match PositionCommand::parse(rest) {
                Some(command) => Self::Position(command),
                None => Self::Bad("position is followed by startpos or by fen and a FEN".to_owned()),
            },
            "go" => Self::Go(Box::new(Go::parse(rest))),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" | "exit" => Self::Quit,
            _ => Self::Unknown,
        }
    }
}

/// The first word, and what comes after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// `name N [value V]`, where both may have spaces.
fn parse_option(rest: &str) -> UciCommand {
    let bad = || UciCommand::Bad("setoption is followed by name N and value V".to_owned());
    let ("name", rest) = split_word(rest) else { return bad() };
    let mut name = String::new();
    let mut tail = rest;
    loop {
        let (word, rest) = split_word(tail);
        match word {
            "" if name.is_empty() => return bad(),
            "" => return UciCommand::SetOption { name, value: String::new() },
            "value" if !name.is_empty() => {
                return UciCommand::SetOption { name, value: rest.trim().to_owned() };
            }
            word => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(word);
            }
        }
        tail = rest;
    }
}

/// Where a game starts, and what has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The FEN of the first position, or none for the game's own.
    pub fen: Option<String>,
    /// The moves since, as written.
    pub moves: Vec<String>,
}

impl PositionCommand {
    fn parse(rest: &str) -> Option<Self> {
        let mut words = rest.split_whitespace();
        let mut fen = None;
        match words.next()? {
            "startpos" => {}
            "fen" => {
                let words: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
                fen = Some(words.join(" "));
            }
            _ => return None,
        }
        let moves = words.filter(|&word| word != "moves").map(str::to_owned).collect();
        Some(Self { fen, moves })
    }
}

/// How to think.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The only moves to consider, as written.
    pub search_moves: Vec<String>,
    /// Whether this is the opponent's time.
    pub ponder: bool,
    /// Whether to wait for `stop`.
    pub infinite: bool,
    /// White's and Black's time left, in milliseconds.
    pub time: [Option<i64>; 2],
    /// White's and Black's time for each move, in milliseconds.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<i64>,
    /// Plies.
    pub depth: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// A mate in so many moves is enough.
    pub mate: Option<i64>,
    /// Milliseconds for this move.
    pub move_time: Option<i64>,
    /// Count lines of play to this depth instead of thinking.
    pub perft: Option<i64>,
    /// What was wrong, in words.
    pub problems: Vec<String>,
}

impl Go {
    fn parse(rest: &str) -> Self {
        let mut go = Self::default();
        let mut words = rest.split_whitespace().peekable();
        let mut searching_moves = false;
        while let Some(word) = words.next() {
            if word == "searchmoves" {
                searching_moves = true;
                continue;
            }
            let number = go_number(word, words.peek().copied());
            let known = match word {
                "ponder" => {
                    go.ponder = true;
                    true
                }
                "infinite" => {
                    go.infinite = true;
                    true
                }
                _ => match (go.field(word), number) {
                    (None, _) => false,
                    (Some(field), Ok(value)) => {
                        *field = Some(value);
                        words.next();
                        true
                    }
                    (Some(_), Err(problem)) => {
                        go.problems.push(problem);
                        true
                    }
                },
            };
            if known {
                searching_moves = false;
            } else if searching_moves {
                go.search_moves.push(word.to_owned());
            }
        }
        go
    }

    /// The place of a number by its word.
    fn field(&mut self, word: &str) -> Option<&mut Option<i64>> {
        let [white, black] = &mut self.time;
        let [white_increment, black_increment] = &mut self.increment;
        Some(match word {
            "wtime" => white,
            "btime" => black,
            "winc" => white_increment,
            "binc" => black_increment,
            "movestogo" => &mut self.moves_to_go,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.move_time,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }

    /// The same for an engine that moves for this side.
    ///
    /// Numbers below what makes sense are taken as the least that does: a clock that has run out still means that
    /// a move is wanted.
    pub fn limits(&self, mover: Color) -> Limits {
        let small = |number: Option<i64>| number.map(|n| n.clamp(1, 255) as u8);
        Limits {
            depth: small(self.depth),
            nodes: self.nodes.map(|n| n.max(1) as u64),
            time: self.move_time.map(milliseconds),
            mate: small(self.mate),
            clock: self.clock(mover),
            ponder: self.ponder,
            infinite: self.infinite,
            // UCI has no word for it.
            soft_nodes: None,
        }
    }

    /// The clock of a side. Where only the other side's is given, this one has no time at all.
    fn clock(&self, mover: Color) -> Option<GameClock> {
        if self.time.iter().chain(&self.increment).all(Option::is_none) {
            return None;
        }
        Some(GameClock {
            remaining: milliseconds(self.time[mover.index()].unwrap_or(0)),
            increment: milliseconds(self.increment[mover.index()].unwrap_or(0)),
            moves_to_go: self.moves_to_go.filter(|&n| n > 0).map(|n| n.min(i64::from(u32::MAX)) as u32),
        })
    }
}

fn go_number(name: &str, word: Option<&str>) -> Result<i64, String> {
    let word = word.unwrap_or("");
    word.parse().map_err(|_| match word {
        "" => format!("{name} is followed by a number"),
        word => format!("{name} is followed by a number, not {word:?}"),
    })
}

/// No clock of a game goes beyond this; it keeps sums of durations from overflowing.
const LONGEST: i64 = 1 << 40;

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        match UciCommand::parse(text) {
            UciCommand::Go(go) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn go_takes_its_arguments_in_any_order() {
        let a = go(
            "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 3 nodes 7 mate 2 movetime 9 ponder",
        );
        let b = go(
            "go ponder movetime 9 mate 2 nodes 7 depth 3 movestogo 5 binc 20 winc 10 btime 2000 wtime 1000",
        );
        assert_eq!(a, b);
        let limits = a.limits(Color::Black);
        assert_eq!(limits.depth, Some(3));
        assert_eq!(limits.nodes, Some(7));
        assert_eq!(limits.mate, Some(2));
        assert_eq!(limits.time, Some(Duration::from_millis(9)));
        assert!(limits.ponder && !limits.infinite);
        let clock = limits.clock.expect("there is a clock");
        assert_eq!(clock.remaining, Duration::from_secs(2));
        assert_eq!(clock.increment, Duration::from_millis(20));
        assert_eq!(clock.moves_to_go, Some(5));
    }

    #[test]
    fn searchmoves_end_at_the_next_word_of_go() {
        let parsed = go("go searchmoves e2e4 d2d4 depth 5 infinite");
        assert_eq!(parsed.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((parsed.depth, parsed.infinite), (Some(5), true));
        assert_eq!(go("go depth 5 searchmoves g1f3").search_moves, ["g1f3"]);
        assert_eq!(go("go depth 5 nonsense g1f3").search_moves, [""; 0]);
    }

    #[test]
    fn numbers_that_make_no_sense_are_named_or_bounded() {
        assert_eq!(go("go depth").problems, ["depth is followed by a number"]);
        assert_eq!(go("go depth five movetime 10").problems, ["depth is followed by a number, not \"five\""]);
        assert!(go("go depth infinite").infinite);
        assert_eq!(go("go depth 9999999999999999999999").depth, None);
        let odd = go("go depth -3 nodes 0 mate 100000 wtime -50").limits(Color::White);
        assert_eq!((odd.depth, odd.nodes, odd.mate), (Some(1), Some(1), Some(255)));
        assert_eq!(odd.clock.map(|clock| clock.remaining), Some(Duration::ZERO));
        // The other side's clock alone means that there is no time for ours.
        assert_eq!(go("go wtime 100").limits(Color::Black).clock, Some(GameClock::default()));
        assert_eq!(go("go").limits(Color::White), Limits::default());
    }

    #[test]
    fn options_may_have_spaces() {
        let set = |name: &str, value: &str| UciCommand::SetOption { name: name.into(), value: value.into() };
        assert_eq!(UciCommand::parse("setoption name Hash value 16"), set("Hash", "16"));
        assert_eq!(UciCommand::parse("setoption  name  Clear   Hash "), set("Clear Hash", ""));
        assert_eq!(
            UciCommand::parse("setoption name Debug Log File value /tmp/a  b.txt"),
            set("Debug Log File", "/tmp/a  b.txt")
        );
        assert!(matches!(UciCommand::parse("setoption Hash 16"), UciCommand::Bad(_)));
        assert!(matches!(UciCommand::parse("setoption name"), UciCommand::Bad(_)));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(UciCommand::parse("joho isready"), UciCommand::IsReady);
        assert_eq!(UciCommand::parse("  \t quit"), UciCommand::Quit);
        assert_eq!(UciCommand::parse("hello d"), UciCommand::Unknown);
        assert_eq!(UciCommand::parse(""), UciCommand::Unknown);
    }

    #[test]
    fn positions_are_read() {
        let position = |text: &str| match UciCommand::parse(text) {
            UciCommand::Position(position) => position,
            other => panic!("{other:?}"),
        };
        assert_eq!(position("position startpos").fen, None);
        assert_eq!(position("position startpos moves e2e4 e7e5").moves, ["e2e4", "e7e5"]);
        let fen = "8/8/8/8/8/5k2/6p1/7K w - - 0 1";
        assert_eq!(position(&format!("position fen {fen}")).fen.as_deref(), Some(fen));
        let with_moves = position(&format!("position fen {fen} moves h1h2"));
        assert_eq!((with_moves.fen.as_deref(), with_moves.moves.len()), (Some(fen), 1));
        assert!(matches!(UciCommand::parse("position"), UciCommand::Bad(_)));
        assert!(matches!(UciCommand::parse("position e2e4"), UciCommand::Bad(_)));
    }
}

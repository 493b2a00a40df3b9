//! What stands between the two players: the game, who has which side, and how it ended.

use kempelen_engine::{Report, Score};
use kempelen_rules::pgn::{Outcome, Record};
use kempelen_rules::{AnyGame, AnyPosition, Color, CountCall, CountKeeping, Move};

use super::record::Paper;
use super::said::CountOrder;
use crate::words;

/// A game between a person and a machine.
#[derive(Clone)]
pub(super) struct GameTable {
    game: AnyGame,
    /// What is to be said after each move, for the record.
    remarks: Vec<Option<String>>,
    human: Color,
    /// Who gave up, and in what words.
    resigned: Option<(Color, String)>,
    /// What was taken back, the latest last; each entry is what one step took.
    taken_back: Vec<Vec<(Move, Option<String>)>>,
    /// The file's record of the game, if it came from one.
    loaded: Option<Record>,
    /// The game before this one, so that a new one loses nothing.
    before: Option<Box<GameTable>>,
}

/// What a step back has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepBack {
    /// There is nothing to take back.
    Nothing,
    /// Moves, or a resignation, are taken back.
    Taken,
    /// The game had no moves of the player's any more; the one before is back.
    GameBefore,
}

impl GameTable {
    pub(super) fn new(game: AnyGame, human: Color) -> Self {
        let remarks = vec![None; game.moves().len()];
        Self { game, remarks, human, resigned: None, taken_back: Vec::new(), loaded: None, before: None }
    }

    /// Goes on with a game from a file.
    pub(super) fn of_record(record: Record, human: Color) -> Self {
        let game = record.game();
        Self { loaded: Some(record), ..Self::new(game, human) }
    }

    /// Another game is played from now on. This one comes back when that one is taken back to its start.
    pub(super) fn give_way_to(&mut self, next: Self) {
        let old = std::mem::replace(self, next);
        self.before = Some(Box::new(old)).filter(|old| !old.game.moves().is_empty());
    }

    pub(super) fn game(&self) -> &AnyGame {
        &self.game
    }

    pub(super) fn position(&self) -> AnyPosition {
        self.game.position()
    }

    /// The last move, and the position before it.
    pub(super) fn last_move(&self) -> Option<(AnyPosition, Move)> {
        let moves = self.game.moves();
        let before = self.game.position_at(moves.len().checked_sub(1)?)?;
        Some((before, *moves.last()?))
    }

    /// The player's colour.
    pub(super) fn human(&self) -> Color {
        self.human
    }

    /// The player and the machine change places.
    pub(super) fn change_places(&mut self) {
        self.human = !self.human;
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.outcome().is_some()
    }

    /// Whether the machine has a move to make.
    pub(super) fn waits_for_machine(&self) -> bool {
        !self.is_over() && self.position().turn() != self.human
    }

    /// Plays a legal move, with what is to be said of it.
    pub(super) fn play(&mut self, m: Move, remark: Option<String>) {
        self.game.play(m);
        self.remarks.push(remark);
        self.taken_back.clear();
    }

    /// Does what the player says about the count, and tells what came of it.
    pub(super) fn count(&mut self, order: CountOrder) -> Result<String, String> {
        let game = &mut self.game;
        let keep = |game: &mut AnyGame, keeping| *game = game.clone().keeping_count(keeping);
        match order {
            CountOrder::ByHand => {
                keep(game, CountKeeping::ByHand);
                Ok("The count is kept by hand: `count start` and `count stop`.".to_owned())
            }
            CountOrder::Automatic => {
                keep(game, CountKeeping::Automatic);
                Ok("The count is kept automatically.".to_owned())
            }
            CountOrder::Call(call) => match game.call_count(call) {
                Ok(()) if call == CountCall::Start => {
                    Ok("You count; your next move is number one.".to_owned())
                }
                Ok(()) => Ok("You have stopped counting.".to_owned()),
                Err(refusal) => Err(format!("No: {refusal}.")),
            },
            CountOrder::Ask => Ok(self.count_offer().unwrap_or_else(|| {
                match (self.game.count_keeping(), self.game.may_stop_count()) {
                    (CountKeeping::Automatic, _) => "The count is kept automatically.".to_owned(),
                    (CountKeeping::ByHand, Ok(())) => "You count, and may stop: `count stop`.".to_owned(),
                    (CountKeeping::ByHand, Err(_)) => "There is nothing for you to count now.".to_owned(),
                }
            })),
        }
    }

    /// What a player should know who may begin to count.
    pub(super) fn count_offer(&self) -> Option<String> {
        let limit = self.game.count_offer().filter(|_| self.position().turn() == self.human)?;
        Some(format!("You may count to {limit}: `count start`."))
    }

    /// A machine counts as soon as it may; whether it has begun just now.
    pub(super) fn machine_counts(&mut self) -> bool {
        self.waits_for_machine()
            && self.game.count_offer().is_some()
            && self.game.call_count(CountCall::Start).is_ok()
    }

    /// One side gives up, in these words.
    pub(super) fn resign(&mut self, loser: Color, words: String) {
        self.resigned = Some((loser, words));
    }

    /// Takes moves back until the player has one to make. The player's own resignation is taken back alone.
    pub(super) fn take_back(&mut self) -> StepBack {
        if self.resigned.as_ref().is_some_and(|(loser, _)| *loser == self.human) {
            self.resigned = None;
            return StepBack::Taken;
        }
        let by_human = |ply: usize| self.game.position_at(ply).map(|p| p.turn()) == Some(self.human);
        let Some(ply) = (0..self.game.moves().len()).rev().find(|&ply| by_human(ply)) else {
            let Some(before) = self.before.take() else { return StepBack::Nothing };
            *self = *before;
            return StepBack::GameBefore;
        };
        let moves = self.game.moves()[ply..].iter().copied();
        self.taken_back.push(moves.zip(self.remarks.drain(ply..)).collect());
        while self.game.moves().len() > ply {
            self.game.take_back();
        }
        self.resigned = None;
        StepBack::Taken
    }

    /// Plays again what was taken back last; whether there was anything.
    pub(super) fn play_again(&mut self) -> bool {
        let Some(moves) = self.taken_back.pop() else { return false };
        for (m, remark) in moves {
            self.game.play(m);
            self.remarks.push(remark);
        }
        true
    }

    /// How the game has ended, as a sentence.
    pub(super) fn ending(&self) -> Option<String> {
        if let Some((_, words)) = &self.resigned {
            return Some(words.clone());
        }
        let text = self.game.outcome()?.to_string();
        let mut letters = text.chars();
        let first = letters.next()?.to_uppercase();
        Some(format!("{first}{}.", letters.as_str()))
    }

    pub(super) fn outcome(&self) -> Outcome {
        match &self.resigned {
            Some((loser, _)) => Outcome::Win(!*loser),
            None => Outcome::from_text(self.game.result()).unwrap_or_default(),
        }
    }

    /// The game on paper, against a machine of this name.
    pub(super) fn pgn(&self, machine: &str) -> String {
        let (white, black) = self.human.pick(("You", machine), (machine, "You"));
        let ending = self.resigned.as_ref().map(|(_, words)| words.as_str());
        let (game, loaded, remarks) = (&self.game, self.loaded.as_ref(), &self.remarks[..]);
        Paper { game, loaded, white, black, remarks, outcome: self.outcome(), ending }.pgn()
    }
}

/// Score, depth and time of an answer, for the player.
pub(super) fn told(report: &Report) -> String {
    let mut parts = Vec::new();
    if let Some(line) = report.lines.first() {
        parts.extend(line.score.map(words::score));
        if line.depth > 0 {
            parts.push(format!("depth {}", line.depth));
        }
    }
    parts.push(words::time(report.time));
    parts.join(", ")
}

/// The same for the record, as other programs write it: `+0.31/12 0.5s`.
pub(super) fn remark(report: &Report) -> Option<String> {
    let line = report.lines.first()?;
    let score = match line.score? {
        Score::Mate(moves) => {
            format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.abs())
        }
        score @ Score::Cp(_) => words::score(score),
    };
    Some(format!("{score}/{} {:.2}s", line.depth, report.time.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use kempelen_rules::VariantId;

    use super::*;

    fn table(moves: &str) -> GameTable {
        let mut table = GameTable::new(AnyGame::new(AnyPosition::start(VariantId::Chess)), Color::White);
        for text in moves.split_whitespace() {
            table.play(table.position().read_move(text).unwrap(), None);
        }
        table
    }

    #[test]
    fn what_is_taken_back_can_be_played_again() {
        let mut table = table("e4 e5 Nf3 Nc6");
        let before = table.position().fen();
        assert_eq!([table.take_back(), table.take_back()], [StepBack::Taken; 2]);
        assert_eq!(table.take_back(), StepBack::Nothing);
        assert_eq!(table.game().moves().len(), 0);
        assert!(table.play_again());
        assert_eq!(table.game().moves().len(), 2);
        assert!(table.play_again() && !table.play_again());
        assert_eq!(table.position().fen(), before);
    }

    #[test]
    fn another_move_forgets_what_was_taken_back() {
        let mut table = table("e4 e5");
        table.take_back();
        table.play(table.position().read_move("d4").unwrap(), None);
        assert!(!table.play_again());
    }

    #[test]
    fn a_move_the_machine_has_not_answered_is_taken_back_alone() {
        let mut table = table("e4 e5 Nf3");
        assert!(table.waits_for_machine());
        assert_eq!(table.take_back(), StepBack::Taken);
        assert_eq!(table.game().moves().len(), 2);
    }

    #[test]
    fn a_player_is_told_when_to_count() {
        let start = AnyPosition::from_fen(VariantId::Makruk, "3k4/8/3n4/8/8/2S5/3R4/3K4 b - - 0 1").unwrap();
        let mut table = GameTable::new(AnyGame::new(start), Color::Black);
        assert_eq!(table.count_offer(), None);
        assert!(table.count(CountOrder::Call(CountCall::Start)).is_err(), "the count is automatic");
        table.count(CountOrder::ByHand).unwrap();
        assert_eq!(table.count_offer().as_deref(), Some("You may count to 64: `count start`."));
        table.count(CountOrder::Call(CountCall::Start)).unwrap();
        assert_eq!(table.count_offer(), None);
        table.play(table.position().read_move("Ke7").unwrap(), None);
        assert!(!table.machine_counts(), "the stronger side does not");
        assert!(table.pgn("X").contains("[%count start]"), "{}", table.pgn("X"));
    }

    #[test]
    fn a_resignation_is_taken_back_alone() {
        let mut table = table("e4 e5");
        table.resign(Color::White, "White resigns.".into());
        assert_eq!(table.outcome(), Outcome::Win(Color::Black));
        assert_eq!((table.take_back(), table.is_over()), (StepBack::Taken, false));
        assert_eq!(table.game().moves().len(), 2);
    }

    #[test]
    fn a_new_game_taken_back_brings_the_one_before() {
        let mut old = table("e4 e5");
        old.give_way_to(table("d4"));
        assert_eq!((old.take_back(), old.game().moves().len()), (StepBack::Taken, 0));
        assert_eq!((old.take_back(), old.game().moves().len()), (StepBack::GameBefore, 2));
    }

    const ANNOTATED: &str = "[Event \"Paris\"]\n[Site \"Opera\"]\n[Date \"1858.11.02\"]\n[Round \"?\"]\n\
        [White \"Morphy\"]\n[Black \"Allies\"]\n[Result \"1-0\"]\n[Annotator \"NN\"]\n\n\
        1. e4 {best by test} 1... e5 (1... c5) 2. Nf3 d6 1-0\n";

    fn loaded() -> GameTable {
        let record = kempelen_rules::pgn::read(ANNOTATED.as_bytes()).next().unwrap().unwrap();
        GameTable::of_record(record, Color::White)
    }

    #[test]
    fn a_game_from_a_file_keeps_what_stood_there() {
        assert_eq!(loaded().pgn("SARGON"), ANNOTATED);
        let mut table = loaded();
        table.play(table.position().read_move("d4").unwrap(), None);
        let pgn = table.pgn("SARGON").replace('\n', " ");
        for part in [
            "[Event \"Paris\"]",
            "[Annotator \"NN\"]",
            "[White \"You\"]",
            "[Black \"SARGON\"]",
            "of Morphy and Allies",
            "{best by test}",
            "(1... c5)",
            "3. d4 *",
        ] {
            assert!(pgn.contains(part), "{part} in {pgn}");
        }
    }

    #[test]
    fn another_way_than_the_files_becomes_the_main_line() {
        let mut table = loaded();
        table.take_back();
        table.play(table.position().read_move("f4").unwrap(), None);
        let pgn = table.pgn("SARGON").replace('\n', " ");
        assert!(pgn.contains("2. f4 (2. Nf3 d6) *"), "{pgn}");
    }
}

use std::time::Duration;

use kempelen_engine::{EngineError, Report, Score, Stop};
use kempelen_rules::{AnyGame, Color};

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::clock::PlayerClock;
use crate::openings::Opening;
use crate::pace::Pace;
use crate::player::{Player, Reply};
use crate::verdict::{Fault, Verdict};

/// What the two sides of one game are held to.
pub(crate) struct Terms {
    /// How long each side may think, White's first.
    pub(crate) paces: [Pace; 2],
    /// How late an answer may come.
    pub(crate) margin: Option<Duration>,
    /// How long to wait where no clock ends the wait.
    pub(crate) patience: Duration,
    /// When to end the game early.
    pub(crate) adjudication: Adjudication,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The moves, those of the opening included.
    pub game: AnyGame,
    /// How many of them are of the opening.
    pub book_plies: usize,
    /// What the engines said of their moves, one for each after the opening.
    pub thoughts: Vec<Thought>,
    /// How it ended.
    pub verdict: Verdict,
}

/// What an engine said of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Its score, from its own point of view.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: u8,
    /// The nodes it counted.
    pub nodes: u64,
    /// How long it took by our clock.
    pub time: Duration,
}

/// Plays a game. Nothing comes of it if the match is called off meanwhile.
pub(crate) fn play(
    opening: &Opening,
    mut players: [&mut Player; 2],
    terms: &Terms,
    halt: &Stop,
) -> Option<GameRecord> {
    let mut record = GameRecord {
        game: opening.game(),
        book_plies: opening.moves.len(),
        thoughts: Vec::new(),
        verdict: Verdict::TooLong,
    };
    for side in Color::ALL {
        if let Err(reply) = players[side.index()].new_game(terms.patience) {
            record.verdict = no_answer(side, &reply)?;
            return Some(record);
        }
    }
    let mut clocks = terms.paces.map(|pace| PlayerClock::new(pace, terms.margin, terms.patience));
    let mut adjudicator = Adjudicator::new(terms.adjudication);
    record.verdict = loop {
        if let Some(end) = record.game.outcome() {
            break Verdict::Board(end);
        }
        let side = record.game.position().turn();
        let (player, clock) = (&mut players[side.index()], &mut clocks[side.index()]);
        let reply = player.think(&record.game, clock.limits(), clock.allowed(), halt);
        let Reply::Thought { result, used } = reply else { break no_answer(side, &reply)? };
        if let Some(verdict) = take_answer(&mut record, side, clock, used, result.map(|report| *report)) {
            break verdict;
        }
        let (number, score) = (move_number(&record.game), record.thoughts.last().and_then(|said| said.score));
        // What happens on the board comes first: a mate is not a draw by length.
        if let Some(verdict) = adjudicator.note(side, number, score)
            && record.game.outcome().is_none()
        {
            break verdict;
        }
    };
    Some(record)
}

/// Judges an answer and plays its move. The clock comes first: a move that comes too late is none, and an excuse that
/// does is silence.
fn take_answer(
    record: &mut GameRecord,
    side: Color,
    clock: &mut PlayerClock,
    used: Duration,
    result: Result<Report, EngineError>,
) -> Option<Verdict> {
    let forfeit = |fault| Some(Verdict::Forfeit { loser: side, fault });
    if let Err(over) = clock.spend(used) {
        return forfeit(if result.is_ok() { Fault::Time { over } } else { Fault::Stalled });
    }
    let report = match result {
        Ok(report) => report,
        Err(EngineError::IllegalMove(reason)) => return forfeit(Fault::Illegal(reason)),
        Err(EngineError::Failed(reason)) => return forfeit(Fault::Crashed(reason)),
        Err(error) => return forfeit(Fault::Unable(error.to_string())),
    };
    let Some(m) = report.best else {
        return Some(Verdict::Resigned { loser: side, reason: report.resigns.unwrap_or_default() });
    };
    if !record.game.position().is_legal(m) {
        return forfeit(Fault::Illegal(m.to_string()));
    }
    record.game.play(m);
    // An engine that plays below its strength may play another move than that of its line; what it thinks of the
    // position is still what it says of that line.
    let line = report.lines.iter().find(|line| line.score.is_some());
    let (score, depth) = line.map_or((None, 0), |line| (line.score, line.depth));
    record.thoughts.push(Thought { score, depth, nodes: report.nodes, time: used });
    None
}

/// The verdict on a side that gave no answer, or nothing if the match was called off.
fn no_answer(side: Color, reply: &Reply) -> Option<Verdict> {
    let fault = match reply {
        Reply::Halted => return None,
        Reply::Stalled => Fault::Stalled,
        Reply::Thought { .. } | Reply::Crashed => Fault::Crashed("it stopped running".to_owned()),
    };
    Some(Verdict::Forfeit { loser: side, fault })
}

/// The number of the move just played, counted as on a score sheet that starts with the opening.
fn move_number(game: &AnyGame) -> u32 {
    let start = game.start();
    let first = kempelen_rules::with_position!(&start, p => u32::from(p.move_number()));
    let black_began = u32::from(start.turn() == Color::Black);
    first + (game.moves().len() as u32 + black_began).saturating_sub(1) / 2
}

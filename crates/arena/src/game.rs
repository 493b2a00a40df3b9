use std::time::Duration;

use kempelen_engine::{EngineError, Report, Score, Stop};
use kempelen_rules::{AnyGame, Color};

use crate::adjudicate::{Adjudication, Adjudicator};
use crate::clock::PlayerClock;
use crate::openings::OpeningLine;
use crate::pace::Pace;
use crate::player::{Player, PlayerReply};
use crate::verdict::{EngineFault, GameVerdict};

/// What the two sides of one game are held to.
pub(crate) struct GameTerms {
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
pub struct MatchGame {
    /// The moves, those of the opening included.
    pub game: AnyGame,
    /// How many of them are of the opening.
    pub book_plies: usize,
    /// What the engines said of their moves, one for each after the opening.
    pub thoughts: Vec<MoveThought>,
    /// How it ended.
    pub verdict: GameVerdict,
}

/// What an engine said of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveThought {
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
    opening: &OpeningLine,
    mut players: [&mut Player; 2],
    terms: &GameTerms,
    halt: &Stop,
) -> Option<MatchGame> {
    let mut record = MatchGame {
        game: opening.game(),
        book_plies: opening.moves.len(),
        thoughts: Vec::new(),
        verdict: GameVerdict::TooLong,
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
            break GameVerdict::Board(end);
        }
        let side = record.game.position().turn();
        let (player, clock) = (&mut players[side.index()], &mut clocks[side.index()]);
        let reply = player.think(&record.game, clock.limits(), clock.allowed(), halt);
        let PlayerReply::Thought { result, used } = reply else { break no_answer(side, &reply)? };
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
    record: &mut MatchGame,
    side: Color,
    clock: &mut PlayerClock,
    used: Duration,
    result: Result<Report, EngineError>,
) -> Option<GameVerdict> {
    let forfeit = |fault| Some(GameVerdict::Forfeit { loser: side, fault });
    if let Err(over) = clock.spend(used) {
        return forfeit(if result.is_ok() { EngineFault::Time { over } } else { EngineFault::Stalled });
    }
    let report = match result {
        Ok(report) => report,
        Err(EngineError::IllegalMove(reason)) => return forfeit(EngineFault::Illegal(reason)),
        Err(EngineError::Failed(reason)) => return forfeit(EngineFault::Crashed(reason)),
        Err(error) => return forfeit(EngineFault::Unable(error.to_string())),
    };
    let Some(m) = report.best else {
        return Some(GameVerdict::Resigned { loser: side, reason: report.resigns.unwrap_or_default() });
    };
    if !record.game.position().is_legal(m) {
        return forfeit(EngineFault::Illegal(m.to_string()));
    }
    record.game.play(m);
    // An engine that plays below its strength may play another move than that of its line; what it thinks of the
    // position is still what it says of that line.
    let line = report.lines.iter().find(|line| line.score.is_some());
    let (score, depth) = line.map_or((None, 0), |line| (line.score, line.depth));
    record.thoughts.push(MoveThought { score, depth, nodes: report.nodes, time: used });
    None
}

/// The verdict on a side that gave no answer, or nothing if the match was called off.
fn no_answer(side: Color, reply: &PlayerReply) -> Option<GameVerdict> {
    let fault = match reply {
        PlayerReply::Halted => return None,
        PlayerReply::Stalled => EngineFault::Stalled,
        PlayerReply::Thought { .. } | PlayerReply::Crashed => {
            EngineFault::Crashed("it stopped running".to_owned())
        }
    };
    Some(GameVerdict::Forfeit { loser: side, fault })
}

/// The number of the move just played, counted as on a score sheet that starts with the opening.
fn move_number(game: &AnyGame) -> u32 {
    let start = game.start();
    let first = kempelen_rules::with_position!(&start, p => u32::from(p.move_number()));
    let black_began = u32::from(start.turn() == Color::Black);
    first + (game.moves().len() as u32 + black_began).saturating_sub(1) / 2
}

use std::collections::HashMap;
use std::time::Duration;

use kempelen_rules::Color;

use crate::game::MatchGame;
use crate::schedule::{Fixture, Schedule};
use crate::stats::{Pairs, Ratings, ResultTally, Sprt, SprtVerdict, WinDrawLoss, ratings};
use crate::verdict::{GameVerdict, Termination, outcome};

/// How a match stands.
#[derive(Clone, Debug)]
pub struct Standings {
    players: Vec<PlayerLine>,
    pairings: Vec<PairingLine>,
    games: usize,
    sprt: Option<Sprt>,
    /// How the first game of a pair ended for the first player, while the second is still played, or the other way.
    half_pairs: HashMap<usize, WinDrawLoss>,
}

/// What one player has done.
#[derive(Clone, Debug, Default)]
pub struct PlayerLine {
    /// Its name.
    pub name: String,
    /// Its results with White and with Black.
    pub by_color: [ResultTally; 2],
    /// What it did wrong.
    pub faults: Faults,
    /// What it spent.
    pub effort: Effort,
}

impl PlayerLine {
    /// Its results with both colours.
    pub fn tally(&self) -> ResultTally {
        self.by_color[0] + self.by_color[1]
    }
}

/// How often a player lost for what it did off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// By exceeding its time.
    pub time: u32,
    /// By never answering.
    pub stalled: u32,
    /// By an illegal move.
    pub illegal: u32,
    /// By going down.
    pub crashes: u32,
    /// By being unable to play a position.
    pub unable: u32,
}

impl Faults {
    /// All of them together.
    pub fn total(&self) -> u32 {
        self.time + self.stalled + self.illegal + self.crashes + self.unable
    }

    fn count(&mut self, termination: Termination) {
        match termination {
            Termination::Normal | Termination::Resignation | Termination::Adjudication => {}
            Termination::Time => self.time += 1,
            Termination::Stalled => self.stalled += 1,
            Termination::Illegal => self.illegal += 1,
            Termination::Crash => self.crashes += 1,
            Termination::Unable => self.unable += 1,
        }
    }
}

/// What a player spent on its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves it thought about.
    pub moves: u64,
    /// Nodes it counted.
    pub nodes: u64,
    /// Depths it reported, added up.
    pub depths: u64,
    /// Time by our clock.
    pub time: Duration,
}

impl Effort {
    /// Nodes per second.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes > 0 && !self.time.is_zero()).then(|| self.nodes as f64 / self.time.as_secs_f64())
    }

    /// The average depth.
    pub fn depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depths as f64 / self.moves as f64)
    }
}

/// What came of the games between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairingLine {
    /// The players by their numbers. Results are those of the first.
    pub players: (usize, usize),
    /// All games.
    pub tally: ResultTally,
    /// The pairs of which both games are finished.
    pub pairs: Pairs,
}

/// A finished game, without its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameResult {
    pub(crate) winner: Option<Color>,
    pub(crate) termination: Termination,
}

impl GameResult {
    pub(crate) fn of(verdict: &GameVerdict) -> Self {
        Self { winner: verdict.winner(), termination: verdict.termination() }
    }
}

impl Standings {
    /// The standings before the first game.
    pub(crate) fn new(names: &[String], schedule: &Schedule, sprt: Option<Sprt>) -> Self {
        Self {
            players: names
                .iter()
                .map(|name| PlayerLine { name: name.clone(), ..PlayerLine::default() })
                .collect(),
            pairings: schedule
                .pairings()
                .iter()
                .map(|&players| PairingLine {
                    players,
                    tally: ResultTally::default(),
                    pairs: Pairs::default(),
                })
                .collect(),
            games: 0,
            sprt,
            half_pairs: HashMap::new(),
        }
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, fixture: &Fixture, result: GameResult) {
        self.games += 1;
        for color in Color::ALL {
            let outcome = outcome(result.winner, color);
            let player = &mut self.players[fixture.players[color.index()]];
            player.by_color[color.index()].count(outcome);
            if outcome == WinDrawLoss::Loss {
                player.faults.count(result.termination);
            }
        }
        let pairing = &mut self.pairings[fixture.pairing];
        let outcome = outcome(result.winner, fixture.color_of_first());
        pairing.tally.count(outcome);
        match self.half_pairs.remove(&fixture.pair()) {
            Some(other) => pairing.pairs.count(other, outcome),
            None => drop(self.half_pairs.insert(fixture.pair(), outcome)),
        }
    }

    /// Counts what was spent in a game.
    pub(crate) fn count_effort(&mut self, fixture: &Fixture, record: &MatchGame) {
        let Some(first) = record.game.position_at(record.book_plies).map(|position| position.turn()) else {
            return;
        };
        for (ply, thought) in record.thoughts.iter().enumerate() {
            let color = if ply.is_multiple_of(2) { first } else { !first };
            let effort = &mut self.players[fixture.players[color.index()]].effort;
            effort.moves += 1;
            effort.nodes += thought.nodes;
            effort.depths += u64::from(thought.depth);
            effort.time += thought.time;
        }
    }

    /// The players in the order in which they were given.
    pub fn players(&self) -> &[PlayerLine] {
        &self.players
    }

    /// The pairings.
    pub fn pairings(&self) -> &[PairingLine] {
        &self.pairings
    }

    /// The games that are finished.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The ratings that all results together suggest.
    pub fn ratings(&self) -> Ratings {
        let results: Vec<(usize, usize, Pairs)> =
            self.pairings.iter().map(|line| (line.players.0, line.players.1, line.pairs)).collect();
        ratings(self.players.len(), &results)
    }

    /// The test that the match is played for, with its log-likelihood ratio and what that means.
    pub fn sprt(&self) -> Option<(Sprt, f64, SprtVerdict)> {
        let (sprt, pairing) = (self.sprt?, self.pairings.first()?);
        Some((sprt, sprt.llr(&pairing.pairs), sprt.verdict(&pairing.pairs)))
    }

    /// Whether that test has spoken.
    pub(crate) fn is_decided(&self) -> bool {
        self.sprt().is_some_and(|(_, _, verdict)| verdict != SprtVerdict::Continue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Format;

    fn result(winner: Option<Color>, termination: Termination) -> GameResult {
        GameResult { winner, termination }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2);
        let names = ["a".to_owned(), "b".to_owned()];
        let mut standings = Standings::new(&names, &schedule, Some("".parse().unwrap()));
        let fixtures: Vec<Fixture> = (0..4).map(|number| schedule.fixture(number).unwrap()).collect();
        // White wins both games of the first round: a point each.
        standings.count(&fixtures[1], result(Some(Color::White), Termination::Normal));
        assert_eq!(standings.pairings()[0].pairs.total(), 0);
        standings.count(&fixtures[3], result(None, Termination::Adjudication));
        standings.count(&fixtures[0], result(Some(Color::White), Termination::Normal));
        assert_eq!(standings.pairings()[0].pairs, Pairs([0, 0, 1, 0, 0]));
        // In the second round the second player loses with Black, on time.
        standings.count(&fixtures[2], result(Some(Color::White), Termination::Time));
        assert_eq!(standings.pairings()[0].pairs, Pairs([0, 0, 1, 1, 0]));
        let [a, b] = standings.players() else { panic!() };
        assert_eq!(a.tally(), ResultTally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(b.by_color[1], ResultTally { wins: 0, draws: 0, losses: 2 });
        assert_eq!((a.faults.total(), b.faults.time), (0, 1));
        assert_eq!(standings.sprt().unwrap().2, SprtVerdict::Continue);
    }
}

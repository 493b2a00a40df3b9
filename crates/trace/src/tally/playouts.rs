//! What is counted of playouts.

use std::collections::HashMap;

use kempelen_rules::Move;

use super::numbers::{NumberReader, NumberWriter};
use crate::{Event, Fixed, Why};

/// Counts over the playouts of a Monte Carlo tree search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayoutTally {
    /// Playouts that ended, by their reason, as [`Why`] numbers them; empty where there were none.
    pub ended: Vec<u64>,
    /// Playouts by how many plies they went down.
    pub plies: Vec<u64>,
    /// The moves of the root that were visited, in the order in which that first happened.
    pub moves: Vec<RootMoveTally>,
    /// How the choice moved: the move with most visits whenever that changed, and at every doubling of the playouts.
    pub course: Vec<Choice>,
    /// Playouts that have begun and not ended, by number.
    open: HashMap<u32, OpenPlayout>,
    /// The one that is told of now.
    now: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct OpenPlayout {
    first: Option<Move>,
    plies: u16,
}

/// A move of the root and its playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMoveTally {
    /// The move.
    pub m: Move,
    /// How many playouts went through it.
    pub visits: u64,
    /// The sum of their values, from the side that may play it.
    pub sum: i64,
}

impl RootMoveTally {
    /// The mean of its values.
    pub fn value(&self) -> Fixed {
        Fixed((self.sum / self.visits.max(1) as i64) as i32)
    }
}

/// What would have been chosen at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// After so many playouts...
    pub playouts: u64,
    /// ...this move had most visits,
    pub m: Move,
    /// so many of them,
    pub visits: u64,
    /// and this value.
    pub value: Fixed,
}

/// A search whose choice changes more often than this is told up to here.
const MOST_CHOICES: usize = 100_000;

impl PlayoutTally {
    /// Playouts that came back with a value.
    pub fn total(&self) -> u64 {
        let all = self.ended.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
        all - self.ended.get(Why::Collision as usize).copied().unwrap_or(0)
    }

    /// Whether there were none at all.
    pub fn is_empty(&self) -> bool {
        self.ended.is_empty() && self.open.is_empty()
    }

    /// Whether every playout that began has ended.
    pub fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) fn note(&mut self, event: &Event) {
        match *event {
            Event::Playout { number } => {
                self.now = number;
                self.open.entry(number).or_default();
            }
            Event::Select(promise) => {
                if let Some(open) = self.open.get_mut(&self.now) {
                    open.first.get_or_insert(promise.m);
                    open.plies = open.plies.saturating_add(1);
                }
            }
            Event::Backup { value, why } => self.end(value, why),
            _ => {}
        }
    }

    fn end(&mut self, value: Fixed, why: Why) {
        let Some(OpenPlayout { first, plies }) = self.open.remove(&self.now) else { return };
        self.ended.resize(Why::ALL.len(), 0);
        self.ended[why as usize] += 1;
        if why == Why::Collision {
            return;
        }
        let plies = usize::from(plies);
        if self.plies.len() <= plies {
            self.plies.resize(plies + 1, 0);
        }
        self.plies[plies] += 1;
        if let Some(m) = first {
            // Seen by the side to move at the root: the sign turns with every ply.
            let value = i64::from(if plies.is_multiple_of(2) { value.0 } else { -value.0 });
            match self.moves.iter_mut().find(|root| root.m == m) {
                Some(root) => {
                    root.visits += 1;
                    root.sum += value;
                }
                None => self.moves.push(RootMoveTally { m, visits: 1, sum: value }),
            }
        }
        self.look_who_leads();
    }

    fn look_who_leads(&mut self) {
        // Of equals the one that was there first.
        let leader = self.moves.iter().rev().max_by_key(|root| root.visits).copied();
        let playouts = self.total();
        if let Some(leader) = leader
            && self.course.len() < MOST_CHOICES
            && (playouts.is_power_of_two() || self.course.last().is_none_or(|choice| choice.m != leader.m))
        {
            let RootMoveTally { m, visits, .. } = leader;
            self.course.push(Choice { playouts, m, visits, value: leader.value() });
        }
    }

    pub(super) fn write(&self, out: &mut NumberWriter) {
        out.list(&self.ended);
        out.list(&self.plies);
        out.put(self.moves.len() as u64);
        for root in &self.moves {
            out.put(root.m.bits().get().into());
            out.put(root.visits);
            out.put(root.sum as u64);
        }
        out.put(self.course.len() as u64);
        for choice in &self.course {
            out.put(choice.playouts);
            out.put(choice.m.bits().get().into());
            out.put(choice.visits);
            out.signed(choice.value.0);
        }
    }

    pub(super) fn read(input: &mut NumberReader<'_>) -> Option<Self> {
        let mut tally = Self::default();
        let mut ended = [0; Why::ALL.len()];
        if input.list(&mut ended)? > 0 {
            tally.ended = ended.to_vec();
        }
        for _ in 0..input.length(usize::from(u16::MAX) + 1)? {
            tally.plies.push(input.number()?);
        }
        for _ in 0..input.length(1 << 15)? {
            tally.moves.push(RootMoveTally {
                m: input.mv()?,
                visits: input.number()?,
                sum: input.number()? as i64,
            });
        }
        for _ in 0..input.length(MOST_CHOICES)? {
            let (playouts, m, visits) = (input.number()?, input.mv()?, input.number()?);
            tally.course.push(Choice { playouts, m, visits, value: Fixed(input.signed()?) });
        }
        Some(tally)
    }
}

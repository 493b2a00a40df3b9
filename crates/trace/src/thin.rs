//! Keeps what matters of playouts when there is no room for all.
//!
//! First most of what moves were weighed against goes. Then the playouts are cut short: below some ply they are not told
//! any more, and their value counts for the node where they were cut, so that all visits and values above that ply stay
//! exact. When that is not enough, only one in two, four, eight is told at all; what the root's moves came to is in the
//! [tally](crate::PlayoutTally) then.

use std::collections::HashMap;

use crate::{Event, Fixed, Keep, Why, code};

/// Playouts are never cut shorter than this.
const LEAST_PLIES: u16 = 3;

/// What is told.
#[derive(Clone, Copy, Debug)]
struct PlayoutBounds {
    /// Rivals of one playout in so many.
    rivals: u32,
    /// Nothing below this ply.
    plies: u16,
    /// One playout in so many.
    stride: u32,
}

/// A bounded recording of playouts in progress.
#[derive(Clone, Debug)]
pub(crate) struct Thin {
    room: Option<usize>,
    bounds: PlayoutBounds,
    out: Vec<u8>,
    /// Plies that each open playout has gone down.
    open: HashMap<u32, u16>,
    now: u32,
    /// The longest playout so far.
    longest: u16,
}

impl Thin {
    pub(crate) fn new(keep: &Keep) -> Self {
        let (plies, stride) = (keep.plies.unwrap_or(u16::MAX), keep.sample.unwrap_or(1).max(1));
        Self::with(keep.room(), PlayoutBounds { rivals: 1, plies, stride })
    }

    fn with(room: Option<usize>, bounds: PlayoutBounds) -> Self {
        Self { room, bounds, out: Vec::new(), open: HashMap::new(), now: 0, longest: 0 }
    }

    /// Goes on with a recording that was whole so far.
    pub(crate) fn go_on(keep: &Keep, bytes: &[u8]) -> Self {
        let mut thin = Self::new(keep);
        thin.replay(bytes);
        thin.shrink_to_room();
        thin
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.out
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    pub(crate) fn note(&mut self, event: Event) {
        self.take(event);
        if matches!(event, Event::Backup { .. }) {
            self.shrink_to_room();
        }
    }

    fn take(&mut self, event: Event) {
        if let Event::Playout { number } = event {
            self.now = number;
            self.open.entry(number).or_insert(0);
        }
        let PlayoutBounds { rivals, plies, stride } = self.bounds;
        let is_told = self.now == 1 || self.now.is_multiple_of(stride);
        let at = self.open.entry(self.now).or_insert(0);
        match event {
            Event::Select(_) => {
                *at += 1;
                self.longest = self.longest.max(*at);
                if is_told && *at <= plies {
                    code::write(&mut self.out, event);
                }
            }
            Event::Backup { value, why } => {
                let at = self.open.remove(&self.now).unwrap_or(0);
                if is_told {
                    let cut = at.saturating_sub(plies);
                    let value = if cut.is_multiple_of(2) { value } else { Fixed(-value.0) };
                    let why = if cut > 0 && why != Why::Collision { Why::Counted } else { why };
                    code::write(&mut self.out, Event::Backup { value, why });
                }
            }
            // A node is expanded at the end of a walk, and its moves are one ply below it.
            Event::Playout { .. } if is_told => code::write(&mut self.out, event),
            Event::Weigh(_) if is_told && *at < plies && self.now.is_multiple_of(rivals) => {
                code::write(&mut self.out, event);
            }
            Event::Expand { .. } | Event::Prior { .. } if is_told && *at < plies => {
                code::write(&mut self.out, event);
            }
            _ => {}
        }
    }

    fn shrink_to_room(&mut self) {
        let Some(room) = self.room.filter(|&room| self.out.len() > room) else { return };
        let all = std::mem::take(&mut self.out);
        loop {
            let PlayoutBounds { rivals, plies, stride } = &mut self.bounds;
            if *rivals < 4096 {
                *rivals *= 64;
            } else if *plies > LEAST_PLIES {
                *plies = (*plies).min(self.longest).saturating_sub(1).max(LEAST_PLIES);
            } else {
                *stride = stride.saturating_mul(2);
            }
            let mut again = Self::with(self.room, self.bounds);
            again.replay(&all);
            if again.out.len() <= room * 3 / 4 || self.bounds.stride == u32::MAX {
                // Open playouts know how deep they really are.
                let (open, now, longest) = (std::mem::take(&mut self.open), self.now, self.longest);
                *self = Self { open, now, longest, ..again };
                return;
            }
        }
    }

    fn replay(&mut self, bytes: &[u8]) {
        for event in code::Events::new(bytes).map_while(Result::ok) {
            self.take(event);
        }
    }
}

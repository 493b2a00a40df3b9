//! Keeps what matters of a search that is not kept whole.
//!
//! The open nodes form a stack. The outer ones are kept *whole*: what they say goes straight into the bytes of the
//! trace. From some node inwards all are *lines*: each gathers what it says in a buffer of its own, and of its finished
//! children it keeps one entry each (entered, so many nodes dropped, left with this score for this reason) and the line of
//! the best one. When a child turns out not to be the best, its line is overwritten and nothing is left of it but the
//! entry. The outermost line is copied into the trace when it is left.

use std::ops::Range;

use kempelen_rules::Move;

use crate::keep::KeepPlace;
use crate::{Event, How, Keep, Score, code};

/// A bounded recording in progress.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    keep: Keep,
    levels: Levels,
    /// Searches of the root so far.
    rounds: usize,
    out: Vec<u8>,
    /// Nodes that are open and not hidden, the root first. The last `depth_of_lines` of them are lines.
    open: Vec<OpenFold>,
    lines: Vec<FoldedLine>,
    depth_of_lines: usize,
    /// How many open nodes are below the deepest ply that is kept.
    hidden: usize,
}

/// From which ply on nodes are lines. Only a bound on memory ever lowers these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Levels {
    /// In rounds from `recent` on.
    now: u16,
    /// In those before.
    before: u16,
    recent: usize,
    /// Rounds before this one are kept as one entry.
    gone: usize,
}

#[derive(Clone, Copy, Debug)]
struct OpenFold {
    place: KeepPlace,
    is_line: bool,
    /// Nodes below that are hidden, to be told when this one is left; none where all is there. It may be 0: then only
    /// what the node said itself is missing.
    dropped: Option<u64>,
}

/// A node kept as a line.
#[derive(Clone, Default, Debug)]
struct FoldedLine {
    /// What it said, with an entry for each child.
    own: Vec<u8>,
    /// How long its first event is.
    entered: usize,
    /// The line of its best child, and the entry whose place it will take.
    best: Vec<u8>,
    best_entry: Range<usize>,
    /// Whether the search itself called that child the best. Until then the child with the highest score is kept.
    is_confirmed: bool,
    highest: Option<Score>,
    /// The child that was left last, whose line is still there.
    last: Option<(Option<Move>, Range<usize>)>,
    m: Option<Move>,
    counts: bool,
    nodes: u64,
}

impl Fold {
    pub(crate) fn new(keep: Keep) -> Self {
        let levels = Levels { now: u16::MAX, before: u16::MAX, recent: 0, gone: 0 };
        Self::with_levels(keep, levels)
    }

    fn with_levels(keep: Keep, levels: Levels) -> Self {
        Self {
            keep,
            levels,
            rounds: 0,
            out: Vec::new(),
            open: Vec::new(),
            lines: Vec::new(),
            depth_of_lines: 0,
            hidden: 0,
        }
    }

    /// Goes on with a recording that was whole so far.
    pub(crate) fn go_on(keep: Keep, bytes: Vec<u8>) -> Self {
        let mut fold = Self::new(keep);
        fold.replay(&bytes);
        drop(bytes);
        fold.shrink_to_room();
        fold
    }

    /// What is kept so far, but for lines that are still open.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.out
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Takes an event.
    pub(crate) fn note(&mut self, event: Event) {
        self.take(event);
        if self.depth_of_lines == 0 && self.hidden == 0 && matches!(event, Event::Leave { .. }) {
            self.shrink_to_room();
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Enter { m, how, .. } => self.enter(m, how, event),
            Event::Leave { score, .. } => self.leave(score, event),
            Event::Dropped { nodes } => {
                if let Some(open) = self.open.last_mut() {
                    *open.dropped.get_or_insert(0) += nodes;
                }
            }
            Event::Best { m, .. } if self.hidden == 0 => {
                self.say(event);
                self.confirm(m);
            }
            Event::Iteration { .. } => {
                self.rounds += 1;
                self.say(event);
            }
            _ if self.hidden == 0 => self.say(event),
            _ => {}
        }
    }

    /// Writes what the node at hand says.
    fn say(&mut self, event: Event) {
        match self.depth_of_lines.checked_sub(1) {
            Some(innermost) => code::write(&mut self.lines[innermost].own, event),
            None => code::write(&mut self.out, event),
        }
    }

    fn enter(&mut self, m: Option<Move>, how: How, event: Event) {
        let place = match self.open.last() {
            Some(open) => open.place.next(&self.keep, m, how.moves_on(m)),
            None => KeepPlace::root(&self.keep),
        };
        if self.hidden > 0 || self.keep.plies.is_some_and(|plies| place.ply > plies) {
            self.hidden += 1;
            if let Some(open) = self.open.last_mut() {
                *open.dropped.get_or_insert(0) += 1;
            }
            return;
        }
        let level = if self.rounds < self.levels.recent { self.levels.before } else { self.levels.now };
        let is_line = self.depth_of_lines > 0 || place.ply >= level || !place.is_wanted();
        self.open.push(OpenFold { place, is_line, dropped: None });
        if !is_line {
            code::write(&mut self.out, event);
            return;
        }
        if self.lines.len() == self.depth_of_lines {
            self.lines.push(FoldedLine::default());
        }
        self.lines[self.depth_of_lines].begin(m, how, event);
        self.depth_of_lines += 1;
    }

    fn leave(&mut self, score: Score, event: Event) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        let Some(OpenFold { is_line, dropped, .. }) = self.open.pop() else { return };
        if let Some(nodes) = dropped {
            self.say(Event::Dropped { nodes });
        }
        if !is_line {
            code::write(&mut self.out, event);
            return;
        }
        self.depth_of_lines -= 1;
        let (outer, inner) = self.lines.split_at_mut(self.depth_of_lines);
        let line = &mut inner[0];
        line.nodes += dropped.unwrap_or(0);
        let left = line.own.len();
        code::write(&mut line.own, event);
        match outer.last_mut() {
            Some(parent) => parent.gather(line, left, score),
            None if self.rounds < self.levels.gone && self.open.is_empty() => {
                line.write_entry(&mut self.out, left);
            }
            None => line.write(&mut self.out),
        }
    }

    /// The search calls the child it left last the best.
    fn confirm(&mut self, m: Move) {
        let (outer, inner) = self.lines.split_at_mut(self.depth_of_lines);
        if let (Some(line), Some(child)) = (outer.last_mut(), inner.first())
            && let Some((last, entry)) = line.last.clone()
            && last == Some(m)
        {
            line.is_confirmed = true;
            line.adopt(child, entry);
        }
    }

    /// Makes room if there is too little. No line is open, so that all there is stands in the bytes.
    fn shrink_to_room(&mut self) {
        let Some(room) = self.keep.room().filter(|&room| self.out.len() > room) else { return };
        let all = std::mem::take(&mut self.out);
        // Old rounds go first.
        self.levels.recent = self.rounds.saturating_sub(1);
        self.levels.before = self.levels.before.min(1);
        self.take_again(&all);
        while self.out.len() > room / 2 && self.lower(room / 4) {
            self.take_again(&all);
        }
    }

    /// Lowers a level, if one can be lowered.
    fn lower(&mut self, goal: usize) -> bool {
        let Levels { now, before, recent, gone } = &mut self.levels;
        if *now > 1 {
            *now = level_for(&self.out, goal).min(*now - 1).max(1);
        } else if *before > 0 {
            *before = 0;
        } else if *gone < *recent {
            *gone = *recent;
        } else if *now > 0 {
            *now = 0;
        } else {
            return false;
        }
        true
    }

    /// Takes all that was kept once more, with the levels as they are now.
    fn take_again(&mut self, all: &[u8]) {
        *self = Self::with_levels(std::mem::take(&mut self.keep), self.levels);
        self.replay(all);
    }

    fn replay(&mut self, bytes: &[u8]) {
        // What was written here reads without fail.
        for event in code::Events::new(bytes).map_while(Result::ok) {
            self.take(event);
        }
    }
}

impl FoldedLine {
    fn begin(&mut self, m: Option<Move>, how: How, event: Event) {
        self.own.clear();
        self.best.clear();
        code::write(&mut self.own, event);
        self.entered = self.own.len();
        self.best_entry = 0..0;
        self.is_confirmed = false;
        self.highest = None;
        self.last = None;
        self.m = m;
        self.counts = m.is_some() && how.tries();
        self.nodes = 1;
    }

    /// Takes an entry for a child that was left, and its line if it may be the best.
    fn gather(&mut self, child: &Self, left: usize, score: Score) {
        let start = self.own.len();
        child.write_entry(&mut self.own, left);
        let entry = start..self.own.len();
        self.nodes += child.nodes;
        let value = score.saturating_neg();
        if child.counts && !self.is_confirmed && self.highest.is_none_or(|highest| value > highest) {
            self.highest = Some(value);
            self.adopt(child, entry.clone());
        }
        self.last = Some((child.m, entry));
    }

    /// Keeps the line of a child in place of the one kept before.
    fn adopt(&mut self, child: &Self, entry: Range<usize>) {
        self.best.clear();
        child.write(&mut self.best);
        self.best_entry = entry;
    }

    /// The line, with that of its best child in its place.
    fn write(&self, out: &mut Vec<u8>) {
        let Range { start, end } = self.best_entry;
        out.extend_from_slice(&self.own[..start]);
        out.extend_from_slice(&self.best);
        out.extend_from_slice(&self.own[end..]);
    }

    /// Only that it was entered and left. `left` is where its last event begins.
    fn write_entry(&self, out: &mut Vec<u8>, left: usize) {
        out.extend_from_slice(&self.own[..self.entered]);
        if left > self.entered {
            code::write(out, Event::Dropped { nodes: self.nodes - 1 });
        }
        out.extend_from_slice(&self.own[left..]);
    }
}

/// The greatest ply such that all nodes before it take no more than so many bytes.
fn level_for(bytes: &[u8], goal: usize) -> u16 {
    let mut sizes: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut events = code::Events::new(bytes);
    let mut start = 0;
    while let Some(Ok(event)) = events.next() {
        if let Event::Enter { m, how, .. } = event {
            open.push(open.last().map_or(0, |ply| ply + usize::from(how.moves_on(m))));
        }
        let ply = open.last().copied().unwrap_or(0);
        if sizes.len() <= ply {
            sizes.resize(ply + 1, 0);
        }
        sizes[ply] += events.offset() - start;
        start = events.offset();
        if let Event::Leave { .. } = event {
            open.pop();
        }
    }
    let mut sum = 0;
    let fits = sizes.iter().take_while(|&&size| {
        sum += size;
        sum <= goal
    });
    fits.count() as u16
}

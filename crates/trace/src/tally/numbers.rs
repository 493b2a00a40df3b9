//! A tally in a file.

use kempelen_rules::Move;

use super::{MOST_PLIES, PlayoutTally, PlyTally, RoundTally, Tally};

/// As numbers in a file: each list with its length before it.
impl Tally {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = NumberWriter::default();
        out.put(self.plies.len() as u64);
        for ply in &self.plies {
            out.put(ply.nodes);
            out.put(ply.inner);
            out.list(&ply.left);
            out.list(&ply.skipped);
        }
        out.list(&self.ways);
        out.list(&self.table);
        out.list(&self.cutoffs);
        self.playouts.write(&mut out);
        out.put(self.events);
        out.put(self.rounds.len() as u64);
        for round in &self.rounds {
            out.put(round.depth.into());
            out.put(round.nodes);
            out.signed(round.window.0);
            out.signed(round.window.1);
            out.put(round.best.map_or(0, |m| m.bits().get().into()));
            out.put(round.score.is_some().into());
            out.signed(round.score.unwrap_or(0));
        }
        out.0
    }

    /// Reads what [`bytes`](Self::bytes) wrote. Lists may be shorter than ours, from a time when there were fewer reasons.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut input = NumberReader(bytes);
        let mut tally = Self::default();
        for _ in 0..input.length(MOST_PLIES + 1)? {
            let mut ply = PlyTally { nodes: input.number()?, inner: input.number()?, ..PlyTally::default() };
            input.list(&mut ply.left)?;
            input.list(&mut ply.skipped)?;
            tally.plies.push(ply);
        }
        input.list(&mut tally.ways)?;
        input.list(&mut tally.table)?;
        input.list(&mut tally.cutoffs)?;
        tally.playouts = PlayoutTally::read(&mut input)?;
        tally.events = input.number()?;
        for _ in 0..input.length(1 << 20)? {
            let depth = u8::try_from(input.number()?).ok()?;
            let nodes = input.number()?;
            let window = (input.signed()?, input.signed()?);
            let best = Move::from_bits(u16::try_from(input.number()?).ok()?);
            let is_scored = input.number()? != 0;
            let score = Some(input.signed()?).filter(|_| is_scored);
            tally.rounds.push(RoundTally { depth, nodes, window, best, score });
        }
        Some(tally)
    }
}

#[derive(Default)]
pub(super) struct NumberWriter(Vec<u8>);

impl NumberWriter {
    pub(super) fn put(&mut self, mut number: u64) {
        while number > 0x7F {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(super) fn signed(&mut self, number: i32) {
        self.put(u64::from(number as u32));
    }

    pub(super) fn list(&mut self, numbers: &[u64]) {
        self.put(numbers.len() as u64);
        for &number in numbers {
            self.put(number);
        }
    }
}

pub(super) struct NumberReader<'a>(&'a [u8]);

impl NumberReader<'_> {
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn signed(&mut self) -> Option<i32> {
        u32::try_from(self.number()?).ok().map(|number| number as i32)
    }

    pub(super) fn mv(&mut self) -> Option<Move> {
        Move::from_bits(u16::try_from(self.number()?).ok()?)
    }

    pub(super) fn length(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|&len| len <= most)
    }

    /// Fills a list from its beginning and says how many numbers there were.
    pub(super) fn list(&mut self, numbers: &mut [u64]) -> Option<usize> {
        let len = self.length(numbers.len())?;
        for number in &mut numbers[..len] {
            *number = self.number()?;
        }
        Some(len)
    }
}

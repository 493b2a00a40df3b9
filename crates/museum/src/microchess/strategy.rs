//! The value of a candidate: a sum in three stages, kept in parts that can be shown.
//!
//! The sum is made by an 8-bit adder whose carry runs on from one term into the next. Stage 1 is halved, joins stage 2,
//! is halved again and joins stage 3, so a term of stage 1 weighs a quarter and a term of stage 2 a half. Sums beyond
//! 255 or below 0 wrap around (only stage 1 is held at 0 from below), which now and then turns the capture of a queen
//! into a very bad move. All that is part of how Microchess plays.

use super::counts::{Counters, MicrochessTally};

/// The number of terms in the sum, constants included.
pub const TERMS: usize = 28;

/// The value of a move for which nothing at all is counted: what the constants of the three stages add up to.
pub const QUIET: u8 = 0x80 / 4 + 0x40 / 2 + 0x90;

/// A candidate move as STRATGY sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrategyMove {
    /// The slot of the man.
    pub slot: u8,
    /// The square byte it comes from.
    pub from: u8,
    /// The square byte it goes to.
    pub to: u8,
}

/// Whether a term is added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Added.
    Plus,
    /// Taken away.
    Minus,
}

/// One addition or subtraction of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The stage it belongs to: 1, 2 or 3.
    pub stage: u8,
    /// The program's name of the counter, or `constant`.
    pub name: &'static str,
    /// Added or taken away.
    pub sign: Sign,
    /// The counter's value.
    pub amount: u8,
    /// One more (or, in a subtraction, one less) through a carry or borrow left by the term before.
    pub carried: bool,
    /// The accumulator afterwards.
    pub sum: u8,
    /// Whether the accumulator passed 255 or 0 in this term.
    pub wrapped: bool,
}

impl Term {
    /// What the term means for the value, in quarters of a point, before anything is rounded or wrapped.
    pub fn quarters(&self) -> i32 {
        let weight = match self.stage {
            1 => 1,
            2 => 2,
            _ => 4,
        };
        match self.sign {
            Sign::Plus => i32::from(self.amount) * weight,
            Sign::Minus => -i32::from(self.amount) * weight,
        }
    }
}

/// Why a move is given two extra points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// It goes to one of the four squares 33, 34, 22 and 25, which are the centre and the natural squares of the knights.
    GoodSquare,
    /// A man other than the king leaves its first rank.
    Development,
}

/// What finally decides the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The sum stands.
    Sum,
    /// The player could take the king: the value is 0.
    KingHangs,
    /// The player has no move and the computer nothing to capture next: the value is FF. It is meant for mate, and
    /// stalemate passes for it too.
    Mate,
}

/// STRATGY and CKMATE: the value of one candidate with everything that went into it.
///
/// ```
/// use kempelen_museum::microchess::{StrategyMove, Counters, Strategy, Tables, MicrochessTally};
///
/// let pawn_to_king_four = StrategyMove { slot: 15, from: 0x13, to: 0x33 };
/// let quiet = Strategy::of(&MicrochessTally::default(), &Counters::default(), pawn_to_king_four, &Tables::ORIGINAL);
/// // 80/4 + 40/2 + 90, and 2 for the good square.
/// assert_eq!(quiet.raw, 0x20 + 0x20 + 0x90 + 2);
/// // The player has no move at all, so this passes for mate.
/// assert_eq!(quiet.value, 0xFF);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The terms in the order of the program.
    pub terms: [Term; TERMS],
    /// The result of each stage, the first two after halving.
    pub stages: [u8; 3],
    /// Whether stage 1 fell below 0 in its last term and was held there.
    pub clamped: bool,
    /// The two extra points.
    pub bonus: Option<Bonus>,
    /// The sum with its bonus.
    pub raw: u8,
    /// Whether the sum stands.
    pub ruling: Ruling,
    /// The value by which candidates are compared.
    pub value: u8,
}

impl Strategy {
    /// STRATGY: weighs `choice` by its counters and by the tally taken before it.
    pub fn of(
        prior: &MicrochessTally,
        counters: &Counters,
        choice: StrategyMove,
        tables: &super::Tables,
    ) -> Self {
        let Counters { wcap0, bcap0, wcap1, bcap1, wcap2, bcap2, reply: b, continuation: w } = *counters;
        let mut sum = Adder::new();

        sum.add(1, "constant", 0x80);
        sum.add(1, "WMOB", w.mobility);
        sum.add(1, "WMAXC", w.best_capture);
        sum.add(1, "WCC", w.capture_sum);
        sum.add(1, "WCAP1", wcap1);
        sum.add(1, "WCAP2", wcap2);
        sum.carry = true;
        sum.subtract(1, "PMAXC", prior.best_capture);
        sum.subtract(1, "PCC", prior.capture_sum);
        sum.subtract(1, "BCAP0", bcap0);
        sum.subtract(1, "BCAP1", bcap1);
        sum.subtract(1, "BCAP2", bcap2);
        sum.subtract(1, "PMOB", prior.mobility);
        sum.subtract(1, "BMOB", b.mobility);
        // Only the very last borrow is looked at; an earlier one has come and gone.
        let clamped = !sum.carry;
        if clamped {
            sum.accumulator = 0;
        }
        let stage1 = sum.halve();

        sum.carry = false;
        sum.add(2, "constant", 0x40);
        sum.add(2, "WMAXC", w.best_capture);
        sum.add(2, "WCC", w.capture_sum);
        sum.carry = true;
        sum.subtract(2, "BMAXC", b.best_capture);
        let stage2 = sum.halve();

        sum.carry = false;
        sum.add(3, "constant", 0x90);
        for _ in 0..4 {
            sum.add(3, "WCAP0", wcap0);
        }
        sum.add(3, "WCAP1", wcap1);
        sum.carry = true;
        sum.subtract(3, "BMAXC", b.best_capture);
        sum.subtract(3, "BMAXC", b.best_capture);
        sum.subtract(3, "BCC", b.capture_sum);
        sum.subtract(3, "BCC", b.capture_sum);
        sum.subtract(3, "BCAP1", bcap1);
        let stage3 = sum.accumulator;

        let bonus = bonus_for(choice);
        let raw = if bonus.is_some() { stage3.wrapping_add(2) } else { stage3 };
        let ruling = rule(counters, tables);
        let value = match ruling {
            Ruling::Sum => raw,
            Ruling::KingHangs => 0x00,
            Ruling::Mate => 0xFF,
        };
        Self { terms: sum.terms, stages: [stage1, stage2, stage3], clamped, bonus, raw, ruling, value }
    }

    /// The terms of one stage, 1, 2 or 3.
    pub fn stage(&self, stage: u8) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(move |term| term.stage == stage)
    }

    /// What the sum would be in exact arithmetic, bonus included, in quarters of a point. It differs from four times
    /// [`Strategy::raw`] by what the halvings drop and by every carry and wrap.
    pub fn exact_quarters(&self) -> i32 {
        let bonus = if self.bonus.is_some() { 8 } else { 0 };
        self.terms.iter().map(Term::quarters).sum::<i32>() + bonus
    }
}

/// The good squares count for the king too; the first rank is asked about only when the square is none of those.
fn bonus_for(choice: StrategyMove) -> Option<Bonus> {
    if matches!(choice.to, 0x33 | 0x34 | 0x22 | 0x25) {
        Some(Bonus::GoodSquare)
    } else if choice.slot != 0 && choice.from < 0x10 {
        Some(Bonus::Development)
    } else {
        None
    }
}

/// CKMATE: a king that could be taken, or a player without a move, overrides the sum.
fn rule(counters: &Counters, tables: &super::Tables) -> Ruling {
    if counters.reply.best_capture == tables.points[0] {
        Ruling::KingHangs
    } else if counters.reply.mobility == 0 && counters.continuation.best_victim == 0 {
        Ruling::Mate
    } else {
        Ruling::Sum
    }
}

/// The accumulator and carry of the 6502, writing down what it does.
struct Adder {
    accumulator: u8,
    carry: bool,
    terms: [Term; TERMS],
    written: usize,
}

impl Adder {
    fn new() -> Self {
        let blank =
            Term { stage: 0, name: "", sign: Sign::Plus, amount: 0, carried: false, sum: 0, wrapped: false };
        Self { accumulator: 0, carry: false, terms: [blank; TERMS], written: 0 }
    }

    /// ADC: a set carry adds one more.
    fn add(&mut self, stage: u8, name: &'static str, amount: u8) {
        let carried = self.carry;
        let total = u16::from(self.accumulator) + u16::from(amount) + u16::from(carried);
        self.accumulator = total as u8;
        self.carry = total > 0xFF;
        self.write(Term {
            stage,
            name,
            sign: Sign::Plus,
            amount,
            carried,
            sum: self.accumulator,
            wrapped: self.carry,
        });
    }

    /// SBC: a clear carry, the borrow, takes one more away.
    fn subtract(&mut self, stage: u8, name: &'static str, amount: u8) {
        let carried = !self.carry;
        let total = i16::from(self.accumulator) - i16::from(amount) - i16::from(carried);
        self.accumulator = total as u8;
        self.carry = total >= 0;
        self.write(Term {
            stage,
            name,
            sign: Sign::Minus,
            amount,
            carried,
            sum: self.accumulator,
            wrapped: !self.carry,
        });
    }

    /// LSR: half of it, rounded down.
    fn halve(&mut self) -> u8 {
        self.accumulator >>= 1;
        self.accumulator
    }

    fn write(&mut self, term: Term) {
        self.terms[self.written] = term;
        self.written += 1;
    }
}

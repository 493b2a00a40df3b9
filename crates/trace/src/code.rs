//! Events as bytes: a tag that carries what fits into it, then the rest as short as it goes.
//!
//! Numbers are little-endian base 128 with the high bit for "more follows"; signed ones are folded first, so that small
//! ones are short whatever their sign (zigzag). A window of no width is a flag and one number. No event takes more than
//! [`LONGEST`] bytes.
//!
//! | tag | event | what follows it |
//! |---|---|---|
//! | `00hhhhnm` | [`Enter`](Event::Enter) in way `h`; `n`: the window has no width; `m`: there is a move | move, depth, alpha, beta |
//! | `010wwwww` | [`Leave`](Event::Leave) for reason `w` | score |
//! | `011wwwww` | [`Skip`](Event::Skip) for reason `w` | move |
//! | `80` | [`Iteration`](Event::Iteration) | depth, in a byte |
//! | `81` | [`Static`](Event::Static) | score |
//! | `82` | [`Best`](Event::Best) | move, score |
//! | `83` | [`Dropped`](Event::Dropped) | nodes |
//! | `10001bbm` | [`Table`](Event::Table) with bound `b`; `m`: there is a move | move, score, depth |
//! | `90` | [`Playout`](Event::Playout) | number |
//! | `91`, `92` | [`Weigh`](Event::Weigh), [`Select`](Event::Select) | move, visits, prior, value, bonus |
//! | `93` | [`Expand`](Event::Expand) | value |
//! | `94` | [`Prior`](Event::Prior) | move, prior |
//! | `101wwwww` | [`Backup`](Event::Backup) for reason `w` | value |
//!
//! Reasons from 31 to 255 stand in a byte of their own behind the tag, whose `w` is 31 then. Moves are two bytes. Tags from
//! `c0` on are free, enough for sixteen more ways.
//!
//! ```
//! use kempelen_trace::{Event, Why, code};
//!
//! let mut bytes = Vec::new();
//! code::write(&mut bytes, Event::Leave { score: -3, why: Why::Horizon });
//! assert_eq!(bytes, [0x40 | 9, 5]);
//! assert_eq!(code::read(&bytes), Ok((Event::Leave { score: -3, why: Why::Horizon }, 2)));
//! ```

use std::fmt;

use kempelen_rules::Move;

use crate::{Bound, Event, Fixed, How, Promise, Why};

/// The most bytes an event takes.
pub const LONGEST: usize = 16;

/// Tags. Those with a range carry a reason, a way or flags in their low bits.
mod tag {
    /// `00hhhhnm`: the way, whether the window has no width, whether there is a move.
    pub(super) const ENTER: u8 = 0x00;
    pub(super) const LEAVE: u8 = 0x40;
    pub(super) const SKIP: u8 = 0x60;
    pub(super) const ITERATION: u8 = 0x80;
    pub(super) const STATIC: u8 = 0x81;
    pub(super) const BEST: u8 = 0x82;
    pub(super) const DROPPED: u8 = 0x83;
    /// `10001bbm`: the bound, whether there is a move.
    pub(super) const TABLE: u8 = 0x88;
    pub(super) const PLAYOUT: u8 = 0x90;
    pub(super) const WEIGH: u8 = 0x91;
    pub(super) const SELECT: u8 = 0x92;
    pub(super) const EXPAND: u8 = 0x93;
    pub(super) const PRIOR: u8 = 0x94;
    pub(super) const BACKUP: u8 = 0xA0;
    /// In the place of a reason: it stands in the next byte. So those with lesser numbers need none.
    pub(super) const NEXT_BYTE: u8 = 31;
}

const _: () = assert!(How::ALL.len() <= 16);

/// The bits of a way in the tag of [`Enter`](Event::Enter).
pub(crate) const WAY: u8 = 0x3C;

/// A way in the tag of [`Enter`](Event::Enter).
#[inline]
pub(crate) const fn way(how: How) -> u8 {
    (how as u8) << 2
}

/// Why bytes are no event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeError {
    /// The bytes end in the middle of an event.
    Cut,
    /// No event begins with this byte.
    Tag(u8),
    /// There is no reason of this number.
    Reason(u8),
    /// A number does not fit where it stands.
    Number,
    /// Two bytes stand for no move.
    NoMove(u16),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => f.write_str("an event is cut off"),
            Self::Tag(tag) => write!(f, "no event begins with byte {tag:#04x}"),
            Self::Reason(number) => write!(f, "this program does not know reason {number}"),
            Self::Number => f.write_str("a number is out of range"),
            Self::NoMove(bits) => write!(f, "{bits:#06x} is not a move"),
        }
    }
}

impl std::error::Error for CodeError {}

/// Appends an event to bytes.
#[inline]
pub fn write(out: &mut Vec<u8>, event: Event) {
    let mut pen = Pen { bytes: [0; LONGEST], len: 0 };
    pen.event(event);
    out.extend_from_slice(&pen.bytes[..pen.len]);
}

/// Reads the event that bytes begin with, and says how many it took.
///
/// # Errors
/// When they begin with no event, or end in the middle of it.
#[inline]
pub fn read(bytes: &[u8]) -> Result<(Event, usize), CodeError> {
    let mut eye = Eye { bytes, at: 0 };
    let event = eye.event()?;
    Ok((event, eye.at))
}

/// The events of bytes, one after the other. An error is the last item.
///
/// ```
/// use kempelen_trace::code::{self, CodeError, Events};
/// use kempelen_trace::{Event, Why};
///
/// let mut bytes = Vec::new();
/// code::write(&mut bytes, Event::Static { score: 12 });
/// code::write(&mut bytes, Event::Leave { score: 300, why: Why::StandPat });
/// bytes.pop();
///
/// let mut events = Events::new(&bytes);
/// assert_eq!(events.next(), Some(Ok(Event::Static { score: 12 })));
/// assert_eq!(events.next(), Some(Err(CodeError::Cut)));
/// assert_eq!(events.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Events<'a> {
    bytes: &'a [u8],
    at: usize,
    broken: bool,
}

impl<'a> Events<'a> {
    /// The events that these bytes hold.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, broken: false }
    }

    /// Where the next event begins.
    pub fn offset(&self) -> usize {
        self.at
    }
}

impl Iterator for Events<'_> {
    type Item = Result<Event, CodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.broken || self.at == self.bytes.len() {
            return None;
        }
        match read(&self.bytes[self.at..]) {
            Ok((event, len)) => {
                self.at += len;
                Some(Ok(event))
            }
            Err(error) => {
                self.broken = true;
                Some(Err(error))
            }
        }
    }
}

/// Writes into a small buffer, so that the growing one is asked for room once an event.
struct Pen {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Pen {
    #[inline]
    fn event(&mut self, event: Event) {
        match event {
            Event::Enter { m, how, depth, alpha, beta } => {
                let no_width = alpha.checked_add(1) == Some(beta);
                let flags = way(how) | u8::from(no_width) << 1 | u8::from(m.is_some());
                self.byte(tag::ENTER | flags);
                self.maybe(m);
                self.signed(depth.into());
                self.signed(alpha);
                if !no_width {
                    self.signed(beta);
                }
            }
            Event::Leave { score, why } => {
                self.reason(tag::LEAVE, why as u8);
                self.signed(score);
            }
            Event::Skip { m, why } => {
                self.reason(tag::SKIP, why as u8);
                self.mv(m);
            }
            Event::Static { score } => {
                self.byte(tag::STATIC);
                self.signed(score);
            }
            Event::Best { m, score } => {
                self.byte(tag::BEST);
                self.mv(m);
                self.signed(score);
            }
            Event::Table { score, bound, depth, m } => {
                self.byte(tag::TABLE | (bound as u8) << 1 | u8::from(m.is_some()));
                self.maybe(m);
                self.signed(score);
                self.signed(depth.into());
            }
            Event::Iteration { depth } => {
                self.byte(tag::ITERATION);
                self.byte(depth);
            }
            Event::Dropped { nodes } => {
                self.byte(tag::DROPPED);
                self.number(nodes.min(i64::MAX as u64));
            }
            Event::Playout { number } => {
                self.byte(tag::PLAYOUT);
                self.number(number.into());
            }
            Event::Weigh(promise) => self.promise(tag::WEIGH, promise),
            Event::Select(promise) => self.promise(tag::SELECT, promise),
            Event::Expand { value } => {
                self.byte(tag::EXPAND);
                self.fixed(value);
            }
            Event::Prior { m, prior } => {
                self.byte(tag::PRIOR);
                self.mv(m);
                self.share(prior);
            }
            Event::Backup { value, why } => {
                self.reason(tag::BACKUP, why as u8);
                self.fixed(value);
            }
        }
    }

    #[inline]
    fn promise(&mut self, tag: u8, promise: Promise) {
        self.byte(tag);
        self.mv(promise.m);
        self.number(promise.visits.into());
        self.share(promise.prior);
        self.fixed(promise.value);
        self.fixed(promise.bonus);
    }

    /// A tag with the number of a reason in it or, where that is too great, behind it.
    #[inline]
    fn reason(&mut self, tag: u8, number: u8) {
        if number < tag::NEXT_BYTE {
            self.byte(tag | number);
        } else {
            self.byte(tag | tag::NEXT_BYTE);
            self.byte(number);
        }
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    #[inline]
    fn number(&mut self, mut number: u64) {
        while number > 0x7F {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    #[inline]
    fn signed(&mut self, number: i32) {
        self.number(u64::from(zigzag(number)));
    }

    #[inline]
    fn mv(&mut self, m: Move) {
        let [low, high] = m.bits().get().to_le_bytes();
        self.byte(low);
        self.byte(high);
    }

    #[inline]
    fn maybe(&mut self, m: Option<Move>) {
        if let Some(m) = m {
            self.mv(m);
        }
    }

    /// A number that is kept within [`Fixed::MOST`].
    #[inline]
    fn fixed(&mut self, fixed: Fixed) {
        self.signed(fixed.0.clamp(-Fixed::MOST.0, Fixed::MOST.0));
    }

    /// A prior: never below zero and never much above one.
    #[inline]
    fn share(&mut self, share: Fixed) {
        self.number(share.0.clamp(0, Fixed::ONE.0) as u64);
    }
}

struct Eye<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Eye<'_> {
    #[inline]
    fn event(&mut self) -> Result<Event, CodeError> {
        let tag = self.byte()?;
        Ok(match tag {
            0x00..=0x3F => {
                let how = How::from_index(tag >> 2).ok_or(CodeError::Tag(tag))?;
                let m = self.maybe(tag & 1 != 0)?;
                let depth = self.depth()?;
                let alpha = self.signed()?;
                let beta = if tag & 2 != 0 {
                    alpha.checked_add(1).ok_or(CodeError::Number)?
                } else {
                    self.signed()?
                };
                Event::Enter { m, how, depth, alpha, beta }
            }
            0x40..=0x5F => Event::Leave { why: self.why(tag)?, score: self.signed()? },
            0x60..=0x7F => Event::Skip { why: self.why(tag)?, m: self.mv()? },
            tag::ITERATION => Event::Iteration { depth: self.byte()? },
            tag::STATIC => Event::Static { score: self.signed()? },
            tag::BEST => Event::Best { m: self.mv()?, score: self.signed()? },
            tag::DROPPED => Event::Dropped { nodes: self.number()? },
            0x88..=0x8D => {
                let bound = [Bound::Exact, Bound::Lower, Bound::Upper][usize::from(tag >> 1 & 3)];
                let m = self.maybe(tag & 1 != 0)?;
                Event::Table { m, bound, score: self.signed()?, depth: self.depth()? }
            }
            tag::PLAYOUT => Event::Playout { number: self.small()? },
            tag::WEIGH => Event::Weigh(self.promise()?),
            tag::SELECT => Event::Select(self.promise()?),
            tag::EXPAND => Event::Expand { value: self.fixed()? },
            tag::PRIOR => Event::Prior { m: self.mv()?, prior: self.share()? },
            0xA0..=0xBF => Event::Backup { why: self.why(tag)?, value: self.fixed()? },
            _ => return Err(CodeError::Tag(tag)),
        })
    }

    fn promise(&mut self) -> Result<Promise, CodeError> {
        Ok(Promise {
            m: self.mv()?,
            visits: self.small()?,
            prior: self.share()?,
            value: self.fixed()?,
            bonus: self.fixed()?,
        })
    }

    #[inline]
    fn why(&mut self, tag: u8) -> Result<Why, CodeError> {
        let number = self.reason(tag)?;
        Why::from_index(number).ok_or(CodeError::Reason(number))
    }

    /// The number of a reason, from its tag or from behind it.
    #[inline]
    fn reason(&mut self, tag: u8) -> Result<u8, CodeError> {
        match tag & tag::NEXT_BYTE {
            tag::NEXT_BYTE => self.byte(),
            number => Ok(number),
        }
    }

    #[inline]
    fn byte(&mut self) -> Result<u8, CodeError> {
        let byte = *self.bytes.get(self.at).ok_or(CodeError::Cut)?;
        self.at += 1;
        Ok(byte)
    }

    #[inline]
    fn number(&mut self) -> Result<u64, CodeError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(CodeError::Number)
    }

    #[inline]
    fn small(&mut self) -> Result<u32, CodeError> {
        u32::try_from(self.number()?).map_err(|_| CodeError::Number)
    }

    #[inline]
    fn signed(&mut self) -> Result<i32, CodeError> {
        self.small().map(unzigzag)
    }

    #[inline]
    fn depth(&mut self) -> Result<i16, CodeError> {
        i16::try_from(self.signed()?).map_err(|_| CodeError::Number)
    }

    #[inline]
    fn mv(&mut self) -> Result<Move, CodeError> {
        let bits = u16::from_le_bytes([self.byte()?, self.byte()?]);
        Move::from_bits(bits).ok_or(CodeError::NoMove(bits))
    }

    #[inline]
    fn maybe(&mut self, there: bool) -> Result<Option<Move>, CodeError> {
        if there { self.mv().map(Some) } else { Ok(None) }
    }

    fn fixed(&mut self) -> Result<Fixed, CodeError> {
        let fixed = Fixed(self.signed()?);
        if fixed.0.unsigned_abs() <= Fixed::MOST.0 as u32 { Ok(fixed) } else { Err(CodeError::Number) }
    }

    fn share(&mut self) -> Result<Fixed, CodeError> {
        let share = self.number()?;
        if share <= Fixed::ONE.0 as u64 { Ok(Fixed(share as i32)) } else { Err(CodeError::Number) }
    }
}

/// 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
#[inline]
fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

#[inline]
fn unzigzag(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_256_reasons() {
        for tag in [tag::LEAVE, tag::SKIP, tag::BACKUP] {
            for number in 0..=u8::MAX {
                let mut pen = Pen { bytes: [0; LONGEST], len: 0 };
                pen.reason(tag, number);
                assert_eq!(pen.len, if number < 31 { 1 } else { 2 });
                assert_eq!(pen.bytes[0] & !31, tag, "the kind of event is told as ever");
                let mut eye = Eye { bytes: &pen.bytes[1..pen.len], at: 0 };
                assert_eq!(eye.reason(pen.bytes[0]), Ok(number));
            }
        }
    }

    #[test]
    fn a_reason_of_a_later_program_is_named() {
        assert_eq!(read(&[tag::LEAVE | 31, 200, 0]), Err(CodeError::Reason(200)));
        assert_eq!(read(&[tag::LEAVE | 31]), Err(CodeError::Cut));
        assert_eq!(CodeError::Reason(200).to_string(), "this program does not know reason 200");
    }
}

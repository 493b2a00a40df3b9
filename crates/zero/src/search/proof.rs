/// What is certain of a position, for the side to move in it.
///
/// A tree keeps the way by which a position was reached, so that draws by repetition and by the clock are as certain as
/// mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It mates, in so many half-moves from here.
    Win(u16),
    /// Nobody wins.
    Draw,
    /// It is mated, in so many half-moves from here; 0 is mated already.
    Loss(u16),
}

impl Proof {
    /// What the position is worth.
    #[inline]
    pub fn value(self) -> f32 {
        match self {
            Self::Win(_) => 1.0,
            Self::Draw => 0.0,
            Self::Loss(_) => -1.0,
        }
    }

    /// What follows for the side that can move to a position from what is certain there.
    fn one_earlier(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies.saturating_add(1)),
        }
    }

    /// How much a side likes it: quick wins first, then slow ones, draws, slow losses, quick losses.
    fn preference(self) -> i32 {
        match self {
            Self::Win(plies) => 0x20000 - i32::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i32::from(plies) - 0x20000,
        }
    }

    /// What is certain of a position, given what is certain of those after its moves. One that loses for the opponent is
    /// enough; otherwise all must be known.
    pub(crate) fn of_moves(after: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let mut best: Option<Self> = None;
        let mut all_known = true;
        for proof in after {
            match proof.map(Self::one_earlier) {
                None => all_known = false,
                Some(mine) if best.is_none_or(|best| mine.preference() > best.preference()) => {
                    best = Some(mine);
                }
                Some(_) => {}
            }
        }
        best.filter(|best| all_known || matches!(best, Self::Win(_)))
    }

    /// Two bytes in a node.
    #[inline]
    pub(super) fn pack(self) -> i16 {
        const MOST: u16 = 0x7FFE;
        match self {
            Self::Win(plies) => 1 + plies.min(MOST) as i16,
            Self::Draw => i16::MIN,
            Self::Loss(plies) => -1 - plies.min(MOST) as i16,
        }
    }

    /// The proof in the two bytes, if any; zero is none.
    #[inline]
    pub(super) fn unpack(packed: i16) -> Option<Self> {
        match packed {
            0 => None,
            i16::MIN => Some(Self::Draw),
            1.. => Some(Self::Win(packed as u16 - 1)),
            _ => Some(Self::Loss((-1 - packed) as u16)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Proof::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn two_bytes_hold_any_proof() {
        for proof in [Win(1), Win(3), Win(0x7FFE), Draw, Loss(0), Loss(2), Loss(0x7FFE)] {
            assert_eq!(Proof::unpack(proof.pack()), Some(proof));
        }
        assert_eq!(Proof::unpack(0), None);
    }

    #[test]
    fn a_position_is_as_good_as_its_best_move() {
        let of = |after: &[Option<Proof>]| Proof::of_moves(after.iter().copied());
        assert_eq!(
            of(&[None, Some(Loss(2)), Some(Loss(0)), Some(Win(1))]),
            Some(Win(1)),
            "the quickest mate"
        );
        assert_eq!(of(&[Some(Win(1)), None]), None, "the other move may be better");
        assert_eq!(of(&[Some(Win(1)), Some(Draw)]), Some(Draw));
        assert_eq!(of(&[Some(Win(1)), Some(Win(5)), Some(Win(3))]), Some(Loss(6)), "the longest defence");
        assert_eq!(of(&[Some(Draw), None]), None);
        assert_eq!(of(&[]), None);
    }
}

use crate::Role;

/// What runs towards a draw.
///
/// In chess `plies` counts half-moves since the last capture or pawn move, and there is no limit. In makruk a
/// `limit` above zero means that a count is on, and `plies` is that count; before, `plies` is as in chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DrawCount {
    /// Half-moves counted.
    pub plies: u16,
    /// The half-moves after which the game is drawn, or 0 where none is counted.
    pub limit: u16,
}

impl DrawCount {
    /// The count as people say it, in whole moves: how many have been counted, and of how many. `None` where no
    /// count is on.
    ///
    /// ```
    /// # use kempelen_rules::variant::DrawCount;
    /// assert_eq!(DrawCount { plies: 8, limit: 88 }.spoken(), Some((4, 44)));
    /// assert_eq!(DrawCount { plies: 7, limit: 0 }.spoken(), None);
    /// ```
    pub fn spoken(self) -> Option<(u16, u16)> {
        (self.limit > 0).then_some((self.plies.div_ceil(2), self.limit / 2))
    }

    /// The count one half-move on, or from the beginning after a capture or a pawn's move: what chess counts, and
    /// makruk before a limit is set.
    #[inline]
    #[must_use]
    pub(crate) fn since_last_change(self, played: Played) -> Self {
        Self { plies: if played.is_zeroing() { 0 } else { self.plies.saturating_add(1) }, limit: 0 }
    }
}

/// What a draw count needs to know of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// What moved, before any promotion.
    pub role: Role,
    /// What was captured.
    pub captured: Option<Role>,
    /// Whether a pawn promoted.
    pub promoted: bool,
}

impl Played {
    /// Whether the position before cannot come back: a pawn moved, or a man was taken.
    #[inline]
    pub fn is_zeroing(self) -> bool {
        self.role == Role::Pawn || self.captured.is_some()
    }
}

/// Which draws count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// Those a player may claim, as programs do for each other.
    Claimed,
    /// Those that end the game even if nobody asks.
    Automatic,
}

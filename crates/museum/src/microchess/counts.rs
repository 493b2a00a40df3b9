//! The counters that the machine fills while it generates moves.

/// What one side could do: how many moves, and what they would capture. The program keeps four such sets and picks one
/// by STATE: P before the move, B for the player's replies, W for the computer's continuation (and one more whose only
/// use is WCAP0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MicrochessTally {
    /// MOB: the number of moves; each move of the queen counts twice.
    pub mobility: u8,
    /// MAXC: the worth of the best man that could be captured.
    pub best_capture: u8,
    /// CC: the worth of all possible captures added up, modulo 256. A man attacked twice counts twice.
    pub capture_sum: u8,
    /// MAXP: the slot of that best man; of equal ones the last found. Slot 0 stands for the king *and* for nothing.
    pub best_victim: u8,
}

impl MicrochessTally {
    /// COUNTS: enters one move of man `slot` that captures man `.0` worth `.1`, if any. Says whether that man is now the
    /// best to capture.
    #[inline]
    pub(super) fn count(&mut self, slot: u8, victim: Option<(u8, u8)>) -> bool {
        self.mobility = self.mobility.wrapping_add(if slot == 1 { 2 } else { 1 });
        let Some((victim, worth)) = victim else { return false };
        self.capture_sum = self.capture_sum.wrapping_add(worth);
        let raised = worth >= self.best_capture;
        if raised {
            self.best_capture = worth;
            self.best_victim = victim;
        }
        raised
    }
}

/// All that is counted for one candidate move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// WCAP0: the worth of the man that the candidate itself captures.
    pub wcap0: u8,
    /// BCAP0: the best man (no king, no pawn) that the player's reply captures.
    pub bcap0: u8,
    /// WCAP1: the best man that the computer captures next in an exchange.
    pub wcap1: u8,
    /// BCAP1: the best man of the player's second capture.
    pub bcap1: u8,
    /// WCAP2: the best man of the computer's second capture.
    pub wcap2: u8,
    /// BCAP2: the best man of the player's third capture.
    pub bcap2: u8,
    /// The B set: the player's replies.
    pub reply: MicrochessTally,
    /// The W set: the computer's next moves, as if the player passed.
    pub continuation: MicrochessTally,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queen_counts_twice_and_the_later_of_equal_victims_stays() {
        let mut tally = MicrochessTally::default();
        assert!(!tally.count(1, None));
        assert!(tally.count(0, Some((3, 6))));
        assert!(tally.count(15, Some((2, 6))));
        assert!(!tally.count(15, Some((9, 2))));
        assert_eq!(tally, MicrochessTally { mobility: 5, best_capture: 6, capture_sum: 14, best_victim: 2 });
    }

    #[test]
    fn the_capture_sum_wraps() {
        let mut tally = MicrochessTally { capture_sum: 250, ..MicrochessTally::default() };
        assert!(tally.count(2, Some((0, 11))));
        assert_eq!((tally.capture_sum, tally.best_capture, tally.best_victim), (5, 11, 0));
    }
}

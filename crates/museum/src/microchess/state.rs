//! What the machine is doing while it generates moves: the byte STATE of the program.

use std::fmt;

/// The purpose of one run of the move generator. JANUS, the two-faced gatekeeper of the program, decides by it what
/// becomes of each generated move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JanusState {
    /// 0C: the mobility and captures of the present position, before any move.
    Prior,
    /// 04: the computer's candidates.
    Root,
    /// 00: the player's replies to a candidate.
    Reply,
    /// 08: what the computer could do next if the player passed.
    Continuation,
    /// FF, FE, FD or FC: the second to fifth capture of an exchange.
    Exchange(Chain),
    /// F9: whether a king could be taken.
    CheckTest,
}

/// How far an exchange has been followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chain {
    /// FF: the computer's first capture after the reply, counted in WCAP1.
    Second,
    /// FE: the player's second, counted in BCAP1.
    Third,
    /// FD: the computer's second, counted in WCAP2.
    Fourth,
    /// FC: the player's third, counted in BCAP2.
    Fifth,
}

impl JanusState {
    /// The byte the program keeps in STATE.
    pub const fn code(self) -> u8 {
        match self {
            Self::Prior => 0x0C,
            Self::Continuation => 0x08,
            Self::Root => 0x04,
            Self::Reply => 0x00,
            Self::Exchange(Chain::Second) => 0xFF,
            Self::Exchange(Chain::Third) => 0xFE,
            Self::Exchange(Chain::Fourth) => 0xFD,
            Self::Exchange(Chain::Fifth) => 0xFC,
            Self::CheckTest => 0xF9,
        }
    }

    /// The state in which an exchange goes on after a capture made in this one, if the program knows any.
    pub(super) const fn next_capture(self) -> Option<Self> {
        match self {
            Self::Reply => Some(Self::Exchange(Chain::Second)),
            Self::Exchange(Chain::Second) => Some(Self::Exchange(Chain::Third)),
            Self::Exchange(Chain::Third) => Some(Self::Exchange(Chain::Fourth)),
            Self::Exchange(Chain::Fourth) => Some(Self::Exchange(Chain::Fifth)),
            _ => None,
        }
    }
}

impl fmt::Display for JanusState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X}", self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_counts_its_state_down() {
        let mut codes = vec![JanusState::Reply.code()];
        let mut state = JanusState::Reply;
        while let Some(next) = state.next_capture() {
            assert_eq!(next.code(), state.code().wrapping_sub(1));
            codes.push(next.code());
            state = next;
        }
        assert_eq!(codes, [0x00, 0xFF, 0xFE, 0xFD, 0xFC]);
        assert_eq!(JanusState::CheckTest.to_string(), "F9");
        assert_eq!(
            [JanusState::Prior, JanusState::Continuation, JanusState::Root].map(JanusState::code),
            [0x0C, 0x08, 0x04]
        );
        assert_eq!(JanusState::CheckTest.next_capture(), None);
    }
}

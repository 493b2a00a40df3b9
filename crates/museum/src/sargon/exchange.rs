//! The exchange on one square, counted out from its attack lists.

use super::attack::list_start;
use super::machine::SargonMachine;
use super::memory::LISTS;
use super::piece::{SargonColor, SargonPiece};

/// One side's place in its attack list.
struct Pile {
    /// How many attackers are left, by the count the list was built with.
    left: u8,
    /// The byte before the slot that is looked at next.
    at: usize,
}

impl SargonMachine {
    /// Label XCHNG: what the owner of a piece loses on its square, in half pawns, 0 for nothing. The attack lists
    /// of the square must be in the work memory; they are used up.
    ///
    /// Each side takes with its cheapest piece. A capture is only begun if the victim is worth the capturer, or
    /// if after further captures and recaptures the other side runs out of defenders.
    pub(super) fn exchange(&mut self, piece: SargonPiece) -> u8 {
        let mut takers = self.pile(piece.color().other());
        let mut others = self.pile(piece.color());
        let mut victim = 2 * piece.kind().value();
        let mut loss = 0_u8;
        let mut owner_loses = true;
        let Some(mut taker) = self.next_attacker(&mut takers) else { return 0 };
        loop {
            let mut answer = self.next_attacker(&mut others);
            if victim < taker {
                while let Some(avenger) = answer {
                    if avenger < taker {
                        return loss;
                    }
                    let Some(next) = self.next_attacker(&mut takers) else { return loss };
                    taker = next;
                    answer = self.next_attacker(&mut others);
                }
            }
            loss = if owner_loses { loss.wrapping_add(victim) } else { loss.wrapping_sub(victim) };
            let Some(next) = answer else { return loss };
            victim = taker;
            taker = next;
            std::mem::swap(&mut takers, &mut others);
            owner_loses = !owner_loses;
        }
    }

    fn pile(&mut self, color: SargonColor) -> Pile {
        let start = list_start(color);
        Pile { left: self.memory.lists()[start], at: start }
    }

    /// Label NEXTAD: the doubled value of the next attacker, the pawns first and the king last.
    ///
    /// If the list lost an entry, the count promises more than the slots hold. The search for the next non-zero
    /// byte then runs on into the tables behind, and what it finds there is taken for an attacker.
    #[inline]
    fn next_attacker(&mut self, pile: &mut Pile) -> Option<u8> {
        pile.left = pile.left.checked_sub(1)?;
        while self.memory.byte(pile.at + 1)? == 0 {
            pile.at += 1;
        }
        self.overran |= pile.at + 1 >= LISTS;
        let value = 2 * self.memory.take_nibble(pile.at + 1);
        (value != 0).then_some(value)
    }
}

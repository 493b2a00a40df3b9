//! Moves as numbers, the output of a network.
//!
//! In chess 4168 indices: `from * 64 + to` for all moves, promotions to a queen included, and after these 72 for
//! promotions to less: `4096 + piece * 24 + from_file * 3 + (to_file - from_file + 1)`, with knight 0, bishop 1 and rook
//! 2. In makruk 4096: there is only one thing to become. Squares are seen by the side to move, like the
//! [planes](crate::encode): for Black the ranks are turned over.
//!
//! Castling is the king's move; where king and rooks do not start as in orthodox chess it is the king taking its
//! rook, as in UCI, since the king's square alone could mean a step.

use kempelen_rules::{Move, MoveList, Position};

use crate::encode::TensorCell;
use crate::learnable::Learnable;

/// The index of a legal move.
///
/// ```
/// use kempelen_rules::{Chess, Position, uci};
/// use kempelen_zero::policy::move_to_index;
///
/// let position: Position<Chess> = "8/1P6/8/8/8/8/8/k6K w - - 0 1".parse()?;
/// assert_eq!(move_to_index(&position, uci::read(&position, "b7b8n")?), 4100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn move_to_index<V: Learnable>(position: &Position<V>, m: Move) -> usize {
    V::index_of(position, m).into()
}

/// The legal move of an index, if there is one.
pub fn index_to_move<V: Learnable>(position: &Position<V>, index: usize) -> Option<Move> {
    let index = u16::try_from(index).ok().filter(|&index| usize::from(index) < V::POLICY_LEN)?;
    V::move_of(position, index).filter(|&m| position.is_legal(m))
}

/// The indices of moves, in their order. What there is no room for is left out.
#[inline]
pub fn moves_to_indices<V: Learnable>(position: &Position<V>, moves: &MoveList, out: &mut [u16]) {
    for (index, &m) in out.iter_mut().zip(moves) {
        *index = V::index_of(position, m);
    }
}

/// Writes a one for every legal move and a zero for every other index. Indices beyond the end of `mask` are left out.
pub fn legal_mask<V: Learnable, T: TensorCell>(position: &Position<V>, mask: &mut [T]) {
    mask.fill(T::ZERO);
    for &m in &position.legal_moves() {
        if let Some(cell) = mask.get_mut(move_to_index(position, m)) {
            *cell = T::ONE;
        }
    }
}

/// The same in bits: index `i` is bit `i % 64` of word `i / 64`.
pub fn legal_mask_words<V: Learnable>(position: &Position<V>, mask: &mut [u64]) {
    mask.fill(0);
    for &m in &position.legal_moves() {
        let index = move_to_index(position, m);
        if let Some(word) = mask.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }
}

/// Turns the logits of the legal moves into probabilities: a softmax over them and nothing else.
#[inline]
pub fn softmax(logits: &mut [f32]) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = (*logit - largest).exp();
        sum += *logit;
    }
    for logit in logits {
        *logit /= sum;
    }
}

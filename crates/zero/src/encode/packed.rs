use super::{EncodeError, STEP_PLANES, TensorCell, cell, check, planes, tensor_len};
use crate::learnable::{Global, Learnable};

/// Writes packed planes as a tensor: the same that [`board_to_tensor`](super::board_to_tensor) writes for the game
/// that was [packed](super::board_to_words).
///
/// # Errors
/// When one of the buffers is too short, or the history too long.
pub fn unpack<V: Learnable, T: TensorCell>(
    words: &[u64],
    steps: usize,
    out: &mut [T],
) -> Result<(), EncodeError> {
    check(steps, planes(steps), words.len())?;
    check(steps, tensor_len(steps), out.len())?;
    let out = &mut out[..tensor_len(steps)];
    out.fill(T::ZERO);
    let (cells, _) = out.as_chunks_mut::<64>();
    let (history, globals) = cells.split_at_mut(steps * STEP_PLANES);
    for (plane, &word) in history.iter_mut().zip(words) {
        cell::set(word, plane);
    }
    let words = &words[steps * STEP_PLANES..];
    for ((plane, &word), global) in globals.iter_mut().zip(words).zip(V::GLOBALS) {
        match global {
            Global::Flag => cell::set(word, plane),
            Global::Number => plane.fill(T::number(u16::try_from(word).unwrap_or(u16::MAX))),
        }
    }
    Ok(())
}

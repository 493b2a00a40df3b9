use std::thread;

use super::{EncodeError, TensorCell, board_to_tensor, board_to_words, check, planes, tensor_len};
use crate::learnable::Learnable;
use crate::line::Past;

/// Encodes many games at once, one tensor after the other, shared out among so many threads.
///
/// Nothing is allocated for a position; each thread beyond the first costs what starting it costs.
///
/// # Errors
/// When the buffer is too short for all of them, or the history too long; nothing is written then.
pub fn batch_to_tensors<V: Learnable, P: Past<V> + Sync, T: TensorCell>(
    games: &[&P],
    steps: usize,
    threads: usize,
    out: &mut [T],
) -> Result<(), EncodeError> {
    check(steps, tensor_len(steps).saturating_mul(games.len()), out.len())?;
    share_out(games, tensor_len(steps), threads, out, |game, out| board_to_tensor(game, steps, out));
    Ok(())
}

/// The same with [packed planes](board_to_words).
///
/// # Errors
/// As for [`batch_to_tensors`].
pub fn batch_to_words<V: Learnable, P: Past<V> + Sync>(
    games: &[&P],
    steps: usize,
    threads: usize,
    out: &mut [u64],
) -> Result<(), EncodeError> {
    check(steps, planes(steps).saturating_mul(games.len()), out.len())?;
    share_out(games, planes(steps), threads, out, |game, out| board_to_words(game, steps, out));
    Ok(())
}

/// Gives every thread a run of games and the part of the buffer that is theirs.
fn share_out<P: Sync, T: Send>(
    games: &[&P],
    len: usize,
    threads: usize,
    out: &mut [T],
    encode: impl Fn(&P, &mut [T]) -> Result<(), EncodeError> + Sync,
) {
    let work = |games: &[&P], out: &mut [T]| {
        for (game, out) in games.iter().zip(out.chunks_exact_mut(len)) {
            // The lengths were checked before, so that this cannot fail.
            let _ = encode(game, out);
        }
    };
    let share = games.len().div_ceil(threads.max(1)).max(1);
    let mut parts = games.chunks(share).zip(out.chunks_mut(share * len));
    thread::scope(|scope| {
        let own = parts.next();
        for (games, out) in parts {
            scope.spawn(move || work(games, out));
        }
        if let Some((games, out)) = own {
            work(games, out);
        }
    });
}

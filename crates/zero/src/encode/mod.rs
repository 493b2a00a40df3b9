//! Positions as planes, the input of a network.
//!
//! A *step* of the history takes 14 planes: the men of the side to move by role (pawn, knight, bishop, rook, queen,
//! king; in makruk bia, met, khon, ma, rua, khun), those of the opponent in the same order, and two that are full if
//! the position had then occurred at least twice, or three times. Seven planes of the whole game follow, see
//! [`Learnable::GLOBALS`]. Everything is seen by the side to move now: for Black the ranks are turned over, at every
//! step; the files never are. Steps before the start of the game are empty.
//!
//! A cell is at `plane * 64 + row * 8 + file`. All functions write into the caller's memory and allocate nothing.

mod batch;
mod cell;
mod packed;

pub use batch::{batch_to_tensors, batch_to_words};
pub use cell::{F16, TensorCell};
pub use packed::unpack;

use std::fmt;

use kempelen_rules::{Color, Piece, Position, SquareSet};

use crate::learnable::{GLOBAL_PLANES, Global, Learnable};
use crate::line::Past;

/// Planes of one step of the history.
pub const STEP_PLANES: usize = 14;

/// The usual number of steps.
pub const DEFAULT_STEPS: usize = 8;

/// The longest history that is encoded. Beyond it the numbers of a tensor are of no use to anybody.
pub const MOST_STEPS: usize = 4096;

/// How many planes a history of so many steps takes.
///
/// ```
/// assert_eq!(kempelen_zero::encode::planes(8), 119);
/// ```
pub const fn planes(steps: usize) -> usize {
    steps.saturating_mul(STEP_PLANES).saturating_add(GLOBAL_PLANES)
}

/// How many cells a history of so many steps takes.
pub const fn tensor_len(steps: usize) -> usize {
    planes(steps).saturating_mul(64)
}

/// Writes the planes of the position now, with so many steps of history, into the beginning of `out`.
///
/// Cells can be `f32`, [`F16`] or `u8`; numbers that a cell cannot hold become the largest it can.
///
/// ```
/// use kempelen_rules::{Chess, Game};
/// use kempelen_zero::encode::{board_to_tensor, tensor_len};
///
/// let game = Game::<Chess>::default();
/// let mut tensor = vec![0.0_f32; tensor_len(8)];
/// board_to_tensor(&game, 8, &mut tensor)?;
/// assert_eq!(tensor[8..16], [1.0; 8], "our pawns stand on the second row");
/// # Ok::<(), kempelen_zero::encode::EncodeError>(())
/// ```
///
/// # Errors
/// When the buffer is too short, or the history too long; nothing is written then.
pub fn board_to_tensor<V: Learnable, T: TensorCell>(
    game: &impl Past<V>,
    steps: usize,
    out: &mut [T],
) -> Result<(), EncodeError> {
    check(steps, tensor_len(steps), out.len())?;
    // Nearly all cells are zeros. Writing these in one go is as fast as memory can be written, and what is left is little.
    let out = &mut out[..tensor_len(steps)];
    out.fill(T::ZERO);
    let (cells, _) = out.as_chunks_mut::<64>();
    let (history, globals) = cells.split_at_mut(steps * STEP_PLANES);
    let Some((now, _)) = game.seen(0) else { return Ok(()) };
    let us = now.turn();
    let (planes, turned) = (planes_of_men::<V>(us), us.pick(0, 56));
    let (steps, _) = history.as_chunks_mut::<STEP_PLANES>();
    for (age, step) in steps.iter_mut().enumerate() {
        let Some((position, occurred)) = game.seen(age) else { break };
        set_men(position, turned, &planes, step);
        for (plane, times) in step[12..].iter_mut().zip([2, 3]) {
            if occurred >= times {
                *plane = [T::ONE; 64];
            }
        }
    }
    for (plane, number) in globals.iter_mut().zip(V::globals(now)).filter(|(_, number)| *number > 0) {
        plane.fill(T::number(number));
    }
    Ok(())
}

/// Makes numbers in planes fit for a network: half-move clocks and counts are divided by 100, and the move number becomes
/// zero. (As it counts up after Black's moves alone, it tells the colours apart where the game does not.)
///
/// ```
/// use kempelen_rules::{Chess, Game, Position};
/// use kempelen_zero::encode::{board_to_tensor, scale_numbers, tensor_len};
///
/// let game = Game::<Chess>::new("4k3/8/8/8/8/8/8/4K2R w K - 30 77".parse()?);
/// let mut tensor = vec![0.0_f32; tensor_len(1)];
/// board_to_tensor(&game, 1, &mut tensor)?;
/// scale_numbers::<Chess>(1, &mut tensor);
/// let first_cells: Vec<f32> = tensor[14 * 64..].iter().step_by(64).copied().collect();
/// assert_eq!(first_cells, [0.0, 1.0, 0.0, 0.0, 0.3, 0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scale_numbers<V: Learnable>(steps: usize, tensor: &mut [f32]) {
    /// A game is drawn after so many half-moves without progress.
    const WHOLE: f32 = 100.0;
    /// Where the move number stands in all games.
    const MOVE_NUMBER: usize = 5;
    let globals = tensor.get_mut(steps.saturating_mul(STEP_PLANES * 64)..).unwrap_or_default();
    let (planes, _) = globals.as_chunks_mut::<64>();
    for (i, (plane, global)) in planes.iter_mut().zip(V::GLOBALS).enumerate() {
        match global {
            Global::Flag => {}
            Global::Number if i == MOVE_NUMBER => plane.fill(0.0),
            Global::Number => *plane = [plane[0] / WHOLE; 64],
        }
    }
}

/// The same planes packed: a word for each plane, whose bit `row * 8 + file` is the cell; a plane of a number holds
/// that number itself. It takes 952 bytes where a tensor of `f32` takes 30,464.
///
/// # Errors
/// As for [`board_to_tensor`].
pub fn board_to_words<V: Learnable>(
    game: &impl Past<V>,
    steps: usize,
    out: &mut [u64],
) -> Result<(), EncodeError> {
    check(steps, planes(steps), out.len())?;
    let (history, globals) = out[..planes(steps)].split_at_mut(steps * STEP_PLANES);
    let Some((now, _)) = game.seen(0) else { return Ok(()) };
    for (age, step) in history.chunks_exact_mut(STEP_PLANES).enumerate() {
        step.copy_from_slice(&step_words(game, age, now.turn()));
    }
    for ((word, number), global) in globals.iter_mut().zip(V::globals(now)).zip(V::GLOBALS) {
        *word = match global {
            Global::Flag => full(number > 0),
            Global::Number => number.into(),
        };
    }
    Ok(())
}

/// The plane of every man, seen by a side.
fn planes_of_men<V: Learnable>(us: Color) -> [u8; Piece::COUNT] {
    let mut planes = [0; Piece::COUNT];
    for (plane, role) in (0..).zip(V::ROLES) {
        planes[Piece::new(us, role).index()] = plane;
        planes[Piece::new(!us, role).index()] = plane + 6;
    }
    planes
}

/// Writes a one for every man. One walk over all of them is faster than one over each plane, since machines guess wrong
/// where a walk ends.
#[inline]
fn set_men<V: Learnable, T: TensorCell>(
    position: &Position<V>,
    turned: usize,
    planes: &[u8; Piece::COUNT],
    step: &mut [[T; 64]; STEP_PLANES],
) {
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        step[usize::from(planes[piece.index()])][square.index() ^ turned] = T::ONE;
    }
}

/// The planes of one step, a bit for each cell.
#[inline]
fn step_words<V: Learnable>(game: &impl Past<V>, age: usize, us: Color) -> [u64; STEP_PLANES] {
    let mut words = [0; STEP_PLANES];
    let Some((position, occurred)) = game.seen(age) else { return words };
    let turned = |set: SquareSet| us.pick(set, set.flip()).bits();
    for (i, role) in V::ROLES.into_iter().enumerate() {
        words[i] = turned(position.men(us, role));
        words[i + 6] = turned(position.men(!us, role));
    }
    words[12] = full(occurred >= 2);
    words[13] = full(occurred >= 3);
    words
}

/// A plane of ones, or of zeros.
#[inline]
fn full(yes: bool) -> u64 {
    if yes { !0 } else { 0 }
}

fn check(steps: usize, wanted: usize, given: usize) -> Result<(), EncodeError> {
    if steps > MOST_STEPS {
        Err(EncodeError::Steps(steps))
    } else if given < wanted {
        Err(EncodeError::Short { wanted, given })
    } else {
        Ok(())
    }
}

/// Why nothing was encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// The history is longer than [`MOST_STEPS`].
    Steps(usize),
    /// The buffer has too few cells.
    Short {
        /// How many it must have.
        wanted: usize,
        /// How many it has.
        given: usize,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(steps) => write!(f, "a history has at most {MOST_STEPS} steps, not {steps}"),
            Self::Short { wanted, given } => write!(f, "the buffer has {given} cells and needs {wanted}"),
        }
    }
}

impl std::error::Error for EncodeError {}

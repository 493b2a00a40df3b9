use std::sync::Arc;

use kempelen_eval::LIMIT;
use kempelen_rules::{Color, Position, Variant};

use crate::cpu::Cpu;
use crate::features::{INPUTS, Perspective};
use crate::file::{NetworkFile, NetworkFileError};
use crate::simd::{self, ONE, Strip};

/// A network: 768 inputs for each side, one hidden layer for each of the two views, one output.
///
/// The hidden sums of both sides are clipped to 0..1 and squared, the mover's first; the output weighs them. All
/// numbers are integers: 255 stands for 1 in the hidden layer, 64 in the weights of the output.
///
/// ```
/// use kempelen_nnue::{Nnue, NetworkFile};
/// use kempelen_rules::{Chess, Position, Variant};
///
/// // A network that has learned nothing says nothing.
/// let empty = NetworkFile::empty(Chess::NAMES[0], 64);
/// let network = Nnue::new(empty)?;
/// assert_eq!(network.evaluate(&Position::<Chess>::default()), 0);
/// # Ok::<(), kempelen_nnue::NetworkFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nnue {
    inner: Arc<NnueWeights>,
}

#[derive(Debug)]
struct NnueWeights {
    file: NetworkFile,
    /// A row of strips for each input.
    rows: Vec<Strip>,
    bias: Vec<Strip>,
    output: Vec<Strip>,
    /// Strips in a row.
    strips: usize,
}

/// What stands for 1 in the weights of the output.
pub const OUTPUT_ONE: i32 = 64;

impl Nnue {
    /// The network of a file that has been read or made.
    ///
    /// # Errors
    /// When its numbers could overflow, or are not as many as its shape needs.
    pub fn new(file: NetworkFile) -> Result<Self, NetworkFileError> {
        file.check()?;
        let strips = |numbers: &[i16]| -> Vec<Strip> {
            numbers
                .chunks_exact(Strip::LEN)
                .map(|chunk| Strip(chunk.try_into().unwrap_or([0; Strip::LEN])))
                .collect()
        };
        let inner = NnueWeights {
            rows: strips(&file.inputs),
            bias: strips(&file.bias),
            output: strips(&file.output),
            strips: file.hidden / Strip::LEN,
            file,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The network of a file's bytes, for this game.
    ///
    /// # Errors
    /// When the bytes are no such file, are cut off or damaged, or belong to another game.
    pub fn read<V: Variant>(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let file = NetworkFile::read(bytes)?;
        if file.game != V::NAMES[0] {
            return Err(NetworkFileError::Game { found: file.game, wanted: V::NAMES[0].to_owned() });
        }
        Self::new(file)
    }

    /// What is in its file.
    pub fn file(&self) -> &NetworkFile {
        &self.inner.file
    }

    /// What a position is worth to the side to move, in hundredths of a pawn, summed up from nothing.
    pub fn evaluate<V: Variant>(&self, position: &Position<V>) -> i32 {
        let cpu = Cpu::chosen();
        let [white, black] = Color::ALL.map(|side| self.sums_of(Perspective::of(side, position), position));
        let (ours, theirs) = position.turn().pick((&white, &black), (&black, &white));
        self.conclude(cpu, ours, theirs)
    }

    /// The hidden sums of a side that looks at a position, made from nothing.
    pub(crate) fn sums_of<V: Variant>(&self, view: Perspective, position: &Position<V>) -> Vec<Strip> {
        let mut sums = self.bias().to_vec();
        for input in view.inputs::<V>(position) {
            simd::change_here(Cpu::chosen(), &mut sums, [self.row(input)], []);
        }
        sums
    }

    /// From the hidden sums of both sides to an evaluation.
    #[inline]
    pub(crate) fn conclude(&self, cpu: Cpu, ours: &[Strip], theirs: &[Strip]) -> i32 {
        let NnueWeights { output, file, .. } = &*self.inner;
        let sum = simd::output(cpu, ours, theirs, output);
        // Squaring has brought 255 into the sum twice.
        let raw = i64::from(sum / i32::from(ONE) + file.output_bias);
        let value = raw * i64::from(file.scale) / i64::from(i32::from(ONE) * OUTPUT_ONE);
        value.clamp(i64::from(-LIMIT), i64::from(LIMIT)) as i32
    }

    /// Strips in a row: the hidden neurons of one side, by 64.
    #[inline]
    pub(crate) fn strips(&self) -> usize {
        self.inner.strips
    }

    #[inline]
    pub(crate) fn bias(&self) -> &[Strip] {
        &self.inner.bias
    }

    /// What an input adds to the hidden sums.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[Strip] {
        debug_assert!(input < INPUTS);
        &self.inner.rows[input * self.inner.strips..][..self.inner.strips]
    }
}

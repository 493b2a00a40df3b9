//! Networks in files: a head that says what it is, and the numbers. docs/networks.md has the layout.

use std::fmt;

use crate::features::INPUTS;
use crate::simd::{ONE, Strip};

/// A network as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFile {
    /// The game, by the first of its names.
    pub game: String,
    /// Hidden neurons of each side.
    pub hidden: usize,
    /// What an output of 1 means in hundredths of a pawn.
    pub scale: i32,
    /// A row of `hidden` weights for each of the 768 inputs; 255 stands for 1.
    pub inputs: Vec<i16>,
    /// Where the hidden sums begin; 255 stands for 1.
    pub bias: Vec<i16>,
    /// The weights of the output, the mover's half first; 64 stands for 1.
    pub output: Vec<i16>,
    /// Where the output begins; 255 · 64 stands for 1.
    pub output_bias: i32,
}

/// What is wrong with a file that should be a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkFileError {
    /// It begins otherwise.
    Foreign,
    /// It was written in another version of the format.
    Version(u16),
    /// So many bytes are there, and so many should be.
    Length {
        /// Bytes that are there.
        found: usize,
        /// Bytes that should be.
        wanted: usize,
    },
    /// Its bytes are not those that were written.
    Damaged,
    /// It has a shape that we do not know.
    Shape(usize),
    /// It is for another game.
    Game {
        /// The game it is for.
        found: String,
        /// The game it should be for.
        wanted: String,
    },
    /// Sums of such weights could overflow.
    Weights,
}

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no network of Kempelen"),
            Self::Version(version) => {
                write!(f, "this network has format {version}, and {} is understood", NetworkFile::VERSION)
            }
            Self::Length { found, wanted } if found < wanted => {
                write!(f, "this network is cut off: {found} bytes of {wanted}")
            }
            Self::Length { found, wanted } => write!(f, "this network has {found} bytes instead of {wanted}"),
            Self::Damaged => f.write_str("this network is damaged: its checksum is not that of its numbers"),
            Self::Shape(hidden) => write!(
                f,
                "this network has {hidden} hidden neurons, and multiples of {} up to {} are understood",
                Strip::LEN,
                NetworkFile::MOST_HIDDEN
            ),
            Self::Game { found, wanted } => write!(f, "this network is for {found}, not for {wanted}"),
            Self::Weights => f.write_str("this network has weights so large that its sums could overflow"),
        }
    }
}

impl std::error::Error for NetworkFileError {}

/// The bytes before the numbers.
const HEAD: usize = 48;
/// Where the checksum stands in the head; it is of all bytes after itself and of those before it.
const HASH: std::ops::Range<usize> = 12..20;

impl NetworkFile {
    /// How a file begins.
    pub const MAGIC: [u8; 8] = *b"KEMPNNUE";
    /// The format that is written and read.
    pub const VERSION: u16 = 1;
    /// More hidden neurons than this nobody needs, and the sums are proved for no more.
    pub const MOST_HIDDEN: usize = 1024;
    /// Bytes for the name of the game.
    const GAME: usize = 16;

    /// A network that says nothing, for this game.
    pub fn empty(game: &str, hidden: usize) -> Self {
        Self {
            game: game.to_owned(),
            hidden,
            scale: 400,
            inputs: vec![0; INPUTS * hidden],
            bias: vec![0; hidden],
            output: vec![0; 2 * hidden],
            output_bias: 0,
        }
    }

    /// The file as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(bytes_of(self.hidden));
        bytes.extend(Self::MAGIC);
        bytes.extend(Self::VERSION.to_le_bytes());
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend([0; HASH.end - HASH.start]);
        let mut game = [0; Self::GAME];
        for (to, from) in game.iter_mut().zip(self.game.bytes()) {
            *to = from;
        }
        bytes.extend(game);
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(self.output_bias.to_le_bytes());
        bytes.resize(HEAD, 0);
        for numbers in [&self.inputs, &self.bias, &self.output] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let hash = hash_of(&bytes);
        bytes[HASH].copy_from_slice(&hash.to_le_bytes());
        bytes
    }

    /// The network of these bytes.
    ///
    /// # Errors
    /// When they are no such file, or not all of it, or not as it was written.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        if !bytes.starts_with(&Self::MAGIC[..bytes.len().min(Self::MAGIC.len())]) || bytes.is_empty() {
            return Err(NetworkFileError::Foreign);
        }
        if bytes.len() < HEAD {
            return Err(NetworkFileError::Length { found: bytes.len(), wanted: HEAD });
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != Self::VERSION {
            return Err(NetworkFileError::Version(version));
        }
        let hidden = usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
        if !is_known_size(hidden) {
            return Err(NetworkFileError::Shape(hidden));
        }
        let (found, wanted) = (bytes.len(), bytes_of(hidden));
        if found != wanted {
            return Err(NetworkFileError::Length { found, wanted });
        }
        if bytes[HASH] != hash_of(bytes).to_le_bytes() {
            return Err(NetworkFileError::Damaged);
        }
        let game = &bytes[HASH.end..][..Self::GAME];
        let game = game.split(|byte| *byte == 0).next().unwrap_or_default();
        let word = |at: usize| i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let mut numbers = bytes[HEAD..].chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let mut take = |count| numbers.by_ref().take(count).collect();
        let file = Self {
            game: String::from_utf8_lossy(game).into_owned(),
            hidden,
            scale: word(HASH.end + Self::GAME),
            output_bias: word(HASH.end + Self::GAME + 4),
            inputs: take(INPUTS * hidden),
            bias: take(hidden),
            output: take(2 * hidden),
        };
        file.check()?;
        Ok(file)
    }

    /// The number that names this network: the same numbers have the same, whoever trained them.
    pub fn hash(&self) -> u64 {
        hash_of(&self.to_bytes())
    }

    /// Whether the numbers are as many as the shape says, and small enough that no sum of them can overflow.
    ///
    /// # Errors
    /// When they are not.
    pub fn check(&self) -> Result<(), NetworkFileError> {
        if !is_known_size(self.hidden) {
            return Err(NetworkFileError::Shape(self.hidden));
        }
        let lengths = [self.inputs.len(), self.bias.len(), self.output.len()];
        if lengths != [INPUTS * self.hidden, self.hidden, 2 * self.hidden] {
            return Err(NetworkFileError::Shape(self.hidden));
        }
        // No more than 32 men stand on a board, and a step may add two before it takes any away.
        let most = |numbers: &[i16]| numbers.iter().map(|number| i32::from(*number).abs()).max().unwrap_or(0);
        let hidden_fits = 34 * most(&self.inputs) + most(&self.bias) <= i32::from(i16::MAX);
        // A clipped neuron times a weight must be two bytes.
        let product_fits = most(&self.output) * i32::from(ONE) <= i32::from(i16::MAX);
        let square = i64::from(ONE) * i64::from(ONE);
        let sum: i64 = self.output.iter().map(|weight| i64::from(*weight).abs() * square).sum();
        let output_fits = sum + i64::from(self.output_bias).abs() <= i64::from(i32::MAX);
        let scale_fits = (1..=10_000).contains(&self.scale);
        if hidden_fits && product_fits && output_fits && scale_fits {
            Ok(())
        } else {
            Err(NetworkFileError::Weights)
        }
    }
}

fn is_known_size(hidden: usize) -> bool {
    (1..=NetworkFile::MOST_HIDDEN).contains(&hidden) && hidden.is_multiple_of(Strip::LEN)
}

/// How long the file of such a network is.
fn bytes_of(hidden: usize) -> usize {
    HEAD + 2 * (INPUTS * hidden + 3 * hidden)
}

/// FNV-1a (Fowler, Noll and Vo) in 64 bits, of all bytes but those of the hash itself.
fn hash_of(bytes: &[u8]) -> u64 {
    let parts = bytes[..HASH.start].iter().chain(&bytes[HASH.end..]);
    parts.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> NetworkFile {
        let mut file = NetworkFile::empty("makruk", 64);
        for (i, number) in file.inputs.iter_mut().enumerate() {
            *number = (i % 701) as i16 - 350;
        }
        file.output[3] = -127;
        file.output_bias = -1234;
        file.scale = 333;
        file
    }

    #[test]
    fn what_is_written_is_read() {
        let file = some();
        let bytes = file.to_bytes();
        assert_eq!(bytes.len(), 48 + 2 * (768 * 64 + 64 + 128));
        assert_eq!(NetworkFile::read(&bytes), Ok(file));
    }

    #[test]
    fn what_is_no_network_is_refused_with_a_reason() {
        let bytes = some().to_bytes();
        assert_eq!(NetworkFile::read(b""), Err(NetworkFileError::Foreign));
        assert_eq!(NetworkFile::read(b"[Event \"?\"]"), Err(NetworkFileError::Foreign));
        for cut in [1, 7, 8, 47, 48, 1000, bytes.len() - 1] {
            let error = NetworkFile::read(&bytes[..cut]).expect_err("cut off");
            assert!(error.to_string().contains("cut off"), "{cut}: {error}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(NetworkFile::read(&longer), Err(NetworkFileError::Length { .. })));
        for place in [13, 21, 37, 41, 60, bytes.len() - 1] {
            let mut wrong = bytes.clone();
            wrong[place] ^= 4;
            assert_eq!(NetworkFile::read(&wrong), Err(NetworkFileError::Damaged), "byte {place}");
        }
        let mut other = bytes.clone();
        other[8] = 9;
        assert_eq!(NetworkFile::read(&other), Err(NetworkFileError::Version(9)));
        let mut other = bytes;
        other[10] = 65;
        assert_eq!(NetworkFile::read(&other), Err(NetworkFileError::Shape(65)));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let refused = |change: fn(&mut NetworkFile)| {
            let mut file = some();
            change(&mut file);
            NetworkFile::read(&file.to_bytes()) == Err(NetworkFileError::Weights)
        };
        assert!(!refused(|_| ()));
        assert!(refused(|file| file.inputs[5] = 1000));
        assert!(refused(|file| file.bias[5] = i16::MIN));
        assert!(refused(|file| file.output[5] = 129));
        assert!(refused(|file| file.output_bias = i32::MAX));
        assert!(refused(|file| file.scale = 0));
    }
}

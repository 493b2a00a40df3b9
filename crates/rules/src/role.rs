use std::fmt;
use std::num::NonZeroU8;

use crate::Color;

/// What a man is, in any of our games. Letters and names belong to the variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Role {
    /// The pawn; in makruk the bia.
    Pawn,
    /// The knight; in makruk the ma.
    Knight,
    /// The bishop of chess.
    Bishop,
    /// The rook; in makruk the rua.
    Rook,
    /// The queen of chess.
    Queen,
    /// The khon of makruk: one step diagonally or one step straight ahead.
    Khon,
    /// The met of makruk: one step diagonally. A promoted bia is one too.
    Met,
    /// The king; in makruk the khun.
    King,
}

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 8;

    /// Every role, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::Khon, Self::Met, Self::King];

    /// The number of this role, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter of this role, lower case. One alphabet serves both games, since they share no
    /// letter for different men.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::Khon => 's',
            Self::Met => 'm',
            Self::King => 'k',
        }
    }

    /// The role of an English letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let lower = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|role| role.letter() == lower)
    }

    /// What people call this man.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::Khon => "khon",
            Self::Met => "met",
            Self::King => "king",
        }
    }
}

/// A man: a role with a colour, in one byte.
///
/// ```
/// use kempelen_rules::{Color, Piece, Role};
///
/// let rook = Piece::new(Color::Black, Role::Rook);
/// assert_eq!((rook.role(), rook.color()), (Role::Rook, Color::Black));
/// assert_eq!(rook.letter(), 'r');
/// assert_eq!(Piece::from_letter('R').map(Piece::color), Some(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

// A board of 64 squares is 64 bytes.
const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// How many different men there are, and the bound of [`Piece::index`].
    pub const COUNT: usize = 16;

    /// A bit that is always set, so that no man is the byte 0.
    const MARK: u8 = 0x10;

    /// The man of this colour and role.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Self {
        match NonZeroU8::new(Self::MARK | (color as u8) << 3 | role as u8) {
            Some(byte) => Self(byte),
            None => unreachable!(),
        }
    }

    /// What it is.
    #[inline]
    pub const fn role(self) -> Role {
        Role::ALL[(self.0.get() & 7) as usize]
    }

    /// Whose it is.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 8 == 0 { Color::White } else { Color::Black }
    }

    /// The number of this man, for indexing: colour * 8 + role.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 15) as usize
    }

    /// The letter of a FEN: upper case for White.
    pub fn letter(self) -> char {
        let letter = self.role().letter();
        self.color().pick(letter.to_ascii_uppercase(), letter)
    }

    /// The man of a FEN letter, in any game.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter).map(|role| Self::new(color, role))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

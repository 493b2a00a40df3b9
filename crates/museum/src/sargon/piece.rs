//! Colours and the byte that is a piece.

/// One of the two sides. In the original a colour is a byte, 0 or 128, and it doubles as bit 7 of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SargonColor {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl SargonColor {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The original's byte for the colour: 0 or 128.
    pub const fn byte(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => SargonPiece::BLACK,
        }
    }
}

/// What a piece is, read from the low three bits of its byte. Every pattern of the three bits has a name, so
/// that a stray byte (an empty royal square, the border) can be read as the original reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// No piece stands here.
    Nothing,
    /// A pawn, worth 1.
    Pawn,
    /// A knight, worth 3.
    Knight,
    /// A bishop, worth 3.
    Bishop,
    /// A rook, worth 5.
    Rook,
    /// A queen, worth 9.
    Queen,
    /// A king, worth 10 in exchanges.
    King,
    /// The frame around the board.
    Border,
}

/// Label PVALUE: what the pieces are worth, indexed by [`PieceKind`].
const VALUES: [u8; 8] = [0, 1, 3, 3, 5, 9, 10, 0];

impl PieceKind {
    pub(super) const fn from_bits(byte: u8) -> Self {
        match byte & 7 {
            0 => Self::Nothing,
            1 => Self::Pawn,
            2 => Self::Knight,
            3 => Self::Bishop,
            4 => Self::Rook,
            5 => Self::Queen,
            6 => Self::King,
            _ => Self::Border,
        }
    }

    /// The value in pawns. It fits in half a byte, which is how the attack lists store it.
    pub const fn value(self) -> u8 {
        VALUES[self as usize]
    }
}

/// The byte on a cell of the board: colour in bit 7, "has castled" in bit 4 (kings only), "has moved" in bit 3,
/// the [`PieceKind`] in bits 2 to 0. Zero is an empty square, 255 the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SargonPiece(pub(super) u8);

impl SargonPiece {
    pub(super) const BLACK: u8 = 0x80;
    pub(super) const CASTLED: u8 = 0x10;
    pub(super) const MOVED: u8 = 0x08;
    /// Setting this bit turns a pawn (1) into a queen (5).
    pub(super) const PROMOTED: u8 = 0x04;

    /// An empty square.
    pub const EMPTY: Self = Self(0);
    /// A cell of the frame around the board.
    pub const BORDER: Self = Self(255);

    pub(super) const fn new(color: SargonColor, kind: PieceKind) -> Self {
        Self(color.byte() | kind as u8)
    }

    /// What the piece is.
    pub const fn kind(self) -> PieceKind {
        PieceKind::from_bits(self.0)
    }

    /// Whose it is. An empty square reads as White, the border as Black.
    pub const fn color(self) -> SargonColor {
        if self.0 & Self::BLACK == 0 { SargonColor::White } else { SargonColor::Black }
    }

    /// Whether the square is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is the frame.
    pub const fn is_border(self) -> bool {
        self.0 == Self::BORDER.0
    }

    /// Whether the piece has left its home square, or was set up as if it had.
    pub const fn has_moved(self) -> bool {
        self.0 & Self::MOVED != 0
    }

    /// Whether this king has castled, or was set up as if it had.
    pub const fn has_castled(self) -> bool {
        self.0 & Self::CASTLED != 0
    }

    /// The byte itself.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The letter of the piece in a FEN, or `.` for an empty square.
    pub const fn letter(self) -> char {
        let letter = match self.kind() {
            PieceKind::Pawn => 'P',
            PieceKind::Knight => 'N',
            PieceKind::Bishop => 'B',
            PieceKind::Rook => 'R',
            PieceKind::Queen => 'Q',
            PieceKind::King => 'K',
            PieceKind::Nothing | PieceKind::Border => return '.',
        };
        match self.color() {
            SargonColor::White => letter,
            SargonColor::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The unmoved piece that a FEN letter stands for.
    pub(super) const fn from_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_uppercase() {
            'P' => PieceKind::Pawn,
            'N' => PieceKind::Knight,
            'B' => PieceKind::Bishop,
            'R' => PieceKind::Rook,
            'Q' => PieceKind::Queen,
            'K' => PieceKind::King,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() { SargonColor::White } else { SargonColor::Black };
        Some(Self::new(color, kind))
    }

    pub(super) const fn with(self, bits: u8) -> Self {
        Self(self.0 | bits)
    }

    pub(super) const fn without(self, bits: u8) -> Self {
        Self(self.0 & !bits)
    }
}

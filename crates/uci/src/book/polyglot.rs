//! Polyglot's book format (Fabien Letouzey): sorted entries of sixteen bytes, most significant byte first.
//!
//! An entry is a key (8 bytes), a move (2), a weight (2) and four bytes for learning, which are not used here.

use std::fmt;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use kempelen_rules::fen::FenStyle;
use kempelen_rules::{Chess, Move, Position, Role, Square};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

const ENTRY: u64 = 16;

/// What a pawn may become, by its number in a move.
const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

/// The key of a position.
///
/// The numbers behind these keys are part of the format; `shakmaty` has them, and so we ask it.
pub(super) fn key(position: &Position<Chess>) -> Option<u64> {
    let fen = position.fen_with(FenStyle { always_en_passant: true, ..FenStyle::default() });
    let fen: shakmaty::fen::Fen = fen.parse().ok()?;
    let position: shakmaty::Chess = fen.into_position(CastlingMode::Chess960).ok()?;
    Some(position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0)
}

/// A move as the format writes it. Castling is the king taking its rook, as it is with us.
pub(super) fn write_move(m: Move) -> u16 {
    let square = |square: Square| u16::from(square.rank()) << 3 | u16::from(square.file());
    let promotion = PROMOTIONS.iter().position(|&role| role == m.promoted()).unwrap_or(0) as u16;
    promotion << 12 | square(m.from()) << 6 | square(m.to())
}

/// What a book says of a position: one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PolyglotEntry {
    pub(super) key: u64,
    pub(super) bits: u16,
    pub(super) weight: u16,
}

impl PolyglotEntry {
    fn from_bytes(bytes: [u8; ENTRY as usize]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self { key: (bits >> 64) as u64, bits: (bits >> 48) as u16, weight: (bits >> 32) as u16 }
    }

    fn to_bytes(self) -> [u8; ENTRY as usize] {
        (u128::from(self.key) << 64 | u128::from(self.bits) << 48 | u128::from(self.weight) << 32)
            .to_be_bytes()
    }

    /// The move, if it is legal in this position. Some books write castling as the king's two steps.
    pub(super) fn read_move(self, position: &Position<Chess>) -> Option<Move> {
        let square = |shift: u16| Square::at((self.bits >> shift) as u8, (self.bits >> (shift + 3)) as u8);
        let (from, to) = (square(6), square(0));
        let role = *PROMOTIONS.get(usize::from(self.bits >> 12))?;
        let letter = role.map(Role::letter);
        let text = format!("{from}{to}{}", letter.map(String::from).unwrap_or_default());
        kempelen_rules::uci::read(position, &text).ok()
    }
}

trait PolyglotSource: Read + Seek + Send {}
impl<T: Read + Seek + Send> PolyglotSource for T {}

/// The entries of a book, in a file or in memory.
pub(super) struct PolyglotTable {
    source: Box<dyn PolyglotSource>,
    entries: u64,
}

impl PolyglotTable {
    /// A book in memory.
    pub(super) fn of(mut entries: Vec<PolyglotEntry>) -> Self {
        entries.sort_by_key(|entry| entry.key);
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        Self { source: Box::new(Cursor::new(bytes)), entries: entries.len() as u64 }
    }

    /// A book in a file.
    pub(super) fn open(path: &Path) -> Result<Self, OpeningBookError> {
        let fail = |reason: String| OpeningBookError { file: path.display().to_string(), reason };
        let file = File::open(path).map_err(|error| fail(error.to_string()))?;
        let metadata = file.metadata().map_err(|error| fail(error.to_string()))?;
        if !metadata.is_file() {
            return Err(fail("it is not a file".to_owned()));
        }
        let bytes = metadata.len();
        if bytes == 0 || bytes % ENTRY != 0 {
            return Err(fail(format!(
                "it is no Polyglot book, whose length is a multiple of {ENTRY}, not {bytes}"
            )));
        }
        let mut table = Self { source: Box::new(file), entries: bytes / ENTRY };
        if !table.looks_sorted().map_err(|error| fail(error.to_string()))? {
            return Err(fail("it is no Polyglot book, whose entries are sorted".to_owned()));
        }
        Ok(table)
    }

    pub(super) fn len(&self) -> u64 {
        self.entries
    }

    /// Looks at some entries all over the book.
    fn looks_sorted(&mut self) -> std::io::Result<bool> {
        const STEPS: u64 = 64;
        let mut last = 0;
        for step in 0..=STEPS {
            let key = self.read((self.entries - 1) * step / STEPS)?.key;
            if key < last {
                return Ok(false);
            }
            last = key;
        }
        Ok(true)
    }

    /// All entries of a key.
    pub(super) fn find(&mut self, key: u64) -> Result<Vec<PolyglotEntry>, OpeningBookError> {
        self.search(key)
            .map_err(|error| OpeningBookError { file: "the book".to_owned(), reason: error.to_string() })
    }

    fn search(&mut self, key: u64) -> std::io::Result<Vec<PolyglotEntry>> {
        // No position has more moves than this, so that a broken book cannot keep us reading.
        const MOST: usize = 256;
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.read(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut found = Vec::new();
        while low < self.entries && found.len() < MOST {
            let entry = self.read(low)?;
            if entry.key != key {
                break;
            }
            found.push(entry);
            low += 1;
        }
        Ok(found)
    }

    fn read(&mut self, index: u64) -> std::io::Result<PolyglotEntry> {
        let mut bytes = [0; ENTRY as usize];
        self.source.seek(SeekFrom::Start(index * ENTRY))?;
        self.source.read_exact(&mut bytes)?;
        Ok(PolyglotEntry::from_bytes(bytes))
    }
}

/// Why there is no book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningBookError {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for OpeningBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.reason)
    }
}

impl std::error::Error for OpeningBookError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that stand in the description of the format.
    #[test]
    fn keys_are_those_of_the_format() {
        for (fen, known) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560),
        ] {
            assert_eq!(key(&fen.parse().expect("a FEN")), Some(known), "{fen}");
        }
    }

    #[test]
    fn moves_are_packed_as_the_format_says() {
        let e2e4 = Move::new(Square::E2, Square::E4);
        // To file 4, to rank 3, from file 4, from rank 1.
        assert_eq!(write_move(e2e4), 4 | 3 << 3 | 4 << 6 | 1 << 9);
        let promotion = Move::promotion(Square::A7, Square::B8, Role::Queen);
        assert_eq!(write_move(promotion), 1 | 7 << 3 | 6 << 9 | 4 << 12);
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a FEN");
        for (to, name) in
            [(Square::H1, "e1h1"), (Square::G1, "e1h1"), (Square::C1, "e1a1"), (Square::A1, "e1a1")]
        {
            let entry = PolyglotEntry { key: 0, bits: write_move(Move::new(Square::E1, to)), weight: 1 };
            assert_eq!(entry.read_move(&castling).map(|m| m.to_string()).as_deref(), Some(name));
        }
        for bits in [0, 5 << 12, u16::MAX, write_move(Move::new(Square::E1, Square::E8))] {
            assert_eq!(PolyglotEntry { key: 0, bits, weight: 1 }.read_move(&castling), None);
        }
    }

    #[test]
    fn entries_are_found_wherever_they_stand() {
        let entry = |key, bits| PolyglotEntry { key, bits, weight: 1 };
        let mut table =
            PolyglotTable::of(vec![entry(9, 1), entry(3, 1), entry(3, 2), entry(u64::MAX, 1), entry(0, 7)]);
        for (key, count) in [(0, 1), (1, 0), (3, 2), (9, 1), (u64::MAX, 1), (10, 0)] {
            assert_eq!(table.find(key).unwrap().len(), count, "{key}");
        }
        assert_eq!(PolyglotTable::of(Vec::new()).find(1), Ok(Vec::new()));
    }
}

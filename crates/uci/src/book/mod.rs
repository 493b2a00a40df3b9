//! Opening books: moves without thinking.

mod openings;
mod polyglot;

pub use polyglot::OpeningBookError;

use std::fmt;
use std::path::Path;

use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyPosition, Move};
use polyglot::PolyglotTable;

/// A book in Polyglot's format: positions, moves and weights.
///
/// ```
/// use kempelen_rules::{AnyPosition, VariantId};
/// use kempelen_rules::random::SplitMix64;
/// use kempelen_uci::OpeningBook;
///
/// let mut book = OpeningBook::openings();
/// let start = AnyPosition::start(VariantId::Chess);
/// let moves = book.moves(&start)?;
/// let texts: Vec<_> = moves.iter().map(|&(m, weight)| (start.san(m), weight)).collect();
/// assert_eq!(texts, [("e4".to_owned(), 4), ("d4".to_owned(), 1)]);
/// assert!(book.pick(&start, &mut SplitMix64::new(1))?.is_some());
/// # Ok::<(), kempelen_uci::OpeningBookError>(())
/// ```
pub struct OpeningBook(PolyglotTable);

impl OpeningBook {
    /// The embedded book: the five openings of the Microchess manual.
    pub fn openings() -> Self {
        Self(PolyglotTable::of(openings::entries()))
    }

    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read, or is no Polyglot book.
    pub fn open(path: &Path) -> Result<Self, OpeningBookError> {
        PolyglotTable::open(path).map(Self)
    }

    /// The legal moves that the book gives for a position, with their weights, the heaviest first.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn moves(&mut self, position: &AnyPosition) -> Result<Vec<(Move, u16)>, OpeningBookError> {
        let AnyPosition::Chess(chess) = position else { return Ok(Vec::new()) };
        let Some(key) = polyglot::key(chess) else { return Ok(Vec::new()) };
        let mut moves: Vec<(Move, u16)> = self
            .0
            .find(key)?
            .into_iter()
            .filter_map(|entry| Some((entry.read_move(chess)?, entry.weight)))
            .collect();
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        Ok(moves)
    }

    /// Draws a move by weight, if the book has one. A move without weight is never drawn.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn pick(
        &mut self,
        position: &AnyPosition,
        dice: &mut SplitMix64,
    ) -> Result<Option<Move>, OpeningBookError> {
        let moves = self.moves(position)?;
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if total == 0 {
            return Ok(None);
        }
        let mut lot = dice.next_u64() % total;
        Ok(moves.into_iter().find_map(|(m, weight)| {
            let weight = u64::from(weight);
            if lot < weight {
                return Some(m);
            }
            lot -= weight;
            None
        }))
    }
}

impl fmt::Debug for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book({} entries)", self.0.len())
    }
}

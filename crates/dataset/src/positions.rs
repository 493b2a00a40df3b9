use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::vec;

use kempelen_rules::{Position, Variant};

use crate::{DatasetError, LabelledGame, LabelledMove, ShardFault, ShardGames, WhiteResult, open_shard};

/// A position with what a search thought of it, and what became of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LabelledPosition<V: Variant> {
    /// The position.
    pub position: Position<V>,
    /// Its score in hundredths of a pawn, seen from White.
    pub score: i16,
    /// How its game ended.
    pub result: WhiteResult,
}

/// Which positions of a game are worth learning from. Shards have them all, so that this can be changed later.
///
/// ```
/// use kempelen_dataset::PositionFilter;
///
/// let filter = PositionFilter { from_ply: 20, ..PositionFilter::default() };
/// assert!(!filter.in_check && !filter.tactical);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionFilter {
    /// Whether positions in check are wanted.
    pub in_check: bool,
    /// Whether positions are wanted whose best move captures or promotes.
    pub tactical: bool,
    /// Half-moves at the start of a game, by the number of the move in its FEN, that are not wanted.
    pub from_ply: u32,
    /// Scores beyond this, on either side, are not wanted.
    pub score_limit: i16,
}

impl PositionFilter {
    /// Every position.
    pub const ALL: Self = Self { in_check: true, tactical: true, from_ply: 0, score_limit: i16::MAX };

    /// Whether a position, with the move that was played in it, is wanted.
    pub fn wants<V: Variant>(&self, position: &Position<V>, played: LabelledMove) -> bool {
        let ply = 2 * u32::from(position.move_number()).saturating_sub(1) + position.turn().pick(0, 1);
        // A score of -32768 has no counterpart, and is beyond every limit.
        let score_fits = played.score.checked_abs().is_some_and(|score| score <= self.score_limit);
        score_fits
            && ply >= self.from_ply
            && (self.in_check || !position.in_check())
            && (self.tactical || !played.m.is_promotion() && !position.is_capture(played.m))
    }
}

/// Quiet positions that are not decided, but for the first of a game: what an evaluation is for.
impl Default for PositionFilter {
    fn default() -> Self {
        Self { in_check: false, tactical: false, from_ply: 16, score_limit: 2000 }
    }
}

impl<V: Variant> LabelledGame<V> {
    /// The positions with scores that a filter wants. The moves must be legal, as those of a shard are.
    pub fn positions(&self, filter: PositionFilter) -> GamePositions<'_, V> {
        GamePositions { position: self.first_position(), moves: &self.moves, result: self.result, filter }
    }
}

/// The positions of a game that a filter wants.
#[derive(Clone, Debug)]
pub struct GamePositions<'a, V: Variant> {
    position: Position<V>,
    moves: &'a [LabelledMove],
    result: WhiteResult,
    filter: PositionFilter,
}

impl<V: Variant> Iterator for GamePositions<'_, V> {
    type Item = LabelledPosition<V>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((&played, rest)) = self.moves.split_first() {
            self.moves = rest;
            let wanted = self.filter.wants(&self.position, played).then_some(self.position);
            self.position.make(played.m);
            if let Some(position) = wanted {
                return Some(LabelledPosition { position, score: played.score, result: self.result });
            }
        }
        None
    }
}

/// Reads the positions of shards, one shard after the other, with no more than a block of games in memory. They come in
/// the order of the games: who learns from them must shuffle them.
///
/// ```no_run
/// use kempelen_dataset::{PositionFilter, positions, shards};
/// use kempelen_rules::Chess;
///
/// let shards = shards(&["games".into()])?;
/// for position in positions::<Chess>(shards, PositionFilter::default()) {
///     let position = position?;
///     println!("{} {} {}", position.position.fen(), position.score, position.result.points());
/// }
/// # Ok::<(), kempelen_dataset::DatasetError>(())
/// ```
pub fn positions<V: Variant>(shards: Vec<PathBuf>, filter: PositionFilter) -> Positions<V> {
    Positions { shards: shards.into_iter(), filter, open: None, of_game: Vec::new().into_iter() }
}

/// The positions of shards that a filter wants. After an error there are no more.
#[derive(Debug)]
pub struct Positions<V: Variant> {
    shards: vec::IntoIter<PathBuf>,
    filter: PositionFilter,
    open: Option<(PathBuf, ShardGames<BufReader<File>, V>)>,
    /// Those of the game that was read last.
    of_game: vec::IntoIter<LabelledPosition<V>>,
}

impl<V: Variant> Positions<V> {
    fn read_game(&mut self) -> Result<Option<LabelledGame<V>>, DatasetError> {
        loop {
            if let Some((path, games)) = &mut self.open
                && let Some(game) = games.next()
            {
                return game.map(Some).map_err(|fault| fault.at(path));
            }
            let Some(path) = self.shards.next() else { return Ok(None) };
            let games = open_shard(&path)?.games().map_err(|fault: ShardFault| fault.at(&path))?;
            self.open = Some((path, games));
        }
    }
}

impl<V: Variant> Iterator for Positions<V> {
    type Item = Result<LabelledPosition<V>, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(position) = self.of_game.next() {
                return Some(Ok(position));
            }
            match self.read_game() {
                Ok(Some(game)) => {
                    self.of_game = game.positions(self.filter).collect::<Vec<_>>().into_iter();
                }
                Ok(None) => return None,
                Err(error) => {
                    (self.shards, self.open) = (Vec::new().into_iter(), None);
                    return Some(Err(error));
                }
            }
        }
    }
}

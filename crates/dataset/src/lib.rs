//! Games of engines against themselves, labelled with scores and results: what evaluations and networks learn from.
//!
//! A [`LabelledGame`] is a start, random moves of an opening, and the moves after it with the scores of the searches that
//! chose them. Games are kept whole in *shards*, at 3 to 4 bytes a half-move, and nothing is left out of them: which
//! positions are worth learning from, a [`PositionFilter`] of the reader says. `docs/datagen.md` has the layout of the
//! files.
//!
//! ```
//! use kempelen_dataset::{LabelledGame, LabelledMove, PositionFilter, ShardLabel, ShardReader, ShardWriter, WhiteResult};
//! use kempelen_rules::{Chess, Move, Position, Square};
//!
//! let mut game = LabelledGame::<Chess>::new(Position::default(), WhiteResult::Won);
//! game.moves.push(LabelledMove { m: Move::new(Square::E2, Square::E4), score: 31 });
//! game.moves.push(LabelledMove { m: Move::new(Square::E7, Square::E5), score: 28 });
//!
//! let mut file = Vec::new();
//! let mut writer = ShardWriter::new(&mut file, &ShardLabel::new::<Chess>(0))?;
//! writer.push(&game)?;
//! writer.finish()?;
//!
//! let games = ShardReader::new(&file[..])?.games::<Chess>()?;
//! let games: Vec<LabelledGame<Chess>> = games.collect::<Result<_, _>>()?;
//! assert_eq!(games, [game]);
//! let scores: Vec<i16> = games[0].positions(PositionFilter::ALL).map(|position| position.score).collect();
//! assert_eq!(scores, [31, 28]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod code;
mod error;
mod file;
mod game;
mod play;
mod positions;
mod run;
mod shard;
mod stats;
pub mod text;

pub use error::{DatasetError, ShardFault};
pub use file::{SHARD_EXTENSION, ShardFile, open_shard, shards, temporary_name};
pub use game::{HowEnded, LabelledGame, LabelledMove, WhiteResult};
pub use play::GameRecipe;
pub use positions::{GamePositions, LabelledPosition, PositionFilter, Positions, positions};
pub use run::{GamesFolder, RunError};
pub use shard::{ShardGames, ShardLabel, ShardReader, ShardWriter};
pub use stats::GamesStats;

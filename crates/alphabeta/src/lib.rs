//! The modern search: one for both games, told as steps.
//!
//! [`Kempelen`] is the engine. Inside, a search is generic over the game, the evaluator and the observer; all
//! that does not change while it runs is a type.
//!
//! ```
//! use kempelen_alphabeta::Kempelen;
//! use kempelen_engine::{Ask, Engine, Info, Limits, Score, Stop};
//! use kempelen_rules::{AnyGame, AnyPosition, VariantId};
//!
//! // A rook on the back rank, and the king's own pawns in its way.
//! let position = AnyPosition::from_fen(VariantId::Chess, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
//! let (game, stop) = (AnyGame::new(position), Stop::new());
//! let mut engine = Kempelen::default();
//! let report = engine.think(Ask::new(&game, Limits::depth(4), &stop, &mut |_: &Info| {}))?;
//! assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("a1a8"));
//! assert_eq!(report.score(), Some(Score::Mate(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How to read it
//!
//! - `search` is the spine: a *principal variation search*, *fail-soft*, node by node. It lists what happens
//!   in a node, in order; `quiesce` is the same for *quiescence*, where only captures are left to play.
//! - `steps` has the rules, each a small function that settles the node with a reason or lets the next one
//!   look: the *transposition table*, *null move*, *`ProbCut`*, *late move reduction*, *singular extension*
//!   and the others.
//! - `order` says which move comes next (*move ordering*), from what `history` remembers (*history*, *killer*
//!   and *counter* moves, *continuation history*), from what `danger` sees on the board, and from `exchange`
//!   (*static exchange evaluation*).
//! - `root` searches deeper and deeper (*iterative deepening*) with *aspiration windows*, for as long as
//!   `time` allows.
//! - `thread` is one thread of the search with all it owns, and its only way down and up the tree. Several of
//!   them search the same tree at once and meet in the transposition table (*Lazy SMP*).
//! - `params` declares every number.

pub mod bench;
mod danger;
mod declare;
mod engine;
mod evaluators;
mod exchange;
mod history;
mod judgement;
mod memory;
mod options;
mod order;
mod params;
mod quiesce;
mod root;
mod score;
mod search;
mod steps;
mod strength;
mod tablebase;
mod thread;
mod time;
mod transposition;

pub use declare::Technique;
pub use engine::{ABOUT, Kempelen, entry};
pub use params::Params;

//! Endgame tables (tablebases): positions with few men whose result is known.
//!
//! They were computed backwards from the mates (Thomas Ströhlein, 1970, was the first) and are never wrong,
//! but large: those for up to five men have about a gigabyte. Within the search they settle nodes; at the
//! root they choose the moves that keep the result, and among winning ones those that make progress.

use kempelen_rules::{Chess, Color, Move, Position, Role, Variant};
use shakmaty::{ByColor, ByRole, CastlingMode, FromSetup};
use shakmaty_syzygy::{Tablebase, Wdl};

/// How a position ends with best play, seen from the side to move. Wins that the fifty-move rule spoils are
/// draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TablebaseResult {
    /// Lost within the fifty moves.
    Loss,
    /// Drawn, or won or lost too late.
    Draw,
    /// Won within the fifty moves.
    Win,
}

/// Tables of a game's endings.
pub(crate) trait EndgameTables<V: Variant>: Sync {
    /// The most men of any position the tables know; 0 where there are none.
    fn most_men(&self) -> u32;

    /// The result of a position reached by a capture or pawn move.
    fn probe(&self, position: &Position<V>) -> Option<TablebaseResult>;

    /// The moves that keep the result and, in a won position, come nearer to it; with the result.
    fn best_moves(&self, position: &Position<V>) -> Option<(Vec<Move>, TablebaseResult)>;
}

/// No tables at all.
pub(crate) struct NoTables;

impl<V: Variant> EndgameTables<V> for NoTables {
    fn most_men(&self) -> u32 {
        0
    }

    fn probe(&self, _: &Position<V>) -> Option<TablebaseResult> {
        None
    }

    fn best_moves(&self, _: &Position<V>) -> Option<(Vec<Move>, TablebaseResult)> {
        None
    }
}

/// Syzygy tables (Ronald de Man, 2013). They come in two kinds: who wins, which the search asks, and how far
/// it is to the next capture or pawn move, which says at the root how to get there.
pub(crate) struct Syzygy {
    tables: Tablebase<shakmaty::Chess>,
}

impl Syzygy {
    /// The tables in some directories, separated as the system separates paths.
    ///
    /// # Errors
    /// When a directory cannot be read, or there is not a table in any of them.
    pub(crate) fn open(path: &str) -> Result<Self, String> {
        let mut tables = Tablebase::new();
        let mut found = 0;
        for directory in std::env::split_paths(path) {
            found += tables
                .add_directory(&directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        if found == 0 { Err(format!("no Syzygy tables in {path}")) } else { Ok(Self { tables }) }
    }
}

impl EndgameTables<Chess> for Syzygy {
    fn most_men(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn probe(&self, position: &Position<Chess>) -> Option<TablebaseResult> {
        let wdl = self.tables.probe_wdl_after_zeroing(&translate(position)?).ok()?;
        Some(verdict(wdl))
    }

    fn best_moves(&self, position: &Position<Chess>) -> Option<(Vec<Move>, TablebaseResult)> {
        let mut rated = Vec::new();
        for m in position.legal_moves() {
            let next = position.play(m);
            if next.in_check() && !next.can_move() {
                return Some((vec![m], TablebaseResult::Win));
            }
            let theirs = translate(&next)?;
            let wdl = self.tables.probe_wdl(&theirs).ok()?.after_zeroing();
            let distance = self.tables.probe_dtz(&theirs).ok()?.ignore_rounding().0;
            // A move that starts the count anew is as near as can be.
            let distance = if next.draw_count().plies == 0 { 0 } else { distance.abs() };
            rated.push((verdict(-wdl), distance, m));
        }
        let best = rated.iter().map(|rated| rated.0).max()?;
        rated.retain(|rated| rated.0 == best);
        if best == TablebaseResult::Win {
            let nearest = rated.iter().map(|rated| rated.1).min()?;
            rated.retain(|rated| rated.1 == nearest);
        }
        Some((rated.into_iter().map(|rated| rated.2).collect(), best))
    }
}

fn verdict(wdl: Wdl) -> TablebaseResult {
    match wdl {
        Wdl::Win => TablebaseResult::Win,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => TablebaseResult::Draw,
        Wdl::Loss => TablebaseResult::Loss,
    }
}

/// The position in the types of the library that reads the tables; none where the tables cannot know it.
fn translate(position: &Position<Chess>) -> Option<shakmaty::Chess> {
    if position.castling_rooks().any() {
        return None;
    }
    let set = |role| shakmaty::Bitboard(position.role(role).bits());
    let side = |color| shakmaty::Bitboard(position.side(color).bits());
    let roles = ByRole {
        pawn: set(Role::Pawn),
        knight: set(Role::Knight),
        bishop: set(Role::Bishop),
        rook: set(Role::Rook),
        queen: set(Role::Queen),
        king: set(Role::King),
    };
    let colors = ByColor { black: side(Color::Black), white: side(Color::White) };
    let setup = shakmaty::Setup {
        board: shakmaty::Board::try_from_bitboards(roles, colors).ok()?,
        turn: position.turn().pick(shakmaty::Color::White, shakmaty::Color::Black),
        ep_square: position.en_passant().map(|square| shakmaty::Square::new(square.index() as u32)),
        halfmoves: u32::from(position.draw_count().plies),
        ..shakmaty::Setup::empty()
    };
    shakmaty::Chess::from_setup(setup, CastlingMode::Standard).ok()
}

use kempelen_rules::variant::DrawCount;
use kempelen_rules::{
    AiWok, Asean, Cambodian, Chess, Color, Makpong, Makruk, Move, Position, Role, Square, SquareSet, Variant,
};

/// A game that the zero worker can learn: how its positions become planes, how its moves become numbers, and which
/// positions end it.
///
/// What differs between the games stands here and nowhere else in the crate. What is said here for all games is the
/// layout of makruk and fits its relatives, but for the rights of a game that has any.
pub trait Learnable: Variant {
    /// What the planes after the history hold: whether a count is on, how far it is, its limit and what is left of it,
    /// the half-moves since a capture or a pawn's move while no count is on, the move number, and a plane of zeros.
    const GLOBALS: [Global; GLOBAL_PLANES] = [
        Global::Flag,
        Global::Number,
        Global::Number,
        Global::Number,
        Global::Number,
        Global::Number,
        Global::Flag,
    ];

    /// What a pawn may become besides the usual, in the order of the policy. Each has indices of its own: three
    /// directions from each file.
    const UNDERPROMOTIONS: &'static [Role] = &[];

    /// How many policy indices there are.
    const POLICY_LEN: usize = FROM_TO as usize + 3 * 8 * Self::UNDERPROMOTIONS.len();

    /// The numbers of the planes after the history, for the side to move.
    fn globals(position: &Position<Self>) -> [u16; GLOBAL_PLANES] {
        let DrawCount { plies, limit } = position.draw_count();
        let number = position.move_number();
        match limit {
            0 => [0, 0, 0, 0, plies, number, 0],
            limit => [1, plies, limit, limit.saturating_sub(plies), 0, number, 0],
        }
    }

    /// The policy index of a move of this position, seen by the side to move.
    #[inline]
    fn index_of(position: &Position<Self>, m: Move) -> u16 {
        index_to(position, m, m.to())
    }

    /// The move that an index stands for in this position. It need not be legal.
    fn move_of(position: &Position<Self>, index: u16) -> Option<Move> {
        let us = position.turn();
        if let Some(rest) = index.checked_sub(FROM_TO) {
            return underpromotion(position, rest);
        }
        let (from, to) = from_to(index, us)?;
        let promotes = position.role_on(from) == Some(Role::Pawn) && Self::promotion_zone(us).has(to);
        Some(if promotes { Move::promotion(from, to, Self::PROMOTIONS[0]) } else { Move::new(from, to) })
    }

    /// Whether too few men are left for a mate.
    fn is_dead(position: &Position<Self>) -> bool {
        Color::ALL.iter().all(|&side| !position.can_mate(side))
    }
}

/// How many planes follow the history.
pub const GLOBAL_PLANES: usize = 7;

/// What one of the planes after the history holds in all of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Global {
    /// Zero or one.
    Flag,
    /// A raw number.
    Number,
}

/// Policy indices below this are `from * 64 + to`.
pub(crate) const FROM_TO: u16 = 64 * 64;

/// The layout of chess: castling rights, the clock of the fifty-move rule, the move number, and a plane of zeros.
impl Learnable for Chess {
    const GLOBALS: [Global; GLOBAL_PLANES] = [
        Global::Flag,
        Global::Flag,
        Global::Flag,
        Global::Flag,
        Global::Number,
        Global::Number,
        Global::Flag,
    ];
    const UNDERPROMOTIONS: &'static [Role] = &[Role::Knight, Role::Bishop, Role::Rook];

    fn globals(position: &Position<Self>) -> [u16; GLOBAL_PLANES] {
        let us = position.turn();
        let may_castle = |side: Color, kingside: bool| {
            let king = position.king(side);
            let rooks = position.castling_rooks() & position.side(side);
            u16::from(rooks.into_iter().any(|rook| (rook.file() > king.file()) == kingside))
        };
        [
            may_castle(us, false),
            may_castle(us, true),
            may_castle(!us, false),
            may_castle(!us, true),
            position.draw_count().plies,
            position.move_number(),
            0,
        ]
    }

    #[inline]
    fn index_of(position: &Position<Self>, m: Move) -> u16 {
        index_to(position, m, landing(position, m))
    }

    fn move_of(position: &Position<Self>, index: u16) -> Option<Move> {
        let us = position.turn();
        if let Some(rest) = index.checked_sub(FROM_TO) {
            return underpromotion(position, rest);
        }
        let (from, to) = from_to(index, us)?;
        let role = position.role_on(from);
        if role == Some(Role::Pawn) && Self::promotion_zone(us).has(to) {
            return Some(Move::promotion(from, to, Role::Queen));
        }
        if role == Some(Role::King) && from.rank() == to.rank() && from.file().abs_diff(to.file()) > 1 {
            let rooks = position.castling_rooks() & position.side(us);
            let castling = rooks.into_iter().map(|rook| Move::new(from, rook));
            return castling.into_iter().find(|&m| landing(position, m) == to);
        }
        Some(Move::new(from, to))
    }

    fn is_dead(position: &Position<Self>) -> bool {
        let of = |role| position.role(role);
        let bishops = of(Role::Bishop);
        match position.occupied().len() {
            2 => true,
            3 => (of(Role::Knight) | bishops).any(),
            4 => {
                let one_each = Color::ALL.iter().all(|&side| (bishops & position.side(side)).any());
                one_each && (bishops.is_disjoint(SquareSet::DARK) || SquareSet::DARK.contains(bishops))
            }
            _ => false,
        }
    }
}

/// The square that a policy names as the end of a move. Castling ends where the king does; where king and rooks do
/// not stand as in orthodox chess that could also be a king's step, and the rook's square is named instead.
#[inline]
fn landing(position: &Position<Chess>, m: Move) -> Square {
    let orthodox = SquareSet::file(0) | SquareSet::file(7);
    if position.is_castling(m) && m.from().file() == 4 && orthodox.has(m.to()) {
        return Square::at(if m.to().file() == 7 { 6 } else { 2 }, m.from().rank());
    }
    m.to()
}

impl Learnable for Makruk {}
impl Learnable for Makpong {}
impl Learnable for AiWok {}

/// A pawn becomes a rook unless something else is said.
impl Learnable for Asean {
    const UNDERPROMOTIONS: &'static [Role] = &[Role::Knight, Role::Khon, Role::Met];
}

/// The layout of ouk: who may still leap (our king, our neang, theirs), how far the count is, what is left of it, and
/// the move number. While no count is on, the first of these numbers has the half-moves since a capture or a pawn's move.
impl Learnable for Cambodian {
    const GLOBALS: [Global; GLOBAL_PLANES] = [
        Global::Flag,
        Global::Flag,
        Global::Flag,
        Global::Flag,
        Global::Number,
        Global::Number,
        Global::Number,
    ];

    fn globals(position: &Position<Self>) -> [u16; GLOBAL_PLANES] {
        let us = position.turn();
        let may_leap = |side, role| u16::from((position.rights() & position.men(side, role)).any());
        let DrawCount { plies, limit } = position.draw_count();
        [
            may_leap(us, Role::King),
            may_leap(us, Role::Met),
            may_leap(!us, Role::King),
            may_leap(!us, Role::Met),
            plies,
            limit.saturating_sub(plies),
            position.move_number(),
        ]
    }
}

/// The policy index of a move that is written as ending on a square.
#[inline]
fn index_to<V: Learnable>(position: &Position<V>, m: Move, to: Square) -> u16 {
    let us = position.turn();
    let (from, to) = (m.from().relative_to(us), to.relative_to(us));
    match m.promoted().and_then(|role| V::UNDERPROMOTIONS.iter().position(|&piece| piece == role)) {
        None => from.index() as u16 * 64 + to.index() as u16,
        Some(piece) => {
            let direction = (to.file() + 1).wrapping_sub(from.file());
            FROM_TO + piece as u16 * 24 + u16::from(from.file()) * 3 + u16::from(direction)
        }
    }
}

/// The move of an index after [`FROM_TO`].
fn underpromotion<V: Learnable>(position: &Position<V>, rest: u16) -> Option<Move> {
    let us = position.turn();
    let role = *V::UNDERPROMOTIONS.get(usize::from(rest / 24))?;
    let from = Square::at((rest % 24 / 3) as u8, 6);
    let to = from.offset((rest % 3) as i8 - 1, 1)?;
    Some(Move::promotion(from.relative_to(us), to.relative_to(us), role))
}

/// The squares of an index below [`FROM_TO`], which must differ.
fn from_to(index: u16, us: Color) -> Option<(Square, Square)> {
    let from = Square::from_index(usize::from(index / 64))?.relative_to(us);
    let to = Square::wrap((index % 64) as u8).relative_to(us);
    (from != to).then_some((from, to))
}

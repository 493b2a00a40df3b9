//! What moves have done before: tables of successes and failures that order moves and temper the rules.
//!
//! A move that cut off in one node will often do so in another, since most positions of a tree are much
//! alike: the *history heuristic* (Jonathan Schaeffer, 1983). The more is known of a move's surroundings, the
//! better the guess, but the longer it takes to learn. So there are several tables, and their values are
//! added:
//!
//! | table | a move is known by |
//! |---|---|
//! | *butterfly history* | side, origin, destination (Dieter Hartmann, 1988), and which of them is attacked |
//! | *capture history* | man, destination and victim |
//! | *continuation history* | man and destination, after the man and destination of an earlier move |
//! | *counter moves* | the move it answers (Jos Uiterwijk, 1992) |
//!
//! *Correction history* is of another kind: it remembers not moves but by how much the static evaluation was
//! wrong where the pawns, or the officers of a side, stood just so. Engines have it since 2023 or so.

use kempelen_rules::{Color, Move, Piece, Position, Role, SquareSet, Variant};

use crate::params::Params;
use crate::params::fixed::{CORRECTION, CORRECTION_MOST, ERROR, HISTORY_MOST, HUNDREDTHS};
use crate::score::Score;

/// A number that drifts towards what it is told, and never beyond a bound: *history gravity*, as the field
/// calls it.
///
/// Each bonus is weakened by how far the number has gone already, as if something pulled it back to zero. So
/// it needs no bound to be checked, a habit is soon unlearned, and a number near the bound means a move that
/// did well nearly always.
#[derive(Clone, Copy, Default)]
pub(crate) struct GravityCounter<const MOST: i32>(i16);

impl<const MOST: i32> GravityCounter<MOST> {
    #[inline]
    pub(crate) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Moves by `bonus`, the less the nearer the bound already is.
    #[inline]
    fn add(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MOST, MOST);
        let now = i32::from(self.0);
        self.0 = (now + bonus - now * bonus.abs() / MOST) as i16;
    }

    /// Keeps so many hundredths.
    fn fade(&mut self, kept: i32) {
        self.0 = (i32::from(self.0) * kept / HUNDREDTHS) as i16;
    }
}

const SQUARES: usize = 64;

/// How a move has fared.
type HistoryCell = GravityCounter<HISTORY_MOST>;
/// How wrong the evaluation has been.
type CorrectionCell = GravityCounter<CORRECTION_MOST>;

/// A man arriving on a square (*piece-to*), as a number below [`PieceTo::COUNT`]. Where it came from matters
/// little, and leaving it out makes the tables 64 times smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = Piece::COUNT * SQUARES;

    /// What a legal move brings where.
    #[inline]
    pub(crate) fn of<V: Variant>(position: &Position<V>, m: Move) -> Self {
        let piece = position.piece_on(m.from()).map_or(0, Piece::index);
        Self((piece * SQUARES + m.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize & (Self::COUNT - 1)
    }
}

/// How many moves back *continuation history* looks: at what is answered, and at what the same side played
/// before, since plans take several moves.
pub(crate) const BACK: [usize; 3] = [1, 2, 4];

/// The moves that led to a node, as far as its move ordering cares.
#[derive(Clone, Copy, Default)]
pub(crate) struct MoveContext {
    /// What arrived one, two and four plies before.
    pub(crate) before: [Option<PieceTo>; BACK.len()],
    /// What the opponent attacks.
    pub(crate) attacked: SquareSet,
    /// The *killer moves* of this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The *counter move*: what refuted the last move before, wherever that was played.
    pub(crate) counter: Option<Move>,
}

impl MoveContext {
    /// Whether a quiet move refuted a sibling, or this very move of the opponent, before.
    #[inline]
    pub(crate) fn is_refutation(&self, m: Move) -> bool {
        self.killers.contains(&Some(m)) || self.counter == Some(m)
    }
}

/// *Correction history*: errors of the evaluation, by a mixture of what a position consists of; several kinds
/// in one table.
///
/// Positions that are mixed to the same number share an entry; so many are told apart that it does little
/// harm.
struct CorrectionHistory(Vec<CorrectionCell>);

impl CorrectionHistory {
    /// So many mixtures are told apart for each kind.
    const EACH: usize = 1 << Self::BITS;
    const BITS: u32 = 14;

    fn new(kinds: usize) -> Self {
        Self(vec![CorrectionCell::default(); kinds * Self::EACH])
    }

    /// Where a mixture is kept.
    #[inline]
    fn index(kind: usize, mixture: u64) -> usize {
        // The high bits of a product are the best mixed.
        kind * Self::EACH + (mixture >> (u64::BITS - Self::BITS)) as usize
    }

    #[inline]
    fn of(&self, kind: usize, mixture: u64) -> CorrectionCell {
        self.0[Self::index(kind, mixture)]
    }

    #[inline]
    fn of_mut(&mut self, kind: usize, mixture: u64) -> &mut CorrectionCell {
        &mut self.0[Self::index(kind, mixture)]
    }
}

/// All tables of one thread.
pub(crate) struct Histories {
    /// *Butterfly history*: quiet moves by side, [attacks](side_and_attacks) on them, origin and destination.
    quiet: Vec<[HistoryCell; SQUARES * SQUARES]>,
    /// *Capture history*, by man, destination and victim.
    capture: Vec<[[HistoryCell; Role::COUNT]; SQUARES]>,
    /// *Continuation history*: quiet moves by what arrived earlier, and what arrives now.
    continuation: Vec<[HistoryCell; PieceTo::COUNT]>,
    /// *Counter moves*, by what arrived.
    counter: Vec<Option<Move>>,
    pawn_error: CorrectionHistory,
    officer_error: CorrectionHistory,
}

/// The tables that quiet moves of one node are looked up in.
pub(crate) struct QuietMerits<'a> {
    places: &'a [[HistoryCell; SQUARES * SQUARES]],
    /// Continuation history after each of the moves before.
    after: [&'a [HistoryCell; PieceTo::COUNT]; BACK.len()],
    side: Color,
    attacked: SquareSet,
}

/// What is known of moves after no move at all.
static NO_MERITS: [HistoryCell; PieceTo::COUNT] = [GravityCounter(0); PieceTo::COUNT];

impl QuietMerits<'_> {
    /// How a quiet move has fared.
    #[inline]
    pub(crate) fn of<V: Variant>(&self, position: &Position<V>, m: Move) -> i32 {
        let arrival = PieceTo::of(position, m).index();
        let place = self.places[side_and_attacks(self.side, self.attacked, m)][from_to(m)].get();
        self.after.iter().fold(place, |sum, after| sum + after[arrival].get())
    }
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self {
            quiet: vec![[HistoryCell::default(); SQUARES * SQUARES]; 2 * ATTACKS],
            capture: vec![[[HistoryCell::default(); Role::COUNT]; SQUARES]; Piece::COUNT],
            continuation: vec![[HistoryCell::default(); PieceTo::COUNT]; PieceTo::COUNT],
            counter: vec![None; PieceTo::COUNT],
            pawn_error: CorrectionHistory::new(Color::ALL.len()),
            officer_error: CorrectionHistory::new(2 * Color::ALL.len()),
        }
    }

    /// Forgets everything, as for a new game.
    pub(crate) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Forgets most of how quiet moves fared at their places: another move of the game asks another question.
    /// What they are worth after others holds for longer.
    pub(crate) fn fade(&mut self, kept: i32) {
        /// So many numbers are looked at in one go.
        const TOGETHER: usize = 16;
        // Most moves were never played, in most of the tables; they have nothing to forget.
        for merits in self.quiet.iter_mut().flat_map(|table| table.chunks_exact_mut(TOGETHER)) {
            if merits.iter().fold(0, |any, merit| any | merit.0) != 0 {
                for merit in merits {
                    merit.fade(kept);
                }
            }
        }
    }

    /// How a quiet move has fared, at this place and after these moves.
    #[inline]
    pub(crate) fn quiet<V: Variant>(&self, position: &Position<V>, context: &MoveContext, m: Move) -> i32 {
        self.quiets(position.turn(), context).of(position, m)
    }

    /// How the quiet moves of a side have fared after these moves: what is the same for all of them is looked up once.
    #[inline]
    pub(crate) fn quiets(&self, side: Color, context: &MoveContext) -> QuietMerits<'_> {
        let row =
            |before: Option<PieceTo>| before.map_or(&NO_MERITS, |before| &self.continuation[before.index()]);
        QuietMerits { places: &self.quiet, after: context.before.map(row), side, attacked: context.attacked }
    }

    /// How a capture or promotion has fared.
    #[inline]
    pub(crate) fn capture<V: Variant>(&self, position: &Position<V>, m: Move) -> i32 {
        let (piece, square, victim) = capture_of(position, m);
        self.capture[piece][square][victim].get()
    }

    /// The quiet move that last refuted what arrived there.
    #[inline]
    pub(crate) fn counter(&self, before: Option<PieceTo>) -> Option<Move> {
        self.counter[before?.index()]
    }

    /// Praises a quiet move, or blames it, at this place and after these moves.
    pub(crate) fn reward_quiet<V: Variant>(
        &mut self,
        position: &Position<V>,
        context: &MoveContext,
        m: Move,
        bonus: i32,
    ) {
        let arrival = PieceTo::of(position, m).index();
        self.reward_place(position.turn(), context.attacked, m, bonus);
        for before in context.before.into_iter().flatten() {
            self.continuation[before.index()][arrival].add(bonus);
        }
    }

    /// Praises or blames a quiet move of a side wherever it is played, as long as its opponent attacks its squares
    /// as here.
    #[inline]
    pub(crate) fn reward_place(&mut self, side: Color, attacked: SquareSet, m: Move, bonus: i32) {
        self.quiet[side_and_attacks(side, attacked, m)][from_to(m)].add(bonus);
    }

    /// Praises a capture or promotion, or blames it.
    pub(crate) fn reward_capture<V: Variant>(&mut self, position: &Position<V>, m: Move, bonus: i32) {
        let (piece, square, victim) = capture_of(position, m);
        self.capture[piece][square][victim].add(bonus);
    }

    /// A quiet move refuted what arrived there.
    pub(crate) fn set_counter(&mut self, before: Option<PieceTo>, m: Move) {
        if let Some(before) = before {
            self.counter[before.index()] = Some(m);
        }
    }

    /// How wrong the evaluation has been in positions with these pawns, and with these officers of either
    /// side.
    #[inline]
    pub(crate) fn correction<V: Variant>(&self, position: &Position<V>, params: &Params) -> Score {
        let us = position.turn().index();
        let pawns = self.pawn_error.of(us, pawn_mix(position)).get();
        let white = self.officer_error.of(us, officer_mix(position, Color::White)).get();
        let black = self.officer_error.of(2 + us, officer_mix(position, Color::Black)).get();
        (params.correction_pawns * pawns + params.correction_officers * (white + black)) / CORRECTION
    }

    /// Learns from a search that ended so far from the evaluation.
    pub(crate) fn update_correction<V: Variant>(
        &mut self,
        position: &Position<V>,
        depth: i32,
        error: Score,
        params: &Params,
    ) {
        let us = position.turn().index();
        let most = params.correction_most;
        let bonus = (error * depth * params.correction_rate / ERROR).clamp(-most, most);
        self.pawn_error.of_mut(us, pawn_mix(position)).add(bonus);
        self.officer_error.of_mut(us, officer_mix(position, Color::White)).add(bonus);
        self.officer_error.of_mut(2 + us, officer_mix(position, Color::Black)).add(bonus);
    }
}

/// Origin attacked or not, destination attacked or not.
const ATTACKS: usize = 2 * 2;

/// Which part of the history a quiet move is looked up in: a man that flees, one that walks into danger, one that
/// does both and one that does neither are told apart.
#[inline]
fn side_and_attacks(side: Color, attacked: SquareSet, m: Move) -> usize {
    side.index() * ATTACKS + 2 * usize::from(attacked.has(m.from())) + usize::from(attacked.has(m.to()))
}

#[inline]
fn from_to(m: Move) -> usize {
    m.from().index() * SQUARES + m.to().index()
}

/// The man, the square and the victim of a capture; a promotion without capture has the pawn's number as
/// victim.
#[inline]
fn capture_of<V: Variant>(position: &Position<V>, m: Move) -> (usize, usize, usize) {
    let piece = position.piece_on(m.from()).map_or(0, Piece::index);
    let victim = position.captured(m).map_or(Role::Pawn.index(), Role::index);
    (piece, m.to().index(), victim)
}

/// Odd numbers that spread the bits of a set over a word.
const SPREAD: [u64; 6] = [
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0xD6E8_FEB8_6659_FD93,
    0xA076_1D64_78BD_642F,
    0xE703_7ED1_A0B4_28DB,
];

#[inline]
fn pawn_mix<V: Variant>(position: &Position<V>) -> u64 {
    let of = |side| position.men(side, Role::Pawn).bits();
    of(Color::White).wrapping_mul(SPREAD[0]) ^ of(Color::Black).wrapping_mul(SPREAD[1])
}

#[inline]
fn officer_mix<V: Variant>(position: &Position<V>, side: Color) -> u64 {
    const TURN: u32 = 7;
    V::ROLES[1..].iter().zip(SPREAD).fold(0, |mixed: u64, (&role, odd)| {
        mixed.rotate_left(TURN) ^ position.men(side, role).bits().wrapping_mul(odd)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Square};

    /// A move that was good where its man had to flee is not thought good where the man was safe.
    #[test]
    fn fleeing_and_walking_are_told_apart() {
        let position = Position::<Chess>::default();
        let m = Move::new(Square::G1, Square::F3);
        let squares = [SquareSet::EMPTY, Square::G1.set(), Square::F3.set()];
        let attacked = [squares[0], squares[1], squares[2], squares[1] | squares[2]];
        let mut histories = Histories::new();
        for (i, &attacked) in attacked.iter().enumerate() {
            let context = MoveContext { attacked, ..MoveContext::default() };
            histories.reward_quiet(&position, &context, m, 100 * (i as i32 + 1));
        }
        let found = attacked.map(|attacked| {
            histories.quiet(&position, &MoveContext { attacked, ..MoveContext::default() }, m)
        });
        assert_eq!(found, [100, 200, 300, 400]);
        histories.reward_place(Color::Black, attacked[1], m, 50);
        let context = MoveContext { attacked: attacked[1], ..MoveContext::default() };
        assert_eq!(histories.quiet(&position, &context, m), 200, "the sides learn apart");
    }
}

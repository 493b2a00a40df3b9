//! What a position is worth: White's men less Black's, in bia.

use std::fmt;
use std::ops::Neg;

use kempelen_rules::variant::Draws;
use kempelen_rules::{Color, End, Makruk, Position, Role, Square, SquareSet, Variant};
use kempelen_trace::Scale;

/// A worth, White's less Black's. It is kept in thousandths of a bia, so that sums are exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MakrukAiValue(pub(super) i32);

impl MakrukAiValue {
    /// Nobody is better.
    pub const DRAW: Self = Self(0);
    /// White mates in so many plies of the root: a shorter mate is worth more.
    const MATE: i32 = 10_000_000;
    /// No mate is so far away, and no sum of men so great.
    const LEAST_MATE: i32 = Self::MATE - 1000;
    /// Better for White than anything.
    pub const HIGHEST: Self = Self(i32::MAX);
    /// Better for Black than anything.
    pub const LOWEST: Self = Self(-i32::MAX);

    /// What the number means in a trace.
    pub(super) const SCALE: Scale = Scale {
        per_pawn: 1000,
        infinite: i32::MAX,
        mate: Self::MATE,
        mate_plies: Self::MATE - Self::LEAST_MATE,
        won: 0,
    };

    /// So many bia, to the thousandth.
    pub fn from_bia(bia: f64) -> Self {
        Self((bia * 1000.0).round() as i32)
    }

    /// In bia.
    pub fn bia(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// `loser` is mated, so many plies from the root.
    pub(super) fn mated(loser: Color, ply: u16) -> Self {
        let for_white = Self(Self::MATE - i32::from(ply));
        loser.pick(-for_white, for_white)
    }

    /// The plies to a mate and who mates, if this is one.
    pub fn mate(self) -> Option<(Color, u16)> {
        let plies = Self::MATE.saturating_sub(self.0.saturating_abs());
        let winner = if self.0 > 0 { Color::White } else { Color::Black };
        (self.0.abs() <= Self::MATE && self.0.abs() >= Self::LEAST_MATE).then_some((winner, plies as u16))
    }

    /// The same value told by plies from elsewhere: a mate comes so many plies nearer.
    pub(super) fn nearer(self, plies: i32) -> Self {
        match self.mate() {
            Some((Color::White, _)) => Self(self.0 + plies),
            Some((Color::Black, _)) => Self(self.0 - plies),
            None => self,
        }
    }
}

impl Neg for MakrukAiValue {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// In bia.
impl fmt::Display for MakrukAiValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bia().fmt(f)
    }
}

impl fmt::Debug for MakrukAiValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What men are worth, in thousandths.
pub(super) const fn man_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1000,
        Role::Met => 1700,
        Role::Khon => 2600,
        Role::Knight => 3000,
        Role::Rook => 5000,
        Role::King | Role::Bishop | Role::Queen => 0,
    }
}

/// A table for half a board, in hundredths of a bia: both wings are alike, so a row has the a- to the d-file. Rows are
/// ranks, the first rank first.
type Wing = [[i32; 4]; 8];

/// Men belong in the centre. A rua counts this by half.
const GENERAL: Wing = [
    [0, 5, 5, 10],
    [5, 10, 15, 20],
    [5, 15, 25, 30],
    [10, 20, 30, 40],
    [10, 20, 30, 40],
    [5, 15, 25, 30],
    [5, 10, 15, 20],
    [0, 5, 5, 10],
];

/// A bia belongs ahead. (It is promoted on the sixth rank; the row stands in the original all the same.)
const BIA: Wing = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [10, 10, 15, 20],
    [15, 15, 20, 30],
    [30, 30, 40, 50],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
];

/// A khun belongs into a corner.
const KHUN: Wing = [
    [20, 30, 10, 0],
    [20, 20, 0, -10],
    [0, 0, -10, -20],
    [-10, -10, -20, -30],
    [-10, -10, -20, -30],
    [0, 0, -10, -20],
    [20, 20, 0, -10],
    [20, 30, 10, 0],
];

const CENTRE: SquareSet =
    Square::D4.set().union(Square::E4.set()).union(Square::D5.set()).union(Square::E5.set());

/// For each man in the centre.
const CENTRE_VALUE: i32 = 100;
/// For each legal move.
const MOVE_VALUE: i32 = 20;

/// Men, tables and the centre.
///
/// ```
/// use kempelen_museum::makruk_ai::evaluate_fast;
/// use kempelen_rules::{Makruk, Position};
///
/// let start = Position::<Makruk>::default();
/// assert_eq!(evaluate_fast(&start).bia(), 0.0);
/// // A bia in the centre: 0.2 by its table and 0.1 for the square.
/// let opened: Position<Makruk> = "rnsmksnr/8/pppppppp/8/3P4/PPP1PPPP/8/RNSKMSNR b - - 0 1".parse()?;
/// assert_eq!(evaluate_fast(&opened).bia(), 0.3);
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
pub fn evaluate_fast(position: &Position<Makruk>) -> MakrukAiValue {
    balance(position, |role, square, color| {
        man_value(role) + place_value(role, square, color) + centre_value(square)
    })
}

/// The same in its three parts: men, tables and the centre.
pub(super) fn parts(position: &Position<Makruk>) -> [MakrukAiValue; 3] {
    [
        balance(position, |role, _, _| man_value(role)),
        balance(position, place_value),
        balance(position, |_, square, _| centre_value(square)),
    ]
}

/// What the men are worth to White, less what they are worth to Black.
#[inline]
fn balance(position: &Position<Makruk>, worth: impl Fn(Role, Square, Color) -> i32) -> MakrukAiValue {
    let side = |color| -> i32 {
        let men = position.side(color).into_iter();
        men.map(|square| worth(position.role_on(square).unwrap_or(Role::King), square, color)).sum()
    };
    MakrukAiValue(side(Color::White) - side(Color::Black))
}

/// What its place is worth to a man's own side.
fn place_value(role: Role, square: Square, color: Color) -> i32 {
    let from_home = square.relative_to(color);
    let (rank, file) =
        (usize::from(from_home.rank()), usize::from(from_home.file().min(7 - from_home.file())));
    match role {
        Role::Pawn => BIA[rank][file] * 10,
        Role::King => KHUN[rank][file] * 10,
        Role::Rook => GENERAL[rank][file] * 5,
        _ => GENERAL[rank][file] * 10,
    }
}

fn centre_value(square: Square) -> i32 {
    if CENTRE.has(square) { CENTRE_VALUE } else { 0 }
}

/// The same, with mate, stalemate and draws by the count or by lack of men seen.
pub fn evaluate(position: &Position<Makruk>) -> MakrukAiValue {
    match end_of(position) {
        Some(End::Checkmate { winner }) => MakrukAiValue::mated(!winner, 0),
        Some(_) => MakrukAiValue::DRAW,
        None => evaluate_fast(position),
    }
}

/// The same, with a little for each legal move of the one side and the other.
pub fn evaluate_with_mobility(position: &Position<Makruk>) -> MakrukAiValue {
    let value = evaluate(position);
    if end_of(position).is_some() {
        return value;
    }
    let moves = |color| -> i32 {
        let seen = if position.turn() == color { Some(*position) } else { passed(position) };
        seen.map_or(0, |position| position.count_moves() as i32)
    };
    MakrukAiValue(value.0 + MOVE_VALUE * (moves(Color::White) - moves(Color::Black)))
}

/// The position with the other side to move. A side in check cannot pass, and the other has no moves to count then.
fn passed(position: &Position<Makruk>) -> Option<Position<Makruk>> {
    (!position.in_check()).then(|| position.pass())
}

/// How the game has ended here, but for repetition.
fn end_of(position: &Position<Makruk>) -> Option<End> {
    position.end().or_else(|| Makruk::count_runs_out(position, Draws::Claimed))
}

/// Whether the count has run out. A mate comes before it.
pub(super) fn count_is_over(position: &Position<Makruk>) -> bool {
    Makruk::count_runs_out(position, Draws::Claimed).is_some()
}

/// Whether neither side has the men to mate.
pub(super) fn nobody_can_mate(position: &Position<Makruk>) -> bool {
    Color::ALL.iter().all(|&side| !Makruk::can_mate(position, side))
}

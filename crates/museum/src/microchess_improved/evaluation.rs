//! The sum: what a position is worth, term by term.

use kempelen_rules::{Chess, Color, Position, Role, Square, SquareSet, Variant};

/// What each thing is worth, in hundredths of a pawn.
///
/// The men and the pawns' structure are the figures asked for. Where none was, a term has the two points that
/// Microchess gave for a good square, with a pawn at eight points; mobility has its quarter of a point.
mod weight {
    use kempelen_rules::Role;

    pub(super) const fn man(role: Role) -> i32 {
        match role {
            Role::Pawn => 100,
            Role::Knight | Role::Bishop => 300,
            Role::Rook => 500,
            Role::Queen => 900,
            Role::King | Role::Khon | Role::Met => 0,
        }
    }
    /// For each move that a man could make.
    pub(super) const MOBILITY: i32 = 3;
    /// For each knight and bishop that has left the first rank.
    pub(super) const DEVELOPED: i32 = 25;
    /// For each square of the centre that a side holds or attacks.
    pub(super) const CENTRE: i32 = 25;
    /// For a pawn that no pawn can stop.
    pub(super) const PASSED: i32 = 200;
    /// For a pawn without a pawn of its own side beside it.
    pub(super) const ISOLATED: i32 = -100;
    /// For each pawn beyond the first on a file.
    pub(super) const DOUBLED: i32 = -50;
    /// For each pawn in front of the king.
    pub(super) const SHIELD: i32 = 25;
    /// For a king that has gone to its corner and left no rook there.
    pub(super) const CASTLED: i32 = 50;
    /// For a rook on a file without pawns.
    pub(super) const OPEN_FILE: i32 = 100;
    /// For each step that the king is nearer to the centre.
    pub(super) const KING_STEP: i32 = 10;
    /// For each rank that a passed pawn has gone.
    pub(super) const PASSED_STEP: i32 = 20;
    /// For giving check.
    pub(super) const CHECK: i32 = 25;
}

/// The part of the game, by the number of men besides the kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// More than twenty.
    Opening,
    /// Ten to twenty.
    Middle,
    /// Fewer than ten.
    End,
}

impl Phase {
    /// The phase of a position.
    pub fn of(position: &Position<Chess>) -> Self {
        match position.occupied().len() - 2 {
            21.. => Self::Opening,
            10..=20 => Self::Middle,
            _ => Self::End,
        }
    }
}

/// A position's worth in its parts: White's less Black's, in hundredths of a pawn. A part that does not belong to the
/// phase is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImprovedEvaluation {
    /// The phase, which decides what counts.
    pub phase: Phase,
    /// Men.
    pub material: i32,
    /// Moves that men could make, whether or not a king is left in check.
    pub mobility: i32,
    /// In the opening: knights and bishops off the first rank.
    pub development: i32,
    /// In the opening: squares of the centre held or attacked.
    pub centre: i32,
    /// After the opening: passed, isolated and doubled pawns.
    pub pawns: i32,
    /// In the middle game: pawns before the king, and castling.
    pub king_safety: i32,
    /// In the middle game: rooks on open files.
    pub open_files: i32,
    /// In the end: a king near the centre.
    pub king_activity: i32,
    /// In the end: how far passed pawns have gone.
    pub passed_pawns: i32,
    /// A check to the side to move.
    pub check: i32,
}

impl ImprovedEvaluation {
    /// Judges a position. Mate and stalemate are for the search to see.
    pub fn of<'p>(position: &'p Position<Chess>) -> Self {
        let phase = Phase::of(position);
        let balance = |part: fn(&Side<'p>) -> i32| {
            let [white, black] = Color::ALL.map(|us| part(&Side { position, us }));
            white - black
        };
        let in_phase = |wanted: &[Phase], part: fn(&Side<'p>) -> i32| {
            if wanted.contains(&phase) { balance(part) } else { 0 }
        };
        let check = if position.in_check() { weight::CHECK } else { 0 };
        Self {
            phase,
            material: balance(Side::material),
            mobility: balance(Side::mobility),
            development: in_phase(&[Phase::Opening], Side::development),
            centre: in_phase(&[Phase::Opening], Side::centre),
            pawns: in_phase(&[Phase::Middle, Phase::End], Side::pawns),
            king_safety: in_phase(&[Phase::Middle], Side::king_safety),
            open_files: in_phase(&[Phase::Middle], Side::open_files),
            king_activity: in_phase(&[Phase::End], Side::king_activity),
            passed_pawns: in_phase(&[Phase::End], Side::passed_pawns),
            check: position.turn().pick(-check, check),
        }
    }

    /// The sum of the parts, White's less Black's.
    pub fn total(&self) -> i32 {
        self.material
            + self.mobility
            + self.development
            + self.centre
            + self.pawns
            + self.king_safety
            + self.open_files
            + self.king_activity
            + self.passed_pawns
            + self.check
    }
}

const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// One side of a position.
struct Side<'a> {
    position: &'a Position<Chess>,
    us: Color,
}

impl Side<'_> {
    fn men(&self, role: Role) -> SquareSet {
        self.position.men(self.us, role)
    }

    fn material(&self) -> i32 {
        Chess::ROLES.iter().map(|&role| weight::man(role) * self.men(role).len() as i32).sum()
    }

    fn mobility(&self) -> i32 {
        let (occupied, ours) = (self.position.occupied(), self.position.side(self.us));
        let moves = |(role, square)| (Chess::attacks(role, self.us, square, occupied) & !ours).len();
        let men: u32 = Chess::ROLES
            .into_iter()
            .filter(|&role| role != Role::Pawn)
            .flat_map(|role| self.men(role).into_iter().map(move |square| (role, square)))
            .map(moves)
            .sum();
        weight::MOBILITY * (men + self.pawn_moves()) as i32
    }

    fn pawn_moves(&self) -> u32 {
        let empty = !self.position.occupied();
        let single = self.men(Role::Pawn).forward(self.us) & empty;
        let double = (single & SquareSet::relative_rank(self.us, 2)).forward(self.us) & empty;
        let theirs = self.position.side(!self.us);
        let captures = self
            .men(Role::Pawn)
            .into_iter()
            .map(|pawn| (Chess::attacks(Role::Pawn, self.us, pawn, self.position.occupied()) & theirs).len());
        single.len() + double.len() + captures.sum::<u32>()
    }

    fn development(&self) -> i32 {
        let home = SquareSet::relative_rank(self.us, 0);
        let minor = self.men(Role::Knight) | self.men(Role::Bishop);
        weight::DEVELOPED * (minor & !home).len() as i32
    }

    fn centre(&self) -> i32 {
        let held = |&square: &Square| {
            self.position.side(self.us).has(square)
                || self.position.is_attacked(square, self.us, self.position.occupied())
        };
        weight::CENTRE * CENTRE.iter().filter(|square| held(square)).count() as i32
    }

    fn pawns(&self) -> i32 {
        let ours = self.men(Role::Pawn);
        let per_pawn: i32 = ours
            .into_iter()
            .map(|pawn| {
                let passed = if self.is_passed(pawn) { weight::PASSED } else { 0 };
                let alone = (beside(pawn.file()) & ours).is_empty();
                passed + if alone { weight::ISOLATED } else { 0 }
            })
            .sum();
        let doubled: i32 =
            (0..8).map(|file| (SquareSet::file(file) & ours).len().saturating_sub(1) as i32).sum();
        per_pawn + weight::DOUBLED * doubled
    }

    /// Whether no pawn of the other side stands before it, on its own file or beside.
    fn is_passed(&self, pawn: Square) -> bool {
        let files = SquareSet::file(pawn.file()) | beside(pawn.file());
        let rank = self.us.relative_rank(pawn.rank());
        (self.position.men(!self.us, Role::Pawn) & files)
            .into_iter()
            .all(|other| self.us.relative_rank(other.rank()) <= rank)
    }

    fn king_safety(&self) -> i32 {
        let king = self.position.king(self.us);
        let before = king.set().forward(self.us);
        let before = before | before.east() | before.west();
        let shield = weight::SHIELD * (before & self.men(Role::Pawn)).len() as i32;
        shield + if self.has_castled(king) { weight::CASTLED } else { 0 }
    }

    /// Nobody remembers how the king got there; it counts if no rook of its own is shut in beside it.
    fn has_castled(&self, king: Square) -> bool {
        let corner = match king.file() {
            0..=2 => 0..king.file(),
            6..=7 => king.file() + 1..8,
            _ => return false,
        };
        let shut_in = |file| self.men(Role::Rook).has(Square::at(file, king.rank()));
        self.us.relative_rank(king.rank()) == 0 && !corner.into_iter().any(shut_in)
    }

    fn open_files(&self) -> i32 {
        let pawns = self.position.role(Role::Pawn);
        let open = |rook: &Square| (SquareSet::file(rook.file()) & pawns).is_empty();
        weight::OPEN_FILE * self.men(Role::Rook).into_iter().filter(open).count() as i32
    }

    fn king_activity(&self) -> i32 {
        let king = self.position.king(self.us);
        let away = CENTRE.iter().map(|square| king.distance(*square)).min().unwrap_or(0);
        // A corner is three steps away.
        weight::KING_STEP * (3 - i32::from(away))
    }

    fn passed_pawns(&self) -> i32 {
        let passed = self.men(Role::Pawn).into_iter().filter(|&pawn| self.is_passed(pawn));
        passed.map(|pawn| weight::PASSED_STEP * i32::from(self.us.relative_rank(pawn.rank()) - 1)).sum()
    }
}

/// The files to the left and right of one.
fn beside(file: u8) -> SquareSet {
    let file = SquareSet::file(file);
    file.east() | file.west()
}

//! Mates, and the pattern books' names for them.
//!
//! A pattern says which men give the mate and which take the squares round the king. Names are chess's alone.

use kempelen_rules::{Color, Position, Role, Square, SquareSet, Variant, attacks};

use crate::sight::{Sight, in_a_row};
use crate::{Finding, Line, Motif, Step};

/// Mate after so many of the solver's moves.
pub(super) fn mate_in<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let mated = Mated::new(step)?;
    let motif = match (step.ply - line.first_solved()) / 2 {
        0 => Motif::MateIn1,
        1 => Motif::MateIn2,
        2 => Motif::MateIn3,
        3 => Motif::MateIn4,
        _ => Motif::MateIn5,
    };
    Some(Finding::after(motif, step.ply).by(mated.checker).target(mated.king))
}

/// A king that has been mated, with all that the patterns ask about.
struct Mated<'a, V: Variant> {
    board: &'a Position<V>,
    /// The side that mates.
    us: Color,
    king: Square,
    /// The man that gives check; where there are two, the one that does not stand farther.
    checker: Square,
    role: Role,
}

impl<'a, V: Variant> Mated<'a, V> {
    fn new(step: &Step<'a, V>) -> Option<Self> {
        let (board, us) = (step.after, step.side());
        let king = board.king(!us);
        let checker = board.checkers().into_iter().min_by_key(|square| square.distance(king))?;
        let role = board.role_on(checker)?;
        (!board.can_move()).then_some(Self { board, us, king, checker, role })
    }
}

/// Whether a line ends with a mate along the back rank.
pub(super) fn is_back_rank_mate<V: Variant>(line: &Line<V>) -> bool {
    let last = line.len().checked_sub(1).and_then(|ply| line.step(ply));
    last.and_then(|step| Mated::new(&step)).is_some_and(|mated| mated.back_rank().is_some())
}

/// The names of a mate.
pub(super) fn patterns<V: Variant>(step: &Step<'_, V>, found: &mut Vec<Finding>) {
    let Some(mated) = Mated::new(step) else { return };
    let names = [
        (Motif::BackRankMate, mated.back_rank()),
        (Motif::SmotheredMate, mated.smothered()),
        (Motif::AnastasiaMate, mated.anastasia()),
        (Motif::ArabianMate, mated.arabian()),
        (Motif::BodenMate, mated.boden()),
        (Motif::DoubleBishopMate, mated.double_bishop()),
        (Motif::DovetailMate, mated.dovetail()),
        (Motif::HookMate, mated.hook()),
        (Motif::OperaMate, mated.opera()),
        (Motif::PillsburysMate, mated.pillsbury()),
        (Motif::MorphysMate, mated.morphy()),
        (Motif::CornerMate, mated.corner()),
        (Motif::TriangleMate, mated.triangle()),
        (Motif::KillBoxMate, mated.kill_box()),
        (Motif::VukovicMate, mated.vukovic()),
        (Motif::BlindSwineMate, mated.blind_swine()),
        (Motif::BalestraMate, mated.balestra()),
    ];
    for (motif, helpers) in names {
        if let Some(helpers) = helpers {
            let helper = helpers.without(mated.checker).first();
            found.push(Finding::after(motif, step.ply).by(mated.checker).target(mated.king).behind(helper));
        }
    }
}

/// Each pattern gives the men that help the checker; an empty set where it needs none.
impl<V: Variant> Mated<'_, V> {
    fn ours(&self, role: Role) -> SquareSet {
        self.board.men(self.us, role)
    }

    fn around(&self) -> SquareSet {
        attacks::king(self.king)
    }

    /// The squares beside the king that its own men take.
    fn blocked(&self) -> SquareSet {
        self.around() & self.board.side(!self.us)
    }

    /// The squares beside the king that no man of its own takes.
    fn open(&self) -> SquareSet {
        self.around() & !self.board.side(!self.us)
    }

    /// The solver's men that attack a square, seen through the king.
    fn guards(&self, square: Square) -> SquareSet {
        self.board.attackers(square, self.us, self.board.occupied().without(self.king))
    }

    /// Whether the checker stands on a square beside the king, on its rank or file.
    fn is_beside(&self) -> bool {
        self.king.distance(self.checker) == 1 && attacks::straights(self.king).has(self.checker)
    }

    fn is_diagonally_beside(&self, square: Square) -> bool {
        self.king.distance(square) == 1 && attacks::diagonals(self.king).has(square)
    }

    fn is_in_corner(&self) -> bool {
        [Square::A1, Square::H1, Square::A8, Square::H8].contains(&self.king)
    }

    /// The men of one role that take a square from the king which nobody else takes. To protect the checker is not to
    /// take a square.
    fn helpers(&self, role: Role) -> SquareSet {
        let men = self.ours(role);
        self.open()
            .without(self.checker)
            .into_iter()
            .map(|square| self.guards(square))
            .filter(|&guards| men.contains(guards))
            .fold(SquareSet::EMPTY, |set, guards| set | guards)
    }

    fn when(holds: bool) -> Option<SquareSet> {
        holds.then_some(SquareSet::EMPTY)
    }

    fn back_rank(&self) -> Option<SquareSet> {
        let home = SquareSet::relative_rank(!self.us, 0);
        let ahead = self.around() & !home;
        Self::when(
            home.has(self.king)
                && home.has(self.checker)
                && matches!(self.role, Role::Rook | Role::Queen)
                && self.board.side(!self.us).contains(ahead)
                && ahead.into_iter().all(|square| self.guards(square).is_empty()),
        )
    }

    fn smothered(&self) -> Option<SquareSet> {
        Self::when(self.role == Role::Knight && self.open().is_empty())
    }

    fn anastasia(&self) -> Option<SquareSet> {
        let edge = SquareSet::file(0) | SquareSet::file(7);
        if !edge.has(self.king)
            || self.king.file() != self.checker.file()
            || !matches!(self.role, Role::Rook | Role::Queen)
        {
            return None;
        }
        let inward = if self.king.file() == 0 { 1 } else { -1 };
        let beside = self.king.offset(inward, 0)?;
        let knight = self.king.offset(3 * inward, 0)?;
        (self.blocked().has(beside) && self.ours(Role::Knight).has(knight)).then_some(knight.set())
    }

    fn arabian(&self) -> Option<SquareSet> {
        if !self.is_in_corner() || self.role != Role::Rook || !self.is_beside() {
            return None;
        }
        let knights: SquareSet = (self.ours(Role::Knight) & attacks::knight(self.checker))
            .into_iter()
            .filter(|knight| {
                knight.file().abs_diff(self.king.file()) == 2 && knight.rank().abs_diff(self.king.rank()) == 2
            })
            .collect();
        knights.any().then_some(knights)
    }

    /// Two bishops, and nobody else, take what the king's own men leave.
    fn two_bishops(&self) -> Option<SquareSet> {
        let bishops = self.ours(Role::Bishop);
        let alone = self.open().into_iter().all(|square| bishops.contains(self.guards(square)));
        (self.role == Role::Bishop && bishops.has_several() && alone).then_some(bishops)
    }

    fn boden(&self) -> Option<SquareSet> {
        self.two_bishops().filter(|&bishops| self.stand_on_both_sides(bishops))
    }

    fn double_bishop(&self) -> Option<SquareSet> {
        self.two_bishops().filter(|&bishops| !self.stand_on_both_sides(bishops))
    }

    /// Whether men stand to the left and to the right of the king.
    fn stand_on_both_sides(&self, men: SquareSet) -> bool {
        let left = men.into_iter().any(|square| square.file() < self.king.file());
        let right = men.into_iter().any(|square| square.file() > self.king.file());
        left && right
    }

    fn dovetail(&self) -> Option<SquareSet> {
        if self.role != Role::Queen || !self.is_diagonally_beside(self.checker) || self.around().len() < 8 {
            return None;
        }
        let queen = self.checker;
        Self::when(self.around().without(queen).into_iter().all(|square| {
            if self.board.occupied().has(square) {
                self.board.attackers_of(square, self.us).is_empty()
            } else {
                self.guards(square) == queen.set()
            }
        }))
    }

    fn hook(&self) -> Option<SquareSet> {
        if self.role != Role::Rook || !self.is_beside() {
            return None;
        }
        let pawns = self.board.pawn_attacks(self.us);
        let knights = self.ours(Role::Knight) & attacks::knight(self.checker) & self.around() & pawns;
        knights.any().then_some(knights)
    }

    fn opera(&self) -> Option<SquareSet> {
        let bishops = self.guards(self.checker) & self.ours(Role::Bishop);
        (self.role == Role::Rook && self.is_beside() && bishops.any()).then_some(bishops)
    }

    fn pillsbury(&self) -> Option<SquareSet> {
        let mut bishops = self.helpers(Role::Bishop);
        // A bishop that protects the rook beside the king makes another mate of it.
        if self.is_beside() {
            bishops &= !self.guards(self.checker);
        }
        (self.role == Role::Rook && bishops.any()).then_some(bishops)
    }

    fn morphy(&self) -> Option<SquareSet> {
        let rooks = self.helpers(Role::Rook);
        (self.role == Role::Bishop && rooks.any()).then_some(rooks)
    }

    fn corner(&self) -> Option<SquareSet> {
        let heavy = self.helpers(Role::Rook) | self.helpers(Role::Queen);
        (self.role == Role::Knight && heavy.any()).then_some(heavy)
    }

    fn triangle(&self) -> Option<SquareSet> {
        let rooks: SquareSet = (self.ours(Role::Rook) & attacks::straights(self.checker))
            .into_iter()
            .filter(|&rook| rook.distance(self.checker) == 2 && self.is_diagonally_beside(rook))
            .collect();
        let holds = self.role == Role::Queen && self.is_diagonally_beside(self.checker) && rooks.any();
        holds.then_some(rooks)
    }

    fn kill_box(&self) -> Option<SquareSet> {
        let partner = match self.role {
            Role::Rook => Role::Queen,
            Role::Queen => Role::Rook,
            _ => return None,
        };
        let boxed = |other: &Square| {
            other.distance(self.checker) == 2
                && attacks::diagonals(*other).has(self.checker)
                && within(self.king.file(), other.file(), self.checker.file())
                && within(self.king.rank(), other.rank(), self.checker.rank())
        };
        let partners: SquareSet = self.ours(partner).into_iter().filter(boxed).collect();
        partners.any().then_some(partners)
    }

    fn vukovic(&self) -> Option<SquareSet> {
        let knights: SquareSet = self
            .ours(Role::Knight)
            .into_iter()
            .filter(|&knight| knight.distance(self.king) == 2 && in_a_row(self.king, self.checker, knight))
            .collect();
        (self.role == Role::Rook && self.is_beside() && knights.any()).then_some(knights)
    }

    fn blind_swine(&self) -> Option<SquareSet> {
        let rooks: SquareSet = (self.ours(Role::Rook) & self.board.sees(self.checker))
            .into_iter()
            .filter(|&rook| self.is_diagonally_beside(rook))
            .collect();
        (self.role == Role::Rook && self.is_beside() && rooks.any()).then_some(rooks)
    }

    fn balestra(&self) -> Option<SquareSet> {
        let queens = self.helpers(Role::Queen);
        (self.role == Role::Bishop && queens.any()).then_some(queens)
    }
}

fn within(x: u8, a: u8, b: u8) -> bool {
    a.min(b) <= x && x <= a.max(b)
}

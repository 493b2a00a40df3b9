//! Legal moves.
//!
//! One walk over the men serves every purpose; what is done with the moves is up to a [`Sink`]: list them, count
//! them, or look for one. Men are visited with the set of squares they may go to, and the pawns all at once, so
//! that counting never looks at single moves.

use crate::position::castled;
use crate::{Color, Move, MoveList, Position, Role, Square, SquareSet, Variant, attacks};

impl<V: Variant> Position<V> {
    /// Every legal move.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Position};
    ///
    /// // . . . . k . . .
    /// // . . . . r . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . B . . .   the bishop is pinned,
    /// // . . . . K . . .   and the king has four squares
    /// let position: Position<Chess> = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.legal_moves().len(), 4);
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = List::<V>::default();
        self.generate::<All>(SquareSet::ALL, &mut list);
        list.moves
    }

    /// The legal captures and promotions.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Position};
    ///
    /// // . . . . . . . .
    /// // P . . . . . . k   one step, four men to become
    /// // . . . . . . . .
    /// // . . . p . . . .
    /// // . . . . P . . .   and a capture
    /// let position: Position<Chess> = "8/P6k/8/3p4/4P3/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.noisy_moves().len(), 5);
    /// assert_eq!(position.noisy_moves().len() + position.quiet_moves().len(), position.legal_moves().len());
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn noisy_moves(&self) -> MoveList {
        let mut list = List::<V>::default();
        self.generate::<Noisy>(SquareSet::ALL, &mut list);
        list.moves
    }

    /// The legal moves that neither capture nor promote; castling is one of them.
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = List::<V>::default();
        self.generate::<Quiet>(SquareSet::ALL, &mut list);
        list.moves
    }

    /// The legal moves of the man on one square.
    ///
    /// ```
    /// # use kempelen_rules::{Makruk, Position, Square};
    /// let start = Position::<Makruk>::default();
    /// assert_eq!(start.moves_from(Square::B1).len(), 1, "the ma goes to d2; its other squares have bia");
    /// assert!(start.moves_from(Square::E4).is_empty());
    /// ```
    pub fn moves_from(&self, from: Square) -> MoveList {
        let mut list = List::<V>::default();
        self.generate::<All>(from.set(), &mut list);
        list.moves
    }

    /// How many legal moves there are, without making a list of them.
    #[inline(always)]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::<V>::default();
        self.generate::<All>(SquareSet::ALL, &mut count);
        count.moves
    }

    /// Whether the side to move has any legal move.
    pub fn can_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// Whether a move is legal here. Any move may be asked for, from any position of any game.
    ///
    /// ```
    /// # use kempelen_rules::{Chess, Move, Position, Square};
    /// let start = Position::<Chess>::default();
    /// assert!(start.is_legal(Move::new(Square::E2, Square::E4)));
    /// assert!(!start.is_legal(Move::new(Square::E2, Square::E5)));
    /// assert!(!start.is_legal(Move::new(Square::E7, Square::E5)), "it is not Black's turn");
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        let mut seek = Seek::<V> { wanted: m, found: false, variant: std::marker::PhantomData };
        self.generate::<All>(m.from().set(), &mut seek);
        seek.found
    }

    /// Whether a move takes something, in passing included. The move must be legal.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        self.side(!self.turn).has(m.to()) || self.is_en_passant(m)
    }

    /// Whether a legal move captures in passing.
    #[inline]
    pub fn is_en_passant(&self, m: Move) -> bool {
        V::DOUBLE_STEP && self.en_passant() == Some(m.to()) && self.role_on(m.from()) == Some(Role::Pawn)
    }

    /// Whether a legal move is castling.
    #[inline]
    pub fn is_castling(&self, m: Move) -> bool {
        V::CASTLING && self.side(self.turn).has(m.to())
    }

    /// What a legal move captures.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<Role> {
        if self.side(!self.turn).has(m.to()) {
            self.role_on(m.to())
        } else {
            self.is_en_passant(m).then_some(Role::Pawn)
        }
    }
}

/// Which moves are wanted, as a type.
trait MoveFilter {
    /// Captures and promotions.
    const NOISY: bool;
    /// All others.
    const QUIET: bool;
}

struct All;
struct Noisy;
struct Quiet;

impl MoveFilter for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}
impl MoveFilter for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}
impl MoveFilter for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// Whether first leaps are to be looked for: they are quiet, and few games have any.
const fn leaps<V: Variant, W: MoveFilter>() -> bool {
    W::QUIET && !V::FIRST_LEAPS.is_empty()
}

/// What becomes of the moves.
trait Sink {
    /// The man on `from` may go to each of these squares.
    fn man(&mut self, from: Square, targets: SquareSet);
    /// Pawns may go to each of these squares, from the one `step` before it. The first two sets are their single
    /// and double steps, the others what they capture to either side.
    fn pawns(&mut self, targets: [(SquareSet, PawnStep); 4]);
    /// The same with promotion, to all that the game allows.
    fn promotions(&mut self, targets: SquareSet, step: PawnStep);
    /// One more move.
    fn one(&mut self, m: Move);
}

/// The difference between where a pawn lands and where it stood, as a square number.
#[derive(Clone, Copy)]
struct PawnStep(i8);

impl PawnStep {
    #[inline]
    fn back_from(self, to: Square) -> Square {
        Square::wrap((to.index() as u8).wrapping_sub(self.0 as u8))
    }
}

impl<V: Variant> Position<V> {
    /// Every wanted move of these men. The compiler makes a copy of the walk for each side, so that no step of a
    /// pawn has to ask which way it goes.
    #[inline(always)]
    fn generate<W: MoveFilter>(&self, movers: SquareSet, sink: &mut impl Sink) {
        match self.turn {
            Color::White => self.generate_for::<W>(Color::White, movers, sink),
            Color::Black => self.generate_for::<W>(Color::Black, movers, sink),
        }
    }

    #[inline(always)]
    fn generate_for<W: MoveFilter>(&self, us: Color, movers: SquareSet, sink: &mut impl Sink) {
        let (ours, theirs) = (self.side(us) & movers, self.side(!us));
        let king = self.king(us);
        let open = match (W::NOISY, W::QUIET) {
            (true, true) => !self.side(us),
            (true, false) => theirs,
            _ => !self.occupied(),
        };
        if movers.has(king) {
            self.king_moves(us, open, sink);
            if V::CASTLING && W::QUIET && self.checkers().is_empty() && (self.rights & self.side(us)).any() {
                self.castling_moves(king, sink);
            }
            if leaps::<V, W>() && self.checkers().is_empty() {
                self.king_leaps(us, sink);
            }
        }
        // One check may be answered by any man that takes the checker or steps between; two only by the king.
        let answers = match self.checkers().first() {
            None if V::OPEN_CHECK => !self.role(Role::King),
            None => SquareSet::ALL,
            Some(_) if self.checkers().has_several() => return,
            Some(checker) => attacks::between(king, checker).with(checker),
        };
        let occupied = self.occupied();
        // Written out, so that each line is compiled for its own role; a loop would ask for every man what it is.
        let free = ours & !self.pinned();
        let [_, first, second, third, fourth, _] = V::ROLES;
        self.free_men(us, first, free, open & answers, sink);
        self.free_men(us, second, free, open & answers, sink);
        self.free_men(us, third, free, open & answers, sink);
        self.free_men(us, fourth, free, open & answers, sink);
        let pawns = ours & self.role(Role::Pawn);
        self.pawn_moves::<W>(us, pawns & !self.pinned(), answers, sink);
        for from in ours & self.pinned() {
            let along = answers & attacks::line(king, from);
            match self.role_on(from) {
                Some(Role::Pawn) => self.pawn_moves::<W>(us, from.set(), along, sink),
                Some(role) => sink.man(from, V::attacks(role, us, from, occupied) & open & along),
                None => {}
            }
        }
        if leaps::<V, W>() {
            self.leaps(us, ours, answers, sink);
        }
        if V::DOUBLE_STEP
            && W::NOISY
            && let Some(square) = self.en_passant()
        {
            for from in self.passing_captors(square) & ours {
                sink.one(Move::new(from, square));
            }
        }
    }

    #[inline(always)]
    fn free_men(&self, us: Color, role: Role, free: SquareSet, targets: SquareSet, sink: &mut impl Sink) {
        for from in free & self.role(role) {
            sink.man(from, V::attacks(role, us, from, self.occupied()) & targets);
        }
    }

    #[inline(always)]
    fn king_moves(&self, us: Color, mut open: SquareSet, sink: &mut impl Sink) {
        let (king, them) = (self.king(us), !us);
        if !V::KING_FLEES && self.in_check() {
            let alone = !self.checkers().has_several();
            open &= if alone { self.checkers() } else { SquareSet::EMPTY };
        }
        // A king cannot hide behind itself, so it is lifted off the board before its targets are looked at.
        let occupied = self.occupied().without(king);
        let near = attacks::king(king) & open & !self.pawn_attacks(them) & !attacks::king(self.king(them));
        for to in near {
            if !self.officers_attack(to, them, occupied) {
                sink.one(Move::new(king, to));
            }
        }
    }

    /// The leaps of a king that has not moved, to empty squares where nothing attacks it.
    fn king_leaps(&self, us: Color, sink: &mut impl Sink) {
        for from in self.men(us, Role::King) & self.rights {
            let occupied = self.occupied().without(from);
            for to in V::first_leaps(Role::King, us, from) & !self.occupied() {
                if !self.is_attacked(to, !us, occupied) {
                    sink.one(Move::new(from, to));
                }
            }
        }
    }

    /// The leaps of the other men that have not moved. They answer a check or keep to a pin like any move.
    fn leaps(&self, us: Color, ours: SquareSet, answers: SquareSet, sink: &mut impl Sink) {
        for from in ours & self.rights & !self.role(Role::King) {
            let Some(role) = self.role_on(from) else { continue };
            let along =
                if self.pinned().has(from) { attacks::line(self.king(us), from) } else { SquareSet::ALL };
            sink.man(from, V::first_leaps(role, us, from) & !self.occupied() & answers & along);
        }
    }

    /// Castling: every square that king or rook crosses or enters must be free but for the two, and none that the
    /// king crosses or enters attacked. Both are lifted off the board for that test, since in Chess960 the rook may
    /// have stood between its king and an attacker.
    fn castling_moves(&self, king: Square, sink: &mut impl Sink) {
        let us = self.turn;
        for rook in self.rights & self.side(us) {
            if !attacks::between(king, rook).is_disjoint(self.occupied()) {
                continue;
            }
            let (king_to, rook_to) = castled(king, rook);
            let king_path = attacks::between(king, king_to).with(king_to);
            let rook_path = attacks::between(rook, rook_to).with(rook_to);
            let others = self.occupied().without(king).without(rook);
            if (king_path | rook_path).is_disjoint(others)
                && !king_path.into_iter().any(|square| self.is_attacked(square, !us, others))
            {
                sink.one(Move::new(king, rook));
            }
        }
    }

    /// The moves of several pawns that have the same squares to answer a check or stay in a pin.
    #[inline(always)]
    fn pawn_moves<W: MoveFilter>(
        &self,
        us: Color,
        pawns: SquareSet,
        answers: SquareSet,
        sink: &mut impl Sink,
    ) {
        let empty = !self.occupied();
        let last = V::promotion_zone(us);
        let ahead = 8 * us.forward();
        let single = pawns.forward(us) & empty;
        let double = if V::DOUBLE_STEP {
            (single & SquareSet::relative_rank(us, 2)).forward(us) & empty & answers
        } else {
            SquareSet::EMPTY
        };
        let (single, targets) = (single & answers, self.side(!us) & answers);
        let east = pawns.forward(us).east() & targets;
        let west = pawns.forward(us).west() & targets;
        let quiet = |set| if W::QUIET { set } else { SquareSet::EMPTY };
        let noisy = |set| if W::NOISY { set } else { SquareSet::EMPTY };
        sink.pawns([
            (quiet(single & !last), PawnStep(ahead)),
            (quiet(double), PawnStep(2 * ahead)),
            (noisy(east & !last), PawnStep(ahead + 1)),
            (noisy(west & !last), PawnStep(ahead - 1)),
        ]);
        if W::NOISY && ((single | east | west) & last).any() {
            sink.promotions(single & last, PawnStep(ahead));
            sink.promotions(east & last, PawnStep(ahead + 1));
            sink.promotions(west & last, PawnStep(ahead - 1));
        }
    }
}

struct List<V> {
    moves: MoveList,
    variant: std::marker::PhantomData<V>,
}

impl<V> Default for List<V> {
    fn default() -> Self {
        Self { moves: MoveList::new(), variant: std::marker::PhantomData }
    }
}

impl<V: Variant> Sink for List<V> {
    #[inline(always)]
    fn man(&mut self, from: Square, targets: SquareSet) {
        for to in targets {
            self.moves.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: [(SquareSet, PawnStep); 4]) {
        for (targets, step) in targets {
            for to in targets {
                self.moves.push(Move::new(step.back_from(to), to));
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: SquareSet, step: PawnStep) {
        for to in targets {
            for &role in V::PROMOTIONS {
                self.moves.push(Move::promotion(step.back_from(to), to, role));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.moves.push(m);
    }
}

struct Count<V> {
    moves: u64,
    variant: std::marker::PhantomData<V>,
}

impl<V> Default for Count<V> {
    fn default() -> Self {
        Self { moves: 0, variant: std::marker::PhantomData }
    }
}

impl<V: Variant> Sink for Count<V> {
    #[inline(always)]
    fn man(&mut self, _: Square, targets: SquareSet) {
        self.moves += u64::from(targets.len());
    }

    #[inline(always)]
    fn pawns(&mut self, [(single, _), (double, _), (east, _), (west, _)]: [(SquareSet, PawnStep); 4]) {
        // Steps end on empty squares, no two on the same, and captures do not: only two captures can share one.
        self.moves += u64::from((single | double | east | west).len());
        if !east.is_disjoint(west) {
            self.moves += u64::from((east & west).len());
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: SquareSet, _: PawnStep) {
        self.moves += u64::from(targets.len()) * V::PROMOTIONS.len() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.moves += 1;
    }
}

/// Looks for one move among those of the man that makes it.
struct Seek<V> {
    wanted: Move,
    found: bool,
    variant: std::marker::PhantomData<V>,
}

impl<V: Variant> Sink for Seek<V> {
    #[inline(always)]
    fn man(&mut self, from: Square, targets: SquareSet) {
        self.found |=
            from == self.wanted.from() && targets.has(self.wanted.to()) && !self.wanted.is_promotion();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: [(SquareSet, PawnStep); 4]) {
        for (targets, step) in targets {
            if targets.has(self.wanted.to()) && !self.wanted.is_promotion() {
                self.found |= step.back_from(self.wanted.to()) == self.wanted.from();
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: SquareSet, step: PawnStep) {
        if targets.has(self.wanted.to())
            && self.wanted.promoted().is_some_and(|role| V::PROMOTIONS.contains(&role))
        {
            self.found |= step.back_from(self.wanted.to()) == self.wanted.from();
        }
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.found |= m == self.wanted;
    }
}

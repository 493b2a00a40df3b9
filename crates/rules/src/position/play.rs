//! Playing moves: the only code that changes a board.

use std::marker::PhantomData;

use super::{Position, castled};
use crate::variant::Played;
use crate::{Color, Move, Piece, Role, Setup, Square, SquareSet, Variant};
use crate::{attacks, zobrist};

/// # Playing
impl<V: Variant> Position<V> {
    /// The position after a move.
    ///
    /// The move must be [legal](Self::is_legal). One that is not gives some position that may make no sense, but
    /// never a panic while both kings stand.
    #[inline]
    #[must_use]
    pub fn play(&self, m: Move) -> Self {
        let mut next = self.duplicate();
        next.make(m);
        next
    }

    /// A copy made field by field. The compiler does that with a few wide moves on the spot; for the whole at once it
    /// calls `memcpy`, after which perft takes a fifth longer.
    #[inline(always)]
    #[must_use]
    pub fn duplicate(&self) -> Self {
        Self {
            roles: self.roles,
            colors: self.colors,
            board: self.board,
            checkers: self.checkers,
            pinned: self.pinned,
            rights: self.rights,
            promoted: self.promoted,
            key: self.key,
            turn: self.turn,
            passed: self.passed,
            takes_in_passing: self.takes_in_passing,
            draw_count: self.draw_count,
            move_number: self.move_number,
            variant: PhantomData,
        }
    }

    /// Plays a move in place. Where speed counts, [`duplicate`](Self::duplicate) and `make`: a position returned by
    /// value is copied twice.
    #[inline]
    pub fn make(&mut self, m: Move) {
        let (us, from, to) = (self.turn, m.from(), m.to());
        let (passed, count) = (self.passed, self.draw_count);
        self.forget_passed();
        let Some(piece) = self.take(from) else { return };
        let role = piece.role();
        let mut captured = None;
        match self.board[to.index()] {
            Some(rook) if V::CASTLING && rook.color() == us => self.castle(piece, from, to),
            victim => {
                if let Some(victim) = victim {
                    captured = Some(victim.role());
                    self.take(to);
                }
                self.put(m.promoted().map_or(piece, |role| Piece::new(us, role)), to);
            }
        }
        if V::RIGHTS && self.rights.any() {
            self.end_rights(role, us, from, to);
        }
        if V::DOUBLE_STEP && role == Role::Pawn && passed == Some(to) && from.file() != to.file() {
            captured = Some(Role::Pawn);
            self.take(Square::at(to.file(), from.rank()));
        }
        if V::MARKS_PROMOTED {
            self.follow_promoted(m, captured.is_some());
        }
        self.turn = !us;
        self.key ^= zobrist::turn(Color::Black);
        self.move_number = self.move_number.saturating_add(us as u16);
        self.draw_count = V::count(count, self, Played { role, captured, promoted: m.is_promotion() });
        self.look_around();
        if V::DOUBLE_STEP && role == Role::Pawn && from.index().abs_diff(to.index()) == 16 {
            self.remember_passed(Square::at(from.file(), from.rank().midpoint(to.rank())));
        }
    }

    /// The king has been lifted; now both land. Out of line, since it is rare.
    #[inline(never)]
    fn castle(&mut self, king: Piece, from: Square, rook_from: Square) {
        let Some(rook) = self.take(rook_from) else { return };
        let (king_to, rook_to) = castled(from, rook_from);
        self.put(king, king_to);
        self.put(rook, rook_to);
    }

    /// The position with the other side to move: a *null move*. The side to move must not be in check.
    ///
    /// ```
    /// # use kempelen_rules::{Chess, Color, Position};
    /// let passed = Position::<Chess>::default().pass();
    /// assert_eq!((passed.turn(), passed.legal_moves().len()), (Color::Black, 20));
    /// ```
    #[must_use]
    pub fn pass(&self) -> Self {
        let mut next = self.duplicate();
        next.make_pass();
        next
    }

    /// Passes in place, as [`make`](Self::make) plays a move in place.
    pub fn make_pass(&mut self) {
        self.forget_passed();
        self.turn = !self.turn;
        self.key ^= zobrist::turn(Color::Black);
        self.draw_count.plies = self.draw_count.plies.saturating_add(1);
        self.look_around();
    }

    /// The same position with the colours exchanged and the board turned over.
    ///
    /// ```
    /// # use kempelen_rules::{Chess, Position};
    /// let position: Position<Chess> = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1".parse()?;
    /// assert_eq!(position.mirror().fen(), "r3k3/p7/8/8/8/8/8/4K3 b q - 0 1");
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut setup = Setup::from(*self);
        setup.mirror();
        Self::from_sound(&setup)
    }

    /// Takes the man off a square. This and [`put`](Self::put) are all that changes the board, and they keep
    /// sets, board and key together.
    #[inline]
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board[square.index()].take()?;
        self.toggle(piece, square);
        Some(piece)
    }

    /// Puts a man on an empty square.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.roles[piece.role().index()] ^= square.set();
        self.colors[piece.color().index()] ^= square.set();
        self.key ^= zobrist::piece(piece, square);
    }

    /// Takes away the rights that a move ends.
    fn end_rights(&mut self, role: Role, us: Color, from: Square, to: Square) {
        let ended = self.rights & V::rights_ended(self, (us, role), from, to);
        for square in ended {
            self.key ^= zobrist::right(square);
        }
        self.rights &= !ended;
    }

    /// Moves the mark of a former pawn along with it, and sets it where a pawn promotes.
    fn follow_promoted(&mut self, m: Move, captured: bool) {
        if self.promoted.is_empty() && !m.is_promotion() {
            return;
        }
        let marked = m.is_promotion() || self.promoted.has(m.from());
        self.promoted = self.promoted.without(m.from());
        if marked {
            self.promoted = self.promoted.with(m.to());
        } else if captured {
            self.promoted = self.promoted.without(m.to());
        }
    }

    #[inline]
    fn forget_passed(&mut self) {
        if let Some(square) = self.passed {
            if self.takes_in_passing {
                self.key ^= zobrist::en_passant(square);
            }
            self.passed = None;
            self.takes_in_passing = false;
        }
    }

    /// Notes a double step over `square`, with the side that might capture to move.
    pub(super) fn remember_passed(&mut self, square: Square) {
        self.passed = Some(square);
        self.takes_in_passing = self.passing_captors(square).any();
        if self.takes_in_passing {
            self.key ^= zobrist::en_passant(square);
        }
    }

    /// The pawns that may legally capture in passing on `square`. Both pawns leave the rank at once, so that
    /// neither pins nor checks say enough: the king is looked at with the board as it would be.
    pub(crate) fn passing_captors(&self, square: Square) -> SquareSet {
        let us = self.turn;
        let near = attacks::pawn(!us, square) & self.men(us, Role::Pawn);
        if near.is_empty() {
            return near;
        }
        let king = self.king(us);
        let victim = square.set().forward(!us);
        near.into_iter()
            .filter(|from| {
                let occupied = (self.occupied() & !victim).without(*from).with(square);
                (self.attackers(king, !us, occupied) & !victim).is_empty()
            })
            .collect()
    }

    /// Finds checkers and pinned men. Every slider on an open line with the king either gives check or pins the
    /// one man between.
    #[inline]
    pub(super) fn look_around(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let (ours, theirs, occupied) = (self.side(us), self.side(!us), self.occupied());
        self.checkers = SquareSet::EMPTY;
        self.pinned = SquareSet::EMPTY;
        for &role in V::STEPPERS {
            self.checkers |= V::attacks(role, us, king, occupied) & self.role(role);
        }
        self.checkers &= theirs;
        let snipers = attacks::straights(king) & self.any_of(V::STRAIGHT_SLIDERS)
            | attacks::diagonals(king) & self.any_of(V::DIAGONAL_SLIDERS);
        for sniper in snipers & theirs {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                self.checkers = self.checkers.with(sniper);
            } else if !blockers.has_several() {
                self.pinned |= blockers & ours;
            }
        }
    }
}

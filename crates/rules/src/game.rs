use std::fmt;

use crate::variant::{DrawCount, Draws};
use crate::{Color, CountCall, CountKeeping, Move, Position, Variant};

/// A position and how it came about: what repetition, take-back and the record of a game need.
///
/// ```
/// use kempelen_rules::{Chess, End, Game, san};
///
/// let mut game = Game::<Chess>::default();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     let m = san::read(game.position(), text)?;
///     game.play(m);
/// }
/// assert_eq!(game.repetitions(), 3);
/// assert_eq!(game.outcome(), Some(End::Threefold));
/// assert_eq!(game.automatic_outcome(), None, "it takes a claim, or five times");
/// game.take_back();
/// assert_eq!(game.result(), "*");
/// # Ok::<(), san::SanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<V: Variant> {
    /// Every position from the first; never empty.
    positions: Vec<Position<V>>,
    moves: Vec<Move>,
    pub(crate) keeping: CountKeeping,
    /// What players did with the count, and after how many moves.
    pub(crate) calls: Vec<(usize, CountCall)>,
    /// The count before anybody did anything about it.
    pub(crate) first_count: DrawCount,
}

impl<V: Variant> Default for Game<V> {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

impl<V: Variant> Game<V> {
    /// A game that starts from this position.
    pub fn new(start: Position<V>) -> Self {
        Self {
            positions: vec![start],
            moves: Vec::new(),
            keeping: CountKeeping::default(),
            calls: Vec::new(),
            first_count: start.draw_count(),
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position<V> {
        &self.positions[self.positions.len() - 1]
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position<V> {
        &self.positions[0]
    }

    /// All positions, the first before any move and the last the one now.
    pub fn positions(&self) -> &[Position<V>] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move that must be legal.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.position().is_legal(m), "{m} in {}", self.position());
        let mut next = self.position().play(m);
        next.set_draw_count(self.kept_count(&next));
        self.positions.push(next);
        self.moves.push(m);
    }

    /// Changes the count of the position now.
    pub(crate) fn recount(&mut self, count: DrawCount) {
        if let Some(now) = self.positions.last_mut() {
            now.set_draw_count(count);
        }
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// When it is not; the game is as it was.
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play(m);
        Ok(())
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.calls.retain(|&(ply, _)| ply <= self.moves.len());
        Some(m)
    }

    /// How often the position now has occurred in this game, this time included.
    pub fn repetitions(&self) -> usize {
        self.repetitions_at(self.positions.len() - 1)
    }

    /// How often the position after `ply` moves had occurred by then.
    pub fn repetitions_at(&self, ply: usize) -> usize {
        let key = self.positions[ply].key();
        self.positions[..=ply].iter().filter(|position| position.key() == key).count()
    }

    /// How the game has ended, if claims are made as soon as they can be: what programs play by.
    pub fn outcome(&self) -> Option<End> {
        self.end(Draws::Claimed)
    }

    /// How the game has ended by the laws alone, nobody having claimed anything: in chess the draws by five
    /// repetitions and seventy-five moves take the place of those by three and fifty.
    pub fn automatic_outcome(&self) -> Option<End> {
        self.end(Draws::Automatic)
    }

    fn end(&self, draws: Draws) -> Option<End> {
        let position = self.position();
        position.end().or_else(|| {
            let (times, repetition) = V::repetition_draw(draws);
            (self.repetitions() >= times).then_some(repetition).or_else(|| V::count_runs_out(position, draws))
        })
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    pub fn result(&self) -> &'static str {
        self.outcome().map_or("*", End::result)
    }
}

impl<V: Variant> Position<V> {
    /// How the game has ended in this position, whatever came before: mate, stalemate, or neither side being able
    /// to mate.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Color, End, Position};
    ///
    /// // R . . . . . k .
    /// // . . . . . p p p   nowhere to go
    /// let position: Position<Chess> = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// assert_eq!(position.end(), Some(End::Checkmate { winner: Color::White }));
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn end(&self) -> Option<End> {
        if !self.can_move() {
            return Some(if self.in_check() {
                End::Checkmate { winner: !self.turn() }
            } else {
                End::Stalemate
            });
        }
        Color::ALL.iter().all(|&side| !self.can_mate(side)).then_some(End::InsufficientMaterial)
    }

    /// Whether a side has the men to mate with, some day, with the help of a willing opponent.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Color, Position};
    ///
    /// // . . . k . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . K N . . .   a knight alone mates nobody
    /// let position: Position<Chess> = "3k4/8/8/3KN3/8/8/8/8 w - - 0 1".parse()?;
    /// assert!(!position.can_mate(Color::White));
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn can_mate(&self, side: Color) -> bool {
        V::can_mate(self, side)
    }
}

/// How a game ends on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The king cannot escape.
    Checkmate {
        /// The side that mated.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// The same position for the third time.
    Threefold,
    /// The same position for the fifth time.
    Fivefold,
    /// Fifty moves of each side without a capture or pawn move.
    FiftyMoves,
    /// Seventy-five of them.
    SeventyFiveMoves,
    /// The count of makruk has run out.
    Counting,
}

impl End {
    /// The side that won, or `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        self.winner().map_or("1/2-1/2", |winner| winner.pick("1-0", "0-1"))
    }

    /// One word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient_material",
            Self::Threefold => "threefold",
            Self::Fivefold => "fivefold",
            Self::FiftyMoves => "fifty",
            Self::SeventyFiveMoves => "seventy_five",
            Self::Counting => "counting",
        }
    }
}

/// A sentence for people.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "checkmate: {winner} wins"),
            Self::Stalemate => f.write_str("stalemate: a draw"),
            Self::InsufficientMaterial => f.write_str("a draw: neither side can mate"),
            Self::Threefold => f.write_str("a draw: the same position three times"),
            Self::Fivefold => f.write_str("a draw: the same position five times"),
            Self::FiftyMoves => f.write_str("a draw: fifty moves without a capture or a pawn move"),
            Self::SeventyFiveMoves => {
                f.write_str("a draw: seventy-five moves without a capture or a pawn move")
            }
            Self::Counting => f.write_str("a draw: the count has run out"),
        }
    }
}

/// A move that the laws do not allow here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl std::error::Error for IllegalMove {}

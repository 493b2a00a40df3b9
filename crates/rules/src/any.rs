use crate::fen::{FenError, FenStyle};
use crate::uci::{self, MoveError};
use crate::{
    Color, CountCall, CountKeeping, CountRefusal, End, Game, Move, MoveList, Position, Variant, VariantId,
    san, thai, with_variant,
};

macro_rules! any_of_all {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        /// A position of any game, for the edges where the game is a value.
        ///
        /// ```
        /// use kempelen_rules::{AnyPosition, VariantId};
        ///
        /// let start = AnyPosition::start(VariantId::Makruk);
        /// let m = start.read_move("Nd2")?;
        /// assert_eq!((start.uci(m), start.thai(m).as_deref()), ("b1d2".to_owned(), Some("ม-ง๒")));
        /// # Ok::<(), kempelen_rules::uci::MoveError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AnyPosition {
            $($(#[$doc])* $game(Position<crate::$game>),)*
        }

        /// A game of any kind, for the edges where the game is a value.
        ///
        /// ```
        /// use kempelen_rules::{AnyGame, AnyPosition, VariantId};
        ///
        /// let mut game = AnyGame::new(AnyPosition::start(VariantId::Chess));
        /// for text in ["e4", "e5", "Nf3"] {
        ///     let m = game.position().read_move(text)?;
        ///     game.play(m);
        /// }
        /// assert_eq!((game.moves().len(), game.result()), (3, "*"));
        /// # Ok::<(), kempelen_rules::uci::MoveError>(())
        /// ```
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $($(#[$doc])* $game(Game<crate::$game>),)*
        }

        $(
            impl From<Position<crate::$game>> for AnyPosition {
                fn from(position: Position<crate::$game>) -> Self {
                    Self::$game(position)
                }
            }

            impl From<Game<crate::$game>> for AnyGame {
                fn from(game: Game<crate::$game>) -> Self {
                    Self::$game(game)
                }
            }
        )*
    };
}
crate::for_all_variants! { any_of_all {} }

/// Runs the same expression for whichever game it is, with the inner value bound to a name.
///
/// ```
/// # use kempelen_rules::{AnyPosition, VariantId, with_position};
/// let position = AnyPosition::start(VariantId::Makruk);
/// assert_eq!(with_position!(&position, p => p.legal_moves().len()), 23);
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, $name:ident => $body:expr) => {
        $crate::for_all_variants! { $crate::match_any { AnyPosition, $any, $name => $body } }
    };
}

/// The same for an [`AnyGame`].
#[macro_export]
macro_rules! with_game {
    ($any:expr, $name:ident => $body:expr) => {
        $crate::for_all_variants! { $crate::match_any { AnyGame, $any, $name => $body } }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_any {
    ([$($(#[$doc:meta])* $game:ident,)*] $type:ident, $any:expr, $name:ident => $body:expr) => {
        match $any {
            $($crate::$type::$game($name) => $body,)*
        }
    };
}

impl AnyPosition {
    /// The first position of a game.
    pub fn start(variant: VariantId) -> Self {
        with_variant!(variant, V => Position::<V>::default().into())
    }

    /// Reads a FEN of this game.
    ///
    /// # Errors
    /// When the text is no FEN, or no position of this game.
    pub fn from_fen(variant: VariantId, text: &str) -> Result<Self, FenError> {
        Ok(with_variant!(variant, V => text.parse::<Position<V>>()?.into()))
    }

    /// Which game this is.
    pub fn variant(&self) -> VariantId {
        with_position!(self, p => id_of(p))
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        with_position!(self, p => p.turn())
    }

    /// The number that names this position.
    pub fn key(&self) -> u64 {
        with_position!(self, p => p.key())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        with_position!(self, p => p.in_check())
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        with_position!(self, p => p.legal_moves())
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, m: Move) -> bool {
        with_position!(self, p => p.is_legal(m))
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, m: Move) -> Self {
        with_position!(self, p => p.play(m).into())
    }

    /// The same position with the colours exchanged and the board turned over.
    #[must_use]
    pub fn mirror(&self) -> Self {
        with_position!(self, p => p.mirror().into())
    }

    /// Whether a side has the men to mate with, some day, with the help of a willing opponent.
    pub fn can_mate(&self, side: Color) -> bool {
        with_position!(self, p => p.can_mate(side))
    }

    /// The canonical FEN.
    pub fn fen(&self) -> String {
        with_position!(self, p => p.fen())
    }

    /// The FEN in a chosen style.
    pub fn fen_with(&self, style: FenStyle) -> String {
        with_position!(self, p => p.fen_with(style))
    }

    /// A legal move in UCI's spelling.
    pub fn uci(&self, m: Move) -> String {
        with_position!(self, p => uci::write(p, m, uci::Castling::Natural))
    }

    /// A legal move in algebraic notation.
    pub fn san(&self, m: Move) -> String {
        with_position!(self, p => san::write(p, m))
    }

    /// A legal move in Thai notation, where the game has one.
    pub fn thai(&self, m: Move) -> Option<String> {
        self.variant().has_thai_notation().then(|| with_position!(self, p => thai::short(p, m)))
    }

    /// A line of legal moves in algebraic notation, as far as it is legal.
    pub fn san_line(&self, moves: &[Move]) -> Vec<String> {
        let mut here = *self;
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            if !here.is_legal(m) {
                break;
            }
            texts.push(here.san(m));
            here = here.play(m);
        }
        texts
    }

    /// Reads a move in UCI's spelling.
    ///
    /// # Errors
    /// When the text is no move, or no legal one.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveError> {
        with_position!(self, p => uci::read(p, text))
    }

    /// Reads a move however a person may write it: UCI's spelling first, then algebraic notation.
    ///
    /// # Errors
    /// When the text is no move, or no legal one.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_uci(text).or_else(|_| with_position!(self, p => san::read(p, text)))
    }

    /// How the game has ended in this position, whatever came before.
    pub fn end(&self) -> Option<End> {
        with_position!(self, p => p.end())
    }
}

impl AnyGame {
    /// A game that starts from this position.
    pub fn new(start: AnyPosition) -> Self {
        with_position!(start, p => Game::new(p).into())
    }

    /// Which game this is.
    pub fn variant(&self) -> VariantId {
        self.position().variant()
    }

    /// The position now.
    pub fn position(&self) -> AnyPosition {
        with_game!(self, game => (*game.position()).into())
    }

    /// The position before the first move, and before any player's call to count.
    pub fn start(&self) -> AnyPosition {
        with_game!(self, game => {
            let mut start = *game.start();
            start.set_draw_count(game.first_count);
            start.into()
        })
    }

    /// The position after so many moves, if so many have been played.
    pub fn position_at(&self, ply: usize) -> Option<AnyPosition> {
        with_game!(self, game => game.positions().get(ply).map(|&p| p.into()))
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        with_game!(self, game => game.moves())
    }

    /// The keys of all positions, the first before any move.
    pub fn keys(&self) -> Vec<u64> {
        with_game!(self, game => game.positions().iter().map(Position::key).collect())
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        with_game!(self, game => game.play(m));
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) -> Option<Move> {
        with_game!(self, game => game.take_back())
    }

    /// The same game with its count kept like this from now on.
    #[must_use]
    pub fn keeping_count(self, keeping: CountKeeping) -> Self {
        with_game!(self, game => game.keeping_count(keeping).into())
    }

    /// Who sees to it that moves are counted.
    pub fn count_keeping(&self) -> CountKeeping {
        with_game!(self, game => game.count_keeping())
    }

    /// What players did with the count, and after how many moves.
    pub fn count_calls(&self) -> &[(usize, CountCall)] {
        with_game!(self, game => game.count_calls())
    }

    /// How many moves a count would go to if the side to move began it now.
    pub fn count_offer(&self) -> Option<u16> {
        with_game!(self, game => game.count_offer())
    }

    /// Whether the side to move may stop the count.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_stop_count(&self) -> Result<(), CountRefusal> {
        with_game!(self, game => game.may_stop())
    }

    /// The side to move starts or stops the count of the board's honour.
    ///
    /// # Errors
    /// Where the laws do not allow it.
    pub fn call_count(&mut self, call: CountCall) -> Result<(), CountRefusal> {
        with_game!(self, game => game.call_count(call))
    }

    /// How often the position now has occurred.
    pub fn repetitions(&self) -> usize {
        with_game!(self, game => game.repetitions())
    }

    /// How the game has ended, claims made as soon as they can be.
    pub fn outcome(&self) -> Option<End> {
        with_game!(self, game => game.outcome())
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    pub fn result(&self) -> &'static str {
        with_game!(self, game => game.result())
    }
}

fn id_of<V: Variant>(_: &Position<V>) -> VariantId {
    V::ID
}

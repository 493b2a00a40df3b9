use crate::fen::{FenError, FenStyle};
use crate::uci::{self, MoveError};
use crate::{Chess, Color, End, Game, Makruk, Move, MoveList, Position, VariantId, san, thai};

/// A position of any game, for the edges where the game is a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyPosition {
    /// A position of chess.
    Chess(Position<Chess>),
    /// A position of makruk.
    Makruk(Position<Makruk>),
}

/// A game of any kind, for the edges where the game is a value.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// A game of chess.
    Chess(Game<Chess>),
    /// A game of makruk.
    Makruk(Game<Makruk>),
}

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
        match $any {
            $crate::AnyPosition::Chess($name) => $body,
            $crate::AnyPosition::Makruk($name) => $body,
        }
    };
}

/// The same for an [`AnyGame`].
#[macro_export]
macro_rules! with_game {
    ($any:expr, $name:ident => $body:expr) => {
        match $any {
            $crate::AnyGame::Chess($name) => $body,
            $crate::AnyGame::Makruk($name) => $body,
        }
    };
}

impl From<Position<Chess>> for AnyPosition {
    fn from(position: Position<Chess>) -> Self {
        Self::Chess(position)
    }
}

impl From<Position<Makruk>> for AnyPosition {
    fn from(position: Position<Makruk>) -> Self {
        Self::Makruk(position)
    }
}

impl AnyPosition {
    /// The first position of a game.
    pub fn start(variant: VariantId) -> Self {
        match variant {
            VariantId::Chess => Self::Chess(Position::default()),
            VariantId::Makruk => Self::Makruk(Position::default()),
        }
    }

    /// Reads a FEN of this game.
    ///
    /// # Errors
    /// When the text is no FEN, or no position of this game.
    pub fn from_fen(variant: VariantId, text: &str) -> Result<Self, FenError> {
        Ok(match variant {
            VariantId::Chess => Self::Chess(text.parse()?),
            VariantId::Makruk => Self::Makruk(text.parse()?),
        })
    }

    /// Which game this is.
    pub fn variant(&self) -> VariantId {
        match self {
            Self::Chess(_) => VariantId::Chess,
            Self::Makruk(_) => VariantId::Makruk,
        }
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
        match self {
            Self::Chess(p) => Self::Chess(p.play(m)),
            Self::Makruk(p) => Self::Makruk(p.play(m)),
        }
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
        match self {
            Self::Chess(_) => None,
            Self::Makruk(p) => Some(thai::short(p, m)),
        }
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
        match start {
            AnyPosition::Chess(p) => Self::Chess(Game::new(p)),
            AnyPosition::Makruk(p) => Self::Makruk(Game::new(p)),
        }
    }

    /// Which game this is.
    pub fn variant(&self) -> VariantId {
        self.position().variant()
    }

    /// The position now.
    pub fn position(&self) -> AnyPosition {
        with_game!(self, game => (*game.position()).into())
    }

    /// The position before the first move.
    pub fn start(&self) -> AnyPosition {
        with_game!(self, game => (*game.start()).into())
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

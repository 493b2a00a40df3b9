//! Positions and games.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kempelen_rules::{AnyGame, AnyPosition, Color, GameKind, Move, pgn};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::picture;

/// Bad input, in the words of whoever refused it.
pub(crate) fn refuse(reason: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// A position of chess or makruk. It never changes.
///
/// >>> from kempelen import Position
/// >>> start = Position()
/// >>> start.play("e4").fen
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
/// >>> len(start.legal_moves), len(Position(variant="makruk").legal_moves)
/// (20, 23)
#[pyclass(frozen, module = "kempelen")]
pub(crate) struct Position {
    pub(crate) inner: AnyPosition,
}

fn first(fen: Option<&str>, variant: &str) -> PyResult<AnyPosition> {
    /// The number of orthodox chess among the 960 starts.
    const ORTHODOX: usize = 518;
    let kind: GameKind = variant.parse().map_err(refuse)?;
    match fen {
        None => Ok(kind.start(ORTHODOX)),
        Some(fen) => AnyPosition::from_fen(kind.variant(), fen).map_err(refuse),
    }
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None, variant="chess"))]
    fn new(fen: Option<&str>, variant: &str) -> PyResult<Self> {
        Ok(Self { inner: first(fen, variant)? })
    }

    /// The position in FEN.
    #[getter]
    fn fen(&self) -> String {
        self.inner.fen()
    }

    /// The game: "chess" or "makruk".
    #[getter]
    fn variant(&self) -> &'static str {
        self.inner.variant().name()
    }

    /// Who is to move: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        side(self.inner.turn())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.inner.in_check()
    }

    /// The legal moves as UCI writes them.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.inner.legal_moves().into_iter().map(|m| self.inner.uci(m)).collect()
    }

    /// How the game has ended here, whatever came before: "checkmate", "stalemate", ...; None while it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.inner.end().map(kempelen_rules::End::name)
    }

    /// The position after a legal move, in UCI's spelling or algebraic notation.
    #[pyo3(name = "play")]
    fn play_text(&self, r#move: &str) -> PyResult<Self> {
        Ok(Self { inner: self.inner.play(self.read(r#move)?) })
    }

    /// A legal move in algebraic notation.
    fn san(&self, r#move: &str) -> PyResult<String> {
        Ok(self.inner.san(self.read(r#move)?))
    }

    /// A legal move as UCI writes it.
    fn uci(&self, r#move: &str) -> PyResult<String> {
        Ok(self.inner.uci(self.read(r#move)?))
    }

    fn _repr_svg_(&self) -> String {
        picture::board(&self.inner)
    }

    fn __repr__(&self) -> String {
        match self.variant() {
            "chess" => format!("Position({:?})", self.fen()),
            variant => format!("Position({:?}, {variant:?})", self.fen()),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.fen().hash(&mut hasher);
        hasher.finish()
    }
}

impl Position {
    fn read(&self, text: &str) -> PyResult<Move> {
        self.inner.read_move(text).map_err(refuse)
    }
}

/// A game: a first position and the moves since.
///
/// >>> from kempelen import Game
/// >>> game = Game(moves=["f3", "e5", "g4", "Qh4#"])
/// >>> game.result, game.outcome
/// ('0-1', 'checkmate')
/// >>> game.sans
/// ['f3', 'e5', 'g4', 'Qh4#']
#[pyclass(module = "kempelen")]
pub(crate) struct Game {
    /// Shared with whoever reads it meanwhile without Python's lock; a move makes a copy only then.
    pub(crate) inner: Arc<AnyGame>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (fen=None, variant="chess", moves=Vec::new()))]
    fn new(fen: Option<&str>, variant: &str, moves: Vec<String>) -> PyResult<Self> {
        let mut game = Self { inner: Arc::new(AnyGame::new(first(fen, variant)?)) };
        for text in moves {
            game.push(&text)?;
        }
        Ok(game)
    }

    /// The games of a PGN text.
    ///
    /// >>> from kempelen import Game
    /// >>> [game.moves for game in Game.read_pgn("1. e4 c5 *")]
    /// [['e2e4', 'c7c5']]
    #[staticmethod]
    fn read_pgn(text: &str) -> PyResult<Vec<Self>> {
        let game = |record: pgn::Record| Self { inner: Arc::new(record.game()) };
        pgn::read(text.as_bytes()).map(|record| record.map(game).map_err(refuse)).collect()
    }

    /// Plays a legal move, in UCI's spelling or algebraic notation.
    fn push(&mut self, r#move: &str) -> PyResult<()> {
        let m = self.inner.position().read_move(r#move).map_err(refuse)?;
        Arc::make_mut(&mut self.inner).play(m);
        Ok(())
    }

    /// Takes the last move back, and gives it as UCI writes it.
    fn pop(&mut self) -> PyResult<String> {
        let m = Arc::make_mut(&mut self.inner)
            .take_back()
            .ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        Ok(self.inner.position().uci(m))
    }

    /// A game of its own with the same moves.
    fn copy(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }

    /// The last position.
    #[getter]
    fn position(&self) -> Position {
        Position { inner: self.inner.position() }
    }

    /// The first position.
    #[getter]
    fn start(&self) -> Position {
        Position { inner: self.inner.start() }
    }

    /// The last position in FEN.
    #[getter]
    fn fen(&self) -> String {
        self.inner.position().fen()
    }

    /// The game: "chess" or "makruk".
    #[getter]
    fn variant(&self) -> &'static str {
        self.inner.variant().name()
    }

    /// Who is to move: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        side(self.inner.position().turn())
    }

    /// The moves so far as UCI writes them.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let at = |ply| self.inner.position_at(ply);
        let moves = self.inner.moves().iter().enumerate();
        moves.filter_map(|(ply, &m)| Some(at(ply)?.uci(m))).collect()
    }

    /// The moves so far in algebraic notation.
    #[getter]
    fn sans(&self) -> Vec<String> {
        self.inner.start().san_line(self.inner.moves())
    }

    /// The legal moves as UCI writes them.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let position = self.inner.position();
        position.legal_moves().into_iter().map(|m| position.uci(m)).collect()
    }

    /// How often the last position has occurred.
    #[getter]
    fn repetitions(&self) -> usize {
        self.inner.repetitions()
    }

    /// How the game has ended, draws that can be claimed included; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.inner.outcome().map(kempelen_rules::End::name)
    }

    /// "1-0", "0-1", "1/2-1/2", or "*" while it goes on.
    #[getter]
    fn result(&self) -> &'static str {
        self.inner.result()
    }

    /// The game in PGN.
    #[pyo3(signature = (**tags))]
    fn pgn(&self, tags: Option<std::collections::HashMap<String, String>>) -> String {
        let mut record = pgn::Record::of_game(&self.inner);
        let mut tags: Vec<(String, String)> = tags.unwrap_or_default().into_iter().collect();
        tags.sort();
        for (name, value) in tags {
            record.set_tag(&name, &value);
        }
        record.to_string()
    }

    fn _repr_svg_(&self) -> String {
        picture::board(&self.inner.position())
    }

    fn __len__(&self) -> usize {
        self.inner.moves().len()
    }

    fn __repr__(&self) -> String {
        format!("<Game of {}, {} half-moves, {}>", self.variant(), self.__len__(), self.result())
    }
}

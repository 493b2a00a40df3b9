//! The machines.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use kempelen_cabinet as cabinet;
use kempelen_engine::{Ask, Limits, Report as Answer, Score, ScoredLine, Stop};
use kempelen_rules::{AnyGame, AnyPosition, Move};
use kempelen_trace::Keep;
use kempelen_window::{Part, Question, Style, View, record_and_tell};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{Game, refuse};
use crate::wait::interruptible;

/// The ids of all machines.
///
/// >>> import kempelen
/// >>> kempelen.engines()[0]
/// 'kempelen'
#[pyfunction]
pub(crate) fn engines() -> Vec<&'static str> {
    cabinet::registry().entries().iter().map(|entry| entry.about.id).collect()
}

/// A machine, by its id or as "cmd:/path/to/a/uci/program", with options by name (spaces are underscores).
///
/// >>> from kempelen import Engine, Game
/// >>> engine = Engine("sargon", PLYMAX=1)
/// >>> engine.options["PLYMAX"]
/// '1'
/// >>> engine.think(Game(moves=["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]), depth=1).best
/// 'h5f7'
#[pyclass(frozen, module = "kempelen")]
pub(crate) struct Engine {
    inner: Mutex<Box<dyn kempelen_engine::Engine>>,
    id: String,
}

/// When to stop thinking.
fn limits(depth: Option<u8>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
    let time = match seconds {
        None => None,
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(refuse)?),
    };
    if depth.is_none() && nodes.is_none() && time.is_none() {
        return Err(refuse("thinking needs an end: depth, nodes or seconds"));
    }
    Ok(Limits { depth, nodes, time, ..Limits::default() })
}

fn read_moves(game: &AnyGame, moves: Vec<String>) -> PyResult<Vec<Move>> {
    let position = game.position();
    moves.iter().map(|text| position.read_move(text).map_err(refuse)).collect()
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (id="kempelen", **options))]
    fn new(id: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut inner = cabinet::open(id).map_err(refuse)?;
        for (name, value) in options.into_iter().flat_map(|options| options.iter()) {
            let (name, value) = (name.to_string(), value.to_string());
            let value = match value.as_str() {
                "True" => "true".to_owned(),
                "False" => "false".to_owned(),
                _ => value,
            };
            inner
                .set_option(&name, &value)
                .or_else(|error| inner.set_option(&name.replace('_', " "), &value).map_err(|_| error))
                .map_err(refuse)?;
        }
        Ok(Self { inner: Mutex::new(inner), id: id.to_owned() })
    }

    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        &self.id
    }

    /// What can be set, with the values now.
    #[getter]
    fn options(&self) -> PyResult<BTreeMap<String, String>> {
        let engine = self.inner.try_lock().map_err(|_| busy())?;
        Ok(engine.options().into_iter().map(|spec| (spec.name, spec.value)).collect())
    }

    /// Forgets what it learned from earlier positions.
    fn new_game(&self) -> PyResult<()> {
        self.inner.try_lock().map_err(|_| busy())?.new_game();
        Ok(())
    }

    /// Chooses a move. Ctrl-C ends it.
    #[pyo3(signature = (game, *, depth=None, nodes=None, seconds=None, only=Vec::new()))]
    fn think(
        &self,
        py: Python<'_>,
        game: PyRef<'_, Game>,
        depth: Option<u8>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        only: Vec<String>,
    ) -> PyResult<Report> {
        let limits = limits(depth, nodes, seconds)?;
        let game = std::sync::Arc::clone(&game.inner);
        let only = read_moves(&game, only)?;
        let mut engine = self.inner.try_lock().map_err(|_| busy())?;
        let engine = &mut **engine;
        let stop = Stop::new();
        let answer = interruptible(
            py,
            || stop.stop(),
            || {
                let mut tell = |_: &_| {};
                let mut ask = Ask::new(&game, limits, &stop, &mut tell);
                ask.only = &only;
                engine.think(ask)
            },
        )?;
        Ok(Report::new(&game.position(), &answer.map_err(failed)?))
    }

    /// Chooses a move, and keeps what it thought: why this move, why not another, and the tree as a picture.
    #[pyo3(signature = (game, *, depth=None, nodes=None, seconds=None, memory_mb=64))]
    fn explain(
        &self,
        py: Python<'_>,
        game: PyRef<'_, Game>,
        depth: Option<u8>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory_mb: usize,
    ) -> PyResult<Explanation> {
        let limits = limits(depth, nodes, seconds)?;
        let game = std::sync::Arc::clone(&game.inner);
        let mut engine = self.inner.try_lock().map_err(|_| busy())?;
        let engine = &mut **engine;
        let stop = Stop::new();
        let keep = Keep { memory: Some(memory_mb.clamp(1, 1 << 16) << 20), ..Keep::whole() };
        let told = interruptible(
            py,
            || stop.stop(),
            || {
                let question = Question::new(&game, limits, &stop);
                let (recording, answer) = record_and_tell(engine, &question, keep, &mut |_| {})
                    .map_err(|error| error.to_string())?;
                let view = View::new(recording).map_err(|error| error.to_string())?;
                Ok::<_, String>((view, answer))
            },
        )?;
        let (view, answer) = told.map_err(failed)?;
        Ok(Explanation { report: Report::new(&game.position(), &answer), position: game.position(), view })
    }

    fn __repr__(&self) -> String {
        format!("Engine({:?})", self.id)
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("this machine is thinking on another thread")
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// A line of play and what it is worth.
#[pyclass(frozen, get_all, skip_from_py_object, module = "kempelen")]
#[derive(Clone)]
pub(crate) struct Line {
    /// The moves as UCI writes them.
    moves: Vec<String>,
    /// Hundredths of a pawn for the side to move, if it is no mate.
    centipawns: Option<i32>,
    /// Mate in so many moves; below zero, being mated.
    mate: Option<i32>,
    /// The depth it was searched to.
    depth: u8,
    /// Chances of winning, drawing and losing in thousandths, where the machine tells.
    wdl: Option<(u16, u16, u16)>,
}

impl Line {
    fn new(position: &AnyPosition, line: &ScoredLine) -> Self {
        let (mut here, mut moves) = (*position, Vec::new());
        for &m in &line.pv {
            moves.push(here.uci(m));
            here = here.play(m);
        }
        let (centipawns, mate) = match line.score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        Self { moves, centipawns, mate, depth: line.depth, wdl: line.wdl.map(|[w, d, l]| (w, d, l)) }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let score = match (self.centipawns, self.mate) {
            (Some(cp), _) => format!("{cp:+}"),
            (_, Some(mate)) => format!("mate {mate}"),
            _ => "no score".to_owned(),
        };
        format!("<Line {score}: {}>", self.moves.join(" "))
    }
}

/// A machine's answer.
#[pyclass(frozen, get_all, skip_from_py_object, module = "kempelen")]
#[derive(Clone)]
pub(crate) struct Report {
    /// The move to play as UCI writes it; None where there is none.
    best: Option<String>,
    /// The same in algebraic notation.
    san: Option<String>,
    /// The lines it found, the best first.
    lines: Vec<Line>,
    /// Nodes searched, as the machine counts them.
    nodes: u64,
    /// Time taken, in seconds.
    seconds: f64,
    /// Why it gives up, if it does.
    resigns: Option<String>,
}

impl Report {
    fn new(position: &AnyPosition, answer: &Answer) -> Self {
        Self {
            best: answer.best.map(|m| position.uci(m)),
            san: answer.best.map(|m| position.san(m)),
            lines: answer.lines.iter().map(|line| Line::new(position, line)).collect(),
            nodes: answer.nodes,
            seconds: answer.time.as_secs_f64(),
            resigns: answer.resigns.clone(),
        }
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let best = self.san.as_deref().unwrap_or("no move");
        format!("<Report {best}, {} nodes in {:.2} s>", self.nodes, self.seconds)
    }
}

/// What a machine thought, with the doors open. In a notebook it shows the tree.
#[pyclass(frozen, module = "kempelen")]
pub(crate) struct Explanation {
    report: Report,
    position: AnyPosition,
    view: View,
}

#[pymethods]
impl Explanation {
    /// The answer.
    #[getter]
    fn report(&self) -> Report {
        self.report.clone()
    }

    /// Why the machine plays its move, or why it thinks of another as it does, in words.
    #[pyo3(signature = (r#move=None))]
    fn why(&self, r#move: Option<&str>) -> PyResult<String> {
        let m = r#move.map(|text| self.position.read_move(text).map_err(refuse)).transpose()?;
        Ok(self.view.why(m, &Style::default()))
    }

    /// Why the machine does not play a move.
    fn why_not(&self, r#move: &str) -> PyResult<String> {
        let m = self.position.read_move(r#move).map_err(refuse)?;
        Ok(self.view.why_not(m, &Style::default()))
    }

    /// The tree as SVG, so many plies deep and moves wide.
    #[pyo3(signature = (*, plies=2, width=4))]
    fn svg(&self, plies: usize, width: usize) -> PyResult<String> {
        self.view.svg(Part { plies, width, depth: None }).map_err(refuse)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(2, 4)
    }

    fn __str__(&self) -> PyResult<String> {
        self.why(None)
    }
}

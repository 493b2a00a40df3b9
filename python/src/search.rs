//! Monte Carlo tree search over a network's answers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use kempelen_rules::{AnyGame, Game as GameOf, Move, with_game};
use kempelen_trace::Mute;
use kempelen_zero::backend::Backend;
use kempelen_zero::search::{GumbelSettings, Noise, Search as Tree, Settings};
use kempelen_zero::{Cache, Learnable, Likeness, RoundResult, SearchDriver};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::encode::variant_of;
use crate::game::{Game, refuse};
use crate::network::{Network, Wanted};
use crate::wait::interruptible;

/// Monte Carlo tree search. The model is the path of an ONNX file, a function, or nothing.
///
/// A function gets float32 planes (positions, planes, 8, 8), and gives logits (positions, policy indices) and values
/// (positions,) from -1 to 1 for the side to move, or (positions, 3) logits of winning, drawing and losing.
///
/// >>> from kempelen import Game, Search
/// >>> result = Search().run(Game(fen="6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), visits=500)
/// >>> result.best, result.proof
/// ('a1a8', 'win in 1')
#[pyclass(frozen, module = "kempelen")]
pub(crate) struct Search {
    network: Network,
    settings: Settings,
    batch: usize,
    seed: u64,
    tools: Mutex<(Box<dyn Backend>, Cache)>,
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (
        model=None, *, variant="chess", backend=None, precision="single", device="cpu", batch=8, exploration=1.25,
        noise=None, gumbel=None, seed=1, tree_mb=256, cache_mb=64, history_steps=8, scaled=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        model: Option<Bound<'_, PyAny>>,
        variant: &str,
        backend: Option<&str>,
        precision: &str,
        device: &str,
        batch: usize,
        exploration: f32,
        noise: Option<f32>,
        gumbel: Option<usize>,
        seed: u64,
        tree_mb: usize,
        cache_mb: usize,
        history_steps: usize,
        scaled: bool,
    ) -> PyResult<Self> {
        if !(1..=1024).contains(&batch) || !(1..=65_536).contains(&tree_mb) || cache_mb > 65_536 {
            return Err(refuse("batch is 1 to 1024, tree_mb 1 to 65536, cache_mb at most 65536"));
        }
        let without = model.is_none();
        let variant = variant_of(variant)?;
        let network =
            Network::new(Wanted { model, backend, precision, device, variant, history_steps, scaled })?;
        let settings = Settings {
            exploration,
            tree_mb,
            noise: noise.map(|alpha| Noise { alpha, ..Noise::default() }),
            gumbel: gumbel.map(|considered| GumbelSettings { considered, ..GumbelSettings::default() }),
            ..if without { Settings::without_model() } else { Settings::default() }
        };
        let cache = Cache::new(if without { 0 } else { cache_mb });
        let tools = Mutex::new((network.open()?, cache));
        Ok(Self { network, settings, batch, seed, tools })
    }

    /// Searches the last position of a game with so many visits. Ctrl-C ends it.
    #[pyo3(signature = (game, visits=800))]
    fn run(&self, py: Python<'_>, game: PyRef<'_, Game>, visits: u32) -> PyResult<SearchResult> {
        let game = std::sync::Arc::clone(&game.inner);
        let busy = || PyRuntimeError::new_err("this search is busy on another thread");
        let mut tools = self.tools.try_lock().map_err(|_| busy())?;
        let (backend, cache) = &mut *tools;
        let stopped = AtomicBool::new(false);
        let stop = || stopped.store(true, Ordering::Relaxed);
        let found = interruptible(py, stop, || {
            let mut driver = SearchDriver::new(&mut **backend, cache, Likeness::Position);
            with_game!(&*game, game => self.search(game, visits, &mut driver, &stopped))
        })?;
        found.map(|found| found.told(&game)).map_err(|words| self.network.failure(words))
    }
}

/// What was found, in moves.
struct Found {
    best: Option<Move>,
    visits: u32,
    value: f32,
    proof: Option<String>,
    moves: Vec<(Move, u32, f32, Option<f32>)>,
    line: Vec<Move>,
}

impl Search {
    fn search<V: Learnable>(
        &self,
        game: &GameOf<V>,
        visits: u32,
        driver: &mut SearchDriver<'_>,
        stopped: &AtomicBool,
    ) -> Result<Found, String> {
        let mut tree = Tree::<V>::new(self.settings, self.seed);
        tree.begin(game, &[], visits as usize);
        while tree.root_visits() < visits && !stopped.load(Ordering::Relaxed) {
            let size = self.batch.min((visits - tree.root_visits()) as usize);
            match driver.round(&mut tree, size, &mut Mute).map_err(|error| error.to_string())? {
                RoundResult::More => {}
                RoundResult::Proven | RoundResult::Full => break,
            }
        }
        let best = tree.best();
        Ok(Found {
            best,
            visits: tree.root_visits(),
            value: tree.root_chances().value,
            proof: tree.proof().map(in_words),
            moves: tree
                .root_moves()
                .iter()
                .map(|m| (m.m, m.visits, m.prior, m.chances.map(|chances| chances.value)))
                .collect(),
            line: best.map(|m| tree.line_of(m)).unwrap_or_default(),
        })
    }
}

fn in_words(proof: kempelen_zero::search::Proof) -> String {
    use kempelen_zero::search::Proof;
    match proof {
        Proof::Win(plies) => format!("win in {}", plies.div_ceil(2)),
        Proof::Loss(plies) => format!("loss in {}", plies.div_ceil(2)),
        Proof::Draw => "draw".to_owned(),
    }
}

impl Found {
    fn told(self, game: &AnyGame) -> SearchResult {
        let position = game.position();
        let (mut here, mut line) = (position, Vec::new());
        for m in self.line {
            line.push(here.uci(m));
            here = here.play(m);
        }
        let moves = self.moves.into_iter().map(|(m, visits, prior, value)| RootMove {
            r#move: position.uci(m),
            visits,
            prior,
            value,
        });
        SearchResult {
            best: self.best.map(|m| position.uci(m)),
            visits: self.visits,
            value: self.value,
            proof: self.proof,
            moves: moves.collect(),
            line,
        }
    }
}

/// What a search has to say of a move.
#[pyclass(frozen, get_all, skip_from_py_object, module = "kempelen")]
#[derive(Clone)]
pub(crate) struct RootMove {
    /// The move as UCI writes it.
    r#move: String,
    /// How often it was visited.
    visits: u32,
    /// How likely the network thinks it to be the best.
    prior: f32,
    /// What it is worth to the side to move, from -1 to 1, if it was visited.
    value: Option<f32>,
}

#[pymethods]
impl RootMove {
    fn __repr__(&self) -> String {
        format!("<RootMove {}: {} visits>", self.r#move, self.visits)
    }
}

/// What came of a search.
#[pyclass(frozen, get_all, skip_from_py_object, module = "kempelen")]
#[derive(Clone)]
pub(crate) struct SearchResult {
    /// The move to play as UCI writes it; None where the game is over.
    best: Option<String>,
    /// Visits of the root.
    visits: u32,
    /// What the position is worth to the side to move, from -1 to 1.
    value: f32,
    /// What is certain: "win in 2", "loss in 1", "draw", or None.
    proof: Option<String>,
    /// The moves, the best first.
    moves: Vec<RootMove>,
    /// The line it expects.
    line: Vec<String>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("no move");
        format!("<SearchResult {best}, {} visits, value {:+.3}>", self.visits, self.value)
    }
}

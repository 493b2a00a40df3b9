use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::backend::{BackendKind, Device, Model, Precision};
use crate::search::{DrawRules, FirstPlay, Settings};

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfplayRecipe {
    /// How many.
    pub games: u64,
    /// Which shards of them are to be played now; nothing for all. Each is a pure function of the recipe, the network and
    /// its number, so that many machines can share a run.
    pub shards: Option<Range<u64>>,
    /// Whether each game starts from one of the 960 positions of Chess960, drawn by its dice.
    pub shuffled: bool,
    /// The seed of all dice.
    pub seed: u64,
    /// Visits of a search from which something is learned.
    pub visits: u32,
    /// Visits of a quick search, which only chooses a move (*playout-cap randomisation*).
    pub quick_visits: u32,
    /// The share of searches that are not quick.
    pub full_share: f64,
    /// How much chance has a say in moves.
    pub temperature: Temperature,
    /// How the tree is searched. Noise is for full searches only.
    pub search: Settings,
    /// When a side gives up, if ever.
    pub resignation: Option<Resignation>,
    /// Half-moves after which a game is broken off as a draw.
    pub most_plies: usize,
    /// Half-moves at the start that are drawn from all legal moves alike.
    pub random_plies: usize,
}

/// How much chance has a say in the choice of moves: it is 1 where visits are probabilities, and 0 where the most visited
/// move is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temperature {
    /// At first.
    pub opening: f32,
    /// For so many half-moves.
    pub plies: usize,
    /// From then on.
    pub later: f32,
}

impl Default for Temperature {
    fn default() -> Self {
        Self { opening: 1.0, plies: 30, later: 0.0 }
    }
}

impl Temperature {
    /// The temperature after so many half-moves.
    pub fn at(self, plies: usize) -> f32 {
        if plies < self.plies { self.opening } else { self.later }
    }
}

/// When a side gives up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resignation {
    /// When its searches think less than this of its position,
    pub below: f32,
    /// so many times in a row.
    pub times: u32,
    /// The share of games that are played to their end all the same, to see whether it would have been right.
    pub play_through: f64,
}

impl Default for Resignation {
    fn default() -> Self {
        Self { below: -0.95, times: 3, play_through: 0.1 }
    }
}

impl Default for SelfplayRecipe {
    fn default() -> Self {
        Self {
            games: 128,
            shards: None,
            shuffled: false,
            seed: 1,
            visits: 400,
            quick_visits: 80,
            full_share: 0.25,
            temperature: Temperature::default(),
            search: Settings { tree_mb: 4, ..Settings::default() },
            resignation: None,
            most_plies: 512,
            random_plies: 0,
        }
    }
}

impl SelfplayRecipe {
    /// Everything that a game depends on, by name, to be written beside the games. How many there are is not among it.
    pub fn settings(&self) -> Map<String, Value> {
        let first_play = match self.search.first_play {
            FirstPlay::Value(value) => json!({"value": value}),
            FirstPlay::Below(less) => json!({"below": less}),
        };
        let draws = match self.search.draws {
            DrawRules::Spec => "spec",
            DrawRules::Twofold => "twofold",
        };
        let value = json!({
            "seed": self.seed,
            "visits": self.visits,
            "quick_visits": self.quick_visits,
            "full_share": self.full_share,
            "temperature": {
                "opening": self.temperature.opening,
                "plies": self.temperature.plies,
                "later": self.temperature.later,
            },
            "exploration": self.search.exploration,
            "first_play": first_play,
            "draw_rules": draws,
            "noise": self.search.noise.map(|noise| json!({"alpha": noise.alpha, "weight": noise.weight})),
            "gumbel": self.search.gumbel.map(|gumbel| json!({
                "considered": gumbel.considered,
                "visit_weight": gumbel.visit_weight,
                "value_scale": gumbel.value_scale,
            })),
            "tree_mb": self.search.tree_mb,
            "resignation": self.resignation.map(|resign| json!({
                "below": resign.below,
                "times": resign.times,
                "play_through": resign.play_through,
            })),
            "most_plies": self.most_plies,
            "random_plies": self.random_plies,
            "start": if self.shuffled { "chess960" } else { "usual" },
        });
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}

/// What games depend on besides their recipe: the network, what runs it and how, and this program. A run that goes on
/// with anything else of it would write other shards.
pub fn network_settings(
    model: Option<&Model>,
    kind: BackendKind,
    precision: Precision,
    device: Device,
) -> Map<String, Value> {
    let model = model
        .map(|model| json!({"bytes": model.bytes().len(), "crc32": format!("{:08x}", model.checksum())}));
    [
        ("model", json!(model)),
        ("backend", json!(kind.name())),
        ("precision", json!(precision.name())),
        ("device", json!(device.name())),
        ("program", json!(env!("CARGO_PKG_VERSION"))),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

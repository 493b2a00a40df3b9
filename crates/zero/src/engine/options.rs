use std::time::Duration;

use kempelen_engine::{OptionError, OptionSpec};

use crate::backend::{Kind, Precision};
use crate::search::{DrawRules, FirstPlay, GumbelSettings, Noise, Settings};

/// What can be set.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Options {
    pub(super) model: String,
    backend: Option<Kind>,
    pub(super) precision: Precision,
    pub(super) threads: usize,
    pub(super) batch: usize,
    pub(super) cache_mb: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    /// Visits of the root that are enough, or 0.
    pub(super) visits: u32,
    search: Settings,
    noise: Noise,
    gumbel: GumbelSettings,
    first_play: FirstPlayChoice,
    first_play_value: f32,
    pub(super) temperature: f32,
    pub(super) temperature_plies: usize,
    pub(super) seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            model: String::new(),
            backend: None,
            precision: Precision::Single,
            threads: 1,
            batch: 8,
            cache_mb: 64,
            lines: 1,
            overhead: Duration::from_millis(20),
            visits: 0,
            search: Settings::default(),
            noise: Noise::default(),
            gumbel: GumbelSettings::default(),
            first_play: FirstPlayChoice::Auto,
            first_play_value: 0.2,
            temperature: 0.0,
            temperature_plies: 30,
            seed: 1,
        }
    }
}

/// Options are whole numbers; those for fractions are in thousandths.
const THOUSANDTH: f32 = 0.001;

impl Options {
    /// What runs the model: what was asked for, or what is always there.
    pub(super) fn kind(&self) -> Kind {
        match self.backend {
            Some(kind) => kind,
            None if self.model.is_empty() => Kind::Uniform,
            None => Kind::Rten,
        }
    }

    /// Whether models or memory must be made anew.
    pub(super) fn needs_other_memory(&self, before: &Self) -> bool {
        (&self.model, self.kind(), self.precision, self.threads, self.cache_mb, self.search.tree_mb)
            != (
                &before.model,
                before.kind(),
                before.precision,
                before.threads,
                before.cache_mb,
                before.search.tree_mb,
            )
    }

    /// Everything that can be set.
    pub(super) fn specs() -> Vec<OptionSpec> {
        [Self::resources(), Self::tree_search(), Self::chance()].concat()
    }

    /// What it runs on, and for how long.
    fn resources() -> Vec<OptionSpec> {
        let mut kinds = vec!["auto"];
        kinds.extend(Kind::ALL.map(Kind::name));
        vec![
            OptionSpec::text(
                "Model",
                "",
                "The file of a model in the ONNX format; without one it plays by the rules alone.",
            ),
            OptionSpec::combo(
                "Backend",
                &kinds,
                "What runs the model; auto is rten, or uniform without a model.",
            ),
            OptionSpec::combo("Precision", &["single", "fast"], "How numbers are kept while the model runs."),
            OptionSpec::spin(
                "Threads",
                1,
                1..=256,
                "Threads that search at once, each with a model of its own.",
            ),
            OptionSpec::spin(
                "Hash",
                256,
                1..=65_536,
                "Megabytes for the tree; when they are full the search ends.",
            ),
            OptionSpec::spin("Cache", 64, 0..=65_536, "Megabytes for what the model said of positions."),
            OptionSpec::spin(
                "Batch",
                8,
                1..=1024,
                "Positions that are valued at once; more are faster but cost strength.",
            ),
            OptionSpec::spin("MultiPV", 1, 1..=256, "How many lines to show."),
            OptionSpec::spin("Move Overhead", 20, 0..=5000, "Milliseconds kept back for each move."),
            OptionSpec::spin(
                "Visits",
                0,
                0..=1_000_000_000,
                "Visits of the root that are enough; 0 for no such limit.",
            ),
        ]
    }

    /// How it searches its tree.
    fn tree_search() -> Vec<OptionSpec> {
        vec![
            OptionSpec::spin("Exploration", 1250, 0..=10_000, "c of PUCT, in thousandths."),
            OptionSpec::combo(
                "First Play",
                &["auto", "below", "fixed"],
                "What a move is worth before it was visited: less than its position, or always the same; auto is the first \
                 with a model, and 0 without.",
            ),
            OptionSpec::spin(
                "First Play Value",
                200,
                -1000..=1000,
                "How much less, or how much, in thousandths.",
            ),
            OptionSpec::spin(
                "Virtual Loss",
                1000,
                0..=3000,
                "What a playout under way counts as, in thousandths of a loss.",
            ),
            OptionSpec::combo(
                "Draw Rules",
                &["spec", "twofold"],
                "Whether a position must occur three times or two in the tree.",
            ),
        ]
    }

    /// Where noise and chance come in.
    fn chance() -> Vec<OptionSpec> {
        vec![
            OptionSpec::check("Noise", false, "Mixes Dirichlet noise into the priors of the root."),
            OptionSpec::spin(
                "Noise Alpha",
                300,
                1..=10_000,
                "Alpha of the Dirichlet distribution, in thousandths.",
            ),
            OptionSpec::spin("Noise Weight", 250, 0..=1000, "How much of a prior is noise, in thousandths."),
            OptionSpec::check(
                "Gumbel",
                false,
                "Searches the root by Gumbel noise and sequential halving; needs a limit of nodes.",
            ),
            OptionSpec::spin("Gumbel Moves", 16, 1..=256, "Moves that sequential halving begins with."),
            OptionSpec::spin(
                "Temperature",
                0,
                0..=10_000,
                "How much chance plays a part in the opening, in thousandths.",
            ),
            OptionSpec::spin(
                "Temperature Plies",
                30,
                0..=1000,
                "Half-moves for which the temperature holds.",
            ),
            OptionSpec::spin("Seed", 1, 0..=i64::MAX, "The seed of noise and chance."),
        ]
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(spec) = Self::specs().into_iter().find(|spec| spec.is_named(name)) else {
            return Err(OptionError::Unknown(name.to_owned()));
        };
        let value = spec.accept(value)?;
        let number = value.parse::<i64>().unwrap_or_default();
        let size = usize::try_from(number).unwrap_or_default();
        let fraction = number as f32 * THOUSANDTH;
        let mut noise = self.search.noise.is_some();
        let mut gumbel = self.search.gumbel.is_some();
        match spec.name.as_str() {
            "Model" => self.model = value,
            "Backend" => self.backend = value.parse().ok(),
            "Precision" => self.precision = if value == "fast" { Precision::Fast } else { Precision::Single },
            "Threads" => self.threads = size,
            "Hash" => self.search.tree_mb = size,
            "Cache" => self.cache_mb = size,
            "Batch" => self.batch = size,
            "MultiPV" => self.lines = size,
            "Move Overhead" => self.overhead = Duration::from_millis(size as u64),
            "Visits" => self.visits = size as u32,
            "Exploration" => self.search.exploration = fraction,
            "First Play" => {
                self.first_play = match value.as_str() {
                    "below" => FirstPlayChoice::Below,
                    "fixed" => FirstPlayChoice::Fixed,
                    _ => FirstPlayChoice::Auto,
                }
            }
            "First Play Value" => self.first_play_value = fraction,
            "Virtual Loss" => self.search.virtual_loss = fraction,
            "Draw Rules" if value == "twofold" => self.search.draws = DrawRules::Twofold,
            "Draw Rules" => self.search.draws = DrawRules::Spec,
            "Noise" => noise = value == "true",
            "Noise Alpha" => self.noise.alpha = fraction,
            "Noise Weight" => self.noise.weight = fraction,
            "Gumbel" => gumbel = value == "true",
            "Gumbel Moves" => self.gumbel.considered = size,
            "Temperature" => self.temperature = fraction,
            "Temperature Plies" => self.temperature_plies = size,
            "Seed" => self.seed = size as u64,
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        self.search.noise = noise.then_some(self.noise);
        self.search.gumbel = gumbel.then_some(self.gumbel);
        Ok(())
    }

    /// The settings of the search.
    pub(super) fn settings(&self) -> Settings {
        let first_play = match self.first_play {
            FirstPlayChoice::Auto if self.kind() == Kind::Uniform => Settings::without_model().first_play,
            FirstPlayChoice::Auto | FirstPlayChoice::Below => FirstPlay::Below(self.first_play_value),
            FirstPlayChoice::Fixed => FirstPlay::Value(self.first_play_value),
        };
        Settings { first_play, ..self.search }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstPlayChoice {
    Auto,
    Below,
    Fixed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_engine::OptionKind;

    #[test]
    fn defaults_are_what_they_are_said_to_be() {
        let mut options = Options::default();
        for spec in Options::specs() {
            options.set(&spec.name, &spec.default_text()).expect("a default is a value");
        }
        let default = Options::default();
        assert!((options.search.exploration - default.search.exploration).abs() < 1e-6);
        assert_eq!(format!("{options:?}"), format!("{default:?}"));
    }

    #[test]
    fn every_option_changes_something() {
        for spec in Options::specs() {
            let other = match &spec.kind {
                OptionKind::Check { default } => (!default).to_string(),
                OptionKind::Spin { min, max, default } => if default == min { max } else { min }.to_string(),
                OptionKind::Combo { choices, .. } => choices[choices.len() - 1].clone(),
                OptionKind::Text { .. } => "some/file.onnx".to_owned(),
                OptionKind::Button => continue,
            };
            let mut options = Options::default();
            options.set("Noise", "true").expect("an option");
            options.set("Gumbel", "true").expect("an option");
            let before = options.clone();
            if spec.name == "Noise" || spec.name == "Gumbel" {
                options.set(&spec.name, "false").expect("a value");
            } else {
                options.set(&spec.name, &other).expect("a value");
            }
            assert_ne!(options, before, "{}", spec.name);
        }
        assert!(Options::default().set("Depth", "3").is_err());
        assert!(Options::default().set("Batch", "0").is_err());
    }
}

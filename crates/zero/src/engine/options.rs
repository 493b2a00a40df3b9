use std::time::Duration;

use kempelen_engine::{OptionChoice, Remote, Resource, Thousandths, options};

use crate::backend::{BackendKind, Device, Precision};
use crate::search::{DrawRules, FirstPlay, GumbelSettings, Noise, Settings};

options! {
    /// What can be set: what it runs on and for how long, how it searches its tree, where noise and chance come in.
    pub(super) struct ZeroOptions {
        /// The file of a model in the ONNX format; without one it plays by the rules alone.
        "Model" model: String = String::new();
        /// What runs the model; auto is rten, or uniform without a model.
        "Backend" backend: BackendChoice = BackendChoice(None);
        /// How numbers are kept while the model runs.
        "Precision" precision: Precision = Precision::Single;
        /// Where the model runs; all but cpu need ONNX Runtime, or OpenVINO for gpu.
        "Device" device: Device = Device::Cpu;
        /// Threads that search at once, each with a model of its own.
        "Threads" threads: usize = 1, in 1..=256, remote Remote::UpTo(Resource::Threads);
        /// Megabytes for the tree; when they are full the search ends.
        "Hash" tree_mb: usize = Settings::default().tree_mb, in 1..=65_536,
            remote Remote::UpTo(Resource::Megabytes);
        /// Megabytes for what the model said of positions.
        "Cache" cache_mb: usize = 64, in 0..=65_536, remote Remote::UpTo(Resource::Megabytes);
        /// Positions that are valued at once; more are faster but cost strength.
        "Batch" batch: usize = 8, in 1..=1024;
        /// How many lines to show.
        "MultiPV" lines: usize = 1, in 1..=256, remote Remote::UpTo(Resource::Lines);
        /// Milliseconds kept back for each move.
        "Move Overhead" overhead: Duration = Duration::from_millis(20), in 0..=5000;
        /// Visits of the root that are enough; 0 for no such limit.
        "Visits" visits: u32 = 0, in 0..=1_000_000_000;

        /// c of PUCT, in thousandths.
        "Exploration" exploration: Thousandths = Thousandths(1250), in 0..=10_000;
        /// What a move is worth before it was visited: less than its position, or always the same; auto is the first with
        /// a model, and 0 without.
        "First Play" first_play: FirstPlayChoice = FirstPlayChoice::Auto;
        /// How much less, or how much, in thousandths.
        "First Play Value" first_play_value: Thousandths = Thousandths(200), in -1000..=1000;
        /// What a playout under way counts as, in thousandths of a loss.
        "Virtual Loss" virtual_loss: Thousandths = Thousandths(1000), in 0..=3000;
        /// Whether a position must occur three times or two in the tree.
        "Draw Rules" draws: DrawRules = DrawRules::Spec;

        /// Mixes Dirichlet noise into the priors of the root.
        "Noise" noise: bool = false;
        /// Alpha of the Dirichlet distribution, in thousandths.
        "Noise Alpha" noise_alpha: Thousandths = Thousandths(300), in 1..=10_000;
        /// How much of a prior is noise, in thousandths.
        "Noise Weight" noise_weight: Thousandths = Thousandths(250), in 0..=1000;
        /// Searches the root by Gumbel noise and sequential halving; needs a limit of nodes.
        "Gumbel" gumbel: bool = false;
        /// Moves that sequential halving begins with.
        "Gumbel Moves" gumbel_moves: usize = 16, in 1..=256;
        /// How much chance plays a part in the opening, in thousandths.
        "Temperature" temperature: Thousandths = Thousandths(0), in 0..=10_000;
        /// Half-moves for which the temperature holds.
        "Temperature Plies" temperature_plies: usize = 30, in 0..=1000;
        /// The seed of noise and chance.
        "Seed" seed: u64 = 1, in 0..=i64::MAX;
    }
}

impl ZeroOptions {
    /// What runs the model: what was asked for, or what is always there.
    pub(super) fn kind(&self) -> BackendKind {
        match self.backend.0 {
            Some(kind) => kind,
            None if self.model.is_empty() => BackendKind::Uniform,
            None => self.device.backend().unwrap_or(BackendKind::Rten),
        }
    }

    /// Whether models or memory must be made anew.
    pub(super) fn needs_other_memory(&self, before: &Self) -> bool {
        let memory = |options: &Self| {
            let Self { precision, device, threads, cache_mb, tree_mb, .. } = *options;
            (options.model.clone(), options.kind(), precision, device, threads, cache_mb, tree_mb)
        };
        memory(self) != memory(before)
    }

    /// The settings of the search.
    pub(super) fn settings(&self) -> Settings {
        let value = self.first_play_value.value();
        let first_play = match self.first_play {
            FirstPlayChoice::Auto if self.kind() == BackendKind::Uniform => {
                Settings::without_model().first_play
            }
            FirstPlayChoice::Auto | FirstPlayChoice::Below => FirstPlay::Below(value),
            FirstPlayChoice::Fixed => FirstPlay::Value(value),
        };
        let noise = Noise { alpha: self.noise_alpha.value(), weight: self.noise_weight.value() };
        let gumbel = GumbelSettings { considered: self.gumbel_moves, ..GumbelSettings::default() };
        Settings {
            tree_mb: self.tree_mb,
            exploration: self.exploration.value(),
            first_play,
            virtual_loss: self.virtual_loss.value(),
            draws: self.draws,
            noise: self.noise.then_some(noise),
            gumbel: self.gumbel.then_some(gumbel),
        }
    }
}

/// What runs the model, or nothing said about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BackendChoice(Option<BackendKind>);

impl OptionChoice for BackendChoice {
    fn choices() -> Vec<(&'static str, Self)> {
        let kinds = BackendKind::ALL.into_iter().map(|kind| (kind.name(), Self(Some(kind))));
        std::iter::once(("auto", Self(None))).chain(kinds).collect()
    }
}

impl OptionChoice for Precision {
    fn choices() -> Vec<(&'static str, Self)> {
        vec![("single", Self::Single), ("fast", Self::Fast)]
    }
}

impl OptionChoice for Device {
    fn choices() -> Vec<(&'static str, Self)> {
        Self::ALL.into_iter().map(|device| (device.name(), device)).collect()
    }
}

impl OptionChoice for DrawRules {
    fn choices() -> Vec<(&'static str, Self)> {
        vec![("spec", Self::Spec), ("twofold", Self::Twofold)]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FirstPlayChoice {
    Auto,
    Below,
    Fixed,
}

impl OptionChoice for FirstPlayChoice {
    fn choices() -> Vec<(&'static str, Self)> {
        vec![("auto", Self::Auto), ("below", Self::Below), ("fixed", Self::Fixed)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_engine::{OptionKind, OptionSet};

    /// The numbers of options are thousandths, and still the defaults of the search to the last bit.
    #[test]
    fn defaults_are_those_of_the_search() {
        let noisy =
            ZeroOptions { noise: true, gumbel: true, model: "a model".to_owned(), ..ZeroOptions::default() };
        let wanted = Settings {
            noise: Some(Noise::default()),
            gumbel: Some(GumbelSettings::default()),
            ..Settings::default()
        };
        assert_eq!(format!("{:?}", noisy.settings()), format!("{wanted:?}"));
        let mut options = ZeroOptions::default();
        for spec in options.specs() {
            assert_eq!(spec.value, spec.default_text());
            options.set(&spec.name, &spec.default_text()).expect("a default is a value");
        }
        assert_eq!(options, ZeroOptions::default());
    }

    #[test]
    fn every_option_changes_something() {
        for spec in ZeroOptions::default().specs() {
            let other = match &spec.kind {
                OptionKind::Check { default } => (!default).to_string(),
                OptionKind::Spin { min, max, default } => if default == min { max } else { min }.to_string(),
                OptionKind::Combo { choices, .. } => choices[choices.len() - 1].clone(),
                OptionKind::Text { .. } => "some/file.onnx".to_owned(),
                OptionKind::Button => continue,
            };
            let mut options = ZeroOptions::default();
            options.set(&spec.name, &other).expect("a value");
            assert_ne!(options, ZeroOptions::default(), "{}", spec.name);
            let now = options.specs().into_iter().find(|now| now.name == spec.name).expect("the same");
            assert_eq!(now.value, other);
        }
        assert!(ZeroOptions::default().set("Depth", "3").is_err());
        assert!(ZeroOptions::default().set("Batch", "0").is_err());
    }
}

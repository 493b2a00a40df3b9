//! How strong a machine is asked to play.

use std::collections::BTreeMap;
use std::time::Duration;

use kempelen_engine::{About, Capability, Handicap, OptionKind, OptionSpec};
use serde::Serialize;
use utoipa::ToSchema;

/// A way to play against a machine: send these along with a search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub(crate) struct LevelShape {
    /// What it is called.
    name: String,
    /// Whether this is how the machine plays if nobody asks for another.
    usual: bool,
    /// The time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    movetime: Option<u64>,
    /// Settings, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
}

impl LevelShape {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_usual(&self) -> bool {
        self.usual
    }

    /// How long it thinks, if that is what makes the level.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.movetime.map(Duration::from_millis)
    }

    pub(crate) fn settings(&self) -> Vec<(String, String)> {
        self.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// The levels of a machine with these options: what it calls its [handicap](Handicap), and time where it can use more of it.
/// A machine that knows none of these plays as it plays.
pub(crate) fn of(about: &About, specs: &[OptionSpec]) -> Vec<LevelShape> {
    let find = |name: &str| specs.iter().find(|spec| spec.is_named(name));
    let mut levels = match about.handicap() {
        None => Vec::new(),
        Some(Handicap::Levels(name)) => find(name).map_or_else(Vec::new, words),
        Some(Handicap::Depth(name)) => find(name).map_or_else(Vec::new, depths),
        Some(Handicap::Rating { limit, rating }) => {
            find(limit).zip(find(rating)).map_or_else(Vec::new, |(limit, elo)| ratings(limit, elo))
        }
    };
    if about.can(Capability::ThinksUntilStopped) {
        levels.extend([300, 1_000, 5_000].map(|movetime| LevelShape {
            name: format!("full strength, {} s", movetime as f64 / 1000.0),
            movetime: Some(movetime),
            usual: movetime == 1_000,
            ..LevelShape::default()
        }));
    }
    if levels.is_empty() {
        levels.push(LevelShape { name: "as it plays".to_owned(), usual: true, ..LevelShape::default() });
    }
    levels
}

/// A level for every word.
fn words(spec: &OptionSpec) -> Vec<LevelShape> {
    let OptionKind::Combo { default, choices } = &spec.kind else { return Vec::new() };
    choices.iter().map(|choice| own(spec, choice, choice, choice == default)).collect()
}

/// A level for every depth up to a little more than the usual one.
fn depths(spec: &OptionSpec) -> Vec<LevelShape> {
    let OptionKind::Spin { default, min, max } = spec.kind else { return Vec::new() };
    let level = |depth: i64| {
        let name = if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") };
        own(spec, &name, &depth.to_string(), depth == default)
    };
    (min..=(default + 2).min(max)).map(level).collect()
}

/// A level that is a setting of the machine's own.
fn own(spec: &OptionSpec, name: &str, value: &str, usual: bool) -> LevelShape {
    let options = BTreeMap::from([(spec.name.clone(), value.to_owned())]);
    LevelShape { name: name.to_owned(), usual, options, ..LevelShape::default() }
}

/// A level for every 400 points of rating that the machine offers.
fn ratings(limit: &OptionSpec, elo: &OptionSpec) -> Vec<LevelShape> {
    let OptionKind::Spin { min, max, .. } = elo.kind else { return Vec::new() };
    let level = |rating: i64| LevelShape {
        name: format!("rating {rating}"),
        options: BTreeMap::from([
            (limit.name.clone(), "true".to_owned()),
            (elo.name.clone(), rating.to_string()),
        ]),
        ..LevelShape::default()
    };
    (min..=max).step_by(400).map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(capabilities: &'static [Capability]) -> About {
        About {
            id: "toy",
            name: "Toy",
            year: 2000,
            authors: &[],
            variants: &[],
            capabilities,
            provenance: "",
            gaps: &[],
        }
    }

    #[test]
    fn a_machine_with_levels_of_its_own_shows_them() {
        let about = machine(&[Capability::PlaysWeaker(Handicap::Levels("Level"))]);
        let levels = of(&about, &[OptionSpec::combo("Level", &["normal", "blitz"], "")]);
        assert_eq!(levels.iter().map(|level| level.name.as_str()).collect::<Vec<_>>(), ["normal", "blitz"]);
        assert!(levels[0].usual && !levels[1].usual);
        assert_eq!(levels[1].options["Level"], "blitz");
    }

    #[test]
    fn a_machine_of_fixed_depth_has_its_depths() {
        let about = machine(&[Capability::PlaysWeaker(Handicap::Depth("Plies"))]);
        let levels = of(&about, &[OptionSpec::spin("Plies", 2, 1..=20, "")]);
        assert_eq!(levels.len(), 4);
        assert!(levels[1].usual);
        assert_eq!(levels[3].options["Plies"], "4");
    }

    #[test]
    fn a_machine_that_can_play_worse_offers_ratings_and_time() {
        let about = machine(&[
            Capability::PlaysWeaker(Handicap::Rating { limit: "UCI_LimitStrength", rating: "UCI_Elo" }),
            Capability::ThinksUntilStopped,
        ]);
        let specs = [
            OptionSpec::check("UCI_LimitStrength", false, ""),
            OptionSpec::spin("UCI_Elo", 2800, 800..=2800, ""),
        ];
        let levels = of(&about, &specs);
        assert_eq!(levels[0].name, "rating 800");
        assert_eq!(levels[0].options["UCI_LimitStrength"], "true");
        assert_eq!(levels[5].options["UCI_Elo"], "2800");
        assert!(levels[6..].iter().all(|level| level.movetime.is_some() && level.options.is_empty()));
        assert_eq!(levels.iter().filter(|level| level.usual).count(), 1);
    }

    #[test]
    fn a_machine_that_knows_no_levels_plays_as_it_plays() {
        let levels = of(&machine(&[]), &[OptionSpec::spin("Seed", 0, 0..=64, "")]);
        assert_eq!(
            levels,
            [LevelShape { name: "as it plays".to_owned(), usual: true, ..LevelShape::default() }]
        );
    }
}

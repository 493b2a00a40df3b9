//! How strong the machine plays and how long it thinks, set in the middle of a game.

use std::fmt::Write as _;

use kempelen_engine::{Engine, Handicap, OptionKind};

use crate::engine::ThinkingBudget;

/// What a player wants of the machine from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MachineOrder {
    /// To think so long, or so deeply, for each move.
    Think(ThinkingBudget),
    /// To play as strongly as this, or to tell which levels it has.
    Level(Option<String>),
    /// To set an option, by name and value.
    Set(String, String),
    /// To tell what can be set, and what it is now.
    Options,
}

impl MachineOrder {
    /// Sets the machine, and says what is so from now on; or why not.
    pub(super) fn carry_out(
        &self,
        engine: &mut dyn Engine,
        budget: &mut ThinkingBudget,
    ) -> Result<String, String> {
        let name = engine.about().name;
        match self {
            Self::Think(asked) => {
                *budget = *asked;
                Ok(format!("{name} thinks {} from now on.", spoken(*asked)))
            }
            Self::Level(None) => levels(engine),
            Self::Level(Some(level)) => set_level(engine, level),
            Self::Set(option, value) => {
                set(engine, option, value)?;
                Ok(format!("{option} is {value} from now on."))
            }
            Self::Options => Ok(options(engine)),
        }
    }
}

fn spoken(budget: ThinkingBudget) -> String {
    let parts = [
        budget.depth.map(|depth| format!("to depth {depth}")),
        budget.nodes.map(|nodes| format!("for {nodes} nodes")),
        budget.movetime.map(|ms| format!("for {ms} milliseconds")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" or ")
}

fn set(engine: &mut dyn Engine, option: &str, value: &str) -> Result<(), String> {
    engine.set_option(option, value).map_err(|error| format!("{error}."))
}

/// The level, by whichever option the machine has for it. A rating is a number, or `full` for no limit.
fn set_level(engine: &mut dyn Engine, level: &str) -> Result<String, String> {
    let name = engine.about().name;
    match engine.about().handicap() {
        None => return no_levels(engine),
        Some(Handicap::Levels(option) | Handicap::Depth(option)) => set(engine, option, level)?,
        Some(Handicap::Rating { limit, .. }) if level.eq_ignore_ascii_case("full") => {
            set(engine, limit, "false")?;
        }
        Some(Handicap::Rating { limit, rating }) => {
            set(engine, rating, level)?;
            set(engine, limit, "true")?;
        }
    }
    Ok(format!("{name} plays at level {level} from now on."))
}

/// The levels that a machine has.
fn levels(engine: &dyn Engine) -> Result<String, String> {
    let (option, else_) = match engine.about().handicap() {
        None => return no_levels(engine),
        Some(Handicap::Levels(option) | Handicap::Depth(option)) => (option, ""),
        Some(Handicap::Rating { rating, .. }) => (rating, " (a rating), or full"),
    };
    let spec = engine.options().into_iter().find(|spec| spec.is_named(option));
    let range = spec.map(|spec| range(&spec.kind)).unwrap_or_default();
    Ok(format!("level is followed by {range}{else_}."))
}

fn no_levels(engine: &dyn Engine) -> Result<String, String> {
    Err(format!("{} has no levels; `depth N` or `time MS` limits it.", engine.about().name))
}

fn range(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { .. } => "true or false".to_owned(),
        OptionKind::Spin { min, max, .. } => format!("{min} to {max}"),
        OptionKind::Combo { choices, .. } => choices.join(", "),
        OptionKind::Button => "nothing".to_owned(),
        OptionKind::Text { .. } => "a text".to_owned(),
    }
}

/// What can be set, a line for each option.
fn options(engine: &dyn Engine) -> String {
    let mut text = String::new();
    for spec in engine.options() {
        let value = if spec.value.is_empty() { String::new() } else { format!(" = {}", spec.value) };
        // Memory takes what is written.
        let _ = writeln!(text, "{}{value} ({}): {}", spec.name, range(&spec.kind), spec.help);
    }
    if text.is_empty() {
        return format!("{} has nothing to set.", engine.about().name);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carry_out(id: &str, orders: &[MachineOrder]) -> (Box<dyn Engine>, Result<String, String>) {
        let mut engine = kempelen_cabinet::open(id).unwrap();
        let mut budget = ThinkingBudget::default();
        let mut said = Ok(String::new());
        for order in orders {
            said = order.carry_out(&mut *engine, &mut budget);
        }
        (engine, said)
    }

    fn value(engine: &dyn Engine, name: &str) -> String {
        engine.options().into_iter().find(|spec| spec.is_named(name)).unwrap().value
    }

    fn level(text: &str) -> MachineOrder {
        MachineOrder::Level(Some(text.to_owned()))
    }

    #[test]
    fn a_level_is_whatever_the_machine_has_for_it() {
        let (engine, said) = carry_out("kempelen", &[level("1500")]);
        assert_eq!(said.unwrap(), "Kempelen plays at level 1500 from now on.");
        assert_eq!(
            (value(&*engine, "UCI_LimitStrength"), value(&*engine, "UCI_Elo")),
            ("true".into(), "1500".into())
        );
        let (engine, _) = carry_out("kempelen", &[level("1500"), level("full")]);
        assert_eq!(value(&*engine, "UCI_LimitStrength"), "false");
        for entry in kempelen_cabinet::registry().entries() {
            let (_, said) = carry_out(entry.about.id, &[MachineOrder::Level(None)]);
            assert_eq!(said.is_ok(), entry.about.handicap().is_some(), "{}", entry.about.id);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_and_changes_nothing() {
        let (engine, said) = carry_out("kempelen", &[level("12")]);
        assert!(said.unwrap_err().contains("a whole number from"));
        assert_eq!(value(&*engine, "UCI_LimitStrength"), "false");
        let (_, said) = carry_out("kempelen", &[MachineOrder::Set("Hsah".into(), "1".into())]);
        assert_eq!(said.unwrap_err(), "there is no option \"Hsah\".");
    }
}

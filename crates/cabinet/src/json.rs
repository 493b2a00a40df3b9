//! What machines say, as JSON.

use kempelen_engine::{
    About, Details, Figure, Figures, Judgement, JudgementPart, ManWorth, OptionKind, OptionSpec, OwnChoice,
    Remote, Resource, Share,
};
use kempelen_rules::AnyPosition;
use serde_json::{Map, Value, json};

/// What a machine adds to a report, by name: its own figures, `book`, and its own choice as `best` and `plays`.
pub fn details_to_json(details: &Details) -> Map<String, Value> {
    let mut fields = figures(&details.figures);
    if details.from_book {
        fields.insert("book".to_owned(), true.into());
    }
    match &details.own_choice {
        None => {}
        Some(OwnChoice::Alone(wanted)) => {
            fields.insert("best".to_owned(), wanted.clone().into());
        }
        Some(OwnChoice::Replaced { wanted, plays }) => {
            fields.insert("best".to_owned(), wanted.clone().into());
            fields.insert("plays".to_owned(), plays.clone().into());
        }
    }
    fields
}

fn figures(figures: &Figures) -> Map<String, Value> {
    figures.iter().map(|(name, value)| (name.to_owned(), figure(value))).collect()
}

fn figure(value: &Figure) -> Value {
    match value {
        Figure::Nothing => Value::Null,
        Figure::Flag(flag) => json!(flag),
        Figure::Whole(number) => json!(number),
        Figure::Real(number) => json!(number),
        Figure::Word(word) => json!(word),
        Figure::List(items) => items.iter().map(figure).collect(),
        Figure::Group(group) => figures(group).into(),
    }
}

/// An option: `name`, `type`, `help`, `default`, `value`, the range or the choices, and how far `remote` clients may set it.
pub fn option_to_json(option: &OptionSpec) -> Value {
    let mut value = match &option.kind {
        OptionKind::Check { default } => json!({ "default": default, "value": option.value == "true" }),
        OptionKind::Spin { default, min, max } => {
            json!({ "default": default, "min": min, "max": max, "value": option.value.parse::<i64>().ok() })
        }
        OptionKind::Combo { default, choices } => {
            json!({ "default": default, "choices": choices, "value": option.value })
        }
        OptionKind::Button => json!({}),
        OptionKind::Text { default } => json!({ "default": default, "value": option.value }),
    };
    value["type"] = option.kind.word().into();
    value["name"] = option.name.as_str().into();
    value["help"] = option.help.as_str().into();
    value["remote"] = remote(option.remote).into();
    value
}

/// How far an option may be set from elsewhere, in a word.
pub fn remote(remote: Remote) -> &'static str {
    match remote {
        Remote::Free => "free",
        Remote::UpTo(Resource::Megabytes) => "megabytes",
        Remote::UpTo(Resource::Threads) => "threads",
        Remote::UpTo(Resource::Lines) => "lines",
        Remote::Never => "never",
    }
}

/// A judgement of a position: `score`, the `terms` and `adjustments` that add up to it, each breakdown under its own
/// name, and whatever else the machine has to say.
pub fn judgement_to_json(position: &AnyPosition, about: &About, judgement: &Judgement) -> Value {
    let mut fields = judgement_fields(judgement);
    fields.insert("fen".to_owned(), position.fen().into());
    fields.insert("variant".to_owned(), position.variant().name().into());
    fields.insert("turn".to_owned(), position.turn().letter().to_string().into());
    fields.insert("engine".to_owned(), about.id.into());
    fields.into()
}

fn judgement_fields(judgement: &Judgement) -> Map<String, Value> {
    let parts = |parts: &[JudgementPart]| Value::from(parts.iter().map(part).collect::<Vec<_>>());
    let mut fields = Map::new();
    let mut say = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    say("unit", judgement.unit.into());
    say("score", number(judgement.total));
    say("terms", parts(&judgement.parts));
    if let Some(phase) = judgement.phase {
        say("phase", json!([phase.left, phase.of]));
        say("adjustments", parts(&judgement.adjustments));
    }
    for breakdown in &judgement.breakdowns {
        say(breakdown.name, parts(&breakdown.parts));
    }
    if !judgement.men.is_empty() {
        say("men", judgement.men.iter().map(man).collect::<Vec<_>>().into());
    }
    if let Some(beside) = &judgement.beside {
        let mut other = judgement_fields(&beside.judgement);
        other.insert("name".to_owned(), beside.name.into());
        say("beside", other.into());
    }
    fields
}

fn part(part: &JudgementPart) -> Value {
    let mut value = json!({ "name": part.name, "meaning": part.meaning, "value": number(part.value) });
    if let Some([white, black]) = part.sides {
        value["white"] = share(white);
        value["black"] = share(black);
    }
    value
}

fn share(share: Share) -> Value {
    json!({ "middle": share.middle, "end": share.end, "value": share.value })
}

fn man(man: &ManWorth) -> Value {
    json!({
        "square": man.square.to_string(),
        "man": man.man.letter().to_string(),
        "value": number(man.value),
    })
}

/// Whole numbers are written as such, whatever they were counted in.
pub fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT { json!(value as i64) } else { json!(value) }
}

use std::io::Write;

use clap::Args;
use kempelen_cabinet::json::option_to_json;
use kempelen_cabinet::registry;
use kempelen_engine::{About, OptionKind, OptionSpec, RegistryEntry};
use serde_json::{Value, json};

use crate::failure::Failure;

/// Show the cabinet: every engine with its label, its options and its gaps.
#[derive(Args)]
pub(crate) struct EnginesArgs {
    /// Print one JSON array.
    #[arg(long)]
    json: bool,
}

impl EnginesArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let registry = registry();
        if self.json {
            let labels: Vec<Value> = registry.entries().iter().map(as_json).collect();
            serde_json::to_writer(&mut *output, &labels)?;
            writeln!(output)?;
            return Ok(());
        }
        for (number, entry) in registry.entries().iter().enumerate() {
            if number > 0 {
                writeln!(output)?;
            }
            show(entry, number == 0, output)?;
        }
        Ok(())
    }
}

fn show(entry: &RegistryEntry, is_default: bool, output: &mut impl Write) -> std::io::Result<()> {
    let About { id, name, year, authors, provenance, gaps, .. } = entry.about;
    writeln!(output, "{id}{}", if is_default { "  (the default)" } else { "" })?;
    writeln!(
        output,
        "  {name}, {year}, by {}; plays {}",
        authors.join(", "),
        variants(&entry.about).join(", ")
    )?;
    for line in wrap(provenance, 100) {
        writeln!(output, "  {line}")?;
    }
    for option in (entry.make)().options() {
        writeln!(output, "  option {}: {} ({})", option.name, option.help, range(&option))?;
    }
    if !entry.about.capabilities.is_empty() {
        writeln!(output, "  it {}", capabilities(&entry.about).join(", ").replace('-', " "))?;
    }
    for gap in gaps {
        writeln!(output, "  - {gap}")?;
    }
    Ok(())
}

fn variants(about: &About) -> Vec<&'static str> {
    about.variants.iter().map(|variant| variant.name()).collect()
}

fn capabilities(about: &About) -> Vec<&'static str> {
    about.capabilities.iter().map(|capability| capability.word()).collect()
}

/// What an option can be, in words.
fn range(option: &OptionSpec) -> String {
    let now = &option.value;
    match &option.kind {
        OptionKind::Check { .. } => format!("true or false, now {now}"),
        OptionKind::Spin { min, max, .. } => format!("{min} to {max}, now {now}"),
        OptionKind::Combo { choices, .. } => format!("{}; now {now}", choices.join(", ")),
        OptionKind::Button => "a button".to_owned(),
        OptionKind::Text { .. } if now.is_empty() => "a text, now empty".to_owned(),
        OptionKind::Text { .. } => format!("a text, now {now}"),
    }
}

fn as_json(entry: &RegistryEntry) -> Value {
    let About { id, name, year, authors, provenance, gaps, .. } = entry.about;
    let options: Vec<Value> = (entry.make)().options().iter().map(option_to_json).collect();
    json!({
        "id": id,
        "name": name,
        "year": year,
        "authors": authors,
        "variants": variants(&entry.about),
        "capabilities": capabilities(&entry.about),
        "provenance": provenance,
        "gaps": gaps,
        "options": options,
    })
}

/// Breaks a text into lines of at most so many characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

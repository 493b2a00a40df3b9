//! `option` lines: what can be set.

use kempelen_engine::{OptionKind, OptionSpec, Remote, Resource};

/// Writes the declaration of an option.
///
/// ```
/// use kempelen_engine::OptionSpec;
/// use kempelen_uci::option;
///
/// let hash = OptionSpec::spin("Hash", 16, 1..=1024, "megabytes");
/// assert_eq!(option::write(&hash), "option name Hash type spin default 16 min 1 max 1024");
/// ```
pub fn write(spec: &OptionSpec) -> String {
    let name = &spec.name;
    match &spec.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            format!("option name {name} type combo default {default} var {}", choices.join(" var "))
        }
        OptionKind::Button => format!("option name {name} type button"),
        OptionKind::Text { default } => {
            let default = if default.is_empty() { "<empty>" } else { default };
            format!("option name {name} type string default {default}")
        }
    }
}

/// Names that the protocol reserves, and what they take of a computer.
const RESOURCES: [(&str, Resource); 3] =
    [("Hash", Resource::Megabytes), ("Threads", Resource::Threads), ("MultiPV", Resource::Lines)];

/// Reads a declaration, without the word `option` before it. What the protocol itself says of a name is believed: `Hash`
/// counts megabytes.
pub fn read(text: &str) -> Option<OptionSpec> {
    let parts = Parts::of(text);
    let (name, kind) = (parts.first("name")?, parts.first("type")?);
    let default = parts.first("default").unwrap_or_default();
    let spec = match kind.as_str() {
        "check" => OptionSpec::check(&name, default == "true", ""),
        "spin" => {
            let number = |word| parts.first(word).and_then(|text| text.parse().ok());
            let (min, max) = (number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX));
            OptionSpec::spin(&name, number("default").unwrap_or(min), min..=max, "")
        }
        "combo" => OptionSpec::new(&name, OptionKind::Combo { default, choices: parts.all("var") }, ""),
        "button" => OptionSpec::button(&name, ""),
        "string" => OptionSpec::text(&name, if default == "<empty>" { "" } else { &default }, ""),
        _ => return None,
    };
    let resource = RESOURCES.iter().find(|(name, _)| spec.is_named(name));
    Some(match resource {
        Some((_, resource)) => spec.remote(Remote::UpTo(*resource)),
        None => spec,
    })
}

/// A declaration by its words: each with the text up to the next of them.
struct Parts(Vec<(String, String)>);

impl Parts {
    const WORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

    fn of(text: &str) -> Self {
        let mut parts: Vec<(String, String)> = Vec::new();
        for word in text.split_whitespace() {
            // Inside a name only `type` is a word of its own, so that an option may be called `Book max`.
            let in_name = parts.last().is_some_and(|(last, _)| last == "name");
            if Self::WORDS.contains(&word) && (!in_name || word == "type") {
                parts.push((word.to_owned(), String::new()));
            } else if let Some((_, value)) = parts.last_mut() {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
        }
        Self(parts)
    }

    fn first(&self, word: &str) -> Option<String> {
        self.0.iter().find(|(name, _)| name == word).map(|(_, value)| value.clone())
    }

    fn all(&self, word: &str) -> Vec<String> {
        self.0.iter().filter(|(name, _)| name == word).map(|(_, value)| value.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for spec in [
            OptionSpec::check("Ponder", false, ""),
            OptionSpec::spin("Move Overhead", 10, 0..=5000, ""),
            OptionSpec::combo("UCI_Variant", &["chess", "makruk"], ""),
            OptionSpec::button("Clear Hash", ""),
            OptionSpec::text("SyzygyPath", "", ""),
            OptionSpec::text("Book File", "a b.bin", ""),
            OptionSpec::check("Book max", true, ""),
        ] {
            let written = write(&spec);
            assert_eq!(read(written.strip_prefix("option ").unwrap()), Some(spec));
        }
    }

    #[test]
    fn broken_declarations_are_refused_or_bounded() {
        for junk in ["", "name", "name X", "type spin", "name X type rocket"] {
            assert_eq!(read(junk), None, "{junk}");
        }
        let spin = read("name X type spin").expect("an option without bounds");
        assert!(spin.accept("-5").is_ok());
    }
}

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::fields::FieldError;
use crate::pace::Pace;

/// Which engine takes part, under what name, with what options and limits of its own.
///
/// Written as `WHICH[:SETTINGS]`. `WHICH` is the id of an engine in the cabinet, or `cmd:PATH` for a foreign one
/// that speaks UCI. The settings are `name=value`, with commas between them. `name` is the name in the tables;
/// `tc`, `movetime`, `nodes` and `depth` are limits that take the place of those of the match; all others are
/// options of the engine, and `option.NAME` is one whatever its name. A comma inside a value is written `\,`.
///
/// ```
/// use kempelen_arena::{EngineSpec, EngineSource};
///
/// let ours: EngineSpec = "kempelen:Hash=16,Threads=1".parse()?;
/// assert_eq!(ours.source, EngineSource::Cabinet("kempelen".to_owned()));
///
/// let theirs: EngineSpec = "cmd:/usr/games/stockfish:name=SF 2600,UCI_LimitStrength=true,UCI_Elo=2600".parse()?;
/// assert_eq!(theirs.source, EngineSource::Command("/usr/games/stockfish".to_owned()));
/// assert_eq!(theirs.name(), "SF 2600");
/// assert_eq!(theirs.options[1], ("UCI_Elo".to_owned(), "2600".to_owned()));
/// # Ok::<(), kempelen_arena::FieldError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Where the engine is to be had.
    pub source: EngineSource,
    /// Its name in the tables, if it is not to be that of its source.
    pub name: Option<String>,
    /// Options and their values, in the order given.
    pub options: Vec<(String, String)>,
    /// Limits of its own, in place of those of the match.
    pub pace: Option<Pace>,
}

/// Where an engine is to be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSource {
    /// From our own cabinet, by its id.
    Cabinet(String),
    /// A program that speaks UCI, by its command.
    Command(String),
}

impl EngineSpec {
    /// An engine from the cabinet, as it is.
    pub fn cabinet(id: &str) -> Self {
        Self { source: EngineSource::Cabinet(id.to_owned()), name: None, options: Vec::new(), pace: None }
    }

    /// The name in the tables: the one given, the id, or the file name of the command.
    pub fn name(&self) -> String {
        match (&self.name, &self.source) {
            (Some(name), _) | (None, EngineSource::Cabinet(name)) => name.clone(),
            (None, EngineSource::Command(command)) => {
                let program = command.split_whitespace().next().unwrap_or(command);
                Path::new(program)
                    .file_stem()
                    .map_or_else(|| command.clone(), |name| name.to_string_lossy().into_owned())
            }
        }
    }
}

impl FromStr for EngineSpec {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let (is_command, text) = text.strip_prefix("cmd:").map_or((false, text), |rest| (true, rest));
        let (which, settings) = split_settings(text);
        if which.trim().is_empty() {
            return Err(FieldError::Shape(text.to_owned()));
        }
        let which = which.trim().to_owned();
        let source = if is_command { EngineSource::Command(which) } else { EngineSource::Cabinet(which) };
        let mut spec = Self { source, name: None, options: Vec::new(), pace: None };
        for setting in split_commas(settings) {
            let (name, value) = setting
                .split_once('=')
                .map(|(name, value)| (name.trim(), value.trim()))
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| FieldError::Shape(setting.clone()))?;
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, name: &str, value: &str) -> Result<(), FieldError> {
        if let Some(option) = name.strip_prefix("option.") {
            self.options.push((option.to_owned(), value.to_owned()));
        } else if name == "name" {
            self.name = Some(value.to_owned());
        } else {
            let mut pace = self.pace.unwrap_or_default();
            if pace.set(name, value)? {
                self.pace = Some(pace);
            } else {
                self.options.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

impl fmt::Display for EngineSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cabinet(id) => f.write_str(id),
            Self::Command(command) => write!(f, "cmd:{command}"),
        }
    }
}

/// The settings start after the first colon that is followed by `name=`; paths and times have colons too.
fn split_settings(text: &str) -> (&str, &str) {
    let starts_setting = |rest: &str| {
        let name = rest.split(['=', ',']).next().unwrap_or_default();
        rest[name.len()..].starts_with('=') && !name.contains(['/', '\\', ':'])
    };
    text.match_indices(':')
        .map(|(at, _)| (&text[..at], &text[at + 1..]))
        .find(|(_, rest)| starts_setting(rest))
        .unwrap_or((text, ""))
}

/// The parts between commas, with `\,` for a comma that separates nothing.
fn split_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let part = parts.len() - 1;
        match c {
            '\\' if characters.peek() == Some(&',') => parts[part].extend(characters.next()),
            ',' => parts.push(String::new()),
            _ => parts[part].push(c),
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The names under which engines appear, each of them once: the second of a name gets a number.
pub(crate) fn unique_names(specs: &[EngineSpec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(specs.len());
    for spec in specs {
        // Quotes and line breaks would break out of a tag.
        let plain: String =
            spec.name().chars().filter(|c| !c.is_control() && *c != '"' && *c != '\\').collect();
        let mut name = plain.clone();
        let mut number = 1;
        while names.contains(&name) {
            number += 1;
            name = format!("{plain} ({number})");
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineSpec {
        text.parse().unwrap()
    }

    #[test]
    fn reads_ids_commands_options_and_limits() {
        assert_eq!(spec("sargon"), EngineSpec::cabinet("sargon"));
        let mixed = spec("zero:name=My Zero,tc=1:30+1,Skill Level=3,option.nodes=7,nodes=80");
        assert_eq!(mixed.name(), "My Zero");
        assert_eq!(mixed.pace.unwrap().to_string(), "90+1 nodes=80");
        let options = [("Skill Level".to_owned(), "3".to_owned()), ("nodes".to_owned(), "7".to_owned())];
        assert_eq!(mixed.options, options);
    }

    #[test]
    fn colons_and_commas_that_mean_nothing_stay() {
        let windows = spec(r"cmd:C:\a=b\engine.exe:Book=D:\x\, y.bin,Hash=1");
        assert_eq!(windows.source, EngineSource::Command(r"C:\a=b\engine.exe".to_owned()));
        assert_eq!(windows.options[0].1, r"D:\x, y.bin");
        assert_eq!(
            spec("cmd:/opt/sf 15/stockfish").source,
            EngineSource::Command("/opt/sf 15/stockfish".to_owned())
        );
        assert_eq!(spec("cmd:/opt/fairy.bin uci:Hash=1").name(), "fairy");
    }

    #[test]
    fn refuses_what_it_cannot_read() {
        for bad in ["", ":Hash=1", "cmd:", "a:Hash=1,Threads", "a:tc=x", "a:Hash=1,=2"] {
            assert!(bad.parse::<EngineSpec>().is_err(), "{bad}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        let specs = ["a", "a", "b:name=a", "b:name=\"q\""].map(spec);
        assert_eq!(unique_names(&specs), ["a", "a (2)", "a (3)", "q"]);
    }
}

//! What a trace is of: engine, position, limits, and what came of it.

use std::fmt;

use kempelen_rules::VariantId;

use crate::Scale;

/// What was asked, and of whom. In a file it is text, a line for each fact:
///
/// ```text
/// engine kempelen
/// option Hash = 16
/// variant chess
/// fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// moves e2e4 e7e5
/// limit depth 8
/// scale 100 32000 31000 128 28001
/// ```
///
/// What has nothing to say is left out, and lines that a later version may add are passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The engine's id.
    pub engine: String,
    /// Its options that were set, with their values.
    pub options: Vec<(String, String)>,
    /// The game.
    pub variant: VariantId,
    /// The position before the first of the moves, as a FEN.
    pub start: String,
    /// The moves that led from there to the position of the search, in UCI's spelling.
    pub moves: Vec<String>,
    /// When it was to stop, by name: `depth 8`, `nodes 10000`.
    pub limits: Vec<(String, String)>,
    /// The only moves it was to consider, or none for all.
    pub only: Vec<String>,
    /// What its scores mean.
    pub scale: Scale,
    /// What was kept, in words; empty for everything.
    pub kept: String,
}

/// What an engine answered.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    /// The move, in UCI's spelling.
    pub best: Option<String>,
    /// The line it expects.
    pub pv: Vec<String>,
    /// Its score as it told the world, as UCI writes it: `cp 31`, `mate 2`.
    pub score: Option<String>,
    /// Nodes, as the engine counts them.
    pub nodes: u64,
    /// Milliseconds.
    pub milliseconds: u64,
}

/// Why a header's text says nothing: the line at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderError(pub String);

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its header has {:?}", self.0)
    }
}

impl std::error::Error for HeaderError {}

impl Header {
    /// A trace of an engine on a position, with nothing else to say.
    pub fn new(engine: &str, variant: VariantId, start: &str) -> Self {
        Self {
            engine: engine.to_owned(),
            options: Vec::new(),
            variant,
            start: start.to_owned(),
            moves: Vec::new(),
            limits: Vec::new(),
            only: Vec::new(),
            scale: Scale::CENTIPAWNS,
            kept: String::new(),
        }
    }

    /// The text in a file.
    pub(crate) fn text(&self) -> String {
        let mut text = FactLines::default();
        text.put("engine", &self.engine);
        for (name, value) in &self.options {
            // Names of options have blanks in them.
            text.put("option", &format!("{name} = {value}"));
        }
        text.put("variant", self.variant.name());
        text.put("fen", &self.start);
        text.put("moves", &self.moves.join(" "));
        for (name, value) in &self.limits {
            text.put("limit", &format!("{name} {value}"));
        }
        text.put("only", &self.only.join(" "));
        text.put("scale", &self.scale.to_string());
        text.put("kept", &self.kept);
        text.0
    }

    /// Reads that text. Lines it does not know are for a later version to say.
    pub(crate) fn read(text: &str) -> Result<Self, HeaderError> {
        let mut header = Self::new("", VariantId::Chess, "");
        for line in text.lines() {
            let bad = || HeaderError(line.chars().take(80).collect());
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "engine" => value.clone_into(&mut header.engine),
                "option" => {
                    let (name, value) = value.split_once(" = ").ok_or_else(bad)?;
                    header.options.push((name.to_owned(), value.to_owned()));
                }
                "variant" => header.variant = value.parse().map_err(|_| bad())?,
                "fen" => value.clone_into(&mut header.start),
                "moves" => header.moves = words(value),
                "limit" => {
                    let (name, value) = value.split_once(' ').ok_or_else(bad)?;
                    header.limits.push((name.to_owned(), value.to_owned()));
                }
                "only" => header.only = words(value),
                "scale" => header.scale = Scale::read(value).ok_or_else(bad)?,
                "kept" => value.clone_into(&mut header.kept),
                _ => {}
            }
        }
        if header.start.is_empty() {
            return Err(HeaderError("no position".to_owned()));
        }
        Ok(header)
    }
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        let mut text = FactLines::default();
        text.put("best", self.best.as_deref().unwrap_or_default());
        text.put("pv", &self.pv.join(" "));
        text.put("score", self.score.as_deref().unwrap_or_default());
        text.put("nodes", &self.nodes.to_string());
        text.put("ms", &self.milliseconds.to_string());
        text.0
    }

    pub(crate) fn read(text: &str) -> Result<Self, HeaderError> {
        let mut answer = Self::default();
        for line in text.lines() {
            let bad = || HeaderError(line.chars().take(80).collect());
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "best" => answer.best = Some(value.to_owned()),
                "pv" => answer.pv = words(value),
                "score" => answer.score = Some(value.to_owned()),
                "nodes" => answer.nodes = value.parse().map_err(|_| bad())?,
                "ms" => answer.milliseconds = value.parse().map_err(|_| bad())?,
                _ => {}
            }
        }
        Ok(answer)
    }
}

/// Facts, a line each. What has nothing to say is left out.
#[derive(Default)]
struct FactLines(String);

impl FactLines {
    fn put(&mut self, key: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        self.0.push_str(key);
        self.0.push(' ');
        // A value is one line, whatever an option was set to.
        self.0.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c }));
        self.0.push('\n');
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

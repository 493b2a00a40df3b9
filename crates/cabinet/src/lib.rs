//! All the machines, under their names.
//!
//! Whoever needs an engine by name (the command line, a match, a server) asks here: for one of ours by its id, or
//! for somebody else's by `cmd:` and the program to start.

pub mod json;

use std::fmt;

use kempelen_alphabeta as alphabeta;
use kempelen_engine::{Engine, EngineError, Registry};
use kempelen_museum::{makruk_ai, microchess, microchess_improved, mint, octave, sameshi, sargon};
use kempelen_uci::Foreign;

/// The cabinet. The first machine is the default.
///
/// ```
/// assert!(kempelen_cabinet::registry().find("sameshi").is_some());
/// ```
pub fn registry() -> Registry {
    Registry::new(vec![
        alphabeta::entry(),
        kempelen_zero::entry(),
        // The museum, from its oldest piece to its newest.
        microchess::entry(),
        sargon::entry(),
        octave::entry(),
        mint::entry(),
        makruk_ai::entry(),
        sameshi::entry(),
        microchess_improved::entry(),
    ])
}

/// Makes an engine: `sameshi`, or `cmd:/usr/games/stockfish`.
///
/// # Errors
/// When there is no machine of that id, or the program does not start or does not speak UCI.
pub fn open(name: &str) -> Result<Box<dyn Engine>, OpenError> {
    if let Some(command) = name.strip_prefix("cmd:") {
        return Foreign::start(command)
            .map(|engine| Box::new(engine) as Box<dyn Engine>)
            .map_err(OpenError::Start);
    }
    let registry = registry();
    match registry.find(name) {
        Some(entry) => Ok((entry.make)()),
        None => Err(OpenError::Unknown {
            name: name.to_owned(),
            known: registry.entries().iter().map(|entry| entry.about.id).collect(),
        }),
    }
}

/// The name that was probably meant, if any is near enough to be a slip of the fingers: at most one in three letters is
/// wrong, missing, too many, or in its neighbour's place.
///
/// ```
/// let machines = ["sargon", "sameshi", "kempelen"];
/// assert_eq!(kempelen_cabinet::nearest("sragon", &machines), Some("sargon"));
/// assert_eq!(kempelen_cabinet::nearest("Kempeln", &machines), Some("kempelen"));
/// assert_eq!(kempelen_cabinet::nearest("stockfish", &machines), None);
/// ```
pub fn nearest<'a>(text: &str, names: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    let slips = |name: &str| strsim::damerau_levenshtein(&text, &name.to_lowercase());
    let near = names.iter().map(|name| (slips(name), *name)).min()?;
    (near.0 * 3 <= text.chars().count()).then_some(near.1)
}

/// Why there is no engine of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// The cabinet has none.
    Unknown {
        /// The name.
        name: String,
        /// What it has.
        known: Vec<&'static str>,
    },
    /// The program does not start, or does not speak UCI.
    Start(EngineError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(f, "there is no engine {name:?}; ")?;
                if let Some(near) = nearest(name, known) {
                    write!(f, "did you mean {near}? ")?;
                }
                write!(f, "there are {}, or cmd:PATH for a UCI program", known.join(", "))
            }
            Self::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

use std::fmt;

/// One thing that can be set, in the vocabulary of UCI, with the value it has now. One declaration serves the protocol,
/// the command line, the server and the documentation; engines write it with [`options!`](crate::options).
///
/// ```
/// use kempelen_engine::OptionSpec;
///
/// let hash = OptionSpec::spin("Hash", 16, 1..=1024, "Megabytes for the table.");
/// assert_eq!(hash.value, "16");
/// assert_eq!(hash.accept(" 064 ").as_deref(), Ok("64"));
/// assert_eq!(
///     hash.accept("much").unwrap_err().to_string(),
///     "Hash is a whole number from 1 to 1024, not \"much\""
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// What it can be set to.
    pub kind: OptionKind,
    /// What it is now, as text.
    pub value: String,
    /// One sentence on what it does.
    pub help: String,
    /// Whether somebody far away may set it.
    pub remote: Remote,
}

/// Whether an option may be set by somebody who is not the owner of the computer: a page's visitor, a program that asks
/// over a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remote {
    /// To anything that fits: it costs nothing.
    Free,
    /// As far as the owner lends so much.
    UpTo(Resource),
    /// Not at all: it names files, or reaches outside in another way.
    Never,
}

/// What an option can take of a computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Memory; the option counts megabytes.
    Megabytes,
    /// Cores; the option counts threads.
    Threads,
    /// Lines to find, and to tell; each takes as long as the first.
    Lines,
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// What it is if not set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// What it is if not set.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is if not set.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Something to do, at once.
    Button,
    /// Any text.
    Text {
        /// What it is if not set.
        default: String,
    },
}

impl OptionSpec {
    /// An option that is on or off.
    pub fn check(name: &str, default: bool, help: &str) -> Self {
        Self::new(name, OptionKind::Check { default }, help)
    }

    /// An option that is a whole number.
    pub fn spin(name: &str, default: i64, range: std::ops::RangeInclusive<i64>, help: &str) -> Self {
        Self::new(name, OptionKind::Spin { default, min: *range.start(), max: *range.end() }, help)
    }

    /// An option that is one of several words, the first of them if not set.
    pub fn combo(name: &str, choices: &[&str], help: &str) -> Self {
        let choices: Vec<String> = choices.iter().map(|&word| word.to_owned()).collect();
        Self::new(
            name,
            OptionKind::Combo { default: choices.first().cloned().unwrap_or_default(), choices },
            help,
        )
    }

    /// An option that does something at once.
    pub fn button(name: &str, help: &str) -> Self {
        Self::new(name, OptionKind::Button, help)
    }

    /// An option that is any text.
    pub fn text(name: &str, default: &str, help: &str) -> Self {
        Self::new(name, OptionKind::Text { default: default.to_owned() }, help)
    }

    /// An option of any kind, as it is if not set. Texts are not for others to set; everything else is, until
    /// [said otherwise](Self::remote).
    pub fn new(name: &str, kind: OptionKind, help: &str) -> Self {
        let remote = if matches!(kind, OptionKind::Text { .. }) { Remote::Never } else { Remote::Free };
        Self { name: name.to_owned(), value: kind.default_text(), kind, help: help.to_owned(), remote }
    }

    /// The same, for others to set so far.
    #[must_use]
    pub fn remote(self, remote: Remote) -> Self {
        Self { remote, ..self }
    }

    /// The same with another value now.
    #[must_use]
    pub fn now(self, value: String) -> Self {
        Self { value, ..self }
    }

    /// Whether this is the option of that name, in any case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.trim())
    }

    /// Whether a value fits, and the value as it should be understood: a combo's word in its own spelling, a check
    /// as `true` or `false`.
    ///
    /// # Errors
    /// When it does not fit, with what would.
    pub fn accept(&self, value: &str) -> Result<String, OptionError> {
        let value = value.trim();
        let bad =
            |wanted: String| OptionError::Value { name: self.name.clone(), value: value.to_owned(), wanted };
        match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" | "yes" => Ok("true".to_owned()),
                "false" | "off" | "0" | "no" => Ok("false".to_owned()),
                _ => Err(bad("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(bad(format!("a whole number from {min} to {max}"))),
            },
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .cloned()
                .ok_or_else(|| bad(format!("one of {}", choices.join(", ")))),
            OptionKind::Button => Ok(String::new()),
            OptionKind::Text { .. } => Ok(if value == "<empty>" { String::new() } else { value.to_owned() }),
        }
    }

    /// The default as text.
    pub fn default_text(&self) -> String {
        self.kind.default_text()
    }
}

impl OptionKind {
    /// UCI's word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Check { .. } => "check",
            Self::Spin { .. } => "spin",
            Self::Combo { .. } => "combo",
            Self::Button => "button",
            Self::Text { .. } => "string",
        }
    }

    fn default_text(&self) -> String {
        match self {
            Self::Check { default } => default.to_string(),
            Self::Spin { default, .. } => default.to_string(),
            Self::Combo { default, .. } | Self::Text { default } => default.clone(),
            Self::Button => String::new(),
        }
    }
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown(String),
    /// The value does not fit.
    Value {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// What would fit.
        wanted: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no option {name:?}"),
            Self::Value { name, value, wanted } => write!(f, "{name} is {wanted}, not {value:?}"),
        }
    }
}

impl std::error::Error for OptionError {}

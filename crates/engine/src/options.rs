use std::fmt;

/// One thing that can be set, in the vocabulary of UCI. One declaration serves the protocol, the command line and the
/// documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// What it can be set to.
    pub kind: OptionKind,
    /// One sentence on what it does.
    pub help: String,
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

    fn new(name: &str, kind: OptionKind, help: &str) -> Self {
        Self { name: name.to_owned(), kind, help: help.to_owned() }
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
        match &self.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            OptionKind::Button => String::new(),
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

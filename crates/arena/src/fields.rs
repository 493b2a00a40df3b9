//! Settings written as `name=value`.

use std::fmt;
use std::str::FromStr;

/// Splits `elo0=0,elo1=5 alpha=.05` into names and values. Commas and spaces both separate.
///
/// # Errors
/// When a part has no `=` or no name.
pub(crate) fn fields(text: &str) -> Result<Vec<(&str, &str)>, FieldError> {
    text.split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| match part.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok((name, value)),
            _ => Err(FieldError::Shape(part.to_owned())),
        })
        .collect()
}

/// Reads a value as the type that is wanted.
pub(crate) fn value<T: FromStr>(name: &str, text: &str) -> Result<T, FieldError> {
    text.parse().map_err(|_| FieldError::value(name, text))
}

/// What is wrong with a list of `name=value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldError {
    /// A part that is no `name=value`.
    Shape(String),
    /// A name that means nothing here.
    Unknown {
        /// The name.
        name: String,
        /// The names that do.
        known: &'static str,
    },
    /// A value that cannot be read.
    Value {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
}

impl FieldError {
    pub(crate) fn unknown(name: &str, known: &'static str) -> Self {
        Self::Unknown { name: name.to_owned(), known }
    }

    pub(crate) fn value(name: &str, value: &str) -> Self {
        Self::Value { name: name.to_owned(), value: value.to_owned() }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(part) => write!(f, "{part:?} is not of the form name=value"),
            Self::Unknown { name, known } => write!(f, "{name:?} is not one of {known}"),
            Self::Value { name, value } => write!(f, "{value:?} is no value for {name}"),
        }
    }
}

impl std::error::Error for FieldError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_at_commas_and_spaces() {
        assert_eq!(fields("a=1,b=2  c=").unwrap(), [("a", "1"), ("b", "2"), ("c", "")]);
        assert_eq!(fields("a=1,b"), Err(FieldError::Shape("b".to_owned())));
        assert_eq!(fields("=1"), Err(FieldError::Shape("=1".to_owned())));
    }
}

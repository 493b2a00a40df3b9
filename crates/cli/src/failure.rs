use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request or the input makes no sense.
    Input(String),
    /// Something failed that usually works.
    Run(String),
    /// Nobody reads our output any more, which is no failure of ours.
    Closed,
}

impl Failure {
    /// Bad input, in the words of whoever refused it.
    pub(crate) fn input(reason: impl fmt::Display) -> Self {
        Self::Input(reason.to_string())
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Run(_) => ExitCode::from(1),
            Self::Closed => ExitCode::SUCCESS,
        }
    }
}

/// One line, whatever the text in it.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(text) | Self::Run(text) => text.chars().try_for_each(|c| {
                if c.is_control() { write!(f, "{}", c.escape_default()) } else { write!(f, "{c}") }
            }),
            Self::Closed => f.write_str("nobody reads the output any more"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Run(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

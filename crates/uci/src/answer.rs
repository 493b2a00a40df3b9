//! What an engine says to a chess program.

use kempelen_engine::OptionSpec;

use crate::option;

/// One line of an engine's output, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciAnswer {
    /// `id name ...`.
    Name(String),
    /// `id author ...`.
    Author(String),
    /// `option ...`.
    Option(OptionSpec),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info ...`, to be read with the position it is about: [`info::read`](crate::info::read).
    Info(String),
    /// `bestmove M [ponder P]`, as written.
    BestMove {
        /// The move.
        best: String,
        /// The answer it expects.
        ponder: Option<String>,
    },
    /// Anything else.
    Other(String),
}

impl UciAnswer {
    /// Understands a line.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let other = || Self::Other(line.to_owned());
        match word {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim().to_owned()),
                Some(("author", author)) => Self::Author(author.trim().to_owned()),
                _ => other(),
            },
            "option" => option::read(rest).map_or_else(other, Self::Option),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(rest.to_owned()),
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let best = words.next().unwrap_or_default().to_owned();
                let ponder = words.skip_while(|&word| word != "ponder").nth(1).map(str::to_owned);
                Self::BestMove { best, ponder }
            }
            _ => other(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_apart() {
        assert_eq!(UciAnswer::parse("id name Stockfish 15.1\r"), UciAnswer::Name("Stockfish 15.1".into()));
        assert_eq!(UciAnswer::parse("uciok"), UciAnswer::UciOk);
        let best = |best: &str, ponder: Option<&str>| UciAnswer::BestMove {
            best: best.into(),
            ponder: ponder.map(Into::into),
        };
        assert_eq!(UciAnswer::parse("bestmove e2e4 ponder e7e5"), best("e2e4", Some("e7e5")));
        assert_eq!(UciAnswer::parse("bestmove (none)"), best("(none)", None));
        assert_eq!(UciAnswer::parse("bestmove e2e4 ponder"), best("e2e4", None));
        assert_eq!(UciAnswer::parse("bestmove"), best("", None));
        assert!(matches!(UciAnswer::parse("Stockfish 15.1 by the developers"), UciAnswer::Other(_)));
    }
}

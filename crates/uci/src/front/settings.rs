//! What can be set in the front end itself, whichever engine is behind it.

use kempelen_engine::{OptionKind, OptionSpec, Registry};
use kempelen_rules::VariantId;
use kempelen_rules::uci::Castling;

/// The options of the front end. All others belong to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    Engine,
    Variant,
    Chess960,
    Ponder,
    AnalyseMode,
    OwnBook,
    BookFile,
    LogFile,
}

impl Setting {
    pub(super) const ALL: [Self; 8] = [
        Self::Engine,
        Self::Variant,
        Self::Chess960,
        Self::Ponder,
        Self::AnalyseMode,
        Self::OwnBook,
        Self::BookFile,
        Self::LogFile,
    ];

    /// Its declaration.
    pub(super) fn spec(self, registry: &Registry, engine: &str) -> OptionSpec {
        match self {
            Self::Engine => {
                let choices = registry.entries().iter().map(|entry| entry.about.id.to_owned()).collect();
                let kind = OptionKind::Combo { default: engine.to_owned(), choices };
                OptionSpec { kind, ..OptionSpec::button("Engine", "which machine of the cabinet plays") }
            }
            Self::Variant => OptionSpec::combo("UCI_Variant", &["chess", "standard", "makruk"], "the game"),
            Self::Chess960 => {
                OptionSpec::check("UCI_Chess960", false, "castling is written as the king taking its rook")
            }
            Self::Ponder => OptionSpec::check("Ponder", false, "whether it may think in the opponent's time"),
            Self::AnalyseMode => {
                OptionSpec::check("UCI_AnalyseMode", false, "analysis and not a game: no book")
            }
            Self::OwnBook => OptionSpec::check("OwnBook", false, "play the opening from a book"),
            Self::BookFile => {
                OptionSpec::text("BookFile", "", "a book in Polyglot's format; empty for the embedded one")
            }
            Self::LogFile => OptionSpec::text("Debug Log File", "", "where to keep a log of what is said"),
        }
    }
}

/// How the front end is set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) variant: VariantId,
    pub(super) castling: Castling,
    pub(super) own_book: bool,
    pub(super) analyse: bool,
    pub(super) debug: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: VariantId::Chess,
            castling: Castling::Natural,
            own_book: false,
            analyse: false,
            debug: false,
        }
    }
}

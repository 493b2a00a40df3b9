//! What can be set in the front end itself, whichever engine is behind it.

use kempelen_engine::{OptionChoice, OptionKind, OptionSpec, Registry, options};
use kempelen_rules::VariantId;
use kempelen_rules::uci::Castling;

options! {
    /// How the front end is set. All other options belong to the engine.
    pub(super) struct FrontSettings {
        /// the game
        "UCI_Variant" game: GameChoice = GameChoice(VariantId::Chess);
        /// castling is written as the king taking its rook
        "UCI_Chess960" chess960: bool = false;
        /// whether it may think in the opponent's time
        "Ponder" ponder: bool = false;
        /// analysis and not a game: no book
        "UCI_AnalyseMode" analyse: bool = false;
        /// play the opening from a book
        "OwnBook" own_book: bool = false;
        /// a book in Polyglot's format; empty for the embedded one
        "BookFile" book_file: String = String::new();
        /// where to keep a log of what is said
        "Debug Log File" log_file: String = String::new();
    }
}

impl FrontSettings {
    /// How castling is written.
    pub(super) fn castling(&self) -> Castling {
        if self.chess960 { Castling::KingTakesRook } else { Castling::Natural }
    }
}

/// A game by one of the names that it has in UCI: some programs call chess `standard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameChoice(pub(super) VariantId);

impl OptionChoice for GameChoice {
    fn choices() -> Vec<(&'static str, Self)> {
        let named = |variant: VariantId| variant.uci_names().iter().map(move |&name| (name, Self(variant)));
        VariantId::ALL.into_iter().flat_map(named).collect()
    }
}

/// The option that chooses the engine, of which there are as many as the registry has.
pub(super) fn engine_option(registry: &Registry, engine: &str) -> OptionSpec {
    let choices: Vec<String> = registry.entries().iter().map(|entry| entry.about.id.to_owned()).collect();
    let kind = OptionKind::Combo { default: engine.to_owned(), choices };
    OptionSpec::new("Engine", kind, "which machine of the cabinet plays")
}

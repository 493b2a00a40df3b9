//! The player of the MINT version (2025): a random legal mover.
//!
//! The original was written for MINT, a Forth of single letters. It draws a square to go from and a square to go
//! to until its simple test finds nothing wrong with the pair (its own man goes, and does not take its own man),
//! so that any man moves anywhere. It could not run as published. What is kept here is its idea of choosing:
//! squares are drawn until they make a move. But the test is the whole of the laws, in chess and in makruk, so
//! that there is a floor under every other machine.

use std::time::Instant;

use kempelen_engine::{
    About, Ask, Engine, EngineError, OptionError, OptionSet, OptionSpec, RegistryEntry, Report, ScoredLine,
    options,
};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Move, VariantId};
use kempelen_trace::{Trace, Why};

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: ABOUT, make: || Box::new(Mint::default()) }
}

const ABOUT: About = About {
    id: "mint",
    name: "MINT",
    year: 2025,
    authors: &["the author of chess_1_mint"],
    variants: &VariantId::ALL,
    capabilities: &[],
    provenance: "The player of a chess program for MINT, a Forth of single letters: it draws squares until they \
                 make a move. The original tests little, so that any man moves anywhere; here the laws decide.",
    gaps: &["it does not think at all", "a pawn always becomes a queen"],
};

/// Draws squares until they make a move.
///
/// What is drawn depends on the seed and on the game so far, so that the same question gets the same answer.
#[derive(Default)]
struct Mint {
    options: MintOptions,
}

options! {
    /// What can be set.
    struct MintOptions {
        /// where its random numbers start
        "Seed" seed: u64 = 0, in 0..=i64::MAX;
    }
}

impl Mint {
    fn choose(&self, ask: &Ask<'_>) -> Option<Move> {
        let position = ask.game.position();
        let mut moves = position.legal_moves();
        moves.retain(|m| ask.only.is_empty() || ask.only.contains(m));
        if moves.is_empty() {
            return None;
        }
        let mut dice =
            SplitMix64::new(self.options.seed ^ position.key() ^ (ask.game.moves().len() as u64) << 32);
        loop {
            // Pairs of squares until one of them is a move. The best promotion is listed first.
            let pair = dice.next_u64() % 4096;
            if let Some(&m) = moves.iter().find(|m| (m.from().index() << 6 | m.to().index()) as u64 == pair) {
                return Some(m);
            }
        }
    }
}

impl Engine for Mint {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        let start = Instant::now();
        let best = self.choose(&ask);
        Ok(Report {
            best,
            lines: best.map(|m| ScoredLine { pv: vec![m], ..ScoredLine::default() }).into_iter().collect(),
            time: start.elapsed(),
            ..Report::default()
        })
    }

    /// There is little to watch: it draws lots.
    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        let report = self.think(ask)?;
        if report.best.is_some() {
            trace.note_at_once(report.best, 0, Why::Lot);
        }
        Ok(report)
    }
}

//! What the machine found, by the names of its counters.
//!
//! Square bytes are hexadecimal texts, everything else is a number.

use kempelen_engine::{Figure, Figures};
use kempelen_rules::Color;

use super::counts::MicrochessTally;
use super::search::{CountedCandidate, MicrochessThought};
use super::strategy::StrategyMove;

/// What a thought found: `resign`, `bestv`, `prior`, and `candidates` in the order of generation.
pub(super) fn of_thought(thought: &MicrochessThought, computer: Color) -> Figures {
    let MicrochessTally { mobility, best_capture, capture_sum, best_victim } = thought.prior;
    let candidates: Vec<Figures> =
        thought.candidates.iter().map(|candidate| of_candidate(candidate, computer)).collect();
    let prior = Figures::default()
        .with("pmob", mobility)
        .with("pmaxc", best_capture)
        .with("pcc", capture_sum)
        .with("pcp", best_victim);
    Figures::default()
        .with("resign", thought.best.is_none())
        .with("bestv", thought.best_value)
        .with("prior", prior)
        .with("candidates", candidates)
}

/// A move as slot and square bytes.
pub(super) fn of_choice(choice: StrategyMove, computer: Color) -> Figures {
    Figures::default()
        .with("piece", choice.slot)
        .with("from", hex(choice.from))
        .with("to", hex(choice.to))
        .with("uci", choice.uci(computer))
}

fn of_candidate(candidate: &CountedCandidate, computer: Color) -> Figures {
    let counters = &candidate.counters;
    let (b, w) = (counters.reply, counters.continuation);
    of_choice(candidate.choice(), computer)
        .with("value", candidate.value)
        .with("raw", candidate.raw)
        .with("wcap0", counters.wcap0)
        .with("bcap0", counters.bcap0)
        .with("wcap1", counters.wcap1)
        .with("bcap1", counters.bcap1)
        .with("wcap2", counters.wcap2)
        .with("bcap2", counters.bcap2)
        .with("bmob", b.mobility)
        .with("bmaxc", b.best_capture)
        .with("bcc", b.capture_sum)
        .with("bmaxp", b.best_victim)
        .with("wmob", w.mobility)
        .with("wmaxc", w.best_capture)
        .with("wcc", w.capture_sum)
        .with("wmaxp", w.best_victim)
}

fn hex(byte: u8) -> Figure {
    format!("{byte:02X}").into()
}

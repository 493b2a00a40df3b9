//! A fixed set of positions, whose node counts are the signature of the search.
//!
//! A change of the code that means no change of play leaves the signature as it is; any other changes it, be
//! it by one node in a hundred thousand. So the number is checked by the tests and named in commits. Nodes a
//! second come as a bonus.
//!
//! ```
//! use kempelen_alphabeta::{Kempelen, bench};
//! use kempelen_rules::VariantId;
//!
//! let first = bench::run(&mut Kempelen::default(), VariantId::Makruk, 3)?;
//! let second = bench::run(&mut Kempelen::default(), VariantId::Makruk, 3)?;
//! assert_eq!(first.nodes, second.nodes);
//! # Ok::<(), kempelen_engine::EngineError>(())
//! ```

use std::time::Duration;

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Stop};
use kempelen_rules::fen::FenError;
use kempelen_rules::{AnyGame, AnyPosition, Variant, VariantId, with_variant};

/// Positions of chess: openings, middle games and endings as they come in games.
pub const CHESS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1b1k1nr/pp3ppp/q1n1p3/2b5/2p5/2N2NP1/PP2PPBP/R1BQ1RK1 w kq - 2 9",
    "rnbq1rk1/pp1n1pbp/3p2p1/1BpPp3/4P3/2N2N1P/PPP2PP1/R1BQ1RK1 w - - 5 9",
    "r1b1k2r/pp2bppp/1qn1p1n1/1Bpp4/P3P3/N1P2N2/1P1P1PPP/R1BQR1K1 w kq - 0 9",
    "rn2kb1r/p2qnppp/bp2p3/2ppP3/3P4/2P5/PPB1NPPP/RNBQ1RK1 w kq - 0 9",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "1r1r2k1/5pp1/p2b2bp/1q1Pp3/1p6/1P2P1P1/R2NQPB1/2R3K1 w - - 0 1",
    "4r3/1p2rpk1/p1p1bqp1/2QnN1bp/1B1PB3/P6P/1P2RPP1/4R1K1 b - - 0 1",
    "8/1p3q1k/p1p2b1P/2B1nP2/8/1Pn2PN1/2Q3P1/6K1 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1k4/5ppp/PPK1p3/6P1/5PP1/8 b - - 0 1",
    "8/3k3p/4p1p1/3pP1P1/1p1P1P2/1P1K4/8/8 w - - 0 1",
];

/// Positions of makruk, down to the counting endings.
pub const MAKRUK: [&str; 8] = [
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "rnsmksnr/8/1pM~1pppp/p7/8/PPPP1PPP/8/RNSKMSNR b - - 0 3",
    "3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1",
    "r4k2/2msn2r/ppn1ppsp/2Pp4/4PN2/P1PP1PP1/2SN4/R1K1MS1R b - - 0 11",
    "r6r/2s2sk1/1nNmp1p1/3p1n1p/pP3P1P/P2S1NP1/3M1S2/2R1RK2 b - - 0 21",
    "3k4/8/3r4/1P1PP3/3p1pp1/3R4/8/3K4 w - - 0 1",
    "8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 18 50",
    "8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50",
];

/// The positions of a game: of makruk's relatives the first of all.
pub fn positions(variant: VariantId) -> &'static [&'static str] {
    match variant {
        VariantId::Chess => &CHESS,
        VariantId::Makruk => &MAKRUK,
        _ => with_variant!(variant, V => &[V::START]),
    }
}

/// What a run of the bench found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time for all of them.
    pub time: Duration,
}

/// Searches every position of a game to a depth, each as if it were the first.
///
/// # Errors
/// When the engine cannot play one of them, or one is not a position.
pub fn run(engine: &mut dyn Engine, variant: VariantId, depth: u8) -> Result<Signature, EngineError> {
    let mut sum = Signature::default();
    for fen in positions(variant) {
        let position = AnyPosition::from_fen(variant, fen)
            .map_err(|error: FenError| EngineError::Position(format!("{fen}: {error}")))?;
        engine.new_game();
        let game = AnyGame::new(position);
        let report = engine.think(Ask::new(&game, Limits::depth(depth), &Stop::new(), &mut |_: &Info| {}))?;
        sum.nodes += report.nodes;
        sum.time += report.time;
    }
    Ok(sum)
}

//! What a search has to say, in the terms of engines.

use std::time::Instant;

use kempelen_engine::{Figure, Figures, Info, Score, ScoredLine};
use kempelen_rules::{Move, Position, uci};

use crate::cache::Cache;
use crate::learnable::Learnable;
use crate::search::{Chances, Proof, RootMove, Search};

/// The best lines, that of the move to play first.
pub(super) fn lines<V: Learnable>(search: &Search<V>, count: usize, best: Option<Move>) -> Vec<ScoredLine> {
    let mut moves = search.root_moves();
    // A move that was chosen by chance need not be the most visited.
    moves.sort_by_key(|m| Some(m.m) != best);
    moves.iter().take(count).map(|m| line(search, m)).collect()
}

fn line<V: Learnable>(search: &Search<V>, m: &RootMove) -> ScoredLine {
    let counts = search.counts();
    let chances = chances(m);
    ScoredLine {
        pv: search.line_of(m.m),
        score: Some(score(m)),
        wdl: chances.map(Chances::wdl),
        depth: (counts.plies as f64 / counts.playouts.max(1) as f64).round().clamp(1.0, 255.0) as u8,
        selective_depth: counts.deepest.clamp(1, 255) as u8,
        ..ScoredLine::default()
    }
}

/// What a move is worth: what is certain, or what playouts said.
fn chances(m: &RootMove) -> Option<Chances> {
    match m.proof {
        Some(proof) => Some(Chances { value: proof.value(), draw: f32::from(proof == Proof::Draw) }),
        None => m.chances,
    }
}

fn score(m: &RootMove) -> Score {
    match m.proof {
        Some(Proof::Win(plies)) => Score::Mate(i32::from(plies.div_ceil(2))),
        Some(Proof::Loss(plies)) => Score::Mate(-i32::from(plies / 2)),
        _ => Score::Cp(chances(m).unwrap_or_default().centipawns()),
    }
}

/// Progress so far.
pub(super) fn info<V: Learnable>(
    search: &Search<V>,
    start: Instant,
    line: Option<(usize, ScoredLine)>,
) -> Info {
    Info {
        line,
        nodes: search.counts().playouts,
        time: start.elapsed(),
        hashfull: fullness(search),
        ..Info::default()
    }
}

/// How full the tree is, in thousandths.
fn fullness<V: Learnable>(search: &Search<V>) -> u16 {
    let limit = search.settings().tree_mb << 20;
    (search.bytes_used() as f64 / limit.max(1) as f64 * 1000.0).min(1000.0) as u16
}

/// What else there is to say.
pub(super) fn details<V: Learnable>(
    search: &Search<V>,
    cache: &Cache,
    position: &Position<V>,
    words: &str,
) -> Figures {
    let counts = search.counts();
    let root = search.root_chances();
    let moves: Vec<Figures> = search.root_moves().iter().map(|m| move_details(m, position)).collect();
    let tree = Figures::default()
        .with("nodes", search.nodes())
        .with("bytes", search.bytes_used())
        .with("bytes_taken", search.bytes())
        .with("mb_allowed", search.settings().tree_mb);
    let playouts = Figures::default()
        .with("valued", counts.asked)
        .with("from_cache", counts.cached)
        .with("collisions", counts.collisions)
        .with("cache_hit_rate", number(cache.hit_rate() as f32));
    Figures::default()
        .with("plays_with", words)
        .with("visits", search.root_visits())
        .with("value", number(root.value))
        .with("wdl", root.wdl())
        .with("proof", proof(search.proof()))
        .with("moves", moves)
        .with("tree", tree)
        .with("playouts", playouts)
}

fn move_details<V: Learnable>(m: &RootMove, position: &Position<V>) -> Figures {
    Figures::default()
        .with("move", uci::write(position, m.m, uci::Castling::Natural))
        .with("visits", m.visits)
        .with("prior", number(m.prior))
        .with("value", chances(m).map(|chances| number(chances.value)))
        .with("wdl", chances(m).map(Chances::wdl))
        .with("q", number(m.puct.q.max(-1.0)))
        .with("u", number(m.puct.u))
        .with("proof", proof(m.proof))
}

fn proof(proof: Option<Proof>) -> Figure {
    match proof {
        None => Figure::Nothing,
        Some(Proof::Win(plies)) => Figures::default().with("win_in_plies", plies).into(),
        Some(Proof::Draw) => "draw".into(),
        Some(Proof::Loss(plies)) => Figures::default().with("loss_in_plies", plies).into(),
    }
}

/// Five decimals are as much as anybody reads.
fn number(value: f32) -> f64 {
    (f64::from(value) * 1e5).round() / 1e5
}

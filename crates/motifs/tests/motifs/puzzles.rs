//! How well the definitions agree with what lichess says its puzzles are about.
//!
//! The definitions were tuned on one half of the puzzles; the other half is the honest measure.
//! `cargo test --release -p kempelen-motifs --test motifs puzzles -- --nocapture` prints the table.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::support::Case;
use kempelen_motifs::{Line, MaterialLedger, Motif, motifs, threats};
use kempelen_rules::Chess;

/// Motifs with fewer cases say little.
const FEWEST: u32 = 20;

/// What must agree without exception.
const EXACT: [Motif; 9] = [
    Motif::MateIn1,
    Motif::MateIn2,
    Motif::MateIn3,
    Motif::MateIn4,
    Motif::MateIn5,
    Motif::Promotion,
    Motif::DiscoveredCheck,
    Motif::DoubleCheck,
    Motif::EnPassant,
];

/// How often a motif was rightly told, wrongly told, and missed.
#[derive(Clone, Copy, Default)]
struct Agreement {
    right: u32,
    wrong: u32,
    missed: u32,
}

impl Agreement {
    fn cases(self) -> u32 {
        self.right + self.missed
    }

    fn f1(self) -> f64 {
        f64::from(2 * self.right) / f64::from((2 * self.right + self.wrong + self.missed).max(1))
    }

    fn and(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            missed: self.missed + other.missed,
        }
    }
}

/// By motif, for both halves: the one tuned on and the one held out.
type Table = BTreeMap<Motif, [Agreement; 2]>;

fn compare(said: &BTreeSet<Motif>, case: &Case, table: &mut Table) {
    let wanted = case.motifs();
    for &motif in said.union(&wanted) {
        let here = &mut table.entry(motif).or_default()[half(&case.id)];
        match (said.contains(&motif), wanted.contains(&motif)) {
            (true, true) => here.right += 1,
            (true, false) => here.wrong += 1,
            _ => here.missed += 1,
        }
    }
}

/// The half that a puzzle belongs to, by its name: 0 was tuned on, 1 was held out.
fn half(id: &str) -> usize {
    let mut crc = flate2::Crc::new();
    crc.update(id.as_bytes());
    crc.sum() as usize & 1
}

/// The mean of the F1 of all motifs with cases enough: of both halves and of all.
fn macro_f1(table: &Table) -> [f64; 3] {
    let rows = table.values().filter(|[tuned, held]| tuned.and(*held).cases() >= FEWEST);
    let scores: Vec<[f64; 3]> =
        rows.map(|&[tuned, held]| [tuned.f1(), held.f1(), tuned.and(held).f1()]).collect();
    assert!(scores.len() > 50, "{} motifs", scores.len());
    [0, 1, 2].map(|i| scores.iter().map(|score| score[i]).sum::<f64>() / scores.len() as f64)
}

#[test]
fn lichess_agrees() {
    let mut table = Table::new();
    for case in Case::all() {
        compare(&told(&case.line()), &case, &mut table);
    }
    println!("| motif | cases | tuned on | held out |\n|---|---:|---:|---:|");
    for (motif, [tuned, held]) in &table {
        println!("| {motif} | {} | {:.3} | {:.3} |", tuned.and(*held).cases(), tuned.f1(), held.f1());
    }
    let means = macro_f1(&table);
    println!("macro F1: tuned on, held out, all: {means:.3?}; {}", speed());
    assert!(means.iter().all(|&mean| mean >= 0.97), "{means:?}");
    for motif in EXACT {
        let [tuned, held] = table[&motif];
        assert!(tuned.and(held).f1() >= 1.0, "{motif}");
    }
    for (motif, [tuned, held]) in &table {
        let both = tuned.and(*held);
        assert!(both.cases() < FEWEST || both.f1() >= 0.8, "{motif}: {}", both.f1());
    }
}

/// How long the motifs of a line, its ledger, and the threats of a position take, at best of twenty times.
fn speed() -> String {
    let lines: Vec<_> = Case::all().iter().map(Case::line).collect();
    let best = |work: &dyn Fn(&Line<Chess>) -> usize| {
        let times = (0..20).map(|_| {
            let clock = Instant::now();
            assert!(lines.iter().map(work).sum::<usize>() > 0);
            clock.elapsed() / lines.len() as u32
        });
        times.min().unwrap_or_default()
    };
    let found = best(&|line| motifs(line).len());
    let ledger = best(&|line| MaterialLedger::of(line).entries.len());
    let threats = best(&|line| threats(line.first()).len());
    let moves = lines.iter().map(Line::len).sum::<usize>() as f64 / lines.len() as f64;
    format!("{found:?} a line of {moves:.1} moves, ledger {ledger:?}, threats of a position {threats:?}")
}

fn told(line: &Line<Chess>) -> BTreeSet<Motif> {
    motifs(line).iter().map(|finding| finding.motif).collect()
}

/// Without the mistake, the line begins with the solver's move.
#[test]
fn the_mistake_need_not_be_known() {
    let mut table = Table::new();
    for case in Case::all() {
        let (start, moves) = case.moves();
        let line = Line::new(start.play(moves[0]), &moves[1..]).expect("legal moves");
        compare(&told(&line), &case, &mut table);
    }
    let means = macro_f1(&table);
    println!("macro F1 without the mistake {means:.3?}");
    assert!(means.iter().all(|&mean| mean >= 0.95), "{means:?}");
}

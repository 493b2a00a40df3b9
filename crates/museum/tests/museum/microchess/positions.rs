//! Positions: every candidate and every counter.

use kempelen_museum::microchess::{
    Clock, CountedCandidate, Counters, Level, MicrochessBoard, MicrochessEvent, MicrochessTally,
    MicrochessThought, MicrochessWatch, Ruling, Sign, Tables, think,
};
use kempelen_trace::Mute;

use super::data::{Case, Figures, lines};

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = lines("positions.jsonl.gz");
    assert_eq!(cases.len(), 800);
    cases.extend(lines("quirks.jsonl.gz"));
    assert_eq!(cases.len(), 820);
    cases
}

/// A candidate's figures in the shape of ours.
fn expected(figures: &Figures) -> CountedCandidate {
    let Figures { wcap0, bcap0, wcap1, bcap1, wcap2, bcap2, .. } = *figures;
    CountedCandidate {
        slot: figures.piece,
        from: figures.from.0,
        to: figures.to.0,
        value: figures.value,
        raw: figures.raw,
        counters: Counters {
            wcap0,
            bcap0,
            wcap1,
            bcap1,
            wcap2,
            bcap2,
            reply: MicrochessTally {
                mobility: figures.bmob,
                best_capture: figures.bmaxc,
                capture_sum: figures.bcc,
                best_victim: figures.bmaxp,
            },
            continuation: MicrochessTally {
                mobility: figures.wmob,
                best_capture: figures.wmaxc,
                capture_sum: figures.wcc,
                best_victim: figures.wmaxp,
            },
        },
    }
}

fn agree(case: &Case, thought: &MicrochessThought) {
    let id = &case.id;
    let prior = MicrochessTally {
        mobility: case.prior.pmob,
        best_capture: case.prior.pmaxc,
        capture_sum: case.prior.pcc,
        best_victim: case.prior.pcp,
    };
    assert_eq!(thought.prior, prior, "{id}");
    assert_eq!(thought.candidates.len(), case.candidates.len(), "{id}");
    for (ours, theirs) in thought.candidates.iter().zip(&case.candidates) {
        assert_eq!(*ours, expected(theirs), "{id} {}", theirs.uci);
        assert_eq!(ours.choice().uci(case.computer).as_ref(), Some(&theirs.uci), "{id}");
    }
    assert_eq!(thought.best_value, case.bestv, "{id}");
    assert_eq!(thought.best.is_none(), case.resign, "{id}");
    match (&thought.best, &case.best) {
        (None, None) => {}
        (Some(ours), Some(theirs)) => {
            assert_eq!((ours.slot, ours.from, ours.to), (theirs.piece, theirs.from.0, theirs.to.0), "{id}");
            assert_eq!(ours.uci(case.computer).as_ref(), Some(&theirs.uci), "{id}");
        }
        (ours, theirs) => panic!("{id}: {ours:?} instead of {theirs:?}"),
    }
}

#[test]
fn every_candidate_and_counter_is_the_originals() {
    let mut candidates = 0;
    for case in cases() {
        let thought = think(&case.board(), case.level, &mut Mute);
        agree(&case, &thought);
        candidates += thought.candidates.len();
    }
    assert!(candidates > 20_000, "only {candidates} candidates were compared");
}

#[test]
fn fens_are_imported_and_written_like_the_lists() {
    let mut imported = 0;
    for case in cases() {
        let placement = case.fen.split(' ').next().unwrap();
        assert_eq!(case.board().placement(case.computer), placement, "{}", case.id);
        if case.canonical {
            assert_eq!(
                MicrochessBoard::from_fen(&case.fen),
                Ok((case.board(), case.computer)),
                "{}",
                case.id
            );
            imported += 1;
        }
    }
    assert!(imported > 300, "only {imported} positions were imported");
}

#[test]
fn the_terms_of_the_sum_lead_to_its_value() {
    let (mut overrides, mut clamps) = (0, 0);
    for case in cases() {
        let thought = think(&case.board(), case.level, &mut Mute);
        for (candidate, figures) in thought.candidates.iter().zip(&case.candidates) {
            let strategy = thought.strategy(candidate, &Tables::ORIGINAL);
            assert_eq!((strategy.raw, strategy.value), (figures.raw, figures.value), "{}", case.id);
            assert_eq!(strategy.terms[27].sum, strategy.stages[2]);
            // Every accumulator follows from the one before, which is what a window shows.
            let mut sum = 0_i32;
            for (index, term) in strategy.terms.iter().enumerate() {
                // Terms 13 and 17 open the second and third stage with what the stage before left.
                match index {
                    13 => sum = i32::from(strategy.stages[0]),
                    17 => sum = i32::from(strategy.stages[1]),
                    _ => {}
                }
                let carried = i32::from(term.carried);
                let amount = i32::from(term.amount) + carried;
                sum += if term.sign == Sign::Minus { -amount } else { amount };
                assert_eq!(term.wrapped, !(0..=255).contains(&sum), "{} {}", case.id, term.name);
                sum = sum.rem_euclid(256);
                assert_eq!(i32::from(term.sum), sum, "{} {}", case.id, term.name);
            }
            overrides += u32::from(strategy.ruling != Ruling::Sum);
            clamps += u32::from(strategy.clamped);
            // Without wraps the exact sum is only rounded: by less than a point for each halving.
            if !strategy.clamped && strategy.terms.iter().all(|term| !term.wrapped) {
                let lost = strategy.exact_quarters() - 4 * i32::from(strategy.raw);
                assert!((0..=3).contains(&lost), "{}: {lost} quarters were lost", case.id);
            }
        }
    }
    assert!(overrides > 0 && clamps > 0);
}

/// Counts events by kind and keeps none.
#[derive(Default)]
struct Census {
    enters: u64,
    leaves: u64,
    judged: Vec<CountedCandidate>,
    best: Option<CountedCandidate>,
    makes: u64,
    unmakes: u64,
}

impl MicrochessWatch for Census {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        match event() {
            MicrochessEvent::Enter { .. } => self.enters += 1,
            MicrochessEvent::Leave { .. } => self.leaves += 1,
            MicrochessEvent::Judged(verdict) => self.judged.push(verdict.candidate),
            MicrochessEvent::Best(candidate) => self.best = Some(candidate),
            MicrochessEvent::Make { .. } => self.makes += 1,
            MicrochessEvent::Unmake { .. } => self.unmakes += 1,
            _ => {}
        }
    }
}

#[test]
fn watching_does_not_change_thinking() {
    for case in cases().iter().step_by(7) {
        let mut census = Census::default();
        let watched = think(&case.board(), case.level, &mut census);
        assert_eq!(watched, think(&case.board(), case.level, &mut Mute), "{}", case.id);
        assert_eq!(census.judged, watched.candidates, "{}", case.id);
        assert_eq!((census.enters, census.makes), (census.leaves, census.unmakes), "{}", case.id);
        let best = census.best.map(|candidate| (candidate.choice(), candidate.value));
        if let Some(choice) = watched.best {
            assert_eq!(best, Some((choice, watched.best_value)), "{}", case.id);
        }
    }
}

#[test]
fn the_clock_counts_the_originals_cycles() {
    for case in cases() {
        let mut clock = Clock::new();
        think(&case.board(), case.level, &mut clock);
        assert_eq!(clock.cycles(), case.cycles, "{}", case.id);
    }
}

/// A shorter exchange counts the same captures as the long one of the blitz level, as far as it goes.
#[test]
fn each_exchange_limit_allows_one_capture_more() {
    let mut full_chains = 0;
    for case in cases().iter().filter(|case| case.level == Level::BLITZ).step_by(5) {
        for (limit, captures) in [(0xFF, 1), (0xFE, 2), (0xFD, 3), (0xFC, 4), (0xFB, 5)] {
            let level = Level::from_bytes(0x00, limit).unwrap();
            let thought = think(&case.board(), level, &mut Mute);
            for (ours, theirs) in thought.candidates.iter().zip(&case.candidates) {
                let chain = |counters: &Counters| {
                    let Counters { bcap0, wcap1, bcap1, wcap2, bcap2, .. } = *counters;
                    [bcap0, wcap1, bcap1, wcap2, bcap2]
                };
                let mut expected = chain(&expected(theirs).counters);
                full_chains += u32::from(expected.iter().all(|&counter| counter > 0));
                expected[captures..].fill(0);
                assert_eq!(chain(&ours.counters), expected, "{} {} {limit:02X}", case.id, theirs.uci);
            }
        }
    }
    assert!(full_chains > 100, "only {full_chains} chains went all the way");
}

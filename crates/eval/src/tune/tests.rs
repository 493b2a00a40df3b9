use kempelen_rules::{Chess, Makruk, Position};

use super::*;
use crate::weights::{chess, makruk};
use crate::{Evaluator, HandCrafted, S, s};

/// Positions of random games, the first moves left out.
fn positions<V: Judged>(games: u64) -> Vec<Position<V>> {
    let mut all = Vec::new();
    for seed in 1..=games {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut position = Position::<V>::default();
        for ply in 0..160 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.end().is_some() {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            position = position.play(moves[(random >> 11) as usize % moves.len()]);
            if ply > 8 && !position.in_check() {
                all.push(position);
            }
        }
    }
    all
}

/// Formulas of these positions whose targets are what the weights `truth` foretell.
fn foretold<V: Judged>(positions: &[Position<V>], start: &Weights, truth: &Weights) -> Formulas {
    let mut hand = HandCrafted::<V>::with_weights(truth.clone());
    let mut formulas = Formulas::default();
    for position in positions {
        let score = hand.evaluate(position);
        let white = position.turn().pick(score, -score);
        formulas.push(position, start, 0.5, Some(white as f32));
    }
    formulas
}

fn formulas_agree_with_evaluations<V: Judged>(weights: &Weights) {
    let positions = positions::<V>(10);
    let formulas = foretold(&positions, weights, weights);
    let numbers = WeightNumbers::from_weights(weights);
    for (i, position) in positions.iter().enumerate() {
        let score = HandCrafted::<V>::new().evaluate(position);
        let white = position.turn().pick(score, -score);
        // Whole numbers are rounded at each division, of which the square of a danger is the largest.
        let value = formulas.value(i, &numbers).score;
        assert!((value - f64::from(white)).abs() < 3.0, "{value} {white} {position}");
    }
}

#[test]
fn a_formula_comes_to_what_the_evaluation_says() {
    formulas_agree_with_evaluations::<Chess>(&chess::WEIGHTS);
    formulas_agree_with_evaluations::<Makruk>(&makruk::WEIGHTS);
}

#[test]
fn slopes_are_what_small_changes_make() {
    let formulas = foretold(&positions::<Chess>(4), &chess::WEIGHTS, &makruk::WEIGHTS);
    let batch = formulas.shuffled(1);
    let mut numbers = WeightNumbers::from_weights(&chess::WEIGHTS);
    // Sums of whole numbers often lie right on a bend, where there is no slope.
    for (i, number) in numbers.iter_mut().enumerate() {
        *number += (i * 7919 % 100) as f64 / 100.0;
    }
    let slope = formulas.slope(&batch, &numbers, 1.0, 0.3);
    let step = 1e-4;
    for field in Weights::FIELDS {
        for cell in field.start..field.start + field.len {
            for end in [false, true] {
                let half = |numbers: &mut WeightNumbers, by: f64| {
                    if end { numbers.end[cell] += by } else { numbers.middle[cell] += by }
                };
                half(&mut numbers, step);
                let above = formulas.error(&numbers, 1.0, 0.3);
                half(&mut numbers, -2.0 * step);
                let below = formulas.error(&numbers, 1.0, 0.3);
                half(&mut numbers, step);
                let measured = (above - below) / (2.0 * step);
                let told = if end { slope.end[cell] } else { slope.middle[cell] };
                assert!(
                    (measured - told).abs() < 1e-8 + 1e-3 * told.abs(),
                    "{} {measured} {told}",
                    field.name
                );
            }
        }
    }
}

#[test]
fn known_weights_are_found_again() {
    let truth = &chess::WEIGHTS;
    let mut start = truth.clone();
    start.tempo = s(0, 0);
    start.hanging = s(0, 0);
    start.bishop_pair = s(0, 0);
    start.threat_by_pawn = [s(20, 20); 4];
    start.mobility[0] = [S::ZERO; 28];
    start.danger_weak = s(5, 0);
    start.complex_base = s(0, -20);
    let formulas = foretold(&positions::<Chess>(400), &start, truth);
    let options = TunerOptions {
        epochs: 60,
        batch: 2048,
        rate: 2.0,
        result_share: 0.0,
        anchor: 0.0,
        symmetrical: false,
    };
    let mut tuner = Tuner::new(&start, formulas, options);
    tuner.steepness = 1.0;
    let before = tuner.error();
    for _ in 0..options.epochs {
        tuner.epoch();
    }
    let after = tuner.error();
    assert!(after < before / 50.0, "{before} {after}");
    let found = tuner.weights();
    let near = |found: S, truth: S, slack: i32| {
        assert!((found.middle() - truth.middle()).abs() <= slack, "{found:?} {truth:?}");
    };
    near(found.tempo, truth.tempo, 3);
    near(found.hanging, truth.hanging, 5);
    near(found.threat_by_pawn[0], truth.threat_by_pawn[0], 12);
    near(found.mobility[0][6] - found.mobility[0][2], truth.mobility[0][6] - truth.mobility[0][2], 6);
}

#[test]
fn ties_keep_boards_symmetrical() {
    let formulas = foretold(&positions::<Makruk>(20), &makruk::WEIGHTS, &chess::WEIGHTS);
    let options =
        TunerOptions { epochs: 3, batch: 512, rate: 3.0, result_share: 0.0, anchor: 0.0, symmetrical: true };
    let mut tuner = Tuner::new(&makruk::WEIGHTS, formulas, options);
    let before = tuner.error();
    for _ in 0..3 {
        tuner.epoch();
    }
    assert!(tuner.error() < before);
    let weights = tuner.numbers.to_weights();
    assert_ne!(weights.places, makruk::WEIGHTS.places);
    for board in weights.places {
        for square in 0..64 {
            assert_eq!(board[square], board[square ^ 7]);
        }
    }
}

#[test]
fn samples_are_read_and_bad_ones_named() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let sample: TunerSample<Chess> = format!("{fen};1-0;312").parse().unwrap();
    assert_eq!((sample.result, sample.score), (1.0, Some(312.0)));
    let sample: TunerSample<Chess> = format!("{fen};0.5").parse().unwrap();
    assert_eq!((sample.result, sample.score), (0.5, None));
    for bad in ["", "x;1-0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1;2"] {
        assert_eq!(bad.parse::<TunerSample<Chess>>().unwrap_err(), SampleError(bad.to_owned()));
    }
}

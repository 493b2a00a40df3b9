//! What the golden cases do not reach: other cells, batches, makruk, bad buffers.
// Cells and masks hold small whole numbers, which are equal or not.
#![allow(clippy::float_cmp)]

use crate::support::{play, position, random_game};
use kempelen_rules::{Chess, Color, Game, Makruk, Role, Square, Variant};
use kempelen_zero::encode::{
    EncodeError, F16, MOST_STEPS, TensorCell, batch_to_tensors, batch_to_words, board_to_tensor,
    board_to_words, planes, tensor_len, unpack,
};
use kempelen_zero::{GameLine, Learnable};

fn tensor<V: Learnable, T: TensorCell>(game: &Game<V>, steps: usize) -> Vec<T> {
    let mut tensor = vec![T::ONE; tensor_len(steps)];
    board_to_tensor(game, steps, &mut tensor).expect("room");
    tensor
}

/// A second encoder, written from the description alone: cell by cell, from the games as they stood.
fn slowly<V: Learnable>(game: &Game<V>, steps: usize, globals: [f32; 7]) -> Vec<f32> {
    let us = game.position().turn();
    let mut cells = vec![0.0; tensor_len(steps)];
    for step in 0..steps {
        let Some(ply) = game.moves().len().checked_sub(step) else { break };
        let then = &game.positions()[ply];
        for square in Square::all() {
            let Some(piece) = then.piece_on(square) else { continue };
            let role = V::ROLES.iter().position(|&role| role == piece.role()).expect("a man of this game");
            let plane = step * 14 + role + if piece.color() == us { 0 } else { 6 };
            let row = if us == Color::Black { 7 - square.rank() } else { square.rank() };
            cells[plane * 64 + usize::from(row) * 8 + usize::from(square.file())] = 1.0;
        }
        for (times, plane) in [(2, 12), (3, 13)] {
            if game.repetitions_at(ply) >= times {
                cells[(step * 14 + plane) * 64..][..64].fill(1.0);
            }
        }
    }
    for (i, number) in globals.into_iter().enumerate() {
        cells[(steps * 14 + i) * 64..][..64].fill(number);
    }
    cells
}

#[test]
fn makruk_has_its_own_planes() {
    for seed in 0..30 {
        let game = random_game::<Makruk>(seed, 10 + seed as usize * 9);
        let count = game.position().draw_count();
        let number = f32::from(game.position().move_number());
        let (plies, limit) = (f32::from(count.plies), f32::from(count.limit));
        let globals = if count.limit == 0 {
            [0.0, 0.0, 0.0, 0.0, plies, number, 0.0]
        } else {
            [1.0, plies, limit, limit - plies, 0.0, number, 0.0]
        };
        for steps in [1, 3, 8] {
            assert!(
                tensor::<_, f32>(&game, steps) == slowly(&game, steps, globals),
                "seed {seed}, {steps} steps"
            );
        }
    }
    // Two men each and no bia: 64 moves are counted, and 14 half-moves are behind us.
    let game = Game::<Makruk>::new(position("8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 14 50"));
    let cells = tensor::<_, f32>(&game, 1);
    let globals: Vec<f32> = cells[14 * 64..].chunks(64).map(|plane| plane[17]).collect();
    assert_eq!(globals, [1.0, 14.0, 128.0, 114.0, 0.0, 50.0, 0.0]);
    assert_eq!(Makruk::ROLES[1], Role::Met);
    assert_eq!(cells[64..128].iter().sum::<f32>(), 2.0, "a promoted bia is a met like any other");
}

#[test]
fn any_history_length_is_encoded() {
    let game = random_game::<Chess>(7, 60);
    let long = tensor::<_, f32>(&game, 100);
    for steps in [0, 1, 2, 5, 17, 61, 64] {
        let short = tensor::<_, f32>(&game, steps);
        let history = steps * 14 * 64;
        assert_eq!(short[..history], long[..history], "{steps} steps");
        assert_eq!(short[history..], long[100 * 14 * 64..], "{steps} steps");
    }
    assert!(
        long[61 * 14 * 64..100 * 14 * 64].iter().all(|&cell| cell == 0.0),
        "before the start there is nothing"
    );
}

#[test]
fn all_cells_say_the_same() {
    for seed in 0..20 {
        let game = random_game::<Chess>(seed, 40);
        let floats = tensor::<_, f32>(&game, 8);
        let halves: Vec<F16> = tensor(&game, 8);
        let bytes: Vec<u8> = tensor(&game, 8);
        let mut words = vec![7; planes(8)];
        board_to_words(&game, 8, &mut words).expect("room");
        let mut unpacked = vec![0.5; tensor_len(8)];
        unpack::<Chess, f32>(&words, 8, &mut unpacked).expect("room");
        assert_eq!(floats, unpacked);
        for ((&float, &half), &byte) in floats.iter().zip(&halves).zip(&bytes) {
            assert_eq!(half, F16::number(float as u16));
            assert_eq!(f32::from(byte), float);
        }
    }
    let late = Game::<Chess>::new(position("4k3/8/8/8/8/8/8/R3K3 w Q - 99 300"));
    assert_eq!(tensor::<_, u8>(&late, 1)[19 * 64], 255, "a byte holds no 300");
    assert_eq!(tensor::<_, f32>(&late, 1)[19 * 64], 300.0);
}

#[test]
fn batches_are_their_games_one_after_the_other() {
    let games: Vec<Game<Chess>> = (0..13).map(|seed| random_game(seed, 30 + seed as usize)).collect();
    let refs: Vec<&Game<Chess>> = games.iter().collect();
    let one_by_one: Vec<f32> = games.iter().flat_map(|game| tensor::<_, f32>(game, 8)).collect();
    let mut words_one_by_one = vec![0; planes(8) * games.len()];
    for (game, words) in games.iter().zip(words_one_by_one.chunks_mut(planes(8))) {
        board_to_words(game, 8, words).expect("room");
    }
    for threads in [0, 1, 2, 3, 13, 50] {
        let mut batch = vec![f32::NAN; one_by_one.len()];
        batch_to_tensors(&refs, 8, threads, &mut batch).expect("room");
        assert!(batch == one_by_one, "{threads} threads");
        let mut words = vec![1; words_one_by_one.len()];
        batch_to_words(&refs, 8, threads, &mut words).expect("room");
        assert!(words == words_one_by_one, "{threads} threads");
    }
    batch_to_tensors::<Chess, Game<Chess>, f32>(&[], 8, 4, &mut []).expect("nothing to do");
}

#[test]
fn positions_cost_no_allocation() {
    let games: Vec<GameLine<Chess>> =
        (0..64).map(|seed| GameLine::from(&random_game::<Chess>(seed, 60))).collect();
    let refs: Vec<&GameLine<Chess>> = games.iter().collect();
    let mut out = vec![0.0_f32; tensor_len(8) * games.len()];
    let count = |games: &[&GameLine<Chess>], threads, out: &mut [f32]| {
        allocation_counter::measure(|| batch_to_tensors(games, 8, threads, out).expect("room")).count_total
    };
    // The first thread scope of a process may set things up.
    count(&refs, 2, &mut out);
    let alone = count(&refs, 1, &mut out);
    assert_eq!(alone, count(&[], 1, &mut out), "no position allocates");
    assert_eq!(count(&refs, 2, &mut out), count(&refs[..2], 2, &mut out), "nor with threads");
}

#[test]
fn short_buffers_are_refused_and_left_alone() {
    let game = Game::<Chess>::default();
    let mut short = vec![0.25_f32; tensor_len(8) - 1];
    let error = board_to_tensor(&game, 8, &mut short).expect_err("too short");
    assert_eq!(error, EncodeError::Short { wanted: 7616, given: 7615 });
    assert_eq!(error.to_string(), "the buffer has 7615 cells and needs 7616");
    assert!(short.iter().all(|&cell| cell == 0.25));
    assert!(batch_to_tensors(&[&game, &game], 8, 2, &mut short).is_err());
    assert!(board_to_words(&game, 8, &mut [0; 118]).is_err());
    assert!(unpack::<Chess, f32>(&[0; 119], 8, &mut short).is_err());
    assert!(unpack::<Chess, f32>(&[0; 118], 8, &mut vec![0.0; 7616]).is_err());
    for steps in [MOST_STEPS + 1, usize::MAX / 14, usize::MAX] {
        assert_eq!(board_to_tensor(&game, steps, &mut short), Err(EncodeError::Steps(steps)));
    }
    let mut long = vec![0.25_f32; tensor_len(8) + 10];
    board_to_tensor(&game, 8, &mut long).expect("room to spare");
    assert!(long[tensor_len(8)..].iter().all(|&cell| cell == 0.25), "what is not ours stays");
}

#[test]
fn chess960_castling_is_own_and_opponents() {
    let game = play::<Chess>("1r2k1r1/8/8/8/8/8/8/1R2K1R1 b Gb - 4 9", []);
    let cells = tensor::<_, f32>(&game, 1);
    let globals: Vec<f32> = cells[14 * 64..].chunks(64).map(|plane| plane[0]).collect();
    assert_eq!(globals, [1.0, 0.0, 0.0, 1.0, 4.0, 9.0, 0.0]);
}

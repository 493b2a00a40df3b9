//! The numbering of moves.
// Cells and masks hold small whole numbers, which are equal or not.
#![allow(clippy::float_cmp)]

use std::collections::HashMap;

use crate::support::{position, random_game};
use kempelen_rules::{
    Asean, Cambodian, Chess, Color, Makruk, Move, Piece, Position, Role, Setup, Square, Variant, VariantId,
    attacks, with_variant,
};
use kempelen_rules::{SquareSet, uci};
use kempelen_zero::Learnable;
use kempelen_zero::policy::{
    index_to_move, legal_mask, legal_mask_words, move_to_index, moves_to_indices, softmax,
};

/// A position in which one man stands on `from` and, if wanted, a victim on `to`, with the kings out of the way.
fn one_man<V: Variant>(
    us: Color,
    role: Role,
    from: Square,
    to: Square,
    captures: bool,
) -> Option<Position<V>> {
    let place = |avoid: SquareSet| {
        Square::all().filter(move |&s| s.distance(from) > 1 && s.distance(to) > 1 && !avoid.has(s))
    };
    place(SquareSet::EMPTY).find_map(|own| {
        place(attacks::king(own).with(own)).find_map(|other| {
            let mut setup = Setup { turn: us, ..Setup::default() };
            if role != Role::King {
                setup.board[own.index()] = Some(Piece::new(us, Role::King));
            }
            setup.board[other.index()] = Some(Piece::new(!us, Role::King));
            setup.board[from.index()] = Some(Piece::new(us, role));
            if captures {
                setup.board[to.index()] = Some(Piece::new(!us, Role::Knight));
            }
            let m = if role == Role::Pawn && V::promotion_zone(us).has(to) {
                Move::promotion(from, to, V::PROMOTIONS[0])
            } else {
                Move::new(from, to)
            };
            Position::try_from(setup).ok().filter(|position: &Position<V>| position.is_legal(m))
        })
    })
}

/// Every move that some man can make on an otherwise empty board, as a legal move of a position.
fn possible_moves<V: Variant>(us: Color) -> Vec<(Position<V>, Move)> {
    let mut moves = Vec::new();
    for from in Square::all() {
        for role in V::ROLES {
            if role == Role::Pawn && !V::pawn_zone(us).has(from) {
                continue;
            }
            // A pawn's steps are no attacks; all other moves on an empty board are.
            let ahead = |ranks: i8| from.offset(0, ranks * us.forward());
            let steps = ahead(1).into_iter().chain(ahead(2)).collect();
            let reach = if role == Role::Pawn { steps } else { SquareSet::EMPTY };
            for to in reach | V::attacks(role, us, from, SquareSet::EMPTY) {
                for captures in [false, true] {
                    if role == Role::Pawn && captures != (from.file() != to.file()) {
                        continue;
                    }
                    if let Some(position) = one_man::<V>(us, role, from, to, captures) {
                        let found = position.moves_from(from).into_iter().filter(|m| m.to() == to);
                        moves.extend(found.map(|m| (position, m)));
                    }
                }
            }
        }
    }
    moves
}

/// A move as a pair of squares and, for less than the best promotion, what the pawn becomes.
type Shape = (Square, Square, Option<Role>);

fn shape<V: Variant>(m: Move) -> Shape {
    (m.from(), m.to(), m.promoted().filter(|&role| role != V::PROMOTIONS[0]))
}

/// Each possible move has one index, each index one possible move, and back again.
fn bijection<V: Learnable>(us: Color) -> HashMap<usize, Shape> {
    let mut of_index: HashMap<usize, Shape> = HashMap::new();
    let mut of_shape: HashMap<Shape, usize> = HashMap::new();
    for (position, m) in possible_moves::<V>(us) {
        let index = move_to_index(&position, m);
        assert!(index < V::POLICY_LEN);
        assert_eq!(index_to_move(&position, index), Some(m), "{index} in {position}");
        assert_eq!(*of_index.entry(index).or_insert(shape::<V>(m)), shape::<V>(m), "{index} means two moves");
        assert_eq!(*of_shape.entry(shape::<V>(m)).or_insert(index), index, "{m} has two numbers");
    }
    assert_eq!(of_index.len(), of_shape.len());
    of_index
}

#[test]
fn chess_indices_and_possible_moves_are_one_to_one() {
    for us in Color::ALL {
        let moves = bijection::<Chess>(us);
        // 1456 lines of a queen and 336 leaps of a knight; three pieces for 8 steps and 14 captures of a pawn.
        let (low, high): (Vec<usize>, Vec<usize>) = moves.keys().partition(|&&index| index < 4096);
        assert_eq!((low.len(), high.len()), (1456 + 336, 3 * 22), "{us}");
        // Every index that a board has room for, by the formula of the layout itself.
        for index in 0..Chess::POLICY_LEN {
            let expected = if index < 4096 {
                let (from, to) = (Square::wrap((index / 64) as u8), Square::wrap((index % 64) as u8));
                let seen = attacks::queen(from, SquareSet::EMPTY) | attacks::knight(from);
                seen.has(to).then(|| (from.relative_to(us), to.relative_to(us), None))
            } else {
                let (piece, file, direction) =
                    ((index - 4096) / 24, (index - 4096) % 24 / 3, (index - 4096) % 3);
                let from = Square::at(file as u8, 6);
                from.offset(direction as i8 - 1, 1).map(|to| {
                    let role = [Role::Knight, Role::Bishop, Role::Rook][piece];
                    (from.relative_to(us), to.relative_to(us), Some(role))
                })
            };
            assert_eq!(moves.get(&index).copied(), expected, "{us}: {index}");
        }
    }
}

#[test]
fn makruk_indices_and_possible_moves_are_one_to_one() {
    for us in Color::ALL {
        let moves = bijection::<Makruk>(us);
        for (&index, &(from, to, less)) in &moves {
            assert_eq!(index, from.relative_to(us).index() * 64 + to.relative_to(us).index());
            assert_eq!(less, None);
        }
        // Straight lines, the leaps of the ma, and steps to all sides.
        let expected: u32 = Square::all()
            .map(|from| {
                let straight = attacks::rook(from, SquareSet::EMPTY);
                (straight | attacks::knight(from) | attacks::king(from)).len()
            })
            .sum();
        assert_eq!(moves.len(), expected as usize, "{us}");
    }
    let position: Position<Makruk> = position("8/8/3k4/6P1/8/8/3K4/8 w - - 0 1");
    let m = uci::read(&position, "g5g6m").expect("a promotion");
    assert_eq!(move_to_index(&position, m), 38 * 64 + 46);
    assert_eq!(index_to_move(&position, 38 * 64 + 46), Some(m));
}

#[test]
fn indices_of_makruks_relatives_are_one_to_one() {
    for us in Color::ALL {
        for game in VariantId::ALL {
            with_variant!(game, V => bijection::<V>(us));
        }
        // Three lesser promotions for 8 steps and 14 captures of a pawn.
        assert_eq!(bijection::<Asean>(us).keys().filter(|&&index| index >= 4096).count(), 3 * 22, "{us}");
    }
    let leaps = Position::<Cambodian>::default();
    let m = uci::read(&leaps, "d1f2").expect("a leap");
    assert_eq!(index_to_move(&leaps, move_to_index(&leaps, m)), Some(m));
}

#[test]
fn indices_of_the_description() {
    let white: Position<Chess> = position("r1r5/1P6/8/8/8/8/8/k6K w - - 0 1");
    let black: Position<Chess> = position("k6K/8/8/8/8/8/7p/6R1 b - - 0 1");
    for (text, index) in
        [("b7a8n", 4099), ("b7b8n", 4100), ("b7c8n", 4101), ("b7a8b", 4123), ("b7a8r", 4147), ("b7a8q", 3192)]
    {
        assert_eq!(move_to_index(&white, uci::read(&white, text).expect("legal")), index, "{text}");
    }
    for (text, index) in [("h2g1n", 4117), ("h2h1n", 4118), ("h2g1q", 3582), ("h2h1q", 3583)] {
        assert_eq!(move_to_index(&black, uci::read(&black, text).expect("legal")), index, "{text}");
    }
}

#[test]
fn castling_is_the_kings_move() {
    let orthodox: Position<Chess> = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, to) in [("e1g1", Square::G1), ("e1c1", Square::C1)] {
        let m = uci::read(&orthodox, text).expect("legal");
        let index = Square::E1.index() * 64 + to.index();
        assert_eq!(move_to_index(&orthodox, m), index);
        assert_eq!(index_to_move(&orthodox, index), Some(m));
    }
    // Here the king's step to c1 and castling to c1 are two moves.
    let shuffled: Position<Chess> = position("4k3/8/8/8/8/8/8/RK5R w AH - 0 1");
    let mut seen = Vec::new();
    for m in shuffled.legal_moves() {
        let index = move_to_index(&shuffled, m);
        assert!(!seen.contains(&index), "{m} shares {index}");
        assert_eq!(index_to_move(&shuffled, index), Some(m));
        seen.push(index);
    }
    assert!(seen.contains(&(Square::B1.index() * 64 + Square::A1.index())));
    assert!(seen.contains(&(Square::B1.index() * 64 + Square::H1.index())));
}

fn masks_agree<V: Learnable>(seed: u64) {
    let game = random_game::<V>(seed, seed as usize * 3);
    let position = game.position();
    let legal = position.legal_moves();
    let mut mask = vec![9_u8; V::POLICY_LEN];
    legal_mask(position, &mut mask);
    let mut words = vec![!0; V::POLICY_LEN.div_ceil(64)];
    legal_mask_words(position, &mut words);
    let mut indices = vec![0; legal.len()];
    moves_to_indices(position, &legal, &mut indices);
    for (&index, &m) in indices.iter().zip(&legal) {
        assert_eq!(usize::from(index), move_to_index(position, m));
    }
    for (index, &cell) in mask.iter().enumerate() {
        let legal = index_to_move(position, index).is_some();
        assert_eq!(cell == 1, legal, "{index} in {position}");
        assert_eq!(words[index / 64] >> (index % 64) & 1 == 1, legal, "{index} in {position}");
    }
    assert_eq!(words.iter().map(|word| word.count_ones() as usize).sum::<usize>(), legal.len());
}

#[test]
fn masks_hold_the_legal_moves() {
    for seed in 0..40 {
        for game in VariantId::ALL {
            with_variant!(game, V => masks_agree::<V>(seed));
        }
    }
    let position = Position::<Chess>::default();
    legal_mask::<_, f32>(&position, &mut [0.0; 3]);
    assert_eq!(index_to_move(&position, 4168), None);
    assert_eq!(index_to_move(&position, usize::MAX), None);
}

#[test]
fn softmax_gives_probabilities() {
    let mut logits = [1.0, 3.0, -200.0, 3.0];
    softmax(&mut logits);
    assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert!((logits[1] / logits[0] - 2f32.exp()).abs() < 1e-4);
    assert_eq!(logits[1], logits[3]);
    softmax(&mut []);
}

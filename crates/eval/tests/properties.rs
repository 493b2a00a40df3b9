//! What must hold of every evaluation, tried on random play of both games.

use kempelen_eval::{EvalExplanation, Evaluator, HandCrafted, Judged, LIMIT};
use kempelen_rules::{Chess, Color, Makruk, Piece, Position, Role, Setup};

/// Numbers that look random and are the same every time (George Marsaglia's xorshift, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Calls `visit` with every position of random games, which go on until they end or grow long.
fn random_games<V: Judged>(games: u64, mut visit: impl FnMut(&Position<V>)) {
    for seed in 1..=games {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut position = Position::<V>::default();
        for _ in 0..300 {
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() || position.end().is_some() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
        }
    }
}

/// Calls `visit` with random sound positions of few men, most of them such as no game would reach.
fn random_endings<V: Judged>(count: u64, mut visit: impl FnMut(&Position<V>)) {
    let mut random = Random(0xD134_2543_DE82_EF95);
    let mut sound = 0;
    while sound < count {
        let mut setup = Setup::default();
        for (color, role) in [(Color::White, Role::King), (Color::Black, Role::King)] {
            setup.board[random.below(64)] = Some(Piece::new(color, role));
        }
        for _ in 0..random.below(7) {
            let color = if random.below(2) == 0 { Color::White } else { Color::Black };
            let role = V::ROLES[random.below(5)];
            let square = random.below(64);
            if setup.board[square].is_none() {
                setup.board[square] = Some(Piece::new(color, role));
            }
        }
        setup.turn = if random.below(2) == 0 { Color::White } else { Color::Black };
        if let Ok(position) = Position::<V>::try_from(setup) {
            visit(&position);
            sound += 1;
        }
    }
}

/// All properties of one position.
fn check<V: Judged>(hand: &mut HandCrafted<V>, position: &Position<V>) {
    let score = hand.evaluate(position);
    assert!(score.abs() <= LIMIT, "{position}");
    assert_eq!(score, hand.evaluate(&position.mirror()), "mirrored: {position}");
    let explanation = hand.explain(position);
    assert_eq!(position.turn().pick(explanation.score, -explanation.score), score, "explained: {position}");
    assert_eq!(sum(&explanation), explanation.score, "added up: {position}");
}

fn sum(explanation: &EvalExplanation) -> i32 {
    let terms: i32 = explanation.terms.iter().map(|term| term.sides[0].value - term.sides[1].value).sum();
    terms + explanation.adjustments.iter().map(|adjustment| adjustment.value).sum::<i32>()
}

#[test]
fn chess_is_judged_alike_from_both_sides_and_item_by_item() {
    let mut hand = HandCrafted::<Chess>::new();
    random_games(150, |position| check(&mut hand, position));
    random_endings(20_000, |position| check(&mut hand, position));
}

#[test]
fn makruk_is_judged_alike_from_both_sides_and_item_by_item() {
    let mut hand = HandCrafted::<Makruk>::new();
    random_games(150, |position| check(&mut hand, position));
    random_endings(20_000, |position| check(&mut hand, position));
}

#[test]
fn memory_does_not_matter() {
    let mut old = HandCrafted::<Chess>::new();
    random_games::<Chess>(10, |position| {
        let score = old.evaluate(position);
        assert_eq!(HandCrafted::<Chess>::new().evaluate(position), score, "{position}");
    });
}

#[test]
fn more_men_than_a_game_could_have_stay_within_the_limit() {
    let mut hand = HandCrafted::<Chess>::new();
    let crowd = "QQQQQQQQ/QQQQQQQ1/8/8/8/1K6/8/3k4 b - - 0 1".parse().unwrap();
    check(&mut hand, &crowd);
    let mut hand = HandCrafted::<Makruk>::new();
    let crowd = "RRRRRRRR/RRRRRRR1/8/8/8/1K6/8/3k4 b - - 0 1".parse().unwrap();
    check(&mut hand, &crowd);
}

/// The score of a position for White.
fn white<V: Judged>(fen: &str) -> i32 {
    let position: Position<V> = fen.parse().unwrap();
    let score = HandCrafted::new().evaluate(&position);
    position.turn().pick(score, -score)
}

#[test]
fn known_draws_are_worth_nothing() {
    for fen in [
        "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", // Two knights.
        "4k3/8/8/8/8/8/8/2B1K3 b - - 0 1", // A bishop.
        "7k/8/6KP/5B2/8/8/8/8 b - - 0 1",  // The wrong bishop for the rook's pawn.
        "k7/8/K7/P7/P7/8/8/8 w - - 0 1",   // Rook's pawns alone, the king before them.
        "8/8/8/8/2b5/p1k5/8/K7 b - - 0 1", // The wrong bishop, Black's.
    ] {
        assert_eq!(white::<Chess>(fen), 0, "{fen}");
    }
    // The right bishop wins.
    assert!(white::<Chess>("7k/8/6KP/8/5B2/8/8/8 w - - 0 1") > 200);
}

#[test]
fn drawish_endings_are_worth_little() {
    for fen in [
        "4k3/8/3n4/8/8/8/8/R3K3 w - - 0 1",  // Rook against knight.
        "4k3/8/3r4/8/8/8/8/R2BK3 w - - 0 1", // Rook and bishop against rook.
    ] {
        assert!(white::<Chess>(fen).abs() < 60, "{fen}: {}", white::<Chess>(fen));
    }
    // Opposite bishops take a quarter of two pawns at least.
    let opposite: Position<Chess> = "4k3/5ppp/4b3/8/8/1P2B3/P4PPP/4K3 w - - 0 1".parse().unwrap();
    let explanation = HandCrafted::new().explain(&opposite);
    let taken = explanation.adjustments.iter().find(|adjustment| adjustment.name == "endgame_scale").unwrap();
    assert!(explanation.score > 0 && -taken.value * 3 > explanation.score, "{explanation:?}");
}

#[test]
fn a_bare_king_is_driven_to_the_edge() {
    let centre = white::<Chess>("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    let edge = white::<Chess>("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(edge > centre);
    // Bishop and knight mate in the corner of the bishop.
    let right = white::<Chess>("k7/8/2K5/8/3N4/8/8/5B2 w - - 0 1");
    let wrong = white::<Chess>("7k/8/5K2/8/4N3/8/8/2B5 w - - 0 1")
        .min(white::<Chess>("7k/8/5K2/8/4N3/8/8/5B2 w - - 0 1"));
    assert!(right > wrong, "{right} {wrong}");
}

#[test]
fn a_count_that_runs_down_takes_the_advantage_with_it() {
    let early = white::<Makruk>("8/8/3k4/8/8/3K4/8/R7 w - 32 6 1");
    let late = white::<Makruk>("8/8/3k4/8/8/3K4/8/R7 w - 32 29 1");
    let over = white::<Makruk>("8/8/3k4/8/8/3K4/8/R7 w - 32 33 1");
    assert!(early > 2 * late && late > 0, "{early} {late}");
    assert_eq!(over, 0);
}

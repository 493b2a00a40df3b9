use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyPosition, GameKind, Position, Role, Variant, VariantId, with_position};

use super::OpeningLine;
use crate::random::shuffle;

/// Random moves from the first position, taken back and tried again until neither side has won anything by them.
pub(super) fn opening(kind: GameKind, plies: usize, random: &mut SplitMix64) -> OpeningLine {
    loop {
        let start = match kind {
            GameKind::Usual(variant) => AnyPosition::start(variant),
            GameKind::Chess960 => shuffled_start(random),
        };
        if let Some(opening) = walk(start, plies, random) {
            return opening;
        }
    }
}

fn walk(start: AnyPosition, plies: usize, random: &mut SplitMix64) -> Option<OpeningLine> {
    let mut opening = OpeningLine { start, moves: Vec::with_capacity(plies) };
    let mut here = start;
    for _ in 0..plies {
        let moves = here.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let m = moves[random.remainder(moves.len())];
        opening.moves.push(m);
        here = here.play(m);
    }
    let playable = opening.game().outcome().is_none();
    (playable && with_position!(&here, p => is_balanced(p))).then_some(opening)
}

/// One of the 960 first positions: bishops on squares of both colours, the king between the rooks.
fn shuffled_start(random: &mut SplitMix64) -> AnyPosition {
    loop {
        let mut men = *b"rnbqkbnr";
        shuffle(&mut men, random);
        let places = |man| men.iter().enumerate().filter(move |(_, m)| **m == man).map(|(file, _)| file);
        let (king, rooks): (Option<usize>, Vec<usize>) = (places(b'k').next(), places(b'r').collect());
        let bishops: usize = places(b'b').sum();
        if bishops % 2 == 1 && king.is_some_and(|king| rooks[0] < king && king < rooks[1]) {
            let black = String::from_utf8_lossy(&men).into_owned();
            let white = black.to_uppercase();
            let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
            if let Ok(position) = AnyPosition::from_fen(VariantId::Chess, &fen) {
                return position;
            }
        }
    }
}

/// What a man is worth when material is counted, in hundredths of a pawn.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Met => 170,
        Role::Khon => 260,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// How deep the mover looks for a win, captures apart.
const DEPTH: u32 = 2;

/// Whether nobody is mated or loses as much as a pawn soon.
fn is_balanced<V: Variant>(position: &Position<V>) -> bool {
    // A window that is just wide enough to tell.
    let score = search(position, DEPTH, -101, 101);
    score.abs() < 100
}

/// Material after the best play of both sides: alpha-beta without any art.
fn search<V: Variant>(position: &Position<V>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let us = position.turn();
    let mut best = -100_000;
    if depth == 0 {
        let count = |side| {
            V::ROLES.iter().map(|&role| worth(role) * position.men(side, role).len() as i32).sum::<i32>()
        };
        best = count(us) - count(!us);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
    }
    let mut moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { -100_000 } else { 0 };
    }
    if depth == 0 {
        moves.retain(|m| position.is_capture(*m));
    }
    moves.sort_by_key(|m| -position.role_on(m.to()).map_or(0, worth));
    for m in moves {
        let score = -search(&position.play(m), depth.saturating_sub(1), -beta, -alpha);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;
    use kempelen_rules::{Chess, SquareSet};

    fn balanced(fen: &str) -> bool {
        is_balanced(&fen.parse::<Position<Chess>>().unwrap())
    }

    #[test]
    fn hanging_men_and_mates_are_no_balance() {
        assert!(balanced("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        // The queen can be taken for nothing.
        assert!(!balanced("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"));
        // Fool's mate is on the board for Black.
        assert!(!balanced("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"));
        // A knight ahead.
        assert!(!balanced("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"));
    }

    #[test]
    fn random_openings_are_long_enough_different_and_repeatable() {
        for kind in GameKind::ALL {
            let make = |number| opening(kind, 6, &mut stream(5, number));
            let first: Vec<OpeningLine> = (0..20).map(make).collect();
            assert_eq!(first, (0..20).map(make).collect::<Vec<_>>());
            assert!(first.iter().all(|opening| opening.moves.len() == 6));
            let mut fens: Vec<String> = first.iter().map(|opening| opening.game().position().fen()).collect();
            fens.sort();
            fens.dedup();
            assert!(fens.len() > 15, "{kind}: {fens:?}");
        }
    }

    #[test]
    fn shuffled_starts_obey_the_rules_of_chess960() {
        let mut random = stream(1, 1);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..300 {
            let AnyPosition::Chess(position) = shuffled_start(&mut random) else { unreachable!() };
            let white = position.side(kempelen_rules::Color::White);
            let bishops = position.role(Role::Bishop) & white;
            assert_eq!((bishops & SquareSet::DARK).len(), 1);
            assert_eq!(position.castling_rooks().len(), 4);
            seen.insert(position.fen());
        }
        assert!(seen.len() > 200);
    }
}

//! Chess beside shakmaty: legal moves, SAN, FEN, check and outcome, over more than 100,000 positions of random
//! games from the orthodox start, the Chess960 starts, the perft suites and boards with few men.

use crate::support::{chess960, few_men};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::uci::Castling;
use kempelen_rules::{Chess, Color, End, Position, Variant, san, uci};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

/// The same position in the two libraries.
struct Pair {
    ours: Position<Chess>,
    theirs: shakmaty::Chess,
}

impl Pair {
    fn new(ours: Position<Chess>) -> Option<Self> {
        let fen: Fen = ours.fen().parse().expect("a FEN");
        // The other library refuses what cannot come about in a game; such starts are left out.
        let theirs = fen.into_position(CastlingMode::Chess960).ok()?;
        Some(Self { ours, theirs })
    }

    /// Compares everything both can say of the position.
    fn compare(&self) {
        let Self { ours, theirs } = self;
        let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
        assert_eq!(ours.fen(), fen);
        assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");
        assert_eq!(ours.checkers().bits(), theirs.checkers().0, "{fen}");

        let mut our_moves: Vec<(String, String)> = ours
            .legal_moves()
            .into_iter()
            .map(|m| (uci::write(ours, m, Castling::KingTakesRook), san::write(ours, m)))
            .collect();
        let mut their_moves: Vec<(String, String)> = theirs
            .legal_moves()
            .into_iter()
            .map(|m| {
                let uci = m.to_uci(CastlingMode::Chess960).to_string();
                (uci, SanPlus::from_move(theirs.clone(), m).to_string())
            })
            .collect();
        our_moves.sort();
        their_moves.sort();
        assert_eq!(our_moves, their_moves, "{fen}");

        for (color, theirs_color) in
            [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            let stuck = theirs.has_insufficient_material(theirs_color);
            assert_eq!(!Chess::can_mate(ours, color), stuck, "{color}: {fen}");
        }
        let wanted = if theirs.is_checkmate() {
            Some(End::Checkmate { winner: !ours.turn() })
        } else if theirs.is_stalemate() {
            Some(End::Stalemate)
        } else {
            theirs.is_insufficient_material().then_some(End::InsufficientMaterial)
        };
        assert_eq!(ours.end(), wanted, "{fen}");
    }

    /// Plays the same move in both; `false` where there is none.
    fn play(&mut self, chance: &mut SplitMix64) -> bool {
        let moves = self.ours.legal_moves();
        if moves.is_empty() {
            return false;
        }
        let m = *chance.pick(&moves);
        let text = uci::write(&self.ours, m, Castling::KingTakesRook);
        let other: shakmaty::uci::UciMove = text.parse().expect("a move");
        let other = other.to_move(&self.theirs).expect("a legal move");
        self.theirs.play_unchecked(other);
        self.ours = self.ours.play(m);
        true
    }
}

/// Random games of at most so many plies from each of these positions.
fn playouts(
    starts: impl IntoIterator<Item = Position<Chess>>,
    plies: usize,
    chance: &mut SplitMix64,
) -> usize {
    let mut compared = 0;
    for start in starts {
        let Some(mut pair) = Pair::new(start) else { continue };
        for _ in 0..=plies {
            pair.compare();
            compared += 1;
            if !pair.play(chance) {
                break;
            }
        }
    }
    compared
}

fn position(fen: &str) -> Position<Chess> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn orthodox_games() {
    let compared = playouts((0..130).map(|_| Position::default()), 400, &mut SplitMix64::new(1));
    assert!(compared > 25_000, "{compared}");
}

#[test]
fn chess960_games() {
    let starts = (0..960).map(|number| position(&chess960(number)));
    let compared = playouts(starts, 40, &mut SplitMix64::new(2));
    assert!(compared > 35_000, "{compared}");
}

#[test]
fn games_from_the_perft_suites() {
    let suites =
        include_str!("../../data/chess.epd").lines().chain(include_str!("../../data/chess960.epd").lines());
    let fens = suites.filter(|line| line.contains('/')).filter_map(|line| line.split(';').next());
    let compared = playouts(fens.map(position), 60, &mut SplitMix64::new(3));
    assert!(compared > 25_000, "{compared}");
}

#[test]
fn games_with_few_men() {
    let mut chance = SplitMix64::new(4);
    let starts: Vec<_> = (0..12_000).filter_map(|_| few_men(&mut chance)).collect();
    let compared = playouts(starts, 5, &mut chance);
    assert!(compared > 25_000, "{compared}");
}

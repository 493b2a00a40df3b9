//! How games end.

use kempelen_rules::{Chess, Color, End, Game, IllegalMove, Makruk, Move, Position, Square, Variant, uci};

fn play<V: Variant>(fen: &str, moves: &str) -> Game<V> {
    let mut game = Game::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    for text in moves.split_whitespace() {
        let m =
            uci::read(game.position(), text).unwrap_or_else(|error| panic!("{error} in {}", game.position()));
        game.play(m);
    }
    game
}

fn end(fen: &str, moves: &str) -> Option<End> {
    play::<Chess>(fen, moves).outcome()
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn mate_and_stalemate() {
    let mate = play::<Chess>(Chess::START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mate.outcome(), Some(End::Checkmate { winner: Color::Black }));
    assert_eq!((mate.result(), mate.outcome().and_then(End::winner)), ("0-1", Some(Color::Black)));
    assert_eq!(end("7k/8/6QK/8/8/8/8/8 b - - 0 1", ""), Some(End::Stalemate));
    assert_eq!(play::<Chess>(Chess::START, "e2e4").result(), "*");
}

#[test]
fn repetition() {
    let game = |times| play::<Chess>(Chess::START, &SHUFFLE.repeat(times));
    assert_eq!((game(1).outcome(), game(1).repetitions()), (None, 2));
    assert_eq!((game(2).outcome(), game(2).automatic_outcome()), (Some(End::Threefold), None));
    assert_eq!((game(3).automatic_outcome(), game(3).repetitions()), (None, 4));
    assert_eq!(game(4).automatic_outcome(), Some(End::Fivefold));
    let mut back = game(2);
    assert_eq!(back.take_back(), Some(Move::new(Square::F6, Square::G8)));
    assert_eq!(back.outcome(), None);
}

/// The same men are not the same position while a pawn may be taken in passing, or after a right to castle is gone.
#[test]
fn positions_that_only_look_alike() {
    let passing = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let around = "e8d8 e1d1 d8e8 d1e1 ";
    let game = play::<Chess>(passing, &format!("e2e4 {}", around.repeat(2)));
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    let game = play::<Chess>(passing, &format!("e2e4 {}", around.repeat(3)));
    assert_eq!((game.repetitions(), game.outcome()), (3, Some(End::Threefold)));
    // Nothing can capture here, so the double step changes nothing.
    let game = play::<Chess>(&passing.replace("3p4", "p7"), &format!("e2e4 {}", around.repeat(2)));
    assert_eq!((game.repetitions(), game.outcome()), (3, Some(End::Threefold)));

    let game = play::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &"e1d1 e8d8 d1e1 d8e8 ".repeat(2));
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
}

#[test]
fn fifty_and_seventy_five_moves() {
    let at = |plies| format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {plies} 90");
    assert_eq!(end(&at(98), "a1a2"), None);
    assert_eq!(end(&at(99), "a1a2"), Some(End::FiftyMoves));
    assert_eq!(end(&at(99), "e2e3"), None);
    assert_eq!(play::<Chess>(&at(99), "a1a2").automatic_outcome(), None);
    assert_eq!(play::<Chess>(&at(149), "a1a2").automatic_outcome(), Some(End::SeventyFiveMoves));
    // Mate comes first.
    assert_eq!(
        end("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8"),
        Some(End::Checkmate { winner: Color::White })
    );
}

/// Per side, which is what decides when time runs out.
#[test]
fn who_can_mate_in_chess() {
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true, false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true, false),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true),
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", false, false),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", true, true),
        ("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", false, true),
        ("4kp2/8/8/8/8/8/8/4KN2 w - - 0 1", true, true),
    ] {
        let fen = fen.replace("4kp2/8", "4k3/5p2");
        let position: Position<Chess> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let can = |side| Chess::can_mate(&position, side);
        assert_eq!((can(Color::White), can(Color::Black)), (white, black), "{fen}");
        assert_eq!(position.end() == Some(End::InsufficientMaterial), !white && !black, "{fen}");
    }
}

#[test]
fn makruk_knows_no_fifty_moves_and_no_fivefold() {
    let game = play::<Makruk>("4k3/8/8/8/8/P7/8/R3K3 w - - 400 300", "a1a2");
    assert_eq!((game.outcome(), game.automatic_outcome()), (None, None));
    let game = play::<Makruk>(Makruk::START, &"b1d2 b8d7 d2b1 d7b8 ".repeat(2));
    assert_eq!((game.outcome(), game.automatic_outcome()), (Some(End::Threefold), Some(End::Threefold)));
}

#[test]
fn only_legal_moves_are_tried() {
    let mut game = Game::<Chess>::default();
    let m = Move::new(Square::E2, Square::E5);
    assert_eq!(game.try_play(m), Err(IllegalMove(m)));
    assert_eq!(game.moves(), []);
    assert_eq!(game.try_play(Move::new(Square::E2, Square::E4)), Ok(()));
}

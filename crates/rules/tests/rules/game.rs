//! How games end.

use kempelen_rules::pgn::{self, Record};
use kempelen_rules::{
    Chess, Color, CountCall, CountKeeping, CountRefusal, End, Game, IllegalMove, Makruk, Move, Position,
    Square, Variant, uci,
};

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

/// A khon and a rua against a ma, without bia; Black is the weaker side.
const WEAKER: &str = "3k4/8/3n4/8/8/2S5/3R4/3K4 b - - 0 1";

fn by_hand(fen: &str) -> Game<Makruk> {
    Game::new(fen.parse().expect("a position")).keeping_count(CountKeeping::ByHand)
}

fn play_all(game: &mut Game<Makruk>, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(uci::read(game.position(), text).expect("a legal move"));
    }
}

#[test]
fn by_hand_the_boards_count_begins_and_stops_when_the_weaker_side_says_so() {
    let mut game = by_hand(WEAKER);
    play_all(&mut game, "d8e7 d1e2");
    assert_eq!(game.position().draw_count().spoken(), None, "nobody has begun");
    assert_eq!(game.call_count(CountCall::Stop), Err(CountRefusal::NotRunning));
    assert_eq!(game.call_count(CountCall::Start), Ok(()));
    assert_eq!(game.call_count(CountCall::Start), Err(CountRefusal::Running));
    play_all(&mut game, "e7f6");
    assert_eq!(game.position().draw_count().spoken(), Some((1, 64)));
    assert_eq!(game.call_count(CountCall::Stop), Err(CountRefusal::NotYours));
    play_all(&mut game, "e2d1 f6e7 d1e2");
    assert_eq!(game.position().draw_count().spoken(), Some((2, 64)));
    assert_eq!(game.call_count(CountCall::Stop), Ok(()));
    play_all(&mut game, "e7f6");
    assert_eq!(
        (game.position().draw_count().spoken(), game.count_offer()),
        (None, None),
        "White is stronger"
    );
    play_all(&mut game, "e2d1");
    assert_eq!((game.count_offer(), game.call_count(CountCall::Start)), (Some(64), Ok(())));
    play_all(&mut game, "f6e7");
    assert_eq!(game.position().draw_count().spoken(), Some((1, 64)), "anew from one");
    assert_eq!(game.count_calls(), [(2, CountCall::Start), (6, CountCall::Stop), (8, CountCall::Start)]);
    game.take_back();
    game.take_back();
    assert_eq!(game.count_calls().len(), 2, "what came later is taken back too");
}

#[test]
fn by_hand_the_pieces_count_begins_by_itself_and_cannot_be_stopped() {
    let mut game = by_hand("3k4/8/3n4/8/8/2S5/3R4/3K4 w - - 0 1");
    assert_eq!(game.call_count(CountCall::Start), Err(CountRefusal::Stronger));
    play_all(&mut game, "d2d6");
    assert_eq!(game.position().draw_count().spoken(), Some((4, 16)), "four men, and a rua");
    assert_eq!(game.call_count(CountCall::Stop), Err(CountRefusal::BareKing));
    let mut usual = Game::<Makruk>::new(WEAKER.parse().expect("a position"));
    assert_eq!(usual.call_count(CountCall::Start), Err(CountRefusal::Automatic));
    let mut early = Game::<Makruk>::default().keeping_count(CountKeeping::ByHand);
    assert_eq!(early.call_count(CountCall::Start), Err(CountRefusal::TooManyMen));
}

#[test]
fn a_record_keeps_who_began_to_count_and_who_stopped() {
    let mut game = by_hand(WEAKER);
    game.call_count(CountCall::Start).expect("the weaker side");
    play_all(&mut game, "d8e7 d1e2");
    game.call_count(CountCall::Stop).expect("its own count");
    play_all(&mut game, "e7f6");
    let text = Record::of_game(&game.clone().into()).to_string();
    assert!(text.contains("[Counting \"by hand\"]"), "{text}");
    assert!(text.contains("{[%count start]}") && text.contains("{[%count stop]}"), "{text}");
    let again = pgn::read(text.as_bytes()).next().expect("a game").expect("a game").game();
    assert_eq!((again.count_calls(), again.position().fen()), (game.count_calls(), game.position().fen()));
}

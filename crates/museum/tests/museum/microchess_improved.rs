//! What the manual of Microchess wished for: the figures asked for, the openings, and a plain search to hold it to.

use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Score as Reported, Stop};
use kempelen_museum::limits::MachineLimits as Bounds;
use kempelen_museum::microchess;
use kempelen_museum::microchess_improved::book::Book;
use kempelen_museum::microchess_improved::{self, ImprovedEvaluation, Phase, think};
use kempelen_rules::{
    AnyGame, AnyPosition, Chess, Color, Game, Move, Position, Role, Square, VariantId, uci,
};
use kempelen_trace::{Event, Mute, Trace, Why};

/// These searches would last for minutes; so much tells obedience from the lack of it, on a busy machine too.
const PROMPT: Duration = Duration::from_secs(2);

fn at(fen: &str) -> Position<Chess> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(moves: &str) -> Position<Chess> {
    let mut position = Position::default();
    for text in moves.split_whitespace() {
        position = position.play(uci::read(&position, text).unwrap_or_else(|error| panic!("{error}")));
    }
    position
}

fn machine() -> Box<dyn Engine> {
    (microchess_improved::entry().make)()
}

fn ask(game: &AnyGame, limits: Limits) -> Report {
    machine().think(Ask::new(game, limits, &Stop::new(), &mut |_| ())).expect("an answer")
}

fn game(position: Position<Chess>) -> AnyGame {
    AnyGame::Chess(Game::new(position))
}

fn answers(moves: &str) -> Vec<String> {
    let position = after(moves);
    let mut words: Vec<String> = Book::of_all_tapes()
        .answers(&position)
        .iter()
        .map(|&m| uci::write(&position, m, uci::Castling::Natural))
        .collect();
    words.sort();
    words
}

/// The openings by their names, as any book of openings has them.
#[test]
fn the_five_openings_are_known_from_both_sides() {
    assert_eq!(answers(""), ["d2d4", "e2e4"]);
    assert_eq!(answers("e2e4"), ["e7e5", "e7e6"]);
    assert_eq!(answers("d2d4"), ["g8f6"]);
    // The three open games part at the third move.
    assert_eq!(answers("e2e4 e7e5 g1f3 b8c6"), ["b1c3", "f1b5", "f1c4"]);
    assert_eq!(answers("e2e4 e7e5 g1f3 b8c6 f1c4"), ["f8c5"]);
    assert_eq!(answers("e2e4 e7e5 g1f3 b8c6 f1b5"), ["g8f6"]);
    assert_eq!(answers("e2e4 e7e5 g1f3 b8c6 b1c3"), ["g8f6"]);
    assert_eq!(answers("e2e4 e7e6 d2d4"), ["d7d5"]);
    assert_eq!(answers("d2d4 g8f6 c2c4 e7e6 g1f3"), ["b7b6"]);
    // The whole of the giuoco piano, with both castlings of the tapes.
    let line = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4 c3d4 c5b4 b1c3 f6e4 e1g1 e4c3 b2c3";
    let moves: Vec<&str> = line.split(' ').collect();
    for (ply, expected) in moves.iter().enumerate() {
        let known = answers(&moves[..ply].join(" "));
        assert!(known.contains(&(*expected).to_owned()), "{expected} after {:?}: {known:?}", &moves[..ply]);
    }
    assert_eq!(answers("h2h4"), [""; 0]);
    assert!(Book::of_all_tapes().len() > 70);
}

#[test]
fn the_book_is_played_and_forbidden_moves_are_not() {
    let start = game(Position::default());
    let report = ask(&start, Limits::default());
    assert_eq!((report.nodes, report.details.from_book), (0, true));
    assert_eq!(ask(&start, Limits::default()).best, report.best);
    let only = [Move::new(Square::H2, Square::H4)];
    let (stop, mut tell) = (Stop::new(), |_: &Info| ());
    let question = Ask { only: &only, ..Ask::new(&start, Limits::depth(2), &stop, &mut tell) };
    assert_eq!(machine().think(question).expect("an answer").best, Some(only[0]));
}

#[test]
fn phases_follow_the_number_of_men() {
    assert_eq!(Phase::of(&Position::default()), Phase::Opening);
    // 21, 20, 10 and 9 men besides the kings.
    for (fen, phase) in [
        ("rnbqk3/pppppp2/8/8/8/8/PPPPPP2/RNBQK1N1 w - - 0 1", Phase::Opening),
        ("rnbqk3/pppppp2/8/8/8/8/PPPPPP2/RNBQK3 w - - 0 1", Phase::Middle),
        ("4k3/ppppp3/8/8/8/8/PPPPP3/4K3 w - - 0 1", Phase::Middle),
        ("4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1", Phase::End),
    ] {
        assert_eq!(Phase::of(&at(fen)), phase, "{fen}");
    }
}

/// Men 1 3 3 5 9; passed +2, isolated -1, doubled -0.5; an open file +1.
#[test]
fn the_figures_asked_for_are_the_figures() {
    for (men, hundredths) in [("P", 100), ("N", 300), ("B", 300), ("R", 500), ("Q", 900)] {
        let evaluation = ImprovedEvaluation::of(&at(&format!("7k/8/8/8/8/{men}7/8/K7 w - - 0 1")));
        assert_eq!(evaluation.material, hundredths, "{men}");
    }
    let pawns = |fen| ImprovedEvaluation::of(&at(fen)).pawns;
    assert_eq!(pawns("4k3/8/8/8/8/P7/8/4K3 w - - 0 1"), 200 - 100, "passed and isolated");
    assert_eq!(pawns("4k3/8/8/8/8/PP6/8/4K3 w - - 0 1"), 2 * 200, "passed and not isolated");
    assert_eq!(pawns("4k3/8/8/8/P7/P7/8/4K3 w - - 0 1"), 2 * (200 - 100) - 50, "doubled");
    assert_eq!(pawns("4k3/p7/8/8/8/P7/8/4K3 w - - 0 1"), 0, "both isolated, neither passed");
    assert_eq!(pawns("4k3/1p6/8/8/8/P7/8/4K3 b - - 0 1"), 0, "stopped from the next file");
    assert_eq!(pawns("4k3/8/8/8/1p6/P7/8/4K3 b - - 0 1"), 0, "abreast of each other they do not pass");
    assert_eq!(pawns("4k3/8/8/P7/1p6/8/8/4K3 w - - 0 1"), 0, "both have passed");
    // Ten men: a middle game. White's rook has the open d-file, Black's a file with a pawn.
    let open = at("r3k3/pppp4/8/8/8/8/PPP2P2/3RK3 w - - 0 1");
    assert_eq!(ImprovedEvaluation::of(&open).open_files, 0, "a black pawn stands on the d-file");
    let open = at("r3k3/ppp2p2/8/8/8/8/PPP2P2/3RK3 w - - 0 1");
    assert_eq!(ImprovedEvaluation::of(&open).open_files, 100);
}

#[test]
fn each_phase_asks_for_its_own() {
    let opening = ImprovedEvaluation::of(&after("g1f3 a7a6 e2e4 a6a5"));
    assert_eq!(opening.development, 25);
    assert!(opening.centre > 0 && opening.pawns == 0 && opening.king_activity == 0);
    let castled = ImprovedEvaluation::of(&at("r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w kq - 0 1"));
    assert_eq!((castled.phase, castled.king_safety), (Phase::Middle, 50 + 3 * 25 - 25));
    let shut_in = ImprovedEvaluation::of(&at("r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R5KR w kq - 0 1"));
    assert_eq!(shut_in.king_safety, 3 * 25 - 25);
    let end = ImprovedEvaluation::of(&at("k7/8/8/8/3K4/8/8/8 w - - 0 1"));
    assert_eq!((end.phase, end.king_activity), (Phase::End, 30));
    let push = ImprovedEvaluation::of(&at("k7/4P3/8/8/8/8/8/K7 w - - 0 1"));
    assert_eq!(push.passed_pawns, 5 * 20);
    let check = ImprovedEvaluation::of(&at("k7/8/8/8/8/8/8/K6q w - - 0 1"));
    assert_eq!(check.check, -25);
}

#[test]
fn the_colours_are_alike() {
    let mut dice = Dice(11);
    for plies in 0..150 {
        let position = dice.position(plies);
        let (seen, mirrored) =
            (ImprovedEvaluation::of(&position), ImprovedEvaluation::of(&position.mirror()));
        assert_eq!(seen.total(), -mirrored.total(), "{position}");
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn position(&mut self, plies: usize) -> Position<Chess> {
        let mut position = Position::default();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[self.below(moves.len())]);
        }
        position
    }
}

/// Negamax without alpha-beta or order. It gives up where captures never seem to end.
fn plain(position: &Position<Chess>, depth: u8, ply: i32, patience: &mut u32) -> Option<i32> {
    *patience = patience.checked_sub(1)?;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(if position.in_check() { ply - 100_000 } else { 0 });
    }
    let white = ImprovedEvaluation::of(position).total();
    let mut best = if depth == 0 { position.turn().pick(white, -white) } else { -1_000_000 };
    let noisy = |m: Move| position.is_capture(m) || m.promoted() == Some(Role::Queen);
    for m in moves.into_iter().filter(|&m| depth > 0 || noisy(m)) {
        best = best.max(-plain(&position.play(m), depth.saturating_sub(1), ply + 1, patience)?);
    }
    Some(best)
}

#[test]
fn alpha_beta_finds_what_a_plain_search_finds() {
    let mut dice = Dice(5);
    let mut compared = 0;
    for plies in 0..240 {
        let position = dice.position(plies % 120);
        // Draws are known to the machine and not to the plain search.
        if position.end().is_some() || position.draw_count().plies > 90 {
            continue;
        }
        for depth in 1..=2 {
            let Some(expected) = plain(&position, depth, 0, &mut 100_000) else { continue };
            let found = think(&Game::new(position), Bounds::depth(depth), &mut Mute);
            assert_eq!(found.score.0, expected, "{position} depth {depth}");
            let child = position.play(found.best.expect("a move"));
            assert_eq!(plain(&child, depth - 1, 1, &mut 100_000).map(|score| -score), Some(expected));
            compared += 1;
        }
    }
    assert!(compared > 50, "only {compared} searches were compared");
}

#[test]
fn mates_are_found_and_the_shortest_is_played() {
    for fen in ["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"] {
        assert_eq!(ask(&game(at(fen)), Limits::depth(3)).score(), Some(Reported::Mate(1)), "{fen}");
    }
    // Two rooks mate in two; the other side is mated in one whatever it does.
    let ladder = at("7k/8/R7/1R6/8/8/8/6K1 w - - 0 1");
    let report = ask(&game(ladder), Limits::depth(3));
    assert_eq!(report.score(), Some(Reported::Mate(2)));
    let lost = ladder.play(report.best.expect("a move"));
    assert_eq!(ask(&game(lost), Limits::depth(3)).score(), Some(Reported::Mate(-1)));
}

#[test]
fn special_moves_are_its_own() {
    for (fen, wanted) in [
        // Promotion mates.
        ("6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1", "a7a8q"),
        // A pawn that mates in passing, or else loses everything.
        ("k7/8/3p4/2pP4/8/8/5q2/7K w - c6 0 1", "d5c6"),
    ] {
        let position = at(fen);
        let best = ask(&game(position), Limits::depth(3)).best.expect("a move");
        assert_eq!(uci::write(&position, best, uci::Castling::Natural), wanted, "{fen}");
    }
    let castles = at("6k1/8/8/8/8/8/5PPP/4K2R w K - 0 1");
    let only: Vec<Move> = castles.legal_moves().into_iter().filter(|&m| castles.is_castling(m)).collect();
    let (game, stop, mut tell) = (game(castles), Stop::new(), |_: &Info| ());
    let question = Ask { only: &only, ..Ask::new(&game, Limits::depth(1), &stop, &mut tell) };
    assert_eq!(machine().think(question).expect("an answer").best, Some(only[0]));
}

/// A game in which the men have gone to and fro, so that the side to move can repeat.
fn to_and_fro(fen: &str) -> AnyGame {
    let mut game = game(at(fen));
    for text in ["g1h1", "g8h8", "h1g1", "h8g8"] {
        game.play(game.position().read_uci(text).expect("a legal move"));
    }
    game
}

#[test]
fn a_side_that_is_lost_repeats_and_one_that_is_winning_does_not() {
    let repeats = Some(Move::new(Square::G1, Square::H1));
    let lost = ask(&to_and_fro("6k1/5ppp/8/q7/8/8/5PPP/6K1 w - - 0 1"), Limits::depth(3));
    assert_eq!((lost.best, lost.score()), (repeats, Some(Reported::Cp(0))));
    let winning = ask(&to_and_fro("6k1/5ppp/8/Q7/8/8/5PPP/6K1 w - - 0 1"), Limits::depth(3));
    assert_ne!(winning.best, repeats);
}

#[test]
fn thinking_aloud_changes_nothing_and_nests() {
    let mut seen = Vec::new();
    let mut dice = Dice(9);
    let mut positions: Vec<_> = [8, 20, 35, 60, 90].map(|plies| dice.position(plies)).into();
    for fen in [
        "7k/8/R7/1R6/8/8/8/6K1 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/r7/6K1 w - - 98 90",
    ] {
        positions.push(at(fen));
    }
    positions.push(at("k7/8/8/8/8/8/1p6/K1B5 w - - 0 1"));
    let mut games: Vec<_> = positions.into_iter().filter(Position::can_move).map(game).collect();
    games.push(to_and_fro("6k1/5ppp/8/q7/8/8/5PPP/6K1 w - - 0 1"));
    for game in games {
        let (mut trace, stop) = (Trace::new(), Stop::new());
        let limits = Limits::depth(3);
        let aloud = machine()
            .think_aloud(Ask::new(&game, limits, &stop, &mut |_| ()), &mut trace)
            .expect("an answer");
        let quiet = ask(&game, limits);
        assert_eq!((aloud.best, aloud.nodes, aloud.score()), (quiet.best, quiet.nodes, quiet.score()));
        let (mut open, mut entered, mut left, mut best) = (0, 0, None, None);
        for event in trace.events() {
            match event {
                Event::Enter { alpha, beta, .. } => {
                    assert!(alpha < beta);
                    open += 1;
                    entered += 1;
                }
                Event::Leave { score, why } => {
                    open -= 1;
                    left = Some(score);
                    seen.push(why);
                }
                Event::Best { m, score } => {
                    assert_eq!(left, Some(-score));
                    if open == 1 {
                        best = Some(m);
                    }
                }
                _ => {}
            }
        }
        assert_eq!((open, entered, best), (0, aloud.nodes, aloud.best));
    }
    for why in [
        Why::Searched,
        Why::Beta,
        Why::StandPat,
        Why::Horizon,
        Why::Mate,
        Why::Stalemate,
        Why::Repetition,
        Why::FiftyMoves,
        Why::Material,
    ] {
        assert!(seen.contains(&why), "{why:?} does not occur");
    }
}

#[test]
fn limits_are_obeyed_and_makruk_refused() {
    let kiwipete = game(at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
    let stop = Stop::new();
    stop.stop();
    let begun = Instant::now();
    let report =
        machine().think(Ask::new(&kiwipete, Limits::depth(9), &stop, &mut |_| ())).expect("an answer");
    assert!(report.best.is_some() && begun.elapsed() < PROMPT);
    let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::depth(9) };
    let report = machine().think(Ask::new(&kiwipete, limits, &Stop::new(), &mut |_| ())).expect("an answer");
    assert!(report.best.is_some());
    assert_eq!(ask(&kiwipete, Limits { nodes: Some(700), ..Limits::depth(9) }).nodes, 700);
    let makruk = AnyGame::new(AnyPosition::start(VariantId::Makruk));
    let answer = machine().think(Ask::new(&makruk, Limits::depth(1), &Stop::new(), &mut |_| ()));
    assert!(matches!(answer, Err(EngineError::Variant { .. })));
}

/// The point of all the wishes.
#[test]
fn it_beats_the_machine_of_1976() {
    let (mut won, mut lost) = (0, 0);
    for (number, opening) in ["a2a3 a7a6", "b2b3 h7h6", "g2g3 b7b6", "h2h3 g7g6"].iter().enumerate() {
        let improved = Color::ALL[number % 2];
        let mut game = game(after(opening));
        let mut engines = [machine(), (microchess::entry().make)()];
        while game.outcome().is_none() && game.moves().len() < 200 {
            let turn = game.position().turn();
            let engine = &mut engines[usize::from(turn != improved)];
            let report = engine.think(Ask::new(&game, Limits::default(), &Stop::new(), &mut |_| ()));
            let Some(m) = report.ok().and_then(|report| report.best) else {
                *(if turn == improved { &mut lost } else { &mut won }) += 1;
                break;
            };
            game.play(m);
        }
        match game.outcome().and_then(kempelen_rules::End::winner) {
            Some(winner) if winner == improved => won += 1,
            Some(_) => lost += 1,
            None => {}
        }
    }
    assert!(won >= 3 && lost == 0, "won {won}, lost {lost}");
}

//! What is said of well-known positions.

use kempelen_coach::{ExplainError, Matter, MoveExplanation, blind_spot, explain};
use kempelen_engine::{Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};

fn told(id: &str, variant: VariantId, fen: &str, text: &str, limits: Limits) -> (AnyGame, MoveExplanation) {
    let game = AnyGame::new(AnyPosition::from_fen(variant, fen).expect("a position"));
    let m = game.position().read_move(text).expect("a move");
    let stop = Stop::new();
    let mut engine = kempelen_cabinet::open(id).expect("an engine");
    let told =
        explain(&mut *engine, &Matter { game: &game, m, limits, stop: &stop }).expect("an explanation");
    (game, told)
}

fn modern(fen: &str, text: &str) -> MoveExplanation {
    told("kempelen", VariantId::Chess, fen, text, Limits::nodes(20_000)).1
}

#[test]
fn a_fork_is_told_with_its_men_and_its_gain() {
    // The rook leaves the queen to a knight's check.
    let told = modern("3r2k1/p4ppp/8/8/3n4/8/5PPP/R1Q3K1 w - - 0 1", "Rxa7");
    let text = told.sentences.join(" ");
    assert!(
        text.contains("1...Ne2+") && text.contains("has won a queen for a knight and a pawn")
            || text.contains("has won a queen for a pawn"),
        "{text}"
    );
    assert!(text.contains("the knight on e2 forks the queen on c1 and the king on g1"), "{text}");
    assert!(told.motifs().contains(&"fork"), "{text}");
    assert!(text.contains("Better is "), "{text}");
}

#[test]
fn a_mate_that_is_let_slip_is_told() {
    let told = modern("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "h3");
    assert_eq!(told.verdict(), "misses mate in 1");
    assert_eq!(told.sentences[0], "1.h3 lets a mate in 1 slip: 1.Ra8#.");
}

#[test]
fn a_good_move_is_praised_and_the_second_named() {
    let told = modern("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8");
    assert_eq!((told.verdict().as_str(), told.sentences[0].as_str()), ("as good", "1.Ra8# is mate."));
    assert!(told.runner_up.is_some());
}

#[test]
fn in_makruk_men_have_their_names() {
    let fen = "4k3/4p3/3p4/8/8/3R4/8/3K4 w - - 0 1";
    let (_, told) = told("kempelen", VariantId::Makruk, fen, "d3d6", Limits::nodes(20_000));
    let text = told.sentences.join(" ");
    assert!(text.contains("a rook for a pawn"), "{text}");
}

#[test]
fn a_referee_tells_what_an_old_machine_cannot_see() {
    // After Bxd1 White mates in two moves: Légal. SARGON at one ply sees a queen.
    let fen = "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5";
    let (game, old) = told("sargon", VariantId::Chess, fen, "Bxd1", Limits::depth(1));
    let (_, new) = told("kempelen", VariantId::Chess, fen, "Bxd1", Limits::nodes(20_000));
    let sentence = blind_spot(&game, [&old, &new], ["SARGON", "Kempelen"]).expect("a blind spot");
    assert!(sentence.contains("5...Bxd1 allows mate in 2: 6.Bxf7+ Ke7 7.Nd5#"), "{sentence}");
    assert!(sentence.ends_with("SARGON, which looks 1 ply ahead, does not see it."), "{sentence}");
}

#[test]
fn what_is_no_move_is_refused() {
    let game = AnyGame::new(AnyPosition::start(VariantId::Chess));
    let m = game.position().read_move("e4").expect("a move");
    let mut later = game.clone();
    later.play(m);
    let (stop, limits) = (Stop::new(), Limits::depth(2));
    let mut engine = kempelen_cabinet::open("kempelen").expect("an engine");
    let refused = explain(&mut *engine, &Matter { game: &later, m, limits, stop: &stop });
    assert!(matches!(refused, Err(ExplainError::Illegal)));
}

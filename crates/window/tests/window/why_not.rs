//! `why-not` on captures that lose: it names the refutation that every book on opening traps and tactics gives.

use kempelen_engine::{Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_trace::{How, Keep, Why};
use kempelen_window::{Question, Style, Tree, View, record};

struct Trap {
    name: &'static str,
    fen: &'static str,
    /// The capture that loses.
    capture: &'static str,
    refutation: &'static str,
    /// A later move of the line that makes it one.
    point: Option<&'static str>,
}

const TRAPS: [Trap; 5] = [
    Trap {
        name: "the elephant trap",
        fen: "r1bqkb1r/pppn1ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 6",
        capture: "Nxd5",
        refutation: "6...Nxd5",
        point: Some("Bb4+"),
    },
    Trap {
        name: "Légal's mate",
        fen: "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5",
        capture: "Bxd1",
        refutation: "6.Bxf7+",
        point: Some("Nd5#"),
    },
    Trap {
        name: "a fork, once the rook has left its queen",
        fen: "3r2k1/p4ppp/8/8/3n4/8/5PPP/R1Q3K1 w - - 0 1",
        capture: "Rxa7",
        refutation: "1...Ne2+",
        point: Some("Nxc1"),
    },
    Trap {
        name: "a back rank",
        fen: "3r2k1/5ppp/8/8/8/p7/5PPP/R5K1 w - - 0 1",
        capture: "Rxa3",
        refutation: "1...Rd1#",
        point: None,
    },
    Trap {
        name: "a guarded pawn",
        fen: "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1",
        capture: "Qxd5",
        refutation: "1...cxd5",
        point: None,
    },
];

fn why_not(engine: &str, variant: VariantId, fen: &str, depth: u8, capture: &str, keep: Keep) -> String {
    let position = AnyPosition::from_fen(variant, fen).expect("a position");
    let m = position.read_move(capture).expect("a move");
    let (game, stop) = (AnyGame::new(position), Stop::new());
    let mut engine = kempelen_cabinet::open(engine).expect("an engine");
    let question = Question::new(&game, Limits::depth(depth), &stop);
    let recording = record(&mut *engine, &question, keep).expect("a recording");
    View::new(recording).expect("a view").why_not(m, &Style { width: 400, ..Style::default() })
}

#[test]
fn losing_captures_are_refuted_by_name() {
    for trap in TRAPS {
        for keep in [Keep::whole(), Keep { memory: Some(1), ..Keep::whole() }] {
            let text = why_not("kempelen", VariantId::Chess, trap.fen, 9, trap.capture, keep.clone());
            let Trap { name, refutation, point, .. } = trap;
            assert!(
                text.contains(&format!("The refutation that was found: {refutation}.")),
                "{name}:\n{text}"
            );
            // What the table knew was searched earlier, and may not have been kept.
            let point = point.filter(|_| keep == Keep::whole());
            assert!(point.is_none_or(|point| text.contains(point)), "{name}: {point:?} in\n{text}");
            assert!(text.contains("kempelen chose"), "{name}:\n{text}");
        }
    }
}

#[test]
fn it_says_at_which_depth_a_move_fell_behind() {
    // At first the queen is won for nothing.
    let legal = &TRAPS[1];
    let text = why_not("kempelen", VariantId::Chess, legal.fen, 9, legal.capture, Keep::whole());
    assert!(
        text.contains("It was the best at depth ") && text.contains("has been behind since depth "),
        "{text}"
    );
}

#[test]
fn old_machines_are_asked_too() {
    let rank = &TRAPS[3];
    // Not chess1.m: as Black it shuns the move that mates, since the sign of its mates is wrong.
    for id in ["sargon", "sameshi", "microchess-improved"] {
        let text = why_not(id, VariantId::Chess, rank.fen, 3, rank.capture, Keep::whole());
        assert!(text.contains("The refutation that was found: 1...Rd1#."), "{id}:\n{text}");
    }
}

#[test]
fn in_makruk_too() {
    // The pawn on d6 is guarded by the one on e7.
    let fen = "4k3/4p3/3p4/8/8/3R4/8/3K4 w - - 0 1";
    for id in ["kempelen", "makruk-ai"] {
        let text = why_not(id, VariantId::Makruk, fen, 4, "d3d6", Keep::whole());
        assert!(text.contains("The refutation that was found: 1...exd6."), "{id}:\n{text}");
    }
}

#[test]
fn moves_that_were_never_searched_have_a_reason_too() {
    let text = why_not("mint", VariantId::Chess, TRAPS[4].fen, 1, "Qa2", Keep::whole());
    assert!(text.contains("drawn by lot"), "{text}");
}

/// White mates after 16.Qb7 Bc5 17.Qc8+; what holds the pawn's loss to a pawn is 16...f6.
const CUT_BY_F6: &str = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16";

#[test]
fn the_move_that_cuts_off_is_named_by_sargon_too() {
    let text = why_not("sargon", VariantId::Chess, CUT_BY_F6, 3, "Qb7", Keep::whole());
    assert!(text.contains("The refutation that was found: 16...f6."), "{text}");
    let position = AnyPosition::from_fen(VariantId::Chess, CUT_BY_F6).expect("a position");
    let (game, stop) = (AnyGame::new(position), Stop::new());
    let mut engine = kempelen_cabinet::open("sargon").expect("an engine");
    let question = Question::new(&game, Limits::depth(3), &stop);
    let tree =
        Tree::new(record(&mut *engine, &question, Keep::whole()).expect("a recording")).expect("a tree");
    let mut cutoffs = 0;
    for id in tree.ids().filter(|&id| tree[id].why == Why::Beta) {
        // A ply is left with the move that was tried last.
        let last = tree.children(id).filter(|&child| tree[child].how == How::Full).last();
        assert_eq!(tree.best(id).map(|(m, _)| m), last.and_then(|child| tree[child].m), "{}", tree.line(id));
        cutoffs += 1;
    }
    assert!(cutoffs > 100, "{cutoffs}");
}

//! Small positions, each made for one thing.

use kempelen_motifs::{
    AnyLine, Harm, IllegalAt, Line, MaterialLedger, Motif, Race, best_exchange, exchange, motifs, names,
    threats,
};
use kempelen_rules::{AnyPosition, Chess, Color, Makruk, Move, Position, Square, Variant, VariantId, uci};

/// A line from a FEN and moves as UCI writes them.
fn line<V: Variant>(fen: &str, moves: &str) -> Line<V> {
    let start: Position<V> = fen.parse().expect("a position");
    let mut here = start;
    let read = |text| {
        let m = uci::read(&here, text).expect("a move");
        here = here.play(m);
        m
    };
    let moves: Vec<Move> = moves.split_whitespace().map(read).collect();
    Line::new(start, &moves).expect("legal moves")
}

/// The words for a motif of a line.
fn words<V: Variant>(line: &Line<V>, motif: Motif) -> String {
    let found = motifs(line);
    let finding = found.iter().find(|finding| finding.motif == motif);
    finding.map_or_else(|| format!("no {motif} in {:?}", names(&found)), |finding| finding.words(line))
}

#[test]
fn a_pin_to_the_king() {
    let line = line::<Chess>("4k3/8/8/4n3/8/3P4/8/R5K1 w - - 0 1", "a1e1 e8d7 d3d4 d7d6 d4e5");
    assert_eq!(words(&line, Motif::Pin), "the rook on e1 pins the knight on e5 to the king on e8");
}

#[test]
fn a_skewer() {
    let line = line::<Chess>("8/8/8/q2k4/8/8/8/6RK w - - 0 1", "g1g5 d5c4 g5a5");
    assert_eq!(
        words(&line, Motif::Skewer),
        "the rook on g5 attacks the king on d5 and, behind it, the queen on a5"
    );
}

#[test]
fn deflection_names_what_is_lost() {
    let line = line::<Chess>("3r2k1/5ppp/8/3b4/8/8/3Q1PPP/4R1K1 w - - 0 1", "e1e8 d8e8 d2d5");
    assert_eq!(
        words(&line, Motif::Deflection),
        "the rook on e8 draws the rook on d8 away from the bishop on d5"
    );
}

#[test]
fn a_rua_pins_and_a_ma_forks() {
    let pin = line::<Makruk>("4k3/8/8/4n3/8/3P4/8/R6K w - - 0 1", "a1e1 e8d7 d3d4 d7d6 d4e5");
    assert_eq!(words(&pin, Motif::Pin), "the rook on e1 pins the knight on e5 to the king on e8");
    let fork = line::<Makruk>("r3k3/8/8/1N6/8/8/8/7K w - - 0 1", "b5c7 e8d7 c7a8");
    assert_eq!(words(&fork, Motif::Fork), "the knight on c7 forks the rook on a8 and the king on e8");
}

#[test]
fn names_of_mates_are_for_chess_alone() {
    let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    assert!(names(&motifs(&line::<Chess>(fen, "a1a8"))).contains(&"backRankMate"));
    // A bia stands lower in makruk, so that the same shape needs other men.
    let mate = line::<Makruk>("6k1/5sss/8/8/8/8/8/R6K w - - 0 1", "a1a8");
    let found = names(&motifs(&mate));
    assert!(!found.contains(&"backRankMate"), "{found:?}");
}

#[test]
fn a_bia_promotes_and_the_count_runs_out() {
    let promotes = line::<Makruk>("4k3/8/8/P7/8/8/8/4K2R w - - 0 1", "a5a6m");
    assert_eq!(words(&promotes, Motif::Promotion), "a pawn becomes the met on a6");
    // A bare khun counts to 16 against a rua: two more half-moves are over the limit of 32.
    let counted = line::<Makruk>("4k3/8/8/8/8/8/8/R3K3 b - 32 31 60", "e8d7 a1a2 d7d6");
    assert!(names(&motifs(&counted)).contains(&"countRunsOut"), "{:?}", counted.last());
}

#[test]
fn the_solver_is_who_moves_last_unless_told() {
    let one = line::<Chess>("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5 e8e7");
    assert_eq!(one.solver(), Color::Black);
    assert!(!names(&motifs(&one)).contains(&"hangingPiece"));
    assert!(names(&motifs(&one.solved_by(Color::White))).contains(&"hangingPiece"));
}

#[test]
fn nothing_is_said_of_nothing() {
    assert_eq!(motifs(&line::<Chess>(Chess::START, "")), []);
    assert_eq!(motifs(&line::<Makruk>(Makruk::START, "")), []);
}

#[test]
fn an_illegal_move_is_refused_with_its_place() {
    let start = AnyPosition::start(VariantId::Chess);
    let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E2, Square::E4)];
    let error = AnyLine::new(start, &moves).err();
    assert_eq!(error, Some(IllegalAt { ply: 1, m: moves[1] }));
    assert_eq!(
        error.map(|error| error.to_string()).as_deref(),
        Some("move 2 of the line, e2e4, is not legal there")
    );
}

#[test]
fn exchanges_are_played_out() {
    // Rook behind rook against two protectors of the pawn.
    let position: Position<Chess> = "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1".parse().expect("a position");
    let takes = uci::read(&position, "d2d5").expect("a move");
    assert_eq!(exchange(&position, takes), -400);
    assert_eq!(best_exchange(&position), None);
    // A queen promoted where a rook takes it is worth its pawn.
    let position: Position<Chess> = "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    assert_eq!(exchange(&position, uci::read(&position, "b7b8q").expect("a move")), -100);
    assert_eq!(exchange(&position, uci::read(&position, "b7a8q").expect("a move")), 1_300);
}

#[test]
fn the_ledger_knows_pawns_taken_in_passing() {
    let line = line::<Chess>("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6");
    let ledger = MaterialLedger::of(&line);
    assert_eq!(ledger.entries.len(), 1);
    assert_eq!(ledger.entries[0].taken.map(|(_, square)| square), Some(Square::D5));
    assert_eq!((ledger.start, ledger.end, ledger.gain()), (0, 100, 100));
    assert!(names(&motifs(&line)).contains(&"enPassant"));
}

#[test]
fn threats_are_what_would_come_after_a_pass() {
    let position: Position<Chess> = "4k3/8/8/3q4/8/2N5/8/4K3 b - - 0 1".parse().expect("a position");
    let found: Vec<_> = threats(&position).iter().map(|threat| (threat.m.to_string(), threat.what)).collect();
    assert_eq!(found, [("c3d5".to_owned(), Harm::Wins(900))]);
    let check: Position<Chess> = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1".parse().expect("a position");
    assert_eq!(threats(&check), []);
}

#[test]
fn who_promotes_first() {
    let race = |fen: &str| Race::of(&fen.parse::<Position<Chess>>().expect("a position"));
    // Both kings stand in the squares of the pawns.
    assert_eq!(race("k7/8/8/8/P6p/8/8/7K w - - 0 1").winner(), None);
    // Both pawns run five moves: who is to move is first.
    let even = "8/7p/8/8/8/8/P7/1K4k1 w - - 0 1";
    assert_eq!(race(even).runner(Color::White).map(|runner| runner.moves), Some(5));
    assert_eq!(race(even).winner(), Some(Color::White));
    assert_eq!(race(&even.replace('w', "b")).winner(), Some(Color::Black));
    // An officer may stop any pawn.
    assert_eq!(race("8/8/8/P7/8/8/8/1K4bk w - - 0 1").winner(), None);
}

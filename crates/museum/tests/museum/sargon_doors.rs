//! SARGON's doors: watching, meddling, setting up, and bad input.

use crate::sargon_data::{SearchRow, json_lines_gz};
use kempelen_museum::sargon::{
    BookUse, HandsOff, Here, Interfere, PieceKind, PlyMax, Points, Sargon, SargonEvent, SargonMove,
    SargonMoveError, SargonSetupError, SargonSquare,
};
use kempelen_trace::Mute;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn plymax(plies: u8) -> PlyMax {
    PlyMax::new(plies).expect("a depth")
}

fn golden_rows() -> Vec<SearchRow> {
    let mut rows = json_lines_gz::<SearchRow>("searches.jsonl.gz");
    rows.extend(json_lines_gz::<SearchRow>("adversarial.jsonl.gz"));
    rows.retain(|row| row.nodes < 3000);
    rows
}

#[test]
fn watching_does_not_change_thinking() {
    for row in golden_rows() {
        let mut alone = Sargon::from_fen(&row.fen, BookUse::Closed).expect("a golden position");
        let mut watched = alone.clone();
        let mut events: Vec<SargonEvent> = Vec::new();
        let thought = watched.think_with(plymax(row.plymax), &mut events, &mut HandsOff).expect("moves");
        assert_eq!(Some(&thought), alone.think(plymax(row.plymax)).as_ref());

        let count =
            |wanted: fn(&SargonEvent) -> bool| events.iter().filter(|event| wanted(event)).count() as u64;
        assert_eq!(count(|event| matches!(event, SargonEvent::Evaluated { .. })), row.nodes);
        assert_eq!(count(|event| matches!(event, SargonEvent::Generated { .. })), row.genmovs);
        let best_at_root = events.iter().rev().find_map(|event| match event {
            SargonEvent::Best(comparison) if comparison.ply == 1 => Some(comparison),
            _ => None,
        });
        let best_at_root = best_at_root.expect("a best move");
        assert_eq!(best_at_root.mv.map(|mv| mv.to_string()), Some(row.best));
        assert_eq!(best_at_root.negated(), row.score_raw);
        assert_plies_nest(&events);
    }
}

/// Plies are entered and left like brackets, and everything else happens at the ply that is open.
fn assert_plies_nest(events: &[SargonEvent]) {
    let mut open = 0;
    for event in events {
        match *event {
            SargonEvent::Entered { ply, by } => {
                assert_eq!((ply, by.is_some()), (open + 1, ply > 1));
                open = ply;
            }
            SargonEvent::Left { ply } => {
                assert_eq!(ply, open);
                open -= 1;
            }
            SargonEvent::Evaluated { ply, mv, points, value } => {
                assert_eq!((ply, points.value), (open, value));
                assert_eq!(mv.is_some(), ply > 0);
            }
            SargonEvent::Cutoff(comparison) => {
                assert_eq!(comparison.ply, open);
                assert!(comparison.score <= comparison.two_lower);
            }
            SargonEvent::Best(comparison) => assert!(comparison.negated() > comparison.one_lower),
            SargonEvent::NotBest(comparison) => assert!(comparison.negated() <= comparison.one_lower),
            SargonEvent::Generated { ply, .. }
            | SargonEvent::Illegal { ply, .. }
            | SargonEvent::Mate { ply }
            | SargonEvent::Stalemate { ply } => {
                assert_eq!(ply, open);
            }
        }
    }
    assert_eq!(open, 0);
}

/// Takes the queens off the list of generated moves.
struct NoQueenMoves;

impl Interfere for NoQueenMoves {
    fn allows(&mut self, here: Here<'_>, mv: SargonMove) -> bool {
        here.piece_on(mv.first.from).kind() != PieceKind::Queen
    }
}

#[test]
fn vetoed_moves_are_not_played() {
    let mut sargon = Sargon::from_fen("7k/8/6K1/8/8/8/8/Q7 w - - 0 40", BookUse::Closed).expect("a position");
    assert_eq!(sargon.think(plymax(1)).expect("moves").score_raw, 255);
    let thought = sargon.think_with(plymax(1), &mut Mute, &mut NoQueenMoves).expect("moves");
    assert_eq!(sargon.piece_on(thought.best.first.from).kind(), PieceKind::King);
}

/// Finds one square beautiful.
struct LovesTheCorner(SargonSquare);

impl Interfere for LovesTheCorner {
    fn value(&mut self, here: Here<'_>, points: Points) -> u8 {
        if here.piece_on(self.0).is_empty() { points.value } else { 2 }
    }
}

#[test]
fn replaced_values_decide() {
    let corner = SargonSquare::from_name("a8").expect("a square");
    let mut sargon =
        Sargon::from_fen("8/8/8/8/4k3/8/8/R3K3 w - - 0 40", BookUse::Closed).expect("a position");
    assert_ne!(sargon.think(plymax(1)).expect("moves").best.to_string(), "a1a8");
    let thought = sargon.think_with(plymax(1), &mut Mute, &mut LovesTheCorner(corner)).expect("moves");
    assert_eq!((thought.best.to_string().as_str(), thought.score_raw), ("a1a8", 254));
}

/// Gives up after a number of moves.
struct Impatient(u32);

impl Interfere for Impatient {
    fn abandons(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn an_abandoned_search_leaves_the_position_as_it_was() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let fresh = Sargon::from_fen(fen, BookUse::Closed).expect("a position").think(plymax(3));
    for patience in [1, 2, 10, 100, 1000] {
        let mut sargon = Sargon::from_fen(fen, BookUse::Closed).expect("a position");
        let thought = sargon.think_with(plymax(4), &mut Mute, &mut Impatient(patience));
        assert!(thought.is_none_or(|thought| thought.abandoned));
        assert_eq!(sargon.think(plymax(3)), fresh);
    }
}

#[test]
fn the_first_move_comes_from_the_book() {
    let mut sargon = Sargon::new();
    let book_move =
        |sargon: &mut Sargon| sargon.think(plymax(1)).map(|t| (t.best.to_string(), t.from_book, t.score_raw));
    assert_eq!(book_move(&mut sargon), Some(("d2d4".to_owned(), true, 0)));
    assert_eq!(book_move(&mut sargon), Some(("e2e4".to_owned(), true, 0)));
    for (first, answer) in
        [("a2a3", "e7e5"), ("b2b4", "e7e5"), ("c2c4", "e7e5"), ("d2d4", "d7d5"), ("e2e3", "e7e5")]
            .into_iter()
            .chain([("f2f4", "d7d5"), ("g2g3", "d7d5"), ("h2h4", "d7d5"), ("b1c3", "d7d5"), ("g1f3", "d7d5")])
    {
        sargon.set_up(START, BookUse::Open).expect("the start");
        sargon.play(first).expect("a first move");
        assert_eq!(book_move(&mut sargon), Some((answer.to_owned(), true, 0)), "{first}");
        sargon.play(answer).expect("an answer");
        assert_eq!(sargon.moveno(), 2);
        assert!(!sargon.think(plymax(1)).expect("moves").from_book);
    }
}

#[test]
fn move_numbers_follow_the_convention() {
    let moveno = |fen: &str, book| Sargon::from_fen(fen, book).expect(fen).moveno();
    assert_eq!(moveno(START, BookUse::Open), 1);
    assert_eq!(moveno(START, BookUse::Closed), 2);
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(moveno(after_e4, BookUse::Open), 1);
    assert_eq!(moveno(after_e4, BookUse::Closed), 2);
    // Not a first move: the pawn cannot have come from e2.
    assert_eq!(moveno("rnbqkbnr/pppppppp/8/8/2P5/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", BookUse::Open), 2);
    // 32 squares differ, less the king that stands at home.
    assert_eq!(moveno("4k3/8/8/8/8/8/8/K7 w - - 0 1", BookUse::Open), 15);
    assert_eq!(moveno("4k3/8/8/8/8/8/8/K7 w - - 0 300", BookUse::Open), 44);
    // The byte comes round to 1, but this is not a first move.
    let late = "4k3/8/8/8/8/8/8/K6R w - - 0 257";
    assert!(!Sargon::from_fen(late, BookUse::Open).expect(late).think(plymax(1)).expect("moves").from_book);
}

#[test]
fn without_a_legal_move_there_is_no_thought() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 40";
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 40";
    for fen in [mated, stalemated] {
        let mut sargon = Sargon::from_fen(fen, BookUse::Closed).expect("a position");
        assert!(sargon.think(plymax(3)).is_none());
        assert!(sargon.legal_moves().is_empty());
    }
}

#[test]
fn a_mate_is_announced_for_the_right_move() {
    let announced = |fen: &str, plies| {
        Sargon::from_fen(fen, BookUse::Closed).expect(fen).think(plymax(plies)).expect("moves").announced_mate
    };
    // Mate on the spot for either side, mate in two, and no mate.
    assert_eq!(announced("8/8/8/3R4/3K2R1/8/8/7k w - - 0 30", 2), Some(0));
    assert_eq!(announced("8/8/8/3r4/3k2r1/8/8/7K b - - 0 30", 2), Some(0));
    assert_eq!(announced("r2n2k1/5ppp/b5q1/1P3N2/8/8/3Q1PPP/3R2K1 w - - 0 1", 3), Some(1));
    assert_eq!(announced("r2n2k1/5ppp/b5q1/1P3N2/8/8/3Q1PPP/3R2K1 w - - 0 1", 2), None);
}

#[test]
fn bad_positions_are_refused_with_the_text_at_fault() {
    let refused = |fen: &str| Sargon::from_fen(fen, BookUse::Closed).err();
    assert_eq!(refused(""), Some(SargonSetupError::Placement(String::new())));
    assert_eq!(refused("8/8/8 w - - 0 1"), Some(SargonSetupError::Placement("8/8/8".to_owned())));
    for placement in [
        "k7/8/8/8/8/8/8/K8",
        "k7/8/8/8/8/8/8/K5",
        "k7/8/8/8/8/8/8/KX6",
        "k7/9/8/8/8/8/8/K7",
        "k7/8/8/8/8/8/8/K7/8",
    ] {
        let fen = format!("{placement} w - - 0 1");
        assert_eq!(refused(&fen), Some(SargonSetupError::Placement(placement.to_owned())));
    }
    for placement in ["8/8/8/8/8/8/8/8", "k7/8/8/8/8/8/8/8", "kk6/8/8/8/8/8/8/K7"] {
        let fen = format!("{placement} w - - 0 1");
        assert_eq!(refused(&fen), Some(SargonSetupError::Kings(placement.to_owned())));
    }
    assert_eq!(
        refused("k6P/8/8/8/8/8/8/K7 w - - 0 1"),
        Some(SargonSetupError::Pawns("k6P/8/8/8/8/8/8/K7".to_owned()))
    );
    assert_eq!(refused("k7/8/8/8/8/8/8/K7 x - - 0 1"), Some(SargonSetupError::Side("x".to_owned())));
    assert_eq!(refused("k7/8/8/8/8/8/8/K7 w KX - 0 1"), Some(SargonSetupError::Castling("KX".to_owned())));
    assert_eq!(refused("k7/8/8/8/8/8/8/K7 w - e9 0 1"), Some(SargonSetupError::EnPassant("e9".to_owned())));
    assert_eq!(
        refused("k7/8/8/8/8/8/8/K7 w - - 0 soon"),
        Some(SargonSetupError::MoveNumber("soon".to_owned()))
    );
}

#[test]
fn bad_moves_are_refused_and_change_nothing() {
    let mut sargon = Sargon::from_fen("k7/7P/8/8/8/8/8/K7 w - - 0 40", BookUse::Closed).expect("a position");
    for text in ["", "e2", "h7h9", "h7h8qq", "h7h8k", "é2e4", "a1a1ü"] {
        assert_eq!(sargon.play(text), Err(SargonMoveError::Syntax(text.to_owned())));
    }
    for text in ["h7h8n", "h7h8", "h7h6", "a1c1", "a8a7", "a1a2q"] {
        assert_eq!(sargon.play(text), Err(SargonMoveError::Illegal(text.to_owned())));
    }
    assert_eq!(sargon.play("h7h8q").map(|mv| mv.to_string()), Ok("h7h8q".to_owned()));
}

/// Eight pins against the white king and as many against the white queen: more than the list has room for.
const CROWDED_PINS: &str = "b1r1b2k/1NNN4/rNQNr3/bNrNb3/bNNNb3/rNKNr3/1NNN4/b1r1b3 w - - 0 9";

#[test]
fn more_pins_than_the_list_holds_are_survived() {
    let sargon = Sargon::from_fen(CROWDED_PINS, BookUse::Closed).expect("a position");
    assert!(sargon.evaluate().pins.len() > 10);
}

#[test]
fn strange_positions_are_survived() {
    let strange = [
        // Nine queens a side.
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
        // Every square taken.
        "kqqqqqqq/rrrrrrrr/bbbbbbbb/nnnnnnnn/NNNNNNNN/BBBBBBBB/RRRRRRRR/KQQQQQQQ w - - 0 9",
        // The king of the side that has just moved can be taken.
        "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 9",
        CROWDED_PINS,
        // En passant and castling fields that do not fit the board.
        "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
    ];
    for fen in strange {
        for plies in 1..=3 {
            let mut sargon = Sargon::from_fen(fen, BookUse::Open).expect(fen);
            sargon.evaluate();
            sargon.move_table();
            let Some(thought) = sargon.think(plymax(plies)) else { continue };
            sargon.play(&thought.best.to_string()).ok();
            sargon.think(plymax(plies));
        }
    }
}

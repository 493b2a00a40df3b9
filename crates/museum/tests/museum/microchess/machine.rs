//! The generator and the search, on small boards whose outcome follows from the description.

use kempelen_museum::microchess::{
    CountedCandidate, JanusState, Level, MicrochessBoard, MicrochessEvent, MicrochessThought,
    MicrochessWatch, StepOutcome, Tables, think, think_with,
};
use kempelen_trace::Mute;

/// A board with own and opponent's men given as (slot, square).
fn board(own: &[(usize, u8)], opp: &[(usize, u8)]) -> MicrochessBoard {
    let mut board = MicrochessBoard::EMPTY;
    for &(slot, square) in own {
        board.own[slot] = square;
    }
    for &(slot, square) in opp {
        board.opp[slot] = square;
    }
    board
}

fn moves(thought: &MicrochessThought) -> Vec<(u8, u8)> {
    thought.candidates.iter().map(|candidate| (candidate.slot, candidate.to)).collect()
}

fn candidate(thought: &MicrochessThought, slot: u8, to: u8) -> CountedCandidate {
    let found = thought.candidates.iter().find(|candidate| (candidate.slot, candidate.to) == (slot, to));
    *found.expect("the move is a candidate")
}

#[test]
fn men_move_in_the_order_of_the_tables() {
    let only = |slot, square| -> Vec<u8> {
        let thought = think(&board(&[(slot, square)], &[]), Level::NORMAL, &mut Mute);
        moves(&thought).into_iter().map(|(_, to)| to).collect()
    };
    assert_eq!(only(7, 0x33), [0x54, 0x52, 0x41, 0x45, 0x25, 0x21, 0x14, 0x12]);
    assert_eq!(only(0, 0x33), [0x24, 0x22, 0x42, 0x44, 0x43, 0x34, 0x32, 0x23]);
    assert_eq!(only(4, 0x11), [0x02, 0x00, 0x20, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]);
    let rook = [0x21, 0x31, 0x41, 0x51, 0x61, 0x71, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x10, 0x01];
    assert_eq!(only(2, 0x11), rook);
    let bishop = [0x02, 0x00, 0x20, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77];
    assert_eq!(only(1, 0x11), [bishop.as_slice(), rook.as_slice()].concat());
}

#[test]
fn the_men_take_turns_from_the_kings_pawn_to_the_king() {
    let slots: Vec<u8> = think(&MicrochessBoard::START, Level::BLITZ, &mut Mute)
        .candidates
        .iter()
        .map(|candidate| candidate.slot)
        .collect();
    let pawns: Vec<u8> = (8..16).rev().flat_map(|slot| [slot, slot]).collect();
    assert_eq!(slots, [pawns.as_slice(), &[7, 7, 6, 6]].concat());
}

#[test]
fn pawns_capture_to_step_six_then_five_then_go_forward() {
    let position = board(&[(12, 0x12)], &[(1, 0x21), (2, 0x23)]);
    assert_eq!(
        moves(&think(&position, Level::BLITZ, &mut Mute)),
        [(12, 0x21), (12, 0x23), (12, 0x22), (12, 0x32)]
    );
    // Nothing to capture, or a friend there: only forward.
    let friends = board(&[(12, 0x12), (13, 0x21)], &[]);
    assert_eq!(moves(&think(&friends, Level::BLITZ, &mut Mute)), [(13, 0x31), (12, 0x22), (12, 0x32)]);
    // Nobody is captured straight ahead, and nobody is jumped.
    let blocked = board(&[(12, 0x12)], &[(1, 0x22)]);
    assert_eq!(moves(&think(&blocked, Level::BLITZ, &mut Mute)), []);
    let half = board(&[(12, 0x12)], &[(1, 0x32)]);
    assert_eq!(moves(&think(&half, Level::BLITZ, &mut Mute)), [(12, 0x22)]);
}

#[test]
fn the_double_step_depends_on_the_rank_reached() {
    let squares = |from| moves(&think(&board(&[(8, from)], &[]), Level::BLITZ, &mut Mute));
    assert_eq!(squares(0x04), [(8, 0x14)]);
    assert_eq!(squares(0x14), [(8, 0x24), (8, 0x34)]);
    assert_eq!(squares(0x24), [(8, 0x34)]);
    assert_eq!(squares(0x64), [(8, 0x74)]);
    assert_eq!(squares(0x74), []);
}

#[test]
fn a_double_step_that_answers_a_check_is_missed() {
    // The rook on 37 checks the king on 30 along the fourth rank; the pawn on 13 could step in between on 33.
    let position = board(&[(0, 0x30), (15, 0x13)], &[(0, 0x73), (2, 0x37)]);
    let thought = think(&position, Level::NORMAL, &mut Mute);
    assert!(thought.candidates.iter().all(|candidate| candidate.slot == 0));
    // Without the check test both steps are there.
    let blitz = think(&position, Level::BLITZ, &mut Mute);
    assert_eq!(moves(&blitz)[..2], [(15, 0x23), (15, 0x33)]);
}

#[test]
fn sliders_pass_over_squares_that_leave_the_king_in_check() {
    // The queen on 00 can only answer the rook's check along the fourth rank by going to 33 or taking on 37.
    let position = board(&[(0, 0x30), (1, 0x03)], &[(0, 0x77), (2, 0x37)]);
    let thought = think(&position, Level::NORMAL, &mut Mute);
    let queen: Vec<u8> = thought
        .candidates
        .iter()
        .filter(|candidate| candidate.slot == 1)
        .map(|candidate| candidate.to)
        .collect();
    assert_eq!(queen, [0x36, 0x33]);
}

#[test]
fn a_king_off_the_board_is_never_in_check() {
    let position = board(&[(2, 0x00)], &[(0, 0x77), (3, 0x07), (1, 0x70)]);
    let normal = think(&position, Level::NORMAL, &mut Mute);
    let blitz = think(&position, Level::BLITZ, &mut Mute);
    assert_eq!(moves(&normal), moves(&blitz));
    assert_eq!(normal.candidates.len(), 14);
}

#[test]
fn levels_of_other_byte_pairs_follow_the_same_rules() {
    // Check tests with the shortest exchange: candidates as in normal, exchange counters as in super blitz.
    let level = Level::from_bytes(0x08, 0xFF).unwrap();
    let position = board(&[(0, 0x03), (1, 0x33), (6, 0x22)], &[(0, 0x73), (1, 0x63), (6, 0x52), (2, 0x37)]);
    let mixed = think(&position, level, &mut Mute);
    let normal = think(&position, Level::NORMAL, &mut Mute);
    assert_eq!(moves(&mixed), moves(&normal));
    let chain = |candidate: &CountedCandidate| {
        let counters = candidate.counters;
        [counters.wcap1, counters.bcap1, counters.wcap2, counters.bcap2]
    };
    assert!(mixed.candidates.iter().all(|candidate| chain(candidate) == [0; 4]));
    assert!(normal.candidates.iter().any(|candidate| chain(candidate) != [0; 4]));
    assert!(
        mixed.candidates.iter().zip(&normal.candidates).all(|(a, b)| a.counters.bcap0 == b.counters.bcap0)
    );
}

#[test]
fn levels_have_names() {
    for (name, level) in Level::NAMED {
        assert_eq!(name.parse(), Ok(level));
        assert_eq!(level.to_string(), name);
        assert_eq!(Level::from_bytes(level.check_test(), level.exchange_limit()), Some(level));
    }
    assert_eq!("Blitz!".parse::<Level>().unwrap_err().0, "Blitz!");
    assert_eq!(Level::from_bytes(0x07, 0xFB), None);
    assert_eq!(Level::from_bytes(0x08, 0xFA), None);
    assert_eq!(Level::from_bytes(0x00, 0xFC).unwrap().to_string(), "00/FC");
}

/// The man that the player is most likely to take does not count in the continuation; the king always does.
#[test]
fn the_best_victim_is_left_out_of_the_continuation() {
    // After the king's move the rook on 70 attacks the knight on 00, which then does not count.
    let position = board(&[(0, 0x45), (6, 0x00)], &[(2, 0x70)]);
    let thought = think(&position, Level::BLITZ, &mut Mute);
    let away = candidate(&thought, 0, 0x55);
    assert_eq!((away.counters.reply.best_victim, away.counters.reply.best_capture), (6, 4));
    assert_eq!(away.counters.continuation.mobility, 8);
    // When the king itself is attacked its moves count all the same.
    let into_check = candidate(&thought, 6, 0x12);
    assert_eq!(into_check.counters.continuation.mobility, 14);
    let hanging = think(&board(&[(0, 0x45)], &[(2, 0x75)]), Level::BLITZ, &mut Mute);
    let stays = candidate(&hanging, 0, 0x55);
    assert_eq!((stays.counters.reply.best_capture, stays.counters.continuation.mobility), (11, 8));
}

#[test]
fn exchanges_ignore_pawns_and_kings_and_follow_captures_elsewhere() {
    // The player's rook on 07 can take a pawn on 17 and nothing else.
    let pawn = board(&[(9, 0x17), (0, 0x42)], &[(2, 0x07)]);
    let thought = think(&pawn, Level::BLITZ, &mut Mute);
    let quiet = candidate(&thought, 0, 0x43);
    assert_eq!((quiet.counters.reply.best_capture, quiet.counters.bcap0), (2, 0));
    // It takes a knight instead, and the computer answers on the other side of the board: the rook on 70 takes a bishop.
    let knight = board(&[(6, 0x17), (0, 0x42), (2, 0x70)], &[(2, 0x07), (4, 0x75)]);
    let thought = think(&knight, Level::BLITZ, &mut Mute);
    let quiet = candidate(&thought, 0, 0x32);
    assert_eq!((quiet.counters.bcap0, quiet.counters.wcap1), (4, 4));
    assert_eq!(candidate(&think(&knight, Level::SUPER_BLITZ, &mut Mute), 0, 0x32).counters.wcap1, 0);
}

#[test]
fn men_sharing_a_square_are_found_in_the_order_of_the_lists() {
    // A pawn (slot 9) and a rook (slot 3) of the player share 17; the pawn is found first and the rook by exchanges.
    let shared = board(&[(2, 0x07)], &[(9, 0x17), (3, 0x17)]);
    let thought = think(&shared, Level::BLITZ, &mut Mute);
    assert_eq!(thought.prior.best_capture, 2);
    assert_eq!(candidate(&thought, 2, 0x17).counters.wcap0, 2);
    // After the capture the rook is still there, on the same square as its capturer, and moves.
    assert!(candidate(&thought, 2, 0x17).counters.reply.mobility > 10);
    // From the player's side: its king takes on the shared square, where the exchange finds the rook beneath the pawn.
    let shared = board(&[(0, 0x44), (9, 0x17), (3, 0x17)], &[(0, 0x07)]);
    let away = candidate(&think(&shared, Level::BLITZ, &mut Mute), 0, 0x45);
    assert_eq!((away.counters.reply.best_capture, away.counters.bcap0), (2, 6));
    // Own and opponent's man on one square: the opponent's is found first, so it can be captured.
    let mixed = board(&[(2, 0x07), (8, 0x17)], &[(9, 0x17)]);
    assert_eq!(candidate(&think(&mixed, Level::BLITZ, &mut Mute), 2, 0x17).counters.wcap0, 2);
}

#[test]
fn a_man_off_the_board_may_step_onto_it() {
    let thought = think(&board(&[(5, 0x88)], &[]), Level::NORMAL, &mut Mute);
    assert_eq!(
        moves(&thought),
        [(5, 0x77), (5, 0x66), (5, 0x55), (5, 0x44), (5, 0x33), (5, 0x22), (5, 0x11), (5, 0x00)]
    );
    assert!(thought.candidates.iter().all(|candidate| candidate.from == 0x88));
    // From 08, which is off the board but below 10, a rook comes in and even earns the bonus for development.
    let thought = think(&board(&[(2, 0x08)], &[]), Level::NORMAL, &mut Mute);
    let first = candidate(&thought, 2, 0x07);
    assert_eq!(first.from, 0x08);
    let strategy = thought.strategy(&first, &Tables::ORIGINAL);
    assert!(strategy.bonus.is_some());
    // Captured men never move.
    for byte in [0xCC, 0xAB] {
        assert_eq!(
            think(&MicrochessBoard { own: [byte; 16], opp: [byte; 16] }, Level::NORMAL, &mut Mute).candidates,
            []
        );
    }
}

#[test]
fn both_bytes_of_a_captured_man_mean_the_same() {
    let mut position = board(&[(0, 0x03), (1, 0x33), (15, 0x23)], &[(0, 0x73), (1, 0x63), (6, 0x52)]);
    let before = think(&position, Level::NORMAL, &mut Mute);
    for square in position.own.iter_mut().chain(&mut position.opp).filter(|square| **square == 0xCC) {
        *square = 0xAB;
    }
    assert_eq!(think(&position, Level::NORMAL, &mut Mute), before);
}

#[test]
fn overwritten_tables_change_moves_and_counts() {
    let position = board(&[(0, 0x00)], &[(1, 0x01), (0, 0x77)]);
    let mut tables = Tables::ORIGINAL;
    tables.steps[2] = 0x22; // The king's third step, once a square to the side.
    tables.points[1] = 3; // The queen.
    let thought = think_with(&position, Level::BLITZ, &tables, &mut Mute);
    assert_eq!(moves(&thought), [(0, 0x11), (0, 0x10), (0, 0x22)]);
    assert_eq!(thought.prior.best_capture, 0);
    let original = think(&position, Level::BLITZ, &mut Mute);
    assert_eq!(moves(&original), [(0, 0x11), (0, 0x10), (0, 0x01)]);
    assert_eq!(original.prior.best_capture, 10);
    // A step of 44 even brings captured men back: CC + 44 is 10.
    tables.steps[2] = 0x44;
    let risen = think_with(&position, Level::BLITZ, &tables, &mut Mute);
    assert_eq!(moves(&risen)[..2], [(3, 0x10), (3, 0x54)]);
}

/// A small generator of pseudo-random bytes (xorshift, 2003, George Marsaglia), so that every run tests the same boards.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 24) as u8
    }
}

#[test]
fn any_bytes_are_thought_about() {
    let mut bytes = Bytes(0x9E37_79B9_7F4A_7C15);
    let mut candidates = 0;
    for round in 0..600 {
        let mut position = MicrochessBoard::EMPTY;
        for square in position.own.iter_mut().chain(&mut position.opp) {
            *square = match round % 3 {
                // Any byte at all.
                0 => bytes.next(),
                // Men crowded onto one rank, sharing squares.
                1 => bytes.next() & 0x07 | 0x30,
                // A few men.
                _ if bytes.next() < 0xC0 => 0xCC,
                _ => bytes.next() & 0x77,
            };
        }
        let level = if round % 3 == 2 { Level::NORMAL } else { Level::SUPER_BLITZ };
        let thought = think(&position, level, &mut Mute);
        assert_eq!(thought, think(&position, level, &mut Mute));
        assert_eq!(thought.best.is_some(), thought.best_value >= 0x0F);
        candidates += thought.candidates.len();
    }
    assert!(candidates > 10_000);
}

/// Checks that what a watcher is told forms a proper story.
#[derive(Default)]
struct Story {
    states: Vec<JanusState>,
    made: Vec<JanusState>,
    exchanged: bool,
    deepest: usize,
    bests: Vec<u8>,
    decided: u32,
    visits_of_check_tests: u32,
    probes: u32,
}

impl MicrochessWatch for Story {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        match event() {
            MicrochessEvent::Enter { state, .. } => {
                self.states.push(state);
                self.deepest = self.deepest.max(self.states.len());
            }
            MicrochessEvent::Leave { state } => assert_eq!(self.states.pop(), Some(state)),
            MicrochessEvent::Probe { state, to, found, outcome, .. } => {
                assert_eq!(self.states.last(), Some(&state));
                let own = found.is_some_and(|entry| entry < 0x10);
                assert_eq!(outcome == StepOutcome::Blocked, to & 0x88 != 0 || own);
                self.probes += 1;
            }
            MicrochessEvent::Visit { state, .. } => {
                assert_eq!(self.states.last(), Some(&state));
                self.visits_of_check_tests += u32::from(state == JanusState::CheckTest);
            }
            MicrochessEvent::Make { state, .. } => {
                assert_eq!(self.states.last(), Some(&state));
                self.made.push(state);
            }
            MicrochessEvent::Unmake { state, .. } => assert_eq!(self.made.pop(), Some(state)),
            MicrochessEvent::Exchange => self.exchanged = !self.exchanged,
            MicrochessEvent::Counted { state, tally, .. } => {
                assert!(matches!(state, JanusState::Prior | JanusState::Reply | JanusState::Continuation));
                assert!(tally.mobility > 0);
            }
            MicrochessEvent::Exchanged { state, captured, counter, .. } => {
                assert!(matches!(state, JanusState::Reply | JanusState::Exchange(_)));
                assert!((1..8).contains(&captured) && counter >= 4);
            }
            MicrochessEvent::Judged(verdict) => assert!(verdict.candidate.to & 0x88 == 0),
            MicrochessEvent::Best(candidate) => self.bests.push(candidate.value),
            MicrochessEvent::Decided { .. } => self.decided += 1,
        }
    }
}

#[test]
fn a_watcher_hears_a_proper_story() {
    let (position, _) =
        MicrochessBoard::from_fen("r1bqk2r/ppp2ppp/2n2n2/2bpp3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w - - 0 1")
            .unwrap();
    let mut story = Story::default();
    let thought = think(&position, Level::NORMAL, &mut story);
    assert!(story.states.is_empty() && story.made.is_empty() && !story.exchanged);
    // Root, reply and four further captures.
    assert_eq!(story.deepest, 6);
    assert_eq!(story.decided, 1);
    assert!(story.bests.is_sorted_by(|a, b| a < b));
    assert_eq!(story.bests.last(), Some(&thought.best_value));
    assert!(story.visits_of_check_tests > 1000 && story.probes > 100_000);
}

#[test]
fn two_watchers_hear_the_same() {
    let position = board(&[(0, 0x00)], &[(0, 0x77)]);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    think(&position, Level::NORMAL, &mut (&mut first, &mut second));
    assert!(!first.is_empty());
    assert_eq!(first, second);
}

//! The machines at their own front ends.

use std::time::Duration;

use crate::common::{octave_at, sameshi_at};
use kempelen_museum::dialogue::Reply;
use kempelen_museum::{octave, sameshi};

/// A clock that stands still but for the machine's thinking, which takes so many hundredths of a second.
fn clock(hundredths: u64) -> impl FnMut() -> Duration {
    let mut now = Duration::from_secs(1000);
    move || {
        now += Duration::from_millis(hundredths * 10);
        now
    }
}

fn octave_game(fen: &str) -> octave::OctaveDialogue {
    octave::OctaveDialogue::at(octave_at(fen)).expect("it is White's turn")
}

const OCTAVE_PROMPT: &str = "Your turn (White):\nEnter move (e.g., e2e4 or e2-e4): ";
const START_BOARD: &str = " \n    a  b  c  d  e  f  g  h
  +------------------------+
8 | C  H  B  Q  K  B  H  C | 8
7 | P  P  P  P  P  P  P  P | 7
6 | .  .  .  .  .  .  .  . | 6
5 | .  .  .  .  .  .  .  . | 5
4 | .  .  .  .  .  .  .  . | 4
3 | .  .  .  .  .  .  .  . | 3
2 | P  P  P  P  P  P  P  P | 2
1 | C  H  B  Q  K  B  H  C | 1
  +------------------------+
    a  b  c  d  e  f  g  h
 \n";

#[test]
fn octave_greets_its_player() {
    let banner = [
        "=== CHESS GAME ===",
        "You are White (normal display, bottom rows 1-2).",
        "AI is Black (inverse colors, top rows 7-8).",
        "Pieces: P=Pawn, H=Horse, B=Bishop, C=Castle, Q=Queen, K=King",
        "Enter moves in chess notation (e.g., e2e4 or e2-e4)",
        "Enter \"q\" to quit",
        " ",
        "",
    ];
    assert_eq!(octave::OctaveDialogue::new().greeting(), banner.join("\n") + START_BOARD + OCTAVE_PROMPT);
}

#[test]
fn octave_shows_black_in_reverse_video_on_request() {
    let greeting = octave::OctaveDialogue::new().in_reverse_video().greeting();
    assert_eq!(greeting.matches("\x1b[7m").count(), 16);
    assert!(greeting.contains("8 |\x1b[7m C \x1b[0m\x1b[7m H \x1b[0m"));
    assert!(greeting.contains("1 | C  H  B  Q  K  B  H  C | 1"));
    assert_eq!(
        greeting.replace("\x1b[7m", "").replace("\x1b[0m", ""),
        octave::OctaveDialogue::new().greeting()
    );
}

/// The game of the known transcript, whose figures are the original's.
#[test]
fn octave_repeats_the_known_transcript() {
    let mut game = octave_game("r1b1kbnr/pppp1ppp/2n1p3/8/Q1P1P2P/1P4P1/P2P1P2/RNB1KBq1 w");
    let reply = game.line("d2d3\n", clock(8849));
    let expected = " \n    a  b  c  d  e  f  g  h
  +------------------------+
8 | C  .  B  .  K  B  H  C | 8
7 | P  P  P  P  .  P  P  P | 7
6 | .  .  H  .  P  .  .  . | 6
5 | .  .  .  .  .  .  .  . | 5
4 | Q  .  P  .  P  .  .  P | 4
3 | .  P  .  P  .  .  P  . | 3
2 | P  .  .  .  .  P  .  . | 2
1 | C  H  B  .  K  B  Q  . | 1
  +------------------------+
    a  b  c  d  e  f  g  h
 \nAI thinking...
AI move (88.49 sec, eval=11.5): f8c5
 \n    a  b  c  d  e  f  g  h
  +------------------------+
8 | C  .  B  .  K  .  H  C | 8
7 | P  P  P  P  .  P  P  P | 7
6 | .  .  H  .  P  .  .  . | 6
5 | .  .  B  .  .  .  .  . | 5
4 | Q  .  P  .  P  .  .  P | 4
3 | .  P  .  P  .  .  P  . | 3
2 | P  .  .  .  .  P  .  . | 2
1 | C  H  B  .  K  B  Q  . | 1
  +------------------------+
    a  b  c  d  e  f  g  h
 \n";
    assert_eq!(reply, Reply { text: expected.to_owned() + OCTAVE_PROMPT, over: false });
}

#[test]
fn octave_answers_e4_as_the_original_did() {
    for typed in ["e2e4", "e2-e4", "E2E4", " e2 e4 ", "e2 - e4\r\n", "-e-2-e-4-"] {
        let reply = octave::OctaveDialogue::new().line(typed, clock(8172));
        assert!(reply.text.contains("\nAI thinking...\nAI move (81.72 sec, eval=0.5): e7e6\n"), "{typed}");
        assert!(reply.text.ends_with(OCTAVE_PROMPT) && !reply.over);
    }
}

#[test]
fn octave_tells_invalid_input_from_illegal_moves() {
    let invalid = "Invalid input. Use format: e2e4 (column=a-h, row=1-8)\n".to_owned() + OCTAVE_PROMPT;
    let illegal = "Illegal move. Try again.\n".to_owned() + OCTAVE_PROMPT;
    let mut game = octave::OctaveDialogue::new();
    for typed in ["", "e2", "e2e", "e2e4q", "e2e9", "e0e4", "i2e4", "e2z4", "quit", "e2é4", "♔♔♔♔", "e2\te4"]
    {
        assert_eq!(game.line(typed, clock(0)).text, invalid, "{typed}");
    }
    // Here the original ends with an error.
    for typed in ["e2ei", "e2ej", "eie4", "eje4", "eee4", "eeee", "EJE4"] {
        assert_eq!(game.line(typed, clock(0)).text, invalid, "{typed}");
    }
    // For str2num the letter e is a number between 1 and 8.
    for typed in ["e2ee", "E2EE", "e2-e-e"] {
        assert_eq!(game.line(typed, clock(0)).text, illegal, "{typed}");
    }
    for typed in ["e2e5", "e7e5", "e4e5", "e1g1", "a1a1", "d1h5"] {
        assert_eq!(game.line(typed, clock(0)).text, illegal, "{typed}");
    }
    // Nothing of all that has changed the position.
    assert!(game.line("e2e4", clock(0)).text.contains("e7e6"));
}

#[test]
fn octave_says_goodbye() {
    for typed in ["q", "Q", "q\n"] {
        let mut game = octave::OctaveDialogue::new();
        let reply = game.line(typed, clock(0));
        assert_eq!(reply, Reply { text: "Exiting game...\nGame Over.\n".into(), over: true });
        assert_eq!(game.line("e2e4", clock(0)), Reply { text: String::new(), over: true });
    }
}

#[test]
fn octave_knows_how_a_game_ends() {
    let mate = octave_game("6k1/5ppp/8/8/8/8/8/R3K3 w").line("a1a8", clock(0));
    assert!(mate.over && mate.text.ends_with("  h\n \nCheckmate! You win!\nGame Over.\n"));
    assert!(!mate.text.contains("AI thinking"));

    let stalemate = octave_game("7k/8/6K1/8/8/8/8/5Q2 w").line("f1f7", clock(0));
    assert!(stalemate.over && stalemate.text.ends_with("  h\n \nStalemate! Draw.\nGame Over.\n"));

    // Black's only move makes a queen and mates, although the machine thinks that this is bad for it.
    let lost = octave_game("8/8/8/8/8/8/rRp5/k1K5 w").line("b2b1", clock(0));
    assert!(lost.text.contains("AI move (0.00 sec, eval=-9999): c2b1\n"));
    assert!(lost.text.contains("1 | K  Q  K  .  .  .  .  . | 1\n"));
    assert!(lost.over && lost.text.ends_with("  h\n \nCheckmate! AI wins!\nGame Over.\n"));
}

#[test]
fn octave_always_plays_black() {
    assert!(octave::OctaveDialogue::at(octave_at("7k/8/6K1/8/8/8/8/5Q2 b")).is_none());
}

#[test]
fn sameshi_shows_its_board_and_answers() {
    let board = "\
8 r n b q k b n r
7 p p p p p p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 P P P P P P P P
1 R N B Q K B N R
  a b c d e f g h
move: ";
    assert_eq!(sameshi::SameshiDialogue::new().greeting(), board);

    // The answer is the original's.
    let mut game =
        sameshi::SameshiDialogue::at(sameshi_at("r1bqkbnr/pp1pp1pp/n1p5/5p2/3P1N2/8/PPP1PPPP/RNBQKB1R w"));
    let answer = "\
ai: a6c7
8 r . b q k b n r
7 p p n p p . p p
6 . . p . . . . .
5 . . . . . p . .
4 . . . P . N . .
3 P . . . . . . .
2 . P P . P P P P
1 R N B Q K B . R
  a b c d e f g h
move: ";
    assert_eq!(game.line("a2a3\n"), Reply { text: answer.into(), over: false });
}

#[test]
fn sameshi_accepts_moves_of_its_own_rules_only() {
    let mut game = sameshi::SameshiDialogue::new();
    for typed in ["", "e2", "e2e5", "e7e5", "e1g1", "E2E4", "e2e4q", "♔", "Q"] {
        assert_eq!(game.line(typed), Reply { text: "illegal move\nmove: ".into(), over: false }, "{typed}");
    }
    assert_eq!(game.line("q"), Reply { text: String::new(), over: true });
    assert_eq!(game.line("e2e4"), Reply { text: String::new(), over: true });
}

#[test]
fn sameshi_ends_with_mate_or_stalemate() {
    let mate = sameshi::SameshiDialogue::at(sameshi_at("6k1/5ppp/8/8/8/8/8/R3K3 w")).line("a1a8");
    assert_eq!(mate, Reply { text: "checkmate\n".into(), over: true });
    let stalemate = sameshi::SameshiDialogue::at(sameshi_at("7k/8/6K1/8/8/8/8/5Q2 w")).line("f1f7");
    assert_eq!(stalemate, Reply { text: "stalemate\n".into(), over: true });
    // Black's only move takes the rook and mates.
    let lost = sameshi::SameshiDialogue::at(sameshi_at("8/p7/2K5/b1R4q/3k4/2pP4/3n3p/3N1r2 w")).line("c5d5");
    assert!(lost.over && lost.text.starts_with("ai: h5d5\n") && lost.text.ends_with("h\ncheckmate\n"));
}

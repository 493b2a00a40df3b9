//! `kempelen play`, through a pipe.

use crate::support::{refusal, run, stdout};

fn play(arguments: &[&str], input: &str) -> String {
    stdout(&[&["play"], arguments].concat(), input.as_bytes())
}

#[test]
fn a_game_is_played_and_printed_at_the_end_of_the_input() {
    let text = play(&["--engine", "octave"], "e2e4\nNf3\nd2-d4\n");
    assert!(text.contains("You play White against chess1.m (2025)."), "{text}");
    assert!(text.contains("White to move: e2e4\n"), "what is typed is seen: {text}");
    assert!(text.contains("chess1.m plays 1... e6  (+0.50, depth 3, "), "the original's answer: {text}");
    assert!(text.contains("  depth 3  "), "it shows that it thinks: {text}");
    let (_, pgn) = text.split_once("[Event ").expect("a record");
    assert!(pgn.contains("[White \"You\"]\n[Black \"chess1.m\"]\n[Result \"*\"]"), "{pgn}");
    assert!(pgn.contains("1. e4 e6 {+0.50/3 ") && pgn.contains("3. d4"), "{pgn}");
    assert!(!text.contains('\x1b'), "no colours in a pipe");
}

#[test]
fn black_may_be_chosen_and_the_board_is_turned() {
    let text = play(&["--engine", "mint", "--color", "b"], "quit\n");
    assert!(text.contains("You play Black against MINT"), "{text}");
    assert!(text.contains("MINT plays 1. "), "{text}");
    let first = text.lines().find(|line| line.starts_with("  1 ")).expect("a board");
    assert_eq!(first, "  1  R  N  B  K  Q  B  N  R");
}

#[test]
fn what_cannot_be_played_is_explained() {
    let text = play(&["--engine", "mint"], "e2e5\nNd4\nhello\nsave\nmoves g1\nmoves z9\n");
    for answer in [
        "The pawn on e2 cannot go to e5. It can play e3 or e4.",
        "No knight of yours can go to d4. With a knight you can play Na3, Nc3, Nf3 or Nh3.",
        "\"hello\" is neither a move nor a command; `help` lists them.",
        "save is followed by the name of a file",
        "Nf3 Nh3",
        "\"z9\" is not a square",
    ] {
        assert!(text.contains(answer), "{answer}\n{text}");
    }
    assert!(text.contains("\n*\n") || text.trim_end().ends_with('*'), "no move was played: {text}");
}

#[test]
fn results_are_spelled_out() {
    let fool = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let mate = play(&["--engine", "mint", "--fen", fool], "Qg7\ne4\n");
    assert!(mate.contains("Checkmate: White wins. 1-0\n"), "{mate}");
    assert!(mate.contains("The game is over."), "{mate}");
    assert!(mate.contains("[Result \"1-0\"]") && mate.contains("[FEN \""), "{mate}");
    let stalemate = play(&["--engine", "mint", "--fen", fool], "Kf6\n");
    assert!(stalemate.contains("Stalemate: a draw. 1/2-1/2\n"), "{stalemate}");
    let resigned = play(&["--engine", "mint"], "e4\nresign\n");
    assert!(
        resigned.contains("White resigns: Black wins. 0-1\n") && resigned.contains("[Result \"0-1\"]"),
        "{resigned}"
    );
    // The only legal move is a promotion, which sameshi does not know.
    let gap = play(&["--engine", "sameshi", "--fen", "7k/5Q2/8/8/8/8/6p1/K7 w - - 0 1"], "Kb1\n");
    assert!(gap.contains("sameshi resigns: its move g2g1 is against the laws of chess"), "{gap}");
    assert!(gap.contains("[Result \"1-0\"]"), "{gap}");
    let again =
        play(&["--engine", "sameshi", "--fen", "7k/5Q2/8/8/8/8/6p1/K7 w - - 0 1"], "Kb1\nundo\nfen\n");
    assert!(again.contains("White to move: fen\n7k/5Q2/8/8/8/8/6p1/K7 w - - 0 1\n"), "{again}");
}

#[test]
fn moves_are_taken_back() {
    let text = play(&["--engine", "mint"], "e4\nundo\nfen\nundo\nresign\nundo\nd4\n");
    assert!(text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(
        text.contains("1. d4 ") && text.contains("[Result \"*\"]"),
        "a resignation can be taken back: {text}"
    );
}

#[test]
fn machines_and_games_are_changed_on_the_way() {
    let text = play(
        &["--engine", "octave"],
        "e4\nnew makruk\nengine nobody\nengine mint\nnew makruk black\nengine octave\nflip\nhint\nboard\nletters\nfigures\n",
    );
    for answer in [
        "chess1.m does not play makruk.",
        "there is no engine \"nobody\"",
        "You play White against MINT",
        "You play Black against MINT",
        "It would play ",
    ] {
        assert!(text.contains(answer), "{answer}\n{text}");
    }
    assert!(text.contains("[Variant \"Makruk\"]") && text.contains("[Black \"You\"]"), "{text}");
}

#[test]
fn the_way_to_the_doors_leads_to_the_machine_and_its_position() {
    let text = play(&["--engine", "sameshi", "--depth", "2"], "why\ne4\ndepth 3\nwhy\n");
    assert!(text.contains("The machine has not moved yet."), "{text}");
    let way = "kempelen window why --engine sameshi --depth 3 --fen \
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'";
    assert!(text.contains(way), "{text}");
}

#[test]
fn a_new_game_does_not_lose_the_one_before() {
    let text = play(&["--engine", "sameshi", "--depth", "1"], "e4\nnew\nundo\nundo\nfen\nundo\n");
    assert!(text.contains("The game before is back."), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let path = std::env::temp_dir().join(format!("kempelen play {}.pgn", std::process::id()));
    let name = path.display();
    let text = play(
        &["--engine", "octave"],
        &format!("e4\nsave {name}\nnew\nd4\nsave {name}\nload {name} 1\nfen\nload {name} 9\n"),
    );
    assert!(text.contains("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"), "{text}");
    assert!(text.contains("it has 2 games"), "{text}");
    let loaded = play(&["--engine", "octave"], &format!("load {name}\npgn\n"));
    assert!(loaded.contains("1. d4 "), "the last game of the file: {loaded}");
    std::fs::write(&path, "1. e4 e5 2. Ke3 *").expect("a file");
    let broken =
        play(&["--engine", "octave"], &format!("load {name}\nload /nowhere/at/all\nsave /nowhere/at/all\n"));
    assert!(broken.contains("\"Ke3\" is not a legal move here"), "{broken}");
    assert_eq!(broken.matches("/nowhere/at/all:").count(), 2, "{broken}");
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn the_count_of_makruk_is_told() {
    let text = play(&["--engine", "mint", "--fen", "8/3k4/6M~1/2K1S3/8/8/8/8 w - 88 7 1"], "quit\n");
    assert!(text.contains("The count stands at 4 of 44; when it has run out the game is drawn."), "{text}");
    assert!(text.contains(" M~"), "{text}");
}

#[test]
fn the_dialogues_of_the_originals() {
    let octave = play(&["--engine", "octave", "--dialogue", "original"], "e2e4\nq\n");
    assert!(
        octave.starts_with("=== CHESS GAME ===\nYou are White (normal display, bottom rows 1-2).\n"),
        "{octave}"
    );
    assert!(
        octave.contains(" sec, eval=0.5): e7e6\n") && octave.ends_with("Exiting game...\nGame Over.\n"),
        "{octave}"
    );
    let sameshi = play(&["--engine", "sameshi", "--dialogue", "original"], "e2e4\n");
    assert!(sameshi.starts_with("8 r n b q k b n r\n") && sameshi.contains("move: ai: "), "{sameshi}");
    assert!(
        refusal(&["play", "--engine", "mint", "--dialogue", "original"], b"")
            .contains("no dialogue of its own")
    );
}

#[test]
fn bad_usage_is_refused_in_one_line() {
    for (arguments, wanted) in [
        (&["play", "--engine", "nobody"][..], "there is no engine"),
        (&["play", "--fen", "8/8 w"], "eight ranks"),
        (&["play", "--engine", "octave", "--variant", "makruk"], "does not play makruk"),
        (&["play", "--color", "red"], "red"),
    ] {
        let text = refusal(arguments, b"");
        assert!(text.contains(wanted), "{arguments:?}: {text}");
    }
}

#[test]
fn junk_is_survived() {
    let mut input: Vec<u8> = (0..=255).collect();
    input.extend(b"\n\xff\xfe\n\n   \ne2e4 e7e5\nO-O-O-O\n0-0\na\nundo undo\nload  \n");
    input.extend(std::iter::repeat_n(b'x', 3_000_000));
    let output = run(&["play", "--engine", "mint"], &input);
    assert!(output.status.success(), "{:?}", output.status);
    assert!(String::from_utf8_lossy(&output.stdout).contains("[Result "));
}

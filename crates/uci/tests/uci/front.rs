//! Conversations with the front end.

use std::time::{Duration, Instant};

use crate::common::{Ear, Lots, Session, registry};
use kempelen_rules::{AnyPosition, VariantId};
use kempelen_uci::{BenchHook, Continue, Front, Hooks, Output};

/// Checks what every answer to `go` has in common, and returns the move.
fn check_answer(lines: &[String]) -> String {
    assert!(lines.iter().all(|line| !line.trim().is_empty()), "no empty lines");
    let [.., info, best] = lines else { panic!("{lines:#?}") };
    assert!(info.starts_with("info ") && info.contains(" score "), "{lines:#?}");
    let best = best.split(' ').nth(1).expect("a move").to_owned();
    if best != "(none)" {
        assert!(info.contains(&format!(" pv {best}")), "{lines:#?}");
    }
    best
}

fn is_first_move(text: &str) -> bool {
    AnyPosition::start(VariantId::Chess).read_uci(text).is_ok()
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let mut session = Session::new(registry());
    session.say("uci");
    let lines = session.until("uciok");
    assert!(lines[0].starts_with("id name quick 2000 (Kempelen "));
    assert_eq!(lines[1], "id author Ann, Bob");
    for line in [
        "option name Engine type combo default quick var quick var slow var panics var cheats var resigns var chats",
        "option name UCI_Variant type combo default chess var chess var standard var makruk var makpong var ai-wok var asean var cambodian var ouk",
        "option name UCI_Chess960 type check default false",
        "option name Ponder type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name Debug Log File type string default <empty>",
        "option name Hash type spin default 16 min 1 max 64",
        "option name Clear Hash type button",
    ] {
        assert!(lines.iter().any(|said| said == line), "{line} in {lines:#?}");
    }
}

#[test]
fn a_search_ends_with_a_score_a_line_and_a_move() {
    let mut session = Session::new(registry());
    assert_eq!(check_answer(&session.best("position startpos\ngo depth 3")), "a2a3");
    for engine in ["slow", "chats"] {
        let mut session = Session::with(engine);
        let limits = if engine == "slow" { "go movetime 20" } else { "go wtime 100" };
        assert_eq!(check_answer(&session.best(limits)), "a2a3");
    }
}

#[test]
fn arguments_of_go_come_in_any_order() {
    let mut session = Session::with("slow");
    for go in [
        "go wtime 200 btime 200 winc 10 binc 10",
        "go binc 10 winc 10 btime 200 wtime 200",
        "go movestogo 3 wtime 200",
        "go movetime 10 searchmoves e2e4 d2d4",
        "go searchmoves e2e4 d2d4 movetime 10",
        "go nonsense movetime 10 more",
    ] {
        let best = check_answer(&session.best(go));
        assert_eq!(best, if go.contains("searchmoves") { "d2d4" } else { "a2a3" }, "{go}");
    }
    let lines = session.best("go movetime 10 searchmoves e2e5 zzzz e2e4");
    assert_eq!(check_answer(&lines), "e2e4");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string searchmoves")).count(), 2);
}

#[test]
fn isready_and_stop_are_answered_while_it_thinks() {
    let mut session = Session::with("slow");
    session.say("go infinite");
    session.until("info depth");
    let asked = Instant::now();
    session.say("isready");
    session.until("readyok");
    session.say("stop");
    session.until("bestmove");
    assert!(asked.elapsed() < Duration::from_secs(2));
    session.say("stop\nstop\nponderhit\nisready");
    assert_eq!(session.until("readyok"), ["readyok"], "a stop without a search is no matter");
}

#[test]
fn isready_comes_after_what_was_asked_before() {
    let mut session = Session::new(registry());
    session.say("setoption name Nonsense value 1\nisready");
    let lines = session.until("readyok");
    assert!(lines[0].starts_with("info string"), "{lines:#?}");
}

#[test]
fn no_move_is_named_before_it_is_wanted() {
    for (engine, go, word) in [
        ("quick", "go infinite", "stop"),
        ("quick", "go ponder wtime 100 btime 100", "ponderhit"),
        ("quick", "go ponder depth 1", "stop"),
        ("slow", "go ponder movetime 20", "ponderhit"),
        ("panics", "go infinite", "stop"),
    ] {
        let mut session = Session::with(engine);
        session.say(go);
        let early = session.quiet(Duration::from_millis(150));
        assert!(early.iter().all(|line| !line.starts_with("bestmove")), "{engine} {go}: {early:#?}");
        session.say(word);
        session.until("bestmove");
        let late = session.quiet(Duration::from_millis(50));
        assert!(late.is_empty(), "one move is enough: {late:#?}");
    }
    let mut session = Session::with("quick");
    session.say("go infinite ponder\nponderhit");
    assert!(session.quiet(Duration::from_millis(50)).iter().all(|line| !line.starts_with("bestmove")));
    session.say("stop");
    session.until("bestmove");
}

#[test]
fn several_searches_are_done_one_after_the_other() {
    let mut session = Session::with("slow");
    session.say("go movetime 30\nposition startpos moves e2e4\ngo movetime 30\ngo infinite\ngo movetime 10");
    let moves: Vec<String> = (0..4).map(|_| check_answer(&session.until("bestmove"))).collect();
    assert_eq!(moves, ["a2a3", "a7a5", "a7a5", "a7a5"]);
}

#[test]
fn a_bad_position_leaves_the_last_good_one() {
    let mut session = Session::new(registry());
    session.say("position startpos moves e2e4");
    let good = session.fen();
    for bad in [
        "position fen 9/8/8/8/8/8/8/8 w - - 0 1",
        "position fen",
        "position",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
        "position startpos moves e2e4 e7e5 e4e5",
        "position startpos moves zzzz",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "position startpos moves e7e8q",
    ] {
        session.say(bad);
        let said = session.until("info string");
        assert_eq!(said.len(), 1, "{bad}");
        assert_eq!(session.fen(), good, "{bad}");
    }
    assert_eq!(check_answer(&session.best("go depth 1")), "a7a5");
}

#[test]
fn castling_is_read_in_both_spellings_and_written_as_asked() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6";
    let mut session = Session::new(registry());
    let fens: Vec<String> = ["e1g1", "e1h1"]
        .iter()
        .map(|castling| {
            session.say(&format!("position startpos moves {moves} {castling}"));
            session.fen()
        })
        .collect();
    assert_eq!(fens[0], fens[1]);
    assert!(fens[0].contains("RNBQ1RK1 b kq"));
    session.say(&format!("position startpos moves {moves}"));
    assert_eq!(check_answer(&session.best("go searchmoves e1g1")), "e1g1");
    session.say("setoption name uci_chess960 value TRUE");
    assert_eq!(check_answer(&session.best("go searchmoves e1g1")), "e1h1");
    // A position of Chess960 is written like this in any case.
    session.say("setoption name UCI_Chess960 value false\nposition fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert_eq!(check_answer(&session.best("go searchmoves f1g1")), "f1g1");
}

#[test]
fn where_there_is_no_move_it_says_so() {
    let mut session = Session::new(registry());
    let mated = session.best("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo depth 5");
    assert_eq!(check_answer(&mated), "(none)");
    assert!(mated[0].contains("score mate 0"));
    let stalemate = session.best("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo wtime 1000");
    assert_eq!(check_answer(&stalemate), "(none)");
    assert!(stalemate[0].contains("score cp 0"));
}

#[test]
fn engines_that_fail_are_survived() {
    let mut session = Session::with("panics");
    for _ in 0..2 {
        let lines = session.best("go depth 1");
        assert!(is_first_move(&check_answer(&lines)));
        assert_eq!(lines[0], "info string the engine has failed: something is broken really");
    }
    session.say("ucinewgame\nisready");
    assert_eq!(session.until("readyok"), ["info string something has failed: not again", "readyok"]);
    let lines = Session::with("cheats").best("go depth 1");
    assert!(is_first_move(&check_answer(&lines)));
    assert!(lines[0].contains("a1h8"));
    let lines = Session::with("resigns").best("go depth 1");
    assert_eq!(check_answer(&lines), "(none)");
    assert_eq!(lines[0], "info string the engine resigns: it is hopeless");
}

#[test]
fn makruk_is_a_variant_like_any_other() {
    let mut session = Session::new(registry());
    session.say("setoption name UCI_Variant value makruk\nposition startpos moves e3e4");
    assert_eq!(session.fen(), "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1");
    check_answer(&session.best("go depth 2"));
    session.say("position startpos\ngo perft 2");
    assert_eq!(session.until("Nodes searched").last().unwrap(), "Nodes searched: 529");
    session.say("setoption name UCI_Variant value Standard");
    assert!(session.fen().starts_with("rnbqkbnr/"));
    // One that does not play it says so, and says so again when asked.
    let mut session = Session::with("cheats");
    session.say("setoption name UCI_Variant value makruk");
    assert_eq!(session.until("info string"), ["info string cheats does not play makruk"]);
    assert_eq!(check_answer(&session.best("go depth 1")), "(none)");
    session.say("setoption name UCI_Variant value shogi");
    assert!(session.until("info string")[0].contains("one of chess, standard, makruk"));
}

#[test]
fn options_are_found_in_any_case_and_kept_across_engines() {
    let mut session = Session::new(registry());
    session.say("setoption name hAsH value 33");
    assert!(session.best("go depth 1").iter().any(|line| line.contains("score cp 33")));
    session.say("setoption name Hash value 1000");
    assert!(session.until("info string")[0].contains("from 1 to 64"));
    session.say("setoption name Clear Hash");
    session.say("setoption name Engine value SLOW");
    assert!(
        session.until("info string")[0].contains("slow (2000) is in place; its options: Hash, Clear Hash")
    );
    assert!(session.best("go movetime 10").iter().any(|line| line.contains("score cp 33")));
    session.say("setoption name Engine value nobody");
    assert!(session.until("info string")[0].contains("one of quick, slow"));
    session.say("uci");
    assert!(session.until("uciok").iter().any(|line| line.contains("combo default slow")));
}

#[test]
fn perft_counts_below_each_move() {
    let mut session = Session::new(registry());
    session.say("position startpos\ngo perft 3");
    let lines = session.until("Nodes searched");
    assert_eq!(lines.len(), 21);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    session.say("go perft 0");
    assert_eq!(session.until("Nodes searched"), ["Nodes searched: 1"]);
    session.say("go perft 9");
    let asked = Instant::now();
    session.say("stop");
    session.until("Nodes searched");
    assert!(asked.elapsed() < Duration::from_secs(1));
}

#[test]
fn the_board_is_drawn_and_flipped() {
    let mut session = Session::new(registry());
    session.say("position startpos moves e2e4\nflip");
    assert_eq!(session.fen(), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    session.say("help");
    assert!(session.until("A session to try").len() > 10);
    session.say("eval\nbench");
    assert!(session.until("info string").len() == 1 && session.until("info string").len() == 1);
}

#[test]
fn the_engine_in_place_judges() {
    let mut session = Session::new(registry());
    session.say("eval");
    assert_eq!(session.until("info string"), ["info string quick does not judge positions part by part"]);
    session.say("setoption name Engine value chats\nsetoption name Hash value 7\neval");
    let lines = session.until("total");
    assert_eq!(lines[lines.len() - 3], "chats, in megabytes, for White");
    assert_eq!(lines[lines.len() - 1].split_whitespace().collect::<Vec<_>>(), ["total", "7"]);
}

#[test]
fn a_helper_measures() {
    let ear = Ear::default();
    let bench: BenchHook = std::sync::Arc::new(|arguments, say| say(&format!("1 nodes 2 nps {arguments}")));
    let mut front = Front::new(registry(), Output::new(ear.clone())).with_hooks(Hooks { bench: Some(bench) });
    front.line("bench 16 1 5");
    front.line("quit");
    assert_eq!(ear.text(), "1 nodes 2 nps 16 1 5\n");
}

#[test]
fn book_moves_are_played_when_wanted() {
    let mut session = Session::new(registry());
    let go = |session: &mut Session, moves: &str| {
        check_answer(&session.best(&format!("position startpos moves {moves}\ngo depth 1")))
    };
    assert_eq!(go(&mut session, ""), "a2a3");
    session.say("setoption name OwnBook value true");
    assert!(["e2e4", "d2d4"].contains(&go(&mut session, "").as_str()));
    assert_eq!(go(&mut session, "d2d4"), "g8f6");
    assert_eq!(go(&mut session, "e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 c1g5 f8e7 e4e5 f6d7 g5e7 d8e7 d1d2"), "e8g8");
    assert_eq!(go(&mut session, "a2a3"), "a7a5", "out of the book it thinks");
    session.say("setoption name UCI_AnalyseMode value true");
    assert_eq!(go(&mut session, ""), "a2a3");
    session.say("setoption name UCI_AnalyseMode value false\nposition startpos\ngo infinite\nstop");
    assert_eq!(check_answer(&session.until("bestmove")), "a2a3", "analysis is not a game");
}

#[test]
fn a_seed_chooses_among_book_moves() {
    let first = |seed: u64| {
        let ear = Ear::default();
        let mut front = Front::new(registry(), Output::new(ear.clone())).with_seed(seed);
        for line in ["setoption name OwnBook value true", "go depth 1", "quit"] {
            front.line(line);
        }
        ear.text().lines().last().unwrap().to_owned()
    };
    assert_eq!(first(7), first(7));
    let drawn: std::collections::BTreeSet<String> = (0..40).map(first).collect();
    assert_eq!(drawn.len(), 2, "{drawn:?}");
}

#[test]
fn a_broken_book_is_named_once_and_replaced() {
    let dir = std::env::temp_dir().join(format!("kempelen-book-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let files = [
        ("missing.bin", None),
        ("empty.bin", Some(vec![])),
        ("odd.bin", Some(vec![1; 17])),
        ("unsorted.bin", Some([[9_u8; 16], [1; 16]].concat())),
    ];
    for (name, bytes) in files {
        let path = dir.join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).unwrap();
        }
        let mut session = Session::new(registry());
        session.say("setoption name OwnBook value true");
        session.say(&format!("setoption name BookFile value {}", path.display()));
        let said = session.best("go depth 1");
        assert_eq!(said.iter().filter(|line| line.contains(name)).count(), 1, "{said:#?}");
        assert!(["e2e4", "d2d4"].contains(&check_answer(&said).as_str()));
    }
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_log_keeps_both_sides() {
    let path = std::env::temp_dir().join(format!("kempelen-log-{}.txt", std::process::id()));
    let mut session = Session::new(registry());
    session.say(&format!("setoption name Debug Log File value {}", path.display()));
    session.best("go depth 1");
    session.say("setoption name Debug Log File value <empty>\ngo depth 1");
    session.until("bestmove");
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(log.matches("<< bestmove a2a3").count(), 1, "{log}");
    assert_eq!(log.matches(">> go depth 1").count(), 1, "{log}");
    session.say("setoption name Debug Log File value /nowhere/at/all");
    assert!(session.until("info string")[0].contains("/nowhere/at/all"));
}

#[test]
fn the_end_of_input_is_a_quit() {
    for input in
        ["go infinite", "go infinite\n", "go infinite\nquit\n", "go depth 5\ngo infinite\ngo movetime 100000"]
    {
        let ear = Ear::default();
        let mut front = Front::new(registry(), Output::new(ear.clone())).with_engine("slow").unwrap();
        let start = Instant::now();
        front.run(input.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(1), "{input}");
        let text = ear.text();
        assert_eq!(text.matches("bestmove").count(), input.matches("go ").count(), "{text}");
    }
}

#[test]
fn an_output_that_is_gone_ends_the_conversation() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut front = Front::new(registry(), Output::new(Gone));
    assert_eq!(front.line("uci"), Continue::Yes);
    assert_eq!(front.line("go infinite"), Continue::Quit);
}

#[test]
fn debug_registration_and_unknown_words_do_no_harm() {
    let mut session = Session::new(registry());
    session.say("joho debug on\nregister later\nregister name Ann code 5\nhello\n\n   \ndebug maybe");
    assert!(session.until("info string")[0].contains("on or off"));
    let lines = session.best("ucinewgame\nisready\nposition startpos moves e2e4\nxyzzy go depth 1");
    assert!(lines.iter().any(|line| line.starts_with("info string thinking about")), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "bestmove a7a5");
}

#[test]
fn ucinewgame_starts_from_the_first_position() {
    let mut session = Session::new(registry());
    session.say("position startpos moves e2e4\nucinewgame");
    assert!(session.fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/"));
}

/// Words of the protocol in any order, numbers of any size, and bytes that are no text at all.
#[test]
fn garbage_is_survived() {
    const WORDS: &str = "uci debug on off isready setoption name value Hash Clear ucinewgame position startpos fen moves e2e4 \
        e7e5 e1g1 go searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite \
        perft stop ponderhit d flip -1 0 3 99999999999999999999 8/8/8/8/8/8/8/8 \
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut lots = Lots(0x2545_f491_4f6c_dd1d);
    let mut input = Vec::new();
    for _ in 0..3000 {
        if lots.below(4) == 0 {
            let bytes = lots.below(40);
            input.extend((0..bytes).map(|_| lots.below(256) as u8));
        } else {
            for _ in 0..lots.below(9) {
                let word = words[lots.below(words.len())];
                // A deep count would take the rest of the day.
                input.extend_from_slice(if word == "perft" { b"perft 2" } else { word.as_bytes() });
                input.push(b' ');
            }
        }
        input.push(b'\n');
    }
    // The random bytes may have said goodbye, which is their right.
    let ear = Ear::default();
    let mut front = Front::new(registry(), Output::new(ear.clone()));
    for line in kempelen_uci::InputLines::new(&input[..]) {
        if !line.contains("quit") && !line.contains("exit") {
            front.line(&line);
        }
    }
    for line in [
        "stop",
        "setoption name UCI_Variant value chess",
        "position startpos",
        "go depth 1",
        "isready",
        "quit",
    ] {
        front.line(line);
    }
    let text = ear.text();
    assert!(text.lines().all(|line| !line.trim().is_empty()));
    let last: Vec<&str> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(last.last(), Some(&"bestmove a2a3"));
}

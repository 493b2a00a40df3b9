//! Games in files: what is read, what is refused and where, and what is written.

use std::io::{self, Read};

use kempelen_rules::pgn::{self, Outcome, PgnNode, PgnProblem, Record};
use kempelen_rules::{AnyGame, AnyPosition, Color, VariantId};

fn read_one(text: &str) -> Record {
    let mut games = pgn::read(text.as_bytes());
    let record = games.next().expect("a game").unwrap_or_else(|error| panic!("{error} in {text:?}"));
    assert!(games.next().is_none(), "one game in {text:?}");
    record
}

/// The error of the only game, as a person sees it.
fn error(text: &str) -> String {
    let games: Vec<_> = pgn::read(text.as_bytes()).collect();
    assert_eq!(games.len(), 1, "{text:?}");
    games[0].as_ref().expect_err(text).to_string()
}

fn mainline(record: &Record) -> String {
    record.start().san_line(&record.moves().collect::<Vec<_>>()).join(" ")
}

const ANNOTATED: &str = r#"[Event "A \"quoted\" event with a \\ in it"]
[Site "?"]
[Date "1769.??.??"]
[Round "1"]
[White "Wolfgang von Kempelen"]
[Black "Maria Theresia"]
[Result "1-0"]
[ECO "C50"]

{Before the first move.} 1. e4 $1 {best by test} (1. d4 {closed} 1... d5 (1...
Nf6 $5 2. c4 (2. Nf3)) 2. c4) ({English} 1. c4) 1... e5 2. Bc4 Nc6 3. Qh5 $6
Nf6 $4 {A comment that is so long that it has to be broken over two lines of
text.} 4. Qxf7# 1-0
"#;

#[test]
fn an_annotated_game_is_written_as_it_was_read() {
    let record = read_one(ANNOTATED);
    assert_eq!(record.to_string(), ANNOTATED);
    assert_eq!(mainline(&record), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    assert_eq!(record.tag("Event"), Some("A \"quoted\" event with a \\ in it"));
    assert_eq!(record.tag("Site"), None, "a question mark is nothing known");
    assert_eq!(record.outcome, Outcome::Win(Color::White));
    let first = record.children(PgnNode::ROOT);
    assert_eq!(first.len(), 3);
    assert_eq!(record.glyphs(first[0]), [1]);
    assert_eq!(record.comments(first[0]), ["best by test"]);
    assert_eq!(record.comments_before(first[2]), ["English"]);
    assert_eq!(record.comments(PgnNode::ROOT), ["Before the first move."]);
    assert_eq!(record.game().result(), "1-0");
}

#[test]
fn makruk_games_are_read_and_written() {
    let text = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Makruk"]
[SetUp "1"]
[FEN "4k3/8/3r4/4P3/8/2S5/3M4/4K3 w - - 0 1"]

1. exd6=M $3 (1. Sd4 Rxd4 2. Me3) 1... Kd7 2. Me3 {M and S} 2... Kxd6 *
"#;
    let record = read_one(text);
    assert_eq!(record.start().variant(), VariantId::Makruk);
    assert_eq!(record.to_string(), text);
    let shouted =
        text.replace("Makruk", "MAKRUK").replace("exd6=M", "e5xd6").replace("2. Me3 {", "2. Md2-e3 {");
    assert_eq!(read_one(&shouted).to_string(), text);
    let unnamed = text.replace("[Variant \"Makruk\"]\n", "");
    assert_eq!(read_one(&unnamed).to_string(), text, "the men give the game away");
}

#[test]
fn chess960_games_are_read_and_written() {
    let text = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1"]

1. Nf3 Nf6 2. O-O Rg8 1/2-1/2
"#;
    assert_eq!(read_one(text).to_string(), text);
    // The rook that has moved castles no more.
    let again = text.replace("Rg8", "Rg8 3. b3 Rh8 4. b4 O-O");
    assert_eq!(error(&again), "line 12: \"O-O\" is not a legal move here");
}

#[test]
fn what_people_write_is_understood() {
    for (text, line) in [
        ("1.e2-e4 e7e5 2.Ng1-f3 Nb8c6 3.Bf1-b5 Ng8-f6 4.0-0", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("1. e4! e5?? 2. Nf3!? Nc6?! $14 $200", "e4 e5 Nf3 Nc6"),
        ("e4 e5 Nf3", "e4 e5 Nf3"),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p.", "e4 a6 e5 d5 exd6"),
        ("; a line for people\n1. e4 ; to the end {of the line\n e5", "e4 e5"),
        ("% for other programs\n1. e4\n%1. d4\ne5", "e4 e5"),
        ("\u{feff}[White \"A\"]\n\n1. e4 e5\n", "e4 e5"),
        ("[White \"A\"][Black \"B\"]1. e4 e5 1–0", "e4 e5"),
        ("[White \"A\"]\r\n\r\n1. e4\r\ne5 ½-½\r\n\r\n", "e4 e5"),
        ("1... e4 1... 1... e5 2 Nf3", "e4 e5 Nf3"),
        ("1. e4 () e5 ({only a remark})", "e4 e5"),
    ] {
        assert_eq!(mainline(&read_one(text)), line, "{text:?}");
    }
    let record = read_one("1. e4 ! ; a } brace\n e5 1/2-1/2");
    assert!(record.to_string().ends_with("1. e4 $1 ; a } brace\n1... e5 1/2-1/2\n"), "{record}");
    assert_eq!(read_one(&record.to_string()), record);
}

#[test]
fn a_broken_game_tells_its_line_and_the_next_is_read() {
    let text = "[White \"A\"]\n\n1. e4 e5\n2. Ke3 Nc6 (2... d5) 1-0\n\n[White \"B\"]\n\n1. d4 {fine} *\n\n\
                [Variant \"Atomic\"]\n\n1. e4 *\n\n[FEN \"8/8\"]\n[White \"C\"]\n\n*\n\n1. c4 0-1\n";
    let games: Vec<_> = pgn::read(text.as_bytes()).collect();
    let lines: Vec<_> = games
        .iter()
        .map(|game| game.as_ref().map(mainline).map_err(|error| (error.line, error.to_string())))
        .collect();
    let wrong = |line, text: &str| Err((line, format!("line {line}: {text}")));
    assert_eq!(
        lines,
        [
            wrong(4, "\"Ke3\" is not a legal move here"),
            Ok("d4".to_owned()),
            wrong(
                10,
                "\"Atomic\" is not a game played here (chess, chess960, makruk, makpong, ai-wok, asean, cambodian)"
            ),
            wrong(14, "a FEN has four to six fields, not 1"),
            Ok("c4".to_owned()),
        ]
    );
}

#[test]
fn every_fault_has_its_line() {
    assert_eq!(error("1. e4 e5\n\t2. Nf4"), "line 2: \"Nf4\" is not a legal move here");
    assert_eq!(error("1. e4\nfoo bar"), "line 2: \"foo\" is not a move");
    assert_eq!(error("1. e4 (1. d4\n1... d5"), "line 1: a variation has no end");
    assert_eq!(error("1. e4\n\t) e5"), "line 1: a variation ends that did not begin");
    assert_eq!(error("(1. e4) e5"), "line 1: a variation stands before any move");
    assert_eq!(error("1. e4\n\t{ open\n e5"), "line 2: a comment has no end");
    assert_eq!(error("1. e4 }"), "line 1: \"}\" is not a move");
    assert_eq!(error("1. e4 --"), "line 1: \"--\" is not a move");
    assert_eq!(error("1. Nc3 Nf6 2. Ne4 Nd5 3. Mf4"), "line 1: \"Mf4\" is not a legal move here");
    assert_eq!(error("[Variant \"Makruk\"]\n\n1. Qe2"), "line 3: \"Qe2\" is not a legal move here");
    let long = format!("\n[White \"{}\\\"\"]\n\n1. e4 *", "x\\\\".repeat(100_000));
    assert_eq!(error(&long), "line 2: a tag is too long");
    let word = "Nf3".repeat(1_000_000);
    assert!(error(&word).starts_with("line 1: \"Nf3Nf3Nf3"));
}

#[test]
fn games_without_an_empty_line_between_them_are_told_apart_by_their_results() {
    let games: Vec<_> = pgn::read(&b"1. e4 e5 1-0 1. d4 * {after} c4 0-1"[..]).collect();
    let lines: Vec<_> = games.iter().map(|game| mainline(game.as_ref().expect("a game"))).collect();
    assert_eq!(lines, ["e4 e5", "d4", "c4"]);
    assert!(pgn::read(&b" \n\n\t\r\n"[..]).next().is_none());
}

#[test]
fn variations_may_be_nested_deeper_than_a_stack_is() {
    let deep = 20_000;
    let text = format!("1. e4 {}{}", "(1. d4 ".repeat(deep), ")".repeat(deep));
    let record = read_one(&text);
    let again = read_one(&record.to_string());
    assert_eq!(again.children(PgnNode::ROOT).len(), deep + 1);
    assert!(again == record);
}

#[test]
fn strange_bytes_are_survived() {
    let mut text =
        b"[White \"\xff\xfe\x00\x01\x02\x03\"]\n\n1. e4 {\x01\x02\xff} ;\x03}\n e5 \x00\xff".to_vec();
    let games: Vec<_> = pgn::read(&text[..]).collect();
    assert_eq!(games.len(), 1);
    let error = games[0].as_ref().expect_err("no move");
    assert!(error.line == 4 && matches!(error.problem, PgnProblem::Move(_)), "{error}");
    text.truncate(text.len() - 3);
    assert!(pgn::read(&text[..]).next().expect("a game").is_ok());
}

/// Gives a byte at a time, and fails in the end.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((&first, rest)) = self.0.split_first() else {
            return Err(io::Error::other("the disk is gone"));
        };
        buffer[0] = first;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn a_source_that_fails_is_the_end() {
    let filler = " ".repeat(50_000);
    let text = format!("1. e4 *\n\n{filler}1. d4 *");
    let mut games = pgn::read(Slow(text.as_bytes()));
    assert!(games.next().expect("a game").is_ok());
    let error = games.next().expect("an error").expect_err("the disk is gone");
    assert_eq!(error.to_string(), "the disk is gone");
    assert!(games.next().is_none());
}

#[test]
fn a_game_becomes_a_record() {
    let mut game = AnyGame::new(AnyPosition::start(VariantId::Chess));
    for text in ["f3", "e5", "g4", "Qh4#"] {
        game.play(game.position().read_move(text).expect("a move"));
    }
    let mut record = Record::of_game(&game);
    record.set_tag("White", "A");
    record.set_tag("not a name", "x");
    record.set_tag("Result", "1-0");
    assert_eq!(record.tags().collect::<Vec<_>>(), [("White", "A")]);
    assert!(record.to_string().ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"));
    assert_eq!(read_one(&record.to_string()), record);
}

//! What must hold of any input: nothing panics, and what is accepted can be written and read again.
//!
//! A check panics when it finds a fault, which is how a fuzzer notices.

#![allow(clippy::missing_panics_doc, reason = "it is what all of them do")]

use kempelen_dataset::{LabelledGame, PositionFilter, ShardLabel, ShardReader, ShardWriter};
use kempelen_motifs::{AnyLine, Race, threats};
use kempelen_rules::epd::Epd;
use kempelen_rules::{AnyPosition, Variant, VariantId, pgn, with_position, with_variant};
use kempelen_trace::{Recording, code};
use kempelen_window::lesson::LessonModel;
use kempelen_window::{Part, Style, View, stats};

/// A check by its name.
pub type Check = fn(&[u8]);

/// All checks, by the names of their corpora.
pub const CHECKS: [(&str, Check); 9] = [
    ("fen", fen),
    ("san", san),
    ("uci", uci),
    ("motifs", motifs),
    ("pgn", pgn),
    ("epd", epd),
    ("trace", trace),
    ("model", model),
    ("games", games),
];

/// A FEN, in each game.
pub fn fen(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = VariantId::guess(&text);
    for variant in VariantId::ALL {
        let Ok(position) = AnyPosition::from_fen(variant, &text) else { continue };
        let fen = position.fen();
        let again = AnyPosition::from_fen(variant, &fen).expect("our own FEN");
        assert_eq!((again.fen(), again.key()), (fen, position.key()));
        // Whatever may be set up can be played on.
        for m in position.legal_moves() {
            assert!(position.is_legal(m), "{m}");
            let next = position.play(m);
            assert_eq!(AnyPosition::from_fen(variant, &next.fen()).map(|p| p.key()), Ok(next.key()), "{m}");
            let _ = position.san(m);
        }
        let _ = position.end();
    }
}

/// A position in the first line and a move in algebraic notation in the next.
pub fn san(data: &[u8]) {
    for_each_position(data, |position, text| {
        let Ok(m) = position.read_move(text) else { return };
        assert!(position.is_legal(m), "{text}");
        assert_eq!(position.read_move(&position.san(m)), Ok(m));
    });
}

/// A position in the first line and a move in UCI's spelling in the next.
pub fn uci(data: &[u8]) {
    for_each_position(data, |position, text| {
        let Ok(m) = position.read_uci(text) else { return };
        assert!(position.is_legal(m), "{text}");
        assert_eq!(position.read_uci(&position.uci(m)), Ok(m));
    });
}

/// A position in the first line and the moves of a line of play in the next.
pub fn motifs(data: &[u8]) {
    for_each_position(data, |position, text| {
        let (mut here, mut moves) = (*position, Vec::new());
        for word in text.split_whitespace() {
            let Ok(m) = here.read_move(word) else { continue };
            here = here.play(m);
            moves.push(m);
            let _ = with_position!(&here, p => (threats(p), Race::of(p)));
        }
        let line = AnyLine::new(*position, &moves).expect("legal moves");
        for line in [line.clone(), line.clone().solved_by(!line.solver())] {
            let _ = line.ledger();
            for finding in line.motifs() {
                let board = line.board(finding.board).expect("a board of the line");
                let occupied = with_position!(&board, p => p.occupied());
                let named = finding.by.into_iter().chain(finding.targets).chain(finding.behind);
                assert!(named.into_iter().all(|square| occupied.has(square)), "{finding:?}");
                assert!(!line.words(&finding).contains("  "), "{finding:?}");
            }
        }
    });
}

fn for_each_position(data: &[u8], check: impl Fn(&AnyPosition, &str)) {
    let text = String::from_utf8_lossy(data);
    let (fen, text) = text.split_once('\n').unwrap_or(("", &text));
    for variant in VariantId::ALL {
        check(&AnyPosition::from_fen(variant, fen).unwrap_or(AnyPosition::start(variant)), text);
    }
}

/// A file of games.
pub fn pgn(data: &[u8]) {
    let lines = data.split(|&byte| byte == b'\n').count();
    for game in pgn::read(data) {
        match game {
            Ok(record) => {
                let text = record.to_string();
                let mut again = pgn::read(text.as_bytes());
                let read = again.next().expect("our own game").expect("our own game");
                assert_eq!(read.to_string(), text);
                assert!(again.next().is_none(), "{text}");
            }
            Err(error) => assert!((1..=lines).contains(&error.line), "{error}"),
        }
    }
}

/// A position with operations.
pub fn epd(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for variant in VariantId::ALL {
        let Ok(epd) = Epd::read(variant, &text) else { continue };
        let text = epd.to_string();
        assert_eq!(Epd::read(variant, &text).expect("our own EPD").to_string(), text);
        for operation in &epd.operations {
            let _ = epd.moves(&operation.opcode);
        }
    }
}

/// A trace in its file; and its events without a file around them, since hardly any mutation of a file has the checksum
/// that goes with it.
pub fn trace(data: &[u8]) {
    if let Ok(recording) = Recording::read(data) {
        let mut file = Vec::new();
        recording.write(&mut file).expect("memory takes everything");
        let again = Recording::read(&file[..]).expect("our own trace");
        // What a trace that is cut off left open is not in its counts any more.
        assert_eq!((&again.header, &again.events), (&recording.header, &recording.events));
        assert_eq!((again.tally.nodes(), &again.answer), (recording.tally.nodes(), &recording.answer));
        read_aloud(recording);
    }
    let mut events = code::Events::new(data);
    let good = events.by_ref().take_while(Result::is_ok).count();
    let mut bytes = Vec::new();
    let told: Vec<_> = code::Events::new(data).take(good).filter_map(Result::ok).collect();
    for &event in &told {
        code::write(&mut bytes, event);
    }
    assert_eq!(code::Events::new(&bytes).filter_map(Result::ok).collect::<Vec<_>>(), told);
    for cut in [None, Some(0)] {
        for variant in VariantId::ALL {
            let header = kempelen_trace::Header::new("fuzz", variant, &AnyPosition::start(variant).fen());
            let mut tally = kempelen_trace::Tally::default();
            for event in &told {
                tally.note(event);
            }
            read_aloud(Recording { header, events: bytes.clone(), tally, answer: None, cut });
        }
    }
}

/// Every reading of a trace that may say anything.
fn read_aloud(recording: Recording) {
    let style = Style { width: 60, ..Style::default() };
    let _ = stats(&recording, &style);
    let Ok(view) = View::new(recording) else { return };
    let _ = view.verify();
    let part = Part { plies: 3, width: 3, depth: None };
    let _ = view.picture(part, &style);
    let _ = view.log(part, true, &style);
    let _ = view.svg(part);
    let _ = view.page(part);
    let _ = view.json(Some(3), None, true, &mut Vec::new());
    let _ = view.why(None, &style);
    for m in view.root_position().legal_moves().iter().take(2) {
        let _ = view.why_not(*m, &style);
        let _ = view.line(&[*m], None, &style);
    }
    let _ = view.diff(&view, &style);
}

/// A model of the lesson.
pub fn model(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(model) = LessonModel::read(&text) {
        let example = model.run().example();
        assert!(example.contains("Detailed log"));
    }
}

/// Labelled games: a shard, games without a file around them, since hardly any mutation of a shard has the checksum that
/// goes with it, and a line of text.
pub fn games(data: &[u8]) {
    for variant in VariantId::ALL {
        with_variant!(variant, V => games_of::<V>(data));
    }
}

fn games_of<V: Variant>(data: &[u8]) {
    if let Ok(shard) = ShardReader::new(data)
        && let Ok(games) = shard.games::<V>()
    {
        games.map_while(Result::ok).for_each(|game| comes_back(&game));
    }
    let mut input = data;
    while let Ok(game) = kempelen_dataset::code::read::<V>(&mut input) {
        comes_back(&game);
    }
    if let Ok(game) = kempelen_dataset::text::read_game::<V>(&String::from_utf8_lossy(data)) {
        comes_back(&game);
    }
}

/// What was read is legal, and can be written and read again, as a shard and as text.
fn comes_back<V: Variant>(game: &LabelledGame<V>) {
    assert_eq!(game.illegal_move(), None);
    let label = ShardLabel::new::<V>(0);
    let bytes = ShardWriter::to_bytes(&label, std::slice::from_ref(game)).expect("a legal game");
    let mut again = ShardReader::new(&bytes[..]).and_then(ShardReader::games::<V>).expect("our own shard");
    let again = again.next().expect("our own game").expect("our own game");
    // Where a pawn could be taken in passing is a part of the position only where one can be.
    assert_eq!(again.start.fen(), game.start.fen());
    assert_eq!((&again.opening, &again.moves), (&game.opening, &game.moves));
    assert_eq!((again.result, again.ended), (game.result, game.ended));
    assert_eq!(game.positions(PositionFilter::ALL).count(), game.moves.len());
    let text = kempelen_dataset::text::write_game(game);
    let told = kempelen_dataset::text::read_game::<V>(&text).expect("our own text");
    assert_eq!((told.moves, told.result), (again.moves, again.result));
}

use kempelen_dataset::{
    HowEnded, LabelledGame, LabelledMove, ShardFault, ShardLabel, ShardReader, ShardWriter, WhiteResult,
};
use kempelen_rules::{Chess, Makruk, Move, Position, Square, Variant, VariantId, with_variant};
use serde_json::json;

use crate::{fischer_games, random_games, read_all};

fn comes_back<V: Variant>(games: &[LabelledGame<V>]) {
    let mut label = ShardLabel::new::<V>(3000);
    label.settings.insert("nodes".to_owned(), json!(250));
    let bytes = ShardWriter::to_bytes(&label, games).expect("legal games");
    let reader = ShardReader::new(&bytes[..]).expect("a shard");
    assert_eq!(reader.label(), &label);
    assert_eq!(reader.count(), Ok(games.len() as u64));
    assert_eq!(read_all::<V>(&bytes).expect("whole"), games);
}

#[test]
fn games_of_every_kind_come_back() {
    for variant in VariantId::ALL {
        with_variant!(variant, V => {
            comes_back::<V>(&[]);
            // Some thousand, so that there are several blocks.
            comes_back::<V>(&random_games(1200, 14));
        });
    }
    let games = fischer_games();
    let castled = |game: &LabelledGame<Chess>| {
        let mut position = game.start;
        let all = game.opening.iter().copied().chain(game.moves.iter().map(|played| played.m));
        all.into_iter().any(|m| {
            let castles = position.is_castling(m);
            position.make(m);
            castles
        })
    };
    assert!(games.iter().any(castled), "the games of chance should have tried castling");
    comes_back(&games);
}

#[test]
fn whatever_is_cut_off_is_found() {
    let bytes =
        ShardWriter::to_bytes(&ShardLabel::new::<Makruk>(7), &random_games::<Makruk>(5, 1)).expect("legal");
    for length in 0..bytes.len() {
        let fault = read_all::<Makruk>(&bytes[..length]).expect_err("cut off");
        let expected = if length < 8 { ShardFault::Foreign } else { ShardFault::CutOff };
        assert_eq!(fault, expected, "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn every_wrong_byte_is_found() {
    let bytes =
        ShardWriter::to_bytes(&ShardLabel::new::<Chess>(0), &random_games::<Chess>(3, 2)).expect("legal");
    for place in 0..bytes.len() {
        for mask in [1, 0x40, 0xFF] {
            let mut wrong = bytes.clone();
            wrong[place] ^= mask;
            assert!(read_all::<Chess>(&wrong).is_err(), "byte {place} with {mask:#x}");
        }
    }
    let longer = [&bytes[..], b"?"].concat();
    assert_eq!(
        read_all::<Chess>(&longer),
        Err(ShardFault::Damaged("there is more after the end".to_owned()))
    );
}

#[test]
fn foreign_files_get_a_clear_answer() {
    let of = |bytes: &[u8]| ShardReader::new(bytes).map(|_| ()).expect_err("no shard of ours");
    assert_eq!(of(b""), ShardFault::Foreign);
    assert_eq!(of(b"[Event \"?\"]\n\n1. e4 *\n"), ShardFault::Foreign);
    let mut newer = ShardWriter::<_, Chess>::to_bytes(&ShardLabel::new::<Chess>(0), &[]).expect("empty");
    newer[8] = 2;
    assert_eq!(of(&newer), ShardFault::Version(2));
    let chess = ShardWriter::<_, Chess>::to_bytes(&ShardLabel::new::<Chess>(0), &[]).expect("empty");
    assert_eq!(read_all::<Makruk>(&chess), Err(ShardFault::OtherGame("chess".to_owned())));
    for fault in [ShardFault::Foreign, ShardFault::Version(2), ShardFault::CutOff] {
        assert_eq!(fault.to_string().lines().count(), 1);
    }
}

#[test]
fn what_is_not_legal_is_not_written() {
    let mut game = LabelledGame::<Chess>::new(Position::default(), WhiteResult::Drawn);
    game.moves.push(LabelledMove { m: Move::new(Square::E2, Square::E5), score: 0 });
    let written = ShardWriter::to_bytes(&ShardLabel::new::<Chess>(0), &[game]);
    assert_eq!(written, Err(ShardFault::IllegalMove("e2e5".to_owned())));
}

#[test]
fn a_half_move_takes_three_to_four_bytes() {
    // Scores that change by less than 64 are what games have; the documents have measured figures.
    let mut game = LabelledGame::<Chess>::new(Position::default(), WhiteResult::Drawn);
    let shuffle = [
        (Square::G1, Square::F3),
        (Square::G8, Square::F6),
        (Square::F3, Square::G1),
        (Square::F6, Square::G8),
    ];
    for i in 0..400 {
        let (from, to) = shuffle[i % 4];
        game.moves.push(LabelledMove { m: Move::new(from, to), score: (i as i16 % 7) * 10 });
    }
    let bytes = ShardWriter::to_bytes(&ShardLabel::new::<Chess>(0), &vec![game; 50]).expect("legal");
    let each = bytes.len() as f64 / (400 * 50) as f64;
    assert!((3.0..3.1).contains(&each), "{each} bytes a half-move");
}

/// Two games that were put together by another program, from `docs/datagen.md` alone.
#[test]
fn a_shard_by_the_book_is_read() {
    let bytes = include_bytes!("../../../../fuzz/corpus/games/chess.games");
    let games = read_all::<Chess>(bytes).expect("a shard");
    let told: Vec<String> = games.iter().map(kempelen_dataset::text::write_game).collect();
    assert_eq!(
        told,
        [
            "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2;0;g2g4 -31 d8h4 -30000",
            "1r3k1r/P7/8/8/8/8/8/1R3K1R w KQkq - 0 1;2;a7b8q 900 f8e7 905 f1h1 841 e7e6 -7000",
        ]
    );
    assert_eq!(games[0].opening.len(), 2);
    assert_eq!(games.iter().map(|game| game.ended).collect::<Vec<_>>(), [HowEnded::Laws, HowEnded::Decided]);
    let makruk = include_bytes!("../../../../fuzz/corpus/games/makruk.games");
    let games = read_all::<Makruk>(makruk).expect("a shard");
    assert_eq!(games[1].moves.iter().map(|played| played.score).collect::<Vec<_>>(), [64, -64]);
    assert!(games[1].moves[0].m.is_promotion());
}

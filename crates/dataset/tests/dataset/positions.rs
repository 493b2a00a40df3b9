use std::fs;
use std::path::Path;

use kempelen_dataset::{
    LabelledPosition, PositionFilter, ShardFault, ShardLabel, ShardWriter, positions, text,
};
use kempelen_rules::{Chess, Makruk, Variant};

use crate::random_games;

/// 1 e4 d5 2 exd5 Qxd5 3 Nc3 Qe5+ 4 Be2, by hand: captures at plies 2 and 3, White in check at ply 6.
const GAME: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;2;\
    e2e4 30 d7d5 40 e4d5 45 d8d5 38 b1c3 50 d5e5 900 f1e2 -2500";

fn scores(filter: PositionFilter) -> Vec<i16> {
    let game = text::read_game::<Chess>(GAME).expect("a game");
    game.positions(filter).map(|position| position.score).collect()
}

#[test]
fn filters_are_the_readers_choice() {
    let all = PositionFilter::ALL;
    assert_eq!(scores(all), [30, 40, 45, 38, 50, 900, -2500]);
    assert_eq!(scores(PositionFilter { tactical: false, ..all }), [30, 40, 50, 900, -2500]);
    assert_eq!(scores(PositionFilter { in_check: false, ..all }), [30, 40, 45, 38, 50, 900]);
    assert_eq!(scores(PositionFilter { from_ply: 3, ..all }), [38, 50, 900, -2500]);
    assert_eq!(scores(PositionFilter { score_limit: 900, ..all }), [30, 40, 45, 38, 50, 900]);
    assert_eq!(scores(PositionFilter { score_limit: 899, ..all }), [30, 40, 45, 38, 50]);
    assert_eq!(scores(PositionFilter { from_ply: 0, ..PositionFilter::default() }), [30, 40, 50, 900]);
    assert!(scores(PositionFilter::default()).is_empty());
}

#[test]
fn positions_stand_before_their_moves() {
    let game = text::read_game::<Chess>(GAME).expect("a game");
    let fens: Vec<String> =
        game.positions(PositionFilter::ALL).map(|labelled| labelled.position.fen()).collect();
    assert_eq!(fens[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(fens[3], "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    assert_eq!(fens[6], "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4");
}

fn streams<V: Variant>() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = |i: usize| folder.join(format!("stream-{}-{i}-{}.games", V::ID, std::process::id()));
    let games = random_games::<V>(300, 8);
    let mut paths = Vec::new();
    for (i, part) in games.chunks(100).enumerate() {
        let bytes = ShardWriter::to_bytes(&ShardLabel::new::<V>(100 * i as u64), part).expect("legal");
        fs::write(path(i), bytes).expect("room");
        paths.push(path(i));
    }
    let filter = PositionFilter { from_ply: 4, ..PositionFilter::default() };
    let read: Vec<LabelledPosition<V>> =
        positions(paths.clone(), filter).collect::<Result<_, _>>().expect("whole shards");
    let expected: Vec<LabelledPosition<V>> = games.iter().flat_map(|game| game.positions(filter)).collect();
    assert!(expected.len() > 1000);
    assert_eq!(read, expected);

    // The second is damaged: the positions before come, then the fault with its place, then nothing.
    let mut bytes = fs::read(path(1)).expect("a shard");
    bytes.truncate(bytes.len() - 1);
    fs::write(path(1), bytes).expect("room");
    let mut read = positions::<V>(paths.clone(), filter);
    let fault = read.by_ref().find_map(Result::err);
    assert_eq!(fault, Some(ShardFault::CutOff.at(&path(1))));
    assert!(read.next().is_none());
    for path in &paths {
        fs::remove_file(path).expect("our own file");
    }
}

#[test]
fn positions_stream_from_shards() {
    streams::<Chess>();
    streams::<Makruk>();
}

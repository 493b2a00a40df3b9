//! What is true of every position, game and text, tried on many.

use crate::support::{chess960, few_men};
use kempelen_rules::epd::{Epd, Operand, Operation};
use kempelen_rules::fen::FenStyle;
use kempelen_rules::pgn::{self, Outcome, PgnNode, Record};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::uci::Castling;
use kempelen_rules::{
    AnyPosition, Chess, Color, Game, Move, Position, Setup, SquareSet, Variant, VariantId, san, uci,
    with_variant,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases on every run; `make test-long` tries others, and many more.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("KEMPELEN_LONG").is_some() {
        ProptestConfig { cases: 50 * cases, ..usual }
    } else {
        ProptestConfig { cases, rng_seed: RngSeed::Fixed(1770), ..usual }
    }
}

/// How to come to a position: where to start, and which of the legal moves to play.
#[derive(Clone, Debug)]
struct Walk {
    start: u16,
    choices: Vec<u16>,
}

fn walk() -> impl Strategy<Value = Walk> {
    (any::<u16>(), prop::collection::vec(any::<u16>(), 0..150))
        .prop_map(|(start, choices)| Walk { start, choices })
}

/// Where walks start: at the game's start, at a board with few men, or (in chess) at a Chess960 start.
fn start_of<V: Variant>(number: u16) -> Position<V> {
    match number % 3 {
        0 => few_men(&mut SplitMix64::new(u64::from(number))).unwrap_or_default(),
        _ if V::CASTLING => chess960(usize::from(number) % 960).parse().expect("a position"),
        _ => Position::default(),
    }
}

/// Tries a property in chess, in makruk and, each time, in another one of makruk's relatives.
macro_rules! in_every_game {
    ($number:expr, $property:ident($($argument:expr),*)) => {
        let others = &VariantId::ALL[2..];
        for game in [VariantId::Chess, VariantId::Makruk, others[usize::from($number) / 3 % others.len()]] {
            with_variant!(game, V => $property::<V>($($argument),*));
        }
    };
}

fn play<V: Variant>(walk: &Walk) -> Game<V> {
    let mut game = Game::new(start_of::<V>(walk.start));
    for &choice in &walk.choices {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(choice) % moves.len()]);
    }
    game
}

/// What is kept up to date move by move is what a fresh look at the board finds.
fn same_as_set_up_afresh<V: Variant>(walk: &Walk) {
    for position in play::<V>(walk).positions() {
        let afresh = Position::<V>::try_from(Setup::from(*position)).expect("a position");
        assert_eq!(afresh, *position);
        assert_eq!(afresh.key(), position.key(), "{position}");
        assert_eq!(afresh.checkers(), position.checkers(), "{position}");
        assert_eq!(afresh.pinned(), position.pinned(), "{position}");
        assert_eq!(afresh.en_passant(), position.en_passant(), "{position}");
    }
}

/// Every encoding there is, asked one by one.
fn legal_is_listed<V: Variant>(walk: &Walk) {
    let game = play::<V>(walk);
    let position = game.position();
    let listed = position.legal_moves();
    assert_eq!(position.count_moves(), listed.len() as u64);
    for m in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_eq!(position.is_legal(m), listed.contains(&m), "{m} in {position}");
    }
}

fn parts_make_the_whole<V: Variant>(walk: &Walk) {
    for position in play::<V>(walk).positions() {
        let sorted = |moves: Vec<Move>| {
            let mut moves = moves;
            moves.sort_unstable();
            moves
        };
        let all = sorted(position.legal_moves().to_vec());
        let (noisy, quiet) = (position.noisy_moves(), position.quiet_moves());
        assert!(noisy.iter().all(|&m| position.is_capture(m) || m.is_promotion()), "{position}");
        assert!(!quiet.iter().any(|&m| position.is_capture(m) || m.is_promotion()), "{position}");
        assert_eq!(sorted(noisy.into_iter().chain(quiet).collect()), all, "{position}");
        let by_man = position.occupied().into_iter().flat_map(|from| position.moves_from(from));
        assert_eq!(sorted(by_man.collect()), all, "{position}");
    }
}

fn mirrors_agree<V: Variant>(walk: &Walk) {
    let game = play::<V>(walk);
    let position = game.position();
    let mirror = position.mirror();
    assert_eq!(mirror.mirror(), *position);
    let flip = |m: Move| match m.promoted() {
        Some(role) => Move::promotion(m.from().flip(), m.to().flip(), role),
        None => Move::new(m.from().flip(), m.to().flip()),
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().map(flip).collect();
    let mut mirrored = mirror.legal_moves();
    moves.sort_unstable();
    mirrored.sort_unstable();
    assert_eq!(moves[..], mirrored[..], "{position}");
    assert_eq!(mirror.checkers(), position.checkers().flip());
    assert_eq!(mirror.pinned(), position.pinned().flip());
    for &m in &moves {
        let there = mirror.play(m);
        let mut here = Setup::from(position.play(flip(m)));
        here.mirror();
        // Only White's turn to move leaves the number as it is.
        here.move_number = there.move_number();
        assert_eq!(Setup::from(there), here, "{m} in {mirror}");
    }
    for side in Color::ALL {
        assert_eq!(V::can_mate(position, side), V::can_mate(&mirror, !side), "{position}");
    }
}

fn fens_are_read_back<V: Variant>(walk: &Walk) {
    for position in play::<V>(walk).positions() {
        for shredder in [false, true] {
            let whole = position.fen_with(FenStyle { shredder, always_en_passant: true });
            assert_eq!(whole.parse::<Position<V>>().expect("a FEN"), *position, "{whole}");
            let short = position.fen_with(FenStyle { shredder, always_en_passant: false });
            let read: Position<V> = short.parse().expect("a FEN");
            assert_eq!((read.key(), read.fen()), (position.key(), position.fen()), "{short}");
        }
    }
}

fn moves_are_read_back<V: Variant>(walk: &Walk) {
    let game = play::<V>(walk);
    let position = game.position();
    for m in position.legal_moves() {
        for style in [Castling::Natural, Castling::KingTakesRook] {
            let text = uci::write(position, m, style);
            assert_eq!(uci::read(position, &text), Ok(m), "{text} in {position}");
        }
        let text = san::write(position, m);
        assert_eq!(san::read(position, &text), Ok(m), "{text} in {position}");
        let bare = text.trim_end_matches(['+', '#']);
        assert_eq!(san::read(position, bare), Ok(m), "{bare} in {position}");
        if !position.is_castling(m) {
            let role = position.role_on(m.from()).expect("a man").letter().to_ascii_uppercase();
            let long = format!(
                "{role}{}-{}{}",
                m.from(),
                m.to(),
                m.promoted().map_or(String::new(), |r| format!("={}", r.letter()))
            );
            assert_eq!(san::read(position, &long), Ok(m), "{long} in {position}");
        }
    }
}

fn taking_back_restores<V: Variant>(walk: &Walk) {
    let game = play::<V>(walk);
    let mut again = game.clone();
    for ply in (0..game.moves().len()).rev() {
        assert_eq!(again.take_back(), Some(game.moves()[ply]));
        assert_eq!(again.position(), &game.positions()[ply]);
        let times =
            game.positions()[..=ply].iter().filter(|p| p.key() == game.positions()[ply].key()).count();
        assert_eq!(again.repetitions(), times);
    }
    assert_eq!(again.take_back(), None);
}

/// One thing that happens to a record while it is written.
#[derive(Clone, Debug)]
enum Note {
    Move(u16),
    /// A move from some earlier place.
    Variation(u16, u16),
    Glyph(u8),
    Comment(String),
    CommentBefore(String),
    Tag(String, String),
}

fn note() -> impl Strategy<Value = Note> {
    prop_oneof![
        6 => any::<u16>().prop_map(Note::Move),
        3 => any::<(u16, u16)>().prop_map(|(place, choice)| Note::Variation(place, choice)),
        1 => any::<u8>().prop_map(Note::Glyph),
        1 => ".{0,100}".prop_map(Note::Comment),
        1 => "[ -~]{0,40}".prop_map(Note::CommentBefore),
        1 => ("[A-Za-z0-9_]{0,8}", ".{0,40}").prop_map(|(name, value)| Note::Tag(name, value)),
    ]
}

fn records_are_read_back<V: Variant>(start: u16, notes: &[Note], outcome: Outcome)
where
    AnyPosition: From<Position<V>>,
{
    let mut record = Record::new(start_of::<V>(start).into());
    record.outcome = outcome;
    let mut nodes = vec![PgnNode::ROOT];
    for note in notes {
        let last = nodes[nodes.len() - 1];
        let (place, choice) = match *note {
            Note::Move(choice) => (last, choice),
            Note::Variation(place, choice) => (nodes[usize::from(place) % nodes.len()], choice),
            Note::Glyph(glyph) => {
                record.add_glyph(last, glyph);
                continue;
            }
            Note::Comment(ref text) => {
                record.add_comment(last, text);
                continue;
            }
            Note::CommentBefore(ref text) => {
                record.add_comment_before(last, text);
                continue;
            }
            Note::Tag(ref name, ref value) => {
                record.set_tag(name, value);
                continue;
            }
        };
        let moves = record.position(place).legal_moves();
        if !moves.is_empty() {
            nodes.push(record.add(place, moves[usize::from(choice) % moves.len()]).expect("a legal move"));
        }
    }
    let text = record.to_string();
    let games: Vec<_> = pgn::read(text.as_bytes()).collect();
    assert_eq!(games.len(), 1, "{text}");
    let read = games[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.to_string(), text);
    assert_eq!(read.start(), record.start());
    assert_eq!(read.outcome, record.outcome);
    assert_eq!(shape(read), shape(&record), "{text}");
}

/// A record as a list in the order of its lines, since the numbers of its places depend on how it came about.
fn shape(record: &Record) -> Vec<String> {
    let mut shape: Vec<String> = record.tags().map(|tag| format!("{tag:?}")).collect();
    shape.sort_unstable();
    let mut open = vec![(0, PgnNode::ROOT)];
    while let Some((depth, node)) = open.pop() {
        shape.push(format!(
            "{depth} {:?} {:?} {:?} {:?}",
            record.last_move(node),
            record.glyphs(node),
            record.comments(node),
            record.comments_before(node)
        ));
        open.extend(record.children(node).iter().rev().map(|&child| (depth + 1, child)));
    }
    shape
}

fn operand() -> impl Strategy<Value = Operand> {
    prop_oneof!["[A-Za-z0-9+=-]{1,8}".prop_map(Operand::Word), "[ -~ก-๙]{0,30}".prop_map(Operand::Text),]
}

fn operation() -> impl Strategy<Value = Operation> {
    ("[A-Za-z][A-Za-z0-9_]{0,13}", prop::collection::vec(operand(), 0..4))
        .prop_filter("numbers of the FEN", |(opcode, _)| opcode != "hmvc" && opcode != "fmvn")
        .prop_map(|(opcode, operands)| Operation { opcode, operands })
}

fn epds_are_read_back<V: Variant>(walk: &Walk, operations: &[Operation])
where
    AnyPosition: From<Position<V>>,
{
    let position = *play::<V>(walk).position();
    let epd = Epd { position: position.into(), operations: operations.to_vec() };
    let text = epd.to_string();
    let read = Epd::read(V::ID, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read.to_string(), text);
    assert_eq!(read.operations, epd.operations);
    assert_eq!(read.position.fen(), position.fen());
}

/// Text that looks a little like what is expected.
fn nearly(alphabet: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![4 => proptest::string::string_regex(alphabet).expect("an expression"), 1 => ".{0,80}"]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![
        Outcome::Win(Color::White),
        Outcome::Win(Color::Black),
        Outcome::Draw,
        Outcome::Open,
    ])
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn kept_up_to_date(walk in walk()) {
        in_every_game!(walk.start, same_as_set_up_afresh(&walk));
    }

    #[test]
    fn a_move_is_legal_if_and_only_if_it_is_listed(walk in walk()) {
        in_every_game!(walk.start, legal_is_listed(&walk));
    }

    #[test]
    fn noisy_and_quiet_moves_are_all_moves(walk in walk()) {
        in_every_game!(walk.start, parts_make_the_whole(&walk));
    }

    #[test]
    fn a_mirrored_position_has_mirrored_moves(walk in walk()) {
        in_every_game!(walk.start, mirrors_agree(&walk));
    }

    #[test]
    fn fen_round_trip(walk in walk()) {
        in_every_game!(walk.start, fens_are_read_back(&walk));
    }

    #[test]
    fn san_and_uci_round_trip(walk in walk()) {
        in_every_game!(walk.start, moves_are_read_back(&walk));
    }

    #[test]
    fn take_back(walk in walk()) {
        in_every_game!(walk.start, taking_back_restores(&walk));
    }

    #[test]
    fn pgn_round_trip(start in any::<u16>(), notes in prop::collection::vec(note(), 0..80), outcome in outcome()) {
        in_every_game!(start, records_are_read_back(start, &notes, outcome));
    }

    #[test]
    fn epd_round_trip(walk in walk(), operations in prop::collection::vec(operation(), 0..5)) {
        in_every_game!(walk.start, epds_are_read_back(&walk, &operations));
    }
}

fn read_moves_are_legal<V: Variant>(number: u16, text: &str) {
    let position = start_of::<V>(number);
    for m in [san::read(&position, text), uci::read(&position, text)].into_iter().flatten() {
        assert!(position.is_legal(m), "{m} in {position}");
    }
}

proptest! {
    #![proptest_config(config(3000))]

    /// What is accepted is a position whose own FEN is accepted too; nothing panics.
    #[test]
    fn any_text_as_fen(text in nearly("([apnbrqkmsAPNBRQKMS1-8~]{1,9}/?){6,9} [wb] [KQkqA-Ha-h-]{1,4} [-a-h0-8]{1,3}( [0-9]{1,3}){0,3}")) {
        for game in VariantId::ALL {
            if let Ok(position) = AnyPosition::from_fen(game, &text) {
                let again = AnyPosition::from_fen(game, &position.fen());
                prop_assert_eq!(again.map(|p| p.fen()), Ok(position.fen()));
            }
        }
    }

    #[test]
    fn any_text_as_a_move(start in any::<u16>(), text in nearly("[AKQRBNMSPO0a-h1-8x=+#-]{1,9}")) {
        in_every_game!(start, read_moves_are_legal(start, &text));
    }

    #[test]
    fn any_text_as_pgn(text in nearly("([(){};%\\[\\]\"!?$* \n\r.]|e4|e5|Nf3|Nc6|1-0|0-1|Variant|Makruk|Ai-wok|Asean|Ouk|FEN|[0-9a-h]){0,60}")) {
        for record in pgn::read(text.as_bytes()).flatten() {
            let again = record.to_string();
            let games: Vec<_> = pgn::read(again.as_bytes()).collect();
            prop_assert_eq!(games.len(), 1, "{}", again);
            prop_assert_eq!(games[0].as_ref().map(ToString::to_string), Ok(again));
        }
    }

    #[test]
    fn any_text_as_epd(text in nearly("4k3/8/8/8/8/8/4P3/4K3 w - -( [a-z0-9]{1,4}|;| \"[^\"]{0,5}\"?){0,9}")) {
        if let Ok(epd) = Epd::read(Chess::ID, &text) {
            let again = epd.to_string();
            prop_assert_eq!(Epd::read(Chess::ID, &again).map(|epd| epd.to_string()), Ok(again));
        }
    }

    /// A set of squares is what its squares say.
    #[test]
    fn sets_are_their_squares(bits in any::<u64>()) {
        let set = SquareSet::new(bits);
        prop_assert_eq!(set.into_iter().collect::<SquareSet>(), set);
        prop_assert_eq!(set.into_iter().count(), set.len() as usize);
    }
}

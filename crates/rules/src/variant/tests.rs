//! Makruk's relatives as far as their men move, so that every hook for a new game is used by one: what [`Variant`] asks
//! of each is all that there is of it. How they count towards a draw is left out, and so they are no games of ours.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;

use super::{DrawCount, Draws, Makruk, Played, Sealed, Variant, VariantId};
use crate::{Color, End, Game, Position, Role, Square, SquareSet, attacks, perft, san, uci};

/// A game like makruk but for what is said in the braces.
macro_rules! relative_of_makruk {
    ($(#[$doc:meta])* $game:ident $start:literal $roles:expr, { $($difference:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        struct $game;

        impl Sealed for $game {}

        impl Variant for $game {
            // Only errors speak of it.
            const ID: VariantId = VariantId::Makruk;
            const NAMES: &'static [&'static str] = &[stringify!($game)];
            const TITLE: &'static str = stringify!($game);
            const ABOUT: &'static str = "A relative of makruk";
            const START: &'static str = $start;
            const ROLES: [Role; 6] = $roles;
            const DIAGONAL_SLIDERS: &'static [Role] = &[];
            const DOUBLE_STEP: bool = false;
            const CASTLING: bool = false;
            const COUNTS_TO_LIMIT: bool = true;
            const THAI_NOTATION: bool = false;
            const SHORT_FEN: bool = true;
            const OPEN_CHECK: bool = true;

            fn count(before: DrawCount, _: &Position<Self>, played: Played) -> DrawCount {
                before.since_last_change(played)
            }

            fn count_runs_out(_: &Position<Self>, _: Draws) -> Option<End> {
                None
            }

            fn plies_to_draw(_: &Position<Self>, _: Draws) -> Option<u16> {
                None
            }

            fn repetition_draw(_: Draws) -> (usize, End) {
                (3, End::Threefold)
            }

            fn can_mate(_: &Position<Self>, _: Color) -> bool {
                true
            }

            $($difference)*
        }
    };
}

/// What makruk says, for a game that differs elsewhere.
macro_rules! men_of_makruk {
    () => {
        const STEPPERS: &'static [Role] = Makruk::STEPPERS;
        const STRAIGHT_SLIDERS: &'static [Role] = Makruk::STRAIGHT_SLIDERS;

        fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
            Makruk::attacks(role, us, from, occupied)
        }
    };
}
macro_rules! promotion_of_makruk {
    () => {
        const MARKS_PROMOTED: bool = false;

        fn promotion_zone(us: Color) -> SquareSet {
            Makruk::promotion_zone(us)
        }

        fn pawn_zone(us: Color) -> SquareSet {
            Makruk::pawn_zone(us)
        }
    };
}

relative_of_makruk! {
    /// Cambodian chess: king and neang may leap with their first move.
    Ouk "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1" Makruk::ROLES, {
        men_of_makruk! {}
        promotion_of_makruk! {}
        const PROMOTIONS: &'static [Role] = Makruk::PROMOTIONS;
        const FIRST_LEAPS: &'static [Role] = &[Role::King, Role::Met];

        fn first_leaps(role: Role, us: Color, from: Square) -> SquareSet {
            let ahead = us.forward();
            let steps = if role == Role::King { [(2, ahead), (-2, ahead)] } else { [(0, 2 * ahead); 2] };
            steps.into_iter().filter_map(|(files, ranks)| from.offset(files, ranks)).collect()
        }

        /// A rook that comes to stand in line with a king ends its right, whatever stands between them.
        fn rights_ended(after: &Position<Self>, (us, role): (Color, Role), from: Square, to: Square) -> SquareSet {
            let king = after.king(!us);
            let in_line = role == Role::Rook && attacks::straights(to).has(king);
            let ended = from.set() | to.set();
            if in_line { ended.with(king) } else { ended }
        }
    }
}

relative_of_makruk! {
    /// Makpong: a king in check may not step away.
    Makpong "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1" Makruk::ROLES, {
        men_of_makruk! {}
        promotion_of_makruk! {}
        const PROMOTIONS: &'static [Role] = Makruk::PROMOTIONS;
        const KING_FLEES: bool = false;
    }
}

relative_of_makruk! {
    /// Ai-wok: the strongest man moves as rook, knight and met, and has a letter of its own.
    AiWok "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1"
    [Role::Pawn, Role::Queen, Role::Khon, Role::Knight, Role::Rook, Role::King], {
        promotion_of_makruk! {}
        const STEPPERS: &'static [Role] = &[Role::Pawn, Role::Queen, Role::Khon, Role::Knight];
        const STRAIGHT_SLIDERS: &'static [Role] = &[Role::Rook, Role::Queen];
        const PROMOTIONS: &'static [Role] = &[Role::Queen];

        fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
            match role {
                Role::Queen => attacks::rook(from, occupied) | attacks::knight(from) | attacks::met(from),
                _ => Makruk::attacks(role, us, from, occupied),
            }
        }

        fn letter(role: Role) -> char {
            if role == Role::Queen { 'a' } else { role.letter() }
        }

        fn man_name(role: Role) -> &'static str {
            if role == Role::Queen { "ai-wok" } else { role.name() }
        }
    }
}

relative_of_makruk! {
    /// ASEAN chess: the letters of chess, and promotion on the last rank to what the player likes.
    Asean "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1" Makruk::ROLES, {
        men_of_makruk! {}
        const PROMOTIONS: &'static [Role] = &[Role::Rook, Role::Knight, Role::Khon, Role::Met];
        const MARKS_PROMOTED: bool = false;

        fn promotion_zone(us: Color) -> SquareSet {
            SquareSet::relative_rank(us, 7)
        }

        fn pawn_zone(us: Color) -> SquareSet {
            !(SquareSet::relative_rank(us, 0) | SquareSet::relative_rank(us, 7))
        }

        fn letter(role: Role) -> char {
            match role {
                Role::Khon => 'b',
                Role::Met => 'q',
                role => role.letter(),
            }
        }
    }
}

/// The counts and games of `data/`, which came from another program.
fn perft_of(name: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(include_str!("../../data/family_perft.json")).expect("JSON");
    all.into_iter().filter(|entry| entry["variant"] == name).collect()
}

fn games_of(name: &str) -> Vec<Value> {
    let mut text = String::new();
    let bytes = include_bytes!("../../data/family_games.jsonl.gz");
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("a compressed file");
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|game| game["variant"] == name).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The fields of a FEN that say what may be played: all but the count and the number of the move.
fn playable_part(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ").replace('~', "")
}

fn agrees<V: Variant>(name: &str) {
    let counts = perft_of(name);
    assert_eq!(counts.len(), 4);
    for entry in counts {
        let position: Position<V> = text(&entry["fen"]).parse().expect("a position");
        for depth in 1..=2 {
            let wanted = entry["perft"][depth.to_string()].as_u64();
            assert_eq!(Some(perft::perft(&position, depth)), wanted, "{name} {position} {depth}");
        }
    }
    let games = games_of(name);
    assert_eq!(games.len(), 3);
    for record in games {
        let sans: Vec<&str> = text(&record["san"]).split(' ').collect();
        let mut game = Game::<V>::new(text(&record["start"]).parse().expect("a position"));
        for (ply, word) in text(&record["moves"]).split(' ').enumerate() {
            let position = *game.position();
            let place = format!("{name} {position} {word}");
            assert_eq!(playable_part(&position.fen()), playable_part(text(&record["fens"][ply])), "{place}");
            assert_eq!(
                position.legal_moves().len() as u64,
                record["nlegal"][ply].as_u64().expect("a count"),
                "{place}"
            );
            assert_eq!(position.in_check(), text(&record["check"]).as_bytes()[ply] == b'1', "{place}");
            let again: Position<V> = position.fen().parse().expect("a position");
            assert_eq!((again.key(), again), (position.key(), position), "{place}");
            let m = uci::read(&position, word).expect("a legal move");
            assert_eq!(uci::write(&position, m, uci::Castling::Natural), word, "{place}");
            assert_eq!(san::write(&position, m), sans[ply], "{place}");
            assert_eq!(san::read(&position, &san::write(&position, m)), Ok(m), "{place}");
            game.play(m);
        }
    }
}

#[test]
fn men_may_leap_with_their_first_move() {
    agrees::<Ouk>("cambodian");
}

#[test]
fn kings_may_have_to_stand_their_ground() {
    agrees::<Makpong>("makpong");
}

#[test]
fn men_may_have_moves_and_letters_of_their_own() {
    agrees::<AiWok>("ai-wok");
}

#[test]
fn promotion_may_be_elsewhere_and_to_what_the_player_likes() {
    agrees::<Asean>("asean");
}

#[test]
fn a_right_to_leap_is_part_of_the_position() {
    let with: Position<Ouk> = Ouk::START.parse().expect("a position");
    let without: Position<Ouk> = Ouk::START.replace("DEde", "DEd").parse().expect("a position");
    assert_ne!(with.key(), without.key());
    assert_eq!(with.mirror().rights(), with.rights().flip());
    let leap = uci::read(&with, "d1f2").expect("a leap");
    assert!(with.quiet_moves().contains(&leap) && !with.noisy_moves().contains(&leap));
    assert!(with.moves_from(Square::D1).contains(&leap));
    assert!(with.play(leap).fen().contains(" Ede "), "{}", with.play(leap));
    assert_eq!(with.castling_rooks(), SquareSet::EMPTY);
}

#[test]
fn a_right_to_leap_needs_a_man_that_can() {
    let error =
        Ouk::START.replace("DEde", "AEde").parse::<Position<Ouk>>().expect_err("a rook does not leap");
    assert_eq!(error.to_string(), "White has no man on a1 that may leap");
}

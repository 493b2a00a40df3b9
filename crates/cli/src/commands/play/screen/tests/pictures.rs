//! Pictures of the screen, kept as text beside this file and looked at by eye when they change.
//!
//! `KEMPELEN_NEW_PICTURES=1 cargo test -p kempelen pictures` draws them anew.

use std::fs;
use std::path::PathBuf;

use kempelen_engine::Info;
use kempelen_rules::Square;
use ratatui::style::Modifier;

use super::*;

/// Compares a screen with its picture.
fn compare(name: &str, player: &TestPlayer) {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "src/commands/play/screen/tests/pictures", name].iter().collect();
    let path = path.with_extension("txt");
    let seen = letters(&player.picture());
    if std::env::var_os("KEMPELEN_NEW_PICTURES").is_some() {
        fs::write(&path, &seen).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == seen, "{name} has changed. It was:\n{kept}\nIt is:\n{seen}");
}

#[test]
fn the_start_of_a_game() {
    compare("start", &TestPlayer::new(LOOK, (80, 24)));
    compare("start-plain", &TestPlayer::new(PLAIN, (80, 24)));
}

/// The machine looks at its sixth move for nine seconds.
fn thinking(look: Look, size: (u16, u16)) -> TestPlayer {
    let mut player = TestPlayer::new(look, size);
    player.say("e2e4");
    let task = player.task.clone().unwrap();
    let position = task.game.position();
    let line = |moves: &[&str]| {
        let mut here = position;
        let pv = moves.iter().map(|text| {
            let m = here.read_uci(text).unwrap();
            here = here.play(m);
            m
        });
        ScoredLine { pv: pv.collect(), score: Some(Score::Cp(-20)), depth: 3, ..ScoredLine::default() }
    };
    let found = line(&["e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f6e4"]);
    let current = Some((position.read_uci("d7d5").unwrap(), 6));
    player.hear(ScreenEvent::Tick(Duration::from_secs(8)));
    let info = Info { line: Some((1, found)), current, nodes: 48_230, ..Info::default() };
    player.hear(ScreenEvent::Told(task.id, info));
    player.hear(ScreenEvent::Tick(Duration::from_secs(9)));
    player
}

#[test]
fn a_machine_thinks() {
    compare("thinking", &thinking(LOOK, (80, 24)));
    compare("thinking-plain", &thinking(PLAIN, (80, 24)));
    compare("thinking-small", &thinking(LOOK, (40, 16)));
}

fn answered(look: Look, size: (u16, u16)) -> TestPlayer {
    let mut player = thinking(look, size);
    player.answer_with("e5", Some(thoughts()));
    player
}

#[test]
fn the_doors_are_open() {
    let mut player = answered(LOOK, (150, 34));
    compare("why", &player);
    player.press(KeyCode::Tab);
    compare("tree", &player);
    player.press(KeyCode::Tab);
    compare("log", &player);
    player.press(KeyCode::Tab);
    compare("shut", &player);
    player.say("why f6");
    compare("why-not", &player);
    compare("why-narrow", &answered(LOOK, (80, 24)));
}

#[test]
fn what_cannot_be_played_is_explained() {
    let mut player = TestPlayer::new(PLAIN, (80, 24));
    player.say("Nd4");
    compare("illegal", &player);
    player.type_in(
        "save a name that is so long that the line has to be moved to the left, else it is not seen",
    );
    compare("long-line", &player);
}

#[test]
fn a_man_shows_where_it_can_go() {
    let mut player = TestPlayer::from_fen("4k3/8/3p4/8/2N5/8/8/4K3 w - - 0 1", Color::White, PLAIN, (60, 20));
    player.click("c4");
    compare("selected", &player);
}

#[test]
fn makruk_in_letters_and_in_thai() {
    // White has a promoted bia, and counts.
    let fen = "8/3k4/6M~1/2K1S3/8/3r4/8/8 w - 88 8 1";
    let mut player = TestPlayer::from_fen(fen, Color::White, LOOK, (80, 24));
    compare("makruk", &player);
    player.press(KeyCode::F(6));
    player.press(KeyCode::F(5));
    compare("makruk-thai", &player);
    let start = AnyPosition::start(VariantId::Makruk);
    let mut player = TestPlayer::at(&start, Color::White, Look { men: Men::Thai, ..LOOK }, (80, 24));
    player.say("จ๔");
    player.answer("d5");
    player.say("shut");
    compare("makruk-moves", &player);
}

#[test]
fn help_stands_before_everything() {
    let mut player = TestPlayer::new(LOOK, (80, 24));
    player.press(KeyCode::F(1));
    compare("help", &player);
    player.press(KeyCode::PageDown);
    compare("help-below", &player);
}

#[test]
fn the_end_is_spelled_out() {
    let mut player = TestPlayer::from_fen("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Color::White, LOOK, (80, 24));
    player.say("Qg7");
    compare("mate", &player);
}

#[test]
fn small_screens_show_what_matters_and_smaller_ones_say_so() {
    compare("smallest", &answered(LOOK, (34, 14)));
    compare("too-small", &answered(LOOK, (30, 6)));
}

#[test]
fn no_size_is_too_small_to_be_drawn() {
    for width in (1..=40).chain([80, 160, 230]) {
        for height in (1..=20).chain([24, 50, 70]) {
            let mut player = answered(LOOK, (width, height));
            player.picture();
            player.press(KeyCode::F(1));
            player.picture();
            player.press(KeyCode::Esc);
            player.press(KeyCode::F(7));
            player.picture();
        }
    }
}

/// The cell in which the man of a square stands.
fn man_on(player: &TestPlayer, square: Square) -> ratatui::buffer::Cell {
    let area = player.screen.areas().unwrap().board.area_of(square, player.screen.bottom);
    player.picture()[(area.x + area.width / 2, area.y + (area.height - 1) / 2)].clone()
}

#[test]
fn white_and_black_differ_by_letter_and_by_colour() {
    for men in [Men::Letters, Men::Figures] {
        let player = TestPlayer::new(Look { men, ..LOOK }, (80, 24));
        let (white, black) = (man_on(&player, Square::E2), man_on(&player, Square::E7));
        assert_ne!(white.symbol(), black.symbol());
        assert_ne!(white.fg, black.fg);
        // Neither takes its ground from the terminal, which may be light or dark.
        assert!(white.bg != ratatui::style::Color::Reset && black.bg != ratatui::style::Color::Reset);
    }
}

#[test]
fn without_colours_there_are_none() {
    let mut player = answered(PLAIN, (80, 24));
    player.say("Nd4");
    player.click("g1");
    let picture = player.picture();
    for cell in picture.content() {
        assert_eq!((cell.fg, cell.bg), (ratatui::style::Color::Reset, ratatui::style::Color::Reset));
        assert!(cell.symbol().is_ascii(), "{:?}", cell.symbol());
    }
    assert!(man_on(&player, Square::E5).modifier.contains(Modifier::UNDERLINED), "the last move");
    assert!(man_on(&player, Square::G1).modifier.contains(Modifier::REVERSED), "the man that moves");
}

#[test]
fn marks_have_colours_of_their_own() {
    let mut player = answered(LOOK, (80, 24));
    let plain = man_on(&player, Square::D4).bg;
    assert_ne!(man_on(&player, Square::E5).bg, plain, "the last move");
    player.click("d2");
    assert_ne!(man_on(&player, Square::D2).bg, man_on(&player, Square::C1).bg, "the man that moves");
    assert_eq!(man_on(&player, Square::D4).symbol(), "•");
}

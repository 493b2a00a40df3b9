//! Whole games by hand.

use kempelen_engine::EngineError;
use kempelen_rules::pgn;

use super::*;

const SIZE: (u16, u16) = (80, 24);

#[test]
fn moves_are_read_in_any_notation_and_answered() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    for (text, answer) in [("e2e4", "e5"), ("Nf3", "Nc6"), ("f1-b5", "a6"), ("O-O", "axb5")] {
        player.say(text);
        player.answer(answer);
    }
    assert_eq!(player.moves(), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "axb5"]);
    assert_eq!(player.message(), "Puppet plays 4... axb5 (-0.20, depth 3, 1.2 s).");
}

#[test]
fn what_is_no_move_is_refused_and_nothing_is_asked() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e2e5");
    assert_eq!(player.message(), "The pawn on e2 cannot go to e5. It can play e3 or e4.");
    assert!(player.screen.message.refuses && player.task.is_none() && player.moves().is_empty());
    player.say("save");
    assert_eq!(player.message(), "save is followed by the name of a file.");
}

#[test]
fn the_machine_begins_where_the_player_is_black() {
    let start = AnyPosition::start(VariantId::Chess);
    let mut player = TestPlayer::at(&start, Color::Black, LOOK, SIZE);
    assert_eq!(player.screen.bottom, Color::Black);
    player.answer("d4");
    player.say("d5");
    assert!(player.task.is_some());
}

#[test]
fn a_move_out_of_turn_is_refused() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    player.say("d4");
    assert!(player.message().starts_with("It is Puppet's turn."), "{}", player.message());
    assert_eq!(player.moves(), ["e4"]);
}

#[test]
fn a_machine_is_interrupted_and_plays_what_it_has() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.press(KeyCode::Esc);
    assert_eq!(player.message(), "Nobody is thinking.");
    player.say("e4");
    player.press(KeyCode::Esc);
    assert!(matches!(player.effects[..], [Effect::Stop]));
    player.answer("c5");
    assert_eq!(player.moves(), ["e4", "c5"]);
}

#[test]
fn a_machine_that_was_stopped_too_early_thinks_again() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    player.press(KeyCode::Esc);
    let first = player.task.take().unwrap();
    let nothing = MachineAnswer { report: Report::default(), view: None };
    player.hear(ScreenEvent::Answered(first.id, Ok(Box::new(nothing))));
    assert!(!player.screen.table.is_over(), "it does not resign");
    assert_ne!(player.task.as_ref().expect("it is asked again").id, first.id);
}

#[test]
fn what_was_taken_back_is_not_answered_any_more() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    let late = player.task.take().unwrap();
    player.press(KeyCode::F(2));
    assert!(matches!(player.effects[..], [Effect::Stop]) && player.moves().is_empty());
    let m = late.game.position().read_uci("e7e5").unwrap();
    let report = Report { best: Some(m), ..report(vec![m]) };
    player.hear(ScreenEvent::Answered(late.id, Ok(Box::new(MachineAnswer { report, view: None }))));
    assert!(player.moves().is_empty(), "the answer comes too late");
    player.press(KeyCode::F(3));
    assert_eq!(player.moves(), ["e4"]);
    player.answer("e5");
    player.press(KeyCode::F(2));
    player.press(KeyCode::F(3));
    assert_eq!(player.moves(), ["e4", "e5"]);
    assert!(player.task.is_none(), "both moves come back");
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.press(KeyCode::F(4));
    player.answer("Nf3");
    assert!(player.message().starts_with("It would play Nf3 (for you -0.20"), "{}", player.message());
    assert!(player.screen.hint.is_some() && player.moves().is_empty());
    player.say("d4");
    assert!(player.screen.hint.is_none());
    player.say("hint");
    assert!(player.message().contains("thinking already"));
}

#[test]
fn a_machine_is_changed_in_the_middle_of_a_thought() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    let old = player.task.take().unwrap();
    player.say("engine sargon");
    assert!(matches!(&player.effects[..], [Effect::Open(name, VariantId::Chess)] if name == "sargon"));
    player.say("engine mint");
    assert_eq!(player.message(), "sargon is being called.");
    let about = About { name: "Other", ..MACHINE.about };
    player.hear(ScreenEvent::Opened(Ok(SeatedMachine { about, ..MACHINE })));
    let new = player.task.clone().expect("the other one is asked");
    assert_ne!(new.id, old.id);
    player.answer("e6");
    assert!(player.message().starts_with("Other plays 1... e6"));
    player.say("engine nobody");
    player.hear(ScreenEvent::Opened(Err("there is no engine \"nobody\"".into())));
    assert_eq!(player.message(), "there is no engine \"nobody\".");
    assert_eq!(player.screen.machine.about.name, "Other");
}

#[test]
fn the_cabinet_offers_machines_that_play_the_game() {
    let mut player = TestPlayer::at(&AnyPosition::start(VariantId::Makruk), Color::White, LOOK, SIZE);
    player.press(KeyCode::F(7));
    let seen = letters(&player.picture());
    assert!(seen.contains("(makruk-ai, ") && !seen.contains("sameshi"), "{seen}");
    player.press(KeyCode::Down);
    player.press(KeyCode::Up);
    player.press(KeyCode::Enter);
    assert!(matches!(&player.effects[..], [Effect::Open(_, VariantId::Makruk)]));
}

#[test]
fn games_are_saved_and_loaded() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    player.answer("e5");
    player.say("save my games.pgn");
    let Some(Effect::Save { path, pgn }) = player.effects.pop() else { panic!("a file is to be written") };
    assert_eq!(path, "my games.pgn");
    assert!(pgn.contains("1. e4 e5 {-0.20/3 1.20s} *"), "{pgn}");
    player.hear(ScreenEvent::Saved(Err("my games.pgn: full".into())));
    assert_eq!(player.message(), "my games.pgn: full");
    player.say("new");
    player.say("load my games.pgn 2");
    assert!(matches!(player.effects.pop(), Some(Effect::Load { number: Some(2), .. })));
    let record = pgn::read(pgn.as_bytes()).next().unwrap().unwrap();
    player.hear(ScreenEvent::Loaded(Ok(Box::new(record))));
    assert_eq!(player.moves(), ["e4", "e5"]);
    player.hear(ScreenEvent::Loaded(Err("x.pgn: there is no game in it".into())));
    assert!(player.screen.message.refuses && player.moves().len() == 2);
}

#[test]
fn a_new_game_does_not_lose_the_old_one() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    player.answer("e5");
    player.say("new makruk black");
    assert_eq!((player.screen.bottom, player.moves().len()), (Color::Black, 0));
    assert!(player.task.is_some(), "the machine begins");
    player.press(KeyCode::F(2));
    assert_eq!(player.moves(), ["e4", "e5"]);
    assert_eq!(player.screen.bottom, Color::White);
}

#[test]
fn a_player_resigns_and_thinks_better_of_it() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    player.say("resign");
    assert!(letters(&player.picture()).contains("White resigns: Black wins. 0-1"));
    player.say("d4");
    assert!(player.message().starts_with("The game is over"));
    player.say("undo");
    assert!(!player.screen.table.is_over());
}

#[test]
fn a_machine_resigns_or_breaks_down() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    let task = player.task.take().unwrap();
    let failed = EngineError::Failed("it has failed (a wheel came off)".into());
    player.hear(ScreenEvent::Answered(task.id, Err(failed)));
    assert_eq!(player.message(), "Puppet gives up: it has failed (a wheel came off).");
    assert!(letters(&player.picture()).contains("1-0"));
    player.say("undo");
    player.say("d4");
    let task = player.task.take().unwrap();
    let report = Report { resigns: Some("it is lost".into()), ..Report::default() };
    player.hear(ScreenEvent::Answered(task.id, Ok(Box::new(MachineAnswer { report, view: None }))));
    assert_eq!(player.message(), "Puppet resigns: it is lost.");
}

#[test]
fn the_machine_plays_for_the_player() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("go");
    player.answer("e4");
    assert_eq!((player.screen.table.human(), player.moves().len()), (Color::Black, 1));
}

#[test]
fn men_are_moved_by_the_mouse() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.click("e2");
    player.click("d2");
    player.click("d4");
    assert_eq!(player.moves(), ["d4"]);
    player.click("e2");
    assert!(player.screen.selected.is_none(), "it is not the player's turn");
    player.answer("d5");
    player.click("e2");
    player.click("e5");
    assert!(player.message().starts_with("The pawn on e2 cannot go to e5."), "{}", player.message());
    player.click("e2");
    player.press(KeyCode::Esc);
    assert!(player.screen.selected.is_none());
}

#[test]
fn whoever_promotes_by_the_mouse_says_what_to() {
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let mut player = TestPlayer::from_fen(fen, Color::White, LOOK, SIZE);
    player.say("flip");
    player.click("a7");
    player.click("a8");
    assert!(player.message().starts_with("The pawn must become something"), "{}", player.message());
    assert_eq!(player.screen.input.text(), "a7a8");
    player.say("n");
    assert_eq!(player.moves(), ["a8=N"]);
}

#[test]
fn makruk_is_played_in_thai() {
    let start = AnyPosition::start(VariantId::Makruk);
    let mut player = TestPlayer::at(&start, Color::White, Look { men: Men::Thai, ..LOOK }, SIZE);
    player.say("จ๔");
    player.answer("e5");
    assert!(player.message().starts_with("Puppet plays 1... จ๕"), "{}", player.message());
    player.say("ม-ง๒");
    assert_eq!(player.moves(), ["e4", "e5", "Nd2"]);
    player.press(KeyCode::F(6));
    assert_eq!(player.screen.look.men, Men::Letters);
    let mut chess = TestPlayer::new(LOOK, SIZE);
    chess.say("thai");
    assert_eq!(chess.message(), "There are none for chess; it keeps its letters.");
}

#[test]
fn thoughts_are_recorded_only_while_the_doors_are_open() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    assert!(player.task.as_ref().unwrap().aloud);
    player.say("shut");
    player.answer("e5");
    player.say("d4");
    assert!(!player.task.as_ref().unwrap().aloud);
    player.answer("d5");
    player.press(KeyCode::Tab);
    assert!(letters(&player.picture()).contains("The doors were shut when"));
    player.say("why Nf3");
    assert_eq!(player.message(), "There are no thoughts to ask about yet.");
}

#[test]
fn long_thoughts_are_scrolled() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.say("e4");
    player.answer_with("e5", Some(thoughts()));
    player.say("log");
    let first = letters(&player.picture());
    player.press(KeyCode::PageDown);
    assert_ne!(letters(&player.picture()), first);
    (0..50).for_each(|_| player.press(KeyCode::PageDown));
    let last = letters(&player.picture());
    player.hear(ScreenEvent::Wheel(3));
    assert_eq!(letters(&player.picture()), last, "the end stays in sight");
    (0..50).for_each(|_| player.press(KeyCode::PageUp));
    assert_eq!(letters(&player.picture()), first);
}

#[test]
fn there_are_several_ways_out() {
    for leave in ["c", "d"] {
        let mut player = TestPlayer::new(LOOK, SIZE);
        let code = KeyCode::Char(leave.chars().next().unwrap());
        player.hear(ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::CONTROL)));
        assert!(matches!(player.effects[..], [Effect::Quit]), "{leave}");
    }
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.press(KeyCode::F(1));
    player.press(KeyCode::Char('q'));
    assert!(player.effects.is_empty() && player.screen.overlay.is_none(), "that closed the help");
    player.say("quit");
    assert!(matches!(player.effects[..], [Effect::Quit]));
}

#[test]
fn a_paste_does_not_play_by_itself() {
    let mut player = TestPlayer::new(LOOK, SIZE);
    player.hear(ScreenEvent::Paste("e2e4\ne7e5\n".into()));
    assert!(player.moves().is_empty());
    player.press(KeyCode::Enter);
    assert_eq!(player.moves(), ["e4"]);
}

//! A player without a terminal: keys in, a picture of the screen out.

mod games;
mod pictures;
mod svg;

#[cfg(unix)]
mod restored;

use std::time::Duration;

use kempelen_engine::{About, Limits, Report, Score, ScoredLine};
use kempelen_rules::{AnyPosition, Color, Move, VariantId};
use kempelen_trace::{Answer as Told, Event as Said, Header, How, Observer, Recording, Trace, Why};
use kempelen_window::View;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::draw::draw;
use super::event::{Effect, MachineAnswer, ScreenEvent, SeatedMachine, ThinkTask};
use super::state::{Look, Screen};
use crate::board::Men;

const LOOK: Look = Look { men: Men::Figures, ascii: false, colored: true };
const PLAIN: Look = Look { men: Men::Letters, ascii: true, colored: false };

/// A machine that does not exist, so that no real one changes the pictures.
const MACHINE: SeatedMachine = SeatedMachine {
    about: About {
        id: "puppet",
        name: "Puppet",
        year: 1770,
        authors: &["a test"],
        variants: &VariantId::ALL,
        capabilities: &[],
        provenance: "",
        gaps: &[],
    },
    limits: Limits {
        depth: None,
        nodes: None,
        soft_nodes: None,
        time: None,
        mate: None,
        clock: None,
        ponder: false,
        infinite: false,
    },
};

/// A person at a screen, who plays the machine's part as well.
struct TestPlayer {
    screen: Screen,
    /// What the machine was asked and has not answered.
    task: Option<ThinkTask>,
    /// What else was asked for.
    effects: Vec<Effect>,
}

impl TestPlayer {
    fn new(look: Look, size: (u16, u16)) -> Self {
        Self::at(&AnyPosition::start(VariantId::Chess), Color::White, look, size)
    }

    fn at(position: &AnyPosition, human: Color, look: Look, size: (u16, u16)) -> Self {
        let screen = Screen::new(MACHINE, *position, human, look, size);
        let mut player = Self { screen, task: None, effects: Vec::new() };
        player.hear(ScreenEvent::Tick(Duration::ZERO));
        player
    }

    fn from_fen(fen: &str, human: Color, look: Look, size: (u16, u16)) -> Self {
        Self::at(&AnyPosition::from_fen(VariantId::guess(fen), fen).unwrap(), human, look, size)
    }

    fn hear(&mut self, event: ScreenEvent) {
        for effect in self.screen.on(event) {
            match effect {
                Effect::Think(task) => self.task = Some(task),
                effect => self.effects.push(effect),
            }
        }
    }

    fn press(&mut self, code: KeyCode) {
        self.hear(ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn type_in(&mut self, text: &str) {
        text.chars().for_each(|c| self.press(KeyCode::Char(c)));
    }

    fn say(&mut self, text: &str) {
        self.type_in(text);
        self.press(KeyCode::Enter);
    }

    fn click(&mut self, square: &str) {
        let board = self.screen.areas().unwrap().board;
        let area = board.area_of(square.parse().unwrap(), self.screen.bottom);
        self.hear(ScreenEvent::Click(area.x, area.y));
    }

    /// The machine answers with this move.
    fn answer(&mut self, text: &str) {
        self.answer_with(text, None);
    }

    fn answer_with(&mut self, text: &str, view: Option<View>) {
        let task = self.task.take().expect("the machine was asked");
        let position = task.game.position();
        let m = position.read_move(text).unwrap();
        let report = Report { best: Some(m), ..report(vec![m]) };
        self.hear(ScreenEvent::Answered(task.id, Ok(Box::new(MachineAnswer { report, view: view.map(Ok) }))));
    }

    fn moves(&self) -> Vec<String> {
        self.screen.table.game().start().san_line(self.screen.table.game().moves())
    }

    fn message(&self) -> &str {
        &self.screen.message.text
    }

    fn picture(&self) -> Buffer {
        let (width, height) = self.screen.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, &self.screen)).unwrap();
        terminal.backend().buffer().clone()
    }
}

fn report(pv: Vec<Move>) -> Report {
    let line = ScoredLine { pv, score: Some(Score::Cp(-20)), depth: 3, ..ScoredLine::default() };
    Report { lines: vec![line], nodes: 12_345, time: Duration::from_millis(1200), ..Report::default() }
}

/// The letters of a picture, line by line.
fn letters(picture: &Buffer) -> String {
    let mut text = String::new();
    for row in picture.content().chunks(picture.area.width.into()) {
        let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What a machine might say that looks two plies ahead after 1. e4, at two moves, and answers e5.
fn thoughts() -> View {
    let start = AnyPosition::start(VariantId::Chess);
    let position = start.play(start.read_uci("e2e4").unwrap());
    let mut trace = Trace::new();
    let mut note = |event: Said| trace.note(|| event);
    let enter = |m, how, depth, alpha, beta| Said::Enter { m, how, depth, alpha, beta };
    note(Said::Iteration { depth: 2 });
    note(enter(None, How::Root, 2, -1000, 1000));
    let mut look_at = |text: &str, alpha: i32, replies: [(&str, i32); 2]| {
        let m = position.read_uci(text).unwrap();
        let after = position.play(m);
        note(enter(Some(m), How::Full, 1, -1000, -alpha));
        let mut best = -1000;
        for (reply, score) in replies {
            let reply = after.read_uci(reply).unwrap();
            note(enter(Some(reply), How::Full, 0, alpha, -best));
            note(Said::Static { score: -score });
            note(Said::Leave { score: -score, why: Why::Horizon });
            if score > best {
                best = score;
                note(Said::Best { m: reply, score });
            }
            if best >= -alpha {
                break;
            }
        }
        let why = if best >= -alpha { Why::Beta } else { Why::Searched };
        note(Said::Leave { score: best, why });
        if -best > alpha {
            note(Said::Best { m, score: -best });
        }
    };
    look_at("e7e5", -1000, [("g1f3", 20), ("b1c3", 15)]);
    look_at("f7f6", -20, [("d2d4", 70), ("g1f3", 30)]);
    trace.note(|| Said::Leave { score: -20, why: Why::Searched });
    let header =
        Header { moves: vec!["e2e4".into()], ..Header::new("puppet", VariantId::Chess, &start.fen()) };
    let answer = Told {
        best: Some("e7e5".into()),
        pv: vec!["e7e5".into(), "g1f3".into()],
        score: Some("cp -20".into()),
        nodes: 6,
        milliseconds: 1200,
    };
    let (events, tally) = trace.into_parts();
    View::new(Recording { header, events, tally, answer: Some(answer), cut: None }).unwrap()
}

#[test]
fn the_thoughts_of_the_tests_make_sense() {
    let findings = thoughts().verify();
    assert_eq!(findings.faults, 0, "{findings}");
}

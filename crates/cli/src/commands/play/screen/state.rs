//! The state of the screen: events in, effects out.
//!
//! Nothing here knows of a terminal, a file, a thread or a clock. So a test plays whole games by hand.

use std::time::Duration;

use kempelen_engine::{About, EngineError};
use kempelen_rules::{AnyGame, AnyPosition, Color, Move, Square};
use kempelen_window::Style;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::super::table::{GameTable, remark, told};
use super::super::thought::ThoughtSoFar;
use super::doors::{DoorsPane, Reading};
use super::draw::last_scroll;
use super::event::{Effect, MachineAnswer, ScreenEvent, SeatedMachine, TaskId, ThinkTask};
use super::input::InputLine;
use super::keys::KEYS;
use super::layout::Areas;
use crate::board::Men;
use crate::words;

/// How things look.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Look {
    pub(in super::super) men: Men,
    /// Only letters that every terminal has.
    pub(in super::super) ascii: bool,
    pub(in super::super) colored: bool,
}

/// A game on a full screen.
pub(super) struct Screen {
    pub(super) table: GameTable,
    pub(super) machine: SeatedMachine,
    /// The side of the board that is below.
    pub(super) bottom: Color,
    pub(super) look: Look,
    pub(super) size: (u16, u16),
    pub(super) input: InputLine,
    pub(super) message: Message,
    pub(super) overlay: Option<Overlay>,
    pub(super) doors: DoorsPane,
    /// The man that is about to be moved by the mouse.
    pub(super) selected: Option<Square>,
    pub(super) hint: Option<Move>,
    /// What the machine thinks, or thought last.
    pub(super) thinking: Option<Thinking>,
    /// The machine that was asked for and has not come yet.
    pub(super) expected: Option<String>,
    pub(super) now: Duration,
    tasks: TaskId,
}

/// The last answer to the player.
#[derive(Default, Debug)]
pub(super) struct Message {
    pub(super) text: String,
    /// Whether it says that something cannot be done.
    pub(super) refuses: bool,
}

/// Something that stands before everything else.
pub(super) enum Overlay {
    Help { scroll: u16 },
    Paper { title: &'static str, text: String, scroll: u16 },
    Cabinet { machines: Vec<About>, chosen: usize },
}

/// A search, running or ended.
pub(super) struct Thinking {
    id: TaskId,
    pub(super) what_for: WhatFor,
    pub(super) thought: ThoughtSoFar,
    pub(super) since: Duration,
    /// How long it took, once it has ended.
    pub(super) took: Option<Duration>,
    /// Whether it was told to come to an end.
    is_hurried: bool,
}

/// Why the machine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WhatFor {
    Move,
    Hint,
}

impl Screen {
    pub(super) fn new(
        machine: SeatedMachine,
        start: AnyPosition,
        human: Color,
        look: Look,
        size: (u16, u16),
    ) -> Self {
        let mut screen = Self {
            table: GameTable::new(AnyGame::new(start), human),
            machine,
            bottom: human,
            look,
            size,
            input: InputLine::default(),
            message: Message::default(),
            overlay: None,
            doors: DoorsPane::opened(Reading::Why(None)),
            selected: None,
            hint: None,
            thinking: None,
            expected: None,
            now: Duration::ZERO,
            tasks: 0,
        };
        screen.introduce();
        screen
    }

    /// Takes an event in, and says what is to be done about it.
    pub(super) fn on(&mut self, event: ScreenEvent) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            ScreenEvent::Key(key) if key.kind != KeyEventKind::Release => self.press(key, &mut effects),
            ScreenEvent::Key(_) => {}
            ScreenEvent::Paste(text) => self.input.insert(&text),
            ScreenEvent::Click(column, row) => self.click(column, row, &mut effects),
            ScreenEvent::Wheel(lines) => self.scroll(lines),
            ScreenEvent::Resize(width, height) => self.size = (width, height),
            ScreenEvent::Tick(now) => self.now = now,
            ScreenEvent::Told(id, info) => {
                let now = self.now;
                if let Some(thinking) = self.running(id) {
                    thinking.thought.note(&info, now.saturating_sub(thinking.since));
                }
            }
            ScreenEvent::Answered(id, answer) => self.hear(id, answer),
            ScreenEvent::Opened(machine) => self.seat(machine, &mut effects),
            ScreenEvent::Set(Ok((said, machine))) => {
                self.machine = machine;
                if said.contains('\n') {
                    self.overlay = Some(Overlay::Paper { title: "What can be set", text: said, scroll: 0 });
                } else {
                    self.say(said);
                }
            }
            ScreenEvent::Set(Err(why)) => self.refuse(why),
            ScreenEvent::Saved(Ok(path)) => self.say(format!("The game is in {path}.")),
            ScreenEvent::Loaded(Ok(record)) => self.continue_with(*record, &mut effects),
            ScreenEvent::Saved(Err(reason)) | ScreenEvent::Loaded(Err(reason)) => self.refuse(reason),
        }
        self.let_machine_move(&mut effects);
        self.lay_out();
        effects
    }

    pub(super) fn areas(&self) -> Option<Areas> {
        Areas::of(self.size.0, self.size.1, self.doors.reading().is_some())
    }

    /// The search that runs.
    pub(super) fn is_thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref().filter(|thinking| thinking.took.is_none())
    }

    fn running(&mut self, id: TaskId) -> Option<&mut Thinking> {
        self.thinking.as_mut().filter(|thinking| thinking.id == id && thinking.took.is_none())
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), refuses: false };
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), refuses: true };
    }

    /// The label of the machine, and what it cannot do.
    pub(super) fn introduce(&mut self) {
        let about = self.machine.about;
        let year = if about.year > 0 { format!(" ({})", about.year) } else { String::new() };
        let gaps = if about.gaps.is_empty() {
            "Type a move, or `help`.".to_owned()
        } else {
            format!("What it cannot do: {}.", about.gaps.join("; "))
        };
        self.say(format!("You play {} against {}{year}. {gaps}", self.table.human(), about.name));
    }

    /// A legal move as it is called here: in Thai where the men are.
    pub(super) fn name_of(&self, position: &AnyPosition, m: Move) -> String {
        let thai = (self.look.men == Men::Thai).then(|| position.thai(m)).flatten();
        thai.unwrap_or_else(|| position.san(m))
    }

    /// A line of play with move numbers, as far as it is legal, called as the moves are here.
    pub(super) fn line_of(&self, position: &AnyPosition, moves: &[Move]) -> String {
        if self.look.men.in_game(position.variant()) != Men::Thai {
            return words::san_line(position, moves);
        }
        let mut here = *position;
        let mut names = Vec::new();
        for &m in moves {
            if !here.is_legal(m) {
                break;
            }
            names.push(self.name_of(&here, m));
            here = here.play(m);
        }
        names.join(" ")
    }

    fn press(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return effects.push(Effect::Quit),
            KeyCode::Char('z') if control => return effects.push(Effect::Pause),
            KeyCode::Char('d') if control && self.input.is_empty() => return effects.push(Effect::Quit),
            _ => {}
        }
        // Some send a line feed at the end of a line, which is Ctrl-J on a keyboard.
        let is_line_feed = control && key.code == KeyCode::Char('j');
        let code = if is_line_feed { KeyCode::Enter } else { key.code };
        if self.overlay.is_some() {
            return self.press_on_overlay(code, effects);
        }
        match code {
            KeyCode::Enter => {
                let text = self.input.take();
                self.answer(&text, effects);
            }
            KeyCode::Esc if !self.input.is_empty() || self.selected.is_some() => {
                self.input.clear();
                self.selected = None;
            }
            KeyCode::Char('?') if self.input.is_empty() => self.answer("help", effects),
            KeyCode::PageUp => self.scroll(-self.page()),
            KeyCode::PageDown => self.scroll(self.page()),
            code => match KEYS.iter().find(|key| key.code == code) {
                Some(key) => self.answer(key.says, effects),
                None => self.input.press(key),
            },
        }
    }

    fn press_on_overlay(&mut self, code: KeyCode, effects: &mut Vec<Effect>) {
        let page = self.size.1.saturating_sub(6).max(1);
        match (&mut self.overlay, code) {
            (Some(Overlay::Help { scroll } | Overlay::Paper { scroll, .. }), code) => match code {
                KeyCode::Up => *scroll = scroll.saturating_sub(1),
                KeyCode::Down => *scroll = scroll.saturating_add(1),
                KeyCode::PageUp => *scroll = scroll.saturating_sub(page),
                KeyCode::PageDown => *scroll = scroll.saturating_add(page),
                _ => self.overlay = None,
            },
            (Some(Overlay::Cabinet { machines, chosen }), KeyCode::Up | KeyCode::Down) => {
                let step = if code == KeyCode::Down { 1 } else { machines.len() - 1 };
                *chosen = (*chosen + step) % machines.len();
            }
            (Some(Overlay::Cabinet { machines, chosen }), KeyCode::Enter) => {
                let id = machines[*chosen].id;
                self.overlay = None;
                self.answer(&format!("engine {id}"), effects);
            }
            (Some(Overlay::Cabinet { .. }), KeyCode::Esc | KeyCode::F(_)) => self.overlay = None,
            _ => {}
        }
    }

    fn click(&mut self, column: u16, row: u16, effects: &mut Vec<Effect>) {
        if self.overlay.take().is_some() {
            return;
        }
        let square = self.areas().and_then(|areas| areas.board.square_at(column, row, self.bottom));
        let from = self.selected.take();
        let Some(square) = square.filter(|_| !self.table.is_over() && !self.table.waits_for_machine()) else {
            return;
        };
        let position = self.table.position();
        let is_own = kempelen_rules::with_position!(position, p => p.side(p.turn()).has(square));
        match from {
            Some(from) if from == square => {}
            _ if is_own => self.selected = Some(square),
            Some(from) => {
                // Whoever promotes has to say what to, and finds the squares typed already.
                let text = format!("{from}{square}");
                self.answer(&text, effects);
                if self.message.refuses
                    && position.legal_moves().into_iter().any(|m| (m.from(), m.to()) == (from, square))
                {
                    self.input.set(&text);
                }
            }
            None => {}
        }
    }

    fn scroll(&mut self, lines: isize) {
        if let Some(Overlay::Help { scroll } | Overlay::Paper { scroll, .. }) = &mut self.overlay {
            *scroll = scroll.saturating_add_signed(lines as i16);
            return;
        }
        let height = self.areas().map_or(0, |areas| areas.doors.height.saturating_sub(2));
        self.doors.scroll(lines, usize::from(height));
    }

    /// A page of the doors, less a line to go on from.
    fn page(&self) -> isize {
        self.areas().map_or(1, |areas| areas.doors.height.saturating_sub(3).max(1) as isize)
    }

    /// Fits texts to the screen, and what is seen of them to their length.
    fn lay_out(&mut self) {
        let last = self.overlay.as_ref().map_or(0, |overlay| last_scroll(overlay, self.size));
        if let Some(Overlay::Help { scroll } | Overlay::Paper { scroll, .. }) = &mut self.overlay {
            *scroll = last.min(*scroll);
        }
        if let Some(areas) = self.areas().filter(|areas| !areas.doors.is_empty()) {
            let width = usize::from(areas.doors.width.saturating_sub(2));
            self.doors.lay_out(Style { width, ascii: self.look.ascii, color: self.look.colored });
        }
    }

    /// Asks the machine for a move if it has one to make and is not at it.
    fn let_machine_move(&mut self, effects: &mut Vec<Effect>) {
        if self.table.waits_for_machine() && self.is_thinking().is_none() && self.expected.is_none() {
            self.think(WhatFor::Move, effects);
        }
    }

    pub(super) fn think(&mut self, what_for: WhatFor, effects: &mut Vec<Effect>) {
        self.tasks += 1;
        self.thinking = Some(Thinking {
            id: self.tasks,
            what_for,
            thought: ThoughtSoFar::new(self.table.position(), self.machine.limits),
            since: self.now,
            took: None,
            is_hurried: false,
        });
        let aloud = what_for == WhatFor::Move && self.doors.reading().is_some();
        effects.push(Effect::Think(ThinkTask { id: self.tasks, game: self.table.game().clone(), aloud }));
    }

    /// The machine is to come to an end with what it thinks about.
    pub(super) fn hurry(&mut self, effects: &mut Vec<Effect>) {
        match self.thinking.as_mut().filter(|thinking| thinking.took.is_none()) {
            Some(thinking) => {
                thinking.is_hurried = true;
                effects.push(Effect::Stop);
            }
            None => self.refuse("Nobody is thinking."),
        }
    }

    /// Whatever the machine thinks about, nobody wants to know any more.
    pub(super) fn abandon(&mut self, effects: &mut Vec<Effect>) {
        if self.is_thinking().is_some() {
            effects.push(Effect::Stop);
            self.thinking = None;
        }
        self.hint = None;
        self.selected = None;
    }

    fn hear(&mut self, id: TaskId, answer: Result<Box<MachineAnswer>, EngineError>) {
        let now = self.now;
        let Some(thinking) = self.running(id) else { return };
        let (what_for, is_hurried) = (thinking.what_for, thinking.is_hurried);
        thinking.took = Some(now.saturating_sub(thinking.since));
        if let Ok(answer) = &answer {
            if let Some(line) = answer.report.lines.first() {
                thinking.thought.settle(line);
            }
            thinking.thought.nodes = answer.report.nodes;
            thinking.took = Some(answer.report.time);
        }
        match what_for {
            WhatFor::Move => self.take_move(answer, is_hurried),
            WhatFor::Hint => self.take_hint(answer),
        }
    }

    fn take_move(&mut self, answer: Result<Box<MachineAnswer>, EngineError>, is_hurried: bool) {
        let (name, position) = (self.machine.about.name, self.table.position());
        let MachineAnswer { report, view } = match answer {
            Ok(answer) => *answer,
            Err(error) => {
                let words = format!("{name} gives up: {error}.");
                self.say(words.clone());
                return self.table.resign(position.turn(), words);
            }
        };
        match report.best.filter(|&m| position.is_legal(m)) {
            Some(m) => {
                let told = told(&report);
                let called = format!("{}{}", words::number(&position), self.name_of(&position, m));
                self.table.play(m, remark(&report));
                self.say(format!("{name} plays {called} ({told})."));
                self.doors.show(view);
                self.hint = None;
            }
            // It had no time for a single move. The next thought will have it.
            None if is_hurried && report.resigns.is_none() => {
                self.refuse("It knew no move yet, and thinks on.");
            }
            None => {
                let why = report.resigns.map_or(String::new(), |why| format!(": {why}"));
                let words = format!("{name} resigns{why}.");
                self.say(words.clone());
                self.table.resign(position.turn(), words);
            }
        }
    }

    fn take_hint(&mut self, answer: Result<Box<MachineAnswer>, EngineError>) {
        let position = self.table.position();
        let report = match answer {
            Ok(answer) => answer.report,
            Err(error) => return self.refuse(format!("It knows no hint: {error}.")),
        };
        if let Some(m) = report.best.filter(|&m| position.is_legal(m)) {
            self.hint = Some(m);
            let m = self.name_of(&position, m);
            self.say(format!("It would play {m} (for you {}).", told(&report)));
        } else {
            let why = report.resigns.map_or(String::new(), |why| format!(": {why}"));
            self.say(format!("It would resign{why}."));
        }
    }
}

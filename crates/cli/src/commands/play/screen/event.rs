//! What a screen hears, and what it asks for.

use std::time::Duration;

use kempelen_engine::{About, EngineError, Info, Limits, Report};
use kempelen_rules::pgn::Record;
use kempelen_rules::{AnyGame, VariantId};
use kempelen_window::View;
use ratatui::crossterm::event::KeyEvent;

use super::super::settings::MachineOrder;

/// Something happened outside.
pub(super) enum ScreenEvent {
    Key(KeyEvent),
    /// A text was put in at once.
    Paste(String),
    /// The mouse was pressed at this column and row.
    Click(u16, u16),
    /// The wheel was turned by so many lines, down being positive.
    Wheel(isize),
    /// The screen has so many columns and rows.
    Resize(u16, u16),
    /// It is this late, counted from the start of the program.
    Tick(Duration),
    /// The machine has said something about a task.
    Told(TaskId, Info),
    /// The machine has an answer to a task.
    Answered(TaskId, Result<Box<MachineAnswer>, EngineError>),
    /// Another machine sits at the table; or there is none, for this reason.
    Opened(Result<SeatedMachine, String>),
    /// The machine is set, and how it is from now on; or why not.
    Set(Result<(String, SeatedMachine), String>),
    /// A file was written, or not.
    Saved(Result<String, String>),
    /// A file was read, or not.
    Loaded(Result<Box<Record>, String>),
}

/// Something is to be done outside.
#[derive(Debug)]
pub(super) enum Effect {
    Think(ThinkTask),
    /// Whatever the machine thinks about, it is to come to an end.
    Stop,
    /// The machine is to forget the game.
    NewGame,
    /// The machine is to play like this from now on.
    Set(MachineOrder),
    /// Another machine is asked for, that plays this game.
    Open(String, VariantId),
    Save {
        path: String,
        pgn: String,
    },
    Load {
        path: String,
        number: Option<usize>,
    },
    /// The program is to sleep, as Ctrl-Z has it, until the shell wakes it.
    Pause,
    Quit,
}

/// Tells one task of a machine from another, so that late answers are known as such.
pub(super) type TaskId = u64;

/// A position to think about.
#[derive(Clone, Debug)]
pub(super) struct ThinkTask {
    pub(super) id: TaskId,
    pub(super) game: AnyGame,
    /// Whether its thoughts are to be recorded.
    pub(super) aloud: bool,
}

/// What a machine answers.
pub(super) struct MachineAnswer {
    pub(super) report: Report,
    /// Its thoughts, if they were recorded; or why they cannot be read.
    pub(super) view: Option<Result<View, String>>,
}

/// The machine at the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatedMachine {
    pub(super) about: About,
    /// How long it thinks.
    pub(super) limits: Limits,
}

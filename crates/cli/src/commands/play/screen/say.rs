//! What the screen does with what a player says.

use kempelen_engine::About;
use kempelen_rules::pgn::Record;
use kempelen_rules::uci::MoveError;
use kempelen_rules::{AnyGame, AnyPosition, Color, Move, Square, VariantId, thai, with_position};

use super::super::illegal::explain;
use super::super::said::Said;
use super::super::table::{GameTable, StepBack};
use super::event::{Effect, SeatedMachine};
use super::state::{Overlay, Screen, WhatFor};
use crate::board::Men;

impl Screen {
    /// Does what a line says.
    pub(super) fn answer(&mut self, line: &str, effects: &mut Vec<Effect>) {
        match Said::parse(line) {
            Said::Nothing => {}
            Said::Help => self.overlay = Some(Overlay::Help { scroll: 0 }),
            Said::Undo => self.take_back(effects),
            Said::Redo => self.play_again(effects),
            Said::Hint => self.ask_for_hint(effects),
            Said::Stop => self.hurry(effects),
            Said::Flip => self.bottom = !self.bottom,
            // It is there.
            Said::Board => self.overlay = None,
            Said::Moves(square) => self.list_moves(square.as_deref()),
            Said::Fen => self.say(self.table.position().fen()),
            Said::Pgn => {
                let text = self.table.pgn(self.machine.about.name);
                self.overlay = Some(Overlay::Paper { title: "The game so far", text, scroll: 0 });
            }
            Said::Save(path) => {
                effects.push(Effect::Save { path, pgn: self.table.pgn(self.machine.about.name) });
            }
            Said::Load(path, number) => effects.push(Effect::Load { path, number }),
            Said::Engine(None) => self.show_cabinet(),
            Said::Engine(Some(name)) => self.ask_for_machine(name, effects),
            Said::Machine(order) => effects.push(Effect::Set(order)),
            Said::New(variant, color) => self.start_again(variant, color, effects),
            Said::Go => self.change_places(effects),
            Said::Letters => self.look.men = Men::Letters,
            Said::Figures => self.show_men(Men::Figures),
            Said::Thai => self.show_men(Men::Thai),
            Said::Men => self.show_next_men(),
            Said::Doors(wanted) => {
                if let Err(reason) = self.doors.ask(&wanted) {
                    self.refuse(reason);
                }
            }
            Said::Count(order) => match self.table.count(order) {
                Ok(told) => self.say(told),
                Err(refused) => self.refuse(refused),
            },
            Said::Resign => self.resign(effects),
            Said::Quit => effects.push(Effect::Quit),
            Said::Move(text) => self.play(&text, effects),
            Said::Incomplete(what) => self.refuse(format!("{what}.")),
        }
    }

    fn play(&mut self, text: &str, effects: &mut Vec<Effect>) {
        let position = self.table.position();
        if self.table.is_over() {
            return self.refuse("The game is over: `undo` takes a move back, `new` begins another.");
        }
        if self.table.waits_for_machine() {
            return self.refuse(format!(
                "It is {}'s turn. Esc makes it move now, `undo` takes your move back.",
                self.machine.about.name
            ));
        }
        match read(&position, text) {
            Ok(m) => {
                self.abandon(effects);
                self.table.play(m, None);
                self.say("");
            }
            Err(error) => self.refuse(explain(&position, text, &error)),
        }
    }

    fn take_back(&mut self, effects: &mut Vec<Effect>) {
        match self.table.take_back() {
            StepBack::Nothing => self.refuse("There is nothing to take back."),
            StepBack::Taken => {
                self.abandon(effects);
                self.say("A move is taken back; `redo` plays it again.");
            }
            StepBack::GameBefore => {
                self.abandon(effects);
                self.bottom = self.table.human();
                effects.push(Effect::NewGame);
                self.doors.clear();
                self.say("The game before is back.");
            }
        }
    }

    fn play_again(&mut self, effects: &mut Vec<Effect>) {
        if self.table.play_again() {
            self.abandon(effects);
            self.say("The move is played again.");
        } else {
            self.refuse("There is nothing to play again.");
        }
    }

    fn ask_for_hint(&mut self, effects: &mut Vec<Effect>) {
        if self.table.is_over() {
            self.refuse("The game is over.");
        } else if self.is_thinking().is_some() {
            self.refuse("The machine is thinking already; Esc makes it move now.");
        } else {
            self.think(WhatFor::Hint, effects);
        }
    }

    fn list_moves(&mut self, square: Option<&str>) {
        let position = self.table.position();
        let from: Option<Square> = match square.map(str::parse).transpose() {
            Ok(square) => square,
            Err(error) => return self.refuse(format!("{error}.")),
        };
        let mut names: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|m| from.is_none_or(|from| m.from() == from))
            .map(|m| self.name_of(&position, m))
            .collect();
        names.sort();
        if names.is_empty() {
            self.say("There is no legal move.");
        } else {
            self.overlay = Some(Overlay::Paper { title: "Legal moves", text: names.join(" "), scroll: 0 });
        }
    }

    fn show_cabinet(&mut self) {
        let variant = self.table.game().variant();
        let registry = kempelen_cabinet::registry();
        let machines: Vec<About> =
            registry.entries().iter().map(|entry| entry.about).filter(|about| about.plays(variant)).collect();
        let chosen = machines.iter().position(|about| about.id == self.machine.about.id).unwrap_or(0);
        if !machines.is_empty() {
            self.overlay = Some(Overlay::Cabinet { machines, chosen });
        }
    }

    fn ask_for_machine(&mut self, name: String, effects: &mut Vec<Effect>) {
        if let Some(other) = &self.expected {
            return self.refuse(format!("{other} is being called."));
        }
        self.say(format!("{name} is called."));
        self.expected = Some(name.clone());
        effects.push(Effect::Open(name, self.table.game().variant()));
    }

    /// Another machine has come, or not.
    pub(super) fn seat(&mut self, machine: Result<SeatedMachine, String>, effects: &mut Vec<Effect>) {
        self.expected = None;
        match machine {
            Ok(machine) => {
                // The old one is gone, and whatever it thought with it.
                self.abandon(effects);
                self.thinking = None;
                self.machine = machine;
                self.introduce();
            }
            Err(reason) => self.refuse(format!("{reason}.")),
        }
    }

    fn start_again(&mut self, variant: Option<VariantId>, color: Option<Color>, effects: &mut Vec<Effect>) {
        let variant = variant.unwrap_or(self.table.game().variant());
        let human = color.unwrap_or(self.table.human());
        if !self.machine.about.plays(variant) {
            return self.refuse(format!("{} does not play {variant}.", self.machine.about.name));
        }
        self.lay_table(GameTable::new(AnyGame::new(AnyPosition::start(variant)), human), effects);
        self.introduce();
    }

    /// Goes on with a game that comes from somewhere else.
    pub(super) fn continue_with(&mut self, record: Record, effects: &mut Vec<Effect>) {
        let variant = record.start().variant();
        if !self.machine.about.plays(variant) {
            return self.refuse(format!("{} does not play {variant}.", self.machine.about.name));
        }
        let moves = record.moves().count();
        self.lay_table(GameTable::of_record(record, self.table.human()), effects);
        self.say(format!(
            "The game is here, with {moves} moves. `undo` brings the one before back at its start."
        ));
    }

    fn lay_table(&mut self, table: GameTable, effects: &mut Vec<Effect>) {
        self.abandon(effects);
        self.thinking = None;
        self.doors.clear();
        self.bottom = table.human();
        self.table.give_way_to(table);
        effects.push(Effect::NewGame);
    }

    /// The machine moves for the player, who takes its side.
    fn change_places(&mut self, effects: &mut Vec<Effect>) {
        if self.table.is_over() {
            return self.refuse("The game is over.");
        }
        self.abandon(effects);
        self.table.change_places();
        self.say(format!("You are {} now.", self.table.human()));
    }

    fn show_men(&mut self, men: Men) {
        let variant = self.table.game().variant();
        if self.look.ascii {
            return self
                .refuse("This terminal shows plain letters only; start with --unicode if it can do more.");
        }
        if men.in_game(variant) != men {
            self.refuse(format!("There are none for {variant}; it keeps its letters."));
        }
        self.look.men = men;
    }

    fn show_next_men(&mut self) {
        let next = self.look.men.next(self.table.game().variant());
        if next == Men::Letters {
            self.look.men = next;
        } else {
            self.show_men(next);
        }
    }

    fn resign(&mut self, effects: &mut Vec<Effect>) {
        if self.table.is_over() {
            return self.refuse("The game is over.");
        }
        self.abandon(effects);
        let human = self.table.human();
        let words = format!("{human} resigns: {} wins.", !human);
        self.say("`undo` takes that back, `new` begins another game, `save FILE` keeps this one.");
        self.table.resign(human, words);
    }
}

/// Reads a move in any notation; in Thai, as it is written on the screen.
fn read(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    position.read_move(text).or_else(|error| {
        if !position.variant().has_thai_notation() {
            return Err(error);
        }
        let wanted = bare(text);
        let spelled = |m: Move| with_position!(position, p => [thai::short(p, m), thai::long(p, m)]);
        let is_wanted = |m: &Move| spelled(*m).iter().any(|text| bare(text) == wanted);
        position.legal_moves().into_iter().find(is_wanted).ok_or(error)
    })
}

/// A text without what may be left out.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !"+#-= \t".contains(*c)).collect()
}

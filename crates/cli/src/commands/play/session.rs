//! The game itself: who is to move, what is said, and how it ends.

use std::io::{BufRead, IsTerminal, Write};

use kempelen_engine::{Engine, EngineError, Report};
use kempelen_rules::{AnyGame, AnyPosition, Color, Square, VariantId, with_position};
use kempelen_uci::InputLines;

use super::illegal::explain;
use super::said::{HELP, Said};
use super::table::{GameTable, StepBack, remark, told};
use super::thinking;
use super::{Next, record};
use crate::board::{BoardStyle, Men, draw_for};
use crate::engine::ThinkingBudget;
use crate::failure::Failure;
use crate::words;

/// A game between a person and a machine.
pub(super) struct Session {
    engine: Box<dyn Engine>,
    table: GameTable,
    bottom: Color,
    budget: ThinkingBudget,
    style: BoardStyle,
    /// Whether the output is a terminal, where a line can be rewritten.
    terminal: bool,
    /// Whether what is typed has to be repeated to be seen: a terminal shows it by itself.
    echo: bool,
}

impl Session {
    pub(super) fn new(
        engine: Box<dyn Engine>,
        start: AnyPosition,
        human: Color,
        budget: ThinkingBudget,
        style: BoardStyle,
        terminal: bool,
    ) -> Self {
        Self {
            engine,
            table: GameTable::new(AnyGame::new(start), human),
            bottom: human,
            budget,
            style,
            terminal,
            echo: !std::io::stdin().is_terminal(),
        }
    }

    /// Plays until the player leaves or there is no more input. The record is printed at the end.
    pub(super) fn run(&mut self, input: impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
        let variant = self.table.game().variant();
        if !self.engine.about().plays(variant) {
            let engine = self.engine.about().name.to_owned();
            return Err(EngineError::Variant { engine, variant }.into());
        }
        self.introduce(output)?;
        self.show(output)?;
        let mut lines = InputLines::new(input);
        loop {
            self.let_machine_move(output)?;
            self.prompt(output)?;
            let Some(line) = lines.next() else {
                // The prompt is still open.
                writeln!(output)?;
                break;
            };
            if self.echo {
                writeln!(output, "{line}")?;
            }
            if self.answer(&Said::parse(&line), output)? == Next::Leave {
                break;
            }
        }
        write!(output, "\n{}", self.pgn())?;
        Ok(())
    }

    /// The label of the machine, and what it cannot do.
    fn introduce(&self, output: &mut impl Write) -> std::io::Result<()> {
        let about = self.engine.about();
        let year = if about.year > 0 { format!(" ({})", about.year) } else { String::new() };
        writeln!(
            output,
            "You play {} against {}{year}. Type help to see what you can say.",
            self.table.human(),
            about.name
        )?;
        if !about.gaps.is_empty() {
            writeln!(output, "What it cannot do: {}.", about.gaps.join("; "))?;
        }
        Ok(())
    }

    /// The board, and what is to be said of it.
    fn show(&self, output: &mut impl Write) -> std::io::Result<()> {
        let position = self.table.position();
        writeln!(output)?;
        write!(
            output,
            "{}",
            draw_for(&position, self.table.game().moves().last().copied(), self.bottom, self.style)
        )?;
        writeln!(output)?;
        if let Some((counted, limit)) = with_position!(&position, p => p.draw_count().spoken()) {
            writeln!(
                output,
                "The count stands at {counted} of {limit}; when it has run out the game is drawn."
            )?;
        }
        if let Some(offer) = self.table.count_offer() {
            writeln!(output, "{offer}")?;
        }
        match self.table.ending() {
            Some(ending) => writeln!(output, "{ending} {}", self.table.outcome().text()),
            None if position.in_check() => writeln!(output, "{} is in check.", position.turn()),
            None => Ok(()),
        }
    }

    fn prompt(&self, output: &mut impl Write) -> std::io::Result<()> {
        if self.table.is_over() {
            write!(output, "The game is over (new, undo, save FILE, quit): ")?;
        } else {
            write!(output, "{} to move: ", self.table.position().turn())?;
        }
        output.flush()
    }

    fn answer(&mut self, said: &Said, output: &mut impl Write) -> Result<Next, Failure> {
        match said {
            Said::Nothing => {}
            Said::Help => help(output)?,
            Said::Undo => self.undo(output)?,
            Said::Redo => self.redo(output)?,
            Said::Hint => self.hint(output)?,
            Said::Flip => {
                self.bottom = !self.bottom;
                self.show(output)?;
            }
            Said::Board => self.show(output)?,
            Said::Moves(square) => self.list_moves(square.as_deref(), output)?,
            Said::Fen => writeln!(output, "{}", self.table.position().fen())?,
            Said::Pgn => write!(output, "{}", self.pgn())?,
            Said::Save(path) => match record::save(path, &self.pgn()) {
                Ok(()) => writeln!(output, "The game is in {path}.")?,
                Err(error) => writeln!(output, "{path}: {error}")?,
            },
            Said::Load(path, number) => self.load(path, *number, output)?,
            Said::Engine(name) => self.choose(name.as_deref(), output)?,
            Said::Machine(order) => {
                let said = order.carry_out(&mut *self.engine, &mut self.budget);
                writeln!(output, "{}", said.unwrap_or_else(|why| why))?;
            }
            Said::New(variant, color) => self.restart(*variant, *color, output)?,
            Said::Go => {
                if self.may_move(output)? {
                    self.table.change_places();
                }
            }
            Said::Letters => self.show_men(Men::Letters, output)?,
            Said::Figures => self.show_men(Men::Figures, output)?,
            Said::Thai => self.show_men(Men::Thai, output)?,
            Said::Men => self.show_men(self.style.men.next(self.table.game().variant()), output)?,
            Said::Doors(_) => writeln!(output, "{}", self.way_to_the_doors())?,
            Said::Stop => writeln!(output, "Nobody is thinking.")?,
            Said::Count(order) => {
                let told = self.table.count(*order).unwrap_or_else(|refused| refused);
                writeln!(output, "{told}")?;
            }
            Said::Resign => self.resign(output)?,
            Said::Quit => return Ok(Next::Leave),
            Said::Move(text) => self.play(text, output)?,
            Said::Incomplete(what) => writeln!(output, "{what}")?,
        }
        Ok(Next::Go)
    }

    /// Where to see why the machine played its last move: the same machine, as long, on the position it had.
    fn way_to_the_doors(&self) -> String {
        let game = self.table.game();
        let machine = !self.table.human();
        let before = (0..game.moves().len()).rev().filter_map(|ply| game.position_at(ply));
        let Some(position) = before.into_iter().find(|position| position.turn() == machine) else {
            return "The machine has not moved yet. The doors are opened on the full screen.".to_owned();
        };
        let mut command = format!("kempelen window why --engine {}", self.engine.about().id);
        let ThinkingBudget { depth, nodes, movetime } = self.budget;
        for (name, value) in [("depth", depth.map(u64::from)), ("nodes", nodes), ("movetime", movetime)] {
            command += &value.map_or(String::new(), |value| format!(" --{name} {value}"));
        }
        format!("The doors are opened on the full screen, or by `{command} --fen '{}'`.", position.fen())
    }

    fn may_move(&self, output: &mut impl Write) -> std::io::Result<bool> {
        if self.table.is_over() {
            writeln!(output, "The game is over.")?;
        }
        Ok(!self.table.is_over())
    }

    fn play(&mut self, text: &str, output: &mut impl Write) -> Result<(), Failure> {
        if !self.may_move(output)? {
            return Ok(());
        }
        let position = self.table.position();
        match position.read_move(text) {
            Ok(m) => {
                self.table.play(m, None);
                // Where nobody watches, the board after the answer is enough.
                if self.terminal || self.table.is_over() {
                    self.show(output)?;
                }
                Ok(())
            }
            Err(error) => Ok(writeln!(output, "{}", explain(&position, text, &error))?),
        }
    }

    /// The machine answers, unless it is the player's turn.
    fn let_machine_move(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        let position = self.table.position();
        if !self.table.waits_for_machine() {
            return Ok(());
        }
        let name = self.engine.about().name;
        if self.table.machine_counts() {
            writeln!(output, "{name} begins to count.")?;
        }
        match self.think(output)? {
            Ok(report) => {
                if let Some(m) = report.best.filter(|&m| position.is_legal(m)) {
                    let line = words::san_line(&position, &[m]);
                    writeln!(output, "{name} plays {line}  ({})", told(&report))?;
                    self.table.play(m, remark(&report));
                } else {
                    let why = report.resigns.map_or(String::new(), |why| format!(": {why}"));
                    self.table.resign(position.turn(), format!("{name} resigns{why}."));
                }
            }
            Err(error) => self.table.resign(position.turn(), format!("{name} gives up: {error}.")),
        }
        Ok(self.show(output)?)
    }

    fn think(&mut self, output: &mut impl Write) -> std::io::Result<Result<Report, EngineError>> {
        let limits = self.budget.limits(&*self.engine);
        thinking::think(&mut *self.engine, self.table.game(), limits, self.terminal, output)
    }

    /// Takes moves back until the player has one to make.
    fn undo(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        match self.table.take_back() {
            StepBack::Nothing => return Ok(writeln!(output, "There is nothing to take back.")?),
            StepBack::Taken => {}
            StepBack::GameBefore => {
                self.engine.new_game();
                self.bottom = self.table.human();
                writeln!(output, "The game before is back.")?;
            }
        }
        Ok(self.show(output)?)
    }

    fn redo(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        if !self.table.play_again() {
            return Ok(writeln!(output, "There is nothing to play again.")?);
        }
        Ok(self.show(output)?)
    }

    fn hint(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        if !self.may_move(output)? {
            return Ok(());
        }
        let position = self.table.position();
        match self.think(output)? {
            Ok(Report { best: None, resigns, .. }) => {
                let why = resigns.map_or(String::new(), |why| format!(": {why}"));
                writeln!(output, "It would resign{why}.")?;
            }
            Ok(report) => {
                let m = report.best.map_or(String::new(), |m| position.san(m));
                writeln!(output, "It would play {m}  (for you {})", told(&report))?;
            }
            Err(error) => writeln!(output, "It knows no hint: {error}.")?,
        }
        Ok(())
    }

    fn list_moves(&self, square: Option<&str>, output: &mut impl Write) -> std::io::Result<()> {
        let position = self.table.position();
        let from: Option<Square> = match square.map(str::parse) {
            None => None,
            Some(Ok(square)) => Some(square),
            Some(Err(error)) => return writeln!(output, "{error}"),
        };
        let moves = position.legal_moves();
        let mut names: Vec<String> = moves
            .into_iter()
            .filter(|m| from.is_none_or(|from| m.from() == from))
            .map(|m| position.san(m))
            .collect();
        names.sort();
        if names.is_empty() {
            return writeln!(output, "There is no legal move.");
        }
        writeln!(output, "{}", names.join(" "))
    }

    fn load(&mut self, path: &str, number: Option<usize>, output: &mut impl Write) -> Result<(), Failure> {
        let record = match record::load(path, number) {
            Ok(record) => record,
            Err(error) => return Ok(writeln!(output, "{error}")?),
        };
        let variant = record.start().variant();
        let about = self.engine.about();
        if !about.plays(variant) {
            return Ok(writeln!(output, "{} does not play {variant}.", about.name)?);
        }
        self.engine.new_game();
        self.table.give_way_to(GameTable::of_record(record, self.table.human()));
        Ok(self.show(output)?)
    }

    fn choose(&mut self, name: Option<&str>, output: &mut impl Write) -> Result<(), Failure> {
        if let Some(name) = name {
            match kempelen_cabinet::open(name) {
                Err(error) => return Ok(writeln!(output, "{error}")?),
                Ok(engine) if !engine.about().plays(self.table.game().variant()) => {
                    let name = engine.about().name;
                    return Ok(writeln!(output, "{name} does not play {}.", self.table.game().variant())?);
                }
                Ok(engine) => self.engine = engine,
            }
        }
        Ok(self.introduce(output)?)
    }

    fn restart(
        &mut self,
        variant: Option<VariantId>,
        color: Option<Color>,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let variant = variant.unwrap_or(self.table.game().variant());
        let about = self.engine.about();
        if !about.plays(variant) {
            return Ok(writeln!(output, "{} does not play {variant}.", about.name)?);
        }
        self.engine.new_game();
        let human = color.unwrap_or(self.table.human());
        self.bottom = human;
        self.table.give_way_to(GameTable::new(AnyGame::new(AnyPosition::start(variant)), human));
        self.introduce(output)?;
        Ok(self.show(output)?)
    }

    fn show_men(&mut self, men: Men, output: &mut impl Write) -> std::io::Result<()> {
        self.style.men = men;
        self.show(output)
    }

    fn resign(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        if !self.may_move(output)? {
            return Ok(());
        }
        let human = self.table.human();
        self.table.resign(human, format!("{human} resigns: {} wins.", !human));
        Ok(self.show(output)?)
    }

    fn pgn(&self) -> String {
        self.table.pgn(self.engine.about().name)
    }
}

fn help(output: &mut impl Write) -> std::io::Result<()> {
    for (what, does) in HELP {
        if what.is_empty() {
            writeln!(output, "{does}")?;
        } else {
            writeln!(output, "  {what:<18} {does}")?;
        }
    }
    Ok(())
}

//! What there is to say of a game.

use std::io::{self, Write};

use kempelen_rules::{AnyGame, Color, End, Game, Position, Variant, san, with_game, with_position};
use serde::Serialize;

use crate::board;
use crate::rules::RulesArg;

/// A game from its start to its end, position by position.
#[derive(Serialize)]
pub(super) struct History {
    nlegal: Vec<u64>,
    check: String,
    fens: Vec<String>,
    san: String,
    final_fen: String,
    end: Option<&'static str>,
    result: &'static str,
}

impl History {
    pub(super) fn of(game: &AnyGame) -> Self {
        with_game!(game, game => Self::of_game(game))
    }

    fn of_game<V: Variant>(game: &Game<V>) -> Self {
        let positions = game.positions();
        let san: Vec<String> = positions.iter().zip(game.moves()).map(|(p, &m)| san::write(p, m)).collect();
        Self {
            nlegal: positions.iter().map(Position::count_moves).collect(),
            check: positions.iter().map(|p| if p.in_check() { '1' } else { '0' }).collect(),
            fens: positions.iter().map(Position::fen).collect(),
            san: san.join(" "),
            final_fen: game.position().fen(),
            end: game.outcome().map(End::name),
            result: game.result(),
        }
    }
}

/// The position a game has come to.
#[derive(Serialize)]
pub(super) struct Now {
    variant: &'static str,
    fen: String,
    legal: Vec<String>,
    legal_san: Vec<String>,
    in_check: bool,
    repetitions: usize,
    counting: Option<Counting>,
    /// The moves in Thai letters, where the game has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    thai: Option<String>,
}

/// A running count of makruk, in whole moves as people count them.
#[derive(Serialize)]
struct Counting {
    count: u16,
    limit: u16,
}

impl Now {
    pub(super) fn of(game: &AnyGame, rules: RulesArg) -> Self {
        let position = game.position();
        let mut moves: Vec<(String, String)> = position
            .legal_moves()
            .into_iter()
            .map(|m| (rules.write(&position, m), position.san(m)))
            .collect();
        moves.sort_unstable();
        let (legal, legal_san) = moves.into_iter().unzip();
        let count = with_position!(&position, p => p.draw_count());
        Self {
            variant: position.variant().name(),
            fen: position.fen(),
            legal,
            legal_san,
            in_check: position.in_check(),
            repetitions: game.repetitions(),
            counting: count.spoken().map(|(count, limit)| Counting { count, limit }),
            thai: thai_line(game),
        }
    }

    /// Tells it to people.
    pub(super) fn show(&self, game: &AnyGame, output: &mut impl Write) -> io::Result<()> {
        let position = game.position();
        writeln!(output, "{}", board::draw(&position))?;
        writeln!(output, "FEN      {}", self.fen)?;
        let line = numbered(game);
        if !line.is_empty() {
            writeln!(output, "Moves    {line}")?;
        }
        if let Some(thai) = &self.thai {
            writeln!(output, "Thai     {thai}")?;
        }
        writeln!(output, "Legal    {}: {}", self.legal_san.len(), self.legal_san.join(" "))?;
        writeln!(output, "Check    {}", if self.in_check { "yes" } else { "no" })?;
        writeln!(output, "Seen     {}", times(self.repetitions))?;
        if let Some(Counting { count, limit }) = self.counting {
            writeln!(output, "Count    {count} of {limit}")?;
        }
        match game.outcome() {
            Some(end) => writeln!(output, "Outcome  {end} ({})", end.result()),
            None => writeln!(output, "Outcome  {} to move", position.turn()),
        }
    }
}

fn times(n: usize) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// The moves played, with their numbers.
fn numbered(game: &AnyGame) -> String {
    let mut words = Vec::new();
    for (ply, &m) in game.moves().iter().enumerate() {
        let Some(before) = game.position_at(ply) else { break };
        let number = with_position!(&before, p => p.move_number());
        match before.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if ply == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(before.san(m));
    }
    words.join(" ")
}

/// The moves played in Thai letters, where the game has them.
fn thai_line(game: &AnyGame) -> Option<String> {
    let moves = game.moves().iter().enumerate();
    let words: Option<Vec<String>> = moves.map(|(ply, &m)| game.position_at(ply)?.thai(m)).collect();
    words.map(|words| words.join(" ")).filter(|line| !line.is_empty())
}

//! Games and positions as lines of text, for other programs.

use std::fmt;

use kempelen_rules::{Move, Position, Variant, uci};

use crate::{LabelledGame, LabelledMove, LabelledPosition, WhiteResult};

/// A game as a line: `START_FEN;RESULT;move score move score ...`, where the result is 2 for a win of White, 1 for a draw
/// and 0 for a loss, moves are in UCI's spelling, and scores in hundredths of a pawn, seen from White.
///
/// The start is where the scores begin; an opening that led there is not told.
///
/// ```
/// use kempelen_dataset::text;
/// use kempelen_rules::Makruk;
///
/// let line = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1;1;d3d4 11 e6e5 -4";
/// let game = text::read_game::<Makruk>(line)?;
/// assert_eq!((game.moves[0].score, game.moves[1].score), (11, -4));
/// assert_eq!(text::write_game(&game), line);
/// # Ok::<(), text::GameTextError>(())
/// ```
pub fn write_game<V: Variant>(game: &LabelledGame<V>) -> String {
    use fmt::Write;
    let mut position = game.first_position();
    let mut line = format!("{};{};", position.fen(), game.result as u8);
    for (i, &LabelledMove { m, score }) in game.moves.iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        write!(line, "{space}{} {score}", spelling(&position, m)).expect("a string takes what is written");
        position.make(m);
    }
    line
}

/// The usual spelling of a move; of castling only where it cannot mean another move, as it can in Chess960.
fn spelling<V: Variant>(position: &Position<V>, m: Move) -> String {
    let usual = uci::write(position, m, uci::Castling::Natural);
    if position.is_castling(m) && uci::read(position, &usual) != Ok(m) {
        return uci::write(position, m, uci::Castling::KingTakesRook);
    }
    usual
}

/// Reads a game from a line as [`write_game`] writes it.
///
/// # Errors
/// When the line is no such game, or a move in it is not legal.
pub fn read_game<V: Variant>(line: &str) -> Result<LabelledGame<V>, GameTextError> {
    let mut fields = line.trim_end().splitn(3, ';');
    let (Some(fen), Some(result), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
        return Err(GameTextError("it is not START_FEN;RESULT;moves with scores".to_owned()));
    };
    let start: Position<V> = fen.parse().map_err(|error| GameTextError(format!("{fen:?}: {error}")))?;
    let number = result.parse().ok().and_then(WhiteResult::from_number);
    let result = number.ok_or_else(|| GameTextError(format!("{result:?} is no result (0, 1 or 2)")))?;
    let mut game = LabelledGame::new(start, result);
    let (mut position, mut words) = (start, moves.split_ascii_whitespace());
    while let Some(word) = words.next() {
        let m = uci::read(&position, word).map_err(|error| GameTextError(error.to_string()))?;
        let score = words.next().unwrap_or_default();
        let score =
            score.parse().map_err(|_| GameTextError(format!("{score:?} after {word} is no score")))?;
        game.moves.push(LabelledMove { m, score });
        position.make(m);
    }
    Ok(game)
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTextError(pub String);

impl fmt::Display for GameTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GameTextError {}

/// How a position and its labels are written in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionLine {
    /// `FEN | SCORE | RESULT`: what the GPU trainers of the field read. Score and result are seen from White.
    Trainer,
    /// `FEN;RESULT;SCORE`: what `tune` of the evaluation reads. Score and result are seen from White.
    Tuner,
}

impl PositionLine {
    /// The line of a position, without its end.
    ///
    /// ```
    /// use kempelen_dataset::{LabelledPosition, WhiteResult, text::PositionLine};
    /// use kempelen_rules::{Chess, Position};
    ///
    /// let start = Position::<Chess>::default();
    /// let labelled = LabelledPosition { position: start, score: -20, result: WhiteResult::Drawn };
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(PositionLine::Trainer.write(&labelled), format!("{fen} | -20 | 0.5"));
    /// assert_eq!(PositionLine::Tuner.write(&labelled), format!("{fen};0.5;-20"));
    /// ```
    pub fn write<V: Variant>(self, labelled: &LabelledPosition<V>) -> String {
        let LabelledPosition { position, score, result } = labelled;
        let (fen, points) = (position.fen(), result.points());
        match self {
            Self::Trainer => format!("{fen} | {score} | {points}"),
            Self::Tuner => format!("{fen};{points};{score}"),
        }
    }
}

//! What the original says to its player, and how it reads the answers.

use std::time::Duration;

use kempelen_rules::{Color, Role, Square};

use super::number::num2str;
use super::{DEPTH, OctavePosition};
use crate::dialogue::{self, Reply};
use crate::placement::Placement;

/// A game at the machine's own front end. The player has White.
///
/// Both sides are shown in capitals. The original tells them apart by reverse video for Black; without it
/// ([`OctaveDialogue::new`]) they look alike, as in a transcript on paper.
///
/// ```
/// use std::time::Duration;
/// use kempelen_museum::octave::OctaveDialogue;
///
/// let mut game = OctaveDialogue::new();
/// let mut clock = [Duration::ZERO, Duration::from_millis(81_720)].into_iter();
/// let reply = game.line("e2-e4", || clock.next().unwrap_or_default());
/// assert!(reply.text.contains("AI thinking...\nAI move (81.72 sec, eval=0.5): e7e6\n"));
/// ```
///
/// # How it reads
/// Spaces and dashes are dropped, capitals count as small letters, and four characters must remain. The
/// original hands the row characters to `str2num`, for which `e`, `i` and `j` are numbers too: 2.718... and
/// the imaginary unit. An `e` as the target row is therefore a number between 1 and 8, and the move merely
/// illegal. In the other cases (`i` or `j` as a row, `e` as the row of the source) the original ends with an
/// error; here the input is called invalid.
#[derive(Clone, Debug)]
pub struct OctaveDialogue {
    position: OctavePosition,
    video: Video,
    over: bool,
}

/// How Black's men are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Video {
    Plain,
    Reverse,
}

/// What the player typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OctaveInput {
    Quit,
    Invalid,
    /// Well written, but no move of chess.
    Illegal,
    Move(Square, Square),
}

const BANNER: &str = "\
=== CHESS GAME ===
You are White (normal display, bottom rows 1-2).
AI is Black (inverse colors, top rows 7-8).
Pieces: P=Pawn, H=Horse, B=Bishop, C=Castle, Q=Queen, K=King
Enter moves in chess notation (e.g., e2e4 or e2-e4)
Enter \"q\" to quit
\x20
";
const COLUMNS: &str = "    a  b  c  d  e  f  g  h\n";
const FRAME: &str = "  +------------------------+\n";
const BLANK: &str = " \n";
const PROMPT: &str = "Your turn (White):\nEnter move (e.g., e2e4 or e2-e4): ";
const INVALID: &str = "Invalid input. Use format: e2e4 (column=a-h, row=1-8)\n";
const ILLEGAL: &str = "Illegal move. Try again.\n";

impl Default for OctaveDialogue {
    fn default() -> Self {
        Self::new()
    }
}

impl OctaveDialogue {
    /// A new game, without reverse video.
    pub fn new() -> Self {
        Self { position: OctavePosition::from(&Placement::start()), video: Video::Plain, over: false }
    }

    /// A game that goes on from a position, if it is White's turn there.
    pub fn at(position: OctavePosition) -> Option<Self> {
        (position.turn() == Color::White).then_some(Self { position, video: Video::Plain, over: false })
    }

    /// The same game, with Black's men in reverse video (the ANSI sequences `ESC[7m` and `ESC[0m`).
    #[must_use]
    pub fn in_reverse_video(self) -> Self {
        Self { video: Video::Reverse, ..self }
    }

    /// What the machine says before the first move.
    pub fn greeting(&self) -> String {
        format!("{BANNER}{}{PROMPT}", self.board())
    }

    /// Answers a line that the player typed.
    ///
    /// The clock is read before and after the machine thinks; from which moment it counts does not matter.
    pub fn line(&mut self, input: &str, clock: impl FnMut() -> Duration) -> Reply {
        let text = if self.over { String::new() } else { self.respond(input, clock) };
        Reply { text, over: self.over }
    }

    fn respond(&mut self, input: &str, clock: impl FnMut() -> Duration) -> String {
        match read(input) {
            OctaveInput::Quit => self.end("Exiting game..."),
            OctaveInput::Invalid => format!("{INVALID}{PROMPT}"),
            OctaveInput::Illegal => format!("{ILLEGAL}{PROMPT}"),
            OctaveInput::Move(from, to) => match self.position.try_play(from, to) {
                None => format!("{ILLEGAL}{PROMPT}"),
                Some(next) => {
                    self.position = next;
                    self.board() + &self.end_or_else(|game| game.answer(clock))
                }
            },
        }
    }

    /// The machine's move, and the board after it.
    fn answer(&mut self, mut clock: impl FnMut() -> Duration) -> String {
        let start = clock();
        let report = self.position.think(DEPTH);
        let seconds = clock().saturating_sub(start).as_secs_f64();
        let Some(m) = report.best else {
            return format!("AI thinking...\n{}", self.end("AI has no legal moves. You win!"));
        };
        self.position = self.position.play(m);
        let eval = num2str(report.value.0);
        format!(
            "AI thinking...\nAI move ({seconds:.2} sec, eval={eval}): {}{}\n{}{}",
            m.from(),
            m.to(),
            self.board(),
            self.end_or_else(|_| PROMPT.to_owned())
        )
    }

    /// Ends the game if the side to move is mated or stalemated; otherwise goes on.
    fn end_or_else(&mut self, go_on: impl FnOnce(&mut Self) -> String) -> String {
        let us = self.position.turn();
        if !self.position.legal_moves().is_empty() {
            return go_on(self);
        }
        self.end(match (self.position.is_in_check(us), us) {
            (true, Color::Black) => "Checkmate! You win!",
            (true, Color::White) => "Checkmate! AI wins!",
            (false, _) => "Stalemate! Draw.",
        })
    }

    fn end(&mut self, verdict: &str) -> String {
        self.over = true;
        format!("{verdict}\nGame Over.\n")
    }

    /// The board, White's first row at the bottom.
    fn board(&self) -> String {
        let rows: String = (0..8).rev().map(|rank| self.row(rank)).collect();
        format!("{BLANK}{COLUMNS}{FRAME}{rows}{FRAME}{COLUMNS}{BLANK}")
    }

    fn row(&self, rank: u8) -> String {
        let squares: String = (0..8).map(|file| self.square(Square::at(file, rank))).collect();
        let number = rank + 1;
        format!("{number} |{squares}| {number}\n")
    }

    fn square(&self, square: Square) -> String {
        let Some(man) = self.position.piece_on(square) else { return " . ".to_owned() };
        let letter = letter(man.role());
        match (self.video, man.color()) {
            (Video::Reverse, Color::Black) => format!("\x1b[7m {letter} \x1b[0m"),
            _ => format!(" {letter} "),
        }
    }
}

/// The letters of the original: its knight is a horse and its rook a castle.
fn letter(role: Role) -> char {
    match role {
        Role::Knight => 'H',
        Role::Rook => 'C',
        _ => role.letter().to_ascii_uppercase(),
    }
}

fn read(input: &str) -> OctaveInput {
    let typed = input.trim().to_ascii_lowercase();
    if typed == "q" {
        return OctaveInput::Quit;
    }
    let typed: String = typed.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    if let Some((from, to)) = dialogue::squares(&typed) {
        return OctaveInput::Move(from, to);
    }
    // What str2num takes for a target row between 1 and 8 without being a row: the number e.
    match typed.strip_suffix('e').and_then(|rest| dialogue::squares(&format!("{rest}1"))) {
        Some(_) => OctaveInput::Illegal,
        None => OctaveInput::Invalid,
    }
}

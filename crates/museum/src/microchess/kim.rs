//! The KIM-1: the machine with its keypad, its six-digit display and its page of memory.

use std::fmt;

use kempelen_trace::Mute;

use super::board::{CAPTURED, MicrochessBoard};
use super::key::KimKey;
use super::level::Level;
use super::openings::Opening;
use super::search::{MicrochessThought, START_VALUE, think};
use super::tables::{POINTS, START_OPP, START_OWN, STEPS, Tables};
use super::watch::{MicrochessEvent, MicrochessWatch};

/// Cells of the zero page, by the program's labels.
mod cell {
    pub(super) const BOARD: u8 = 0x50;
    pub(super) const BK: u8 = 0x60;
    pub(super) const SETW: u8 = 0x70;
    pub(super) const STEPS: u8 = 0x90;
    pub(super) const POINTS: u8 = 0xA0;
    pub(super) const PIECE: u8 = 0xB0;
    pub(super) const SQUARE: u8 = 0xB1;
    pub(super) const BOOK_TOP: u8 = 0xDB;
    pub(super) const OMOVE: u8 = 0xDC;
    /// Also BESTM, the best move's square.
    pub(super) const DIS3: u8 = 0xF9;
    /// Also BESTV, the best value.
    pub(super) const DIS2: u8 = 0xFA;
    /// Also BESTP, the best man.
    pub(super) const DIS1: u8 = 0xFB;
}

/// What a search finds when it looks up a man and there is none: one less than entry 0.
const NOBODY: u8 = 0xFF;

/// The six digits of the display: man, from, to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Display(
    /// DIS1, DIS2 and DIS3.
    pub [u8; 3],
);

impl fmt::Display for Display {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [man, from, to] = self.0;
        write!(f, "{man:02X}{from:02X}{to:02X}")
    }
}

/// What a key brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// The display afterwards.
    pub display: Display,
    /// What the display flashed while the machine thought: once for each candidate the best man, value and square so far.
    pub flashes: Vec<Display>,
    /// The thought behind key `PC`; `None` for other keys and for a move from the book.
    pub thought: Option<MicrochessThought>,
}

/// A KIM-1 with Microchess loaded and started.
///
/// The program lives almost wholly in the zero page, and so does this: the piece lists, the tables, the book and the
/// display are cells of one page of memory. That matters as soon as a stray book pointer reads or writes outside the book.
/// Cells that belong to no table known here read 00 until something is written to them.
///
/// ```
/// use kempelen_museum::microchess::{KimKey, Kim, Level, Opening};
///
/// let mut kim = Kim::new(Level::BLITZ, Some(Opening::AS_DISTRIBUTED));
/// assert_eq!(kim.display().to_string(), "0000D8");
/// kim.press(KimKey::C);
/// // The computer opens from its book: the king's pawn (0F) goes from 13 to 33, that is e2-e4.
/// assert_eq!(kim.press(KimKey::PC).display.to_string(), "0F1333");
/// // The player answers 63-43, that is e7-e5, and the display names the man: the opponent's king's pawn.
/// for key in ["6", "3", "4", "3"] {
///     kim.press(key.parse().unwrap());
/// }
/// assert_eq!(kim.display().to_string(), "1F6343");
/// kim.press(KimKey::F);
/// assert_eq!(kim.board().opp[15], 0x43);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kim {
    page: [u8; 256],
    level: Level,
    last_read: u8,
}

impl Kim {
    /// Switches on, loads the program and an opening, and starts it. The lists are empty memory (00) until key `C`.
    pub fn new(level: Level, opening: Option<Opening>) -> Self {
        let mut kim = Self { page: [0; 256], level, last_read: KimKey::NONE_PRESSED };
        kim.write(cell::SETW, &START_OWN);
        kim.write(cell::SETW + 0x10, &START_OPP);
        kim.write(cell::STEPS, &STEPS);
        kim.write(cell::POINTS, &POINTS);
        // The monitor showed address 0000 and its contents when the program was started there.
        kim.show(Display([0x00, 0x00, 0xD8]));
        if let Some(opening) = opening {
            kim.load(&opening);
        }
        kim
    }

    /// Loads an opening from tape into cells DB down to C0. The book pointer stays as it is; key `C` resets it.
    pub fn load(&mut self, opening: &Opening) {
        for (offset, &byte) in opening.bytes.iter().enumerate() {
            self.page[usize::from(cell::BOOK_TOP) - offset] = byte;
        }
    }

    /// The level of play.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Changes the level of play, which the owner of 1976 did by writing two bytes of the program with the monitor.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Writes a cell of the zero page, as the monitor could after key `ST`.
    pub fn poke(&mut self, address: u8, value: u8) {
        self.page[usize::from(address)] = value;
    }

    /// Reads a cell of the zero page.
    pub fn peek(&self, address: u8) -> u8 {
        self.page[usize::from(address)]
    }

    /// The six digits now shown.
    pub fn display(&self) -> Display {
        Display([self.peek(cell::DIS1), self.peek(cell::DIS2), self.peek(cell::DIS3)])
    }

    /// The two piece lists.
    pub fn board(&self) -> MicrochessBoard {
        MicrochessBoard { own: self.read(cell::BOARD), opp: self.read(cell::BK) }
    }

    /// Puts men on the board, as the monitor could.
    pub fn set_board(&mut self, board: &MicrochessBoard) {
        self.write(cell::BOARD, &board.own);
        self.write(cell::BK, &board.opp);
    }

    /// OMOVE, the book pointer: the book is in use while bit 7 is set.
    pub fn book_pointer(&self) -> u8 {
        self.peek(cell::OMOVE)
    }

    /// Sets the book pointer, as the monitor could: 00 closes the book.
    pub fn set_book_pointer(&mut self, pointer: u8) {
        self.poke(cell::OMOVE, pointer);
    }

    /// The step and points tables as they now lie in memory.
    pub fn tables(&self) -> Tables {
        Tables { steps: self.read(cell::STEPS), points: self.read(cell::POINTS) }
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: KimKey) -> Pressed {
        self.press_watched(key, &mut Mute)
    }

    /// Presses a key and lets it go, while `watch` looks on.
    pub fn press_watched(&mut self, key: KimKey, watch: &mut impl MicrochessWatch) -> Pressed {
        let pressed = self.read_keypad(key.code(), watch);
        self.read_keypad(KimKey::NONE_PRESSED, watch);
        pressed
    }

    /// CHESS and OUT: one turn of the main loop with `code` on the keypad ([`KimKey::NONE_PRESSED`] for none). The same code twice in
    /// a row is ignored, so that a key held down acts once.
    pub fn read_keypad(&mut self, code: u8, watch: &mut impl MicrochessWatch) -> Pressed {
        if code != self.last_read {
            self.last_read = code;
            match code {
                0x00..=0x07 => self.enter_digit(code),
                0x0C => self.set_up(),
                0x0E => self.exchange_sides(),
                0x0F => self.register_move(),
                0x14 => return self.go(watch),
                _ => {}
            }
        }
        self.without_thought()
    }

    fn without_thought(&self) -> Pressed {
        Pressed { display: self.display(), flashes: Vec::new(), thought: None }
    }
}

/// The keys.
impl Kim {
    /// WHSET, key `C`: the start set-up, or what has become of it in memory. PIECE and SQUARE keep what they hold.
    fn set_up(&mut self) {
        let start = usize::from(cell::SETW);
        self.page.copy_within(start..start + 0x20, usize::from(cell::BOARD));
        self.poke(cell::OMOVE, 0xFF);
        self.show(Display([0xCC; 3]));
    }

    /// Key `E`.
    fn exchange_sides(&mut self) {
        let board = self.board().exchanged();
        self.set_board(&board);
        self.show(Display([0xEE; 3]));
    }

    /// Key `F`. Nothing is tested: any man may be moved anywhere, any number of times.
    fn register_move(&mut self) {
        self.make();
        self.look_up_man();
    }

    /// INPUT and DISMV, keys 0-7: the digit moves into DIS2 and DIS3 from the right.
    fn enter_digit(&mut self, digit: u8) {
        let digits =
            u16::from_be_bytes([self.peek(cell::DIS2), self.peek(cell::DIS3)]) << 4 | u16::from(digit);
        let [from, to] = digits.to_be_bytes();
        self.poke(cell::DIS2, from);
        self.poke(cell::DIS3, to);
        self.poke(cell::SQUARE, to);
        self.look_up_man();
    }

    /// DISP: names the man on the from-square, which key `F` will move.
    fn look_up_man(&mut self) {
        let man = self.entry_on(self.peek(cell::DIS2));
        self.poke(cell::DIS1, man);
        self.poke(cell::PIECE, man);
    }

    /// GO, key `PC`: a move from the book or a thought.
    fn go(&mut self, watch: &mut impl MicrochessWatch) -> Pressed {
        if self.play_from_book() { self.without_thought() } else { self.think(watch) }
    }

    /// GO, first part: plays the book's move, if there is one.
    fn play_from_book(&mut self) -> bool {
        let answer = self.consult_book();
        if let Some((slot, to)) = answer {
            self.move_own(slot, to);
        }
        answer.is_some()
    }

    /// The book's answer, a slot and a square, if the player's last square, which is still displayed, is the one the
    /// book expects. The pointer moves on. One that left the book by accident is followed all the same.
    fn consult_book(&mut self) -> Option<(u8, u8)> {
        let pointer = self.book_pointer();
        if pointer < 0x80 {
            return None;
        }
        let expected = cell::OMOVE.wrapping_add(pointer);
        let entered = self.peek(cell::DIS3);
        if self.peek(expected) != entered {
            // Meant to end the book, this leaves it open whenever the byte is 80 or more.
            self.set_book_pointer(entered);
            return None;
        }
        self.set_book_pointer(pointer.wrapping_sub(3));
        Some((self.peek(expected.wrapping_sub(1)), self.peek(expected.wrapping_sub(2))))
    }

    /// What key `PC` would do to the book pointer where the computer is known to have moved `slot` to `to`. Where the
    /// book knew another move, its owner made the computer's move by hand, and the pointer stays.
    pub(super) fn follow_book(&mut self, slot: u8, to: u8) {
        let pointer = self.book_pointer();
        if self.consult_book().is_some_and(|answer| answer != (slot, to)) {
            self.set_book_pointer(pointer);
        }
    }

    /// GO, second part: thinks, moves or resigns.
    fn think(&mut self, watch: &mut impl MicrochessWatch) -> Pressed {
        let mut scratch = Scratch(self.peek(scratch_cell()));
        let board = self.board();
        let thought = think(&board, self.level, &self.tables(), &mut (&mut scratch, watch));
        self.poke(scratch_cell(), scratch.0);

        self.poke(cell::DIS2, START_VALUE);
        let mut flashes = Vec::with_capacity(thought.candidates.len());
        for candidate in &thought.candidates {
            if candidate.value > self.peek(cell::DIS2) {
                self.show(Display([candidate.slot, candidate.value, candidate.to]));
            }
            flashes.push(self.display());
        }

        if let Some(best) = thought.best {
            self.move_own(best.slot, best.to);
        } else {
            // MATE. The generator has just gone past the king.
            self.poke(cell::PIECE, NOBODY);
            self.poke(cell::SQUARE, board.own[0]);
            self.show(Display([0xFF; 3]));
        }
        Pressed { display: self.display(), flashes, thought: Some(thought) }
    }

    /// MV2: makes a move of the computer and shows it.
    fn move_own(&mut self, slot: u8, to: u8) {
        self.show(Display([slot, self.peek(man_cell(slot)), to]));
        self.poke(cell::PIECE, slot);
        self.poke(cell::SQUARE, to);
        self.make();
    }

    /// MOVE: man PIECE goes to SQUARE, and whoever is there is captured. When nobody is, or when PIECE is nobody, the cell
    /// before the lists takes the write.
    fn make(&mut self) {
        let (man, to) = (self.peek(cell::PIECE), self.peek(cell::SQUARE));
        let captured = self.entry_on(to);
        self.poke(man_cell(captured), CAPTURED);
        self.poke(man_cell(man), to);
    }
}

/// Memory.
impl Kim {
    fn show(&mut self, Display([man, from, to]): Display) {
        self.poke(cell::DIS1, man);
        self.poke(cell::DIS2, from);
        self.poke(cell::DIS3, to);
    }

    /// SEARCH: the entry 1F-00 that stands on a square byte, FF if none does.
    fn entry_on(&self, square: u8) -> u8 {
        self.board().entry_on(square).unwrap_or(NOBODY)
    }

    fn read(&self, address: u8) -> [u8; 16] {
        std::array::from_fn(|offset| self.page[usize::from(address) + offset])
    }

    fn write(&mut self, address: u8, bytes: &[u8; 16]) {
        let start = usize::from(address);
        self.page[start..start + 16].copy_from_slice(bytes);
    }
}

/// The cell of a man: entry 00-1F, but the program does not ask whether it is one.
const fn man_cell(entry: u8) -> u8 {
    cell::BOARD.wrapping_add(entry)
}

/// The cell "before the lists" that stands for nobody.
const fn scratch_cell() -> u8 {
    man_cell(NOBODY)
}

/// Follows what a search leaves behind in the cell that stands for nobody: a move taken back that captured nobody puts
/// nobody back on its square.
struct Scratch(u8);

impl MicrochessWatch for Scratch {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        if let MicrochessEvent::Unmake { choice, captured: None, .. } = event() {
            self.0 = choice.to;
        }
    }
}

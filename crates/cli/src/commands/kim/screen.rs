//! The front of the machine: six digits, the keypad, and beside them the board that its owner had on the table.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use kempelen_museum::microchess::{Display, KimKey, MicrochessBoard, role_of};

use super::keyboard::Keyboard;
use super::{Response, TimedKim};
use crate::failure::Failure;

/// Lets somebody press keys until he leaves.
pub(super) fn run(mut seat: TimedKim, output: &mut impl Write) -> Result<(), Failure> {
    let keyboard = Keyboard::new()?;
    // A screen of its own, so that the one before comes back afterwards.
    write!(output, "\x1b[?1049h\x1b[?25l")?;
    let outcome = sit(&mut seat, &keyboard, output);
    write!(output, "\x1b[?25h\x1b[?1049l")?;
    output.flush()?;
    Ok(outcome?)
}

fn sit(seat: &mut TimedKim, keyboard: &Keyboard, output: &mut impl Write) -> io::Result<()> {
    draw(&seat.machine.board(), Some(seat.machine.display()), output)?;
    loop {
        let Some(byte) = keyboard.key()? else { continue };
        match meaning(byte) {
            Meaning::Leave => return Ok(()),
            Meaning::Nothing => {}
            Meaning::Press(key) => {
                let before = seat.machine.board();
                let response = seat.press(key);
                if flash(seat, &before, &response, keyboard, output)? == Leave::Now {
                    return Ok(());
                }
                draw(&seat.machine.board(), Some(response.pressed.display), output)?;
            }
        }
    }
}

enum Meaning {
    Press(KimKey),
    Leave,
    Nothing,
}

fn meaning(byte: u8) -> Meaning {
    const CONTROL_C: u8 = 3;
    const CONTROL_D: u8 = 4;
    match byte {
        b'q' | b'Q' | CONTROL_C | CONTROL_D => Meaning::Leave,
        b'p' | b'P' => Meaning::Press(KimKey::PC),
        b'g' | b'G' => Meaning::Press(KimKey::GO),
        _ => char::from(byte).to_string().parse().map_or(Meaning::Nothing, Meaning::Press),
    }
}

#[derive(PartialEq, Eq)]
enum Leave {
    Now,
    Later,
}

/// While the machine thinks the display is dark, and lights up once for each candidate.
fn flash(
    seat: &TimedKim,
    board: &MicrochessBoard,
    response: &Response,
    keyboard: &Keyboard,
    output: &mut impl Write,
) -> io::Result<Leave> {
    let mut passed = Duration::ZERO;
    for (&display, &at) in response.pressed.flashes.iter().zip(&response.flashes_at) {
        draw(board, None, output)?;
        if seat.real_speed {
            while passed < at {
                if let Some(Meaning::Leave) = keyboard.key()?.map(meaning) {
                    return Ok(Leave::Now);
                }
                passed += TENTH;
            }
        } else {
            thread::sleep(BLINK);
        }
        draw(board, Some(display), output)?;
        if let Some(Meaning::Leave) = keyboard.key()?.map(meaning) {
            return Ok(Leave::Now);
        }
        passed += TENTH;
    }
    Ok(Leave::Later)
}

/// How long the display is dark between two flashes, when nobody wants to wait for the original.
const BLINK: Duration = Duration::from_millis(20);

/// What a look at the keyboard takes.
const TENTH: Duration = Duration::from_millis(100);

/// The keypad as it is on the board of the KIM-1. The keys in brackets have a use in the game.
const KEYPAD: [&str; 6] = [
    " GO   ST   RS       ",
    " AD   DA  [PC]   +  ",
    "[ C]   D  [ E] [ F] ",
    "  8    9    A    B  ",
    "[ 4] [ 5] [ 6] [ 7] ",
    "[ 0] [ 1] [ 2] [ 3] ",
];

fn draw(lists: &MicrochessBoard, display: Option<Display>, output: &mut impl Write) -> io::Result<()> {
    let mut text = String::from("\x1b[H");
    let mut line = |words: &str| {
        text.push_str(words);
        text.push_str("\x1b[K\r\n");
    };
    line("KIM-1  Microchess, 1976");
    line("");
    for row in digits(display) {
        line(&format!("   {row}"));
    }
    line("");
    for (keys, men) in KEYPAD.iter().map(Some).chain([None; 3]).zip(board(lists)) {
        line(&format!("   {:<22}   {men}", keys.unwrap_or(&"")));
    }
    line("");
    line("   c set up  e exchange  p play (PC)  0-7 squares  f register  q leave");
    text.push_str("\x1b[J");
    write!(output, "{text}")?;
    output.flush()
}

/// The six digits in seven segments each, three rows of text; blank while it thinks.
fn digits(display: Option<Display>) -> [String; 3] {
    let mut rows = [const { String::new() }; 3];
    let nibbles = display.map(|Display(bytes)| bytes.map(|byte| [byte >> 4, byte & 0x0F]));
    for place in 0..6 {
        let segments = nibbles.map_or(0, |nibbles| SEGMENTS[usize::from(nibbles[place / 2][place % 2])]);
        let lit = |bit: u8, mark: char| if segments & bit == 0 { ' ' } else { mark };
        let [top, middle, bottom] = &mut rows;
        top.extend([' ', lit(A, '_'), ' ', ' ']);
        middle.extend([lit(F, '|'), lit(G, '_'), lit(B, '|'), ' ']);
        bottom.extend([lit(E, '|'), lit(D, '_'), lit(C, '|'), ' ']);
        // Four digits of address and two of data, in the words of the monitor.
        if place == 3 {
            for row in &mut rows {
                row.push_str("  ");
            }
        }
    }
    if std::env::var_os("NO_COLOR").is_none() {
        rows = rows.map(|row| format!("\x1b[1;31m{row}\x1b[0m"));
    }
    rows
}

/// The segments of a digit, from the top clockwise, the middle one last.
const A: u8 = 1;
const B: u8 = 2;
const C: u8 = 4;
const D: u8 = 8;
const E: u8 = 16;
const F: u8 = 32;
const G: u8 = 64;

/// 0-9, A, b, C, d, E, F.
const SEGMENTS: [u8; 16] = [
    A | B | C | D | E | F,
    B | C,
    A | B | D | E | G,
    A | B | C | D | G,
    B | C | F | G,
    A | C | D | F | G,
    A | C | D | E | F | G,
    A | B | C,
    A | B | C | D | E | F | G,
    A | B | C | D | F | G,
    A | B | C | E | F | G,
    C | D | E | F | G,
    A | D | E | F,
    B | C | D | E | G,
    A | D | E | F | G,
    A | E | F | G,
];

/// The board as the manual draws it, the computer's first rank at the top; its men in capitals.
fn board(lists: &MicrochessBoard) -> Vec<String> {
    let mut rows = vec!["  0 1 2 3 4 5 6 7".to_owned()];
    for rank in 0..8_u8 {
        let mut row = rank.to_string();
        for file in 0..8_u8 {
            let man = match lists.entry_on(rank * 16 + file) {
                None => '.',
                Some(entry) if entry < 0x10 => role_of(entry),
                Some(entry) => role_of(entry).to_ascii_lowercase(),
            };
            // Writing to a text cannot fail.
            let _ = write!(row, " {man}");
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_have_their_segments() {
        let rows = digits(Some(Display([0x0F, 0x13, 0x48])));
        let plain = |row: &String| row.replace("\x1b[1;31m", "").replace("\x1b[0m", "");
        let rows: Vec<String> = rows.iter().map(plain).collect();
        assert_eq!(rows[0], " _   _       _         _  ");
        assert_eq!(rows[1], "| | |_    |  _|   |_| |_| ");
        assert_eq!(rows[2], "|_| |     |  _|     | |_| ");
        assert!(digits(None).iter().all(|row| plain(row).trim().is_empty()));
    }
}

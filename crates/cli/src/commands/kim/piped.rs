//! Keys in, six digits out, a line each.

use std::io::{BufRead, Write};
use std::thread;

use kempelen_museum::microchess::KimKey;

use super::TimedKim;
use crate::failure::Failure;
use crate::input::RequestLines;

/// Presses the keys as they come. The first word that is no key ends the session.
pub(super) fn run(mut seat: TimedKim, input: impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
    let mut lines = RequestLines::new(input);
    while let Some(line) = lines.next()? {
        let line = String::from_utf8_lossy(line.map_err(Failure::input)?);
        for word in line.split_whitespace() {
            let display = press(&mut seat, word)?;
            writeln!(output, "{display}")?;
            output.flush()?;
        }
    }
    Ok(())
}

fn press(seat: &mut TimedKim, word: &str) -> Result<String, Failure> {
    if let Some((address, value)) = word.split_once('=') {
        let (address, value) = (byte(address, word)?, byte(value, word)?);
        seat.machine.poke(address, value);
        return Ok(seat.machine.display().to_string());
    }
    let key: KimKey = word.parse().map_err(|_| bad_key(word))?;
    let response = seat.press(key);
    if seat.real_speed {
        thread::sleep(response.took);
    }
    Ok(response.pressed.display.to_string())
}

fn byte(text: &str, word: &str) -> Result<u8, Failure> {
    let digits = text.len() == 2 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = u8::from_str_radix(text, 16).ok().filter(|_| digits);
    byte.ok_or_else(|| Failure::Input(format!("{:?} is no cell and byte, such as 51=CC", shorten(word))))
}

fn bad_key(word: &str) -> Failure {
    let word = shorten(word);
    Failure::Input(format!(
        "the KIM-1 has no key {word:?}; there are C, E, F, PC, 0-9, A, B, D, AD, DA, + and GO"
    ))
}

/// What somebody typed, as far as a line has room for it.
fn shorten(word: &str) -> String {
    word.chars().take(20).collect()
}

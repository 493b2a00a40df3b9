//! A terminal that hands over each key as it is pressed.

use std::io;

use rustix::stdio::stdin;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// The keyboard. When it is dropped the terminal is as it was.
pub(super) struct Keyboard {
    before: Termios,
}

/// The longest that [`Keyboard::key`] waits, in tenths of a second.
const WAIT: u8 = 1;

impl Keyboard {
    pub(super) fn new() -> io::Result<Self> {
        let before = tcgetattr(stdin())?;
        let mut modes = before.clone();
        // Without the signal keys too: whoever is killed by one leaves a terminal without an echo behind.
        modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        modes.special_codes[SpecialCodeIndex::VMIN] = 0;
        modes.special_codes[SpecialCodeIndex::VTIME] = WAIT;
        tcsetattr(stdin(), OptionalActions::Now, &modes)?;
        Ok(Self { before })
    }

    /// The next key, or none if nobody presses one within a tenth of a second.
    #[expect(clippy::unused_self, reason = "keys come one by one only while there is a keyboard")]
    pub(super) fn key(&self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        let read = rustix::io::read(stdin(), &mut byte)?;
        Ok((read == 1).then_some(byte[0]))
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        // There is nobody to tell if the terminal is gone.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.before);
    }
}

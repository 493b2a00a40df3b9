//! The dialogues of the originals, word for word.

use std::io::{self, Write};
use std::time::Instant;

use kempelen_museum::dialogue::Reply;
use kempelen_museum::placement::Placement;
use kempelen_museum::{octave, sameshi};
use kempelen_rules::AnyPosition;
use kempelen_uci::InputLines;

use crate::failure::Failure;

pub(super) fn run(
    engine: &str,
    start: &AnyPosition,
    terminal: bool,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let AnyPosition::Chess(position) = start else {
        return Err(Failure::input("the originals play chess only"));
    };
    let placement = Placement::from(position);
    match engine {
        "octave" => {
            let dialogue = octave::OctaveDialogue::at(octave::OctavePosition::from(&placement))
                .ok_or_else(|| Failure::input("the original has Black, so that White must be to move"))?;
            let mut dialogue = if terminal { dialogue.in_reverse_video() } else { dialogue };
            let clock = Instant::now();
            converse(&dialogue.greeting(), |line| dialogue.line(line, || clock.elapsed()), output)
        }
        "sameshi" => {
            let mut dialogue = sameshi::SameshiDialogue::at(sameshi::SameshiPosition::from(&placement));
            converse(&dialogue.greeting(), |line| dialogue.line(line), output)
        }
        other => {
            Err(Failure::Input(format!("{other} has no dialogue of its own here; octave and sameshi have")))
        }
    }
}

fn converse(
    greeting: &str,
    mut answer: impl FnMut(&str) -> Reply,
    output: &mut impl Write,
) -> Result<(), Failure> {
    write!(output, "{greeting}")?;
    output.flush()?;
    for line in InputLines::new(io::stdin().lock()) {
        let Reply { text, over } = answer(&line);
        write!(output, "{text}")?;
        output.flush()?;
        if over {
            return Ok(());
        }
    }
    // The input ended at a prompt.
    Ok(writeln!(output)?)
}

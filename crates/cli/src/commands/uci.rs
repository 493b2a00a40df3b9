use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use kempelen_cabinet::registry;
use kempelen_uci::{Front, Hooks, Output};

use crate::engine::EngineChoice;
use crate::failure::Failure;

/// Serve the engines to a chess program by UCI.
///
/// This is what chess programs (GUIs, tournament managers) speak with engines. The UCI option Engine chooses the
/// machine, and `UCI_Variant` the game; `help` lists what can be typed.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example: printf 'uci\\nposition startpos\\ngo depth 5\\nisready\\n' | kempelen uci --engine sargon"
)]
pub(crate) struct UciArgs {
    #[command(flatten)]
    choice: EngineChoice,
}

impl UciArgs {
    /// The front end without any arguments.
    pub(crate) fn plain() -> Self {
        Self { choice: EngineChoice { engine: None, options: Vec::new() } }
    }

    pub(crate) fn run(self) -> Result<(), Failure> {
        let name = self.choice.name();
        let unknown =
            || Failure::Input(format!("there is no engine {name:?} to serve (see kempelen engines)"));
        let mut front = Front::new(registry(), Output::new(io::stdout()))
            .with_hooks(hooks())
            .with_seed(seed())
            .with_engine(&name)
            .ok_or_else(unknown)?;
        for (name, value) in self.choice.options()? {
            front.line(&format!("setoption name {name} value {value}"));
        }
        front.run(io::stdin().lock());
        Ok(())
    }
}

/// What the front end asks the modern engine for, whichever engine it serves.
fn hooks() -> Hooks {
    Hooks { bench: Some(Arc::new(super::bench::for_front)) }
}

/// Another number every time, for the choice among book moves.
fn seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

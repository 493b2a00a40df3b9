//! Screens many changes of the modern engine's search at once: what is each worth in Elo?
//!
//! `cargo run --release -p kempelen-tools --bin screen -- chess|makruk NODES PAIRS FILE [SWITCH ...]`
//!
//! A switch is `NAME=VALUE`, a number of the search and the value to try in place of its own; several that belong
//! together have commas between them. The trials are those of a Plackett-Burman design: in each, one side has some of
//! the switches on, and plays `PAIRS` pairs of games, `NODES` nodes a move, against a side that has all the others on.
//! So every game counts for every switch: 2,400 games at 5,000 nodes tell each effect to about 11 Elo, whether there is
//! one switch or nineteen.
//!
//! `FILE` holds the results so far and is written after every few games, so that a run that was broken off goes on;
//! without switches, those of the file are tried. `kempelen match` with `--sprt` is for what comes out well here.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;

use kempelen_alphabeta::{Kempelen, Params};
use kempelen_arena::openings::{BookSpec, OpeningsBook};
use kempelen_arena::stats::{FactorialDesign, Pairs};
use kempelen_arena::{Adjudication, EngineSpec, Pace, Tournament, write_whole};
use kempelen_engine::Stop;
use kempelen_rules::GameKind;

/// Pairs of games that are played before the results are written down.
const ROUND: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, nodes, pairs, file, switches @ ..] = words.as_slice() else {
        return Err("usage: screen chess|makruk NODES PAIRS FILE [NAME=VALUE[,NAME=VALUE ...] ...]".into());
    };
    let (kind, nodes, pairs): (GameKind, u64, usize) = (kind.parse()?, nodes.parse()?, pairs.parse()?);
    let file = Path::new(file);
    let mut screening = Screening::open(file, switches)?;
    while let Some(trial) = screening.next_trial(pairs) {
        let seed = u64::from(screening.results[trial].total());
        let sides = [true, false].map(|own| screening.engine(trial, own));
        screening.results[trial] += play(kind, nodes, sides, seed)?;
        write_whole(file, &screening.text())?;
        if trial + 1 == screening.results.len() {
            println!("{}", screening.table());
        }
    }
    println!("{}", screening.table());
    Ok(())
}

/// Plays some pairs, seen from the first side.
fn play(kind: GameKind, nodes: u64, sides: [EngineSpec; 2], seed: u64) -> Result<Pairs, Box<dyn Error>> {
    let book = OpeningsBook::open(&BookSpec { seed, ..BookSpec::default() }, kind)?;
    let pace = Pace { nodes: Some(nodes), ..Pace::default() };
    let mut tournament = Tournament::new(sides.into(), book, pace);
    tournament.kind = kind;
    tournament.rounds = ROUND;
    tournament.concurrency = thread::available_parallelism().map_or(1, usize::from);
    let (resign, draw) = ("moves=4".parse()?, "moves=8".parse()?);
    tournament.adjudication = Adjudication { resign: Some(resign), draw: Some(draw), longest: Some(300) };
    let standings = tournament.run(&|_| Ok(Box::new(Kempelen::default())), &Stop::new(), &mut |_, _| {})?;
    let player = &standings.players()[0];
    if player.faults.total() > 0 {
        return Err(format!("a game ended by a fault: {:?}", player.faults).into());
    }
    Ok(standings.pairings()[0].pairs)
}

/// Some numbers and the values to try for them, together.
struct Switch {
    text: String,
    settings: Vec<(String, String)>,
}

impl Switch {
    fn read(text: &str) -> Result<Self, Box<dyn Error>> {
        let mut settings = Vec::new();
        let (mut changed, own) = (Params::default(), Params::default());
        for setting in text.split(',') {
            let (name, value) =
                setting.split_once('=').ok_or_else(|| format!("{setting:?} is no NAME=VALUE"))?;
            changed.set(name, value)?;
            settings.push((name.to_owned(), value.to_owned()));
        }
        if changed == own {
            return Err(format!("{text} changes nothing").into());
        }
        Ok(Self { text: text.to_owned(), settings })
    }
}

/// Where a run stands.
struct Screening {
    switches: Vec<Switch>,
    design: FactorialDesign,
    /// The pairs of each trial so far, seen from the side with its settings.
    results: Vec<Pairs>,
}

impl Screening {
    /// Goes on with what a file holds, or begins with these switches.
    fn open(file: &Path, switches: &[String]) -> Result<Self, Box<dyn Error>> {
        let text = if file.exists() { fs::read_to_string(file)? } else { String::new() };
        let kept: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("switch ")).collect();
        if !kept.is_empty() && !switches.is_empty() && kept != switches {
            return Err(format!("{} holds a run of other switches", file.display()).into());
        }
        let wanted = if kept.is_empty() { switches.iter().map(String::as_str).collect() } else { kept };
        let switches = wanted.into_iter().map(Switch::read).collect::<Result<Vec<_>, _>>()?;
        let design =
            FactorialDesign::new(switches.len()).ok_or("which switches? From 1 to 127 can be tried")?;
        let mut results = vec![Pairs::default(); design.trials().len()];
        let rows = text.lines().filter_map(|line| line.strip_prefix("trial "));
        for (pairs, row) in results.iter_mut().zip(rows) {
            let counts = row.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
            *pairs = Pairs(counts.try_into().map_err(|_| format!("{row:?} is no result of pairs"))?);
        }
        Ok(Self { switches, design, results })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for switch in &self.switches {
            let _ = writeln!(text, "switch {}", switch.text);
        }
        for Pairs(counts) in &self.results {
            let _ = writeln!(text, "trial {}", counts.map(|count| count.to_string()).join(" "));
        }
        text
    }

    /// The trial that has been played least, unless all have so many pairs.
    fn next_trial(&self, pairs: usize) -> Option<usize> {
        let played = |&trial: &usize| self.results[trial].total();
        (0..self.results.len()).min_by_key(played).filter(|trial| (played(trial) as usize) < pairs)
    }

    /// One side of a trial: its own settings, or all the others.
    fn engine(&self, trial: usize, own: bool) -> EngineSpec {
        let mut spec = EngineSpec::cabinet("kempelen");
        spec.name = Some(if own { "own" } else { "others" }.to_owned());
        for (switch, &on) in self.switches.iter().zip(&self.design.trials()[trial]) {
            if on == own {
                spec.options.extend(switch.settings.iter().cloned());
            }
        }
        spec
    }

    fn table(&self) -> String {
        let games = 2 * self.results.iter().map(Pairs::total).sum::<u32>();
        let mut text = format!("{games} games\n");
        for (switch, effect) in
            self.switches.iter().zip(self.design.effects(&self.results).into_iter().flatten())
        {
            let _ = writeln!(text, "{effect:>16}  {}", switch.text);
        }
        text
    }
}

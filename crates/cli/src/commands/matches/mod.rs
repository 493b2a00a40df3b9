mod live;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kempelen_arena::openings::{BookOrder, BookSource, BookSpec, OpeningsBook};
use kempelen_arena::stats::Sprt;
use kempelen_arena::{
    Adjudication, ArenaError, DrawRule, EngineSource, EngineSpec, Format, Pace, PlayerError, ResignRule,
    TimeControl, Tournament, write_whole,
};
use kempelen_engine::{Engine, EngineError, Stop};
use kempelen_rules::GameKind;
use kempelen_uci::{Foreign, ForeignPatience};

use crate::failure::Failure;
use live::Live;

/// Play engines against each other.
///
/// Two engines or more play from the same openings with both colours. An engine is named by its id, or by `cmd:` and
/// the program if it is somebody else's, and settings may follow after a colon: `kempelen:Hash=16,Threads=1`,
/// `cmd:/usr/games/stockfish:name=SF,UCI_LimitStrength=true,UCI_Elo=2600,tc=10+0.1`. There `name` is its name in the
/// tables; `tc`, `movetime`, `nodes` and `depth` are limits of its own; `option.NAME` is an option whatever its name.
///
/// What an engine does wrong (a crash, an illegal move, too much time) costs it the game, and the match goes on. A
/// match that was broken off is continued from its PGN file with --resume and otherwise the same settings.
#[derive(Args)]
#[command(
    after_help = "Example: kempelen match --engine kempelen --engine cmd:stockfish:UCI_LimitStrength=true,UCI_Elo=2600 \
    --tc 10+0.1 --games 200 --concurrency 2 --pgn games.pgn"
)]
pub(crate) struct MatchArgs {
    /// Who plays: at least two.
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<EngineSpec>,

    /// The game.
    #[arg(long, default_value_t = GameKind::default())]
    variant: GameKind,

    /// Everybody against everybody (round-robin), or the first against the others (gauntlet).
    #[arg(long, default_value_t = Format::RoundRobin)]
    format: Format,

    /// Games of each pairing; an odd number is rounded up, since they are played in pairs.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    openings: OpeningArgs,

    /// End the match when the first engine has proved to be better by elo1 rather than by elo0, or the reverse.
    #[arg(long, num_args = 0.., value_name = "elo0=0 elo1=5 alpha=.05 beta=.05 model=normalized|logistic")]
    sprt: Option<Vec<String>>,

    /// A side loses that gave itself such a bad score so often in a row (and, with both, the other agreed).
    #[arg(long, num_args = 0.., value_name = "moves=4 score=600 both=true")]
    resign: Option<Vec<String>>,

    /// A game is drawn that both sides called level so often in a row, from a certain move.
    #[arg(long, num_args = 0.., value_name = "moves=8 score=10 from=40")]
    draw: Option<Vec<String>>,

    /// A game is drawn after so many half-moves of play.
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    /// Write the games to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Go on with the match in the PGN file.
    #[arg(long, requires = "pgn")]
    resume: bool,

    /// Name of the match in the PGN file.
    #[arg(long, default_value = "Kempelen match")]
    event: String,

    /// Write the settings and results to this file, in JSON.
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    /// Print the settings and results as one JSON object and nothing else.
    #[arg(long)]
    json: bool,
}

/// How long engines think that have no limits of their own.
#[derive(Args)]
struct LimitArgs {
    /// A game clock in seconds: [MOVES/]TIME[+INCREMENT]; TIME may be MINUTES:SECONDS.
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,

    /// Milliseconds for each move.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Depth for each move. Where no limit at all is given, a clock of 10+0.1.
    #[arg(long, value_name = "N")]
    depth: Option<u8>,

    /// How many milliseconds late an answer may be; 0 by a clock and 50 for --movetime if left out.
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,

    /// How many seconds to wait for an answer where no clock ends the wait.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
}

impl LimitArgs {
    fn pace(&self) -> Pace {
        let pace = Pace {
            clock: self.tc,
            movetime: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        };
        if pace.is_endless() { Pace::clock(TimeControl::default()) } else { pace }
    }
}

/// Where games start.
#[derive(Args)]
struct OpeningArgs {
    /// Openings: embedded, random, or a file of FENs, EPDs or lines of moves, or of games if it ends in .pgn.
    #[arg(long, value_name = "BOOK", default_value = "embedded")]
    openings: String,

    /// Play the openings shuffled (by the seed) or as-given.
    #[arg(long, default_value_t = BookOrder::Shuffled)]
    order: BookOrder,

    /// Half-moves of an opening at most; random ones have exactly so many.
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// What order and random moves depend on.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl OpeningArgs {
    fn spec(&self) -> BookSpec {
        BookSpec {
            source: BookSource::from(self.openings.as_str()),
            order: self.order,
            seed: self.seed,
            plies: self.plies,
        }
    }
}

impl MatchArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let tournament = self.tournament()?;
        let mut live = match (self.json, io::stdout().is_terminal()) {
            (true, _) => Live::silent(&tournament),
            (false, true) => Live::on_terminal(&tournament),
            (false, false) => Live::plain(&tournament),
        };
        live.begin(output)?;
        let stop = Stop::new();
        let mut told = Ok(());
        let standings = tournament.run(&make, &stop, &mut |news, standings| {
            if told.is_ok() {
                told = live.hear(output, &news, standings);
                if told.is_err() {
                    stop.stop();
                }
            }
        });
        let standings = standings.map_err(failure)?;
        told?;
        let mut summary = standings.json();
        summary["settings"] = tournament.json();
        summary["settings"]["openings"] = self.openings.openings.as_str().into();
        summary["settings"]["seed"] = self.openings.seed.into();
        if let Some(path) = &self.summary {
            write_whole(path, &format!("{summary:#}\n"))
                .map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?;
        }
        if self.json {
            writeln!(output, "{summary}")?;
        } else {
            live.end(output, &standings)?;
        }
        Ok(())
    }

    fn tournament(&self) -> Result<Tournament, Failure> {
        for spec in &self.engines {
            if let EngineSource::Cabinet(id) = &spec.source {
                kempelen_cabinet::open(id)?;
            }
        }
        let book = OpeningsBook::open(&self.openings.spec(), self.variant).map_err(Failure::input)?;
        Ok(Tournament {
            event: self.event.clone(),
            kind: self.variant,
            format: self.format,
            rounds: self.games.div_ceil(2) as usize,
            margin: self.limits.margin.map(Duration::from_millis),
            patience: Duration::from_secs(self.limits.patience),
            adjudication: Adjudication {
                resign: read::<ResignRule>("resign", self.resign.as_deref())?,
                draw: read::<DrawRule>("draw", self.draw.as_deref())?,
                longest: self.max_plies,
            },
            concurrency: self.concurrency.into(),
            sprt: read::<Sprt>("sprt", self.sprt.as_deref())?,
            pgn: self.pgn.clone(),
            resume: self.resume,
            ..Tournament::new(self.engines.clone(), book, self.limits.pace())
        })
    }
}

/// What breaks is a failure; all else was asked for wrongly.
fn failure(error: ArenaError) -> Failure {
    match error {
        ArenaError::Log(_)
        | ArenaError::Engine {
            error: PlayerError::Engine(EngineError::Failed(_) | EngineError::IllegalMove(_)),
            ..
        } => Failure::Run(error.to_string()),
        _ => Failure::input(error),
    }
}

/// Reads settings that may come in several words.
fn read<T: std::str::FromStr<Err: std::fmt::Display>>(
    name: &str,
    words: Option<&[String]>,
) -> Result<Option<T>, Failure> {
    words
        .map(|words| words.join(" ").parse().map_err(|error| Failure::Input(format!("--{name}: {error}"))))
        .transpose()
}

/// How long a foreign program may take to obey `stop`: less than the match waits for it.
const GRACE: Duration = Duration::from_secs(1);

fn make(spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
    match &spec.source {
        EngineSource::Command(command) => {
            let patience = ForeignPatience { grace: GRACE, ..ForeignPatience::default() };
            Ok(Box::new(Foreign::start_with(command, patience)?))
        }
        EngineSource::Cabinet(id) => {
            kempelen_cabinet::open(id).map_err(|error| EngineError::Failed(error.to_string()))
        }
    }
}

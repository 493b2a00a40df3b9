use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use kempelen_dataset::PositionFilter;
use kempelen_nnue::train::{Examples, TrainSettings, Trainer, TrainerNews};
use kempelen_rules::with_variant;

use crate::failure::Failure;
use crate::rules::RulesArg;

/// Train a network on labelled games.
///
/// Reads shards of games or lines of positions, trains, and writes the network in integers, with the picture of its losses
/// beside it. A checkpoint is kept at OUTPUT.checkpoint; a run that was broken off, however it was, goes on from there
/// when it is started again with the same settings and data, and ends with the same network to the bit.
#[derive(Args, Debug)]
#[command(after_help = "Example: kempelen train games --hidden 128 --epochs 30 --output chess.nnue")]
pub(crate) struct TrainArgs {
    /// Shards, folders of them, or files with lines `FEN;RESULT;SCORE` or whole games.
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,

    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS)]
    variant: RulesArg,

    /// Where the network is written.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Hidden neurons of each side: a multiple of 64.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = hidden)]
    hidden: usize,

    /// How often every position is seen.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,

    /// How much a game's result counts beside the scores, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    result_share: f64,

    /// Positions in a batch.
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,

    /// The largest step of the weights.
    #[arg(long, value_name = "RATE", default_value_t = 1e-3, value_parser = share)]
    rate: f64,

    /// What an output of 1 means in hundredths of a pawn.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    scale: u16,

    /// Half-moves at the start of games that are left out.
    #[arg(long, value_name = "N", default_value_t = 16)]
    from_ply: u32,

    /// Scores beyond this are left out.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    score_limit: u16,

    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Threads that share the work.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,

    /// Begin anew, even where a checkpoint is there.
    #[arg(long)]
    anew: bool,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| (64..=1024).contains(n) && n.is_multiple_of(64));
    number.ok_or_else(|| "a multiple of 64 up to 1024 is wanted".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}

/// How often the line of progress is written.
const TELL: Duration = Duration::from_secs(2);
/// How often a checkpoint is.
const SAVE: Duration = Duration::from_mins(1);

/// Milliseconds between checkpoints instead, for the tests of runs that are killed.
const SAVE_VARIABLE: &str = "KEMPELEN_TRAIN_SAVE_MS";

impl TrainArgs {
    pub(crate) fn run(&self, output: &mut impl Write) -> Result<(), Failure> {
        let mut trainer = self.trainer()?;
        let checkpoint = beside(&self.output, "checkpoint");
        if checkpoint.exists() && !self.anew {
            trainer
                .resume(&checkpoint)
                .map_err(|error| Failure::Input(format!("{error}; --anew begins anew and overwrites it")))?;
            eprintln!("goes on after {} batches", trainer.done());
        }
        let mut clock = TrainClock::new(trainer.done());
        let pause = env::var(SAVE_VARIABLE).ok().and_then(|pause| pause.parse().ok());
        let pause = pause.map_or(SAVE, Duration::from_millis);
        let mut saved = Instant::now();
        while let Some(news) = trainer.advance() {
            if let Some(validation) = news.validation {
                let (training, _) = trainer.last_losses().unwrap_or_default();
                eprintln!(
                    "{}epoch {}: loss {training:.6}, held back {validation:.6}",
                    clear_line(),
                    news.epoch
                );
            }
            clock.tell(&news, self.batch);
            if saved.elapsed() >= pause {
                trainer.save(&checkpoint).map_err(|error| Failure::Run(error.to_string()))?;
                saved = Instant::now();
            }
        }
        trainer.save(&checkpoint).map_err(|error| Failure::Run(error.to_string()))?;
        let network = trainer.network().map_err(|error| Failure::Run(error.to_string()))?;
        write_whole(&self.output, &network.to_bytes())?;
        write_whole(&beside(&self.output, "svg"), trainer.curve().as_bytes())?;
        let (correlation, slope) = trainer.agreement();
        eprintln!("correlation with the scores held back {correlation:.4}, slope {slope:.3}");
        writeln!(output, "{}: {} hidden, {:016x}", self.output.display(), network.hidden, network.hash())?;
        Ok(())
    }

    fn trainer(&self) -> Result<Trainer, Failure> {
        let filter = PositionFilter {
            from_ply: self.from_ply,
            score_limit: self.score_limit.min(i16::MAX as u16) as i16,
            ..PositionFilter::default()
        };
        let variant = self.variant.variant();
        let mut examples = Examples::default();
        with_variant!(variant, V => examples.read::<V>(&self.data, filter)).map_err(Failure::input)?;
        let Examples { training, held_back, .. } = examples;
        if training.is_empty() {
            return Err(Failure::Input("there are too few positions in this data to learn from".to_owned()));
        }
        eprintln!("{} positions to learn from, {} held back", training.len(), held_back.len());
        let settings = TrainSettings {
            game: variant.name().to_owned(),
            hidden: self.hidden,
            epochs: self.epochs,
            batch: self.batch as usize,
            result_share: self.result_share,
            rate: self.rate,
            scale: i32::from(self.scale),
            seed: self.seed,
            threads: usize::from(self.threads),
            ..TrainSettings::default()
        };
        Ok(Trainer::new(settings, training, held_back))
    }
}

/// Tells now and then how far a run is, how fast, and when it ends.
struct TrainClock {
    begun: Instant,
    told: Instant,
    before: u64,
}

impl TrainClock {
    fn new(before: u64) -> Self {
        Self { begun: Instant::now(), told: Instant::now(), before }
    }

    fn tell(&mut self, news: &TrainerNews, batch: u32) {
        if self.told.elapsed() < TELL {
            return;
        }
        self.told = Instant::now();
        let (done, all) = news.batches;
        let seconds = self.begun.elapsed().as_secs_f64();
        let batches = (done - self.before) as f64 / seconds;
        let left = ((all - done) as f64 / batches) as u64;
        eprint!(
            "{}{done} of {all} batches, loss {:.5}, {:.0} positions/s, {}:{:02} to go",
            clear_line(),
            news.loss,
            batches * f64::from(batch),
            left / 60,
            left % 60,
        );
    }
}

fn clear_line() -> &'static str {
    "\r\u{1b}[K"
}

/// The file of the same name with one more ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Writes a file under another name first, so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let temporary = beside(path, "part");
    fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        // What is half written is of no use; that it cannot be removed either changes nothing.
        let _ = fs::remove_file(&temporary);
        Failure::Run(format!("{}: {error}", path.display()))
    })
}

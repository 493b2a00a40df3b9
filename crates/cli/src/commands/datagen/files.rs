//! What can be done with games that are there.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kempelen_dataset::text::{self, PositionLine};
use kempelen_dataset::{
    DatasetError, GamesStats, LabelledGame, PositionFilter, ShardFile, ShardLabel, open_shard, shards,
    temporary_name,
};
use kempelen_rules::{Variant, VariantId, with_variant};
use serde_json::json;

use super::progress;
use crate::failure::Failure;
use crate::input::{self, RequestLines};
use crate::rules::RulesArg;

/// Which positions of games are wanted.
#[derive(Args, Clone, Copy)]
struct FilterArgs {
    /// Positions in check too.
    #[arg(long)]
    in_check: bool,

    /// Positions whose best move captures or promotes too.
    #[arg(long)]
    tactical: bool,

    /// Not those of the first half-moves.
    #[arg(long, value_name = "N", default_value_t = PositionFilter::default().from_ply)]
    from_ply: u32,

    /// Not those with scores beyond this, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = PositionFilter::default().score_limit, value_parser = clap::value_parser!(i16).range(0..))]
    score_limit: i16,
}

impl FilterArgs {
    fn filter(self) -> PositionFilter {
        let Self { in_check, tactical, from_ply, score_limit } = self;
        PositionFilter { in_check, tactical, from_ply, score_limit }
    }
}

/// Test shards of games, and show what is in them.
#[derive(Args)]
pub(super) struct ShowGamesArgs {
    /// A folder of shards, or shards.
    #[arg(required = true, value_name = "DIR|SHARD")]
    from: Vec<PathBuf>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    filter: FilterArgs,
}

/// What is in some shards.
#[derive(Default)]
struct ShardsContents {
    shards: u64,
    bytes: u64,
    games: GamesStats,
    wanted: u64,
    /// Of the wanted positions those with one key in sixteen, and how many of them came before.
    keys: HashSet<u64>,
    repeated: u64,
}

impl ShardsContents {
    /// One in so many positions is remembered.
    const SAMPLED: u64 = 16;

    fn add<V: Variant>(&mut self, path: &Path, filter: PositionFilter) -> Result<(), DatasetError> {
        let games = open_shard(path)?.games::<V>().map_err(|fault| fault.at(path))?;
        for game in games {
            let game = game.map_err(|fault| fault.at(path))?;
            self.games.add(&game);
            for labelled in game.positions(filter) {
                self.wanted += 1;
                let key = labelled.position.key();
                self.repeated += u64::from(key.is_multiple_of(Self::SAMPLED) && !self.keys.insert(key));
            }
        }
        self.shards += 1;
        self.bytes += fs::metadata(path).map_or(0, |file| file.len());
        Ok(())
    }

    /// The share of wanted positions that came before, from the sample.
    fn repeated_share(&self) -> f64 {
        self.repeated as f64 / (self.repeated + self.keys.len() as u64).max(1) as f64
    }
}

impl ShowGamesArgs {
    pub(super) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let mut sum = ShardsContents::default();
        for path in shards(&self.from)? {
            let variant = open_shard(&path)?.label().variant;
            with_variant!(variant, V => sum.add::<V>(&path, self.filter.filter()))?;
        }
        let games = &sum.games;
        let each = sum.bytes as f64 / games.plies.max(1) as f64;
        if self.json {
            let [lost, drawn, won] = games.results;
            let object = json!({
                "shards": sum.shards,
                "bytes": sum.bytes,
                "bytes_per_ply": each,
                "games": games.games,
                "plies": games.plies,
                "positions": sum.wanted,
                "repeated_share": sum.repeated_share(),
                "doubled_games": games.doubled,
                "results": {"white": won, "draws": drawn, "black": lost},
            });
            return Ok(writeln!(output, "{object}")?);
        }
        writeln!(output, "Shards     {}, {} bytes, {each:.2} a half-move", sum.shards, sum.bytes)?;
        writeln!(output, "Games      {}, {} began like another", games.games, games.doubled)?;
        progress::contents(games, output)?;
        let share = 100.0 * sum.repeated_share();
        Ok(writeln!(output, "Wanted     {} positions, {share:.1} % of them seen before", sum.wanted)?)
    }
}

/// Write games as text, for other programs.
#[derive(Args)]
#[command(after_help = "Example: kempelen datagen export games --format tuner --to chess.txt")]
pub(super) struct ExportGamesArgs {
    /// A folder of shards, or shards.
    #[arg(required = true, value_name = "DIR|SHARD")]
    from: Vec<PathBuf>,

    /// The file to write, which must not be there yet; standard output if not given.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    /// What a line has.
    #[arg(long, value_enum, default_value_t = TextFormat::Trainer)]
    format: TextFormat,

    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum TextFormat {
    /// FEN | score | result: what the field's GPU trainers read.
    Trainer,
    /// FEN;result;score: what tune reads.
    Tuner,
    /// Whole games, unfiltered: what import reads.
    Games,
}

impl ExportGamesArgs {
    pub(super) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let shards = shards(&self.from)?;
        let Some(to) = &self.to else {
            self.write(&shards, output)?;
            return Ok(());
        };
        let named = |error: io::Error| Failure::Run(format!("{}: {error}", to.display()));
        if to.exists() {
            return Err(Failure::Input(format!("{} is there already, and is not overwritten", to.display())));
        }
        let temporary = temporary_name(to);
        let mut file = BufWriter::new(File::create(&temporary).map_err(named)?);
        let written = self.write(&shards, &mut file).and_then(|lines| {
            file.flush().and_then(|()| file.get_ref().sync_all()).map_err(named)?;
            fs::rename(&temporary, to).map_err(named)?;
            Ok(lines)
        });
        match written {
            Ok(lines) => Ok(writeln!(output, "{lines} lines in {}", to.display())?),
            Err(failure) => {
                // The first error is the one to tell.
                let _ = fs::remove_file(&temporary);
                Err(failure)
            }
        }
    }

    fn write(&self, shards: &[PathBuf], output: &mut impl Write) -> Result<u64, Failure> {
        let mut lines = 0;
        for path in shards {
            let variant = open_shard(path)?.label().variant;
            lines += with_variant!(variant, V => self.write_shard::<V>(path, output))?;
        }
        Ok(lines)
    }

    fn write_shard<V: Variant>(&self, path: &Path, output: &mut impl Write) -> Result<u64, Failure> {
        let format = match self.format {
            TextFormat::Trainer => Some(PositionLine::Trainer),
            TextFormat::Tuner => Some(PositionLine::Tuner),
            TextFormat::Games => None,
        };
        let mut lines = 0;
        for game in open_shard(path)?.games().map_err(|fault| fault.at(path))? {
            let game: LabelledGame<V> = game.map_err(|fault| fault.at(path))?;
            let Some(format) = format else {
                writeln!(output, "{}", text::write_game(&game))?;
                lines += 1;
                continue;
            };
            for labelled in game.positions(self.filter.filter()) {
                writeln!(output, "{}", format.write(&labelled))?;
                lines += 1;
            }
        }
        Ok(lines)
    }
}

/// Make a shard from games as text.
///
/// A line is a game: `START_FEN;RESULT;move score move score ...`, with 2, 1 or 0 for a win, a draw or a loss of White,
/// moves in UCI's spelling, and scores in hundredths of a pawn, seen from White, for the position before the move.
#[derive(Args)]
#[command(after_help = "Example: xz -dc games.txt.xz | kempelen datagen import - --to games.games")]
pub(super) struct ImportGamesArgs {
    /// The file of games; `-` for standard input.
    #[arg(value_name = "FILE")]
    from: String,

    /// The shard to write; it must not be there yet.
    #[arg(long, value_name = "SHARD")]
    to: PathBuf,

    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS, ignore_case = true)]
    variant: RulesArg,
}

impl ImportGamesArgs {
    pub(super) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let variant: VariantId = self.variant.variant();
        let stats = with_variant!(variant, V => self.import::<V>());
        if stats.is_err() && !self.to.exists() {
            // Half of the games are worth nothing, and the first error is the one to tell.
            let _ = fs::remove_file(temporary_name(&self.to));
        }
        let stats = stats?;
        writeln!(output, "Games      {} in {}", stats.games, self.to.display())?;
        Ok(progress::contents(&stats, output)?)
    }

    fn import<V: Variant>(&self) -> Result<GamesStats, Failure> {
        let mut lines = RequestLines::new(input::open(&self.from)?);
        let mut label = ShardLabel::new::<V>(0);
        label.settings.insert("imported".to_owned(), true.into());
        let mut shard = ShardFile::<V>::create(&self.to, &label)?;
        let mut stats = GamesStats::default();
        while let Some(line) = lines.next()? {
            let game = line.map_err(|error| error.to_string()).and_then(|line| {
                text::read_game(&String::from_utf8_lossy(line)).map_err(|error| error.to_string())
            });
            // Lines that are empty are not counted, and not expected.
            let number = stats.games + 1;
            let game =
                game.map_err(|error| Failure::Input(format!("{}, game {number}: {error}", self.from)))?;
            shard.push(&game)?;
            stats.add(&game);
        }
        shard.finish()?;
        Ok(stats)
    }
}

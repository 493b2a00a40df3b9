//! The commands, a file each.

mod bench;
mod datagen;
mod encode;
mod engines;
mod eval;
mod explain;
mod game;
mod kim;
mod matches;
mod motifs;
mod own_terms;
mod perft;
mod play;
mod review;
mod selfplay;
mod serve;
mod suite;
mod think;
mod train;
mod uci;
mod window;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

pub(crate) use play::PlayArgs;
pub(crate) use uci::UciArgs;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Uci(UciArgs),
    Engines(engines::EnginesArgs),
    Think(think::ThinkArgs),
    Kim(kim::KimArgs),
    Eval(eval::EvalArgs),
    Motifs(motifs::MotifsArgs),
    Explain(explain::ExplainArgs),
    Review(review::ReviewArgs),
    Suite(suite::SuiteArgs),
    Bench(bench::BenchArgs),
    Datagen(datagen::DatagenArgs),
    Train(train::TrainArgs),
    Perft(perft::PerftArgs),
    Game(game::GameArgs),
    Encode(encode::EncodeArgs),
    Selfplay(Box<selfplay::SelfplayArgs>),
    Match(Box<matches::MatchArgs>),
    Serve(serve::ServeArgs),
    Window(window::WindowArgs),
}

impl Command {
    pub(crate) fn run(self, output: &mut (impl Write + Send)) -> Result<(), Failure> {
        match self {
            Self::Play(play) => play.run(output),
            Self::Uci(uci) => uci.run(),
            Self::Engines(engines) => engines.run(output),
            Self::Think(think) => think.run(output),
            Self::Kim(kim) => kim.run(output),
            Self::Eval(eval) => eval.run(output),
            Self::Motifs(motifs) => motifs.run(output),
            Self::Explain(explain) => explain.run(output),
            Self::Review(review) => review.run(output),
            Self::Suite(suite) => suite.run(output),
            Self::Bench(bench) => bench.run(output),
            Self::Datagen(datagen) => datagen.run(output),
            Self::Train(train) => train.run(output),
            Self::Perft(perft) => perft.run(output),
            Self::Game(game) => game.run(output),
            Self::Encode(encode) => encode.run(output),
            Self::Selfplay(selfplay) => selfplay.run(output),
            Self::Match(engines) => engines.run(output),
            Self::Serve(serve) => serve.run(output),
            Self::Window(window) => window.run(output),
        }
    }
}

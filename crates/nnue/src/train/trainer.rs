use std::f64::consts::PI;
use std::path::Path;
use std::thread;

use kempelen_rules::random::SplitMix64;

use super::PackedPosition;
use super::checkpoint::{self, CheckpointError};
use super::curve;
use super::gradient::{Target, Workbench};
use super::model::FloatModel;
use super::optimiser::{AdamState, AdamStep};
use crate::cpu::Cpu;
use crate::{NetworkFile, NetworkFileError};

/// How a network is trained.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainSettings {
    /// The game, by the first of its names.
    pub game: String,
    /// Hidden neurons of each side: a multiple of 64.
    pub hidden: usize,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions in a batch: after each the weights change.
    pub batch: usize,
    /// How much a game's result counts in what the network should say; the rest is the score's.
    pub result_share: f64,
    /// The largest step of the weights, after the warm-up.
    pub rate: f64,
    /// The smallest, at the end.
    pub last_rate: f64,
    /// Batches until the largest step.
    pub warm_up: u64,
    /// How much weights decay: the share of a step.
    pub decay: f64,
    /// What an output of 1 means in hundredths of a pawn.
    pub scale: i32,
    /// Where chance begins.
    pub seed: u64,
    /// Threads that share a batch.
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            game: "chess".to_owned(),
            hidden: 128,
            epochs: 30,
            batch: 16_384,
            result_share: 0.4,
            rate: 1e-3,
            last_rate: 1e-5,
            warm_up: 200,
            decay: 0.01,
            scale: 400,
            seed: 1,
            threads: 2,
        }
    }
}

/// How the training goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainerNews {
    /// Batches done, and how many there will be.
    pub batches: (u64, u64),
    /// The epoch that is on, from 1.
    pub epoch: u32,
    /// The mean loss of the last batch.
    pub loss: f64,
    /// The mean loss of the positions that were held back, where an epoch has just ended.
    pub validation: Option<f64>,
}

/// The losses after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct EpochLoss {
    pub(crate) training: f64,
    pub(crate) validation: f64,
}

/// A network in training.
///
/// ```
/// use kempelen_nnue::train::{PackedPosition, TrainSettings, Trainer};
/// use kempelen_rules::{Chess, Position};
///
/// // Two positions are soon learned by heart.
/// let positions: Vec<_> = [("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 600), ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", -600)]
///     .map(|(fen, score)| PackedPosition::new(&fen.parse::<Position<Chess>>().unwrap(), score, 1).unwrap())
///     .to_vec();
/// let settings = TrainSettings {
///     hidden: 64,
///     batch: 2,
///     epochs: 300,
///     result_share: 0.0,
///     rate: 0.01,
///     warm_up: 10,
///     ..TrainSettings::default()
/// };
/// let mut trainer = Trainer::new(settings, positions.clone(), positions);
/// while trainer.advance().is_some() {}
/// let network = kempelen_nnue::Nnue::new(trainer.network()?)?;
/// let queen_up: Position<Chess> = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse()?;
/// assert!((500..700).contains(&network.evaluate(&queen_up)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Trainer {
    settings: TrainSettings,
    positions: Vec<PackedPosition>,
    held_back: Vec<PackedPosition>,
    state: TrainerState,
    cpu: Cpu,
    /// For each thread: its room, its gradient, and the positions of its part of the batch.
    workers: Vec<TrainWorker>,
    /// The order of the epoch that is on.
    order: Vec<u32>,
    ordered_for: Option<u32>,
}

/// What a checkpoint keeps: all that the rest of a run depends on, besides settings and positions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TrainerState {
    pub(crate) model: FloatModel,
    pub(crate) adam: AdamState,
    /// Batches done.
    pub(crate) done: u64,
    /// The sum of the losses of the epoch that is on.
    pub(crate) epoch_loss: f64,
    pub(crate) losses: Vec<EpochLoss>,
}

struct TrainWorker {
    bench: Workbench,
    gradient: FloatModel,
    positions: Vec<PackedPosition>,
    loss: f64,
}

impl Trainer {
    /// A run from the start. The positions held back are for measuring only.
    ///
    /// # Panics
    /// Without positions, or where a number of the settings is zero.
    pub fn new(
        settings: TrainSettings,
        positions: Vec<PackedPosition>,
        held_back: Vec<PackedPosition>,
    ) -> Self {
        assert!(!positions.is_empty() && settings.batch > 0 && settings.threads > 0, "nothing to learn from");
        let hidden = settings.hidden;
        let state = TrainerState {
            model: FloatModel::random(hidden, settings.seed),
            adam: AdamState::new(hidden),
            done: 0,
            epoch_loss: 0.0,
            losses: Vec::new(),
        };
        let workers = (0..settings.threads)
            .map(|_| TrainWorker {
                bench: Workbench::new(hidden),
                gradient: FloatModel::zeros(hidden),
                positions: Vec::new(),
                loss: 0.0,
            })
            .collect();
        let cpu = Cpu::chosen();
        Self { settings, positions, held_back, state, cpu, workers, order: Vec::new(), ordered_for: None }
    }

    /// Goes on where a checkpoint was written.
    ///
    /// # Errors
    /// When there is none, or it belongs to another run.
    pub fn resume(&mut self, path: &Path) -> Result<(), CheckpointError> {
        self.state = checkpoint::read(path, &self.settings, self.fingerprint())?;
        Ok(())
    }

    /// Writes down where the run is, whole or not at all.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        checkpoint::write(path, &self.settings, self.fingerprint(), &self.state)
    }

    /// The network as it is now, in integers.
    ///
    /// # Errors
    /// When its numbers do not fit, which the clipping of weights does not let happen in practice.
    pub fn network(&self) -> Result<NetworkFile, NetworkFileError> {
        self.state.model.quantised(&self.settings.game, self.settings.scale)
    }

    /// The losses so far as a picture.
    pub fn curve(&self) -> String {
        curve::svg(&self.state.losses)
    }

    /// The last losses, of training and of what was held back, where an epoch has ended.
    pub fn last_losses(&self) -> Option<(f64, f64)> {
        self.state.losses.last().map(|loss| (loss.training, loss.validation))
    }

    /// Learns from one more batch; nothing when the run is over.
    pub fn advance(&mut self) -> Option<TrainerNews> {
        let (done, all) = (self.state.done, self.batches());
        if done >= all {
            return None;
        }
        let per_epoch = self.batches_per_epoch();
        let epoch = (done / per_epoch) as u32;
        self.order_for(epoch);
        let start = (done % per_epoch) as usize * self.settings.batch;
        let end = (start + self.settings.batch).min(self.positions.len());
        let loss = self.learn(start..end);
        self.state.done += 1;
        self.state.epoch_loss += loss;
        let validation = self.state.done.is_multiple_of(per_epoch).then(|| {
            let validation = self.validate();
            let training = self.state.epoch_loss / self.positions.len() as f64;
            self.state.epoch_loss = 0.0;
            self.state.losses.push(EpochLoss { training, validation });
            validation
        });
        let loss = loss / (end - start) as f64;
        Some(TrainerNews { batches: (done + 1, all), epoch: epoch + 1, loss, validation })
    }

    /// How well the network's values follow the scores of what was held back: their correlation, and how many
    /// hundredths of a pawn it says for each of the score's. Only scores within ten pawns count.
    pub fn agreement(&mut self) -> (f64, f64) {
        let (cpu, scale) = (self.cpu, f64::from(self.settings.scale));
        let bench = &mut self.workers[0].bench;
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for positions in self.held_back.chunks(Workbench::ROOM) {
            let outputs = bench.forward(cpu, &self.state.model, positions);
            for (output, position) in outputs.iter().zip(positions) {
                let (x, y) = (f64::from(position.score()), f64::from(*output) * scale);
                if x.abs() <= 1000.0 {
                    (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
                }
            }
        }
        // Both are as often good for one side as for the other, so that their means are taken for zero.
        (xy / (xx * yy).sqrt().max(f64::MIN_POSITIVE), xy / xx.max(f64::MIN_POSITIVE))
    }

    /// Positions that the run learns from.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Never: a run has positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Batches done.
    pub fn done(&self) -> u64 {
        self.state.done
    }

    fn batches_per_epoch(&self) -> u64 {
        self.positions.len().div_ceil(self.settings.batch) as u64
    }

    fn batches(&self) -> u64 {
        self.batches_per_epoch() * u64::from(self.settings.epochs)
    }

    /// Shuffles for an epoch. The order follows from the seed and the epoch's number alone, so that a run that goes on
    /// needs no memory of it.
    fn order_for(&mut self, epoch: u32) {
        if self.ordered_for == Some(epoch) {
            return;
        }
        self.ordered_for = Some(epoch);
        self.order.clear();
        self.order.extend(0..self.positions.len() as u32);
        let mut random = SplitMix64::at(self.settings.seed, u64::from(epoch) + 1);
        for i in (1..self.order.len()).rev() {
            self.order.swap(i, random.below(i + 1));
        }
    }

    /// One step of the weights, by the positions at these places of the order. Gives the sum of their losses.
    fn learn(&mut self, places: std::ops::Range<usize>) -> f64 {
        let target = self.target();
        let weight = 1.0 / places.len() as f32;
        let places = &self.order[places];
        let part = places.len().div_ceil(self.workers.len());
        let (cpu, model, positions) = (self.cpu, &self.state.model, &self.positions);
        thread::scope(|scope| {
            for (number, worker) in self.workers.iter_mut().enumerate() {
                let places =
                    &places[(number * part).min(places.len())..((number + 1) * part).min(places.len())];
                scope.spawn(move || worker.learn(cpu, model, places, positions, (target, weight)));
            }
        });
        let step = self.next_step();
        let gradients: Vec<_> = self.workers.iter().map(|worker| &worker.gradient).collect();
        self.state.adam.step(self.cpu, &mut self.state.model, &gradients, step);
        self.workers.iter().map(|worker| worker.loss).sum()
    }

    fn target(&self) -> Target {
        Target { result_share: self.settings.result_share as f32, scale: self.settings.scale as f32 }
    }

    /// The step after the batches that are done: rising while warming up, then falling along a cosine.
    fn next_step(&self) -> AdamStep {
        let TrainSettings { rate, last_rate, warm_up, decay, .. } = self.settings;
        let number = self.state.done + 1;
        let way = number as f64 / self.batches() as f64;
        let falling = last_rate + (rate - last_rate) * 0.5 * (1.0 + (PI * way).cos());
        let rising = if number < warm_up { number as f64 / warm_up as f64 } else { 1.0 };
        AdamStep { rate: (falling * rising) as f32, decay: decay as f32, number }
    }

    fn validate(&mut self) -> f64 {
        let target = self.target();
        let part = self.held_back.len().div_ceil(self.workers.len()).max(1);
        let (cpu, model) = (self.cpu, &self.state.model);
        thread::scope(|scope| {
            for worker in &mut self.workers {
                worker.loss = 0.0;
            }
            for (worker, positions) in self.workers.iter_mut().zip(self.held_back.chunks(part)) {
                scope.spawn(move || worker.loss = worker.bench.loss(cpu, model, positions, target));
            }
        });
        let sum: f64 = self.workers.iter().map(|worker| worker.loss).sum();
        sum / self.held_back.len().max(1) as f64
    }

    /// A number that names the positions and their order.
    fn fingerprint(&self) -> u64 {
        let all = self.positions.iter().chain(&self.held_back);
        all.fold(self.positions.len() as u64, |mix, position| {
            mix.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position.mixed()
        })
    }
}

impl TrainWorker {
    fn learn(
        &mut self,
        cpu: Cpu,
        model: &FloatModel,
        places: &[u32],
        positions: &[PackedPosition],
        target: (Target, f32),
    ) {
        // Gathered first, so that the far reads wait for each other as little as possible.
        self.positions.clear();
        self.positions.extend(places.iter().map(|place| positions[*place as usize]));
        self.gradient.clear();
        self.loss = self.bench.learn(cpu, (model, &mut self.gradient), &self.positions, target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Position};
    use std::fs;
    use std::path::PathBuf;

    /// Positions of random games, labelled by the count of their men.
    fn positions(count: usize) -> Vec<PackedPosition> {
        let mut random = SplitMix64::new(11);
        let mut packed = Vec::new();
        let mut position = Position::<Chess>::default();
        while packed.len() < count {
            let moves = position.legal_moves();
            let over = moves.is_empty() || position.draw_count().plies > 30;
            position = if over { Position::default() } else { position.play(*random.pick(&moves)) };
            let men = |side| position.side(side).len() as i32;
            let score = 100 * (men(kempelen_rules::Color::White) - men(kempelen_rules::Color::Black));
            packed.extend(PackedPosition::new(&position, score, 1));
        }
        packed
    }

    fn settings() -> TrainSettings {
        TrainSettings {
            hidden: 64,
            epochs: 3,
            batch: 256,
            result_share: 0.0,
            warm_up: 5,
            rate: 5e-3,
            ..TrainSettings::default()
        }
    }

    fn trainer(settings: TrainSettings) -> Trainer {
        // Every tenth is held back, so that both parts are of the same games.
        let (held_back, learned): (Vec<_>, Vec<_>) =
            positions(4000).into_iter().enumerate().partition(|(i, _)| i.is_multiple_of(10));
        let without_number = |part: Vec<(usize, _)>| part.into_iter().map(|(_, position)| position).collect();
        Trainer::new(settings, without_number(learned), without_number(held_back))
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("kempelen-train-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_run_learns_to_count_men() {
        let mut trainer = trainer(TrainSettings { epochs: 20, ..settings() });
        let mut validations = Vec::new();
        while let Some(news) = trainer.advance() {
            validations.extend(news.validation);
        }
        assert_eq!(validations.len(), 20);
        let (correlation, slope) = trainer.agreement();
        assert!(correlation > 0.9 && (0.7..1.3).contains(&slope), "{correlation} {slope} {validations:?}");
        assert!(trainer.curve().contains("epochs: 20"));
    }

    #[test]
    fn a_run_that_was_broken_off_ends_as_if_it_had_not_been() {
        let mut whole = trainer(settings());
        while whole.advance().is_some() {}
        // Broken off within an epoch, at the end of one, and soon after the start.
        for cut in [1, 15, 22] {
            let path = temporary(&cut.to_string());
            let mut first = trainer(settings());
            for _ in 0..cut {
                first.advance();
            }
            first.save(&path).expect("room on the disk");
            // What comes after the checkpoint is lost when the machine dies.
            first.advance();
            let mut second = trainer(settings());
            second.resume(&path).expect("a checkpoint");
            assert_eq!(second.done(), cut);
            while second.advance().is_some() {}
            assert!(second.state == whole.state, "broken off after {cut} batches");
            fs::remove_file(&path).expect("the checkpoint");
        }
    }

    #[test]
    fn checkpoints_of_other_runs_are_refused() {
        let path = temporary("other");
        let mut first = trainer(settings());
        first.advance();
        first.save(&path).expect("room on the disk");
        let refused = |mut other: Trainer| other.resume(&path).expect_err("another run").to_string();
        assert!(refused(trainer(TrainSettings { seed: 2, ..settings() })).ends_with("other settings"));
        let fewer = Trainer::new(settings(), positions(3599), Vec::new());
        assert!(refused(fewer).ends_with("other positions"));
        let bytes = fs::read(&path).expect("the checkpoint");
        for damaged in [&bytes[..bytes.len() - 1], &bytes[..9], b"", b"something else entirely"] {
            fs::write(&path, damaged).expect("room on the disk");
            assert!(refused(trainer(settings())).ends_with("not all of one"));
        }
        fs::remove_file(&path).expect("the checkpoint");
        let mut other = trainer(settings());
        assert!(matches!(other.resume(&path), Err(CheckpointError::File(..))));
    }
}

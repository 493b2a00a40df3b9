//! Where a run is, in a file: the weights, what the optimiser remembers, and how far it came.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::lanes::FloatStrip;
use super::model::FloatModel;
use super::optimiser::AdamState;
use super::trainer::{EpochLoss, TrainSettings, TrainerState};

/// Why a checkpoint could not be written or read.
#[derive(Debug)]
pub enum CheckpointError {
    /// The system said no.
    File(PathBuf, io::Error),
    /// It is no checkpoint, or not all of one.
    Damaged(PathBuf),
    /// It belongs to a run with other settings.
    Settings(PathBuf),
    /// It belongs to a run on other positions.
    Positions(PathBuf),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Damaged(path) => write!(f, "{} is no checkpoint, or not all of one", path.display()),
            Self::Settings(path) => write!(f, "{} belongs to a run with other settings", path.display()),
            Self::Positions(path) => write!(f, "{} belongs to a run on other positions", path.display()),
        }
    }
}

impl std::error::Error for CheckpointError {}

const MAGIC: &[u8; 8] = b"KEMPTRN1";

/// Writes a checkpoint under another name first, so that there always is a whole one.
pub(crate) fn write(
    path: &Path,
    settings: &TrainSettings,
    positions: u64,
    state: &TrainerState,
) -> Result<(), CheckpointError> {
    let bytes = to_bytes(settings, positions, state);
    let temporary = path.with_extension("part");
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        // What is half written is of no use; that it cannot be removed either changes nothing.
        let _ = fs::remove_file(&temporary);
        CheckpointError::File(path.to_owned(), error)
    })
}

/// Reads the checkpoint of a run with these settings and positions.
pub(crate) fn read(
    path: &Path,
    settings: &TrainSettings,
    positions: u64,
) -> Result<TrainerState, CheckpointError> {
    let bytes = fs::read(path).map_err(|error| CheckpointError::File(path.to_owned(), error))?;
    let damaged = || CheckpointError::Damaged(path.to_owned());
    let (bytes, check) = bytes.split_last_chunk().ok_or_else(damaged)?;
    if !bytes.starts_with(MAGIC) || sum_of(bytes) != u64::from_le_bytes(*check) {
        return Err(damaged());
    }
    let mut rest = &bytes[MAGIC.len()..];
    if take(&mut rest).ok_or_else(damaged)? != settings_number(settings) {
        return Err(CheckpointError::Settings(path.to_owned()));
    }
    if take(&mut rest).ok_or_else(damaged)? != positions {
        return Err(CheckpointError::Positions(path.to_owned()));
    }
    read_state(&mut rest, settings.hidden).ok_or_else(damaged)
}

fn to_bytes(settings: &TrainSettings, positions: u64, state: &TrainerState) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let heads = [settings_number(settings), positions, state.done, state.epoch_loss.to_bits()];
    bytes.extend(heads.iter().flat_map(|head| head.to_le_bytes()));
    bytes.extend((state.losses.len() as u64).to_le_bytes());
    for loss in &state.losses {
        bytes.extend(loss.training.to_bits().to_le_bytes());
        bytes.extend(loss.validation.to_bits().to_le_bytes());
    }
    for model in [&state.model, &state.adam.means, &state.adam.squares] {
        bytes.extend(model.strips.iter().flat_map(|strip| strip.0).flat_map(f32::to_le_bytes));
    }
    let check = sum_of(&bytes);
    bytes.extend(check.to_le_bytes());
    bytes
}

fn read_state(rest: &mut &[u8], hidden: usize) -> Option<TrainerState> {
    let done = take(rest)?;
    let epoch_loss = f64::from_bits(take(rest)?);
    let losses = take(rest)?;
    let losses = (0..losses)
        .map(|_| {
            let [training, validation] = [take(rest)?, take(rest)?].map(f64::from_bits);
            Some(EpochLoss { training, validation })
        })
        .collect::<Option<_>>()?;
    let mut model = || -> Option<FloatModel> {
        let mut model = FloatModel::zeros(hidden);
        for strip in &mut model.strips {
            let (numbers, left) = rest.split_at_checked(4 * FloatStrip::LEN)?;
            *rest = left;
            for (number, bytes) in strip.0.iter_mut().zip(numbers.chunks_exact(4)) {
                *number = f32::from_le_bytes(bytes.try_into().ok()?);
            }
        }
        Some(model)
    };
    let (model, means, squares) = (model()?, model()?, model()?);
    rest.is_empty().then_some(TrainerState {
        model,
        adam: AdamState { means, squares },
        done,
        epoch_loss,
        losses,
    })
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let (number, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(u64::from_le_bytes(*number))
}

/// A number for all that a run's result depends on. How settings are printed names every field of them.
fn settings_number(settings: &TrainSettings) -> u64 {
    sum_of(format!("{settings:?}").as_bytes())
}

/// FNV-1a in 64 bits.
fn sum_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

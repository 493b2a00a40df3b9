//! Games as tensors in files that other programs read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use kempelen_rules::{VariantId, with_variant};

use super::archive::Archive;
use super::shard::temporary;
use super::{DataError, Samples, read_header, read_shard};
use crate::encode::tensor_len;
use crate::learnable::Learnable;

/// How tensors are laid out in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// That of the first trainers: the number of positions and the floats of each board as 32-bit whole numbers, all boards,
    /// all policies, all values, as 32-bit floats; everything with the lowest byte first.
    Plain,
    /// An archive for `numpy`: `states`, `policies`, `values`, `search_values`.
    Npz,
}

/// Writes all positions of some shards into a new file, and says how many there are.
///
/// # Errors
/// When a shard is bad, the file is there already, or the system refuses. Nothing is left behind then.
pub fn export(shards: &[PathBuf], steps: usize, layout: Layout, out: &Path) -> Result<u64, DataError> {
    let variant = match shards.first() {
        Some(first) => read_header(first)?.variant,
        None => VariantId::Chess,
    };
    with_variant!(variant, V => export_games::<V>(shards, steps, layout, out))
}

fn export_games<V: Learnable>(
    shards: &[PathBuf],
    steps: usize,
    layout: Layout,
    out: &Path,
) -> Result<u64, DataError> {
    if out.exists() {
        return Err(DataError::Exists(out.to_owned()));
    }
    let part = temporary(out);
    let written = write_file::<V>(shards, steps, layout, &part);
    let placed = written.and_then(|count| {
        fs::rename(&part, out).map_err(|error| DataError::io(out, &error))?;
        Ok(count)
    });
    if placed.is_err() {
        // It may not even exist; the first error is the one to tell.
        let _ = fs::remove_file(&part);
    }
    placed
}

/// The kinds of numbers a position has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    States,
    Policies,
    Values,
    SearchValues,
}

impl Column {
    fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Policies => "policies",
            Self::Values => "values",
            Self::SearchValues => "search_values",
        }
    }

    /// The floats of a position.
    fn width<V: Learnable>(self, steps: usize) -> usize {
        match self {
            Self::States => tensor_len(steps),
            Self::Policies => V::POLICY_LEN,
            Self::Values | Self::SearchValues => 1,
        }
    }
}

fn write_file<V: Learnable>(
    shards: &[PathBuf],
    steps: usize,
    layout: Layout,
    path: &Path,
) -> Result<u64, DataError> {
    let refused = |error: io::Error| DataError::io(path, &error);
    let count = count::<V>(shards)?;
    let mut file = BufWriter::new(File::create(path).map_err(refused)?);
    match layout {
        Layout::Plain => {
            let number = i32::try_from(count).map_err(|_| too_large(path, count))?;
            file.write_all(&number.to_le_bytes()).map_err(refused)?;
            file.write_all(&(tensor_len(steps) as i32).to_le_bytes()).map_err(refused)?;
            for column in [Column::States, Column::Policies, Column::Values] {
                write_column::<V>(shards, steps, column, &mut file, path)?;
            }
        }
        Layout::Npz => write_npz::<V>(shards, steps, count, &mut file, path)?,
    }
    file.flush().map_err(refused)?;
    file.get_ref().sync_all().map_err(refused)?;
    Ok(count)
}

fn too_large(path: &Path, count: u64) -> DataError {
    DataError::Io {
        path: path.to_owned(),
        reason: format!(
            "{count} positions are too many for one file of this kind; export fewer shards at a time"
        ),
    }
}

fn count<V: Learnable>(shards: &[PathBuf]) -> Result<u64, DataError> {
    let mut count = 0;
    for path in shards {
        let games = read_shard::<V>(path)?.games;
        count += games.iter().map(|record| Samples::<V>::count(record) as u64).sum::<u64>();
    }
    Ok(count)
}

/// Writes one kind of numbers of all positions. Shards are read again for each kind, since all of them at once may be
/// more than the memory holds.
fn write_column<V: Learnable>(
    shards: &[PathBuf],
    steps: usize,
    column: Column,
    out: &mut impl Write,
    path: &Path,
) -> Result<(), DataError> {
    let mut cells = vec![0.0; column.width::<V>(steps)];
    for shard in shards {
        for record in &read_shard::<V>(shard)?.games {
            let mut samples = Samples::<V>::new(record)?;
            while let Some(sample) = samples.next() {
                match column {
                    Column::States => sample.board(steps, &mut cells).map_err(|error| DataError::Io {
                        path: path.to_owned(),
                        reason: error.to_string(),
                    })?,
                    Column::Policies => sample.policy(&mut cells),
                    Column::Values => cells[0] = sample.outcome(),
                    Column::SearchValues => cells[0] = sample.search_value(),
                }
                let bytes = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect::<Vec<u8>>();
                out.write_all(&bytes).map_err(|error| DataError::io(path, &error))?;
            }
        }
    }
    Ok(())
}

/// A ZIP archive of arrays, none of them compressed.
fn write_npz<V: Learnable>(
    shards: &[PathBuf],
    steps: usize,
    count: u64,
    file: &mut (impl Write + Seek),
    path: &Path,
) -> Result<(), DataError> {
    const COLUMNS: [Column; 4] = [Column::States, Column::Policies, Column::Values, Column::SearchValues];
    let mut archive = Archive::new(file);
    for column in COLUMNS {
        let width = column.width::<V>(steps);
        let header = npy_header(column, width, steps, count);
        let size = header.len() as u64 + count * width as u64 * 4;
        archive
            .add(&format!("{}.npy", column.name()), size, |out| {
                out.write_all(&header)?;
                write_column::<V>(shards, steps, column, out, path).map_err(PartError::Data)
            })
            .map_err(|error| match error {
                PartError::Data(error) => error,
                PartError::Io(error) => DataError::io(path, &error),
            })?;
    }
    archive.finish().map_err(|error| DataError::io(path, &error))
}

/// Why a part of an archive could not be written.
enum PartError {
    Data(DataError),
    Io(io::Error),
}

impl From<io::Error> for PartError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The header of an array in the format of `numpy`, padded to a multiple of 64 bytes.
fn npy_header(column: Column, width: usize, steps: usize, count: u64) -> Vec<u8> {
    let shape = match column {
        Column::States => format!("({count}, {}, 8, 8)", crate::encode::planes(steps)),
        Column::Policies => format!("({count}, {width})"),
        Column::Values | Column::SearchValues => format!("({count},)"),
    };
    let mut text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
    let padding = 63 - (10 + text.len()) % 64;
    text.push_str(&" ".repeat(padding));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

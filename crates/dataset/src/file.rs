//! Shards as files, whole or not there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use kempelen_rules::Variant;

use crate::{DatasetError, LabelledGame, ShardFault, ShardLabel, ShardReader, ShardWriter};

/// What the names of shards end in.
pub const SHARD_EXTENSION: &str = "games";

/// A shard that is being written, under a temporary name. It gets its own name when it is finished.
///
/// Blocks of games go to the disk as they are full or [saved](Self::save). When the process is killed, the next one
/// [goes on](Self::go_on) behind the last whole block.
#[derive(Debug)]
pub struct ShardFile<V: Variant> {
    path: PathBuf,
    writer: ShardWriter<File, V>,
}

impl<V: Variant> ShardFile<V> {
    /// Begins a shard; what an earlier process may have left unfinished is thrown away.
    ///
    /// # Errors
    /// When a shard of that name is there, or the system refuses.
    pub fn create(path: &Path, label: &ShardLabel) -> Result<Self, DatasetError> {
        let create = || -> Result<_, ShardFault> {
            if path.exists() {
                return Err(ShardFault::Exists);
            }
            ShardWriter::new(File::create(temporary_name(path))?, label)
        };
        Ok(Self { path: path.to_owned(), writer: create().map_err(|fault| fault.at(path))? })
    }

    /// Goes on with a shard that an earlier process left unfinished, or begins it.
    ///
    /// # Errors
    /// When a shard of that name is there, when what was left is of another run, or when the system refuses.
    pub fn go_on(path: &Path, label: &ShardLabel) -> Result<Self, DatasetError> {
        let part = temporary_name(path);
        if path.exists() {
            return Err(ShardFault::Exists.at(path));
        }
        let go_on = || -> Result<Option<ShardWriter<File, V>>, ShardFault> {
            let mut file = match OpenOptions::new().read(true).write(true).open(&part) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                file => file?,
            };
            let shard = match ShardReader::new(BufReader::new(&file)) {
                // Killed before there was anything.
                Err(ShardFault::Foreign | ShardFault::CutOff) => return Ok(None),
                shard => shard?,
            };
            if shard.label() != label {
                return Err(ShardFault::OtherRun("it was begun with others".to_owned()));
            }
            let (bytes, next, ended) = shard.whole_part()?;
            // The end is written anew by whoever finishes it.
            let bytes = if ended { bytes - ShardWriter::<File, V>::END_BYTES } else { bytes };
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0))?;
            Ok(Some(ShardWriter::go_on(file, next)))
        };
        match go_on().map_err(|fault| fault.at(&part))? {
            Some(writer) => Ok(Self { path: path.to_owned(), writer }),
            None => Self::create(path, label),
        }
    }

    /// The number that the next game gets.
    pub fn next_number(&self) -> u64 {
        self.writer.next_number()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When a move is not legal, or the system refuses.
    pub fn push(&mut self, game: &LabelledGame<V>) -> Result<(), DatasetError> {
        self.writer.push(game).map_err(|fault| fault.at(&self.path))
    }

    /// Writes what was added, so that the end of this process cannot harm it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn save(&mut self) -> Result<(), DatasetError> {
        self.writer.flush().map_err(|fault| fault.at(&self.path))
    }

    /// Ends the shard and gives it its name, when everything is on the disk.
    ///
    /// # Errors
    /// When the system refuses, or somebody else has put a shard of that name there.
    pub fn finish(self) -> Result<(), DatasetError> {
        let Self { path, writer } = self;
        let finish = || -> Result<(), ShardFault> {
            writer.finish()?.sync_all()?;
            put_in_place(&path)
        };
        finish().map_err(|fault| fault.at(&path))
    }
}

/// The name of a file while it is written.
pub fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Gives a file its own name, unless something has it.
pub(crate) fn put_in_place(path: &Path) -> Result<(), ShardFault> {
    if path.exists() {
        return Err(ShardFault::Exists);
    }
    fs::rename(temporary_name(path), path)?;
    // The new name is safe only when the folder is. Some systems cannot open folders, and need not.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        folder.sync_all()?;
    }
    Ok(())
}

/// Opens a shard.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn open_shard(path: &Path) -> Result<ShardReader<BufReader<File>>, DatasetError> {
    let file = File::open(path).map_err(|error| ShardFault::from(error).at(path))?;
    ShardReader::new(BufReader::with_capacity(1 << 17, file)).map_err(|fault| fault.at(path))
}

/// The shards of folders in order, and those that are named.
///
/// # Errors
/// When a folder cannot be read, or there are none at all.
pub fn shards(from: &[PathBuf]) -> Result<Vec<PathBuf>, DatasetError> {
    let mut shards = Vec::new();
    for path in from {
        if !path.is_dir() {
            shards.push(path.clone());
            continue;
        }
        let in_folder = || -> io::Result<Vec<PathBuf>> {
            let mut files: Vec<PathBuf> =
                fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
            files.retain(|file| file.extension().is_some_and(|extension| extension == SHARD_EXTENSION));
            files.sort();
            Ok(files)
        };
        let files = in_folder().map_err(|error| ShardFault::from(error).at(path))?;
        if files.is_empty() {
            return Err(ShardFault::NoShards.at(path));
        }
        shards.extend(files);
    }
    Ok(shards)
}

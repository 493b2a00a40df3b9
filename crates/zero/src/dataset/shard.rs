//! The files of games: see `docs/zero.md` for their layout.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::Crc;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use kempelen_rules::VariantId;
use serde_json::{Map, Value, json};

use super::{DataError, GameRecord, code};
use crate::learnable::Learnable;

const MAGIC: &[u8; 8] = b"KZSHARD\n";
const END: &[u8; 8] = b"KZ-END.\n";
const VERSION: u32 = 1;
/// Games that are compressed together, at most.
pub(super) const BLOCK_GAMES: usize = 64;
/// No header is longer, and no block larger.
const MOST_HEADER: u32 = 1 << 20;
const MOST_BLOCK: u32 = 256 << 20;

/// What a shard says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct ShardHeader {
    /// The game.
    pub variant: VariantId,
    /// The number of its first game in the run.
    pub first: u64,
    /// How many games it has.
    pub games: u64,
    /// How many positions.
    pub positions: u64,
    /// How the games were made, by name.
    pub settings: Map<String, Value>,
}

/// A shard that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Shard {
    /// What it says of itself.
    pub header: ShardHeader,
    /// Its games.
    pub games: Vec<GameRecord>,
}

impl ShardHeader {
    fn to_json(&self) -> Value {
        json!({
            "variant": self.variant.name(),
            "first": self.first,
            "games": self.games,
            "positions": self.positions,
            "settings": self.settings,
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            variant: value["variant"].as_str()?.parse().ok()?,
            first: value["first"].as_u64()?,
            games: value["games"].as_u64()?,
            positions: value["positions"].as_u64()?,
            settings: value["settings"].as_object()?.clone(),
        })
    }
}

/// Writes games into a new file: under another name first, and under its own only when everything is on the disk. Whatever
/// happens meanwhile, a shard is there whole or not at all.
///
/// # Errors
/// When there is such a file already, a move is not legal, or the system refuses; a full disk is one reason. Nothing is
/// left behind then.
pub fn write_shard<V: Learnable>(
    path: &Path,
    games: &[GameRecord],
    settings: &Map<String, Value>,
) -> Result<ShardHeader, DataError> {
    if path.exists() {
        return Err(DataError::Exists(path.to_owned()));
    }
    let header = ShardHeader {
        variant: V::ID,
        first: games.iter().map(|game| game.index).min().unwrap_or(0),
        games: games.len() as u64,
        positions: games.iter().map(|game| game.plies.len() as u64).sum(),
        settings: settings.clone(),
    };
    let bytes =
        to_bytes::<V>(&header, games).map_err(|what| DataError::Damaged { path: path.to_owned(), what })?;
    let temporary = temporary(path);
    let written = put_in_place(path, &temporary, &bytes);
    if written.is_err() {
        // It may not even exist; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(|error| DataError::io(path, &error))?;
    Ok(header)
}

/// The name of a file while it is written.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

pub(super) fn put_in_place(path: &Path, temporary: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, path)?;
    // The new name is safe only when the folder is.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        folder.sync_all()?;
    }
    Ok(())
}

fn to_bytes<V: Learnable>(header: &ShardHeader, games: &[GameRecord]) -> Result<Vec<u8>, String> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION.to_le_bytes());
    let json = header.to_json().to_string();
    put_checked(&mut out, json.as_bytes());
    for block in games.chunks(BLOCK_GAMES) {
        let raw = code::write::<V>(block)?;
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&raw).map_err(|error| error.to_string())?;
        let packed = encoder.finish().map_err(|error| error.to_string())?;
        out.extend_from_slice(&(raw.len() as u32).to_le_bytes());
        put_checked(&mut out, &packed);
    }
    // A block of nothing is the end.
    out.extend_from_slice(&0_u32.to_le_bytes());
    out.extend_from_slice(END);
    Ok(out)
}

/// Length, checksum, bytes.
pub(super) fn put_checked(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(&checksum(bytes).to_le_bytes());
    out.extend_from_slice(bytes);
}

pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads a whole shard, and believes nothing of it that does not fit together.
///
/// # Errors
/// When it cannot be read, is no shard, is cut off or damaged, or of another game.
pub fn read_shard<V: Learnable>(path: &Path) -> Result<Shard, DataError> {
    let mut input = ShardInput::open(path)?;
    let header = input.header()?;
    if header.variant != V::ID {
        return Err(DataError::OtherGame { path: path.to_owned(), variant: header.variant.to_string() });
    }
    let mut games = Vec::new();
    while let Some(raw) = input.block()? {
        games.extend(code::read::<V>(&raw).map_err(|what| input.damaged(what))?);
    }
    input.end()?;
    let positions: u64 = games.iter().map(|game| game.plies.len() as u64).sum();
    if (games.len() as u64, positions) != (header.games, header.positions) {
        return Err(input.damaged("its header counts otherwise".to_owned()));
    }
    Ok(Shard { header, games })
}

/// Reads what a shard says of itself, and nothing else.
///
/// # Errors
/// When it cannot be read, or is no shard.
pub fn read_header(path: &Path) -> Result<ShardHeader, DataError> {
    ShardInput::open(path)?.header()
}

/// Whether the file ends as a shard does. One that is cut off does not.
///
/// # Errors
/// When it cannot be read.
pub(super) fn has_end(path: &Path) -> Result<bool, DataError> {
    let read = || -> io::Result<bool> {
        let mut file = File::open(path)?;
        let mut last = [0; END.len()];
        if file.metadata()?.len() < last.len() as u64 {
            return Ok(false);
        }
        file.seek(SeekFrom::End(-(last.len() as i64)))?;
        file.read_exact(&mut last)?;
        Ok(&last == END)
    };
    read().map_err(|error| DataError::io(path, &error))
}

struct ShardInput<'a> {
    path: &'a Path,
    file: io::BufReader<File>,
}

impl<'a> ShardInput<'a> {
    fn open(path: &'a Path) -> Result<Self, DataError> {
        let file = File::open(path).map_err(|error| DataError::io(path, &error))?;
        Ok(Self { path, file: io::BufReader::new(file) })
    }

    fn damaged(&self, what: String) -> DataError {
        DataError::Damaged { path: self.path.to_owned(), what }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], DataError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), DataError> {
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => DataError::CutOff(self.path.to_owned()),
            _ => DataError::io(self.path, &error),
        })
    }

    fn checked(&mut self, most: u32) -> Result<Vec<u8>, DataError> {
        let length = u32::from_le_bytes(self.take()?);
        let sum = u32::from_le_bytes(self.take()?);
        if length > most {
            return Err(self.damaged(format!("a part of {length} bytes")));
        }
        // Read as it comes, so that a wrong length asks for no memory that the file has not got.
        let mut bytes = Vec::new();
        let got = (&mut self.file)
            .take(u64::from(length))
            .read_to_end(&mut bytes)
            .map_err(|error| DataError::io(self.path, &error))?;
        if got < length as usize {
            return Err(DataError::CutOff(self.path.to_owned()));
        }
        if checksum(&bytes) != sum {
            return Err(self.damaged("a checksum does not fit".to_owned()));
        }
        Ok(bytes)
    }

    fn header(&mut self) -> Result<ShardHeader, DataError> {
        let magic = self.take().map_err(|error| match error {
            DataError::CutOff(path) => DataError::NotAShard(path),
            other => other,
        })?;
        if &magic != MAGIC {
            return Err(DataError::NotAShard(self.path.to_owned()));
        }
        let version = u32::from_le_bytes(self.take()?);
        if version != VERSION {
            return Err(DataError::Version { path: self.path.to_owned(), version });
        }
        let bytes = self.checked(MOST_HEADER)?;
        let header =
            serde_json::from_slice(&bytes).ok().and_then(|json: Value| ShardHeader::from_json(&json));
        header.ok_or_else(|| self.damaged("its header cannot be understood".to_owned()))
    }

    /// The next block as it was before it was compressed, or nothing at the end.
    fn block(&mut self) -> Result<Option<Vec<u8>>, DataError> {
        let length = u32::from_le_bytes(self.take()?);
        if length == 0 {
            return Ok(None);
        }
        if length > MOST_BLOCK {
            return Err(self.damaged(format!("a block of {length} bytes")));
        }
        let packed = self.checked(MOST_BLOCK)?;
        let mut raw = Vec::new();
        // One byte more than it should have is enough to see that it has too many.
        ZlibDecoder::new(&packed[..])
            .take(u64::from(length) + 1)
            .read_to_end(&mut raw)
            .map_err(|error| self.damaged(error.to_string()))?;
        if raw.len() != length as usize {
            return Err(self.damaged("a block has another length than it says".to_owned()));
        }
        Ok(Some(raw))
    }

    fn end(&mut self) -> Result<(), DataError> {
        if &self.take::<8>()? != END {
            return Err(self.damaged("its end cannot be understood".to_owned()));
        }
        let mut more = [0];
        match self.file.read(&mut more) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.damaged("there is more after its end".to_owned())),
            Err(error) => Err(DataError::io(self.path, &error)),
        }
    }
}

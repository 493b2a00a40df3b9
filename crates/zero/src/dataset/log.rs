//! Games that are over, of a shard that is not whole yet.
//!
//! Each is appended as soon as it is over, so that no game is played twice however the process ends: length, CRC-32 and
//! the game as a block of its own. What does not fit together at the end of a log was being written when the process
//! ended, and is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use super::shard::put_checked;
use super::{DataError, GameRecord, code};
use crate::learnable::Learnable;

/// Adds a game to a log.
pub(super) fn append<V: Learnable>(path: &Path, record: &GameRecord) -> Result<(), DataError> {
    let game = code::write::<V>(std::slice::from_ref(record))
        .map_err(|what| DataError::Damaged { path: path.to_owned(), what })?;
    let mut bytes = Vec::new();
    put_checked(&mut bytes, &game);
    let write = || OpenOptions::new().create(true).append(true).open(path)?.write_all(&bytes);
    write().map_err(|error| DataError::io(path, &error))
}

/// The games of a log; none where there is no log.
pub(super) fn read<V: Learnable>(path: &Path) -> Result<Vec<GameRecord>, DataError> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(DataError::io(path, &error)),
    }
    let (mut games, mut rest) = (Vec::<GameRecord>::new(), &bytes[..]);
    while let Some((game, more)) = next::<V>(rest) {
        if games.iter().all(|other| other.index != game.index) {
            games.push(game);
        }
        rest = more;
    }
    if !rest.is_empty() {
        let good = (bytes.len() - rest.len()) as u64;
        let cut = || OpenOptions::new().write(true).open(path)?.set_len(good);
        cut().map_err(|error| DataError::io(path, &error))?;
    }
    Ok(games)
}

/// The first game of some bytes, and what follows it.
fn next<V: Learnable>(bytes: &[u8]) -> Option<(GameRecord, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (sum, rest) = rest.split_first_chunk::<4>()?;
    let (game, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    if super::shard::checksum(game) != u32::from_le_bytes(*sum) {
        return None;
    }
    let mut games = code::read::<V>(game).ok()?;
    let one = games.pop().filter(|_| games.is_empty())?;
    Some((one, rest))
}

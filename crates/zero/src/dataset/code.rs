//! Games as bytes.
//!
//! Numbers of one kind stand together, since like things compress well: all moves of a block of games, then all values,
//! and so on. A move is its place among the legal moves in the order of their policy indices, so that the code depends
//! on nothing but the rules and the policy.

use kempelen_rules::{Color, End, Game, Move, Position};

use super::shard::BLOCK_GAMES;
use super::{Ending, GameRecord, Ply};
use crate::learnable::Learnable;

/// The kinds of numbers, in their order.
const KINDS: usize = 5;
const HEADS: usize = 0;
const MOVES: usize = 1;
const VALUES: usize = 2;
const VISITS: usize = 3;
const POLICIES: usize = 4;

/// Steps in which values are kept.
const VALUE_STEPS: f32 = 1000.0;

/// Longer games are not believed.
const MOST_PLIES: u64 = 100_000;

/// Writes games one after the other.
pub(super) fn write<V: Learnable>(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    let mut kinds: [Vec<u8>; KINDS] = Default::default();
    for record in games {
        write_game::<V>(record, &mut kinds).map_err(|what| format!("game {}: {what}", record.index))?;
    }
    let mut bytes = Vec::new();
    put(&mut bytes, games.len() as u64);
    for kind in &kinds {
        put(&mut bytes, kind.len() as u64);
    }
    for kind in kinds {
        bytes.extend_from_slice(&kind);
    }
    Ok(bytes)
}

fn write_game<V: Learnable>(record: &GameRecord, kinds: &mut [Vec<u8>; KINDS]) -> Result<(), String> {
    let head = &mut kinds[HEADS];
    put(head, record.index);
    head.push(ending_code(record.ending));
    let resign = record.would_resign.map_or(0, |(ply, side)| 1 + 2 * u64::from(ply) + side as u64);
    put(head, resign);
    let start = record.start.as_deref().unwrap_or_default();
    put(head, start.len() as u64);
    head.extend_from_slice(start.as_bytes());
    put(head, record.plies.len() as u64);
    let mut position = first::<V>(record.start.as_deref())?;
    let mut before = 0;
    for ply in &record.plies {
        let moves = in_order(&position);
        let place =
            moves.iter().position(|&m| m == ply.m).ok_or_else(|| format!("{} is not legal", ply.m))?;
        put(&mut kinds[MOVES], place as u64);
        let value = (ply.value.clamp(-1.0, 1.0) * VALUE_STEPS).round() as i64;
        // What is good for one side was bad for the other a moment ago, so that the sum is small.
        put_signed(&mut kinds[VALUES], value + before);
        before = value;
        put(&mut kinds[VISITS], u64::from(ply.visits) << 1 | u64::from(!ply.policy.is_empty()));
        if !ply.policy.is_empty() {
            write_policy(&moves, &ply.policy, &mut kinds[POLICIES])?;
        }
        position = position.play(ply.m);
    }
    Ok(())
}

/// The weights of all legal moves in order; a zero is followed by the number of further zeros.
fn write_policy(moves: &[Move], policy: &[(Move, u32)], out: &mut Vec<u8>) -> Result<(), String> {
    let mut weights = vec![0; moves.len()];
    for &(m, weight) in policy {
        let place = moves.iter().position(|&own| own == m).ok_or_else(|| format!("{m} is not legal"))?;
        weights[place] = weight;
    }
    for run in weights.chunk_by(|a, b| a == b && *a == 0) {
        put(out, u64::from(run[0]));
        if run[0] == 0 {
            put(out, run.len() as u64 - 1);
        }
    }
    Ok(())
}

/// Reads what [`write`] wrote. Whatever the bytes are, it fails rather than panics.
pub(super) fn read<V: Learnable>(bytes: &[u8]) -> Result<Vec<GameRecord>, String> {
    let mut input = bytes;
    let games = take(&mut input)?;
    if games > BLOCK_GAMES as u64 {
        return Err(format!("a block of {games} games, where {BLOCK_GAMES} are the most"));
    }
    let mut lengths = [0; KINDS];
    for length in &mut lengths {
        *length = usize::try_from(take(&mut input)?).map_err(|_| "a length is too large")?;
    }
    let mut kinds: [&[u8]; KINDS] = [&[]; KINDS];
    for (kind, length) in kinds.iter_mut().zip(lengths) {
        (*kind, input) = input.split_at_checked(length).ok_or("a part is cut off")?;
    }
    if !input.is_empty() {
        return Err("there is more after the end".to_owned());
    }
    let mut records = Vec::new();
    for _ in 0..games {
        records.push(read_game::<V>(&mut kinds)?);
    }
    if kinds.iter().any(|kind| !kind.is_empty()) {
        return Err("there are numbers of no game".to_owned());
    }
    Ok(records)
}

fn read_game<V: Learnable>(kinds: &mut [&[u8]; KINDS]) -> Result<GameRecord, String> {
    let head = &mut kinds[HEADS];
    let index = take(head)?;
    let (&code, rest) = head.split_first().ok_or("a game has no ending")?;
    *head = rest;
    let ending = ending_of(code).ok_or("an unknown ending")?;
    let would_resign = match take(head)? {
        0 => None,
        code => {
            let ply = u32::try_from((code - 1) / 2).map_err(|_| "a half-move is too large")?;
            Some((ply, if code % 2 == 1 { Color::White } else { Color::Black }))
        }
    };
    let length = usize::try_from(take(head)?).map_err(|_| "a length is too large")?;
    let (start, rest) = head.split_at_checked(length).ok_or("a start is cut off")?;
    *head = rest;
    let start = str::from_utf8(start).map_err(|_| "a start is no text")?;
    let start = (!start.is_empty()).then(|| start.to_owned());
    let count = take(head)?;
    if count > MOST_PLIES {
        return Err(format!("a game of {count} half-moves"));
    }
    let mut position = first::<V>(start.as_deref())?;
    let mut plies = Vec::new();
    let mut before = 0;
    for _ in 0..count {
        let moves = in_order(&position);
        let place = take(&mut kinds[MOVES])?;
        let m = *usize::try_from(place)
            .ok()
            .and_then(|place| moves.get(place))
            .ok_or("a move that is not legal")?;
        let value = take_signed(&mut kinds[VALUES])?.checked_sub(before).ok_or("a value out of bounds")?;
        if value.unsigned_abs() > VALUE_STEPS as u64 {
            return Err("a value out of bounds".to_owned());
        }
        before = value;
        let visits = take(&mut kinds[VISITS])?;
        let policy = if visits & 1 == 1 { read_policy(&moves, &mut kinds[POLICIES])? } else { Vec::new() };
        let visits = u32::try_from(visits >> 1).map_err(|_| "visits out of bounds")?;
        plies.push(Ply { m, value: value as f32 / VALUE_STEPS, visits, policy });
        position = position.play(m);
    }
    Ok(GameRecord { index, start, plies, ending, would_resign })
}

fn read_policy(moves: &[Move], input: &mut &[u8]) -> Result<Vec<(Move, u32)>, String> {
    let mut policy = Vec::new();
    let mut place = 0;
    while place < moves.len() {
        match take(input)? {
            0 => {
                let more = usize::try_from(take(input)?).map_err(|_| "a policy out of bounds")?;
                place = place.saturating_add(1).saturating_add(more);
            }
            weight => {
                let weight = u32::try_from(weight).map_err(|_| "a policy out of bounds")?;
                policy.push((moves[place], weight));
                place += 1;
            }
        }
    }
    if place > moves.len() { Err("a policy of too many moves".to_owned()) } else { Ok(policy) }
}

/// The first position of a game.
pub(super) fn first<V: Learnable>(start: Option<&str>) -> Result<Position<V>, String> {
    match start {
        None => Ok(Position::default()),
        Some(fen) => fen.parse().map_err(|error| format!("the start {fen:?}: {error}")),
    }
}

/// The game of a record, which must be legal.
pub(super) fn replay<V: Learnable>(record: &GameRecord) -> Result<Game<V>, String> {
    let mut game = Game::new(first(record.start.as_deref())?);
    for ply in &record.plies {
        game.try_play(ply.m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// The legal moves in the order of their policy indices.
fn in_order<V: Learnable>(position: &Position<V>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_unstable_by_key(|&m| V::index_of(position, m));
    moves
}

/// What the byte of an ending means: its place in this list, which `docs/zero.md` repeats. New endings come last.
const ENDINGS: [Ending; 12] = [
    Ending::Rules(End::Checkmate { winner: Color::White }),
    Ending::Rules(End::Checkmate { winner: Color::Black }),
    Ending::Rules(End::Stalemate),
    Ending::Rules(End::InsufficientMaterial),
    Ending::Rules(End::Threefold),
    Ending::Rules(End::Fivefold),
    Ending::Rules(End::FiftyMoves),
    Ending::Rules(End::SeventyFiveMoves),
    Ending::Rules(End::Counting),
    Ending::Resigned { winner: Color::White },
    Ending::Resigned { winner: Color::Black },
    Ending::TooLong,
];

fn ending_code(ending: Ending) -> u8 {
    ENDINGS.iter().position(|&own| own == ending).unwrap_or_default() as u8
}

fn ending_of(code: u8) -> Option<Ending> {
    ENDINGS.get(usize::from(code)).copied()
}

/// Seven bits a byte, the lowest first; the eighth says that more follow (*LEB128*).
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Small numbers of either sign become small numbers.
fn put_signed(out: &mut Vec<u8>, number: i64) {
    put(out, (number << 1 ^ number >> 63) as u64);
}

fn take(input: &mut &[u8]) -> Result<u64, String> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = input.split_first().ok_or("a number is cut off")?;
        *input = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number is too long".to_owned())
}

fn take_signed(input: &mut &[u8]) -> Result<i64, String> {
    let number = take(input)?;
    Ok((number >> 1) as i64 ^ -((number & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 1 << 20, u64::MAX >> 1, u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put(&mut bytes, number);
            put_signed(&mut bytes, number as i64 >> 1);
            put_signed(&mut bytes, -(number as i64 >> 1));
        }
        let mut input = &bytes[..];
        for number in numbers {
            assert_eq!(take(&mut input), Ok(number));
            assert_eq!(take_signed(&mut input), Ok(number as i64 >> 1));
            assert_eq!(take_signed(&mut input), Ok(-(number as i64 >> 1)));
        }
        assert!(take(&mut input).is_err());
        assert!(take(&mut &[0xFF; 11][..]).is_err());
    }

    #[test]
    fn endings_have_their_codes() {
        for (code, &ending) in ENDINGS.iter().enumerate() {
            assert_eq!(ending_of(ending_code(ending)), Some(ending));
            assert_eq!(usize::from(ending_code(ending)), code);
        }
        assert_eq!(ending_of(12), None);
        assert_eq!(ending_of(255), None);
    }
}

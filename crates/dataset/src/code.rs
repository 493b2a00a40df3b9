//! Games as bytes, without a file around them. `docs/datagen.md` has the layout.

use kempelen_rules::{Move, Position, Variant};

use crate::{HowEnded, LabelledGame, LabelledMove, ShardFault, WhiteResult};

/// No game is longer. (The laws end any game long before.)
const MOST_PLIES: u64 = 100_000;
/// The bits of a game's first byte that are its result; the others say how it ended.
const RESULT_BITS: u32 = 2;

/// Appends a game, whose moves must be legal.
pub fn write<V: Variant>(out: &mut Vec<u8>, game: &LabelledGame<V>) {
    out.push(game.result as u8 | (game.ended as u8) << RESULT_BITS);
    let fen = if game.start == Position::default() { String::new() } else { game.start.fen() };
    put(out, fen.len() as u64);
    out.extend_from_slice(fen.as_bytes());
    put(out, game.opening.len() as u64);
    put(out, game.moves.len() as u64);
    for m in &game.opening {
        out.extend_from_slice(&m.bits().get().to_le_bytes());
    }
    let mut before = 0;
    for &LabelledMove { m, score } in &game.moves {
        out.extend_from_slice(&m.bits().get().to_le_bytes());
        put_signed(out, i32::from(score) - before);
        before = score.into();
    }
}

/// Takes a game off the front. Whatever the bytes are, it fails rather than panics, and what it gives is legal.
///
/// # Errors
/// When the bytes are no game.
pub fn read<V: Variant>(input: &mut &[u8]) -> Result<LabelledGame<V>, ShardFault> {
    let (&first, rest) = input.split_first().ok_or_else(|| ShardFault::damaged("a game is missing"))?;
    *input = rest;
    let result = WhiteResult::from_number(first & ((1 << RESULT_BITS) - 1));
    let ended = HowEnded::ALL.get(usize::from(first >> RESULT_BITS)).copied();
    let (Some(result), Some(ended)) = (result, ended) else {
        return Err(ShardFault::damaged("an unknown result"));
    };
    let length = usize::try_from(take(input)?).map_err(|_| ShardFault::damaged("a start is too long"))?;
    let (fen, rest) = input.split_at_checked(length).ok_or(ShardFault::damaged("a start is cut off"))?;
    *input = rest;
    let start = read_start(fen)?;
    let (opening_length, length) = (take(input)?, take(input)?);
    if opening_length.saturating_add(length) > MOST_PLIES {
        return Err(ShardFault::damaged("a game is too long"));
    }
    // Nothing is allocated for moves that the bytes cannot have.
    let most = |count: u64| usize::try_from(count).unwrap_or(usize::MAX).min(input.len());
    let mut opening = Vec::with_capacity(most(opening_length));
    let mut moves = Vec::with_capacity(most(length));
    let mut position = start;
    for _ in 0..opening_length {
        opening.push(take_move(input, &mut position)?);
    }
    let mut before = 0_i32;
    for _ in 0..length {
        let m = take_move(input, &mut position)?;
        let score = take_signed(input)?.checked_add(before).and_then(|score| i16::try_from(score).ok());
        let score = score.ok_or_else(|| ShardFault::damaged("a score is out of bounds"))?;
        before = score.into();
        moves.push(LabelledMove { m, score });
    }
    Ok(LabelledGame { start, opening, moves, result, ended })
}

fn read_start<V: Variant>(fen: &[u8]) -> Result<Position<V>, ShardFault> {
    if fen.is_empty() {
        return Ok(Position::default());
    }
    let fen = str::from_utf8(fen).map_err(|_| ShardFault::damaged("a start is no text"))?;
    fen.parse().map_err(|error| ShardFault::Damaged(format!("the start {fen:?}: {error}")))
}

fn take_move<V: Variant>(input: &mut &[u8], position: &mut Position<V>) -> Result<Move, ShardFault> {
    let (bits, rest) = input.split_first_chunk().ok_or_else(|| ShardFault::damaged("a move is cut off"))?;
    *input = rest;
    let m = Move::from_bits(u16::from_le_bytes(*bits)).filter(|&m| position.is_legal(m));
    let m = m.ok_or_else(|| ShardFault::damaged("a move is not legal"))?;
    position.make(m);
    Ok(m)
}

/// Seven bits a byte, the lowest first; the eighth says that more follow (*LEB128*).
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Small numbers of either sign become small numbers (*zig-zag*).
fn put_signed(out: &mut Vec<u8>, number: i32) {
    put(out, u64::from((number << 1 ^ number >> 31) as u32));
}

fn take(input: &mut &[u8]) -> Result<u64, ShardFault> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = input.split_first().ok_or_else(|| ShardFault::damaged("a number is cut off"))?;
        *input = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(ShardFault::damaged("a number is too long"))
}

fn take_signed(input: &mut &[u8]) -> Result<i32, ShardFault> {
    let number = u32::try_from(take(input)?).map_err(|_| ShardFault::damaged("a number is too large"))?;
    Ok((number >> 1) as i32 ^ -((number & 1) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_lengths_come_back() {
        for number in [0, 1, -1, 63, -64, 64, 8191, -8192, 65535, -65535, i32::MAX, i32::MIN] {
            let mut bytes = Vec::new();
            put_signed(&mut bytes, number);
            assert_eq!(
                bytes.len(),
                [6, 13, 20, 27]
                    .iter()
                    .filter(|&&bits| !(-(1_i64 << bits)..1 << bits).contains(&i64::from(number)))
                    .count()
                    + 1
            );
            let mut input = &bytes[..];
            assert_eq!((take_signed(&mut input), input), (Ok(number), &[][..]));
        }
        assert!(take(&mut &[0xFF; 11][..]).is_err());
        assert!(take(&mut &[0x80][..]).is_err());
    }
}

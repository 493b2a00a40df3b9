//! Shards: games in blocks, each with its length and checksum. `docs/datagen.md` has the layout.

use std::io::{Read, Write};
use std::marker::PhantomData;

use kempelen_rules::{Variant, VariantId};
use serde_json::{Map, Value, json};

use crate::{LabelledGame, ShardFault, code};

const MAGIC: &[u8; 8] = b"KGAMES\r\n";
const VERSION: u32 = 1;
/// No label is longer, and no block.
const MOST_LABEL: u32 = 1 << 20;
const MOST_BLOCK: u32 = 1 << 26;
/// A block is closed when it is so long, in bytes.
const FULL_BLOCK: usize = 1 << 16;

/// What a shard says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct ShardLabel {
    /// The name of the game.
    pub variant: VariantId,
    /// The number of its first game; the others follow without gaps.
    pub first: u64,
    /// How the games were made, by name.
    pub settings: Map<String, Value>,
}

impl ShardLabel {
    /// A label that says nothing of how the games were made.
    pub fn new<V: Variant>(first: u64) -> Self {
        Self { variant: V::ID, first, settings: Map::new() }
    }

    fn to_json(&self) -> Value {
        json!({ "variant": self.variant.name(), "first": self.first, "settings": self.settings })
    }

    fn from_json(bytes: &[u8]) -> Result<Self, ShardFault> {
        let unclear = || ShardFault::damaged("its label cannot be understood");
        let mut value: Value = serde_json::from_slice(bytes).map_err(|_| unclear())?;
        let game = value["variant"].as_str().ok_or_else(unclear)?;
        let variant = game.parse().map_err(|_| ShardFault::OtherGame(format!("{game:?}")))?;
        let first = value["first"].as_u64().ok_or_else(unclear)?;
        let Value::Object(settings) = value["settings"].take() else { return Err(unclear()) };
        Ok(Self { variant, first, settings })
    }
}

/// Writes games, one block after the other. What is not [flushed](Self::flush) or [finished](Self::finish) is lost.
#[derive(Debug)]
pub struct ShardWriter<W: Write, V: Variant> {
    output: W,
    /// The number of the next game.
    next: u64,
    /// Games that are waiting in `block`.
    waiting: u32,
    block: Vec<u8>,
    variant: PhantomData<V>,
}

impl<W: Write, V: Variant> ShardWriter<W, V> {
    /// How long the mark of the end is.
    pub(crate) const END_BYTES: u64 = BlockHead::BYTES as u64;

    /// Begins a shard.
    ///
    /// # Errors
    /// When the output fails, or the label is of another game.
    pub fn new(mut output: W, label: &ShardLabel) -> Result<Self, ShardFault> {
        check_variant::<V>(label)?;
        let text = label.to_json().to_string();
        if text.len() > MOST_LABEL as usize {
            return Err(ShardFault::damaged("its label would be too long"));
        }
        let mut head = MAGIC.to_vec();
        head.extend_from_slice(&VERSION.to_le_bytes());
        head.extend_from_slice(&(text.len() as u32).to_le_bytes());
        head.extend_from_slice(&crc32fast::hash(text.as_bytes()).to_le_bytes());
        head.extend_from_slice(text.as_bytes());
        output.write_all(&head)?;
        Ok(Self::go_on(output, label.first))
    }

    /// Goes on behind the last whole block of a shard, with the game of a number.
    pub(crate) fn go_on(output: W, next: u64) -> Self {
        Self { output, next, waiting: 0, block: Vec::new(), variant: PhantomData }
    }

    /// The number that the next game gets.
    pub fn next_number(&self) -> u64 {
        self.next
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When a move is not legal, which leaves the shard as it was; or when the output fails.
    pub fn push(&mut self, game: &LabelledGame<V>) -> Result<(), ShardFault> {
        if let Some(m) = game.illegal_move() {
            return Err(ShardFault::IllegalMove(m.to_string()));
        }
        code::write(&mut self.block, game);
        self.waiting += 1;
        self.next += 1;
        if self.block.len() >= FULL_BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes what is waiting as a block.
    ///
    /// # Errors
    /// When the output fails.
    pub fn flush(&mut self) -> Result<(), ShardFault> {
        if self.waiting > 0 {
            let head = BlockHead::new(self.waiting, self.next - u64::from(self.waiting), &self.block);
            // In one piece, so that little can come in between.
            let mut bytes = head.to_bytes().to_vec();
            bytes.append(&mut self.block);
            self.waiting = 0;
            self.output.write_all(&bytes)?;
        }
        Ok(self.output.flush()?)
    }

    /// Writes what is waiting and the mark of the end, and gives the output back.
    ///
    /// # Errors
    /// When the output fails.
    pub fn finish(mut self) -> Result<W, ShardFault> {
        self.flush()?;
        self.output.write_all(&BlockHead::new(0, self.next, &[]).to_bytes())?;
        self.output.flush()?;
        Ok(self.output)
    }
}

/// What stands before the games of a block. A block without games is the end.
#[derive(Clone, Copy, Debug)]
struct BlockHead {
    games: u32,
    first: u64,
    length: u32,
    /// Of the three numbers and the games.
    checksum: u32,
}

impl BlockHead {
    const BYTES: usize = 20;

    fn new(games: u32, first: u64, block: &[u8]) -> Self {
        let mut head = Self { games, first, length: block.len() as u32, checksum: 0 };
        head.checksum = head.checksum_with(block);
        head
    }

    fn checksum_with(&self, block: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.to_bytes()[..Self::BYTES - 4]);
        hasher.update(block);
        hasher.finalize()
    }

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&self.games.to_le_bytes());
        bytes[4..12].copy_from_slice(&self.first.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.length.to_le_bytes());
        bytes[16..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn read(input: &mut impl Read) -> Result<Self, ShardFault> {
        Ok(Self {
            games: u32::from_le_bytes(bytes(input)?),
            first: u64::from_le_bytes(bytes(input)?),
            length: u32::from_le_bytes(bytes(input)?),
            checksum: u32::from_le_bytes(bytes(input)?),
        })
    }
}

fn bytes<const N: usize>(input: &mut impl Read) -> Result<[u8; N], ShardFault> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads into `block`, as it comes, so that a wrong length asks for no memory that the file has not got.
fn fill(input: &mut impl Read, length: u32, block: &mut Vec<u8>) -> Result<(), ShardFault> {
    block.clear();
    let got = input.take(length.into()).read_to_end(block)?;
    if got < length as usize { Err(ShardFault::CutOff) } else { Ok(()) }
}

fn check_variant<V: Variant>(label: &ShardLabel) -> Result<(), ShardFault> {
    if label.variant == V::ID { Ok(()) } else { Err(ShardFault::OtherGame(label.variant.to_string())) }
}

/// Reads a shard from its label to its end.
#[derive(Debug)]
pub struct ShardReader<R: Read> {
    input: R,
    label: ShardLabel,
    /// The number that the first game of the next block must have.
    next: u64,
    /// Bytes read as whole, good parts.
    good: u64,
    ended: bool,
}

impl<R: Read> ShardReader<R> {
    /// Reads what a shard says of itself. The input should be buffered.
    ///
    /// # Errors
    /// When it cannot be read, is no shard, or one of a version or game that is not known here.
    pub fn new(mut input: R) -> Result<Self, ShardFault> {
        let magic: [u8; 8] = bytes(&mut input).map_err(|fault| match fault {
            ShardFault::CutOff => ShardFault::Foreign,
            other => other,
        })?;
        if &magic != MAGIC {
            return Err(ShardFault::Foreign);
        }
        let version = u32::from_le_bytes(bytes(&mut input)?);
        if version != VERSION {
            return Err(ShardFault::Version(version));
        }
        let length = u32::from_le_bytes(bytes(&mut input)?);
        let checksum = u32::from_le_bytes(bytes(&mut input)?);
        if length > MOST_LABEL {
            return Err(ShardFault::damaged("its label is too long"));
        }
        let mut text = Vec::new();
        fill(&mut input, length, &mut text)?;
        if crc32fast::hash(&text) != checksum {
            return Err(ShardFault::damaged("the checksum of its label does not fit"));
        }
        let label = ShardLabel::from_json(&text)?;
        let good = (MAGIC.len() + 12 + text.len()) as u64;
        Ok(Self { input, next: label.first, label, good, ended: false })
    }

    /// What the shard says of itself.
    pub fn label(&self) -> &ShardLabel {
        &self.label
    }

    /// The games.
    ///
    /// # Errors
    /// When they are of another kind.
    pub fn games<V: Variant>(self) -> Result<ShardGames<R, V>, ShardFault> {
        check_variant::<V>(&self.label)?;
        Ok(ShardGames {
            shard: self,
            block: Vec::new(),
            read: 0,
            left: 0,
            failed: false,
            variant: PhantomData,
        })
    }

    /// Reads all blocks, but not the games in them, and gives the number of games.
    ///
    /// # Errors
    /// When the shard is cut off or damaged.
    pub fn count(mut self) -> Result<u64, ShardFault> {
        let mut block = Vec::new();
        while self.block(&mut block)?.is_some() {}
        Ok(self.next - self.label.first)
    }

    /// How far the shard is whole: bytes, the number of the next game, and whether its end is there.
    pub(crate) fn whole_part(mut self) -> Result<(u64, u64, bool), ShardFault> {
        let mut block = Vec::new();
        loop {
            match self.block(&mut block) {
                Ok(Some(_)) => {}
                // What a torn write left may be anything.
                Ok(None) | Err(ShardFault::CutOff | ShardFault::Damaged(_)) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok((self.good, self.next, self.ended))
    }

    /// Reads the next block and gives its number of games, or nothing at the end.
    fn block(&mut self, block: &mut Vec<u8>) -> Result<Option<u32>, ShardFault> {
        if self.ended {
            return Ok(None);
        }
        let head = BlockHead::read(&mut self.input)?;
        if head.length > MOST_BLOCK {
            return Err(ShardFault::damaged("a block is too long"));
        }
        fill(&mut self.input, head.length, block)?;
        if head.checksum != head.checksum_with(block) {
            return Err(ShardFault::damaged("the checksum of a block does not fit"));
        }
        if head.first != self.next {
            return Err(ShardFault::damaged("games are missing or doubled"));
        }
        if head.games == 0 {
            if head.length > 0 || self.input.read(&mut [0])? > 0 {
                return Err(ShardFault::damaged("there is more after the end"));
            }
            self.ended = true;
        }
        self.next = self.next.saturating_add(head.games.into());
        self.good += BlockHead::BYTES as u64 + u64::from(head.length);
        Ok((head.games > 0).then_some(head.games))
    }
}

/// The games of a shard, one after the other. After an error there are no more.
#[derive(Debug)]
pub struct ShardGames<R: Read, V: Variant> {
    shard: ShardReader<R>,
    block: Vec<u8>,
    /// Bytes of the block that were read.
    read: usize,
    /// Games of the block that were not.
    left: u32,
    failed: bool,
    variant: PhantomData<V>,
}

impl<R: Read, V: Variant> ShardGames<R, V> {
    fn read_game(&mut self) -> Result<Option<LabelledGame<V>>, ShardFault> {
        if self.left == 0 {
            if self.read < self.block.len() {
                return Err(ShardFault::damaged("a block has bytes of no game"));
            }
            let Some(games) = self.shard.block(&mut self.block)? else { return Ok(None) };
            (self.left, self.read) = (games, 0);
        }
        let mut input = &self.block[self.read..];
        let game = code::read(&mut input)?;
        self.read = self.block.len() - input.len();
        self.left -= 1;
        Ok(Some(game))
    }
}

impl<R: Read, V: Variant> Iterator for ShardGames<R, V> {
    type Item = Result<LabelledGame<V>, ShardFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.read_game();
        self.failed = game.is_err();
        game.transpose()
    }
}

/// A shard in memory, for tests and small sets.
impl<V: Variant> ShardWriter<Vec<u8>, V> {
    /// Games as the bytes of a shard.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn to_bytes(label: &ShardLabel, games: &[LabelledGame<V>]) -> Result<Vec<u8>, ShardFault> {
        let mut writer = Self::new(Vec::new(), label)?;
        games.iter().try_for_each(|game| writer.push(game))?;
        writer.finish()
    }
}

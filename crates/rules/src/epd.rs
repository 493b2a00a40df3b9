//! Extended Position Description: a position with things to say about it, in a line.
//!
//! A line has the first four fields of a FEN and then operations, each an opcode with operands and a semicolon:
//! `... w - - bm Qg6; id "WAC.001";`. Any opcode is kept. Two have a meaning here: `hmvc` and `fmvn` are the last two
//! fields of a FEN, and become part of the position.

use std::fmt;

use crate::fen::FenError;
use crate::text::{clip, quote, unquote};
use crate::uci::MoveError;
use crate::{AnyPosition, Move, VariantId, with_position};

/// A position and what is said of it.
///
/// ```
/// # use kempelen_rules::{VariantId, epd::Epd};
/// let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";";
/// let epd = Epd::read(VariantId::Chess, line)?;
/// assert_eq!(epd.text("id"), Some("WAC.001"));
/// assert_eq!(epd.moves("bm")?.len(), 1);
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: AnyPosition,
    /// What is said of it, in order.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// `bm`, `am`, `id`, `ce`, `c0` or any other word.
    pub opcode: String,
    /// What it says.
    pub operands: Vec<Operand>,
}

/// One operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A move, a number or another word.
    Word(String),
    /// A text in quotes.
    Text(String),
}

impl Operand {
    /// The operand without its quotes.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

impl Epd {
    /// A position of which nothing is said.
    pub fn new(position: AnyPosition) -> Self {
        Self { position, operations: Vec::new() }
    }

    /// Reads a line.
    ///
    /// A semicolon may be missing at the end or doubled, and the numbers of a FEN may stand after the fourth field:
    /// many files have it so.
    ///
    /// # Errors
    /// When the line does not begin with a position of this game, or goes on with something that is no operation.
    pub fn read(variant: VariantId, line: &str) -> Result<Self, EpdError> {
        let (fields, mut rest) = split_fields(line);
        let mut numbers = [None, None];
        for number in &mut numbers {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits > 0 {
                *number = Some(rest[..digits].to_owned());
                rest = rest[digits..].trim_start();
            }
        }
        let mut operations = read_operations(rest)?;
        for (opcode, number) in ["hmvc", "fmvn"].into_iter().zip(&mut numbers) {
            if let Some(i) = operations.iter().position(|operation| operation.opcode == opcode) {
                let operation = operations.remove(i);
                *number = operation.operands.first().map(|operand| operand.as_str().to_owned());
            }
        }
        let [plies, move_number] = numbers;
        let fen =
            format!("{fields} {} {}", plies.as_deref().unwrap_or("0"), move_number.as_deref().unwrap_or("1"));
        let position = AnyPosition::from_fen(variant, &fen).map_err(EpdError::Position)?;
        Ok(Self { position, operations })
    }

    /// The first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operand of an operation: the name of a position (`id`), a comment (`c0`), a number (`ce`).
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::as_str)
    }

    /// The moves that an operation names: the best (`bm`), those to avoid (`am`), a supplied one (`sm`). None where
    /// there is no such operation.
    ///
    /// # Errors
    /// When an operand is no legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, MoveError> {
        let operands =
            self.operation(opcode).map(|operation| operation.operands.as_slice()).unwrap_or_default();
        operands.iter().map(|operand| self.position.read_move(operand.as_str())).collect()
    }
}

/// The first four fields, with single spaces, and what follows them. A field never has a semicolon.
fn split_fields(line: &str) -> (String, &str) {
    let mut rest = line.trim();
    let mut fields = Vec::new();
    while fields.len() < 4 && !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        fields.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    (fields.join(" "), rest)
}

fn read_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if rest.is_empty() {
            return Ok(operations);
        }
        let (opcode, after) = split_word(rest);
        let sound = opcode.starts_with(|c: char| c.is_ascii_alphabetic())
            && opcode.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if !sound {
            return Err(EpdError::Opcode(clip(opcode)));
        }
        let mut operation = Operation { opcode: opcode.to_owned(), operands: Vec::new() };
        rest = after.trim_start();
        while !rest.is_empty() && !rest.starts_with(';') {
            let operand;
            (operand, rest) = read_operand(rest)?;
            operation.operands.push(operand);
            rest = rest.trim_start();
        }
        operations.push(operation);
    }
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len()))
}

fn read_operand(text: &str) -> Result<(Operand, &str), EpdError> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (word, rest) = split_word(text);
        return Ok((Operand::Word(word.to_owned()), rest));
    };
    let mut escaped = false;
    let end = quoted.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    let end = end.ok_or_else(|| EpdError::Quote(clip(text)))?;
    Ok((Operand::Text(unquote(&quoted[..end])), &quoted[end + 1..]))
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        let (plies, number) = with_position!(&self.position, p => (p.draw_count().plies, p.move_number()));
        if plies > 0 {
            write!(f, " hmvc {plies};")?;
        }
        if number > 1 {
            write!(f, " fmvn {number};")?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => f.write_str(&quote(text)),
        }
    }
}

/// Why a line is no EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdError {
    /// It begins with no position.
    Position(FenError),
    /// What stands in the place of an opcode is none.
    Opcode(String),
    /// A text in quotes does not end.
    Quote(String),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Opcode(text) => write!(f, "{text:?} is no EPD opcode"),
            Self::Quote(text) => write!(f, "a quotation has no end: {text:?}"),
        }
    }
}

impl std::error::Error for EpdError {}

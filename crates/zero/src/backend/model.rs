use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kempelen_rules::{VariantId, with_variant};

use super::property::property;
use super::{Backend, BackendError};
use crate::batch::{BackendInput, Batch, Numbers};
use crate::encode::planes;
use crate::learnable::{GLOBAL_PLANES, Learnable};
use crate::line::GameLine;

/// Larger files are not read.
pub const MOST_BYTES: u64 = 512 << 20;

/// The property by which a model asks for numbers as it wants them.
const NUMBERS: &str = "kempelen.numbers";

/// No model needs to look back further.
const MOST_STEPS: usize = 64;

/// A model file, read but not yet understood.
#[derive(Clone, Debug)]
pub struct Model {
    path: PathBuf,
    bytes: Arc<[u8]>,
    variant: VariantId,
}

/// What goes into a model and comes out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Steps of history.
    pub steps: usize,
    /// How numbers stand in their planes.
    pub numbers: Numbers,
    /// Policy indices.
    pub policy_len: usize,
    /// One value, or three chances.
    pub value_width: usize,
}

/// An input or output of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Port {
    pub(super) name: String,
    /// Its sides; `None` where one may be of any length. No list where the model does not say.
    pub(super) sides: Option<Vec<Option<usize>>>,
    pub(super) is_float: bool,
}

impl Model {
    /// Reads a model for a game.
    ///
    /// # Errors
    /// When the file cannot be read, or is too large to be meant.
    pub fn read(path: &Path, variant: VariantId) -> Result<Self, BackendError> {
        let refuse = |error| BackendError::Model { path: path.to_owned(), error };
        let unreadable = |error: std::io::Error| refuse(ModelError::Unreadable(error.to_string()));
        let file = File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(refuse(ModelError::TooLarge));
        }
        if bytes.is_empty() {
            return Err(refuse(ModelError::Empty));
        }
        Ok(Self { path: path.to_owned(), bytes: bytes.into(), variant })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The game it is for.
    pub fn variant(&self) -> VariantId {
        self.variant
    }

    /// What is in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A number that tells this model from others (CRC-32).
    pub fn checksum(&self) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(&self.bytes);
        crc.sum()
    }

    /// The name of the file, for names of backends.
    pub(super) fn file_name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    pub(super) fn refuse(&self, error: ModelError) -> BackendError {
        BackendError::Model { path: self.path.clone(), error }
    }

    /// The shape that the ports of a model have, if they are those of a model for us.
    pub(super) fn shape(&self, inputs: &[Port], outputs: &[Port]) -> Result<Shape, BackendError> {
        self.read_shape(inputs, outputs).map_err(|error| self.refuse(error))
    }

    fn read_shape(&self, inputs: &[Port], outputs: &[Port]) -> Result<Shape, ModelError> {
        let [board] = inputs else { return Err(ModelError::Inputs(names(inputs))) };
        if board.name != "board" {
            return Err(ModelError::Inputs(names(inputs)));
        }
        let find = |name: &'static str| {
            let found = outputs.iter().find(|port| port.name == name);
            found.ok_or_else(|| ModelError::Outputs { missing: name, found: names(outputs) })
        };
        let (policy, value) = (find("policy")?, find("value")?);
        for port in [board, policy, value] {
            if !port.is_float {
                return Err(ModelError::NotFloat(port.name.clone()));
            }
            if let Some([Some(batch), ..]) = port.sides.as_deref() {
                return Err(ModelError::FixedBatch { port: port.name.clone(), batch: *batch });
            }
        }
        let policy_len = with_variant!(self.variant, V => V::POLICY_LEN);
        let bad = |port: &Port, wanted: String| ModelError::Sides {
            port: port.name.clone(),
            found: show(port.sides.as_deref().unwrap_or_default()),
            wanted,
        };
        let steps = match board.sides.as_deref() {
            Some([_, Some(planes), Some(8), Some(8)]) => steps_of(*planes),
            _ => None,
        };
        let wanted = || "[any, 14 * steps + 7, 8, 8]".to_owned();
        let steps = steps.ok_or_else(|| bad(board, wanted()))?;
        match policy.sides.as_deref() {
            None | Some([_, None]) => {}
            Some(&[_, Some(len)]) if len == policy_len => {}
            _ => return Err(bad(policy, format!("[any, {policy_len}] for {}", self.variant))),
        }
        let value_width = match value.sides.as_deref() {
            None | Some([_] | [_, None | Some(1)]) => 1,
            Some([_, Some(3)]) => 3,
            _ => return Err(bad(value, "[any, 1] or [any, 3]".to_owned())),
        };
        let numbers = match property(&self.bytes, NUMBERS).as_deref() {
            None | Some("raw") => Numbers::Raw,
            Some("scaled") => Numbers::Scaled,
            Some(other) => return Err(ModelError::Numbers(other.to_owned())),
        };
        Ok(Shape { steps, numbers, policy_len, value_width })
    }

    /// Has a backend look at two positions, so that what is wrong with its model shows now and not in a game.
    pub(super) fn try_out(&self, backend: &mut dyn Backend) -> Result<(), BackendError> {
        let mut batch = Batch::new(backend.sight());
        with_variant!(self.variant, V => add_two::<V>(&mut batch));
        backend.evaluate(&mut batch)
    }
}

fn add_two<V: Learnable>(batch: &mut Batch) {
    let mut line = GameLine::<V>::new(kempelen_rules::Position::default());
    for _ in 0..2 {
        let moves = line.position().legal_moves();
        batch.add(&line, moves.iter().copied());
        line.push(moves[0]);
    }
}

impl Shape {
    pub(super) fn sight(self) -> BackendInput {
        BackendInput::Planes { steps: self.steps, numbers: self.numbers }
    }

    /// The sides of the input for so many positions.
    pub(super) fn input(self, positions: usize) -> [usize; 4] {
        [positions, planes(self.steps), 8, 8]
    }
}

fn steps_of(planes: usize) -> Option<usize> {
    let history = planes.checked_sub(GLOBAL_PLANES)?;
    (history % 14 == 0 && (1..=MOST_STEPS).contains(&(history / 14))).then_some(history / 14)
}

fn names(ports: &[Port]) -> String {
    let names: Vec<&str> = ports.iter().map(|port| port.name.as_str()).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn show(sides: &[Option<usize>]) -> String {
    let sides: Vec<String> =
        sides.iter().map(|side| side.map_or("any".to_owned(), |side| side.to_string())).collect();
    format!("[{}]", sides.join(", "))
}

/// Why a file is no model for us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelError {
    /// The file cannot be read.
    Unreadable(String),
    /// It has more than [`MOST_BYTES`].
    TooLarge,
    /// There is nothing in it.
    Empty,
    /// It asks for numbers in a way that is not known here.
    Numbers(String),
    /// The runtime cannot make anything of it.
    NotUnderstood(String),
    /// It does not have the one input `board`.
    Inputs(String),
    /// It lacks an output.
    Outputs {
        /// Which.
        missing: &'static str,
        /// What it has.
        found: String,
    },
    /// An input or output holds something else than single-precision numbers.
    NotFloat(String),
    /// It takes a fixed number of positions.
    FixedBatch {
        /// Which input or output says so.
        port: String,
        /// How many.
        batch: usize,
    },
    /// An input or output has the wrong sides.
    Sides {
        /// Which.
        port: String,
        /// Its sides.
        found: String,
        /// What they should be.
        wanted: String,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => f.write_str(reason),
            Self::TooLarge => write!(f, "a model has at most {} MB", MOST_BYTES >> 20),
            Self::Empty => f.write_str("the file is empty"),
            Self::Numbers(asked) => {
                write!(f, "it asks for numbers that are {asked:?}; there are raw and scaled ones")
            }
            Self::NotUnderstood(reason) => write!(f, "it is no model that can be run: {reason}"),
            Self::Inputs(found) => write!(f, "a model has one input, `board`; this one has {found}"),
            Self::Outputs { missing, found } => {
                write!(
                    f,
                    "a model has the outputs `policy` and `value`; this one has no `{missing}` but {found}"
                )
            }
            Self::NotFloat(port) => write!(f, "`{port}` holds no single-precision numbers"),
            Self::FixedBatch { port, batch } => {
                write!(f, "`{port}` is made for {batch} at a time; the first side must be free")
            }
            Self::Sides { port, found, wanted } => write!(f, "`{port}` has sides {found}, not {wanted}"),
        }
    }
}

impl std::error::Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, sides: &[Option<usize>]) -> Port {
        Port { name: name.to_owned(), sides: Some(sides.to_vec()), is_float: true }
    }

    fn shape(variant: VariantId, inputs: &[Port], outputs: &[Port]) -> Result<Shape, ModelError> {
        let model = Model { path: "m".into(), bytes: Arc::new([]), variant };
        model.read_shape(inputs, outputs)
    }

    #[test]
    fn good_models_tell_their_shape() {
        let board = [port("board", &[None, Some(119), Some(8), Some(8)])];
        let outputs =
            |policy, value: &[Option<usize>]| [port("value", value), port("policy", &[None, Some(policy)])];
        let chess = |value: &[Option<usize>]| shape(VariantId::Chess, &board, &outputs(4168, value));
        assert_eq!(
            chess(&[None, Some(1)]),
            Ok(Shape { steps: 8, numbers: Numbers::Raw, policy_len: 4168, value_width: 1 })
        );
        assert_eq!(chess(&[None]).map(|shape| shape.value_width), Ok(1));
        assert_eq!(chess(&[None, Some(3)]).map(|shape| shape.value_width), Ok(3));
        let makruk = shape(VariantId::Makruk, &board, &outputs(4096, &[None, Some(1)]));
        assert_eq!(makruk.map(|shape| shape.policy_len), Ok(4096));
    }

    #[test]
    fn bad_models_are_told_why() {
        let board = || port("board", &[None, Some(119), Some(8), Some(8)]);
        let policy = || port("policy", &[None, Some(4168)]);
        let value = || port("value", &[None, Some(1)]);
        let said = |inputs: &[Port], outputs: &[Port]| {
            shape(VariantId::Chess, inputs, outputs).expect_err("a bad model").to_string()
        };
        let good = [policy(), value()];
        assert_eq!(said(&[], &good), "a model has one input, `board`; this one has nothing");
        assert_eq!(
            said(&[board(), board()], &good),
            "a model has one input, `board`; this one has board, board"
        );
        assert_eq!(
            said(&[board()], &[policy()]),
            "a model has the outputs `policy` and `value`; this one has no `value` but policy"
        );
        for planes in [0, 6, 7, 118, 120, 14 * 65 + 7] {
            let text = said(&[port("board", &[None, Some(planes), Some(8), Some(8)])], &good);
            assert_eq!(
                text,
                format!("`board` has sides [any, {planes}, 8, 8], not [any, 14 * steps + 7, 8, 8]")
            );
        }
        assert!(said(&[port("board", &[None, Some(119), Some(64)])], &good).contains("[any, 119, 64]"));
        assert!(
            said(&[board()], &[port("policy", &[None, Some(4096)]), value()]).contains("4168] for chess")
        );
        assert!(said(&[board()], &[policy(), port("value", &[None, Some(2)])]).contains("[any, 2]"));
        assert!(
            said(&[port("board", &[Some(1), Some(119), Some(8), Some(8)])], &good).contains("1 at a time")
        );
        assert!(said(&[Port { is_float: false, ..board() }], &good).contains("single-precision"));
    }
}

//! The numbers of the evaluation: every one declared once, with its name and what it means.
//!
//! A table holds the weights of one game; games without one of their own use [`makruk`]'s. Arrays go by *slot*: the
//! place of a man among the game's [roles](kempelen_rules::Variant::ROLES) (chess: pawn, knight, bishop, rook,
//! queen, king; makruk: bia, met, khon, ma, rua, khun), or among the four *officers* between pawn and king. Ranks
//! of pawns are told by the steps that are left to promotion, so that one rule serves both games.
//!
//! To those who account for an evaluation item by item, a weight is known by its place in the table
//! ([`Weights::index_of`]).

pub mod ai_wok;
pub mod asean;
mod cells;
pub mod chess;
pub mod makruk;
mod source;

use std::mem::{offset_of, size_of};
use std::ptr;

pub use cells::Cells;

use crate::S;

/// What a weight is multiplied into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// The score itself.
    Score,
    /// The score itself, but set by hand: it leads where no game between equals goes, so that tuning learns nothing
    /// of it.
    Given,
    /// The danger of a king, which grows faster than the sum of its causes.
    Danger,
    /// How much play is left, which makes an advantage count for more or for less in the endgame.
    Complexity,
}

/// A weight, or an array of weights, of the table.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in the table.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub meaning: &'static str,
    /// What it is multiplied into.
    pub family: Family,
    /// The place of its first cell among all cells.
    pub start: usize,
    /// How many cells it has.
    pub len: usize,
    /// Whether it is a list of boards, which the tuner may hold symmetrical.
    pub boards: bool,
}

macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $family:ident $name:ident: $kind:ty,)+) => {
        /// The weights of a game.
        ///
        /// All of it is [`S`], in the order of declaration, so that a weight's place tells which it is.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[repr(C)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: $kind,)+
        }

        impl Weights {
            /// Every field, in order.
            pub const FIELDS: &'static [Field] = &[$(Field {
                name: stringify!($name),
                meaning: concat!($($doc),+).trim_ascii(),
                family: Family::$family,
                start: offset_of!(Weights, $name) / size_of::<S>(),
                len: <$kind as Cells>::COUNT,
                boards: <$kind as Cells>::BOARDS,
            },)+];

            /// All cells, one after the other.
            pub fn to_cells(&self) -> Vec<S> {
                let mut out = Vec::with_capacity(Self::COUNT);
                $(self.$name.give(&mut out);)+
                out
            }

            /// The table with these cells; missing ones are zero, surplus ones ignored.
            pub fn from_cells(cells: &[S]) -> Self {
                let mut cells = cells.iter().copied();
                Self { $($name: Cells::take(&mut cells),)+ }
            }

            /// The fields as Rust source.
            fn fields_source(&self) -> String {
                let mut out = String::new();
                $(source::field(&mut out, stringify!($name), concat!($($doc),+), &self.$name);)+
                out
            }
        }
    };
}

impl Weights {
    /// How many cells there are.
    pub const COUNT: usize = size_of::<Self>() / size_of::<S>();

    /// The place of a weight of this table among all its cells.
    ///
    /// Meaningless for a reference to anything else.
    pub fn index_of(&self, weight: &S) -> usize {
        (ptr::from_ref(weight).addr().wrapping_sub(ptr::from_ref(self).addr())) / size_of::<S>()
    }
}

weights! {
    /// A man, wherever it stands; by slot.
    Score material: [S; 5],
    /// A man on a square, seen from its own side; by slot.
    Score places: [[S; 64]; 6],
    /// The right to move.
    Score tempo: S,
    /// Bishops on both colours of squares.
    Score bishop_pair: S,
    /// Each knight, for each own pawn above five.
    Score knight_pawns: S,
    /// Each rook, for each own pawn above five.
    Score rook_pawns: S,
    /// Mets on both colours of squares.
    Score met_pair: S,

    /// The squares an officer can use; by officer and number of squares.
    Score mobility: [[S; 28]; 4],
    /// A minor officer on an outpost no enemy pawn can attack, and besides supported by a pawn; by officer.
    Score outpost: [[S; 2]; 4],
    /// A knight that can jump to an outpost.
    Score outpost_near: S,
    /// A minor officer right behind a pawn.
    Score behind_pawn: S,
    /// A minor officer, for each step from its king; by officer.
    Score king_steps: [S; 4],
    /// A bishop, for each own pawn on squares of its colour.
    Score bishop_pawns: S,
    /// The same again for each own pawn in the centre that cannot move.
    Score bishop_blocked: S,
    /// A bishop that sees both centre squares of a long diagonal.
    Score long_diagonal: S,
    /// A rook on a file without own pawns, and besides without any.
    Score rook_file: [S; 2],
    /// A rook on the last rank but one that cuts off the king or attacks pawns.
    Score rook_seventh: S,
    /// A rook shut in by its own king.
    Score rook_trapped: S,
    /// Each castling that is still allowed.
    Score castling: S,
    /// Safe squares behind and among the centre pawns; by their number.
    Score space: [S; 16],

    /// A pawn without friends on the files beside it; with an enemy pawn ahead, and without.
    Score isolated: [S; 2],
    /// A pawn behind another of its own file.
    Score doubled: S,
    /// A pawn that its friends have passed and that cannot advance safely; with an enemy pawn ahead, and without.
    Score backward: [S; 2],
    /// A pawn beside another; by steps left.
    Score phalanx: [S; 8],
    /// A pawn supported by another; by steps left.
    Score supported: [S; 8],
    /// A pawn that friends can help past the enemy pawns; by steps left.
    Score candidate: [S; 8],
    /// A pawn that no enemy pawn can stop; by steps left.
    Score passed: [S; 8],
    /// A passed pawn supported by another.
    Score passed_protected: S,
    /// A passed pawn, for each step of its own king from the square ahead; by steps left.
    Score passed_own_king: [S; 8],
    /// A passed pawn, for each step of the enemy king from the square ahead; by steps left.
    Score passed_enemy_king: [S; 8],
    /// A passed pawn with an empty square ahead; by steps left.
    Score passed_free: [S; 8],
    /// A passed pawn whose way the enemy does not attack; by steps left.
    Score passed_safe: [S; 8],
    /// A passed pawn whose next square is guarded by a friend; by steps left.
    Score passed_guarded: [S; 8],
    /// A passed pawn with a rook behind it, an enemy's and an own one.
    Score passed_rook: [S; 2],
    /// A passed pawn that a lone king can no longer catch.
    Score passed_runs: S,

    /// A pawn that is not in danger attacks an officer; by officer.
    Score threat_by_pawn: [S; 4],
    /// A safe step of a pawn would attack an officer.
    Score threat_by_push: S,
    /// A minor officer attacks a man; by slot.
    Score threat_by_minor: [S; 5],
    /// A rook attacks a man that is not well defended; by slot.
    Score threat_by_rook: [S; 5],
    /// The king attacks a man that is not well defended.
    Score threat_by_king: S,
    /// A man attacked and not defended, or an officer attacked twice and not well defended.
    Score hanging: S,
    /// A square contested by us where the enemy is not strong.
    Score restricted: S,

    /// The own pawn nearest to the back rank on a file near the king; by distance of the file from the edge and
    /// by rank, the first of which means none.
    Score shelter: [[S; 8]; 4],
    /// The enemy pawn nearest to our back rank on a file near the king; likewise.
    Score storm: [[S; 8]; 4],
    /// The same where our own pawn stands in its way; by rank.
    Score storm_blocked: [S; 8],
    /// Each step from the king to the nearest own pawn.
    Score king_pawn: S,
    /// A king on a wing without any pawns.
    Score bare_wing: S,

    /// A bare enemy king, for each step of three it is nearer to the edge.
    Given mate_edge: S,
    /// A bare enemy king, for each step of fourteen it is nearer to a corner in which it can be mated.
    Given mate_corner: S,
    /// A bare enemy king, for each step of seven that our king is nearer to it.
    Given mate_close: S,
    /// A bare enemy king, for each step of seven that each of our officers is nearer to it.
    Given mate_officers: S,

    /// Every king that is attacked at all.
    Danger danger_base: S,
    /// An officer that attacks squares around the king; by officer and number of squares.
    Danger danger_attacker: [[S; 10]; 4],
    /// Each square around the king that only the king or queen defends.
    Danger danger_weak: S,
    /// Checks that cannot be answered by capture, one square and more; by officer.
    Danger danger_check: [[S; 2]; 4],
    /// Squares from which checks could be given but the checker be taken.
    Danger danger_unsafe_check: S,
    /// An attack without the strongest officer.
    Danger danger_no_queen: S,
    /// The own pawn on a file near the king; by rank, the first of which means none.
    Danger danger_shelter: [S; 8],
    /// The enemy pawn on a file near the king; by rank, the first of which means none.
    Danger danger_storm: [S; 8],
    /// Each attack on the king's wing.
    Danger danger_flank: S,
    /// Each square of the king's wing that we defend.
    Danger danger_flank_defence: S,

    /// Each passed pawn.
    Complexity complex_passed: S,
    /// Each pawn.
    Complexity complex_pawns: S,
    /// Pawns on both wings.
    Complexity complex_wings: S,
    /// Each step that the kings stand farther apart by files than by ranks.
    Complexity complex_outflanking: S,
    /// Only kings and pawns are left.
    Complexity complex_pawn_ending: S,
    /// Every position.
    Complexity complex_base: S,
}

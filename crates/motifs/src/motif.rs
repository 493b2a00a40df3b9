use std::fmt;
use std::str::FromStr;

/// Declares the motifs once: the enum, its names and its list.
macro_rules! motifs {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)*) => {
        /// What a line can be about. The names are those of lichess's puzzles, which players and programs know.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Motif {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Motif {
            /// Every motif, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name in files, as lichess writes it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

motifs! {
    /// Mate with the solver's first move.
    MateIn1 = "mateIn1",
    /// Mate with the second.
    MateIn2 = "mateIn2",
    /// Mate with the third.
    MateIn3 = "mateIn3",
    /// Mate with the fourth.
    MateIn4 = "mateIn4",
    /// Mate with the fifth, or later.
    MateIn5 = "mateIn5",
    /// A rook or queen mates along the king's first rank, and the king's own men shut it in.
    BackRankMate = "backRankMate",
    /// A knight mates a king that its own men surround.
    SmotheredMate = "smotheredMate",
    /// A rook or queen mates along the edge; a knight and the king's own man beside it take the rest.
    AnastasiaMate = "anastasiaMate",
    /// A rook mates a king in the corner, protected by the knight that takes the last square.
    ArabianMate = "arabianMate",
    /// Two bishops mate on diagonals that cross at the king.
    BodenMate = "bodenMate",
    /// Two bishops mate on diagonals side by side.
    DoubleBishopMate = "doubleBishopMate",
    /// A queen mates from a square diagonally beside the king, whose own men stand on the two squares it leaves.
    DovetailMate = "dovetailMate",
    /// A rook beside the king mates, protected by a knight that a pawn protects.
    HookMate = "hookMate",
    /// A rook beside the king mates, protected by a bishop.
    OperaMate = "operaMate",
    /// A rook mates, and a bishop takes the king's last squares.
    PillsburysMate = "pillsburysMate",
    /// A bishop mates, and a rook takes the king's last squares.
    MorphysMate = "morphysMate",
    /// A knight mates, and a rook or queen takes the king's last squares.
    CornerMate = "cornerMate",
    /// A queen mates from diagonally beside the king, with a rook on her line two squares away.
    TriangleMate = "triangleMate",
    /// Rook and queen hold the king between them in a box of three squares by three.
    KillBoxMate = "killBoxMate",
    /// A rook mates from between the king and a knight.
    VukovicMate = "vukovicMate",
    /// Two rooks side by side mate.
    BlindSwineMate = "blindSwineMate",
    /// A bishop mates, and a queen takes the king's last squares.
    BalestraMate = "balestraMate",
    /// The man just moved attacks two men that matter.
    Fork = "fork",
    /// A man cannot move, or not off its line, because of what stands behind it.
    Pin = "pin",
    /// A slider takes what stood behind a man that had to leave.
    Skewer = "skewer",
    /// A man attacks through an enemy man along its line.
    XRayAttack = "xRayAttack",
    /// A man moves away and opens the line of another, which takes something or gives check.
    DiscoveredAttack = "discoveredAttack",
    /// A man moves away and opens a line onto the king.
    DiscoveredCheck = "discoveredCheck",
    /// Two men give check at once.
    DoubleCheck = "doubleCheck",
    /// The first move takes a man that nobody protects.
    HangingPiece = "hangingPiece",
    /// A man that is attacked has no safe square, and is won.
    TrappedPiece = "trappedPiece",
    /// The man that protected what falls next is taken.
    CapturingDefender = "capturingDefender",
    /// A man is drawn or driven away from its task, and the task fails.
    Deflection = "deflection",
    /// A man is drawn to a square where the next blow meets it.
    Attraction = "attraction",
    /// A man between two enemy men cuts a defence.
    Interference = "interference",
    /// Before the expected recapture, another threat.
    Intermezzo = "intermezzo",
    /// A move empties a square or a line for another man.
    Clearance = "clearance",
    /// The solver gives material, for a while, and it pays.
    Sacrifice = "sacrifice",
    /// A move that neither checks nor takes nor threatens to take, and wins all the same.
    QuietMove = "quietMove",
    /// The move that holds.
    DefensiveMove = "defensiveMove",
    /// The opponent would stand better if it could pass.
    Zugzwang = "zugzwang",
    /// A pawn promotes.
    Promotion = "promotion",
    /// A pawn becomes less than a queen.
    UnderPromotion = "underPromotion",
    /// A pawn far ahead plays a part.
    AdvancedPawn = "advancedPawn",
    /// A pawn is taken in passing.
    EnPassant = "enPassant",
    /// King and rook castle.
    Castling = "castling",
    /// Few defenders stand round the king that is attacked.
    ExposedKing = "exposedKing",
    /// An attack on a king on the king's wing.
    KingsideAttack = "kingsideAttack",
    /// An attack on a king on the queen's wing.
    QueensideAttack = "queensideAttack",
    /// An attack on the pawn beside the king at home.
    AttackingF2F7 = "attackingF2F7",
    /// Only pawns besides the kings.
    PawnEndgame = "pawnEndgame",
    /// Only knights and pawns.
    KnightEndgame = "knightEndgame",
    /// Only bishops and pawns.
    BishopEndgame = "bishopEndgame",
    /// Only rooks and pawns.
    RookEndgame = "rookEndgame",
    /// Only queens and pawns.
    QueenEndgame = "queenEndgame",
    /// Only queens, rooks and pawns.
    QueenRookEndgame = "queenRookEndgame",
    /// The count of makruk makes the game a draw.
    CountRunsOut = "countRunsOut",
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no motif of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MotifError(pub String);

impl fmt::Display for MotifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no motif", self.0)
    }
}

impl std::error::Error for MotifError {}

impl FromStr for Motif {
    type Err = MotifError;

    fn from_str(text: &str) -> Result<Self, MotifError> {
        Self::ALL
            .iter()
            .copied()
            .find(|motif| motif.name() == text)
            .ok_or_else(|| MotifError(text.to_owned()))
    }
}

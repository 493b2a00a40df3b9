//! Findings as sentences.

use kempelen_rules::{Position, Square, SquareSet, Variant};

use crate::{Finding, Line, Motif};

impl Finding {
    /// What happens, in a player's words: `the knight on f7 forks the queen on d8 and the rook on h8`. It starts in
    /// lower case and ends without a full stop, so that it may be part of a longer sentence.
    ///
    /// The line must be the one in which this was found.
    pub fn words<V: Variant>(&self, line: &Line<V>) -> String {
        let Some(board) = line.boards().get(self.board) else { return self.motif.name().to_owned() };
        let by = self.by.map_or_else(String::new, |square| man(board, square));
        let targets = men(board, self.targets);
        let behind = self.behind.map_or_else(String::new, |square| man(board, square));
        match self.motif {
            Motif::MateIn1 | Motif::MateIn2 | Motif::MateIn3 | Motif::MateIn4 | Motif::MateIn5 => {
                format!("{by} mates {targets}")
            }
            Motif::Fork => format!("{by} forks {targets}"),
            Motif::Pin => format!("{by} pins {targets} to {behind}"),
            Motif::Skewer => format!("{by} attacks {targets} and, behind it, {behind}"),
            Motif::XRayAttack => format!("{by} attacks {behind} through {targets}"),
            Motif::DiscoveredAttack if self.behind.is_some() => {
                format!("{behind} moves away, and {by} attacks {targets}")
            }
            Motif::DiscoveredAttack => format!("the line is open, and {by} attacks {targets}"),
            Motif::DiscoveredCheck => format!("{behind} moves away, and {by} gives check"),
            Motif::DoubleCheck => format!("{by} and {behind} give check together"),
            Motif::HangingPiece => format!("{by} can take {targets}, which nobody protects"),
            Motif::TrappedPiece => format!("{targets} is attacked by {by} and has no safe square"),
            Motif::CapturingDefender => format!("{by} takes {targets}, which protected {behind}"),
            Motif::Deflection if self.behind.is_some() => {
                format!("{by} draws {targets} away from {behind}")
            }
            Motif::Deflection => format!("{by} draws {targets} away from its task"),
            Motif::Attraction => format!("{targets} has been drawn there and is struck by {by}"),
            Motif::Interference => format!("{by} cuts {targets} off from {behind}"),
            Motif::Intermezzo => format!("{by} strikes first: {targets} can wait"),
            Motif::Clearance => format!("{by} has made way for {behind}"),
            Motif::Sacrifice => format!("{by} is given up to {targets}"),
            Motif::QuietMove => format!("{by} has made a quiet move"),
            Motif::DefensiveMove => format!("{by} holds what there is"),
            Motif::Zugzwang => format!("{} must move, and would rather not", !line.solver()),
            Motif::Promotion | Motif::UnderPromotion => format!("a pawn becomes {by}"),
            Motif::AdvancedPawn => format!("{by} has come far"),
            Motif::EnPassant => format!("{by} has taken in passing"),
            Motif::Castling => format!("{by} has castled"),
            Motif::ExposedKing => format!("no pawn stands beside {targets}"),
            Motif::KingsideAttack => format!("the attack on the king's wing meets {targets}"),
            Motif::QueensideAttack => format!("the attack on the queen's wing meets {targets}"),
            Motif::AttackingF2F7 => format!("{by} takes beside {targets}"),
            Motif::CountRunsOut => "the count runs out".to_owned(),
            Motif::PawnEndgame
            | Motif::KnightEndgame
            | Motif::BishopEndgame
            | Motif::RookEndgame
            | Motif::QueenEndgame
            | Motif::QueenRookEndgame => format!("it is {}", self.motif.spoken()),
            _ if self.behind.is_some() => {
                format!("{by}, helped by {behind}, mates {targets}: {}", self.motif.spoken())
            }
            _ => format!("{by} mates {targets}: {}", self.motif.spoken()),
        }
    }
}

impl Motif {
    /// How a player calls it in a sentence: `a fork`, `mate in 2`, `Anastasia's mate`.
    pub const fn spoken(self) -> &'static str {
        match self {
            Self::MateIn1 => "mate in 1",
            Self::MateIn2 => "mate in 2",
            Self::MateIn3 => "mate in 3",
            Self::MateIn4 => "mate in 4",
            Self::MateIn5 => "mate in 5 or more",
            Self::BackRankMate => "a back rank mate",
            Self::SmotheredMate => "a smothered mate",
            Self::AnastasiaMate => "Anastasia's mate",
            Self::ArabianMate => "the Arabian mate",
            Self::BodenMate => "Boden's mate",
            Self::DoubleBishopMate => "a mate by two bishops",
            Self::DovetailMate => "the dovetail mate",
            Self::HookMate => "the hook mate",
            Self::OperaMate => "the opera mate",
            Self::PillsburysMate => "Pillsbury's mate",
            Self::MorphysMate => "Morphy's mate",
            Self::CornerMate => "the corner mate",
            Self::TriangleMate => "the triangle mate",
            Self::KillBoxMate => "the kill box mate",
            Self::VukovicMate => "Vuković's mate",
            Self::BlindSwineMate => "the blind swine mate",
            Self::BalestraMate => "the balestra mate",
            Self::Fork => "a fork",
            Self::Pin => "a pin",
            Self::Skewer => "a skewer",
            Self::XRayAttack => "an x-ray attack",
            Self::DiscoveredAttack => "a discovered attack",
            Self::DiscoveredCheck => "a discovered check",
            Self::DoubleCheck => "a double check",
            Self::HangingPiece => "a hanging piece",
            Self::TrappedPiece => "a trapped piece",
            Self::CapturingDefender => "capturing the defender",
            Self::Deflection => "a deflection",
            Self::Attraction => "an attraction",
            Self::Interference => "an interference",
            Self::Intermezzo => "an intermezzo",
            Self::Clearance => "a clearance",
            Self::Sacrifice => "a sacrifice",
            Self::QuietMove => "a quiet move",
            Self::DefensiveMove => "a defensive move",
            Self::Zugzwang => "zugzwang",
            Self::Promotion => "a promotion",
            Self::UnderPromotion => "an underpromotion",
            Self::AdvancedPawn => "an advanced pawn",
            Self::EnPassant => "a capture in passing",
            Self::Castling => "castling",
            Self::ExposedKing => "an exposed king",
            Self::KingsideAttack => "an attack on the king's wing",
            Self::QueensideAttack => "an attack on the queen's wing",
            Self::AttackingF2F7 => "an attack on f2 or f7",
            Self::PawnEndgame => "a pawn endgame",
            Self::KnightEndgame => "a knight endgame",
            Self::BishopEndgame => "a bishop endgame",
            Self::RookEndgame => "a rook endgame",
            Self::QueenEndgame => "a queen endgame",
            Self::QueenRookEndgame => "an endgame of queen and rooks",
            Self::CountRunsOut => "the end of the count",
        }
    }
}

/// `the knight on f7`.
fn man<V: Variant>(board: &Position<V>, square: Square) -> String {
    board
        .role_on(square)
        .map_or_else(|| square.to_string(), |role| format!("the {} on {square}", role.name()))
}

/// `the queen on d8 and the rook on h8`.
fn men<V: Variant>(board: &Position<V>, squares: SquareSet) -> String {
    let mut text = String::new();
    let count = squares.len() as usize;
    for (i, square) in squares.into_iter().enumerate() {
        text.push_str(match i {
            0 => "",
            _ if i + 1 == count => " and ",
            _ => ", ",
        });
        text.push_str(&man(board, square));
    }
    text
}

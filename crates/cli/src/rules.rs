use clap::ValueEnum;
use kempelen_rules::uci::{self, Castling};
use kempelen_rules::{AnyPosition, Move, VariantId, with_position};

use crate::failure::Failure;

/// Which game is played, as it is asked for on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Rules {
    /// Orthodox chess.
    Chess,
    /// Chess from any of Fischer's 960 starts; castling is written as the king taking its rook.
    Chess960,
    /// The chess of Thailand.
    Makruk,
}

impl Rules {
    /// The game of this name, as people, protocols and files call it.
    pub(crate) fn from_name(name: &str) -> Result<Self, Failure> {
        if let Ok(rules) = Self::from_str(name, true) {
            return Ok(rules);
        }
        name.parse::<VariantId>().map(Self::from).map_err(Failure::input)
    }

    pub(crate) fn variant(self) -> VariantId {
        match self {
            Self::Chess | Self::Chess960 => VariantId::Chess,
            Self::Makruk => VariantId::Makruk,
        }
    }

    /// The position of a FEN, or the start where there is none.
    pub(crate) fn position(self, fen: Option<&str>) -> Result<AnyPosition, Failure> {
        let variant = self.variant();
        match fen {
            None | Some("startpos") => Ok(AnyPosition::start(variant)),
            Some(fen) => AnyPosition::from_fen(variant, fen).map_err(|error| {
                let likely = VariantId::guess(fen);
                let fits = likely != variant && AnyPosition::from_fen(likely, fen).is_ok();
                Failure::Input(if fits {
                    format!("{error} (it is a FEN of {likely})")
                } else {
                    error.to_string()
                })
            }),
        }
    }

    /// A legal move in UCI's spelling.
    pub(crate) fn write(self, position: &AnyPosition, m: Move) -> String {
        let castling = match self {
            Self::Chess960 => Castling::KingTakesRook,
            Self::Chess | Self::Makruk => Castling::Natural,
        };
        with_position!(position, p => uci::write(p, m, castling))
    }
}

impl From<VariantId> for Rules {
    fn from(variant: VariantId) -> Self {
        match variant {
            VariantId::Chess => Self::Chess,
            VariantId::Makruk => Self::Makruk,
        }
    }
}

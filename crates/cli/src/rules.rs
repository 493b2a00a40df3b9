use clap::ValueEnum;
use clap::builder::PossibleValue;
use kempelen_rules::{AnyPosition, GameKind, Move, VariantId};

use crate::failure::Failure;

/// Which game is played, as it is asked for on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RulesArg(GameKind);

impl ValueEnum for RulesArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [RulesArg; GameKind::ALL.len()] = {
            let mut all = [RulesArg::CHESS; GameKind::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = RulesArg(GameKind::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).aliases(&self.0.names()[1..]).help(self.0.about()))
    }
}

impl RulesArg {
    pub(crate) const CHESS: Self = Self(GameKind::Usual(VariantId::Chess));

    /// The game that was asked for; if none was, the one that the FEN looks like.
    pub(crate) fn asked_or_guessed(asked: Option<Self>, fen: Option<&str>) -> Self {
        asked.unwrap_or_else(|| fen.map_or(Self::CHESS, |fen| VariantId::guess(fen).into()))
    }

    /// The game of this name, as people, protocols and files call it.
    pub(crate) fn from_name(name: &str) -> Result<Self, Failure> {
        name.parse().map(Self).map_err(Failure::input)
    }

    /// Whether games begin from any of the 960 starts.
    pub(crate) fn is_chess960(self) -> bool {
        self.0 == GameKind::Chess960
    }

    pub(crate) fn variant(self) -> VariantId {
        self.0.variant()
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
        self.0.uci(position, m)
    }
}

impl From<VariantId> for RulesArg {
    fn from(variant: VariantId) -> Self {
        Self(variant.into())
    }
}

//! The networks that come with the program: none yet that wins.

use kempelen_rules::Variant;

use crate::Nnue;

/// The files, by the game's name.
const NETWORKS: &[(&str, &[u8])] = &[];

impl Nnue {
    /// The network that comes with the program for this game, if there is one.
    pub fn embedded<V: Variant>() -> Option<Self> {
        let (_, bytes) = NETWORKS.iter().find(|(game, _)| *game == V::NAMES[0])?;
        // The tests read every one of them.
        Self::read::<V>(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{VariantId, with_variant};

    #[test]
    fn every_network_can_be_read_by_its_game() {
        for (game, bytes) in NETWORKS {
            let variant: VariantId = game.parse().expect("a game");
            with_variant!(variant, V => Nnue::read::<V>(bytes)).expect("a network");
        }
    }
}

//! What playouts have proved: forced mates, from the ends of games that they came to.

use kempelen_trace::Why;

use super::{Playouts, SpotId};

/// What is certain of a node, for the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpotProof {
    /// It mates in so many plies, or in some number that was not kept.
    Wins(Option<u32>),
    /// It is mated in so many plies.
    Loses(Option<u32>),
}

impl Playouts {
    /// What is certain of each node, by its number. It follows from the mates that playouts came to; where those were not
    /// kept, from what the search itself took for proved.
    pub(super) fn prove(&self) -> Vec<Option<SpotProof>> {
        let mut proofs = vec![None; self.spots.len()];
        for told in &self.told {
            if told.why == Why::Searched && told.value.0 != 0 {
                let wins = told.value.0 > 0;
                proofs[told.end.0 as usize] =
                    Some(if wins { SpotProof::Wins(None) } else { SpotProof::Loses(None) });
            }
        }
        // A node stands behind the one above it.
        for index in (0..self.spots.len()).rev() {
            let follows = self.follows(SpotId(index as u32), &proofs);
            proofs[index] = follows.or(proofs[index]);
        }
        proofs
    }

    fn follows(&self, id: SpotId, proofs: &[Option<SpotProof>]) -> Option<SpotProof> {
        let spot = &self[id];
        if let Some(end) = spot.end {
            return (end == Why::Mate).then_some(SpotProof::Loses(Some(0)));
        }
        let children = || spot.children.iter().map(|child| proofs[child.0 as usize]);
        let shortest = children().filter_map(|proof| match proof {
            Some(SpotProof::Loses(plies)) => Some(plies.map_or(u32::MAX, |plies| plies + 1)),
            _ => None,
        });
        if let Some(plies) = shortest.min() {
            return Some(SpotProof::Wins((plies < u32::MAX).then_some(plies)));
        }
        let is_known = !spot.priors.is_empty() && spot.children.len() >= spot.priors.len();
        let lost: Option<Vec<Option<u32>>> = children()
            .map(|proof| if let Some(SpotProof::Wins(plies)) = proof { Some(plies) } else { None })
            .collect();
        let plies: Option<Vec<u32>> = lost.filter(|_| is_known)?.into_iter().collect();
        Some(SpotProof::Loses(plies.and_then(|plies| plies.into_iter().max()).map(|plies| plies + 1)))
    }

    /// What is certain of a node, in words; `id` is the node that a move leads to.
    pub(super) fn certainty(&self, id: SpotId) -> Option<String> {
        let (winner, plies) = match self.proofs[id.0 as usize]? {
            SpotProof::Wins(plies) => (self.turn(id), plies),
            SpotProof::Loses(plies) => (!self.turn(id), plies),
        };
        let winner = crate::words::side(winner);
        Some(match plies {
            Some(0) => "it is mate".to_owned(),
            // The winner makes the last move.
            Some(plies) => format!("{winner} mates in {}", plies.div_ceil(2)),
            None => format!("{winner} mates by force"),
        })
    }
}

//! Files of version 1, which had one way for two things.
//!
//! There the search of a node without its best move and the verification of a pass had the same number, 7. They can be
//! told apart: a pass is verified at once when it was too good for the other side, and in no other case; where it was not
//! too good, the search goes on to its moves, and may look at the node without the best of them.

use crate::{Event, How, Score, Tally, code};

/// A node that was entered and not left.
struct OpenVisit {
    how: How,
    beta: Score,
    /// Whether what happened last here is that a pass turned out too good.
    passed: bool,
}

/// Gives verifications their own number, in events and in counts.
///
/// Of nodes that were not kept, only the count is known; there all are taken for searches without the best move, of which
/// there are many more.
pub(crate) fn bring_up_to_date(bytes: &mut [u8], tally: Option<&mut Tally>) {
    let verifications = verifications(bytes);
    for &offset in &verifications {
        bytes[offset] = bytes[offset] & !code::WAY | code::way(How::Verification);
    }
    if let Some(tally) = tally {
        let [both, found] = [How::Singular, How::Verification].map(|how| how as usize);
        let count = tally.ways[both].min(verifications.len() as u64);
        tally.ways[both] -= count;
        tally.ways[found] += count;
    }
}

/// Where the events stand that enter a node to verify a pass.
fn verifications(bytes: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open: Vec<OpenVisit> = Vec::new();
    let mut events = code::Events::new(bytes);
    let mut offset = 0;
    while let Some(Ok(event)) = events.next() {
        let passed = open.last_mut().is_some_and(|here| std::mem::take(&mut here.passed));
        match event {
            Event::Enter { how, beta, .. } => {
                if passed && how == How::Singular {
                    found.push(offset);
                }
                open.push(OpenVisit { how, beta, passed: false });
            }
            Event::Leave { score, .. } => {
                let left = open.pop();
                if let (Some(OpenVisit { how: How::Null, .. }), Some(here)) = (left, open.last_mut()) {
                    here.passed = score.saturating_neg() >= here.beta;
                }
            }
            _ => {}
        }
        offset = events.offset();
    }
    found
}

use kempelen_rules::{Color, Piece, Square, Variant};

use crate::Line;
use crate::worth::{balance, best_exchange};

/// The material of a line, move by move, as the solver counts it (in hundredths of a pawn; see [`worth`](crate::worth)).
///
/// ```
/// use kempelen_motifs::{MaterialLedger, Line};
/// use kempelen_rules::{Chess, Position, uci};
///
/// // The rook takes a knight, and a pawn will take the rook.
/// let start: Position<Chess> = "4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1".parse()?;
/// let ledger = MaterialLedger::of(&Line::new(start, &[uci::read(&start, "d1d6")?])?);
/// assert_eq!((ledger.start, ledger.end, ledger.settled), (100, 400, -100));
/// assert_eq!(ledger.gain(), -200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialLedger {
    /// The captures and promotions, in order.
    pub entries: Vec<MaterialChange>,
    /// By how much the solver was ahead before the first move.
    pub start: i32,
    /// By how much after the last.
    pub end: i32,
    /// By how much once the side to move has made the best exchange that it can start on one square, if one pays.
    pub settled: i32,
}

/// A move that changed the material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialChange {
    /// Which move of the line, the first = 0.
    pub ply: usize,
    /// The side that moved.
    pub side: Color,
    /// The man that was taken and where it stood.
    pub taken: Option<(Piece, Square)>,
    /// What a pawn became and where.
    pub promoted: Option<(Piece, Square)>,
    /// By how much the solver was ahead after it.
    pub balance: i32,
}

impl MaterialLedger {
    /// The ledger of a line.
    pub fn of<V: Variant>(line: &Line<V>) -> Self {
        let us = line.solver();
        let entries = line.steps().filter_map(|step| {
            let taken = step.taken_on().and_then(|square| Some((step.before.piece_on(square)?, square)));
            let promoted = step.m.promoted().map(|role| (Piece::new(step.side(), role), step.to()));
            let changed = taken.is_some() || promoted.is_some();
            changed.then(|| MaterialChange {
                ply: step.ply,
                side: step.side(),
                taken,
                promoted,
                balance: balance(step.after, us),
            })
        });
        let last = line.last();
        let end = balance(last, us);
        let to_come = best_exchange(last).map_or(0, |(_, gain)| gain);
        let settled = if last.turn() == us { end + to_come } else { end - to_come };
        Self { entries: entries.collect(), start: balance(line.first(), us), end, settled }
    }

    /// What the solver has won (or lost, below zero) when the exchange is over.
    pub fn gain(&self) -> i32 {
        self.settled - self.start
    }
}

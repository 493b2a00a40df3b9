//! The definitions, a function each: is this motif in this move of the solver's, in this line?

mod attacks;
mod defenders;
mod endgame;
mod king;
mod lines;
mod mates;
mod pawns;
mod quiet;
mod squares;

use kempelen_rules::{Variant, VariantId};

use crate::{Finding, Line, Step};

/// A definition: looks at one of the solver's moves.
type Detector<V> = fn(&Line<V>, &Step<'_, V>) -> Option<Finding>;

/// All motifs of a line, in the order of the moves that show them; none is told twice.
pub(crate) fn all<V: Variant>(line: &Line<V>) -> Vec<Finding> {
    let detectors: [Detector<V>; 30] = [
        endgame::kind,
        mates::mate_in,
        attacks::fork,
        attacks::hanging,
        attacks::trapped,
        lines::pin,
        lines::skewer,
        lines::x_ray,
        lines::discovered_attack,
        lines::discovered_check,
        lines::double_check,
        defenders::capturing_defender,
        defenders::deflection,
        defenders::interference,
        squares::attraction,
        squares::intermezzo,
        squares::clearance,
        quiet::sacrifice,
        quiet::quiet_move,
        quiet::defensive_move,
        quiet::zugzwang,
        pawns::promotion,
        pawns::under_promotion,
        pawns::advanced_pawn,
        pawns::en_passant,
        king::castling,
        king::exposed,
        king::wing_attack,
        king::attacking_f2_f7,
        endgame::count_runs_out,
    ];
    let mut found = Vec::with_capacity(16);
    for step in line.solved() {
        for finding in detectors.iter().filter_map(|detect| detect(line, &step)) {
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
        if V::ID == VariantId::Chess {
            mates::patterns(&step, &mut found);
        }
    }
    found
}

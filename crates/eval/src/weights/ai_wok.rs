//! The weights of ai-wok, by hand: makruk's, and for the ai-wok (where chess has its queen) what rua, ma and met have
//! together, or what a queen has. Not tuned.

use super::{Weights, chess, makruk};
use crate::s;

/// Makruk's officers in the order of ai-wok: khon, ma, rua; and what the ai-wok has.
macro_rules! officers {
    ($field:ident, $ai_wok:expr) => {{
        let [_, khon, ma, rua] = makruk::WEIGHTS.$field;
        [khon, ma, rua, $ai_wok]
    }};
}

/// The weights of ai-wok.
pub static WEIGHTS: Weights = {
    let [bia, _, khon, ma, rua] = makruk::WEIGHTS.material;
    let [bia_places, _, khon_places, ma_places, rua_places, khun_places] = makruk::WEIGHTS.places;
    let [by_minor_bia, _, by_minor_khon, by_minor_ma, by_minor_rua] = makruk::WEIGHTS.threat_by_minor;
    let [by_rook_bia, _, by_rook_khon, by_rook_ma, by_rook_rua] = makruk::WEIGHTS.threat_by_rook;
    Weights {
        material: [bia, khon, ma, rua, s(1500, 1250)],
        places: [bia_places, khon_places, ma_places, rua_places, chess::WEIGHTS.places[4], khun_places],
        mobility: officers!(mobility, chess::WEIGHTS.mobility[3]),
        outpost: officers!(outpost, [s(0, 0); 2]),
        king_steps: officers!(king_steps, s(0, 0)),
        threat_by_pawn: officers!(threat_by_pawn, chess::WEIGHTS.threat_by_pawn[3]),
        threat_by_minor: [
            by_minor_bia,
            by_minor_khon,
            by_minor_ma,
            by_minor_rua,
            chess::WEIGHTS.threat_by_minor[4],
        ],
        threat_by_rook: [
            by_rook_bia,
            by_rook_khon,
            by_rook_ma,
            by_rook_rua,
            chess::WEIGHTS.threat_by_rook[4],
        ],
        danger_attacker: officers!(danger_attacker, makruk::WEIGHTS.danger_attacker[3]),
        danger_check: officers!(danger_check, chess::WEIGHTS.danger_check[3]),
        // A bia becomes the strongest man there is.
        passed: chess::WEIGHTS.passed,
        ..makruk::WEIGHTS
    }
};

//! Which parts of a machine's judgement differ between the ends of two lines.

use kempelen_engine::{Engine, Judgement};
use kempelen_rules::{AnyGame, Color, Move};

/// A part of the judgement that is different at the ends of two lines.
#[derive(Clone, PartialEq, Debug)]
pub struct TermShift {
    /// What it is called among players.
    pub name: &'static str,
    /// By how much the second line is better for White in it, in hundredths of a pawn.
    pub shift: f64,
}

/// Less than this is not worth a word.
const LEAST: f64 = 15.0;

/// How the names of parts are spoken of: those that begin so, and what they are about together.
const GROUPS: [(&[&str], &str); 9] = [
    (&["material", "bishop_pair", "met_pair", "knight_pawns", "rook_pawns"], "material"),
    (&["king_danger", "shelter", "storm", "king_pawn", "castling", "danger"], "king safety"),
    (&["passed", "candidate"], "passed pawns"),
    (&["isolated", "doubled", "backward", "phalanx", "supported"], "pawn structure"),
    (&["threat", "hanging"], "threats"),
    (&["mobility", "restricted", "space"], "freedom of movement"),
    (&["places", "outpost", "behind_pawn", "king_steps", "bishop_", "long_"], "the posts of the men"),
    (&["rook_", "queen_"], "the rooks' files and ranks"),
    (&["complexity", "endgame_scale", "draw_nears", "limit"], "how much play is left"),
];

/// What differs between the ends of two lines, most first; nothing where the machine does not judge in parts.
pub(crate) fn shifts(engine: &dyn Engine, game: &AnyGame, lines: [&[Move]; 2]) -> Vec<TermShift> {
    let judged = lines.map(|line| {
        let mut end = game.clone();
        for &m in line {
            if !end.position().is_legal(m) {
                break;
            }
            end.play(m);
        }
        engine.judge(&end).ok().flatten()
    });
    let [Some(first), Some(second)] = judged else { return Vec::new() };
    if first.unit != Judgement::HUNDREDTHS || second.unit != Judgement::HUNDREDTHS {
        return Vec::new();
    }
    let mut shifts: Vec<TermShift> = Vec::new();
    for (judgement, sign) in [(&second, 1.0), (&first, -1.0)] {
        for part in judgement.parts.iter().chain(&judgement.adjustments) {
            let Some(name) = group(part.name) else { continue };
            match shifts.iter_mut().find(|shift| shift.name == name) {
                Some(known) => known.shift += sign * part.value,
                None => shifts.push(TermShift { name, shift: sign * part.value }),
            }
        }
    }
    shifts.retain(|shift| shift.shift.abs() >= LEAST);
    shifts.sort_by(|a, b| b.shift.abs().total_cmp(&a.shift.abs()));
    shifts
}

fn group(name: &str) -> Option<&'static str> {
    GROUPS
        .iter()
        .find(|(beginnings, _)| beginnings.iter().any(|beginning| name.starts_with(beginning)))
        .map(|(_, spoken)| *spoken)
}

/// `mostly king safety (-0.80) and passed pawns (-0.40)`: what speaks against a side, from White's side as all scores.
pub(crate) fn words(shifts: &[TermShift], against: Color) -> Option<String> {
    let hurts = |shift: &&TermShift| against.pick(shift.shift < 0.0, shift.shift > 0.0);
    let items: Vec<String> = shifts
        .iter()
        .filter(hurts)
        .take(2)
        .map(|shift| format!("{} ({:+.2})", shift.name, shift.shift / 100.0))
        .collect();
    (!items.is_empty()).then(|| crate::text::list(&items))
}

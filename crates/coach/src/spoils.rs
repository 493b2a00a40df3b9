//! Who wins what in a line.

use kempelen_motifs::{AnyLine, worth};
use kempelen_rules::{Color, Role};

use crate::text::list;

/// The men that change hands in a line, after men of equal worth have been set against each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spoils {
    /// What the solver of the line wins.
    pub won: Vec<Role>,
    /// What it gives for that.
    pub lost: Vec<Role>,
    /// What that comes to in hundredths of a pawn, as [`worth`] counts.
    pub gain: i32,
}

impl Spoils {
    /// The spoils of a line for its solver.
    pub(crate) fn of(line: &AnyLine) -> Self {
        let us = line.solver();
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for entry in line.ledger().entries {
            let (ours, theirs): (&mut Vec<Role>, &mut Vec<Role>) =
                if entry.side == us { (&mut won, &mut lost) } else { (&mut lost, &mut won) };
            ours.extend(entry.taken.map(|(piece, _)| piece.role()));
            // A pawn that promotes is given for what it becomes.
            if let Some((piece, _)) = entry.promoted {
                ours.push(piece.role());
                theirs.push(Role::Pawn);
            }
        }
        let mut spoils = Self { won, lost, gain: 0 };
        spoils.settle();
        spoils
    }

    fn settle(&mut self) {
        let mut lost = std::mem::take(&mut self.lost);
        self.won.retain(|&role| {
            let equal = lost.iter().position(|&other| worth(other) == worth(role));
            equal.map(|index| lost.swap_remove(index)).is_none()
        });
        self.lost = lost;
        for roles in [&mut self.won, &mut self.lost] {
            roles.sort_by_key(|&role| std::cmp::Reverse(worth(role)));
        }
        let sum = |roles: &[Role]| roles.iter().map(|&role| worth(role)).sum::<i32>();
        self.gain = sum(&self.won) - sum(&self.lost);
    }

    /// `a knight`, `the queen for a rook`, `the exchange`; nothing where nothing is won.
    pub fn words(&self) -> Option<String> {
        if self.gain <= 0 || self.won.is_empty() {
            return None;
        }
        if let ([Role::Rook], [Role::Bishop | Role::Knight]) = (&self.won[..], &self.lost[..]) {
            return Some("the exchange (a rook for a minor piece)".to_owned());
        }
        let won = men(&self.won);
        Some(if self.lost.is_empty() { won } else { format!("{won} for {}", men(&self.lost)) })
    }
}

/// `a rook and two pawns`.
fn men(roles: &[Role]) -> String {
    let mut items: Vec<(Role, usize)> = Vec::new();
    for &role in roles {
        match items.last_mut() {
            Some((last, count)) if *last == role => *count += 1,
            _ => items.push((role, 1)),
        }
    }
    let items: Vec<String> = items
        .into_iter()
        .map(|(role, count)| match count {
            1 => format!("a {}", role.name()),
            2 => format!("two {}s", role.name()),
            3 => format!("three {}s", role.name()),
            _ => format!("{count} {}s", role.name()),
        })
        .collect();
    list(&items)
}

/// By how much a side is ahead at the end of a line, compared with its start, when exchanges are over.
pub(crate) fn settled_gain(line: &AnyLine, side: Color) -> i32 {
    line.clone().solved_by(side).ledger().gain()
}

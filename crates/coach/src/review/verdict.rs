//! The museum's verdict: which machine, of which year, would have found a move.

use kempelen_engine::About;
use kempelen_rules::Color;

use super::{GameReview, ReviewedMove};
use crate::text::{list, numbered, side};

/// Of a side's moves: how many a machine was asked about and answered, and how many of them it would have played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MuseumTally {
    pub(crate) asked: usize,
    pub(crate) found: usize,
}

impl GameReview {
    /// What a machine of the museum would have played of a side's moves.
    pub(crate) fn tally(&self, machine: usize, of: Color) -> MuseumTally {
        let mut tally = MuseumTally::default();
        for reviewed in self.moves_of(of) {
            if let Some(choice) = reviewed.choices.get(machine).copied().flatten() {
                tally.asked += 1;
                tally.found += usize::from(choice == reviewed.m);
            }
        }
        tally
    }

    /// The museum's machines by number, the oldest first.
    pub(crate) fn by_year(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.museum.len()).collect();
        order.sort_by_key(|&index| self.museum[index].year);
        order
    }

    /// The oldest machine that would have played a move.
    pub(crate) fn oldest(&self, reviewed: &ReviewedMove) -> Option<&About> {
        reviewed.found_by(reviewed.m).map(|index| &self.museum[index]).min_by_key(|about| about.year)
    }

    /// The museum's verdict on the whole game, in sentences.
    pub fn museum_verdict(&self) -> Vec<String> {
        let sides = [Color::White, Color::Black].into_iter().filter_map(|of| self.side_verdict(of));
        let saved = self.mistakes().into_iter().filter_map(|ply| self.better_found(&self.moves[ply]));
        sides.chain(saved).collect()
    }

    /// `Of White's 33 moves SARGON (1978) would have played 14 and Microchess (1976) 9; 12 would have been played by none
    /// of the museum's machines.`
    fn side_verdict(&self, of: Color) -> Option<String> {
        let tallies = self.by_year().into_iter().map(|index| (&self.museum[index], self.tally(index, of)));
        let items: Vec<String> = tallies
            .filter(|(_, tally)| tally.asked > 0)
            .map(|(about, tally)| {
                let name = format!("{} ({})", about.name, about.year);
                let all = self.moves_of(of).count();
                let of_asked =
                    if tally.asked == all { String::new() } else { format!(" of {}", tally.asked) };
                format!("{name} would have played {}{of_asked}", tally.found)
            })
            .collect();
        if items.is_empty() {
            return None;
        }
        let moves = self.moves_of(of).count();
        let nobody = self.moves_of(of).filter(|reviewed| self.oldest(reviewed).is_none()).count();
        let plural = if moves == 1 { "move" } else { "moves" };
        Some(format!("Of {}'s {moves} {plural} {}; {nobody} none of them.", side(of), list(&items)))
    }

    /// Who of the museum would have played better than a mistake.
    pub(crate) fn better_found(&self, reviewed: &ReviewedMove) -> Option<String> {
        let told = reviewed.told.as_ref()?;
        let names: Vec<String> = self
            .by_year()
            .into_iter()
            .filter(|index| reviewed.found_by(told.best.m).any(|found| found == *index))
            .map(|index| format!("{} ({})", self.museum[index].name, self.museum[index].year))
            .collect();
        (!names.is_empty()).then(|| {
            format!(
                "{}, better than {}, would have been found by {}.",
                numbered(&reviewed.before, told.best.m),
                numbered(&reviewed.before, reviewed.m),
                list(&names)
            )
        })
    }
}

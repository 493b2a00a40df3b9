use std::fmt;
use std::str::FromStr;

use kempelen_rules::Color;

use crate::fields::FieldError;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first plays everybody else.
    Gauntlet,
}

impl FromStr for Format {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(FieldError::value("format", text)),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// All games of a match in their order: round by round, and in each round every pairing twice from one opening, with
/// the colours swapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The round, from 0, which is also the number of the opening.
    pub round: usize,
    /// The number of its pairing.
    pub pairing: usize,
    /// The players by their numbers, White first.
    pub players: [usize; 2],
}

impl Schedule {
    /// The games of so many players in so many rounds.
    pub fn new(format: Format, players: usize, rounds: usize) -> Self {
        let pairings = match format {
            Format::RoundRobin => (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect(),
            Format::Gauntlet => (1..players).map(|b| (0, b)).collect(),
        };
        Self { pairings, rounds }
    }

    /// The players of each pairing; the first has White in the first game of each pair.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.rounds * self.pairings.len() * 2
    }

    /// A game by its number.
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        if number >= self.games() {
            return None;
        }
        let pair = number / 2;
        let (round, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        let (first, second) = self.pairings[pairing];
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { number, round, pairing, players })
    }
}

impl Fixture {
    /// The colour of the first player of the pairing.
    pub fn color_of_first(&self) -> Color {
        if self.number.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// The number of the pair this game belongs to.
    pub fn pair(&self) -> usize {
        self.number / 2
    }

    /// The PGN tag `Round`: the pair and which game of it, both from 1.
    pub fn round_tag(&self) -> String {
        format!("{}.{}", self.pair() + 1, self.number % 2 + 1)
    }

    /// The number of the game with this tag.
    pub fn number_of_tag(tag: &str) -> Option<usize> {
        let (pair, game) = tag.split_once('.')?;
        let (pair, game): (usize, usize) = (pair.parse().ok()?, game.parse().ok()?);
        (pair >= 1 && (1..=2).contains(&game)).then(|| (pair - 1) * 2 + game - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<Fixture> {
        (0..schedule.games()).map(|number| schedule.fixture(number).unwrap()).collect()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        let fixtures = all(&schedule);
        assert_eq!((fixtures.len(), schedule.fixture(fixtures.len())), (36, None));
        for round in 0..3 {
            for white in 0..4 {
                for black in (0..4).filter(|&black| black != white) {
                    let meets = |f: &&Fixture| f.round == round && f.players == [white, black];
                    assert_eq!(fixtures.iter().filter(meets).count(), 1);
                }
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_rest() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 1);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert!(all(&schedule).iter().all(|fixture| fixture.players.contains(&0)));
    }

    #[test]
    fn a_game_is_found_again_by_its_tag() {
        for fixture in all(&Schedule::new(Format::RoundRobin, 3, 2)) {
            assert_eq!(Fixture::number_of_tag(&fixture.round_tag()), Some(fixture.number));
            assert_eq!(
                fixture.players[fixture.color_of_first().index()],
                all(&Schedule::new(Format::RoundRobin, 3, 2))[fixture.pair() * 2].players[0]
            );
        }
        for bad in ["", "3", "0.1", "1.3", "x.1", "1.-1", "?"] {
            assert_eq!(Fixture::number_of_tag(bad), None, "{bad}");
        }
    }
}

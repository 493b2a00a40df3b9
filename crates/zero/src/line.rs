use kempelen_rules::{Game, Move, Position, Role, Variant};

/// Positions one after the other, each with the number of times it had occurred by then: what an encoder needs to
/// know of a game.
///
/// Ages count backwards: the position now has age 0.
pub trait Past<V: Variant> {
    /// The position of this age and how often it had occurred, itself included; counting may stop at three.
    /// `None` before the start.
    fn seen(&self, age: usize) -> Option<(&Position<V>, u8)>;
}

/// A game looks its repetitions up when asked.
impl<V: Variant> Past<V> for Game<V> {
    fn seen(&self, age: usize) -> Option<(&Position<V>, u8)> {
        let positions = self.positions();
        let (now, before) = positions[..positions.len().checked_sub(age)?].split_last()?;
        Some((now, 1 + earlier(now, before)))
    }
}

/// How often a position occurred among those before it, as far as two.
///
/// Only every second position has the same side to move, and nothing from before a capture or a pawn's step can come
/// back, so that the walk is usually short.
fn earlier<V: Variant>(now: &Position<V>, before: &[Position<V>]) -> u8 {
    before
        .rchunks_exact(2)
        .map(|pair| &pair[0])
        .take_while(|then| can_return(then, now))
        .filter(|then| then.key() == now.key())
        .take(2)
        .count() as u8
}

/// Whether neither a capture nor a pawn's step lies between two positions of one game.
#[inline]
fn can_return<V: Variant>(then: &Position<V>, now: &Position<V>) -> bool {
    then.role(Role::Pawn) == now.role(Role::Pawn) && then.occupied().len() == now.occupied().len()
}

/// A game in the form that a search walks up and down: repetitions are counted once, when a move is played.
#[derive(Clone, Debug)]
pub struct GameLine<V: Variant> {
    positions: Vec<Position<V>>,
    keys: Vec<u64>,
    /// How often each position had occurred, and how many moves lie behind it that could be taken back.
    counts: Vec<RepetitionCounts>,
}

#[derive(Clone, Copy, Debug)]
struct RepetitionCounts {
    occurred: u8,
    reversible: u16,
}

impl<V: Variant> From<&Game<V>> for GameLine<V> {
    fn from(game: &Game<V>) -> Self {
        let mut line = Self::new(*game.start());
        for &m in game.moves() {
            line.push(m);
        }
        line
    }
}

impl<V: Variant> Past<V> for GameLine<V> {
    #[inline]
    fn seen(&self, age: usize) -> Option<(&Position<V>, u8)> {
        let at = self.positions.len().checked_sub(age + 1)?;
        Some((self.positions.get(at)?, self.counts.get(at)?.occurred))
    }
}

impl<V: Variant> GameLine<V> {
    /// A line that starts here.
    pub fn new(start: Position<V>) -> Self {
        Self {
            positions: vec![start],
            keys: vec![start.key()],
            counts: vec![RepetitionCounts { occurred: 1, reversible: 0 }],
        }
    }

    /// The position now.
    #[inline]
    pub fn position(&self) -> &Position<V> {
        &self.positions[self.positions.len() - 1]
    }

    /// The number of moves from the start to here.
    #[inline]
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// How often the position now has occurred, up to 255 times.
    #[inline]
    pub fn repetitions(&self) -> u8 {
        self.counts[self.counts.len() - 1].occurred
    }

    /// The keys of all positions, the first before any move.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    #[inline]
    pub fn push(&mut self, m: Move) {
        let before = self.position();
        let next = before.play(m);
        let key = next.key();
        let reversible =
            if can_return(before, &next) { self.counts[self.counts.len() - 1].reversible + 1 } else { 0 };
        let occurred = 1 + self.earlier(key, reversible);
        self.positions.push(next);
        self.keys.push(key);
        self.counts.push(RepetitionCounts { occurred, reversible });
    }

    /// Goes back to where so many moves had been played. Nothing happens where there were fewer.
    #[inline]
    pub fn truncate(&mut self, plies: usize) {
        self.positions.truncate(plies + 1);
        self.keys.truncate(plies + 1);
        self.counts.truncate(plies + 1);
    }

    /// How often a position that is about to be added occurred before.
    #[inline]
    fn earlier(&self, key: u64, reversible: u16) -> u8 {
        // Four half-moves are the least that lead back.
        if reversible < 4 {
            return 0;
        }
        let reach = usize::from(reversible).min(self.keys.len());
        let recent = &self.keys[self.keys.len() - reach..];
        recent.rchunks_exact(2).filter(|pair| pair[0] == key).count().min(254) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Makruk, uci};

    /// Games of random moves that like to go back, so that much repeats.
    fn random_games<V: Variant>(mut seed: u64, mut check: impl FnMut(&Game<V>, &GameLine<V>)) {
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % bound
        };
        for _ in 0..20 {
            let mut game = Game::<V>::default();
            let mut line = GameLine::from(&game);
            for _ in 0..150 {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let last = game.moves().iter().rev().nth(1);
                let back = last.map(|m| Move::new(m.to(), m.from())).filter(|m| moves.contains(m));
                let m = back.filter(|_| below(3) > 0).unwrap_or(moves[below(moves.len())]);
                game.play(m);
                line.push(m);
                check(&game, &line);
            }
        }
    }

    fn agrees<V: Variant>(game: &Game<V>, line: &GameLine<V>, most: &mut usize) {
        let now = game.positions().len() - 1;
        assert_eq!(usize::from(line.repetitions()), game.repetitions(), "{}", game.position());
        *most = (*most).max(game.repetitions());
        for age in 0..10 {
            let expected =
                now.checked_sub(age).map(|ply| (game.positions()[ply].key(), game.repetitions_at(ply)));
            let of_game = Past::seen(game, age).map(|(position, n)| (position.key(), usize::from(n)));
            let of_line = line.seen(age).map(|(position, n)| (position.key(), usize::from(n)));
            assert_eq!(of_line, expected);
            assert_eq!(of_game, expected.map(|(key, n)| (key, n.min(3))));
        }
    }

    #[test]
    fn repetitions_are_those_of_the_game() {
        let (mut chess, mut makruk) = (0, 0);
        random_games::<Chess>(1, |game, line| agrees(game, line, &mut chess));
        random_games::<Makruk>(2, |game, line| agrees(game, line, &mut makruk));
        assert!(chess > 3 && makruk > 3, "the games repeat too little to show anything: {chess} {makruk}");
    }

    #[test]
    fn a_line_goes_back_to_any_ply() {
        let mut line = GameLine::<Chess>::new(Position::default());
        let start = line.position().key();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let m = uci::read(line.position(), text).expect("a legal move");
            line.push(m);
        }
        assert_eq!((line.plies(), line.repetitions()), (4, 2));
        line.truncate(0);
        assert_eq!((line.plies(), line.repetitions(), line.position().key()), (0, 1, start));
        line.truncate(9);
        assert_eq!(line.plies(), 0);
    }
}

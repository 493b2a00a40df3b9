use kempelen_rules::{Color, Position, Role, Square, SquareSet, Variant, attacks};

/// A pawn that nobody can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runner {
    /// Where it stands.
    pub pawn: Square,
    /// Where it promotes.
    pub goal: Square,
    /// How many of its moves that takes.
    pub moves: u8,
}

/// The pawns that run to promote, against a side that has only its king and pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    runners: [Option<Runner>; 2],
    turn: Color,
}

impl Race {
    /// The race in a position: for each side its fastest pawn that nobody can stop. Such a pawn has a free road that no
    /// enemy pawn guards, and the enemy has no officers, and its king comes too late (the *rule of the square*). That a
    /// king could help its pawn along, or hinder by a check, is not looked at.
    ///
    /// ```text
    /// 8  . . . . . . . .
    /// 7  . . . . . . . .
    /// 6  . . . . . . . .
    /// 5  P . . . . k . .     White to move: the pawn runs three moves,
    /// 4  . . . . . . . .     and the king is outside its square.
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . K
    ///    a b c d e f g h
    /// ```
    ///
    /// ```
    /// use kempelen_motifs::Race;
    /// use kempelen_rules::{Chess, Color, Position, Square};
    ///
    /// let position: Position<Chess> = "8/8/8/P4k2/8/8/8/7K w - - 0 1".parse()?;
    /// let race = Race::of(&position);
    /// assert_eq!(race.runner(Color::White).map(|runner| (runner.goal, runner.moves)), Some((Square::A8, 3)));
    /// assert_eq!(race.winner(), Some(Color::White));
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn of<V: Variant>(position: &Position<V>) -> Self {
        Self { runners: Color::ALL.map(|side| fastest(position, side)), turn: position.turn() }
    }

    /// The fastest pawn of a side that nobody can stop.
    pub fn runner(&self, side: Color) -> Option<Runner> {
        self.runners[side.index()]
    }

    /// The side that promotes first.
    pub fn winner(&self) -> Option<Color> {
        match (self.runner(self.turn), self.runner(!self.turn)) {
            (Some(mine), Some(theirs)) => {
                Some(if mine.moves <= theirs.moves { self.turn } else { !self.turn })
            }
            (Some(_), None) => Some(self.turn),
            (None, Some(_)) => Some(!self.turn),
            (None, None) => None,
        }
    }
}

fn fastest<V: Variant>(position: &Position<V>, us: Color) -> Option<Runner> {
    let officers = position.side(!us) & !position.role(Role::Pawn) & !position.role(Role::King);
    if officers.any() {
        return None;
    }
    let pawns = position.men(us, Role::Pawn);
    pawns.into_iter().filter_map(|pawn| runner(position, us, pawn)).min_by_key(|runner| runner.moves)
}

fn runner<V: Variant>(position: &Position<V>, us: Color, pawn: Square) -> Option<Runner> {
    let goal = (V::promotion_zone(us) & SquareSet::file(pawn.file())).first()?;
    let road = attacks::between(pawn, goal).with(goal);
    // Guarded are the squares of the road that an enemy pawn attacks, now or after walking on.
    let guarded = position.men(!us, Role::Pawn).into_iter().any(|enemy| {
        let ahead = us.relative_rank(enemy.rank()) > us.relative_rank(pawn.rank());
        ahead && enemy.file().abs_diff(pawn.file()) <= 1
    });
    if guarded || !road.is_disjoint(position.occupied()) {
        return None;
    }
    let steps = pawn.rank().abs_diff(goal.rank());
    let doubles = V::DOUBLE_STEP && us.relative_rank(pawn.rank()) == 1;
    let moves = steps - u8::from(doubles);
    // The side to move is a move ahead.
    let lead = u8::from(position.turn() != us);
    let comes_too_late = position.king(!us).distance(goal) > moves + lead;
    comes_too_late.then_some(Runner { pawn, goal, moves })
}

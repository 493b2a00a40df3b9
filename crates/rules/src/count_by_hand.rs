use std::fmt;
use std::str::FromStr;

use crate::variant::DrawCount;
use crate::{Color, Game, Position, Role, Variant};

/// Who sees to it that moves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CountKeeping {
    /// Every count begins as soon as it may, as between programs.
    #[default]
    Automatic,
    /// As in tournaments: the count of the *board's honour* is begun and stopped by the weaker side; that of the
    /// *pieces' honour*, against a bare king, begins by itself and cannot be stopped.
    ByHand,
}

/// What a player does with the count of the board's honour.
///
/// ```
/// use kempelen_rules::CountCall;
///
/// assert_eq!("start".parse(), Ok(CountCall::Start));
/// assert_eq!(CountCall::Stop.to_string(), "stop");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountCall {
    /// The coming move of the caller is number one.
    Start,
    /// Nothing is counted any more; it may be started anew, from one.
    Stop,
}

impl fmt::Display for CountCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Stop => "stop",
        })
    }
}

impl FromStr for CountCall {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "start" => Ok(Self::Start),
            "stop" => Ok(Self::Stop),
            _ => Err(()),
        }
    }
}

/// Why a player may not start or stop a count now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountRefusal {
    /// The count is kept automatically.
    Automatic,
    /// The game is over.
    Over,
    /// A count is on already.
    Running,
    /// There are too many men on the board, or pawns.
    TooManyMen,
    /// The stronger side does not count.
    Stronger,
    /// No count is on.
    NotRunning,
    /// The count against a bare king cannot be stopped.
    BareKing,
    /// The other side counts.
    NotYours,
}

impl fmt::Display for CountRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Automatic => "the count is kept automatically in this game",
            Self::Over => "the game is over",
            Self::Running => "a count is on already",
            Self::TooManyMen => "nothing may be counted as long as so many men are on the board",
            Self::Stronger => "only the weaker side may count",
            Self::NotRunning => "no count is on",
            Self::BareKing => "the count against a bare king cannot be stopped",
            Self::NotYours => "only the side that counts may stop",
        })
    }
}

impl std::error::Error for CountRefusal {}

/// # Counting by hand
impl<V: Variant> Game<V> {
    /// The same game with its count kept like this from now on.
    ///
    /// ```
    /// use kempelen_rules::{CountCall, CountKeeping, Game, Makruk, uci};
    ///
    /// // Black has a ma against rua and khon, and no bia is left.
    /// let start = "3k4/8/3n4/8/8/2S5/3R4/3K4 b - - 0 1".parse()?;
    /// let mut game = Game::<Makruk>::new(start).keeping_count(CountKeeping::ByHand);
    /// assert_eq!(game.count_offer(), Some(64), "a count may be begun, and would go to 64");
    /// game.call_count(CountCall::Start)?;
    /// game.play(uci::read(game.position(), "d8e7")?);
    /// assert_eq!(game.position().draw_count().spoken(), Some((1, 64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keeping_count(mut self, keeping: CountKeeping) -> Self {
        self.keeping = keeping;
        self
    }

    /// Who sees to it that moves are counted.
    pub fn count_keeping(&self) -> CountKeeping {
        self.keeping
    }

    /// What players did with the count: after how many moves, and what. In the order in which it was done.
    pub fn count_calls(&self) -> &[(usize, CountCall)] {
        &self.calls
    }

    /// How many moves a count would go to if the side to move began it now; `None` where it may not.
    pub fn count_offer(&self) -> Option<u16> {
        self.may_start().ok()
    }

    /// The side to move starts or stops the count of the board's honour.
    ///
    /// # Errors
    /// Where the laws do not allow it; the game is as it was.
    pub fn call_count(&mut self, call: CountCall) -> Result<(), CountRefusal> {
        let count = match call {
            CountCall::Start => DrawCount { plies: 0, limit: 2 * self.may_start()? },
            CountCall::Stop => {
                self.may_stop()?;
                DrawCount::default()
            }
        };
        self.recount(count);
        self.calls.push((self.moves().len(), call));
        Ok(())
    }

    fn may_call(&self) -> Result<(), CountRefusal> {
        match self.keeping {
            CountKeeping::Automatic => Err(CountRefusal::Automatic),
            CountKeeping::ByHand if self.outcome().is_some() => Err(CountRefusal::Over),
            CountKeeping::ByHand => Ok(()),
        }
    }

    fn may_start(&self) -> Result<u16, CountRefusal> {
        self.may_call()?;
        let position = self.position();
        let us = position.turn();
        match V::count_limit(position, us) {
            _ if position.draw_count().limit > 0 => Err(CountRefusal::Running),
            0 => Err(CountRefusal::TooManyMen),
            _ if worth(position, us) > worth(position, !us) => Err(CountRefusal::Stronger),
            limit => Ok(limit),
        }
    }

    /// Whether the side to move may stop the count.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_stop(&self) -> Result<(), CountRefusal> {
        self.may_call()?;
        let position = self.position();
        match position.counting_side() {
            None => Err(CountRefusal::NotRunning),
            Some(_) if has_bare_king(position) => Err(CountRefusal::BareKing),
            Some(side) if side != position.turn() => Err(CountRefusal::NotYours),
            Some(_) => Ok(()),
        }
    }

    /// What becomes of the count after a move: by hand, the board's honour does not begin by itself.
    pub(crate) fn kept_count(&self, after: &Position<V>) -> DrawCount {
        let (before, now) = (self.position().draw_count(), after.draw_count());
        let begun = before.limit == 0 && now.limit > 0;
        if self.keeping == CountKeeping::ByHand && begun && !has_bare_king(after) {
            return DrawCount { plies: before.plies.saturating_add(1), limit: 0 };
        }
        now
    }
}

fn has_bare_king<V: Variant>(position: &Position<V>) -> bool {
    Color::ALL.into_iter().any(|side| !position.side(side).has_several())
}

/// What a side's men are worth by the Thai association, in tenths of a bia: who is the weaker side.
fn worth<V: Variant>(position: &Position<V>, side: Color) -> u32 {
    let value = |role| match role {
        Role::Pawn => 10,
        Role::Met => 17,
        Role::Khon => 26,
        Role::Knight | Role::Bishop => 30,
        Role::Rook => 50,
        Role::Queen => 97,
        Role::King => 0,
    };
    V::ROLES.into_iter().map(|role| value(role) * position.men(side, role).len()).sum()
}

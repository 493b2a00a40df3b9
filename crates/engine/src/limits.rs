use std::time::Duration;

/// When to stop thinking. Whatever is given holds; nothing given means: until told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// A depth in plies.
    pub depth: Option<u8>,
    /// A number of nodes.
    pub nodes: Option<u64>,
    /// A number of nodes after which no deeper iteration begins; one that has begun goes on, as far as the other limits
    /// let it. Engines that do not deepen step by step need not heed it, so that another limit should go with it.
    pub soft_nodes: Option<u64>,
    /// A fixed time.
    pub time: Option<Duration>,
    /// A mate in so many moves is enough.
    pub mate: Option<u8>,
    /// A game clock to live with.
    pub clock: Option<GameClock>,
    /// Whether this is the opponent's time: think on until [hit](crate::Stop::hit) or stopped.
    pub ponder: bool,
    /// Whether to wait for a stop even when there is nothing more to find.
    pub infinite: bool,
}

impl Limits {
    /// A depth and nothing else.
    pub fn depth(depth: u8) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A number of nodes and nothing else.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A soft number of nodes, and a hard one for the iteration that is then under way.
    ///
    /// ```
    /// # use kempelen_engine::Limits;
    /// let limits = Limits::soft_nodes(250, 2000);
    /// assert_eq!((limits.soft_nodes, limits.nodes), (Some(250), Some(2000)));
    /// assert!(limits.are_timeless());
    /// ```
    pub fn soft_nodes(soft: u64, hard: u64) -> Self {
        Self { soft_nodes: Some(soft), nodes: Some(hard), ..Self::default() }
    }

    /// A fixed time and nothing else.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether the answer depends on the position alone and not on how fast the machine is.
    pub fn are_timeless(&self) -> bool {
        self.time.is_none()
            && self.clock.is_none()
            && !self.ponder
            && !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.mate.is_some())
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// Time left.
    pub remaining: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves until more time is given, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

//! Every reason and every way, each declared once.
//!
//! All that is said of them anywhere follows from these two tables: their numbers in files, their names in JSON and its
//! schema, their words in the readings of the window, the rules by which traces are checked, the tables of the page and
//! those in the documentation. `make reasons` writes anew what is not Rust, and a test says when that is due.
//!
//! Numbers are for ever, since they stand in files: a new reason comes last.

use kempelen_rules::Move;

use crate::facts::{NodeLook, Reason, ScoreProof, Skips, ToParent, Way};

/// Makes an enum of a table, with a row of facts for each of its values.
macro_rules! table {
    (
        $(#[$about:meta])*
        $name:ident: $facts:ident {
            $($(#[$doc:meta])* $value:ident = $number:literal: $fact:expr,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$doc])* $value = $number,)+
        }

        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$value),+];

            const FACTS: [$facts; Self::ALL.len()] = [$($fact),+];

            /// What is known of it.
            #[inline]
            pub const fn facts(self) -> &'static $facts {
                &Self::FACTS[self as usize]
            }

            /// The one of a number.
            #[inline]
            pub fn from_index(index: u8) -> Option<Self> {
                Self::ALL.get(index as usize).copied()
            }

            /// The one of a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }

            /// Its name in JSON and in tables.
            #[inline]
            pub const fn name(self) -> &'static str {
                self.facts().name
            }

            /// A few words for people.
            #[inline]
            pub const fn words(self) -> &'static str {
                self.facts().words
            }
        }

        // The numbers leave nothing out.
        const _: () = {
            let mut index = 0;
            while index < $name::ALL.len() {
                assert!($name::ALL[index] as usize == index);
                index += 1;
            }
        };
    };
}

table! {
    /// Why a node was left, a move passed over, or a playout ended.
    ///
    /// ```
    /// use kempelen_trace::{ScoreProof, Why};
    ///
    /// assert_eq!(Why::NullMove.name(), "null-move");
    /// assert_eq!(Why::named("null-move"), Some(Why::NullMove));
    /// assert_eq!(Why::from_index(3), Some(Why::NullMove));
    /// assert_eq!(Why::NullMove.words(), "even a pass is too good");
    /// assert_eq!(Why::NullMove.facts().proof, ScoreProof::Pass);
    /// ```
    Why: Reason {
        /// All moves worth a search were searched.
        Searched = 0: Reason::leaves(
            "searched", "all moves worth it were searched",
            "{mover}'s best is {best}, worth {score}", ScoreProof::BestMove,
        ),
        /// A move was so good that the other side will not allow this position.
        Beta = 1: Reason::leaves(
            "beta", "a move cut off",
            "cut off: {best} scores {score}, {already}", ScoreProof::Cutoff,
        ).looks(NodeLook::Cut),
        /// The transposition table knew enough.
        Table = 2: Reason::leaves(
            "table", "the table knew it",
            "the table knows it already: {known}", ScoreProof::Table,
        ).looks(NodeLook::Table),
        /// Even a pass was too good for the other side to allow this position.
        NullMove = 3: Reason::leaves(
            "null-move", "even a pass is too good",
            "cut off: even a pass scores {score}, {already}", ScoreProof::Pass,
        ).looks(NodeLook::Cut),
        /// The static value is so far above the window that the node is given up as too good.
        ReverseFutility = 4: Reason::leaves(
            "reverse-futility", "far above the window (reverse futility)",
            "given up as too good: {mover} stands at {static} before its move, {already}", ScoreProof::Static,
        ).looks(NodeLook::Cut),
        /// The static value is so far below the window that captures alone decided.
        Razoring = 5: Reason::leaves(
            "razoring", "far below the window (razoring)",
            "{mover} stands so badly, at {static}, that only captures were tried: {score}", ScoreProof::Captures,
        ),
        /// A capture would cut off even with a margin.
        ProbCut = 6: Reason::leaves(
            "probcut", "a capture is good even with a margin (ProbCut)",
            "cut off: {probe} is good even with a margin, {already}", ScoreProof::Probe,
        ).looks(NodeLook::Cut),
        /// Several moves would cut off.
        MultiCut = 7: Reason::leaves(
            "multi-cut", "several moves would cut off (multi-cut)",
            "cut off: more than one move reaches {score}, {already}", ScoreProof::OtherMoves,
        ).called("multi-cut").looks(NodeLook::Cut),
        /// No mate from here can be shorter than one already known.
        MateDistance = 8: Reason::leaves(
            "mate-distance", "a shorter mate is known",
            "no mate from here can be shorter than one that is known", ScoreProof::MateScore,
        ).looks(NodeLook::Cut),
        /// The depth is used up; the static value counts.
        Horizon = 9: Reason::leaves(
            "horizon", "the depth is used up",
            "the depth is used up: judged at {score}", ScoreProof::BestMoveOrStatic,
        ).looks(NodeLook::Quiet),
        /// Not capturing at all is good enough.
        StandPat = 10: Reason::leaves(
            "stand-pat", "doing nothing is good enough (stand pat)",
            "{mover} need not do anything: it stands at {static}, {already}", ScoreProof::StandPat,
        ).looks(NodeLook::Quiet),
        /// Checkmate.
        Mate = 11: Reason::leaves("mate", "checkmate", "{mover} is checkmated", ScoreProof::Mate),
        /// Stalemate.
        Stalemate = 12: Reason::leaves(
            "stalemate", "stalemate",
            "{mover} has no move and is not in check: a draw", ScoreProof::Draw,
        ),
        /// The position has occurred before.
        Repetition = 13: Reason::leaves(
            "repetition", "repetition",
            "the position has occurred before: a draw", ScoreProof::Repetition,
        ),
        /// Fifty moves without a capture or pawn move.
        FiftyMoves = 14: Reason::leaves(
            "fifty-moves", "fifty moves",
            "fifty moves without a capture or a pawn move: a draw", ScoreProof::Draw,
        ),
        /// The count of makruk has run out.
        Counting = 15: Reason::leaves(
            "counting", "the count has run out",
            "the count has run out: a draw", ScoreProof::Draw,
        ),
        /// Neither side can mate.
        Material = 16: Reason::leaves(
            "material", "neither side can mate",
            "neither side can mate: a draw", ScoreProof::Draw,
        ),
        /// An endgame table knew.
        Tablebase = 17: Reason::leaves(
            "tablebase", "an endgame table knew it",
            "an endgame table knows it: {score}", ScoreProof::Stated,
        ).looks(NodeLook::Table),
        /// The search was told to stop.
        Stopped = 18: Reason::leaves(
            "stopped", "stopped",
            "the search was stopped here", ScoreProof::Unchecked,
        ),
        /// A quiet move that comes too late in the list.
        LateMove = 19: Reason::skips(
            "late-move", "it comes too late in the list (late move)", Skips::Rest,
        ),
        /// A quiet move that cannot lift a static value so low.
        Futility = 20: Reason::skips("futility", "it cannot gain enough (futility)", Skips::Rest),
        /// A move that loses material on its square.
        Exchange = 21: Reason::skips(
            "exchange", "it loses material on its square (bad exchange)", Skips::One,
        ),
        /// A quiet move that has failed too often before.
        History = 22: Reason::skips(
            "history", "it has failed too often before (history)", Skips::One,
        ),
        /// A move that leaves the king in check.
        Illegal = 23: Reason::skips("illegal", "it leaves the king in check", Skips::One),
        /// A move the search was told not to look at; or there was none but this.
        Excluded = 24: Reason::leaves(
            "excluded", "it was to be left out",
            "there is no other move", ScoreProof::NothingElse,
        ).also_skips(),
        /// A king was captured: the machine plays on without noticing earlier.
        KingCaptured = 25: Reason::leaves(
            "king-captured", "a king is captured",
            "a king is captured", ScoreProof::Unchecked,
        ),
        /// A position was seen for the first time, and the network gave it a value.
        Expanded = 26: Reason::ends_playouts("expanded", "a new position, valued by the network"),
        /// Another playout already waits for the value of this position; this one is given up.
        Collision = 27: Reason::ends_playouts("collision", "another playout waits for its value"),
        /// What comes of it was counted and not compared: the score is a sum.
        Counted = 28: Reason::leaves(
            "counted", "its moves were counted, not compared",
            "what comes of it adds up to {score}", ScoreProof::Sum,
        ),
        /// A book of openings has the move; nothing was searched.
        Book = 29: Reason::leaves(
            "book", "a book has the move",
            "{words}; nothing was searched", ScoreProof::Unsearched,
        ),
        /// The move was drawn by lot; nothing was searched.
        Lot = 30: Reason::leaves(
            "lot", "the move is drawn by lot",
            "{words}; nothing was searched", ScoreProof::Unsearched,
        ),
    }
}

table! {
    /// How a child is searched.
    ///
    /// ```
    /// use kempelen_trace::How;
    ///
    /// assert_eq!(How::Reduced.name(), "reduced");
    /// assert_eq!(How::Reduced.words(), "reduced scout");
    /// assert!(How::Reduced.tries(), "its score counts in the node above");
    /// assert!(!How::Probe.tries(), "it only gives an idea");
    /// ```
    How: Way {
        /// The root of a search.
        Root = 0: Way::new("root", "", ToParent::Look),
        /// With the whole window of its parent.
        Full = 1: Way::new("full", "", ToParent::Trial),
        /// With a window of no width, to see whether it is better than what there is.
        Scout = 2: Way::new("scout", "scout", ToParent::Trial),
        /// As a scout, and to less depth than its siblings, since it comes late.
        Reduced = 3: Way::new("reduced", "reduced scout", ToParent::Trial),
        /// Again, because a search with less width or depth said it is better than thought.
        Again = 4: Way::new("again", "again", ToParent::Trial),
        /// After a pass: does the other side have a threat at all?
        Null = 5: Way::new("null", "pass", ToParent::Pass),
        /// A shallow look whether a capture would cut anyway.
        Probe = 6: Way::new("probe", "probe", ToParent::Look),
        /// The same node without its best move: is that move alone in being good?
        Singular = 7: Way::new("singular", "without its best move", ToParent::Look),
        /// Captures only.
        Quiescence = 8: Way::new("quiescence", "captures only", ToParent::Trial),
        /// Not searched yet but only judged, so that the move that leads here finds its place in the order.
        Order = 9: Way::new("order", "to put moves in order", ToParent::Look),
        /// The same node without passes: was the pass too good only because any move would be worse?
        Verification = 10: Way::new("verification", "without a pass", ToParent::Look),
    }
}

impl How {
    /// Whether a node entered in this way is one ply further than the one above it: not where that one is looked at
    /// again.
    #[inline]
    pub const fn moves_on(self, m: Option<Move>) -> bool {
        m.is_some() || matches!(self.facts().step, ToParent::Pass)
    }

    /// Whether a node entered by a move in this way is a trial of that move, whose score counts in the node above.
    #[inline]
    pub const fn tries(self) -> bool {
        matches!(self.facts().step, ToParent::Trial)
    }
}

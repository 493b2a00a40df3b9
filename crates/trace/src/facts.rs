//! What is known of a reason or a way besides its name: the columns of the table in [`reasons`](crate::reasons).

use std::fmt;

/// What is known of a reason ([`Why`](crate::Why)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Its name in JSON and in tables.
    pub name: &'static str,
    /// What the page calls it, where that is not the name with blanks for hyphens.
    label: Option<&'static str>,
    /// A few words for people, which fit behind a colon.
    pub words: &'static str,
    /// A sentence without its full stop, of a node that was left for this reason. What stands in braces is for the
    /// reader of a trace to fill in: `{mover}` is the side to move, `{score}` the score of the node, `{alpha}` what the
    /// side to move has already, `{static}` the static evaluation, `{best}` the best move, `{probe}` the capture that was probed, `{known}` what the table knew,
    /// `{already}` what the other side has already, `{words}` the words above.
    pub because: &'static str,
    /// How a node that was left for this reason can be checked.
    pub proof: ScoreProof,
    /// What becomes of the other moves when one is passed over for this reason.
    pub skips: Skips,
    /// What nodes that were left for this reason look like in a picture.
    pub look: NodeLook,
}

/// How the score of a node follows from what stands below it: the rule of a reason, by which a trace is checked.
///
/// A node's *goal* is the upper end of its window, or the score of the quickest mate that is still possible, if that is
/// less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreProof {
    /// It is what the best move came to; in a search of captures, doing nothing is a move too.
    BestMove,
    /// The same, and doing nothing is a move in any case.
    BestMoveOrStatic,
    /// The last move that was tried reached the goal.
    Cutoff,
    /// The static evaluation, or what the table said in its place, reached the goal.
    StandPat,
    /// The static evaluation, or what the table said in its place, is the score or more, and that reached the goal.
    Static,
    /// It is what the table said, and that was enough for the window.
    Table,
    /// A pass reached the goal; and if that was verified, so did the search without passes.
    Pass,
    /// It is what a search of captures came to, and that is not above the window.
    Captures,
    /// A capture that was probed is worth the score or more, and that reached the goal.
    Probe,
    /// A search of all other moves reached the score, and that reached the goal.
    OtherMoves,
    /// It is the score of a mate.
    MateScore,
    /// The side to move is mated, and nothing was tried.
    Mate,
    /// The game is drawn, and nothing was tried.
    Draw,
    /// The same, and the position has been there before.
    Repetition,
    /// It is known from elsewhere, and nothing was tried.
    Stated,
    /// The move is from elsewhere, and nothing was tried.
    Unsearched,
    /// There was nothing to try, and it is the lower end of the window.
    NothingElse,
    /// It is the static evaluation, if there is one.
    Sum,
    /// It follows from nothing that could be checked.
    Unchecked,
    /// A node is never left for this reason: it is one to pass over a move.
    OfMoves,
    /// A node is never left for this reason: it is one to end a playout.
    OfPlayouts,
}

impl ScoreProof {
    /// Whether the game is over in a node that has this proof, so that its score is exact whatever its window.
    pub const fn is_game_over(self) -> bool {
        matches!(self, Self::Mate | Self::Draw | Self::Repetition)
    }
}

/// What becomes of the moves of a node when one is passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skips {
    /// No move is passed over for this reason.
    None,
    /// The others have their turn.
    One,
    /// With a quiet move, all quiet ones behind it are passed over.
    Rest,
}

/// What a node looks like in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeLook {
    /// Searched, and not better than what there was.
    Searched,
    /// Cut off: too good to be allowed.
    Cut,
    /// Known from a table.
    Table,
    /// Judged, and not searched.
    Quiet,
}

/// The name the page has for it.
impl fmt::Display for NodeLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Searched => "searched",
            Self::Cut => "cut",
            Self::Table => "table",
            Self::Quiet => "quiet",
        })
    }
}

impl Reason {
    /// A reason to leave a node.
    pub(crate) const fn leaves(
        name: &'static str,
        words: &'static str,
        because: &'static str,
        proof: ScoreProof,
    ) -> Self {
        Self { name, label: None, words, because, proof, skips: Skips::None, look: NodeLook::Searched }
    }

    /// A reason to pass over a move.
    pub(crate) const fn skips(name: &'static str, words: &'static str, skips: Skips) -> Self {
        Self { skips, ..Self::leaves(name, words, "left: {words}", ScoreProof::OfMoves) }
    }

    /// A reason to end a playout.
    pub(crate) const fn ends_playouts(name: &'static str, words: &'static str) -> Self {
        Self::leaves(name, words, "{words}", ScoreProof::OfPlayouts)
    }

    pub(crate) const fn called(self, label: &'static str) -> Self {
        Self { label: Some(label), ..self }
    }

    pub(crate) const fn also_skips(self) -> Self {
        Self { skips: Skips::One, ..self }
    }

    pub(crate) const fn looks(self, look: NodeLook) -> Self {
        Self { look, ..self }
    }

    /// What the page calls it: `null move` for `null-move`.
    pub fn label(&self) -> String {
        self.label.map_or_else(|| self.name.replace('-', " "), str::to_owned)
    }
}

/// What is known of a way to search ([`How`](crate::How)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its name in JSON, in tables and on the page.
    pub name: &'static str,
    /// A few words for people, which fit behind the line of a node; empty where there is nothing to say.
    pub words: &'static str,
    /// What a node is to the one above it.
    pub(crate) step: ToParent,
}

/// What a node is to the one above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ToParent {
    /// A trial of a move, whose score counts there.
    Trial,
    /// The same for a move, but only to get an idea of it; without a move, the same node once more.
    Look,
    /// What comes of a pass.
    Pass,
}

impl Way {
    pub(crate) const fn new(name: &'static str, words: &'static str, step: ToParent) -> Self {
        Self { name, words, step }
    }
}

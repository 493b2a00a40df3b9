use crate::{AnyGame, AnyPosition, Color, CountCall, CountKeeping, IllegalMove, Move};

/// The tag that says how moves were counted, and its value where players did so.
const COUNTING: &str = "Counting";
const BY_HAND: &str = "by hand";

/// A game on paper: who played, from which position, the moves with all side lines and remarks, and how it ended.
///
/// The moves form a tree. Its root is the start position; the first child of a node continues the line, the others
/// are variations.
///
/// ```
/// # use kempelen_rules::{AnyPosition, VariantId, pgn::{PgnNode, Record}};
/// let start = AnyPosition::start(VariantId::Chess);
/// let mut record = Record::new(start);
/// let main = record.add(PgnNode::ROOT, start.read_move("e4")?)?;
/// record.add(PgnNode::ROOT, start.read_move("d4")?)?;
/// record.add_glyph(main, 1);
/// record.add_comment(main, "best by test");
/// assert!(record.to_string().ends_with("1. e4 $1 {best by test} (1. d4) *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    tags: Vec<(String, String)>,
    /// The root first; a child always comes after its parent.
    nodes: Vec<NodeContents>,
    /// How the game ended.
    pub outcome: Outcome,
}

/// A place in the tree of a [`Record`]: the start, or the position after one of its moves. It is good for the record
/// that gave it; another record may know no such place, and says nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PgnNode(usize);

impl PgnNode {
    /// The start.
    pub const ROOT: Self = Self(0);
}

/// What is known of a place in the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NodeContents {
    position: AnyPosition,
    /// From where and by which move one comes here; the root has none.
    step: Option<(PgnNode, Move)>,
    children: Vec<PgnNode>,
    glyphs: Vec<u8>,
    comments: Vec<String>,
    comments_before: Vec<String>,
}

impl NodeContents {
    fn new(position: AnyPosition, step: Option<(PgnNode, Move)>) -> Self {
        Self {
            position,
            step,
            children: Vec::new(),
            glyphs: Vec::new(),
            comments: Vec::new(),
            comments_before: Vec::new(),
        }
    }
}

/// # The tree
impl Record {
    /// A record without moves.
    pub fn new(start: AnyPosition) -> Self {
        Self { tags: Vec::new(), nodes: vec![NodeContents::new(start, None)], outcome: Outcome::Open }
    }

    /// The record of a game, with the outcome that the board shows.
    pub fn of_game(game: &AnyGame) -> Self {
        let mut record = Self::new(game.start());
        let mut here = PgnNode::ROOT;
        if game.count_keeping() == CountKeeping::ByHand {
            record.set_tag(COUNTING, BY_HAND);
        }
        let mut calls = game.count_calls().iter().peekable();
        for (ply, m) in game.moves().iter().map(Some).chain([None]).enumerate() {
            while let Some((_, call)) = calls.next_if(|(after, _)| *after == ply) {
                record.add_comment(here, &format!("[%count {call}]"));
            }
            here = m.map_or(here, |&m| record.put(here, m));
        }
        record.outcome = Outcome::from_text(game.result()).unwrap_or_default();
        record
    }

    /// The position before the first move.
    pub fn start(&self) -> AnyPosition {
        self.nodes[0].position
    }

    /// The position at a place.
    pub fn position(&self, node: PgnNode) -> AnyPosition {
        self.place(node).position
    }

    /// The move that led to a place; the start has none.
    pub fn last_move(&self, node: PgnNode) -> Option<Move> {
        self.place(node).step.map(|(_, m)| m)
    }

    /// The place before a move; the start has none.
    pub fn parent(&self, node: PgnNode) -> Option<PgnNode> {
        self.place(node).step.map(|(parent, _)| parent)
    }

    /// What was played or considered next: first the move of the line itself, then its alternatives.
    pub fn children(&self, node: PgnNode) -> &[PgnNode] {
        &self.place(node).children
    }

    /// The places of the main line after each of its moves.
    pub fn mainline(&self) -> impl Iterator<Item = PgnNode> {
        std::iter::successors(self.children(PgnNode::ROOT).first().copied(), |&node| {
            self.children(node).first().copied()
        })
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.mainline().filter_map(|node| self.last_move(node))
    }

    /// The game that was played, without its variations. Where players kept the count by hand (the tag `Counting`, or
    /// remarks such as `[%count start]`), they do so again; a call that the laws do not allow is passed over.
    pub fn game(&self) -> AnyGame {
        let by_hand = self.tag(COUNTING).is_some_and(|how| how.eq_ignore_ascii_case(BY_HAND))
            || self.mainline().chain([PgnNode::ROOT]).any(|node| self.count_calls(node).next().is_some());
        let keeping = if by_hand { CountKeeping::ByHand } else { CountKeeping::Automatic };
        let mut game = AnyGame::new(self.start()).keeping_count(keeping);
        for node in std::iter::once(PgnNode::ROOT).chain(self.mainline()) {
            self.last_move(node).into_iter().for_each(|m| game.play(m));
            for call in self.count_calls(node) {
                let _ = game.call_count(call);
            }
        }
        game
    }

    /// What is said at a place of starting and stopping a count.
    fn count_calls(&self, node: PgnNode) -> impl Iterator<Item = CountCall> {
        let remarks = self.comments(node).iter().flat_map(|comment| comment.split("[%count ").skip(1));
        remarks.filter_map(|rest| rest.split_once(']')?.0.trim().parse().ok())
    }

    /// Adds a move after a place: the continuation if it is the first there, else a variation.
    ///
    /// # Errors
    /// When the move is not legal there.
    pub fn add(&mut self, node: PgnNode, m: Move) -> Result<PgnNode, IllegalMove> {
        if self.position(node).is_legal(m) { Ok(self.put(node, m)) } else { Err(IllegalMove(m)) }
    }

    /// Makes the line that leads to a place the main line, up to there; what was played instead becomes a variation.
    ///
    /// ```
    /// use kempelen_rules::pgn::{self, PgnNode};
    ///
    /// let mut record = pgn::read(&b"1. e4 (1. d4 d5) e5 *"[..]).next().expect("a game")?;
    /// let queens_pawn = record.children(PgnNode::ROOT)[1];
    /// record.promote(queens_pawn);
    /// assert_eq!(record.to_string().lines().last(), Some("1. d4 (1. e4 e5) 1... d5 *"));
    /// # Ok::<(), kempelen_rules::pgn::PgnError>(())
    /// ```
    pub fn promote(&mut self, node: PgnNode) {
        let mut here = node;
        while let Some(parent) = self.parent(here) {
            let siblings = &mut self.place_mut(parent).children;
            if let Some(index) = siblings.iter().position(|&child| child == here) {
                siblings[..=index].rotate_right(1);
            }
            here = parent;
        }
    }

    /// Adds a move that is known to be legal.
    pub(super) fn put(&mut self, node: PgnNode, m: Move) -> PgnNode {
        let child = PgnNode(self.nodes.len());
        let position = self.position(node).play(m);
        self.nodes.push(NodeContents::new(position, Some((node, m))));
        self.place_mut(node).children.push(child);
        child
    }

    fn place(&self, node: PgnNode) -> &NodeContents {
        self.nodes.get(node.0).unwrap_or(&self.nodes[0])
    }

    fn place_mut(&mut self, node: PgnNode) -> &mut NodeContents {
        let index = if node.0 < self.nodes.len() { node.0 } else { 0 };
        &mut self.nodes[index]
    }
}

/// # Remarks
impl Record {
    /// The numeric annotation glyphs (NAGs) of the move that led here: 1 for `!`, 2 for `?`, and so on.
    pub fn glyphs(&self, node: PgnNode) -> &[u8] {
        &self.place(node).glyphs
    }

    /// Adds a glyph to a move. The start has no move to judge.
    pub fn add_glyph(&mut self, node: PgnNode, glyph: u8) {
        if node != PgnNode::ROOT {
            self.place_mut(node).glyphs.push(glyph);
        }
    }

    /// The comments after the move that led here; those of the start stand before the first move.
    pub fn comments(&self, node: PgnNode) -> &[String] {
        &self.place(node).comments
    }

    /// The comments at the beginning of a variation, before its first move, which leads here.
    pub fn comments_before(&self, node: PgnNode) -> &[String] {
        &self.place(node).comments_before
    }

    /// Adds a comment after the move that led here. White space of any kind becomes single spaces.
    pub fn add_comment(&mut self, node: PgnNode, text: &str) {
        let text = one_line(text);
        if !text.is_empty() {
            self.place_mut(node).comments.push(text);
        }
    }

    /// Adds a comment before the move that leads here, where it begins a variation; anywhere else that is after
    /// the move before.
    pub fn add_comment_before(&mut self, node: PgnNode, text: &str) {
        let text = one_line(text);
        if text.is_empty() {
            return;
        }
        match self.parent(node) {
            Some(parent) if self.children(parent).first() != Some(&node) => {
                self.place_mut(node).comments_before.push(text);
            }
            parent => self.place_mut(parent.unwrap_or(PgnNode::ROOT)).comments.push(text),
        }
    }
}

/// # Tags
impl Record {
    /// The value of a tag such as `White` or `Date`. What the record itself knows is no tag: the variant, the start
    /// position and the result.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The tags in the order in which they were set.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag. An unknown value (`?`, or a date of question marks) removes it. Names have letters, digits and
    /// underscores only, and those of what the record itself knows are taken; with any other name nothing happens.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let sound = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !sound || super::OWN_TAGS.contains(&name) {
            return;
        }
        let value = one_line(value);
        let unknown = value.is_empty() || value.bytes().all(|b| b == b'?' || b == b'.');
        let known = self.tags.iter().position(|(known, _)| known == name);
        match (known, unknown) {
            (Some(i), true) => drop(self.tags.remove(i)),
            (Some(i), false) => self.tags[i].1 = value,
            (None, true) => {}
            (None, false) => self.tags.push((name.to_owned(), value)),
        }
    }
}

/// A text without line breaks, control characters or needless spaces.
fn one_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// How a game ended, as its record says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// Nobody did.
    Draw,
    /// It goes on, was broken off, or nobody knows.
    #[default]
    Open,
}

impl Outcome {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn text(self) -> &'static str {
        match self {
            Self::Win(winner) => winner.pick("1-0", "0-1"),
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The outcome of such a text.
    pub fn from_text(text: &str) -> Option<Self> {
        [Self::Win(Color::White), Self::Win(Color::Black), Self::Draw, Self::Open]
            .into_iter()
            .find(|outcome| outcome.text() == text)
    }
}

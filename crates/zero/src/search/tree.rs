//! The memory of a search: nodes, their moves, and what playouts say of them.
//!
//! Everything lies in two long arrays of words, and a node is the place where its part of the first begins: a header,
//! the priors of its moves, and the moves. A position that was seen once needs no more. Only when a playout goes on below
//! it does it get a part of the second array, with the statistics of all its moves; most positions of a tree are leaves,
//! so that this saves half of the memory. What is looked at together lies together: choosing a move touches two places
//! of the machine's memory, however large the tree is.

use kempelen_rules::Move;

use super::proof::Proof;

/// A node: the place where it begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NodeIndex(u32);

impl NodeIndex {
    /// The first position.
    pub(crate) const ROOT: Self = Self(0);
    /// No node.
    const NONE: Self = Self(u32::MAX);

    #[inline]
    fn place(self) -> usize {
        self.0 as usize
    }
}

/// What has become of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeState {
    /// Its value has been asked for.
    Waiting,
    /// It has a value, and priors for its moves.
    Expanded,
    /// The game ends here.
    Over,
}

/// The words of a header.
mod header {
    /// The node above.
    pub(super) const PARENT: usize = 0;
    /// Where the statistics of its moves begin, or [`super::UNOPENED`].
    pub(super) const STATS: usize = 1;
    /// What the network says of it, or the rules, for the side to move.
    pub(super) const VALUE: usize = 2;
    /// Which of the parent's moves leads here (low half), and how many moves it has (high half).
    pub(super) const SLOT_AND_COUNT: usize = 3;
    /// How many of its moves lead to nodes (low half), and what is certain of it (high half).
    pub(super) const OPENED_AND_PROOF: usize = 4;
    /// Its [state](super::State).
    pub(super) const STATE: usize = 5;
    /// Where it will be moved to.
    pub(super) const FORWARD: usize = 6;
    /// The words of a header.
    pub(super) const LEN: usize = 7;
}

const UNOPENED: u32 = u32::MAX;

/// The mean value of a move that is certain to lose: so low that no bonus makes up for it, whatever playouts still
/// bring back.
pub(crate) const LOST: f32 = -1e9;

/// Words of statistics for each move: visits, mean value, chances of a draw, and the node it leads to.
const STAT_WORDS: usize = 4;

/// A tree of nodes within a given amount of memory.
#[derive(Clone, Debug)]
pub(crate) struct PlayoutTree {
    words: Vec<u32>,
    stats: Vec<u32>,
    len: usize,
    /// Bytes that it may take.
    limit: usize,
}

/// What playouts say of the moves of a node, side by side.
#[derive(Clone, Copy)]
pub(crate) struct MoveStats<'a> {
    /// Visits, those under way included.
    pub(crate) visits: &'a [u32],
    /// Mean values for the side that chooses the move.
    pub(crate) values: &'a [f32],
    /// Sums of the chances of a draw.
    pub(crate) draws: &'a [f32],
}

/// # Memory
impl PlayoutTree {
    /// A tree without nodes that will not take more than so many bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self { words: Vec::new(), stats: Vec::new(), len: 0, limit }
    }

    /// Removes all nodes and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.stats.clear();
        self.len = 0;
    }

    /// How many nodes there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes it has taken.
    pub(crate) fn bytes(&self) -> usize {
        (self.words.capacity() + self.stats.capacity()) * size_of::<u32>()
    }

    /// The bytes its nodes fill.
    pub(crate) fn bytes_used(&self) -> usize {
        (self.words.len() + self.stats.len()) * size_of::<u32>()
    }

    /// Makes sure that a playout finds the memory it may need: for a node, and for the statistics of another. If not, the
    /// tree is full.
    #[inline]
    pub(crate) fn make_room(&mut self) -> bool {
        const MOST_MOVES: usize = 416;
        const NODE: usize = header::LEN + MOST_MOVES + MOST_MOVES / 2;
        const STATS: usize = STAT_WORDS * MOST_MOVES;
        self.words.capacity() - self.words.len() >= NODE && self.stats.capacity() - self.stats.len() >= STATS
            || self.grow(NODE, STATS)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, node: usize, stats: usize) -> bool {
        let grown = |array: &Vec<u32>, need: usize, share: usize| {
            (array.len() + need.max(array.len() / share)).max(array.capacity())
        };
        // Generously first, then as little as helps.
        for share in [1, 8, usize::MAX] {
            let (words, stats) = (grown(&self.words, node, share), grown(&self.stats, stats, share));
            let fits =
                (words + stats) * size_of::<u32>() <= self.limit && words.max(stats) < u32::MAX as usize;
            if fits {
                return reserve(&mut self.words, words) && reserve(&mut self.stats, stats);
            }
        }
        false
    }
}

/// Asks for memory without a panic where there is none.
fn reserve(array: &mut Vec<u32>, capacity: usize) -> bool {
    array.try_reserve_exact(capacity - array.len()).is_ok()
}

/// # Making nodes
impl PlayoutTree {
    /// Adds the root.
    pub(crate) fn plant(&mut self, moves: &[Move]) {
        self.clear();
        self.push(NodeIndex::NONE, 0);
        self.give_moves(NodeIndex::ROOT, moves);
    }

    /// Adds the node to which a move of another leads.
    #[inline]
    pub(crate) fn add(&mut self, parent: NodeIndex, slot: usize) -> NodeIndex {
        let child = self.push(parent, slot as u32);
        let place = self.stat(parent, 3, slot);
        self.stats[place] = child.0;
        self.words[parent.place() + header::OPENED_AND_PROOF] += 1;
        child
    }

    #[inline]
    fn push(&mut self, parent: NodeIndex, slot: u32) -> NodeIndex {
        let id = NodeIndex(self.words.len() as u32);
        self.words.extend_from_slice(&[parent.0, UNOPENED, 0, slot, 0, NodeState::Waiting as u32, 0]);
        self.len += 1;
        id
    }

    /// Writes down the moves of the node that was added last.
    #[inline]
    pub(crate) fn give_moves(&mut self, id: NodeIndex, moves: &[Move]) {
        self.words[id.place() + header::SLOT_AND_COUNT] |= (moves.len() as u32) << 16;
        let first = self.words.len() + moves.len();
        self.words.resize(first + moves.len().div_ceil(2), 0);
        let halves: &mut [u16] = bytemuck::cast_slice_mut(&mut self.words[first..]);
        for (half, m) in halves.iter_mut().zip(moves) {
            *half = m.bits().get();
        }
    }

    /// Gives a node its value and priors. The moves are put in order, the likeliest first; those equally likely stay in
    /// theirs.
    #[inline]
    pub(crate) fn expand(&mut self, id: NodeIndex, value: f32, priors: &[f32]) {
        let count = self.count(id);
        let node = &mut self.words[id.place()..];
        node[header::VALUE] = value.to_bits();
        node[header::STATE] = NodeState::Expanded as u32;
        let (own, rest) = node[header::LEN..].split_at_mut(count);
        let own: &mut [f32] = bytemuck::cast_slice_mut(own);
        own.copy_from_slice(priors);
        if !priors.is_sorted_by(|a, b| a >= b) {
            sort_by_prior(bytemuck::cast_slice_mut(&mut rest[..count.div_ceil(2)]), own);
        }
    }

    /// Says that the game ends at a node.
    #[inline]
    pub(crate) fn end(&mut self, id: NodeIndex, value: f32, proof: Option<Proof>) {
        let node = &mut self.words[id.place()..][..header::LEN];
        node[header::VALUE] = value.to_bits();
        node[header::STATE] = NodeState::Over as u32;
        node[header::OPENED_AND_PROOF] = (proof.map_or(0, Proof::pack) as u16 as u32) << 16;
    }

    /// Makes room for the statistics of a node's moves.
    #[inline]
    pub(crate) fn open(&mut self, id: NodeIndex) {
        let place = id.place() + header::STATS;
        if self.words[place] != UNOPENED {
            return;
        }
        let count = self.count(id);
        let first = self.stats.len();
        self.words[place] = first as u32;
        self.stats.resize(first + 3 * count, 0);
        self.stats.resize(first + STAT_WORDS * count, NodeIndex::NONE.0);
    }

    /// Sets what is certain of a node. If it is won for its side to move, the move that leads to it will not be chosen
    /// any more.
    pub(crate) fn prove(&mut self, id: NodeIndex, proof: Proof) {
        let word = &mut self.words[id.place() + header::OPENED_AND_PROOF];
        *word = *word & 0xFFFF | u32::from(proof.pack() as u16) << 16;
        if let (Proof::Win(_), Some((parent, slot))) = (proof, self.parent(id)) {
            let value = self.stat(parent, 1, slot);
            self.stats[value] = LOST.to_bits();
        }
    }
}

/// # Looking at nodes
impl PlayoutTree {
    #[inline]
    fn word(&self, id: NodeIndex, word: usize) -> u32 {
        self.words[id.place() + word]
    }

    #[inline]
    fn count(&self, id: NodeIndex) -> usize {
        (self.word(id, header::SLOT_AND_COUNT) >> 16) as usize
    }

    #[inline]
    pub(crate) fn state(&self, id: NodeIndex) -> NodeState {
        match self.word(id, header::STATE) {
            0 => NodeState::Waiting,
            1 => NodeState::Expanded,
            _ => NodeState::Over,
        }
    }

    #[inline]
    pub(crate) fn proof(&self, id: NodeIndex) -> Option<Proof> {
        Proof::unpack((self.word(id, header::OPENED_AND_PROOF) >> 16) as u16 as i16)
    }

    #[inline]
    pub(crate) fn value(&self, id: NodeIndex) -> f32 {
        f32::from_bits(self.word(id, header::VALUE))
    }

    /// The node above, and which of its moves leads here.
    #[inline]
    pub(crate) fn parent(&self, id: NodeIndex) -> Option<(NodeIndex, usize)> {
        let parent = NodeIndex(self.word(id, header::PARENT));
        (parent != NodeIndex::NONE)
            .then(|| (parent, (self.word(id, header::SLOT_AND_COUNT) & 0xFFFF) as usize))
    }

    /// How many moves of a node lead to nodes. Below the root these are the first ones.
    #[inline]
    pub(crate) fn opened(&self, id: NodeIndex) -> usize {
        (self.word(id, header::OPENED_AND_PROOF) & 0xFFFF) as usize
    }

    /// The moves of a node.
    #[inline]
    pub(crate) fn moves(&self, id: NodeIndex) -> impl ExactSizeIterator<Item = Move> + Clone {
        self.move_bits(id).iter().map(|&bits| read_move(bits))
    }

    /// One of the moves of a node.
    #[inline]
    pub(crate) fn move_at(&self, id: NodeIndex, slot: usize) -> Move {
        read_move(self.move_bits(id)[slot])
    }

    #[inline]
    fn move_bits(&self, id: NodeIndex) -> &[u16] {
        let count = self.count(id);
        let first = id.place() + header::LEN + count;
        &bytemuck::cast_slice(&self.words[first..first + count.div_ceil(2)])[..count]
    }

    /// The priors of a node's moves.
    #[inline]
    pub(crate) fn priors(&self, id: NodeIndex) -> &[f32] {
        bytemuck::cast_slice(&self.words[id.place() + header::LEN..][..self.count(id)])
    }

    /// The statistics of a node's moves; nothing where no playout has gone on below it.
    #[inline]
    pub(crate) fn stats(&self, id: NodeIndex) -> MoveStats<'_> {
        let (first, count) = match self.word(id, header::STATS) {
            UNOPENED => (0, 0),
            first => (first as usize, self.count(id)),
        };
        let (visits, rest) = self.stats[first..first + 3 * count].split_at(count);
        let (values, draws) = rest.split_at(count);
        MoveStats { visits, values: bytemuck::cast_slice(values), draws: bytemuck::cast_slice(draws) }
    }

    /// The node to which a move leads.
    #[inline]
    pub(crate) fn child(&self, id: NodeIndex, slot: usize) -> Option<NodeIndex> {
        if self.word(id, header::STATS) == UNOPENED {
            return None;
        }
        Some(NodeIndex(self.stats[self.stat(id, 3, slot)])).filter(|&child| child != NodeIndex::NONE)
    }

    /// The place of one of the four kinds of statistics of a move.
    #[inline]
    fn stat(&self, id: NodeIndex, kind: usize, slot: usize) -> usize {
        self.word(id, header::STATS) as usize + kind * self.count(id) + slot
    }

    /// What is certain of a node from its children alone.
    pub(crate) fn proof_of_children(&self, id: NodeIndex) -> Option<Proof> {
        Proof::of_moves((0..self.count(id)).map(|slot| self.proof(self.child(id, slot)?)))
    }
}

/// # Visits
impl PlayoutTree {
    /// A playout goes down by a move. Until it comes back it counts as a visit with this loss, so that others that set
    /// out meanwhile rather go elsewhere (*virtual loss*).
    #[inline]
    pub(crate) fn set_out(&mut self, id: NodeIndex, slot: usize, loss: f32) {
        self.change(id, slot, |visits, value| (visits + 1, value - (loss + value) / (visits + 1) as f32));
    }

    /// It comes back with a value for the side that chose the move.
    #[inline]
    pub(crate) fn come_back(&mut self, id: NodeIndex, slot: usize, loss: f32, value: f32, draw: f32) {
        self.change(id, slot, |visits, mean| (visits, mean + (value + loss) / visits as f32));
        let place = self.stat(id, 2, slot);
        self.stats[place] = (f32::from_bits(self.stats[place]) + draw).to_bits();
    }

    /// It comes back with nothing, and was never there.
    pub(crate) fn give_up(&mut self, id: NodeIndex, slot: usize, loss: f32) {
        self.change(id, slot, |visits, value| match visits - 1 {
            0 => (0, 0.0),
            before => (before, (value * visits as f32 + loss) / before as f32),
        });
    }

    #[inline]
    fn change(&mut self, id: NodeIndex, slot: usize, change: impl FnOnce(u32, f32) -> (u32, f32)) {
        let (visits, value) = (self.stat(id, 0, slot), self.stat(id, 1, slot));
        let (now, mean) = change(self.stats[visits], f32::from_bits(self.stats[value]));
        self.stats[visits] = now;
        self.stats[value] = mean.to_bits();
    }
}

/// # Going on from a later position
impl PlayoutTree {
    /// Makes a child of the root the root, and forgets what is not below it. Nodes stand in the order in which they were
    /// made, parents first, and keep it, so that everything can be moved down in place.
    pub(crate) fn climb(&mut self, slot: usize) -> bool {
        let Some(new_root) = self.child(NodeIndex::ROOT, slot) else { return false };
        let kept = self.mark(new_root);
        self.move_stats_down(&kept);
        let mut end = 0;
        for &id in &kept {
            let len = self.node_len(id);
            self.words.copy_within(id.place()..id.place() + len, end);
            end += len;
        }
        self.words.truncate(end);
        self.words[header::PARENT] = NodeIndex::NONE.0;
        self.len = kept.len();
        true
    }

    fn node_len(&self, id: NodeIndex) -> usize {
        let count = self.count(id);
        // Where the game ends there is nothing but a header.
        header::LEN + count + count.div_ceil(2)
    }

    /// The nodes from a new root on down, each told where it will stand and where its parent will.
    fn mark(&mut self, new_root: NodeIndex) -> Vec<NodeIndex> {
        const FORGOTTEN: u32 = u32::MAX;
        let mut kept = Vec::new();
        let (mut place, mut end) = (new_root.place(), 0);
        while place < self.words.len() {
            let id = NodeIndex(place as u32);
            let parent = self.word(id, header::PARENT) as usize;
            let below = place > new_root.place() && parent >= new_root.place();
            let above = if below { self.words[parent + header::FORWARD] } else { FORGOTTEN };
            let keep = id == new_root || above != FORGOTTEN;
            self.words[place + header::FORWARD] = if keep { end as u32 } else { FORGOTTEN };
            let len = self.node_len(id);
            if keep {
                self.words[place + header::PARENT] = above;
                kept.push(id);
                end += len;
            }
            place += len;
        }
        kept
    }

    /// Statistics were made in another order than nodes, so that they are moved in their own.
    fn move_stats_down(&mut self, kept: &[NodeIndex]) {
        let mut open: Vec<NodeIndex> =
            kept.iter().copied().filter(|&id| self.word(id, header::STATS) != UNOPENED).collect();
        open.sort_unstable_by_key(|&id| self.word(id, header::STATS));
        let mut end = 0;
        for id in open {
            let (first, count) = (self.word(id, header::STATS) as usize, self.count(id));
            self.words[id.place() + header::STATS] = end as u32;
            self.stats.copy_within(first..first + STAT_WORDS * count, end);
            for place in end + 3 * count..end + STAT_WORDS * count {
                let child = NodeIndex(self.stats[place]);
                if child != NodeIndex::NONE {
                    self.stats[place] = self.word(child, header::FORWARD);
                }
            }
            end += STAT_WORDS * count;
        }
        self.stats.truncate(end);
    }
}

/// The move of its bits, which are those of a move since nothing else is written.
#[inline]
fn read_move(bits: u16) -> Move {
    const NEVER: Move = Move::new(kempelen_rules::Square::A1, kempelen_rules::Square::B1);
    Move::from_bits(bits).unwrap_or(NEVER)
}

/// Puts moves and priors in order, the likeliest first.
fn sort_by_prior(moves: &mut [u16], priors: &mut [f32]) {
    // Lists are short and often nearly in order; insertion needs no memory and keeps the order of equals.
    for i in 1..priors.len() {
        let (m, prior) = (moves[i], priors[i]);
        let mut place = i;
        while place > 0 && priors[place - 1] < prior {
            moves[place] = moves[place - 1];
            priors[place] = priors[place - 1];
            place -= 1;
        }
        (moves[place], priors[place]) = (m, prior);
    }
}

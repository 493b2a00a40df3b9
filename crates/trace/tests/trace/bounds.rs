//! What a bounded trace keeps.

use std::collections::HashMap;

use crate::common::{Search, a_move};
use kempelen_rules::Move;
use kempelen_trace::{Event, How, Keep, Score, Tally, Trace, Why};
use proptest::prelude::*;

/// A node as a test sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    m: Option<Move>,
    how: How,
    window: (Score, Score),
    end: (Score, Why),
    best: Option<Move>,
    dropped: Option<u64>,
    children: Vec<Node>,
}

impl Node {
    fn entry(&self) -> (Option<Move>, How, (Score, Score), (Score, Why)) {
        (self.m, self.how, self.window, self.end)
    }

    fn nodes(&self) -> u64 {
        1 + self.dropped.unwrap_or(0) + self.children.iter().map(Self::nodes).sum::<u64>()
    }

    /// The last visit to the best move.
    fn best_child(&self) -> Option<&Self> {
        self.children.iter().rfind(|child| child.m.is_some() && child.m == self.best)
    }
}

/// The searches of the root, in order. Panics where events do not nest.
fn roots(events: &[Event]) -> Vec<Node> {
    let mut done = Vec::new();
    let mut open: Vec<Node> = Vec::new();
    for &event in events {
        match event {
            Event::Enter { m, how, alpha, beta, .. } => open.push(Node {
                m,
                how,
                window: (alpha, beta),
                end: (0, Why::Stopped),
                best: None,
                dropped: None,
                children: Vec::new(),
            }),
            Event::Leave { score, why } => {
                let mut node = open.pop().expect("a node to leave");
                node.end = (score, why);
                open.last_mut().map_or(&mut done, |parent| &mut parent.children).push(node);
            }
            Event::Best { m, .. } => open.last_mut().expect("a node").best = Some(m),
            Event::Dropped { nodes } => {
                *open.last_mut().expect("a node").dropped.get_or_insert(0) += nodes;
            }
            _ => {}
        }
    }
    assert!(open.is_empty());
    done
}

fn record(keep: Keep, seed: u64, width: u32, depth: u8) -> Trace {
    let mut trace = Trace::keeping(keep);
    Search { watch: &mut trace, seed, width, nodes: 0 }.run(depth);
    trace
}

/// Every node of the principal variation is there, with every child that it had.
fn assert_has_the_line(whole: &Node, kept: &Node) {
    assert_eq!(kept.entry(), whole.entry());
    assert_eq!(kept.best, whole.best);
    let entries = |node: &Node| node.children.iter().map(Node::entry).collect::<Vec<_>>();
    assert_eq!(entries(kept), entries(whole), "the siblings of the line");
    if let (Some(whole), Some(kept)) = (whole.best_child(), kept.best_child()) {
        assert_has_the_line(whole, kept);
    }
}

fn counted_again(trace: &Trace) -> Tally {
    let mut tally = Tally::default();
    trace.replay().for_each(|event| tally.note(&event));
    tally
}

#[test]
fn a_bound_on_memory_holds_and_keeps_the_line() {
    let whole = record(Keep::whole(), 1, 10, 8);
    let whole_roots = roots(&whole.events());
    assert!(whole.bytes().len() > 4 << 20, "{}", whole.bytes().len());
    for memory in [256 << 10, 512 << 10, 1 << 20, 3 << 20] {
        let kept = record(Keep { memory: Some(memory), ..Keep::whole() }, 1, 10, 8);
        assert!(kept.bytes().len() <= memory / 2, "{} of {memory}", kept.bytes().len());
        assert!(kept.bytes().len() >= memory / 64, "{} of {memory}", kept.bytes().len());
        assert_eq!(kept.tally(), whole.tally(), "what is counted does not depend on what is kept");
        let kept_roots = roots(&kept.events());
        assert_eq!(kept_roots.len(), whole_roots.len());
        for (kept, whole) in kept_roots.iter().zip(&whole_roots) {
            assert_eq!(kept.entry(), whole.entry());
            assert_eq!(kept.nodes(), whole.nodes(), "what was dropped is counted");
        }
        // The last rounds are those that an answer comes from.
        for (kept, whole) in kept_roots.iter().zip(&whole_roots).rev().take(2) {
            assert_has_the_line(whole, kept);
        }
        assert_eq!(counted_again(&kept).nodes(), whole.tally().nodes());
    }
}

#[test]
fn more_memory_keeps_more() {
    let kept = |memory| roots(&record(Keep { memory, ..Keep::whole() }, 5, 10, 8).events());
    let count = |roots: &[Node]| {
        fn visible(node: &Node) -> usize {
            1 + node.children.iter().map(visible).sum::<usize>()
        }
        roots.iter().map(visible).sum::<usize>()
    };
    let (little, more, whole) = (kept(Some(256 << 10)), kept(Some(2 << 20)), kept(None));
    assert!(count(&little) < count(&more) && count(&more) < count(&whole));
}

#[test]
fn a_bound_on_plies_cuts_everything_below() {
    fn deepest(node: &Node) -> usize {
        node.children.iter().map(|child| 1 + deepest(child)).max().unwrap_or(0)
    }
    let whole = record(Keep::whole(), 2, 5, 5);
    for plies in 0..5 {
        let kept = record(Keep { plies: Some(plies), ..Keep::whole() }, 2, 5, 5);
        let kept_roots = roots(&kept.events());
        assert_eq!(kept_roots.iter().map(deepest).max(), Some(usize::from(plies)));
        assert_eq!(kept_roots.iter().map(Node::nodes).sum::<u64>(), whole.tally().nodes());
        assert_eq!(kept.tally(), whole.tally());
    }
}

#[test]
fn a_sample_is_the_same_in_every_round_and_about_its_share() {
    let whole = record(Keep::whole(), 3, 16, 4);
    let kept = record(Keep { sample: Some(4), ..Keep::whole() }, 3, 16, 4);
    assert_eq!(kept.tally(), whole.tally());
    // Which nodes two plies from the root are whole, by their two moves.
    let mut fates: HashMap<(Option<Move>, Option<Move>), Vec<bool>> = HashMap::new();
    for (kept, whole) in roots(&kept.events()).iter().zip(&roots(&whole.events())) {
        assert_has_the_line(whole, kept);
        for (kept, whole) in kept.children.iter().zip(&whole.children) {
            let first = kept.m;
            for (kept, whole) in kept.children.iter().zip(&whole.children) {
                if whole.children.len() > 1 {
                    fates.entry((first, kept.m)).or_default().push(kept == whole);
                }
            }
        }
    }
    assert!(fates.len() > 40, "{}", fates.len());
    assert!(fates.values().all(|fates| fates.iter().all(|&fate| fate == fates[0])));
    let share = fates.values().filter(|fates| fates[0]).count() as f64 / fates.len() as f64;
    assert!((0.1..0.4).contains(&share), "{share}");
}

#[test]
fn a_line_of_play_is_whole_and_the_rest_is_not() {
    let line = vec![a_move(0), a_move(1)];
    let whole = record(Keep::whole(), 4, 6, 5);
    let kept = record(Keep { line: line.clone(), ..Keep::whole() }, 4, 6, 5);
    assert!(kept.bytes().len() < whole.bytes().len() / 2);
    for (kept, whole) in roots(&kept.events()).iter().zip(&roots(&whole.events())) {
        assert_has_the_line(whole, kept);
        let behind = |root: &Node| {
            line.iter().fold(vec![root.clone()], |nodes, &m| {
                let below = nodes.into_iter().flat_map(|node| node.children);
                below.filter(|child| child.m == Some(m)).collect()
            })
        };
        assert_eq!(behind(kept), behind(whole), "behind the line everything is there");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn all_bounds_together_still_nest_and_count(
        seed: u64,
        width in 2..7u32,
        plies in proptest::option::of(0..8u16),
        sample in proptest::option::of(1..9u32),
        line in proptest::collection::vec(0..7u32, 0..3),
        memory in proptest::option::of(Just(256usize << 10)),
    ) {
        let line: Vec<Move> = line.into_iter().map(a_move).collect();
        let whole = record(Keep::whole(), seed, width, 5);
        let kept = record(Keep { plies, sample, line, memory }, seed, width, 5);
        prop_assert_eq!(kept.tally(), whole.tally());
        let (kept, whole) = (roots(&kept.events()), roots(&whole.events()));
        prop_assert_eq!(kept.len(), whole.len());
        for (kept, whole) in kept.iter().zip(&whole) {
            prop_assert_eq!(kept.nodes(), whole.nodes());
            if plies.is_none() && memory.is_none() {
                assert_has_the_line(whole, kept);
            }
        }
    }
}

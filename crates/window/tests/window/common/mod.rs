//! A small Monte Carlo tree search on real positions, to have playouts to look at.

use kempelen_rules::{AnyPosition, Move};
use kempelen_trace::{Answer, Event, Fixed, Header, Keep, Observer, Promise, Recording, Trace, Why};

#[derive(Clone, Default)]
struct Node {
    visits: u32,
    /// From the side that made the move.
    sum: f32,
    prior: f32,
    children: Vec<(Move, usize)>,
}

impl Node {
    fn promise(&self, m: Move, parent: u32) -> Promise {
        let value = if self.visits == 0 { 0.0 } else { self.sum / self.visits as f32 };
        let bonus = 1.5 * self.prior * (parent as f32).sqrt() / (1 + self.visits) as f32;
        let [prior, value, bonus] = [self.prior, value, bonus].map(Fixed::from_f32);
        Promise { m, visits: self.visits, prior, value, bonus }
    }
}

/// Playouts from a position with even priors; a position is worth the share of the moves that the mover has, so that
/// what matters is freedom. A mate is a loss.
pub(crate) fn playouts(position: &AnyPosition, count: u32, keep: Keep) -> Recording {
    let mut trace = Trace::keeping(keep);
    let mut nodes = vec![Node::default()];
    for number in 1..=count {
        trace.note(|| Event::Playout { number });
        let (mut path, mut here) = (vec![0], *position);
        while let Some(&last) = path.last().filter(|&&last| !nodes[last].children.is_empty()) {
            let promises: Vec<(Promise, usize)> = nodes[last]
                .children
                .iter()
                .map(|&(m, child)| (nodes[child].promise(m, nodes[last].visits), child))
                .collect();
            // Of equals the first.
            let &(chosen, child) = promises
                .iter()
                .rev()
                .max_by_key(|(promise, _)| promise.total())
                .expect("a node with children");
            for (other, _) in promises.iter().filter(|(other, _)| path.len() == 1 && other.m != chosen.m) {
                trace.note(|| Event::Weigh(*other));
            }
            trace.note(|| Event::Select(chosen));
            path.push(child);
            here = here.play(chosen.m);
        }
        let leaf = *path.last().expect("a root");
        let moves = here.legal_moves();
        let (mut value, why) = if moves.is_empty() {
            if here.in_check() { (-1.0, Why::Mate) } else { (0.0, Why::Stalemate) }
        } else {
            let value = (moves.len() as f32 / 40.0 - 0.5).clamp(-0.9, 0.9);
            trace.note(|| Event::Expand { value: Fixed::from_f32(value) });
            for &m in &moves {
                let prior = 1.0 / moves.len() as f32;
                trace.note(|| Event::Prior { m, prior: Fixed::from_f32(prior) });
                nodes.push(Node { prior, ..Node::default() });
                let child = nodes.len() - 1;
                nodes[leaf].children.push((m, child));
            }
            (value, Why::Expanded)
        };
        trace.note(|| Event::Backup { value: Fixed::from_f32(value), why });
        for &node in path.iter().rev() {
            value = -value;
            nodes[node].visits += 1;
            nodes[node].sum += value;
        }
    }
    let best = nodes[0].children.iter().rev().max_by_key(|(_, child)| nodes[*child].visits);
    let answer = Answer { best: best.map(|&(m, _)| position.uci(m)), ..Answer::default() };
    let header = Header::new("toy", position.variant(), &position.fen());
    let (events, tally) = trace.into_parts();
    Recording { header, events, tally, answer: Some(answer), cut: None }
}

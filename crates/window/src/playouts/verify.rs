//! Do playouts make sense: do visits, values and choices follow from what came before?

use std::collections::HashMap;

use kempelen_rules::Move;
use kempelen_trace::{Event, Fixed, Promise, Why};

use super::Playouts;
use crate::position;
use crate::verify::{Fault, Findings};

/// Means are compared to this many ten-thousandths, for they come from values that were rounded.
const TOLERANCE: i32 = 20;

/// Looks through a search by playouts: visits and mean values as they were weighed against what had come back by then,
/// priors against each other, values against their bounds.
pub fn verify(playouts: &Playouts) -> Findings {
    let mut inspector = PlayoutInspector {
        playouts,
        findings: Findings::default(),
        lines: HashMap::new(),
        open: HashMap::new(),
        now: 0,
        priors: None,
        is_whole: playouts.are_whole(),
    };
    for event in playouts.recording.replay() {
        inspector.event(event);
    }
    inspector.priors_end();
    inspector.findings
}

struct PlayoutInspector<'p> {
    playouts: &'p Playouts,
    findings: Findings,
    /// Visits and sum of values for every line, from the side that made its last move.
    lines: HashMap<Vec<Move>, (u64, i64)>,
    open: HashMap<u32, Vec<Move>>,
    now: u32,
    /// The sum of the priors that are being told.
    priors: Option<i32>,
    /// Whether all playouts are there, so that visits can be counted.
    is_whole: bool,
}

impl PlayoutInspector<'_> {
    fn fault(&mut self, what: &str) {
        let path = self.open.get(&self.now).cloned().unwrap_or_default();
        let path: Vec<Option<Move>> = path.into_iter().map(Some).collect();
        let line = position::line(&self.playouts.root, &path);
        self.findings.put(Fault { node: None, line, what: format!("playout {}: {what}", self.now) });
    }

    fn event(&mut self, event: Event) {
        if !matches!(event, Event::Prior { .. }) {
            self.priors_end();
        }
        match event {
            Event::Playout { number } => {
                self.now = number;
                self.open.entry(number).or_default();
            }
            Event::Weigh(promise) => self.promise(promise),
            Event::Select(promise) => {
                self.promise(promise);
                if let Some(path) = self.open.get_mut(&self.now) {
                    path.push(promise.m);
                }
            }
            Event::Expand { value } => {
                self.bounded(value);
                self.priors = Some(0);
            }
            Event::Prior { prior, .. } => {
                self.priors = self.priors.map(|sum| sum + prior.0);
            }
            Event::Backup { value, why } => {
                self.bounded(value);
                self.come_back(value, why);
            }
            _ => self.fault("an event of another kind of search"),
        }
    }

    /// A value is between -1 and 1.
    fn bounded(&mut self, value: Fixed) {
        if value.0.abs() > Fixed::ONE.0 {
            self.fault(&format!("the value {value} is beyond all values"));
        }
    }

    /// Priors add up to one, but for what rounding takes.
    fn priors_end(&mut self) {
        if let Some(sum) = self.priors.take()
            && sum > 0
            && !(Fixed::ONE.0 * 9 / 10..=Fixed::ONE.0 * 21 / 10).contains(&sum)
        {
            self.fault(&format!("the priors add up to {}", Fixed(sum)));
        }
    }

    /// What is said of a move when it is weighed is what came back from it before. While other playouts are under way
    /// they may count as visits and, until they are back, as losses.
    fn promise(&mut self, promise: Promise) {
        let Some(path) = self.open.get(&self.now) else { return };
        let mut line = path.clone();
        line.push(promise.m);
        let (visits, sum) = self.lines.get(&line).copied().unwrap_or_default();
        let others = self.open.len() as u64 - 1;
        if !self.is_whole {
            self.findings.unchecked += 1;
            return;
        }
        self.findings.checked += 1;
        let told = u64::from(promise.visits);
        if told < visits || told > visits + others {
            self.fault(&format!("{} is said to have {told} visits, but has {visits}", promise.m));
        } else if others == 0 && visits > 0 {
            let mean = (sum / visits as i64) as i32;
            if (mean - promise.value.0).abs() > TOLERANCE {
                self.fault(&format!(
                    "{} is said to be worth {}, but is {}",
                    promise.m,
                    promise.value,
                    Fixed(mean)
                ));
            }
        }
    }

    fn come_back(&mut self, value: Fixed, why: Why) {
        let Some(mut path) = self.open.remove(&self.now) else {
            self.fault("it ends without having begun");
            return;
        };
        if why == Why::Collision {
            return;
        }
        let mut value = i64::from(value.0);
        while !path.is_empty() {
            value = -value;
            let entry = self.lines.entry(path.clone()).or_default();
            entry.0 += 1;
            entry.1 += value;
            path.pop();
        }
    }
}

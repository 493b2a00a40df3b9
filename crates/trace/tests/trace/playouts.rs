//! Traces of playouts, whole and bounded.

use std::collections::HashMap;

use kempelen_rules::{Move, Square};
use kempelen_trace::{Event, Fixed, Keep, Observer, Promise, Recording, Tally, Trace, Why};

const WIDTH: usize = 6;

fn a_move(number: usize) -> Move {
    Move::new(Square::wrap(number as u8), Square::wrap(number as u8 + 8))
}

/// A small tree search by PUCT on a made-up game, some playouts of which wait for each other's values.
fn search(watch: &mut impl Observer, playouts: u32) {
    #[derive(Default, Clone)]
    struct Node {
        visits: u32,
        sum: f64,
        children: Vec<usize>,
    }
    let mut nodes = vec![Node::default()];
    let mut number = 1;
    while number <= playouts {
        let batch: Vec<u32> = (number..number + 1 + number % 3).collect();
        let mut paths = Vec::new();
        for &number in &batch {
            watch.note(|| Event::Playout { number });
            let mut path = vec![0];
            while !nodes[path[path.len() - 1]].children.is_empty() {
                let here = nodes[path[path.len() - 1]].clone();
                let promise = |slot: usize| {
                    let child = &nodes[here.children[slot]];
                    let value = if child.visits == 0 { 0.0 } else { child.sum / f64::from(child.visits) };
                    let bonus = f64::from(here.visits).sqrt() / WIDTH as f64 / f64::from(1 + child.visits);
                    let prior = Fixed((10_000 / WIDTH) as i32);
                    let (value, bonus) = (Fixed::from_f32(value as f32), Fixed::from_f32(bonus as f32));
                    Promise { m: a_move(slot), visits: child.visits, prior, value, bonus }
                };
                let slot = (0..WIDTH).max_by_key(|&slot| (promise(slot).total(), WIDTH - slot)).unwrap_or(0);
                for other in (0..WIDTH).filter(|&other| other != slot && path.len() == 1) {
                    watch.note(|| Event::Weigh(promise(other)));
                }
                watch.note(|| Event::Select(promise(slot)));
                path.push(here.children[slot]);
            }
            paths.push(path);
        }
        for (&number, path) in batch.iter().zip(&paths) {
            let leaf = path[path.len() - 1];
            watch.note(|| Event::Playout { number });
            if !nodes[leaf].children.is_empty() {
                watch.note(|| Event::Backup { value: Fixed(0), why: Why::Collision });
                continue;
            }
            let mut value = ((leaf * 7919 % 201) as f64 - 100.0) / 100.0;
            watch.note(|| Event::Expand { value: Fixed::from_f32(value as f32) });
            for slot in 0..WIDTH {
                watch.note(|| Event::Prior { m: a_move(slot), prior: Fixed((10_000 / WIDTH) as i32) });
                nodes.push(Node::default());
                let child = nodes.len() - 1;
                nodes[leaf].children.push(child);
            }
            watch.note(|| Event::Backup { value: Fixed::from_f32(value as f32), why: Why::Expanded });
            for &node in path.iter().rev() {
                value = -value;
                nodes[node].visits += 1;
                nodes[node].sum += value;
            }
        }
        number += batch.len() as u32;
    }
}

fn record(keep: Keep, playouts: u32) -> Trace {
    let mut trace = Trace::keeping(keep);
    search(&mut trace, playouts);
    trace
}

/// Visits and sums of every line of play, from the events alone.
fn visits(trace: &Trace) -> HashMap<Vec<Move>, (u64, i64)> {
    let mut open: HashMap<u32, Vec<Move>> = HashMap::new();
    let mut found: HashMap<Vec<Move>, (u64, i64)> = HashMap::new();
    let mut now = 0;
    for event in trace.replay() {
        match event {
            Event::Playout { number } => {
                now = number;
                open.entry(number).or_default();
            }
            Event::Select(promise) => open.get_mut(&now).expect("a playout").push(promise.m),
            Event::Backup { value, why } => {
                let path = open.remove(&now).expect("a playout");
                if why != Why::Collision {
                    for len in 0..=path.len() {
                        let sign = if (path.len() - len).is_multiple_of(2) { 1 } else { -1 };
                        let entry = found.entry(path[..len].to_vec()).or_default();
                        entry.0 += 1;
                        entry.1 += sign * i64::from(value.0);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn playouts_are_counted_and_kept() {
    let trace = record(Keep::whole(), 2000);
    let tally = &trace.tally().playouts;
    assert!(tally.is_closed() && !tally.is_empty());
    let visits = visits(&trace);
    assert_eq!(tally.total(), visits[&vec![]].0);
    for root in &tally.moves {
        let (count, sum) = visits[&vec![root.m]];
        assert_eq!((root.visits, root.sum), (count, -sum), "seen by the side that may play it");
    }
    let last = tally.course.last().expect("a choice");
    let most = tally.moves.iter().map(|root| root.visits).max();
    let leader = tally.moves.iter().find(|root| Some(root.visits) == most).expect("a leader");
    assert_eq!(last.m, leader.m);
    assert!(tally.course.windows(2).all(|pair| pair[0].playouts < pair[1].playouts));
}

#[test]
fn a_bound_on_memory_cuts_playouts_short_before_it_drops_any() {
    let whole = record(Keep::whole(), 20_000);
    let all = visits(&whole);
    assert!(whole.bytes().len() > 5 << 19, "{}", whole.bytes().len());
    for memory in [5 << 20, 2 << 20, 256 << 10] {
        let kept = record(Keep { memory: Some(memory), ..Keep::whole() }, 20_000);
        assert!(kept.bytes().len() <= memory / 2, "{} of {memory}", kept.bytes().len());
        assert_eq!(kept.tally(), whole.tally());
        let few = visits(&kept);
        for (path, found) in &few {
            let real = all[path];
            assert!(found.0 <= real.0);
            if memory > 2 << 20 && path.len() < 3 {
                assert_eq!(*found, real, "{path:?}");
            }
        }
    }
}

#[test]
fn a_bound_on_plies_holds_for_playouts_too() {
    let all = visits(&record(Keep::whole(), 3000));
    let kept = visits(&record(Keep { plies: Some(2), ..Keep::whole() }, 3000));
    assert!(kept.keys().all(|path| path.len() <= 2));
    assert!(all.keys().any(|path| path.len() > 4));
    for (path, found) in kept {
        assert_eq!(found, all[&path], "{path:?}");
    }
}

#[test]
fn counts_survive_in_a_file() {
    let (events, tally) = record(Keep::whole(), 500).into_parts();
    let header = kempelen_trace::Header::new("zero", kempelen_rules::VariantId::Chess, "startpos");
    let recording = Recording { header, events, tally, answer: None, cut: None };
    let mut bytes = Vec::new();
    recording.write(&mut bytes).expect("memory does not fail");
    let read = Recording::read(&*bytes).expect("a trace");
    assert_eq!(read.tally.playouts.moves, recording.tally.playouts.moves);
    assert_eq!(read.tally.playouts.course, recording.tally.playouts.course);
    assert_eq!(read.tally.playouts.ended, recording.tally.playouts.ended);
    assert_eq!(read.tally.playouts.plies, recording.tally.playouts.plies);
    let mut counted = Tally::default();
    read.replay().for_each(|event| counted.note(&event));
    assert_eq!(counted, recording.tally);
}

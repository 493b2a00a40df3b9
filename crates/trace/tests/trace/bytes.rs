//! Events survive as bytes, whatever they say.

use kempelen_rules::Move;
use kempelen_trace::{Bound, Event, Fixed, How, Promise, Why, code};
use proptest::prelude::*;

fn moves() -> impl Strategy<Value = Move> {
    (1..0x8000u16).prop_filter_map("a move", Move::from_bits)
}

fn promises() -> impl Strategy<Value = Promise> {
    let most = Fixed::MOST.0;
    (moves(), any::<u32>(), 0..=Fixed::ONE.0, -most..=most, -most..=most).prop_map(
        |(m, visits, prior, value, bonus)| Promise {
            m,
            visits,
            prior: Fixed(prior),
            value: Fixed(value),
            bonus: Fixed(bonus),
        },
    )
}

fn events() -> impl Strategy<Value = Event> {
    let most = Fixed::MOST.0;
    let why = (0..Why::ALL.len()).prop_map(|i| Why::ALL[i]);
    let how = (0..How::ALL.len()).prop_map(|i| How::ALL[i]);
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    prop_oneof![
        any::<u8>().prop_map(|depth| Event::Iteration { depth }),
        (proptest::option::of(moves()), how, any::<i16>(), any::<i32>(), any::<i32>(), any::<bool>())
            .prop_map(|(m, how, depth, alpha, beta, no_width)| {
                let beta = if no_width { alpha.saturating_add(1) } else { beta };
                Event::Enter { m, how, depth, alpha, beta }
            }),
        any::<i32>().prop_map(|score| Event::Static { score }),
        (any::<i32>(), bound, any::<i16>(), proptest::option::of(moves()))
            .prop_map(|(score, bound, depth, m)| Event::Table { score, bound, depth, m }),
        (moves(), why.clone()).prop_map(|(m, why)| Event::Skip { m, why }),
        (moves(), any::<i32>()).prop_map(|(m, score)| Event::Best { m, score }),
        (any::<i32>(), why.clone()).prop_map(|(score, why)| Event::Leave { score, why }),
        (0..=i64::MAX as u64).prop_map(|nodes| Event::Dropped { nodes }),
        any::<u32>().prop_map(|number| Event::Playout { number }),
        promises().prop_map(Event::Weigh),
        promises().prop_map(Event::Select),
        (-most..=most).prop_map(|value| Event::Expand { value: Fixed(value) }),
        (moves(), 0..=Fixed::ONE.0).prop_map(|(m, prior)| Event::Prior { m, prior: Fixed(prior) }),
        ((-most..=most), why).prop_map(|(value, why)| Event::Backup { value: Fixed(value), why }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_written_is_read(list in proptest::collection::vec(events(), 0..50)) {
        let mut bytes = Vec::new();
        for &event in &list {
            let before = bytes.len();
            code::write(&mut bytes, event);
            prop_assert!(bytes.len() - before <= code::LONGEST, "{event:?} takes {}", bytes.len() - before);
        }
        let read: Result<Vec<Event>, _> = code::Events::new(&bytes).collect();
        prop_assert_eq!(read, Ok(list));
    }

    #[test]
    fn any_bytes_are_events_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut events = code::Events::new(&bytes);
        let mut failed = false;
        for event in events.by_ref() {
            prop_assert!(!failed, "nothing follows an error");
            match event {
                // What was read is what would be written, but that numbers may have been written at length.
                Ok(event) => {
                    let mut again = Vec::new();
                    code::write(&mut again, event);
                    prop_assert_eq!(code::read(&again), Ok((event, again.len())));
                }
                Err(_) => failed = true,
            }
        }
        prop_assert!(failed || events.offset() == bytes.len());
    }
}

#[test]
fn common_events_are_short() {
    let m = Move::from_bits(0x0723).expect("a move");
    let size = |event| {
        let mut bytes = Vec::new();
        code::write(&mut bytes, event);
        bytes.len()
    };
    assert_eq!(size(Event::Enter { m: Some(m), how: How::Scout, depth: 7, alpha: -31, beta: -30 }), 5);
    assert_eq!(size(Event::Enter { m: Some(m), how: How::Full, depth: 7, alpha: -310, beta: 300 }), 8);
    assert_eq!(size(Event::Leave { score: 120, why: Why::Beta }), 3);
    assert!(Why::ALL.iter().all(|&why| size(Event::Leave { score: 0, why }) == 2));
    assert_eq!(size(Event::Skip { m, why: Why::LateMove }), 3);
}

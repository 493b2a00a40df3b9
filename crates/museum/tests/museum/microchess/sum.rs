//! The arithmetic of STRATGY, worked out by hand from the description of its stages.

use kempelen_museum::microchess::{Bonus, Counters, MicrochessTally, Ruling, Strategy, StrategyMove, Tables};

/// A quiet move without a bonus.
const QUIET: StrategyMove = StrategyMove { slot: 9, from: 0x17, to: 0x27 };

fn weigh(prior: MicrochessTally, counters: Counters, choice: StrategyMove) -> Strategy {
    Strategy::of(&prior, &counters, choice, &Tables::ORIGINAL)
}

fn sum(prior: MicrochessTally, counters: Counters) -> u8 {
    weigh(prior, counters, QUIET).raw
}

fn reply(mobility: u8, best_capture: u8, capture_sum: u8) -> MicrochessTally {
    MicrochessTally { mobility, best_capture, capture_sum, best_victim: 0 }
}

#[test]
fn nothing_at_all_is_worth_d0() {
    let nothing = weigh(MicrochessTally::default(), Counters::default(), QUIET);
    assert_eq!(nothing.stages, [0x40, 0x40, 0xD0]);
    assert_eq!((nothing.raw, nothing.bonus, nothing.clamped), (0xD0, None, false));
    assert_eq!(nothing.exact_quarters(), 4 * 0xD0);
}

#[test]
fn the_terms_stand_in_the_order_of_the_program() {
    let nothing = weigh(MicrochessTally::default(), Counters::default(), QUIET);
    let names = |stage| nothing.stage(stage).map(|term| term.name).collect::<Vec<_>>().join(" ");
    assert_eq!(names(1), "constant WMOB WMAXC WCC WCAP1 WCAP2 PMAXC PCC BCAP0 BCAP1 BCAP2 PMOB BMOB");
    assert_eq!(names(2), "constant WMAXC WCC BMAXC");
    assert_eq!(names(3), "constant WCAP0 WCAP0 WCAP0 WCAP0 WCAP1 BMAXC BMAXC BCC BCC BCAP1");
}

/// Each counter alone, large enough that the halvings do not swallow it: the effective weights of the manual.
#[test]
fn every_counter_has_its_weight() {
    let none = Counters::default();
    let w = |tally| Counters { continuation: tally, ..none };
    let b = |tally| Counters { reply: tally, ..none };
    let blank = MicrochessTally::default();
    let from_d0 = |prior, counters| i32::from(sum(prior, counters)) - 0xD0;
    let before = |tally| from_d0(tally, none);

    assert_eq!(from_d0(blank, Counters { wcap0: 8, ..none }), 32);
    assert_eq!(from_d0(blank, Counters { wcap1: 8, ..none }), 10);
    assert_eq!(from_d0(blank, Counters { wcap2: 8, ..none }), 2);
    assert_eq!(from_d0(blank, Counters { bcap0: 8, ..none }), -2);
    assert_eq!(from_d0(blank, Counters { bcap1: 8, ..none }), -10);
    assert_eq!(from_d0(blank, Counters { bcap2: 8, ..none }), -2);
    assert_eq!(from_d0(blank, w(MicrochessTally { mobility: 8, ..blank })), 2);
    assert_eq!(from_d0(blank, w(MicrochessTally { best_capture: 8, ..blank })), 6);
    assert_eq!(from_d0(blank, w(MicrochessTally { capture_sum: 8, ..blank })), 6);
    assert_eq!(from_d0(blank, w(MicrochessTally { best_victim: 8, ..blank })), 0);
    assert_eq!(from_d0(blank, b(MicrochessTally { mobility: 8, ..blank })), -2);
    assert_eq!(from_d0(blank, b(MicrochessTally { best_capture: 8, ..blank })), -20);
    assert_eq!(from_d0(blank, b(MicrochessTally { capture_sum: 8, ..blank })), -16);
    assert_eq!(from_d0(blank, b(MicrochessTally { best_victim: 8, ..blank })), 0);
    assert_eq!(before(MicrochessTally { mobility: 8, ..blank }), -2);
    assert_eq!(before(MicrochessTally { best_capture: 8, ..blank }), -2);
    assert_eq!(before(MicrochessTally { capture_sum: 8, ..blank }), -2);
    assert_eq!(before(MicrochessTally { best_victim: 8, ..blank }), 0);
}

#[test]
fn halvings_round_down_one_after_the_other() {
    // 80+7 -> 43, 43+40 -> 41, 41+90.
    assert_eq!(sum(MicrochessTally::default(), Counters { wcap2: 7, ..Counters::default() }), 0xD1);
    // 80+3 -> 41, 41+40 -> 40: the half is lost twice.
    assert_eq!(sum(MicrochessTally::default(), Counters { wcap2: 3, ..Counters::default() }), 0xD0);
}

#[test]
fn a_carry_of_stage_one_adds_one_to_the_next_term() {
    // 80+80 = 100 leaves 00 and a carry; +1+carry = 2; half is 1. 1+40+1 = 42, half 21. 21+90.
    let counters = Counters {
        continuation: MicrochessTally { mobility: 0x80, best_capture: 1, ..MicrochessTally::default() },
        ..Counters::default()
    };
    let strategy = weigh(MicrochessTally::default(), counters, QUIET);
    assert_eq!(strategy.stages, [0x01, 0x21, 0xB1]);
    assert!(strategy.terms[1].wrapped && strategy.terms[2].carried && !strategy.terms[3].carried);
    assert!(!strategy.clamped);
}

#[test]
fn a_carry_out_of_the_last_addition_is_dropped_before_subtracting() {
    // 80+80 (WCAP2, the last) = 00 with a carry, which is then set anyway: 00-0... stays 00 and is not clamped.
    let strategy = weigh(MicrochessTally::default(), Counters { wcap2: 0x80, ..Counters::default() }, QUIET);
    assert_eq!((strategy.stages[0], strategy.clamped), (0, false));
    // Without a carry it is set as well: 80-1 = 7F, not 7E.
    let strategy =
        weigh(MicrochessTally { best_capture: 1, ..MicrochessTally::default() }, Counters::default(), QUIET);
    assert_eq!(strategy.terms[6].sum, 0x7F);
}

#[test]
fn only_the_last_borrow_of_stage_one_is_held_at_zero() {
    // 80-81 = FF and a borrow, FF-0-1 = FE without: nothing is held. FE -> 7F, 7F+40 = BF -> 5F, 5F+90.
    let early = weigh(
        MicrochessTally { best_capture: 0x81, ..MicrochessTally::default() },
        Counters::default(),
        QUIET,
    );
    assert_eq!((early.stages, early.clamped), ([0x7F, 0x5F, 0xEF], false));
    // The same in the last term: 0. 40 -> 20, 20+90.
    let late = weigh(
        MicrochessTally::default(),
        Counters { reply: reply(0x81, 0, 0), ..Counters::default() },
        QUIET,
    );
    assert_eq!((late.stages, late.clamped), ([0x00, 0x20, 0xB0], true));
    // A borrow of the last term but one also makes the last term borrow only if there is nothing left.
    let both = Counters { reply: reply(0xFF, 0, 0), ..Counters::default() };
    let before_last = weigh(MicrochessTally { mobility: 0x81, ..MicrochessTally::default() }, both, QUIET);
    // 80-81 = FF, borrow; FF-FF-1 = FF, borrow: held.
    assert!(before_last.clamped);
    let both = Counters { reply: reply(0xFE, 0, 0), ..Counters::default() };
    let before_last = weigh(MicrochessTally { mobility: 0x81, ..MicrochessTally::default() }, both, QUIET);
    // FF-FE-1 = 0 without a borrow: not held, but zero all the same.
    assert_eq!((before_last.clamped, before_last.stages[0]), (false, 0));
}

#[test]
fn stages_two_and_three_wrap_freely() {
    // Stage 1 held at 0. 40-41 = FF -> 7F: no guard. 7F+90 = 0F and a carry, which the next term takes: 10.
    // 10-41 = CF and a borrow, CF-41-1 = 8D.
    let strategy = weigh(
        MicrochessTally::default(),
        Counters { reply: reply(0x81, 0x41, 0), ..Counters::default() },
        QUIET,
    );
    assert_eq!(strategy.stages, [0x00, 0x7F, 0x8D]);
    assert!(strategy.terms[18].carried && strategy.terms[24].carried);
}

#[test]
fn a_rich_capture_can_wrap_to_almost_nothing() {
    // D0 + 4*12 = 100: the fourth addition carries into WCAP1: 00+0+1.
    let strategy = weigh(MicrochessTally::default(), Counters { wcap0: 12, ..Counters::default() }, QUIET);
    assert_eq!(strategy.raw, 0x01);
    // A carry out of the last addition is forgotten: WCAP1 = 36 gives 80+36 -> 5B, 5B+40 -> 4D, 4D+90+36 = 113.
    let strategy = weigh(MicrochessTally::default(), Counters { wcap1: 0x36, ..Counters::default() }, QUIET);
    assert_eq!(strategy.stages, [0x5B, 0x4D, 0x13]);
    // And the bonus wraps too: D0 + 4*11 = FC, and 2 is FE; one more point would be 00.
    let centre = StrategyMove { slot: 15, from: 0x13, to: 0x33 };
    let counters = Counters {
        wcap0: 11,
        continuation: MicrochessTally { mobility: 8, ..MicrochessTally::default() },
        ..Counters::default()
    };
    assert_eq!(weigh(MicrochessTally::default(), counters, centre).raw, 0x00);
}

#[test]
fn the_bonus_is_given_once() {
    let bonus = |slot, from, to| {
        let strategy =
            weigh(MicrochessTally::default(), Counters::default(), StrategyMove { slot, from, to });
        assert_eq!(strategy.raw, if strategy.bonus.is_some() { 0xD2 } else { 0xD0 });
        strategy.bonus
    };
    for to in (0..0x78).filter(|to| to & 0x88 == 0) {
        let good = matches!(to, 0x33 | 0x34 | 0x22 | 0x25);
        assert_eq!(bonus(15, 0x13, to), good.then_some(Bonus::GoodSquare), "{to:02X}");
        assert_eq!(bonus(0, 0x03, to), good.then_some(Bonus::GoodSquare), "{to:02X}");
        let expected = if good { Bonus::GoodSquare } else { Bonus::Development };
        assert_eq!(bonus(6, 0x01, to), Some(expected), "{to:02X}");
    }
    assert_eq!(bonus(1, 0x0F, 0x17), Some(Bonus::Development));
    assert_eq!(bonus(1, 0x10, 0x17), None);
    assert_eq!(bonus(1, 0x88, 0x77), None);
}

#[test]
fn the_king_comes_before_mate_and_mate_needs_a_continuation_without_captures() {
    let ruling = |reply: MicrochessTally, continuation: MicrochessTally| {
        let strategy =
            weigh(MicrochessTally::default(), Counters { reply, continuation, ..Counters::default() }, QUIET);
        (strategy.ruling, strategy.value)
    };
    let blank = MicrochessTally::default();
    assert_eq!(ruling(reply(0, 11, 11), blank), (Ruling::KingHangs, 0x00));
    assert_eq!(ruling(reply(5, 11, 11), blank), (Ruling::KingHangs, 0x00));
    assert_eq!(ruling(reply(0, 0, 0), blank), (Ruling::Mate, 0xFF));
    // Slot 0 stands for the king too: the check that mates may be in the continuation.
    let check = MicrochessTally { best_capture: 11, capture_sum: 11, ..blank };
    assert_eq!(ruling(reply(0, 0, 0), check), (Ruling::Mate, 0xFF));
    let capture = MicrochessTally { best_victim: 8, ..blank };
    assert_eq!(ruling(reply(0, 0, 0), capture), (Ruling::Sum, 0xD0));
    assert_eq!(ruling(reply(1, 0, 0), blank).0, Ruling::Sum);
    // More than a king's worth is no king.
    assert_eq!(ruling(reply(1, 12, 12), blank).0, Ruling::Sum);
}

//! What must hold of the numbers.

use super::*;

#[test]
fn numbers_are_set_by_name() {
    let mut params = Params::default();
    assert_eq!(params.set("Null_Move_Depth", "99"), Ok(()));
    assert_eq!(params.null_move_depth, 99);
    assert!(params.set("null_move_depth", "100").is_err());
    assert!(params.set("nothing", "1").is_err());
}

#[test]
fn every_value_is_in_its_range() {
    for game in VariantId::ALL {
        let mut params = Params::of(game);
        for spec in Params::default().options() {
            let value = params.named(&spec.name).expect("a number").to_string();
            assert!(spec.accept(&value).is_ok(), "{game} {}", spec.name);
        }
    }
    for Technique { name, off, .. } in Params::techniques() {
        for (number, value) in off {
            let mut params = Params::default();
            assert_eq!(params.set(number, &value.to_string()), Ok(()), "{name}: {number}");
            assert_ne!(params, Params::default(), "{name} is on by default");
        }
    }
}

#[test]
fn a_whole_is_switched_off_with_its_parts() {
    let techniques = Params::techniques();
    let off =
        |wanted| &techniques.iter().find(|technique| technique.name == wanted).expect("a technique").off;
    assert_eq!(off("histories"), &[("history_bonus", 0), ("history_attacked", 0), ("history_progress", 0)]);
    assert_eq!(off("progress"), &[("history_progress", 0)]);
}

#[test]
fn without_guesses_no_guess_is_left() {
    let sure = Params::default().without_guesses();
    let off = [
        sure.reverse_futility_depth,
        sure.razoring_depth,
        sure.late_move_depth,
        sure.futility_depth,
        sure.exchange_depth,
        sure.history_depth,
    ];
    assert_eq!(off, [0; 6]);
    let deep = [sure.null_move_depth, sure.probcut_depth, sure.iir_depth, sure.reduction_depth];
    assert_eq!(deep, [99; 4]);
    assert_eq!(sure.singular_depth, Params::default().singular_depth, "an extension is no guess");
}

/// Numbers other than 0, 1 and 2 in a line of code, but for those that get a name there or spread bits.
fn bare_numbers(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    if code.contains("const ") || code.contains("0x") {
        return Vec::new();
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    code.split(|c: char| !is_part(c))
        .filter(is_number)
        .filter(|word| !["0", "1", "2"].contains(word))
        .collect()
}

/// Every number stands here: those who search, order moves or plan time have none of their own.
#[test]
fn no_number_stands_elsewhere() {
    assert_eq!(bare_numbers("if depth > 3 && eval < 1.75 * 2 { a1[0] } // 77"), ["3", "75"]);
    let sources = [
        include_str!("../search.rs"),
        include_str!("../quiesce.rs"),
        include_str!("../root.rs"),
        include_str!("../order.rs"),
        include_str!("../history.rs"),
        include_str!("../danger.rs"),
        include_str!("../exchange.rs"),
        include_str!("../time.rs"),
        include_str!("../thread.rs"),
        include_str!("../steps/look_up.rs"),
        include_str!("../steps/prune.rs"),
        include_str!("../steps/reduce.rs"),
        include_str!("../steps/skip.rs"),
    ];
    for source in sources {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            assert!(bare_numbers(line).is_empty(), "line {}: {line}", number + 1);
        }
    }
}

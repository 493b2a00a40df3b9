//! Why a move cannot be played, and what could be played instead.

use kempelen_rules::uci::MoveError;
use kempelen_rules::{AnyPosition, Move, Position, Role, Square, Variant, attacks, san, with_position};

use crate::words;

/// Answers a text that is no legal move here.
pub(super) fn explain(position: &AnyPosition, text: &str, error: &MoveError) -> String {
    with_position!(position, p => explain_in(p, text.trim(), error))
}

fn explain_in<V: Variant>(p: &Position<V>, text: &str, error: &MoveError) -> String {
    let core = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some((from, to)) = squares(core) {
        return explain_squares(p, from, to);
    }
    let castling = core.to_ascii_lowercase().replace('0', "o");
    if castling.starts_with("o-o") {
        return why_no_castling(
            p,
            if castling.starts_with("o-o-o") { CastlingSide::Left } else { CastlingSide::Right },
        );
    }
    if let Some(m) = capital(p, core) {
        return format!("Did you mean {}?", san::write(p, m));
    }
    let Some((role, to)) = san_target::<V>(core) else {
        return format!("{text:?} is neither a move nor a command; `help` lists them.");
    };
    let name = V::man_name(role);
    let ours = p.men(p.turn(), role);
    if ours.is_empty() {
        return format!("You have no {name}.");
    }
    let of_role: Vec<Move> =
        p.legal_moves().into_iter().filter(|m| p.role_on(m.from()) == Some(role)).collect();
    let there: Vec<Move> = of_role.iter().copied().filter(|m| m.to() == to && !p.is_castling(*m)).collect();
    if matches!(error, MoveError::Ambiguous(_)) || there.len() > 1 {
        return format!("More than one man can do that: {}.", names(p, &there));
    }
    if let [m] = there[..] {
        return format!("That is not quite how it is written: {}.", san::write(p, m));
    }
    let can = if of_role.is_empty() {
        format!("No {name} of yours has a legal move.")
    } else {
        format!("With a {name} you can play {}.", names(p, &of_role))
    };
    format!("No {name} of yours can go to {to}{}. {can}", because_of_check(p))
}

/// The text names both squares.
fn explain_squares<V: Variant>(p: &Position<V>, from: Square, to: Square) -> String {
    let us = p.turn();
    let Some(man) = p.piece_on(from) else {
        return format!("There is no man on {from}.");
    };
    let name = V::man_name(man.role());
    if man.color() != us {
        return format!("The {name} on {from} is not yours.");
    }
    let moves: Vec<Move> = p.moves_from(from).into_iter().collect();
    let can = if moves.is_empty() {
        "It has no legal move.".to_owned()
    } else {
        format!("It can play {}.", names(p, &moves))
    };
    let own = p.piece_on(to).filter(|other| other.color() == us).map(|other| V::man_name(other.role()));
    let promotes = man.role() == Role::Pawn && V::promotion_zone(us).has(to);
    let reason = if from == to {
        "A move goes somewhere.".to_owned()
    } else if promotes && moves.iter().any(|m| m.to() == to) {
        format!("The pawn must become something there that it can become, as in {}.", names(p, &moves[..1]))
    } else if moves.iter().any(|m| m.to() == to) {
        "Only a pawn that promotes becomes something.".to_owned()
    } else if let Some(own) = own {
        format!("Your own {own} is on {to}.")
    } else if reaches(p, man.role(), from, to) {
        if p.in_check() {
            "Your king is in check, and that does not help.".to_owned()
        } else {
            "That would leave your king in check.".to_owned()
        }
    } else if man.role() == Role::King && V::CASTLING && from.distance(to) == 2 && from.rank() == to.rank() {
        why_no_castling(p, if to.file() > from.file() { CastlingSide::Right } else { CastlingSide::Left })
    } else {
        format!("The {name} on {from} cannot go to {to}.")
    };
    format!("{reason} {can}")
}

/// The side of the king that a rook stands on, as White sees it.
#[derive(Clone, Copy, PartialEq)]
enum CastlingSide {
    Left,
    Right,
}

/// Why the king cannot castle with the rook of that side.
fn why_no_castling<V: Variant>(p: &Position<V>, wing: CastlingSide) -> String {
    let (us, king) = (p.turn(), p.king(p.turn()));
    if !V::CASTLING {
        return format!("There is no castling in {}.", V::ID.name());
    }
    let is_there = |rook: &Square| (rook.file() > king.file()) == (wing == CastlingSide::Right);
    let Some(rook) = (p.castling_rooks() & p.side(us)).into_iter().find(is_there) else {
        return "You may no longer castle there: the king or that rook has moved, or the rook is gone."
            .to_owned();
    };
    if p.in_check() {
        return "You cannot castle out of check.".to_owned();
    }
    let (king_file, rook_file) = if wing == CastlingSide::Right { (6, 5) } else { (2, 3) };
    let lands = Square::at(king_file, king.rank());
    let rook_lands = Square::at(rook_file, king.rank());
    let path = attacks::between(king, lands).with(lands);
    let way = path | attacks::between(rook, rook_lands).with(rook_lands);
    let in_the_way = way & p.occupied().without(king).without(rook);
    if let Some((square, man)) = in_the_way.into_iter().find_map(|at| Some((at, p.piece_on(at)?))) {
        return format!(
            "You cannot castle there yet: the {} on {square} is in the way.",
            V::man_name(man.role())
        );
    }
    let seen_through = p.occupied().without(king).without(rook).with(rook_lands);
    let attacked = |square: &Square| p.is_attacked(*square, !us, seen_through);
    match path.into_iter().find(attacked) {
        Some(square) if square == lands => {
            format!("You cannot castle there now: your king would be in check on {square}.")
        }
        Some(square) => {
            format!("You cannot castle there now: the king would pass {square}, which is attacked.")
        }
        None => "You cannot castle there now.".to_owned(),
    }
}

/// The legal move that was meant, where only the capital letter of its man is missing.
fn capital<V: Variant>(p: &Position<V>, text: &str) -> Option<Move> {
    let first = text.chars().next().filter(char::is_ascii_lowercase)?;
    let text = format!("{}{}", first.to_ascii_uppercase(), &text[1..]);
    san::read(p, &text).ok()
}

/// Whether a man could go there, were it not for its king.
fn reaches<V: Variant>(p: &Position<V>, role: Role, from: Square, to: Square) -> bool {
    let us = p.turn();
    if role != Role::Pawn {
        return V::attacks(role, us, from, p.occupied()).has(to);
    }
    let enemy = p.side(!us).has(to) || p.en_passant() == Some(to) || p.passed_square() == Some(to);
    if enemy {
        return V::attacks(role, us, from, p.occupied()).has(to);
    }
    let one = from.offset(0, us.forward()).filter(|&square| p.piece_on(square).is_none());
    let is_home = V::DOUBLE_STEP && us.relative_rank(from.rank()) == 1;
    let two = one.filter(|_| is_home).and_then(|square| square.offset(0, us.forward()));
    one == Some(to) || two.filter(|&square| p.piece_on(square).is_none()) == Some(to)
}

fn because_of_check<V: Variant>(p: &Position<V>) -> &'static str {
    if p.in_check() { ": your king is in check" } else { "" }
}

/// Moves in algebraic notation, in the order of the alphabet.
fn names<V: Variant>(p: &Position<V>, moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(|&m| san::write(p, m)).collect();
    names.sort();
    words::any_of(&names)
}

/// The two squares of `e2e4`, `e2-e4`, `Ng1xf3` or `e7e8=Q`.
fn squares(text: &str) -> Option<(Square, Square)> {
    let text: String = text.chars().filter(|c| !"-x:= ".contains(*c)).collect();
    let text = text.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(&text).to_ascii_lowercase();
    let (from, rest) = text.split_at_checked(2)?;
    let (to, rest) = rest.split_at_checked(2)?;
    if rest.len() > 1 {
        return None;
    }
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The man and the square of a text in algebraic notation.
fn san_target<V: Variant>(text: &str) -> Option<(Role, Square)> {
    let text = text.split_once('=').map_or(text, |(before, _)| before);
    let role = match text.chars().next()? {
        letter if letter.is_ascii_uppercase() => V::role_of(letter)?,
        'a'..='h' => Role::Pawn,
        _ => return None,
    };
    let to = text.get(text.len().checked_sub(2)?..)?.parse().ok()?;
    (text.len() <= 6).then_some((role, to))
}

#[cfg(test)]
mod tests {
    use kempelen_rules::VariantId;

    use super::*;

    fn answer(fen: &str, text: &str) -> String {
        let position = AnyPosition::from_fen(VariantId::guess(fen), fen).unwrap();
        let error = position.read_move(text).expect_err(text);
        explain(&position, text, &error)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_reason_and_the_moves_of_that_man() {
        for (text, said) in [
            ("e2e5", "The pawn on e2 cannot go to e5. It can play e3 or e4."),
            ("e2-e5", "The pawn on e2 cannot go to e5. It can play e3 or e4."),
            ("g1e2", "Your own pawn is on e2. It can play Nf3 or Nh3."),
            ("a1a3", "The rook on a1 cannot go to a3. It has no legal move."),
            ("e4e5", "There is no man on e4."),
            ("e7e5", "The pawn on e7 is not yours."),
            ("Nf6", "No knight of yours can go to f6. With a knight you can play Na3, Nc3, Nf3 or Nh3."),
            (
                "e5",
                "No pawn of yours can go to e5. With a pawn you can play a3, a4, b3, b4, c3, c4, d3, d4, e3, e4, \
                    f3, f4, g3, g4, h3 or h4.",
            ),
            ("Sf3", "You have no khon."),
            ("e1g1", "Your own knight is on g1. It has no legal move."),
            ("O-O", "You cannot castle there yet: the bishop on f1 is in the way."),
            ("nf3", "Did you mean Nf3?"),
            ("castle", "\"castle\" is neither a move nor a command; `help` lists them."),
            ("♔♔♔♔", "\"♔♔♔♔\" is neither a move nor a command; `help` lists them."),
            ("e2e2", "A move goes somewhere. It can play e3 or e4."),
            ("e2e4q", "Only a pawn that promotes becomes something. It can play e3 or e4."),
        ] {
            assert_eq!(answer(START, text), said, "{text}");
        }
    }

    #[test]
    fn kings_in_danger_are_named() {
        let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
        assert_eq!(answer(pinned, "e2c3"), "That would leave your king in check. It has no legal move.");
        let check = "4k3/8/8/8/7b/8/3P4/4K2R w K - 0 1";
        assert!(answer(check, "d2d4").starts_with("Your king is in check, and that does not help."));
        assert!(answer(check, "e1g1").starts_with("You cannot castle out of check."));
        assert_eq!(
            answer(check, "d4"),
            "No pawn of yours can go to d4: your king is in check. No pawn of yours has a legal move."
        );
    }

    #[test]
    fn who_cannot_castle_is_told_why() {
        for (fen, text, said) in [
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", "You may no longer castle there"),
            ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "the king would pass f1, which is attacked."),
            ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "your king would be in check on g1."),
            ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", "the knight on b1 is in the way."),
            ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "the knight on b1 is in the way."),
            ("r3k3/8/8/8/8/4Q3/8/4K3 b q - 0 1", "O-O-O", "out of check"),
            (
                "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
                "O-O",
                "There is no castling in makruk.",
            ),
        ] {
            let answer = answer(fen, text);
            assert!(answer.contains(said), "{fen} {text}: {answer}");
        }
    }

    #[test]
    fn promotions_and_ambiguous_moves_say_what_is_missing() {
        let promotion = answer("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8");
        assert!(promotion.starts_with("The pawn must become something there") && promotion.contains("a8=Q"));
        assert_eq!(
            answer("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nb3"),
            "More than one man can do that: Nab3 or Ncb3."
        );
        assert!(
            answer("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "e3e5")
                .contains("It can play e4.")
        );
    }
}

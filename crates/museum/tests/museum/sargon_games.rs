//! SARGON against published games of the program.

use crate::sargon_data::{Known, json};
use kempelen_museum::sargon::{PieceKind, PlyMax, Sargon, SargonColor, SargonMove, SargonSquare};

fn kind_of(letter: char) -> Option<PieceKind> {
    match letter {
        'N' => Some(PieceKind::Knight),
        'B' => Some(PieceKind::Bishop),
        'R' => Some(PieceKind::Rook),
        'Q' => Some(PieceKind::Queen),
        'K' => Some(PieceKind::King),
        _ => None,
    }
}

fn square(name: &str) -> SargonSquare {
    SargonSquare::from_name(name).expect(name)
}

/// The move that a SAN text stands for.
fn from_san(sargon: &Sargon, san: &str) -> SargonMove {
    let back_rank = if sargon.side_to_move() == SargonColor::White { '1' } else { '8' };
    let text = san.trim_end_matches(['+', '#']).trim_end_matches("=Q").replace('x', "");
    let text = match text.as_str() {
        "O-O" => format!("Kg{back_rank}"),
        "O-O-O" => format!("Kc{back_rank}"),
        _ => text,
    };
    let (kind, rest) = match text.chars().next().and_then(kind_of) {
        Some(kind) => (kind, &text[1..]),
        None => (PieceKind::Pawn, text.as_str()),
    };
    let (hint, to) = rest.split_at(rest.len() - 2);
    let fits = |mv: &&SargonMove| {
        mv.first.to == square(to)
            && sargon.piece_on(mv.first.from).kind() == kind
            && hint.chars().all(|letter| mv.first.from.to_string().contains(letter))
    };
    let moves = sargon.legal_moves();
    let mut matching = moves.iter().filter(fits);
    let mv = *matching.next().unwrap_or_else(|| panic!("{san} is not a move"));
    assert!(matching.next().is_none(), "{san} is ambiguous");
    mv
}

/// The side and the depth at which the program played each of the published games.
const SETTINGS: [(SargonColor, u8); 7] = [
    (SargonColor::Black, 2),
    (SargonColor::White, 3),
    (SargonColor::White, 3),
    (SargonColor::White, 4),
    (SargonColor::White, 4),
    (SargonColor::White, 5),
    (SargonColor::White, 5),
];

/// The half-moves at which the machine would have played something else than the program did.
fn differences(game: &str, computer: SargonColor, plies: u8) -> Vec<String> {
    let plymax = PlyMax::new(plies).expect("a depth of the published games");
    let mut sargon = Sargon::new();
    let mut different = Vec::new();
    for (index, san) in game.split(' ').enumerate() {
        let expected = from_san(&sargon, san).to_string();
        if sargon.side_to_move() == computer {
            // The coin falls as it fell then.
            sargon.set_refresh(u8::from(expected == "e2e4"));
            let thought = sargon.think(plymax).expect("the game goes on");
            assert_eq!(thought.from_book, index < 2);
            if thought.best.to_string() != expected {
                different.push(format!("half-move {index}: {} instead of {san}", thought.best));
            }
        }
        sargon.play(&expected).expect("a move of the game");
    }
    different
}

#[test]
fn published_games_agree_move_for_move() {
    let known: Known = json("known.json");
    assert_eq!(known.retro_games_expected.len(), SETTINGS.len());
    for (game, (computer, plies)) in known.retro_games_expected.iter().zip(SETTINGS) {
        assert_eq!(differences(game, computer, plies), [""; 0], "{game}");
    }
    // Recorded from a board with a Z80.
    assert_eq!(differences(&known.z80_hardware_game_ply2_black, SargonColor::Black, 2), [""; 0]);
}

/// In the last game a queen square left behind by an earlier search changes a move.
#[test]
fn the_machine_carries_its_memory_from_move_to_move() {
    let known: Known = json("known.json");
    let plymax = PlyMax::new(5).expect("a depth");
    let game: Vec<&str> = known.retro_games_expected[6].split(' ').collect();
    let mut without_memory = Sargon::new();
    for san in &game[..50] {
        let mv = from_san(&without_memory, san);
        without_memory.play(&mv.to_string()).expect("a move of the game");
    }
    let thought = without_memory.think(plymax).expect("the game goes on");
    assert_ne!(thought.best, from_san(&without_memory, game[50]));
}

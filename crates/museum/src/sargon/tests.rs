//! What can only be seen from inside: the survey against the original's way of building attack lists.

use super::machine::SargonMachine;
use super::memory::LISTS;
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::setup::BookUse;
use super::square::SargonSquare;

/// A small generator of numbers that look random (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// Two kings and a random number of other pieces, with more queens, rooks and bishops than chess allows, so that
/// lists overflow and pins abound.
fn random_machine(dice: &mut Dice) -> SargonMachine {
    let mut machine =
        SargonMachine::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 9", BookUse::Closed).expect("two kings");
    let kinds = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::Queen,
    ];
    let favourite = kinds[dice.roll(6) as usize];
    let colors = [SargonColor::White, SargonColor::Black];
    let favoured = colors[dice.roll(2) as usize];
    for _ in 0..dice.roll(60) {
        let square = SargonSquare::new(dice.roll(8) as u8, dice.roll(8) as u8).expect("on the board");
        if !machine.board[square].is_empty() {
            continue;
        }
        let kind = if dice.roll(3) == 0 { favourite } else { kinds[dice.roll(6) as usize] };
        if kind == PieceKind::Pawn && matches!(square.rank(), 0 | 7) {
            continue;
        }
        let color = if dice.roll(3) == 0 { favoured } else { colors[dice.roll(2) as usize] };
        let moved = if dice.roll(2) == 0 { SargonPiece::MOVED } else { 0 };
        machine.board.put(square, SargonPiece::new(color, kind).with(moved));
    }
    machine.find_royals();
    machine.color = colors[dice.roll(2) as usize];
    machine
}

#[test]
fn the_survey_builds_the_lists_of_the_original() {
    let mut dice = Dice(0x5A26_0178);
    let (mut with_pins, mut with_overflow) = (0, 0);
    for _ in 0..20_000 {
        let mut machine = random_machine(&mut dice);
        machine.find_pins();
        machine.survey.take(&machine.board, machine.memory.pins(machine.pin_count));
        if machine.survey.spilled {
            continue;
        }
        for square in SargonSquare::all() {
            machine.overflows = 0;
            let listed = machine.list_attackers(square);
            assert_eq!(machine.survey.lists(square)[..LISTS], listed[..LISTS], "{square}");
            assert_eq!(machine.survey.overflows(square), machine.overflows, "{square}");
            with_overflow += u32::from(machine.overflows > 0);
        }
        with_pins += u32::from(machine.pin_count > 0);
    }
    assert!(with_pins > 1000 && with_overflow > 1000, "{with_pins} with pins, {with_overflow} with overflow");
}

#[test]
fn an_evaluation_with_the_survey_is_one_without() {
    let mut dice = Dice(0x5A26_1978);
    let beyond_lists =
        |machine: &SargonMachine| (LISTS..64).map(|at| machine.memory.byte(at)).collect::<Vec<_>>();
    let (mut spilled, mut overran) = (0, 0);
    for _ in 0..20_000 {
        let mut machine = random_machine(&mut dice);
        machine.find_pins();
        let moved_to = SargonSquare::new(dice.roll(8) as u8, dice.roll(8) as u8).expect("on the board");
        let mut by_squares = machine.clone();
        let points = machine.points(moved_to);
        if machine.survey.spilled {
            spilled += 1;
        } else {
            overran += u32::from(beyond_lists(&machine) != beyond_lists(&by_squares));
        }
        by_squares.survey.spilled = true;
        assert_eq!(by_squares.scan_board(moved_to), points);
        assert_eq!(by_squares.overflows, machine.overflows);
        assert_eq!(beyond_lists(&by_squares), beyond_lists(&machine));
    }
    assert!(spilled > 100 && overran > 100, "{spilled} spilled, {overran} overran");
}

#[test]
fn making_and_unmaking_restores_the_board() {
    let mut dice = Dice(0x5A26_1979);
    for _ in 0..2000 {
        let mut machine = random_machine(&mut dice);
        let before: Vec<SargonPiece> = SargonSquare::all().map(|square| machine.board[square]).collect();
        let mut moves = Vec::new();
        machine.generate(machine.previous, |mv| moves.push(mv));
        // A captured king forgets that it has castled, here as in the original; no search captures one.
        moves.retain(|mv| mv.first.captured().kind() != PieceKind::King);
        for mv in moves {
            machine.make(mv);
            machine.unmake(mv);
            let after: Vec<SargonPiece> = SargonSquare::all().map(|square| machine.board[square]).collect();
            assert_eq!(before, after, "{mv}");
        }
    }
}

//! Everything that a finding says is checked on the board that it names, from the laws alone.

use crate::support::Case;
use kempelen_motifs::{Finding, Harm, Line, MaterialLedger, Motif, Race, Step, motifs, names, threats};
use kempelen_rules::{Chess, Color, Makruk, Move, Position, Role, Square, SquareSet, Variant, attacks};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same lines on every run.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(1770),
        failure_persistence: None,
        ..Default::default()
    }
}

#[test]
fn findings_of_puzzles_are_true() {
    let mut checked = 0;
    for case in Case::all() {
        let line = case.line();
        for finding in motifs(&line) {
            check(&line, &finding).unwrap_or_else(|fault| panic!("{}: {finding:?}: {fault}", case.id));
            checked += 1;
        }
    }
    assert!(checked > 3_000, "{checked}");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn findings_of_any_line_of_chess_are_true(choices in walk(), solver in any::<bool>()) {
        check_line::<Chess>(&choices, solver)?;
    }

    #[test]
    fn findings_of_any_line_of_makruk_are_true(choices in walk(), solver in any::<bool>()) {
        check_line::<Makruk>(&choices, solver)?;
    }
}

/// Which of the legal moves to play, in how long an opening and how long a line.
fn walk() -> impl Strategy<Value = (Vec<u16>, Vec<u16>)> {
    let choices = |most| prop::collection::vec(any::<u16>(), 0..most);
    (choices(160), choices(14))
}

fn check_line<V: Variant>((opening, play): &(Vec<u16>, Vec<u16>), white: bool) -> Result<(), TestCaseError> {
    let mut start = Position::<V>::default();
    wander(&mut start, opening);
    let mut end = start;
    let moves = wander(&mut end, play);
    let solver = if white { Color::White } else { Color::Black };
    let line = Line::new(start, &moves).expect("legal moves").solved_by(solver);
    let found = motifs(&line);
    for finding in &found {
        check(&line, finding)
            .map_err(|fault| TestCaseError::fail(format!("{start:?} {moves:?} {finding:?}: {fault}")))?;
    }
    // Colours mean nothing: the line turned over is about the same.
    let turned: Vec<_> = moves.iter().map(|m| turn_over(*m)).collect();
    let turned = Line::new(start.mirror(), &turned).expect("legal moves").solved_by(!solver);
    let mirrored = motifs(&turned);
    prop_assert_eq!(names(&mirrored), names(&found));
    prop_assert_eq!(MaterialLedger::of(&turned).gain(), MaterialLedger::of(&line).gain());
    for board in line.boards() {
        check_threats(board)?;
        check_race(board)?;
    }
    Ok(())
}

/// What is threatened can be played after a pass, and mates where it is said to.
fn check_threats<V: Variant>(board: &Position<V>) -> Result<(), TestCaseError> {
    for threat in threats(board) {
        let passed = board.pass();
        prop_assert!(passed.is_legal(threat.m));
        let mated = passed.play(threat.m).end().is_some_and(|end| end.winner() == Some(passed.turn()));
        prop_assert_eq!(threat.what == Harm::Mates, mated);
    }
    Ok(())
}

/// A runner is a pawn that can walk to its goal while the enemy passes.
fn check_race<V: Variant>(board: &Position<V>) -> Result<(), TestCaseError> {
    let race = Race::of(board);
    for side in Color::ALL {
        let Some(runner) = race.runner(side) else { continue };
        prop_assert!(board.men(side, Role::Pawn).has(runner.pawn));
        prop_assert!(V::promotion_zone(side).has(runner.goal) && runner.moves > 0);
        prop_assert!(attacks::between(runner.pawn, runner.goal).is_disjoint(board.occupied()));
    }
    Ok(())
}

/// Plays moves, captures and checks twice as readily as others, so that something happens.
fn wander<V: Variant>(position: &mut Position<V>, choices: &[u16]) -> Vec<Move> {
    let mut moves = Vec::new();
    for &choice in choices {
        let mut list: Vec<_> = position.legal_moves().into_iter().collect();
        list.extend(position.noisy_moves());
        if list.is_empty() {
            break;
        }
        let m = list[usize::from(choice) % list.len()];
        *position = position.play(m);
        moves.push(m);
    }
    moves
}

fn turn_over(m: Move) -> Move {
    let (from, to) = (m.from().flip(), m.to().flip());
    m.promoted().map_or(Move::new(from, to), |role| Move::promotion(from, to, role))
}

/// What is wrong with a finding, by rules that are written here once more.
fn check<V: Variant>(line: &Line<V>, finding: &Finding) -> Result<(), &'static str> {
    let step = line.step(finding.ply).ok_or("there is no such move")?;
    let board = line.boards().get(finding.board).ok_or("there is no such board")?;
    let named = finding.by.into_iter().chain(finding.targets).chain(finding.behind).collect::<SquareSet>();
    ensure(step.side() == line.solver(), "the move is not the solver's")?;
    ensure(board.occupied().contains(named), "nobody stands on a square that is named")?;
    ensure(!finding.words(line).contains("  "), "somebody is missing in the words")?;
    match (finding.by, finding.targets.first()) {
        (Some(by), Some(target)) => check_deed(board, line.solver(), finding, by, target),
        (Some(by), None) => check_move(board, &step, finding, by),
        (None, Some(king)) => {
            let around = [Motif::ExposedKing, Motif::KingsideAttack, Motif::QueensideAttack];
            ensure(around.contains(&finding.motif) && king == board.king(!line.solver()), "the king")
        }
        (None, None) => ensure(finding.motif >= Motif::PawnEndgame, "somebody does it"),
    }
}

/// Motifs in which a man does something to another.
fn check_deed<V: Variant>(
    board: &Position<V>,
    us: Color,
    finding: &Finding,
    by: Square,
    target: Square,
) -> Result<(), &'static str> {
    let sees = |from: Square, to: Square| attackers(board, to).has(from);
    let (ours, theirs) = (board.side(us), board.side(!us));
    let enemies = ours.has(by) && theirs.contains(finding.targets);
    match (finding.motif, finding.behind) {
        (Motif::Fork, None) => {
            ensure(enemies && finding.targets.len() >= 2, "a fork has two prongs")?;
            ensure(finding.targets.into_iter().all(|target| sees(by, target)), "it attacks them all")
        }
        (Motif::Pin, Some(king)) => {
            ensure(enemies && board.pinned().has(target) && king == board.king(!us), "pinned")?;
            ensure(sees(by, target) && attacks::between(by, king).has(target), "along a line")
        }
        (Motif::Skewer | Motif::XRayAttack, Some(behind)) => {
            ensure(enemies && attacks::between(by, behind).has(target), "in a row")
        }
        (Motif::DiscoveredAttack | Motif::DiscoveredCheck, _)
        | (Motif::TrappedPiece | Motif::Attraction, None) => ensure(enemies && sees(by, target), "attacks"),
        (Motif::DoubleCheck, Some(other)) => {
            let checkers = board.checkers();
            ensure(enemies && checkers.has(by) && checkers.has(other) && by != other, "two checkers")
        }
        (Motif::HangingPiece, None) => {
            ensure(enemies && sees(by, target), "attacked")?;
            ensure(attackers(board, target).is_disjoint(theirs), "nobody protects it")
        }
        (Motif::CapturingDefender, Some(behind)) => {
            ensure(enemies && theirs.has(behind), "sides")?;
            ensure(sees(by, target) && sees(target, behind), "attacked and protecting")
        }
        (Motif::Interference, Some(behind)) => {
            ensure(theirs.has(target) && theirs.has(behind), "sides")?;
            ensure(attacks::between(target, behind).has(by) && !sees(target, behind), "cut off")
        }
        (Motif::Zugzwang, None) => ensure(target == board.king(!us) && !board.in_check(), "not in check"),
        (Motif::AttackingF2F7, None) => ensure(enemies && target == board.king(!us), "the king"),
        (Motif::Deflection, _) | (Motif::Intermezzo | Motif::Sacrifice, None) => ensure(enemies, "sides"),
        (motif, _) => {
            ensure(motif <= Motif::BalestraMate && target == board.king(!us), "a mate")?;
            ensure(board.checkers().has(by) && !board.can_move(), "it is mate")
        }
    }
}

/// Motifs of a move in itself.
fn check_move<V: Variant>(
    board: &Position<V>,
    step: &Step<'_, V>,
    finding: &Finding,
    by: Square,
) -> Result<(), &'static str> {
    ensure(by == step.to(), "the man that moved")?;
    match finding.motif {
        Motif::QuietMove | Motif::DefensiveMove => {
            ensure(step.captured().is_none() && !step.gives_check(), "quiet")
        }
        Motif::Promotion | Motif::UnderPromotion => {
            ensure(board.role_on(by) == step.m.promoted(), "promoted")
        }
        Motif::AdvancedPawn | Motif::EnPassant => ensure(step.role() == Role::Pawn, "a pawn"),
        Motif::Castling => ensure(step.role() == Role::King && board.king(step.side()) == by, "the king"),
        Motif::Clearance => {
            ensure(finding.behind.is_some_and(|behind| board.side(step.side()).has(behind)), "for whom")
        }
        _ => Err("somebody is missing"),
    }
}

/// All men that attack a square, found one by one.
fn attackers<V: Variant>(board: &Position<V>, square: Square) -> SquareSet {
    board
        .occupied()
        .into_iter()
        .filter(|&from| {
            board.piece_on(from).is_some_and(|piece| {
                V::attacks(piece.role(), piece.color(), from, board.occupied()).has(square)
            })
        })
        .collect()
}

fn ensure(holds: bool, what: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what) }
}

//! The Octave game told a second time, as simply and as slowly as its description does, to check the
//! shortcuts.
//!
//! The room looks out from the king to see a check, and asks only once whether the side that is not to move
//! is mated. Here every question is answered by generating all moves, at every node. Both must agree to the
//! last bit, also in positions that the laws of chess do not allow.

use crate::common::{Dice, squares_of};
use kempelen_museum::octave::OctavePosition;
use kempelen_museum::placement::{Placement, code};
use kempelen_rules::Square;

type Board = [[i32; 8]; 8];
type Step = ((usize, usize), (usize, usize));

fn board_of(placement: &Placement) -> Board {
    let mut board = [[0; 8]; 8];
    for (square, man) in placement.men() {
        board[usize::from(square.rank())][usize::from(square.file())] = i32::from(code(man));
    }
    board
}

fn pseudo_legal(board: &Board, color: i32) -> Vec<Step> {
    const KNIGHT: [(i32, i32); 8] = [(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)];
    const KING: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let at = |row: i32, column: i32| {
        ((0..8).contains(&row) && (0..8).contains(&column)).then(|| board[row as usize][column as usize])
    };
    let mut list = Vec::new();
    for row in 0..8_i32 {
        for column in 0..8_i32 {
            let man = board[row as usize][column as usize];
            if man * color <= 0 {
                continue;
            }
            let mut add =
                |r: i32, c: i32| list.push(((row as usize, column as usize), (r as usize, c as usize)));
            let (ways, far): (&[(i32, i32)], bool) = match man.abs() {
                1 => {
                    let home = if color > 0 { 1 } else { 6 };
                    if at(row + color, column) == Some(0) {
                        add(row + color, column);
                        if row == home && at(row + 2 * color, column) == Some(0) {
                            add(row + 2 * color, column);
                        }
                    }
                    for side in [-1, 1] {
                        if at(row + color, column + side).is_some_and(|other| other * color < 0) {
                            add(row + color, column + side);
                        }
                    }
                    continue;
                }
                2 => (&KNIGHT, false),
                3 => (&KING[4..], true),
                4 => (&KING[..4], true),
                5 => (&KING, true),
                _ => (&KING, false),
            };
            for (dr, dc) in ways {
                for n in 1..8 {
                    let (r, c) = (row + n * dr, column + n * dc);
                    match at(r, c) {
                        Some(0) => add(r, c),
                        Some(other) if other * color < 0 => {
                            add(r, c);
                            break;
                        }
                        _ => break,
                    }
                    if !far {
                        break;
                    }
                }
            }
        }
    }
    list
}

fn apply(board: &Board, (from, to): Step) -> Board {
    let mut next = *board;
    let man = board[from.0][from.1];
    next[from.0][from.1] = 0;
    next[to.0][to.1] = match (man, to.0) {
        (1, 7) => 5,
        (-1, 0) => -5,
        _ => man,
    };
    next
}

fn in_check(board: &Board, color: i32) -> bool {
    let squares = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    let Some(king) = squares.into_iter().find(|&(r, c)| board[r][c] == 6 * color) else { return true };
    pseudo_legal(board, -color).iter().any(|&(_, to)| to == king)
}

fn legal(board: &Board, color: i32) -> Vec<Step> {
    let mut moves = pseudo_legal(board, color);
    moves.retain(|&m| !in_check(&apply(board, m), color));
    moves
}

fn mated(board: &Board, color: i32) -> bool {
    in_check(board, color) && legal(board, color).is_empty()
}

fn evaluate(board: &Board) -> f64 {
    const VALUES: [f64; 7] = [0.0, 1.0, 3.0, 3.0, 5.0, 9.0, 999.0];
    let (mut material, mut position) = (0.0, 0.0);
    for (index, line) in board.iter().enumerate() {
        let row = index as i32 + 1;
        for (column, &man) in line.iter().enumerate() {
            let value = VALUES[man.unsigned_abs() as usize];
            material += if man < 0 { value } else { -value };
            let centre = (4..=5).contains(&row) && (2..=5).contains(&column);
            match man {
                -1 => position += f64::from(8 - row) * 0.1,
                1 => position -= f64::from(row - 1) * 0.1,
                -5..=-2 if centre => position += 0.3,
                2..=5 if centre => position -= 0.3,
                _ => {}
            }
        }
    }
    let count = |color| pseudo_legal(board, color).len() as i32;
    material + f64::from(count(-1) - count(1)) * 0.1 + position
}

fn minimax(board: &Board, depth: u8, mut alpha: f64, mut beta: f64, color: i32) -> (f64, Option<Step>) {
    if depth == 0 {
        return (evaluate(board), None);
    }
    if mated(board, color) {
        return (-9999.0, None);
    }
    if mated(board, -color) {
        return (9999.0, None);
    }
    let mut moves = legal(board, color);
    if moves.is_empty() {
        return (if in_check(board, color) { -9999.0 } else { 0.0 }, None);
    }
    moves.sort_by_key(|&(_, to)| -board[to.0][to.1].abs() * 10);
    let mut best = (if color < 0 { f64::NEG_INFINITY } else { f64::INFINITY }, None);
    for m in moves {
        let (value, _) = minimax(&apply(board, m), depth - 1, alpha, beta, -color);
        if color < 0 {
            if value > best.0 {
                best = (value, Some(m));
            }
            alpha = alpha.max(best.0);
        } else {
            if value < best.0 {
                best = (value, Some(m));
            }
            beta = beta.min(best.0);
        }
        if beta <= alpha {
            break;
        }
    }
    best
}

fn agree(placement: &Placement, depth: u8) {
    let board = board_of(placement);
    let color = i32::from(placement.turn().forward());
    let (value, best) = minimax(&board, depth, f64::NEG_INFINITY, f64::INFINITY, color);
    let name = |(row, column): (usize, usize)| Square::at(column as u8, row as u8).to_string();
    let best = best.map(|(from, to)| name(from) + &name(to));
    let report = OctavePosition::from(placement).think(depth);
    assert_eq!(report.best.map(squares_of), best, "{placement:?} at depth {depth}");
    assert_eq!(report.value.0.to_bits(), value.to_bits(), "{placement:?} at depth {depth}");
    assert_eq!(report.static_eval.0.to_bits(), evaluate(&board).to_bits(), "{placement:?}");
}

#[test]
fn shortcuts_change_nothing_in_small_positions() {
    let mut dice = Dice::new(3);
    for n in 0..400 {
        agree(&dice.odd_placement(n % 10), 3);
    }
}

#[test]
fn shortcuts_change_nothing_in_crowded_positions() {
    let mut dice = Dice::new(4);
    for n in 0..300 {
        agree(&dice.odd_placement(8 + n % 40), (n % 3) as u8);
    }
}

//! Where men reach on a board, from tables that the compiler fills.
//!
//! Steppers are lists of steps. Sliders use *kindergarten bitboards* (Gerd Isenberg, 2006): the men on a line are
//! gathered by one multiplication into six bits, and 4 KB of tables tell what a line so occupied lets through.
//! All tables together take 47 KB, of which a game touches a few: they live in the first-level cache beside a
//! search, where the 800 KB of magic bitboards do not.
//!
//! ```
//! use kempelen_rules::{Square, SquareSet, attacks};
//!
//! // . . . . . . . .
//! // . . . o . . . .
//! // . . . x . . . .
//! // . . . x . . . .
//! // x x x R x x x x
//! // . . . x . . . .
//! // . . . x . . . .
//! // . . . x . . . .
//! let man = Square::D7;
//! let seen = attacks::rook(Square::D4, man.set());
//! assert_eq!(seen.len(), 13);
//! assert!(seen.has(man), "the first man on a line is seen");
//! assert!(!seen.has(Square::D8), "what stands behind it is not");
//! ```

use crate::{Color, Square, SquareSet};

/// The squares a knight on `from` reaches.
///
/// ```
/// # use kempelen_rules::{Square, attacks};
/// assert_eq!(attacks::knight(Square::E4).len(), 8);
/// assert_eq!(attacks::knight(Square::A1), Square::B3.set() | Square::C2.set());
/// ```
#[inline]
pub fn knight(from: Square) -> SquareSet {
    KNIGHT[from.index()]
}

/// The squares a king on `from` reaches.
#[inline]
pub fn king(from: Square) -> SquareSet {
    KING[from.index()]
}

/// The squares on which a pawn of `us` on `from` captures.
///
/// ```
/// # use kempelen_rules::{Color, Square, attacks};
/// assert_eq!(attacks::pawn(Color::White, Square::E4), Square::D5.set() | Square::F5.set());
/// assert_eq!(attacks::pawn(Color::Black, Square::A4), Square::B3.set());
/// ```
#[inline]
pub fn pawn(us: Color, from: Square) -> SquareSet {
    PAWN[us.index()][from.index()]
}

/// The squares a met on `from` reaches.
#[inline]
pub fn met(from: Square) -> SquareSet {
    MET[from.index()]
}

/// The squares a khon of `us` on `from` reaches.
///
/// ```
/// # use kempelen_rules::{Color, Square, attacks};
/// // . x x x .
/// // . . S . .
/// // . x . x .
/// let white = attacks::khon(Color::White, Square::D4);
/// assert_eq!(white.len(), 5);
/// assert!(white.has(Square::D5) && !white.has(Square::D3));
/// ```
#[inline]
pub fn khon(us: Color, from: Square) -> SquareSet {
    KHON[us.index()][from.index()]
}

/// The squares a bishop on `from` reaches between the men on `occupied`, the first man on each line included.
#[inline]
pub fn bishop(from: Square, occupied: SquareSet) -> SquareSet {
    diagonal(from, occupied, &DIAGONAL) | diagonal(from, occupied, &ANTIDIAGONAL)
}

/// The squares a rook on `from` reaches between the men on `occupied`, the first man on each line included.
#[inline]
pub fn rook(from: Square, occupied: SquareSet) -> SquareSet {
    rank(from, occupied) | file(from, occupied)
}

/// The squares a queen on `from` reaches between the men on `occupied`, the first man on each line included.
#[inline]
pub fn queen(from: Square, occupied: SquareSet) -> SquareSet {
    bishop(from, occupied) | rook(from, occupied)
}

/// The two diagonals through a square, without it.
#[inline]
pub fn diagonals(square: Square) -> SquareSet {
    DIAGONALS[square.index()]
}

/// The rank and the file through a square, without it.
#[inline]
pub fn straights(square: Square) -> SquareSet {
    STRAIGHTS[square.index()]
}

/// The squares strictly between two squares of one line; empty where no line joins them.
///
/// ```
/// # use kempelen_rules::{Square, attacks};
/// assert_eq!(attacks::between(Square::A1, Square::D4), Square::B2.set() | Square::C3.set());
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> SquareSet {
    BETWEEN[a.index()][b.index()]
}

/// The whole line through two squares, edge to edge, without `a` itself; empty where no line joins them.
///
/// ```
/// # use kempelen_rules::{Square, attacks};
/// let line = attacks::line(Square::E1, Square::E4);
/// assert!(line.has(Square::E8) && !line.has(Square::E1));
/// assert_eq!(line.len(), 7);
/// ```
#[inline]
pub fn line(a: Square, b: Square) -> SquareSet {
    let i = a.index();
    [RANK[i], FILE[i], DIAGONAL[i], ANTIDIAGONAL[i]]
        .into_iter()
        .find(|line| line.has(b))
        .unwrap_or(SquareSet::EMPTY)
}

/// The b-file: a multiplication by it gathers the files b to g of a diagonal in the top six bits.
const GATHER_FILES: u64 = 0x0202_0202_0202_0202;
/// The diagonal c2-h7: a multiplication by it gathers the ranks 2 to 7 of the a-file there, highest rank lowest.
/// Shifted by a file, it does so for that file.
const GATHER_RANKS: u64 = 0x0080_4020_1008_0400;

#[inline]
fn diagonal(from: Square, occupied: SquareSet, lines: &[SquareSet; 64]) -> SquareSet {
    let line = lines[from.index()];
    let key = (occupied & line).bits().wrapping_mul(GATHER_FILES) >> 58;
    SEEN_FILES[from.file() as usize][key as usize] & line
}

#[inline]
fn rank(from: Square, occupied: SquareSet) -> SquareSet {
    let key = occupied.bits() >> 1 >> (from.index() & 56) & 63;
    SEEN_FILES[from.file() as usize][key as usize] & RANK[from.index()]
}

#[inline]
fn file(from: Square, occupied: SquareSet) -> SquareSet {
    let line = FILE[from.index()];
    let key = (occupied & line).bits().wrapping_mul(GATHER_RANKS >> from.file()) >> 58;
    SEEN_RANKS[from.rank() as usize][key as usize] & line
}

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const OBLIQUE: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

static KNIGHT: [SquareSet; 64] =
    steps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [SquareSet; 64] = both(&steps(&ORTHOGONAL), &steps(&OBLIQUE));
static MET: [SquareSet; 64] = steps(&OBLIQUE);
static PAWN: [[SquareSet; 64]; 2] = [steps(&[(1, 1), (-1, 1)]), steps(&[(1, -1), (-1, -1)])];
static KHON: [[SquareSet; 64]; 2] =
    [both(&steps(&OBLIQUE), &steps(&[(0, 1)])), both(&steps(&OBLIQUE), &steps(&[(0, -1)]))];

static RANK: [SquareSet; 64] = lines((1, 0));
static FILE: [SquareSet; 64] = lines((0, 1));
static DIAGONAL: [SquareSet; 64] = lines((1, 1));
static ANTIDIAGONAL: [SquareSet; 64] = lines((1, -1));

static STRAIGHTS: [SquareSet; 64] = both(&lines((1, 0)), &lines((0, 1)));
static DIAGONALS: [SquareSet; 64] = both(&lines((1, 1)), &lines((1, -1)));

static BETWEEN: [[SquareSet; 64]; 64] = all_between();

/// For a file and the men on the files b to g of a line: the files that a slider sees, whole.
static SEEN_FILES: [[SquareSet; 64]; 8] = seen(false);
/// For a rank and the men on the ranks 7 to 2 of a file: the ranks that a slider sees, whole.
static SEEN_RANKS: [[SquareSet; 64]; 8] = seen(true);

/// A stepping man is only a list of steps.
const fn steps(moves: &[(i8, i8)]) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut k = 0;
        while k < moves.len() {
            if let Some(to) = Square::wrap(from as u8).offset(moves[k].0, moves[k].1) {
                table[from] = table[from].with(to);
            }
            k += 1;
        }
        from += 1;
    }
    table
}

const fn both(a: &[SquareSet; 64], b: &[SquareSet; 64]) -> [SquareSet; 64] {
    let mut table = *a;
    let mut i = 0;
    while i < 64 {
        table[i] = a[i].union(b[i]);
        i += 1;
    }
    table
}

/// The squares in one direction from `from`, as far as the edge.
const fn ray(from: Square, step: (i8, i8)) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut here = from;
    while let Some(next) = here.offset(step.0, step.1) {
        set = set.with(next);
        here = next;
    }
    set
}

const fn lines(step: (i8, i8)) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let from = Square::wrap(i as u8);
        table[i] = ray(from, step).union(ray(from, (-step.0, -step.1)));
        i += 1;
    }
    table
}

#[allow(clippy::large_stack_arrays, reason = "it runs in the compiler")]
const fn all_between() -> [[SquareSet; 64]; 64] {
    const WAYS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut table = [[SquareSet::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut way = 0;
        while way < 8 {
            // Walk the ray once; every prefix of it lies between its start and the next square.
            let mut passed = SquareSet::EMPTY;
            let mut here = Square::wrap(a as u8);
            while let Some(next) = here.offset(WAYS[way].0, WAYS[way].1) {
                table[a][next.index()] = passed;
                passed = passed.with(next);
                here = next;
            }
            way += 1;
        }
        a += 1;
    }
    table
}

/// For each place on a line of eight and each pattern of men on its six inner places: the files or ranks that a
/// slider sees.
const fn seen(ranks: bool) -> [[SquareSet; 64]; 8] {
    let mut table = [[SquareSet::EMPTY; 64]; 8];
    let mut place = 0;
    while place < 8 {
        let mut inner = 0;
        while inner < 64 {
            let men = if ranks { (inner as u8).reverse_bits() >> 1 } else { (inner as u8) << 1 };
            let seen = seen_on_line(place as u32, men);
            let mut k = 0;
            while k < 8 {
                if seen >> k & 1 == 1 {
                    let whole = if ranks { SquareSet::rank(k) } else { SquareSet::file(k) };
                    table[place][inner] = table[place][inner].union(whole);
                }
                k += 1;
            }
            inner += 1;
        }
        place += 1;
    }
    table
}

const fn seen_on_line(place: u32, men: u8) -> u8 {
    let mut seen = 0u8;
    let mut k = place;
    while k < 7 {
        k += 1;
        seen |= 1 << k;
        if men >> k & 1 == 1 {
            break;
        }
    }
    k = place;
    while k > 0 {
        k -= 1;
        seen |= 1 << k;
        if men >> k & 1 == 1 {
            break;
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(from: Square, occupied: SquareSet, ways: &[(i8, i8)]) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for &(files, ranks) in ways {
            let mut here = from;
            while let Some(next) = here.offset(files, ranks) {
                set = set.with(next);
                if occupied.has(next) {
                    break;
                }
                here = next;
            }
        }
        set
    }

    #[test]
    fn sliders_see_what_a_walk_sees() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for round in 0..2000 {
            bits = bits.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            let thin = if round % 2 == 0 { bits & bits.rotate_left(17) } else { bits };
            let occupied = SquareSet::new(thin);
            for from in Square::all() {
                assert_eq!(
                    rook(from, occupied),
                    walk(from, occupied, &ORTHOGONAL),
                    "rook {from} {occupied:?}"
                );
                assert_eq!(
                    bishop(from, occupied),
                    walk(from, occupied, &OBLIQUE),
                    "bishop {from} {occupied:?}"
                );
            }
        }
    }

    #[test]
    fn a_man_sees_the_squares_from_which_its_mirror_attacks_it() {
        for a in Square::all() {
            for b in Square::all() {
                for us in Color::ALL {
                    assert_eq!(pawn(us, a).has(b), pawn(!us, b).has(a));
                    assert_eq!(khon(us, a).has(b), khon(!us, b).has(a));
                }
            }
        }
    }

    #[test]
    fn lines_join_squares() {
        assert_eq!(between(Square::A1, Square::D4), Square::B2.set() | Square::C3.set());
        assert_eq!(between(Square::A1, Square::B3), SquareSet::EMPTY);
        assert_eq!(between(Square::E4, Square::E5), SquareSet::EMPTY);
        assert_eq!(line(Square::E1, Square::E4), SquareSet::file(4).without(Square::E1));
        assert_eq!(line(Square::E1, Square::D3), SquareSet::EMPTY);
    }
}

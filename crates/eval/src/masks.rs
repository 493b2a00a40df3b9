//! Sets of squares that terms ask for, from tables that the compiler fills.

use kempelen_rules::{Color, Square, SquareSet};

/// The four files of the centre.
pub(crate) const CENTRE_FILES: SquareSet = files(2, 5);
/// The four squares of the centre.
pub(crate) const CENTRE: SquareSet = SquareSet::new(0x0000_0018_1800_0000);
/// The two diagonals from corner to corner.
pub(crate) const LONG_DIAGONALS: SquareSet = SquareSet::new(0x8142_2418_1824_4281);
/// The files a to d.
pub(crate) const WEST_WING: SquareSet = files(0, 3);
/// The files e to h.
pub(crate) const EAST_WING: SquareSet = files(4, 7);

/// The files beside a file.
#[inline]
pub(crate) fn beside(file: u8) -> SquareSet {
    BESIDE[(file & 7) as usize]
}

/// The squares ahead of a square on its file, as `us` sees it.
#[inline]
pub(crate) fn ahead(us: Color, square: Square) -> SquareSet {
    ranks_ahead(us, square) & SquareSet::file(square.file())
}

/// All squares on the ranks ahead of a square.
#[inline]
pub(crate) fn ranks_ahead(us: Color, square: Square) -> SquareSet {
    let shift = 8 * u32::from(square.rank());
    match us {
        Color::White => SquareSet::new(!0xFF << shift),
        Color::Black => SquareSet::new(!(!0 << shift)),
    }
}

/// The squares around a king that an attack aims at: it and its neighbours; at an edge, as if it stood a step
/// inside.
#[inline]
pub(crate) fn ring(king: Square) -> SquareSet {
    RING[king.index()]
}

/// The files near a king: its wing.
#[inline]
pub(crate) fn wing(file: u8) -> SquareSet {
    WING[(file & 7) as usize]
}

/// How many king's steps there are between two squares.
#[inline]
pub(crate) fn steps(a: Square, b: Square) -> i32 {
    STEPS[a.index()][b.index()] as i32
}

/// Whatever stands on these squares, and all squares ahead of them.
#[inline]
pub(crate) fn fill_ahead(us: Color, set: SquareSet) -> SquareSet {
    let mut bits = set.bits();
    match us {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    SquareSet::new(bits)
}

/// Every square moved one rank ahead; those on the last rank are lost.
#[inline]
pub(crate) fn shift_ahead(us: Color, set: SquareSet) -> SquareSet {
    us.pick(SquareSet::new(set.bits() << 8), SquareSet::new(set.bits() >> 8))
}

/// All squares ahead of these, on their files.
#[inline]
pub(crate) fn all_ahead(us: Color, set: SquareSet) -> SquareSet {
    fill_ahead(us, shift_ahead(us, set))
}

/// All squares of the files given as bits, the a-file's the lowest.
#[inline]
pub(crate) fn whole_files(files: u8) -> SquareSet {
    SquareSet::new(u64::from(files) * SquareSet::file(0).bits())
}

const fn files(first: u8, last: u8) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut file = first;
    while file <= last {
        set = set.union(SquareSet::file(file));
        file += 1;
    }
    set
}

const BESIDE: [SquareSet; 8] = {
    let mut table = [SquareSet::EMPTY; 8];
    let mut file = 0;
    while file < 8 {
        let whole = SquareSet::file(file as u8);
        table[file] = whole.east().union(whole.west());
        file += 1;
    }
    table
};

const WING: [SquareSet; 8] =
    [files(0, 2), files(0, 3), files(0, 3), files(2, 5), files(2, 5), files(4, 7), files(4, 7), files(5, 7)];

static RING: [SquareSet; 64] = {
    let mut table = [SquareSet::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let king = Square::wrap(i as u8);
        let centre = Square::at(inside(king.file()), inside(king.rank()));
        let row = SquareSet::rank(centre.rank())
            .union(SquareSet::rank(centre.rank() - 1))
            .union(SquareSet::rank(centre.rank() + 1));
        let column = files(centre.file() - 1, centre.file() + 1);
        table[i] = SquareSet::new(row.bits() & column.bits());
        i += 1;
    }
    table
};

const fn inside(line: u8) -> u8 {
    match line {
        0 => 1,
        7 => 6,
        _ => line,
    }
}

static STEPS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            table[a][b] = Square::wrap(a as u8).distance(Square::wrap(b as u8));
            b += 1;
        }
        a += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use kempelen_rules::attacks;

    use super::*;

    #[test]
    fn what_lies_ahead_depends_on_the_side() {
        for square in Square::all() {
            for us in Color::ALL {
                let slow: SquareSet = Square::all()
                    .filter(|other| us.relative_rank(other.rank()) > us.relative_rank(square.rank()))
                    .collect();
                assert_eq!(ranks_ahead(us, square), slow, "{square} {us}");
                assert_eq!(fill_ahead(us, square.set()), ahead(us, square).with(square), "{square} {us}");
            }
        }
    }

    #[test]
    fn a_ring_has_nine_squares_and_holds_the_king() {
        for king in Square::all() {
            assert_eq!(ring(king).len(), 9);
            assert!(ring(king).has(king) && ring(king).contains(attacks::king(king)));
        }
    }
}

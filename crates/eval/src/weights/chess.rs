//! The weights of chess, written by the tuner. Change a number as you like; the layout is checked by a test.

use super::Weights;
use crate::s;

/// The weights of chess.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights {
    // A man, wherever it stands; by slot.
    material: [s(63, 112), s(304, 322), s(342, 324), s(417, 558), s(928, 979)],
    // A man on a square, seen from its own side; by slot.
    places: [
        [
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-16, 3), s(3, 0), s(-6, -2), s(-8, -4), s(-7, -4), s(-1, 4), s(10, -13), s(-8, -11),
            s(-8, -7), s(-5, 1), s(7, -3), s(-3, -3), s(0, -3), s(-2, 5), s(0, -2), s(-6, -6),
            s(-8, 3), s(-4, -8), s(5, -9), s(18, -5), s(14, 0), s(0, 1), s(-10, 4), s(-7, 3),
            s(-1, 27), s(10, 8), s(8, 12), s(16, 1), s(8, -3), s(-1, -5), s(11, 17), s(-4, 18),
            s(-5, 26), s(6, 11), s(14, 26), s(26, 10), s(25, 22), s(4, 16), s(-3, 24), s(3, 27),
            s(-16, 39), s(12, 40), s(27, 43), s(30, 39), s(32, 36), s(26, 31), s(11, 42), s(0, 34),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-40, -35), s(-22, -30), s(-23, -13), s(-10, -4), s(-12, -3), s(-13, -13), s(-24, -26), s(-43, -35),
            s(-30, -24), s(-13, -9), s(-10, -11), s(-5, 9), s(-7, 10), s(-1, 3), s(-11, -15), s(-18, -24),
            s(-17, -10), s(6, -5), s(-2, -1), s(7, 5), s(18, 3), s(6, 9), s(-8, 1), s(-14, -10),
            s(-6, -7), s(15, 0), s(27, 23), s(17, 24), s(21, 22), s(33, 17), s(12, 4), s(6, -2),
            s(2, -4), s(17, 9), s(19, 20), s(39, 21), s(34, 26), s(22, 11), s(21, 11), s(3, -1),
            s(-11, -15), s(-7, -8), s(10, 6), s(27, 11), s(26, 24), s(3, 0), s(6, 5), s(-13, -19),
            s(-29, -26), s(-24, -13), s(2, -4), s(9, 5), s(10, 4), s(1, -5), s(-19, -15), s(-21, -21),
            s(-57, -41), s(-31, -25), s(-19, -12), s(-6, -3), s(-7, -7), s(-19, -15), s(-30, -28), s(-42, -35),
        ],
        [
            s(-10, -11), s(-12, -5), s(-11, -8), s(3, 5), s(-10, 3), s(-19, 3), s(-6, -7), s(-9, -14),
            s(-9, -9), s(4, -5), s(1, -4), s(-4, 6), s(7, 3), s(3, -7), s(4, -11), s(-10, -7),
            s(2, -5), s(9, 1), s(3, 9), s(5, 4), s(-2, 5), s(15, 5), s(-7, 6), s(3, 4),
            s(5, -2), s(7, -2), s(21, 3), s(8, 3), s(18, 3), s(7, 4), s(7, 2), s(-7, 0),
            s(7, 0), s(15, 8), s(8, 3), s(10, 7), s(10, 2), s(18, 7), s(12, 6), s(-5, -11),
            s(-7, -8), s(-1, -3), s(3, 2), s(18, 10), s(9, 7), s(12, 4), s(-1, -3), s(2, -4),
            s(-8, -9), s(-4, -1), s(-1, -2), s(0, 0), s(1, 0), s(-6, -7), s(-4, -6), s(-14, -9),
            s(-7, -13), s(-11, -11), s(-7, -4), s(-4, -2), s(-2, -4), s(-7, -6), s(-10, -9), s(-8, -16),
        ],
        [
            s(-16, 4), s(3, -1), s(6, -5), s(17, -10), s(14, -6), s(11, -6), s(1, 0), s(-6, -7),
            s(-20, -6), s(-5, 6), s(3, 2), s(2, -9), s(1, -1), s(-1, -1), s(-1, 0), s(-12, 1),
            s(-11, 6), s(3, 2), s(-13, 3), s(0, -1), s(1, 3), s(-10, 0), s(-1, 6), s(-14, -3),
            s(3, 11), s(4, 8), s(0, 7), s(1, 3), s(5, 9), s(-8, 3), s(-1, 9), s(-12, 10),
            s(0, 13), s(-2, 10), s(2, 8), s(10, 6), s(10, 5), s(7, 5), s(4, 11), s(-5, 19),
            s(-2, 8), s(6, 15), s(6, 10), s(12, 7), s(10, 7), s(8, 9), s(0, 9), s(-3, 10),
            s(7, 17), s(5, 11), s(12, 8), s(15, 4), s(16, 11), s(9, 7), s(4, 9), s(-1, 9),
            s(-3, 15), s(2, 13), s(1, 10), s(5, 13), s(6, 12), s(3, 16), s(-1, 15), s(-7, 15),
        ],
        [
            s(-13, -26), s(0, -16), s(-9, -9), s(8, -22), s(-9, 0), s(-8, -9), s(2, -17), s(0, -24),
            s(3, -14), s(2, -6), s(-3, -2), s(-6, 10), s(-3, 10), s(-3, -1), s(11, -10), s(-5, -16),
            s(1, -4), s(8, 3), s(-4, 11), s(-12, 15), s(-10, 22), s(-5, 15), s(2, 0), s(-14, -9),
            s(0, 5), s(-13, 13), s(-15, 19), s(-6, 27), s(1, 29), s(1, 21), s(-6, 13), s(2, 2),
            s(-1, 6), s(5, 13), s(-4, 20), s(-7, 30), s(-2, 29), s(-3, 18), s(9, 15), s(5, 2),
            s(0, -5), s(-1, 2), s(2, 13), s(-1, 19), s(1, 18), s(1, 11), s(0, 2), s(4, -6),
            s(-5, -13), s(-2, -5), s(3, 5), s(4, 13), s(3, 14), s(0, 4), s(8, -5), s(9, -14),
            s(-3, -21), s(-7, -15), s(2, -4), s(2, 4), s(5, 5), s(0, -7), s(-3, -15), s(0, -21),
        ],
        [
            s(35, -39), s(35, -26), s(20, -5), s(-8, 5), s(10, -4), s(13, -7), s(37, -22), s(41, -33),
            s(14, -20), s(14, -5), s(-7, 2), s(-25, 24), s(-29, 17), s(-3, -2), s(10, -5), s(15, -22),
            s(-18, -5), s(-6, 4), s(-25, 21), s(-45, 33), s(-46, 33), s(-19, 21), s(0, 1), s(-10, -2),
            s(-36, 10), s(-26, 13), s(-49, 40), s(-66, 46), s(-69, 43), s(-49, 39), s(-28, 11), s(-39, 7),
            s(-46, 13), s(-35, 21), s(-60, 36), s(-79, 47), s(-77, 52), s(-61, 35), s(-36, 19), s(-47, 10),
            s(-46, -5), s(-34, 12), s(-60, 27), s(-76, 43), s(-77, 39), s(-60, 24), s(-35, 9), s(-47, -7),
            s(-47, -20), s(-34, -3), s(-60, 9), s(-77, 24), s(-77, 23), s(-59, 10), s(-35, -4), s(-46, -20),
            s(-47, -35), s(-35, -21), s(-60, -7), s(-76, 9), s(-77, 7), s(-59, -6), s(-34, -20), s(-46, -35),
        ],
    ],
    // The right to move.
    tempo: s(52, 26),
    // Bishops on both colours of squares.
    bishop_pair: s(24, 46),
    // Each knight, for each own pawn above five.
    knight_pawns: s(1, 6),
    // Each rook, for each own pawn above five.
    rook_pawns: s(3, -11),
    // Mets on both colours of squares.
    met_pair: s(0, 0),
    // The squares an officer can use; by officer and number of squares.
    mobility: [
        [
            s(-39, -54), s(-21, -43), s(-11, -8), s(-5, 2), s(3, 0), s(5, 9), s(10, 12), s(10, 9),
            s(18, 10), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-33, -67), s(-17, -36), s(-9, -14), s(-2, -1), s(3, 9), s(7, 15), s(7, 18), s(10, 15),
            s(8, 25), s(18, 22), s(21, 18), s(23, 22), s(30, 33), s(31, 29), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-41, -88), s(-21, -57), s(-8, -25), s(-2, -26), s(-2, -9), s(1, -1), s(-3, 10), s(1, 18),
            s(5, 20), s(9, 21), s(6, 26), s(13, 24), s(10, 31), s(20, 36), s(11, 36), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-37, -89), s(-19, -61), s(-16, -47), s(-14, -34), s(-8, -29), s(-8, -22), s(-2, -14), s(-2, -4),
            s(0, 0), s(0, 4), s(5, 9), s(3, 16), s(7, 21), s(4, 27), s(10, 29), s(9, 29),
            s(3, 30), s(11, 32), s(13, 34), s(16, 34), s(16, 36), s(15, 34), s(18, 37), s(18, 37),
            s(21, 41), s(20, 42), s(22, 43), s(23, 45),
        ],
    ],
    // A minor officer on an outpost no enemy pawn can attack, and besides supported by a pawn; by officer.
    outpost: [
        [s(5, -3), s(14, 14)],
        [s(9, -5), s(18, 9)],
        [s(0, 0), s(0, 0)],
        [s(0, 0), s(0, 0)],
    ],
    // A knight that can jump to an outpost.
    outpost_near: s(11, 10),
    // A minor officer right behind a pawn.
    behind_pawn: s(2, 13),
    // A minor officer, for each step from its king; by officer.
    king_steps: [s(-4, -1), s(-7, 3), s(0, 0), s(0, 0)],
    // A bishop, for each own pawn on squares of its colour.
    bishop_pawns: s(-7, 2),
    // The same again for each own pawn in the centre that cannot move.
    bishop_blocked: s(-1, -4),
    // A bishop that sees both centre squares of a long diagonal.
    long_diagonal: s(9, 6),
    // A rook on a file without own pawns, and besides without any.
    rook_file: [s(8, 12), s(23, 1)],
    // A rook on the last rank but one that cuts off the king or attacks pawns.
    rook_seventh: s(-8, 19),
    // A rook shut in by its own king.
    rook_trapped: s(-16, -7),
    // Each castling that is still allowed.
    castling: s(9, -5),
    // Safe squares behind and among the centre pawns; by their number.
    space: [
        s(-22, 0), s(-19, 0), s(-18, -1), s(-7, 0), s(-13, 0), s(-6, 5), s(-2, 2), s(4, -2),
        s(4, -1), s(7, 0), s(10, -1), s(13, 3), s(18, -6), s(17, -2), s(18, -2), s(22, 4),
    ],
    // A pawn without friends on the files beside it; with an enemy pawn ahead, and without.
    isolated: [s(-2, -3), s(-9, -2)],
    // A pawn behind another of its own file.
    doubled: s(1, -15),
    // A pawn that its friends have passed and that cannot advance safely; with an enemy pawn ahead, and without.
    backward: [s(-1, -6), s(-8, -9)],
    // A pawn beside another; by steps left.
    phalanx: [s(0, 0), s(70, 92), s(45, 45), s(7, 27), s(6, 12), s(7, 2), s(4, -2), s(0, 0)],
    // A pawn supported by another; by steps left.
    supported: [s(0, 0), s(46, 50), s(17, 34), s(5, 5), s(8, 7), s(9, 11), s(0, 0), s(0, 0)],
    // A pawn that friends can help past the enemy pawns; by steps left.
    candidate: [s(0, 0), s(0, 0), s(21, 44), s(6, 23), s(4, 16), s(4, 2), s(2, -1), s(0, 0)],
    // A pawn that no enemy pawn can stop; by steps left.
    passed: [s(0, 0), s(105, 140), s(56, 86), s(9, 49), s(2, 27), s(-3, 19), s(0, 11), s(0, 0)],
    // A passed pawn supported by another.
    passed_protected: s(4, 15),
    // A passed pawn, for each step of its own king from the square ahead; by steps left.
    passed_own_king: [s(0, 0), s(-8, -23), s(-8, -14), s(-2, -14), s(7, -12), s(4, 1), s(1, 1), s(0, 0)],
    // A passed pawn, for each step of the enemy king from the square ahead; by steps left.
    passed_enemy_king: [s(0, 0), s(2, 32), s(4, 25), s(5, 19), s(-10, 13), s(-8, -4), s(-3, -4), s(0, 0)],
    // A passed pawn with an empty square ahead; by steps left.
    passed_free: [s(0, 0), s(43, 70), s(17, 25), s(-1, 12), s(-1, 6), s(-5, 2), s(5, 5), s(0, 0)],
    // A passed pawn whose way the enemy does not attack; by steps left.
    passed_safe: [s(0, 0), s(27, 63), s(24, 61), s(6, 30), s(0, 16), s(5, 9), s(4, 6), s(0, 0)],
    // A passed pawn whose next square is guarded by a friend; by steps left.
    passed_guarded: [s(0, 0), s(36, 51), s(17, 28), s(6, 13), s(9, 12), s(12, 10), s(2, 0), s(0, 0)],
    // A passed pawn with a rook behind it, an enemy's and an own one.
    passed_rook: [s(-12, -39), s(3, 26)],
    // A passed pawn that a lone king can no longer catch.
    passed_runs: s(0, 348),
    // A pawn that is not in danger attacks an officer; by officer.
    threat_by_pawn: [s(66, 36), s(64, 49), s(75, 38), s(58, 41)],
    // A safe step of a pawn would attack an officer.
    threat_by_push: s(24, 15),
    // A minor officer attacks a man; by slot.
    threat_by_minor: [s(5, 18), s(25, 33), s(38, 33), s(56, 30), s(54, 59)],
    // A rook attacks a man that is not well defended; by slot.
    threat_by_rook: [s(4, 22), s(18, 25), s(26, 32), s(-5, 17), s(47, 19)],
    // The king attacks a man that is not well defended.
    threat_by_king: s(12, 43),
    // A man attacked and not defended, or an officer attacked twice and not well defended.
    hanging: s(17, 29),
    // A square contested by us where the enemy is not strong.
    restricted: s(6, -4),
    // The own pawn nearest to the back rank on a file near the king; by distance of the file from the edge and by rank, the first of which means none.
    shelter: [
        [s(-8, 3), s(4, -5), s(4, -9), s(0, 3), s(-10, 3), s(-8, 5), s(-10, -1), s(0, 0)],
        [s(-27, 0), s(16, 1), s(15, -5), s(-10, 6), s(-4, -1), s(-14, 5), s(-12, 4), s(0, 0)],
        [s(-14, 2), s(22, 3), s(4, -3), s(4, 1), s(-2, -4), s(-5, -1), s(-2, 2), s(0, 0)],
        [s(-19, -3), s(9, -2), s(-3, 6), s(-10, -7), s(-4, -1), s(-15, -5), s(-16, 2), s(0, 0)],
    ],
    // The enemy pawn nearest to our back rank on a file near the king; likewise.
    storm: [
        [s(6, -1), s(4, 8), s(-25, 4), s(-13, 4), s(-4, 2), s(3, -3), s(7, -1), s(0, 0)],
        [s(-13, 11), s(-5, 3), s(-30, 14), s(-5, 5), s(-11, 1), s(1, -1), s(-8, -2), s(0, 0)],
        [s(-7, -3), s(-2, 9), s(-30, -2), s(-18, -10), s(-10, -4), s(-3, 4), s(2, -5), s(0, 0)],
        [s(-15, 2), s(-1, 2), s(-12, 8), s(-9, 5), s(-2, -1), s(-1, -2), s(-8, -4), s(0, 0)],
    ],
    // The same where our own pawn stands in its way; by rank.
    storm_blocked: [s(0, 0), s(0, 0), s(-26, -12), s(-3, -14), s(0, -7), s(6, -17), s(-3, -7), s(0, 0)],
    // Each step from the king to the nearest own pawn.
    king_pawn: s(-4, -4),
    // A king on a wing without any pawns.
    bare_wing: s(-11, -52),
    // A bare enemy king, for each step of three it is nearer to the edge.
    mate_edge: s(14, 14),
    // A bare enemy king, for each step of fourteen it is nearer to a corner in which it can be mated.
    mate_corner: s(14, 14),
    // A bare enemy king, for each step of seven that our king is nearer to it.
    mate_close: s(16, 16),
    // A bare enemy king, for each step of seven that each of our officers is nearer to it.
    mate_officers: s(4, 4),
    // Every king that is attacked at all.
    danger_base: s(7, 2),
    // An officer that attacks squares around the king; by officer and number of squares.
    danger_attacker: [
        [
            s(-10, 0), s(12, 7), s(16, 9), s(35, 11), s(41, 13), s(48, 14), s(54, 16), s(60, 18),
            s(67, 19), s(73, 21),
        ],
        [
            s(-14, -1), s(12, 6), s(12, 7), s(27, 9), s(32, 11), s(44, 12), s(50, 14), s(56, 16),
            s(63, 17), s(69, 19),
        ],
        [
            s(-19, 0), s(6, 6), s(9, 7), s(3, 8), s(23, 10), s(44, 12), s(50, 14), s(56, 16),
            s(63, 17), s(69, 19),
        ],
        [
            s(12, 0), s(26, 9), s(21, 11), s(27, 13), s(31, 13), s(38, 16), s(48, 17), s(56, 18),
            s(63, 19), s(69, 21),
        ],
    ],
    // Each square around the king that only the king or queen defends.
    danger_weak: s(10, 3),
    // Checks that cannot be answered by capture, one square and more; by officer.
    danger_check: [
        [s(44, 8), s(56, 13)],
        [s(27, 9), s(42, 12)],
        [s(49, 14), s(72, 18)],
        [s(42, 18), s(67, 27)],
    ],
    // Squares from which checks could be given but the checker be taken.
    danger_unsafe_check: s(4, 3),
    // An attack without the strongest officer.
    danger_no_queen: s(-59, -21),
    // The own pawn on a file near the king; by rank, the first of which means none.
    danger_shelter: [s(8, 2), s(3, -2), s(5, 2), s(19, 2), s(20, 0), s(18, 0), s(6, -1), s(0, 0)],
    // The enemy pawn on a file near the king; by rank, the first of which means none.
    danger_storm: [s(12, 0), s(-3, 0), s(18, 3), s(12, 2), s(2, 1), s(7, 1), s(0, 1), s(0, 0)],
    // Each attack on the king's wing.
    danger_flank: s(3, -1),
    // Each square of the king's wing that we defend.
    danger_flank_defence: s(-3, 1),
    // Each passed pawn.
    complex_passed: s(0, 5),
    // Each pawn.
    complex_pawns: s(0, 3),
    // Pawns on both wings.
    complex_wings: s(0, 29),
    // Each step that the kings stand farther apart by files than by ranks.
    complex_outflanking: s(0, 3),
    // Only kings and pawns are left.
    complex_pawn_ending: s(0, 48),
    // Every position.
    complex_base: s(0, -24),
};

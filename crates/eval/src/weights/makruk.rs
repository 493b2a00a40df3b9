//! The weights of makruk, written by the tuner. Change a number as you like; the layout is checked by a test.

use super::Weights;
use crate::s;

/// The weights of makruk.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights {
    // A man, wherever it stands; by slot.
    material: [s(199, 72), s(348, 64), s(407, 227), s(499, 313), s(744, 684)],
    // A man on a square, seen from its own side; by slot.
    places: [
        [
            s(-20, -22), s(-20, -21), s(-20, -19), s(-20, -18), s(-20, -18), s(-20, -19), s(-20, -21), s(-20, -22),
            s(-10, -14), s(-10, -13), s(-10, -11), s(-10, -10), s(-10, -10), s(-10, -11), s(-10, -13), s(-10, -14),
            s(-23, 4), s(2, 1), s(6, 10), s(19, -8), s(19, -8), s(6, 10), s(2, 1), s(-23, 4),
            s(-18, -5), s(-5, -5), s(-1, -9), s(7, -15), s(7, -15), s(-1, -9), s(-5, -5), s(-18, -5),
            s(-31, 4), s(14, 19), s(20, -1), s(22, 4), s(22, 4), s(20, -1), s(14, 19), s(-31, 4),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-15, -19), s(-9, -14), s(-4, -11), s(-24, -7), s(-24, -7), s(-4, -11), s(-9, -14), s(-15, -19),
            s(-3, -18), s(-11, -17), s(-18, -1), s(-13, 12), s(-13, 12), s(-18, -1), s(-11, -17), s(-3, -18),
            s(-8, -9), s(8, -18), s(7, -11), s(29, -9), s(29, -9), s(7, -11), s(8, -18), s(-8, -9),
            s(-29, -20), s(-3, 2), s(39, -4), s(29, -6), s(29, -6), s(39, -4), s(-3, 2), s(-29, -20),
            s(-19, -3), s(-8, 2), s(25, 4), s(19, 5), s(19, 5), s(25, 4), s(-8, 2), s(-19, -3),
            s(-13, -10), s(-30, 17), s(1, 15), s(6, 27), s(6, 27), s(1, 15), s(-30, 17), s(-13, -10),
            s(-19, -11), s(-22, -10), s(-4, 5), s(-6, 0), s(-6, 0), s(-4, 5), s(-22, -10), s(-19, -11),
            s(-26, -18), s(-23, -15), s(-19, -12), s(-11, -6), s(-11, -6), s(-19, -12), s(-23, -15), s(-26, -18),
        ],
        [
            s(-47, -23), s(-21, -18), s(-33, -7), s(-18, 1), s(-18, 1), s(-33, -7), s(-21, -18), s(-47, -23),
            s(-30, -19), s(-26, -20), s(-7, 0), s(-4, -3), s(-4, -3), s(-7, 0), s(-26, -20), s(-30, -19),
            s(-7, -6), s(-4, -6), s(7, 1), s(18, 13), s(18, 13), s(7, 1), s(-4, -6), s(-7, -6),
            s(-12, -14), s(14, 3), s(25, 5), s(46, 5), s(46, 5), s(25, 5), s(14, 3), s(-12, -14),
            s(-12, -12), s(-10, 8), s(8, 11), s(26, 17), s(26, 17), s(8, 11), s(-10, 8), s(-12, -12),
            s(-23, -13), s(-17, -5), s(2, 13), s(13, 14), s(13, 14), s(2, 13), s(-17, -5), s(-23, -13),
            s(-35, -23), s(-33, -23), s(-18, -11), s(-10, -10), s(-10, -10), s(-18, -11), s(-33, -23), s(-35, -23),
            s(-49, -35), s(-42, -31), s(-33, -26), s(-28, -19), s(-28, -19), s(-33, -26), s(-42, -31), s(-49, -35),
        ],
        [
            s(-44, -27), s(-25, -26), s(-2, -8), s(-12, -5), s(-12, -5), s(-2, -8), s(-25, -26), s(-44, -27),
            s(-26, -22), s(-10, -11), s(-6, -4), s(12, 0), s(12, 0), s(-6, -4), s(-10, -11), s(-26, -22),
            s(-30, -12), s(3, 0), s(0, 3), s(5, 2), s(5, 2), s(0, 3), s(3, 0), s(-30, -12),
            s(-13, -5), s(1, -4), s(7, 7), s(8, 19), s(8, 19), s(7, 7), s(1, -4), s(-13, -5),
            s(-25, -6), s(2, 6), s(10, 16), s(37, -5), s(37, -5), s(10, 16), s(2, 6), s(-25, -6),
            s(-21, -9), s(-32, -1), s(-5, 5), s(-6, 24), s(-6, 24), s(-5, 5), s(-32, -1), s(-21, -9),
            s(-36, -23), s(-30, -14), s(-17, -3), s(-9, 3), s(-9, 3), s(-17, -3), s(-30, -14), s(-36, -23),
            s(-66, -34), s(-36, -19), s(-31, -14), s(-19, -4), s(-19, -4), s(-31, -14), s(-36, -19), s(-66, -34),
        ],
        [
            s(7, 13), s(7, -10), s(1, -9), s(9, -4), s(9, -4), s(1, -9), s(7, -10), s(7, 13),
            s(-5, -3), s(0, -8), s(3, -4), s(2, -15), s(2, -15), s(3, -4), s(0, -8), s(-5, -3),
            s(-17, -13), s(-28, -9), s(-17, -9), s(-19, -10), s(-19, -10), s(-17, -9), s(-28, -9), s(-17, -13),
            s(0, -1), s(-16, -1), s(-18, -8), s(-21, 0), s(-21, 0), s(-18, -8), s(-16, -1), s(0, -1),
            s(-3, 1), s(-5, -2), s(-8, 5), s(-11, -2), s(-11, -2), s(-8, 5), s(-5, -2), s(-3, 1),
            s(0, 6), s(-3, 9), s(2, 6), s(-7, 9), s(-7, 9), s(2, 6), s(-3, 9), s(0, 6),
            s(8, 5), s(9, 8), s(3, 9), s(12, 17), s(12, 17), s(3, 9), s(9, 8), s(8, 5),
            s(-4, -7), s(-7, -2), s(-6, -4), s(-3, 2), s(-3, 2), s(-6, -4), s(-7, -2), s(-4, -7),
        ],
        [
            s(-1, -49), s(17, -37), s(3, -22), s(-5, -2), s(-5, -2), s(3, -22), s(17, -37), s(-1, -49),
            s(13, -57), s(22, -25), s(12, -29), s(10, -5), s(10, -5), s(12, -29), s(22, -25), s(13, -57),
            s(-15, -25), s(1, -11), s(8, -10), s(9, -4), s(9, -4), s(8, -10), s(1, -11), s(-15, -25),
            s(-27, 5), s(-12, 26), s(-5, 34), s(6, 25), s(6, 25), s(-5, 34), s(-12, 26), s(-27, 5),
            s(-36, 23), s(-24, 30), s(-16, 45), s(-14, 50), s(-14, 50), s(-16, 45), s(-24, 30), s(-36, 23),
            s(-42, 18), s(-29, 28), s(-23, 43), s(-28, 49), s(-28, 49), s(-23, 43), s(-29, 28), s(-42, 18),
            s(-44, 22), s(-33, 25), s(-28, 45), s(-34, 62), s(-34, 62), s(-28, 45), s(-33, 25), s(-44, 22),
            s(-46, -1), s(-36, 10), s(-28, 41), s(-27, 81), s(-27, 81), s(-28, 41), s(-36, 10), s(-46, -1),
        ],
    ],
    // The right to move.
    tempo: s(34, 7),
    // Bishops on both colours of squares.
    bishop_pair: s(0, 0),
    // Each knight, for each own pawn above five.
    knight_pawns: s(-16, 22),
    // Each rook, for each own pawn above five.
    rook_pawns: s(-24, -14),
    // Mets on both colours of squares.
    met_pair: s(-6, 44),
    // The squares an officer can use; by officer and number of squares.
    mobility: [
        [
            s(-63, 18), s(-33, 9), s(-36, 17), s(-9, 18), s(28, -22), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-47, -20), s(-17, -15), s(-18, -6), s(-7, 13), s(2, 10), s(25, -14), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-59, -46), s(-34, -36), s(-12, -18), s(-6, -5), s(-6, 3), s(-1, 14), s(9, 17), s(23, 8),
            s(25, -7), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-62, -86), s(-33, -61), s(-14, -52), s(-9, -40), s(-9, -25), s(1, -9), s(-3, 1), s(-4, 5),
            s(-6, 11), s(1, 11), s(3, 25), s(12, 10), s(7, 10), s(11, 14), s(15, 14), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
    ],
    // A minor officer on an outpost no enemy pawn can attack, and besides supported by a pawn; by officer.
    outpost: [
        [s(49, -33), s(-9, 56)],
        [s(37, -27), s(15, 26)],
        [s(13, -1), s(9, 11)],
        [s(0, 0), s(0, 0)],
    ],
    // A knight that can jump to an outpost.
    outpost_near: s(7, 7),
    // A minor officer right behind a pawn.
    behind_pawn: s(0, 15),
    // A minor officer, for each step from its king; by officer.
    king_steps: [s(-11, 3), s(-3, -1), s(0, -1), s(0, 0)],
    // A bishop, for each own pawn on squares of its colour.
    bishop_pawns: s(0, 0),
    // The same again for each own pawn in the centre that cannot move.
    bishop_blocked: s(0, 0),
    // A bishop that sees both centre squares of a long diagonal.
    long_diagonal: s(0, 0),
    // A rook on a file without own pawns, and besides without any.
    rook_file: [s(8, 12), s(6, 13)],
    // A rook on the last rank but one that cuts off the king or attacks pawns.
    rook_seventh: s(16, 40),
    // A rook shut in by its own king.
    rook_trapped: s(2, -8),
    // Each castling that is still allowed.
    castling: s(0, 0),
    // Safe squares behind and among the centre pawns; by their number.
    space: [
        s(-13, 0), s(-11, 0), s(-9, 0), s(-7, 0), s(-6, -1), s(-7, -2), s(2, -7), s(5, 22),
        s(0, 3), s(2, -10), s(3, -16), s(1, -2), s(9, -3), s(9, 6), s(10, 7), s(25, 3),
    ],
    // A pawn without friends on the files beside it; with an enemy pawn ahead, and without.
    isolated: [s(-12, -17), s(-16, -16)],
    // A pawn behind another of its own file.
    doubled: s(7, 6),
    // A pawn that its friends have passed and that cannot advance safely; with an enemy pawn ahead, and without.
    backward: [s(-2, -8), s(-22, -13)],
    // A pawn beside another; by steps left.
    phalanx: [s(0, 0), s(21, 10), s(14, -2), s(9, -18), s(2, 2), s(0, 0), s(0, 0), s(0, 0)],
    // A pawn supported by another; by steps left.
    supported: [s(0, 0), s(11, 11), s(7, -2), s(6, 4), s(2, 2), s(0, 0), s(0, 0), s(0, 0)],
    // A pawn that friends can help past the enemy pawns; by steps left.
    candidate: [s(0, 0), s(2, 5), s(2, -1), s(8, 11), s(0, 2), s(0, 0), s(0, 0), s(0, 0)],
    // A pawn that no enemy pawn can stop; by steps left.
    passed: [s(0, 0), s(46, 4), s(24, -4), s(16, 8), s(0, 4), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn supported by another.
    passed_protected: s(18, -20),
    // A passed pawn, for each step of its own king from the square ahead; by steps left.
    passed_own_king: [s(0, 0), s(-17, 6), s(-2, 3), s(8, -15), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn, for each step of the enemy king from the square ahead; by steps left.
    passed_enemy_king: [s(0, 0), s(-2, -3), s(-8, 14), s(-7, 8), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn with an empty square ahead; by steps left.
    passed_free: [s(0, 0), s(45, 7), s(11, 10), s(-2, -1), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn whose way the enemy does not attack; by steps left.
    passed_safe: [s(0, 0), s(29, 10), s(15, 5), s(3, 19), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn whose next square is guarded by a friend; by steps left.
    passed_guarded: [s(0, 0), s(12, 5), s(10, 19), s(-2, 14), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn with a rook behind it, an enemy's and an own one.
    passed_rook: [s(-1, -3), s(5, -6)],
    // A passed pawn that a lone king can no longer catch.
    passed_runs: s(-8, -106),
    // A pawn that is not in danger attacks an officer; by officer.
    threat_by_pawn: [s(34, 17), s(50, 36), s(49, 40), s(61, 46)],
    // A safe step of a pawn would attack an officer.
    threat_by_push: s(19, -5),
    // A minor officer attacks a man; by slot.
    threat_by_minor: [s(0, 30), s(-3, -10), s(-3, 11), s(56, 33), s(41, 13)],
    // A rook attacks a man that is not well defended; by slot.
    threat_by_rook: [s(14, 21), s(22, -4), s(-12, 10), s(22, 5), s(-1, 6)],
    // The king attacks a man that is not well defended.
    threat_by_king: s(33, 18),
    // A man attacked and not defended, or an officer attacked twice and not well defended.
    hanging: s(27, 47),
    // A square contested by us where the enemy is not strong.
    restricted: s(9, -3),
    // The own pawn nearest to the back rank on a file near the king; by distance of the file from the edge and by rank, the first of which means none.
    shelter: [
        [s(-22, 24), s(0, 0), s(26, -18), s(-2, -28), s(16, -16), s(0, 0), s(0, 0), s(0, 0)],
        [s(-6, 21), s(0, 0), s(14, -19), s(7, -21), s(-18, -15), s(0, 0), s(0, 0), s(0, 0)],
        [s(-20, 19), s(0, 0), s(11, -2), s(4, -3), s(4, -13), s(0, 0), s(0, 0), s(0, 0)],
        [s(-8, 27), s(0, 0), s(0, 11), s(7, 15), s(-8, 14), s(0, 0), s(0, 0), s(0, 0)],
    ],
    // The enemy pawn nearest to our back rank on a file near the king; likewise.
    storm: [
        [s(-37, 29), s(0, 0), s(-12, 0), s(-9, -7), s(23, -6), s(3, -6), s(0, 0), s(0, 0)],
        [s(-7, 28), s(0, 0), s(-12, 0), s(19, 0), s(-8, -9), s(-9, -14), s(0, 0), s(0, 0)],
        [s(-1, -3), s(0, 0), s(-12, 0), s(-12, -5), s(-16, 0), s(-2, -12), s(0, 0), s(0, 0)],
        [s(15, 8), s(0, 0), s(-12, 0), s(-16, -5), s(-12, 22), s(-10, 6), s(0, 0), s(0, 0)],
    ],
    // The same where our own pawn stands in its way; by rank.
    storm_blocked: [s(0, 0), s(0, 0), s(0, 0), s(-6, -4), s(-3, 0), s(28, -18), s(0, 0), s(0, 0)],
    // Each step from the king to the nearest own pawn.
    king_pawn: s(18, -29),
    // A king on a wing without any pawns.
    bare_wing: s(-27, 7),
    // A bare enemy king, for each step of three it is nearer to the edge.
    mate_edge: s(14, 14),
    // A bare enemy king, for each step of fourteen it is nearer to a corner in which it can be mated.
    mate_corner: s(14, 14),
    // A bare enemy king, for each step of seven that our king is nearer to it.
    mate_close: s(16, 16),
    // A bare enemy king, for each step of seven that each of our officers is nearer to it.
    mate_officers: s(4, 4),
    // Every king that is attacked at all.
    danger_base: s(-9, -13),
    // An officer that attacks squares around the king; by officer and number of squares.
    danger_attacker: [
        [
            s(-18, 21), s(25, 11), s(23, 9), s(22, 7), s(28, 9), s(31, 10), s(36, 12), s(41, 14),
            s(46, 15), s(50, 17),
        ],
        [
            s(-10, 7), s(21, 9), s(36, 22), s(43, 20), s(30, 11), s(41, 13), s(40, 14), s(45, 16),
            s(50, 17), s(54, 19),
        ],
        [
            s(-3, 9), s(30, 13), s(35, 15), s(28, 10), s(32, 12), s(37, 13), s(42, 15), s(47, 17),
            s(52, 18), s(56, 20),
        ],
        [
            s(15, 31), s(41, 7), s(19, 4), s(18, 5), s(24, 17), s(37, 14), s(42, 16), s(47, 18),
            s(52, 19), s(56, 21),
        ],
    ],
    // Each square around the king that only the king or queen defends.
    danger_weak: s(16, 6),
    // Checks that cannot be answered by capture, one square and more; by officer.
    danger_check: [
        [s(24, 5), s(28, 10)],
        [s(33, 19), s(46, 13)],
        [s(31, 16), s(35, 9)],
        [s(49, 24), s(81, 24)],
    ],
    // Squares from which checks could be given but the checker be taken.
    danger_unsafe_check: s(5, 19),
    // An attack without the strongest officer.
    danger_no_queen: s(-71, -37),
    // The own pawn on a file near the king; by rank, the first of which means none.
    danger_shelter: [s(4, -18), s(-3, 0), s(0, 6), s(5, -8), s(3, -17), s(0, 0), s(0, 0), s(0, 0)],
    // The enemy pawn on a file near the king; by rank, the first of which means none.
    danger_storm: [s(4, -33), s(0, 0), s(8, 0), s(21, -1), s(-7, 5), s(-4, 3), s(0, 0), s(0, 0)],
    // Each attack on the king's wing.
    danger_flank: s(6, 15),
    // Each square of the king's wing that we defend.
    danger_flank_defence: s(-5, 5),
    // Each passed pawn.
    complex_passed: s(0, 31),
    // Each pawn.
    complex_pawns: s(0, 14),
    // Pawns on both wings.
    complex_wings: s(0, 26),
    // Each step that the kings stand farther apart by files than by ranks.
    complex_outflanking: s(0, -7),
    // Only kings and pawns are left.
    complex_pawn_ending: s(0, -1),
    // Every position.
    complex_base: s(0, -206),
};

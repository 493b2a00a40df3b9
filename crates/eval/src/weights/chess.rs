//! The weights of chess, written by the tuner. Change a number as you like; the layout is checked by a test.

use super::Weights;
use crate::s;

/// The weights of chess.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights {
    // A man, wherever it stands; by slot.
    material: [s(82, 105), s(330, 300), s(345, 315), s(455, 520), s(980, 960)],
    // A man on a square, seen from its own side; by slot.
    places: [
        [
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(-8, 0), s(-8, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-3, 2), s(0, 2), s(3, 2), s(5, 2), s(5, 2), s(3, 2), s(0, 2), s(-3, 2),
            s(-5, 6), s(0, 6), s(5, 6), s(11, 6), s(11, 6), s(5, 6), s(0, 6), s(-5, 6),
            s(-8, 14), s(0, 14), s(8, 14), s(16, 14), s(16, 14), s(8, 14), s(0, 14), s(-8, 14),
            s(-6, 28), s(5, 28), s(16, 28), s(27, 28), s(27, 28), s(16, 28), s(5, 28), s(-6, 28),
            s(-4, 45), s(10, 45), s(24, 45), s(37, 45), s(37, 45), s(24, 45), s(10, 45), s(-4, 45),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-50, -45), s(-38, -35), s(-26, -25), s(-14, -15), s(-14, -15), s(-26, -25), s(-38, -35), s(-50, -45),
            s(-38, -35), s(-26, -25), s(-14, -15), s(-2, -5), s(-2, -5), s(-14, -15), s(-26, -25), s(-38, -35),
            s(-26, -25), s(-14, -15), s(-2, -5), s(10, 5), s(10, 5), s(-2, -5), s(-14, -15), s(-26, -25),
            s(-14, -15), s(-2, -5), s(10, 5), s(22, 15), s(22, 15), s(10, 5), s(-2, -5), s(-14, -15),
            s(-8, -15), s(4, -5), s(16, 5), s(28, 15), s(28, 15), s(16, 5), s(4, -5), s(-8, -15),
            s(-20, -25), s(-8, -15), s(4, -5), s(16, 5), s(16, 5), s(4, -5), s(-8, -15), s(-20, -25),
            s(-38, -35), s(-26, -25), s(-14, -15), s(-2, -5), s(-2, -5), s(-14, -15), s(-26, -25), s(-38, -35),
            s(-50, -45), s(-38, -35), s(-26, -25), s(-14, -15), s(-14, -15), s(-26, -25), s(-38, -35), s(-50, -45),
        ],
        [
            s(-9, -12), s(-11, -8), s(-7, -4), s(-3, 0), s(-3, 0), s(-7, -4), s(-11, -8), s(-9, -12),
            s(-10, -8), s(0, -4), s(-2, 0), s(2, 4), s(2, 4), s(-2, 0), s(0, -4), s(-10, -8),
            s(-5, -4), s(-1, 0), s(9, 4), s(7, 8), s(7, 8), s(9, 4), s(-1, 0), s(-5, -4),
            s(0, 0), s(4, 4), s(8, 8), s(18, 12), s(18, 12), s(8, 8), s(4, 4), s(0, 0),
            s(0, 0), s(4, 4), s(8, 8), s(18, 12), s(18, 12), s(8, 8), s(4, 4), s(0, 0),
            s(-5, -4), s(-1, 0), s(9, 4), s(7, 8), s(7, 8), s(9, 4), s(-1, 0), s(-5, -4),
            s(-10, -8), s(0, -4), s(-2, 0), s(2, 4), s(2, 4), s(-2, 0), s(0, -4), s(-10, -8),
            s(-9, -12), s(-11, -8), s(-7, -4), s(-3, 0), s(-3, 0), s(-7, -4), s(-11, -8), s(-9, -12),
        ],
        [
            s(-6, -3), s(-2, -3), s(2, -3), s(6, -3), s(6, -3), s(2, -3), s(-2, -3), s(-6, -3),
            s(-12, -2), s(-8, -2), s(-4, -2), s(0, -2), s(0, -2), s(-4, -2), s(-8, -2), s(-12, -2),
            s(-12, 0), s(-8, 0), s(-4, 0), s(0, 0), s(0, 0), s(-4, 0), s(-8, 0), s(-12, 0),
            s(-12, 2), s(-8, 2), s(-4, 2), s(0, 2), s(0, 2), s(-4, 2), s(-8, 2), s(-12, 2),
            s(-12, 3), s(-8, 3), s(-4, 3), s(0, 3), s(0, 3), s(-4, 3), s(-8, 3), s(-12, 3),
            s(-12, 4), s(-8, 4), s(-4, 4), s(0, 4), s(0, 4), s(-4, 4), s(-8, 4), s(-12, 4),
            s(-2, 6), s(2, 6), s(6, 6), s(10, 6), s(10, 6), s(6, 6), s(2, 6), s(-2, 6),
            s(-12, 8), s(-8, 8), s(-4, 8), s(0, 8), s(0, 8), s(-4, 8), s(-8, 8), s(-12, 8),
        ],
        [
            s(-6, -30), s(-4, -21), s(-2, -12), s(0, -3), s(0, -3), s(-2, -12), s(-4, -21), s(-6, -30),
            s(-7, -21), s(-5, -12), s(-3, -3), s(-1, 6), s(-1, 6), s(-3, -3), s(-5, -12), s(-7, -21),
            s(-5, -12), s(-3, -3), s(-1, 6), s(1, 15), s(1, 15), s(-1, 6), s(-3, -3), s(-5, -12),
            s(0, -3), s(2, 6), s(4, 15), s(6, 24), s(6, 24), s(4, 15), s(2, 6), s(0, -3),
            s(0, -3), s(2, 6), s(4, 15), s(6, 24), s(6, 24), s(4, 15), s(2, 6), s(0, -3),
            s(-2, -12), s(0, -3), s(2, 6), s(4, 15), s(4, 15), s(2, 6), s(0, -3), s(-2, -12),
            s(-4, -21), s(-2, -12), s(0, -3), s(2, 6), s(2, 6), s(0, -3), s(-2, -12), s(-4, -21),
            s(-6, -30), s(-4, -21), s(-2, -12), s(0, -3), s(0, -3), s(-2, -12), s(-4, -21), s(-6, -30),
        ],
        [
            s(18, -45), s(30, -31), s(5, -17), s(-12, -3), s(-12, -3), s(5, -17), s(30, -31), s(18, -45),
            s(-7, -31), s(5, -17), s(-20, -3), s(-37, 11), s(-37, 11), s(-20, -3), s(5, -17), s(-7, -31),
            s(-32, -17), s(-20, -3), s(-45, 11), s(-62, 25), s(-62, 25), s(-45, 11), s(-20, -3), s(-32, -17),
            s(-52, -3), s(-40, 11), s(-65, 25), s(-82, 39), s(-82, 39), s(-65, 25), s(-40, 11), s(-52, -3),
            s(-62, -3), s(-50, 11), s(-75, 25), s(-92, 39), s(-92, 39), s(-75, 25), s(-50, 11), s(-62, -3),
            s(-62, -17), s(-50, -3), s(-75, 11), s(-92, 25), s(-92, 25), s(-75, 11), s(-50, -3), s(-62, -17),
            s(-62, -31), s(-50, -17), s(-75, -3), s(-92, 11), s(-92, 11), s(-75, -3), s(-50, -17), s(-62, -31),
            s(-62, -45), s(-50, -31), s(-75, -17), s(-92, -3), s(-92, -3), s(-75, -17), s(-50, -31), s(-62, -45),
        ],
    ],
    // The right to move.
    tempo: s(18, 12),
    // Bishops on both colours of squares.
    bishop_pair: s(28, 48),
    // Each knight, for each own pawn above five.
    knight_pawns: s(3, 4),
    // Each rook, for each own pawn above five.
    rook_pawns: s(-3, -2),
    // Mets on both colours of squares.
    met_pair: s(0, 0),
    // The squares an officer can use; by officer and number of squares.
    mobility: [
        [
            s(-52, -48), s(-29, -27), s(-16, -15), s(-7, -7), s(0, 0), s(6, 5), s(11, 10), s(15, 14),
            s(19, 18), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-68, -74), s(-44, -48), s(-30, -32), s(-20, -21), s(-12, -13), s(-5, -6), s(0, 0), s(5, 5),
            s(9, 10), s(12, 14), s(16, 17), s(19, 20), s(22, 24), s(24, 26), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-35, -88), s(-23, -56), s(-15, -38), s(-10, -25), s(-6, -15), s(-3, -7), s(0, 0), s(2, 6),
            s(5, 11), s(6, 16), s(8, 20), s(10, 24), s(11, 28), s(12, 31), s(14, 34), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-46, -103), s(-34, -75), s(-26, -59), s(-21, -47), s(-17, -38), s(-14, -31), s(-11, -25), s(-9, -19),
            s(-7, -15), s(-5, -10), s(-3, -7), s(-1, -3), s(0, 0), s(1, 3), s(3, 6), s(4, 8),
            s(5, 11), s(6, 13), s(7, 15), s(8, 17), s(9, 19), s(9, 21), s(10, 23), s(11, 25),
            s(12, 26), s(12, 28), s(13, 29), s(14, 31),
        ],
    ],
    // A minor officer on an outpost no enemy pawn can attack, and besides supported by a pawn; by officer.
    outpost: [
        [s(10, 6), s(18, 12)],
        [s(6, 4), s(14, 6)],
        [s(0, 0), s(0, 0)],
        [s(0, 0), s(0, 0)],
    ],
    // A knight that can jump to an outpost.
    outpost_near: s(12, 5),
    // A minor officer right behind a pawn.
    behind_pawn: s(8, 4),
    // A minor officer, for each step from its king; by officer.
    king_steps: [s(-3, -3), s(-3, -2), s(0, 0), s(0, 0)],
    // A bishop, for each own pawn on squares of its colour.
    bishop_pawns: s(-2, -4),
    // The same again for each own pawn in the centre that cannot move.
    bishop_blocked: s(-1, -2),
    // A bishop that sees both centre squares of a long diagonal.
    long_diagonal: s(15, 5),
    // A rook on a file without own pawns, and besides without any.
    rook_file: [s(12, 5), s(13, 3)],
    // A rook on the last rank but one that cuts off the king or attacks pawns.
    rook_seventh: s(5, 18),
    // A rook shut in by its own king.
    rook_trapped: s(-35, -8),
    // Each castling that is still allowed.
    castling: s(12, 0),
    // Safe squares behind and among the centre pawns; by their number.
    space: [
        s(-22, 0), s(-19, 0), s(-16, 0), s(-13, 0), s(-10, 0), s(-6, 0), s(-3, 0), s(0, 0),
        s(3, 0), s(6, 0), s(10, 0), s(13, 0), s(16, 0), s(19, 0), s(22, 0), s(26, 0),
    ],
    // A pawn without friends on the files beside it; with an enemy pawn ahead, and without.
    isolated: [s(-6, -8), s(-14, -14)],
    // A pawn behind another of its own file.
    doubled: s(-7, -18),
    // A pawn that its friends have passed and that cannot advance safely; with an enemy pawn ahead, and without.
    backward: [s(-6, -8), s(-14, -14)],
    // A pawn beside another; by steps left.
    phalanx: [s(0, 0), s(70, 90), s(45, 45), s(22, 20), s(14, 10), s(8, 4), s(3, -1), s(0, 0)],
    // A pawn supported by another; by steps left.
    supported: [s(0, 0), s(40, 50), s(25, 28), s(14, 12), s(10, 6), s(10, 4), s(0, 0), s(0, 0)],
    // A pawn that friends can help past the enemy pawns; by steps left.
    candidate: [s(0, 0), s(0, 0), s(25, 40), s(14, 25), s(8, 14), s(4, 6), s(0, 4), s(0, 0)],
    // A pawn that no enemy pawn can stop; by steps left.
    passed: [s(0, 0), s(110, 150), s(60, 90), s(18, 50), s(4, 26), s(-4, 14), s(0, 10), s(0, 0)],
    // A passed pawn supported by another.
    passed_protected: s(10, 10),
    // A passed pawn, for each step of its own king from the square ahead; by steps left.
    passed_own_king: [s(0, 0), s(0, -10), s(0, -9), s(0, -7), s(0, -4), s(0, -1), s(0, 0), s(0, 0)],
    // A passed pawn, for each step of the enemy king from the square ahead; by steps left.
    passed_enemy_king: [s(0, 0), s(0, 20), s(0, 16), s(0, 12), s(0, 7), s(0, 2), s(0, 0), s(0, 0)],
    // A passed pawn with an empty square ahead; by steps left.
    passed_free: [s(0, 0), s(25, 45), s(14, 24), s(6, 12), s(3, 6), s(1, 3), s(0, 0), s(0, 0)],
    // A passed pawn whose way the enemy does not attack; by steps left.
    passed_safe: [s(0, 0), s(30, 60), s(20, 40), s(10, 22), s(5, 10), s(2, 4), s(0, 0), s(0, 0)],
    // A passed pawn whose next square is guarded by a friend; by steps left.
    passed_guarded: [s(0, 0), s(20, 25), s(15, 18), s(8, 10), s(4, 5), s(0, 2), s(0, 0), s(0, 0)],
    // A passed pawn with a rook behind it, an enemy's and an own one.
    passed_rook: [s(-5, -25), s(8, 25)],
    // A passed pawn that a lone king can no longer catch.
    passed_runs: s(0, 350),
    // A pawn that is not in danger attacks an officer; by officer.
    threat_by_pawn: [s(60, 40), s(60, 45), s(75, 40), s(70, 45)],
    // A safe step of a pawn would attack an officer.
    threat_by_push: s(18, 12),
    // A minor officer attacks a man; by slot.
    threat_by_minor: [s(2, 16), s(20, 25), s(28, 28), s(50, 40), s(45, 60)],
    // A rook attacks a man that is not well defended; by slot.
    threat_by_rook: [s(0, 15), s(18, 22), s(22, 26), s(0, 18), s(35, 20)],
    // The king attacks a man that is not well defended.
    threat_by_king: s(10, 40),
    // A man attacked and not defended, or an officer attacked twice and not well defended.
    hanging: s(28, 16),
    // A square contested by us where the enemy is not strong.
    restricted: s(3, 3),
    // The own pawn nearest to the back rank on a file near the king; by distance of the file from the edge and by rank, the first of which means none.
    shelter: [
        [s(-8, 0), s(4, 0), s(10, 0), s(-4, 0), s(-8, 0), s(-10, 0), s(-10, 0), s(0, 0)],
        [s(-22, 0), s(14, 0), s(4, 0), s(-12, 0), s(-10, 0), s(-8, 0), s(-14, 0), s(0, 0)],
        [s(-10, 0), s(16, 0), s(6, 0), s(-2, 0), s(4, 0), s(0, 0), s(-6, 0), s(0, 0)],
        [s(-14, 0), s(6, 0), s(2, 0), s(-8, 0), s(-10, 0), s(-10, 0), s(-14, 0), s(0, 0)],
    ],
    // The enemy pawn nearest to our back rank on a file near the king; likewise.
    storm: [
        [s(0, 0), s(-4, 0), s(-32, 0), s(-16, 0), s(-7, 0), s(-2, 0), s(4, 0), s(0, 0)],
        [s(0, 0), s(-5, 0), s(-35, 0), s(-18, 0), s(-8, 0), s(-2, 0), s(4, 0), s(0, 0)],
        [s(0, 0), s(-4, 0), s(-32, 0), s(-16, 0), s(-7, 0), s(-2, 0), s(4, 0), s(0, 0)],
        [s(0, 0), s(-3, 0), s(-21, 0), s(-11, 0), s(-5, 0), s(-1, 0), s(2, 0), s(0, 0)],
    ],
    // The same where our own pawn stands in its way; by rank.
    storm_blocked: [s(0, 0), s(0, 0), s(-14, -6), s(-4, -4), s(0, -2), s(0, 0), s(0, 0), s(0, 0)],
    // Each step from the king to the nearest own pawn.
    king_pawn: s(0, -8),
    // A king on a wing without any pawns.
    bare_wing: s(-8, -40),
    // A bare king, for each step it stands from the edge.
    mate_edge: s(0, -18),
    // A bare king, for each step it stands from the nearest corner in which it can be mated.
    mate_corner: s(0, -9),
    // A bare king, for each step between the kings.
    mate_close: s(0, -12),
    // Every king that is attacked at all.
    danger_base: s(-12, 0),
    // An officer that attacks squares around the king; by officer and number of squares.
    danger_attacker: [
        [
            s(0, 0), s(22, 8), s(28, 10), s(35, 11), s(41, 13), s(48, 14), s(54, 16), s(60, 18),
            s(67, 19), s(73, 21),
        ],
        [
            s(0, 0), s(18, 6), s(24, 8), s(31, 9), s(37, 11), s(44, 12), s(50, 14), s(56, 16),
            s(63, 17), s(69, 19),
        ],
        [
            s(0, 0), s(18, 6), s(24, 8), s(31, 9), s(37, 11), s(44, 12), s(50, 14), s(56, 16),
            s(63, 17), s(69, 19),
        ],
        [
            s(0, 0), s(18, 8), s(24, 10), s(31, 11), s(37, 13), s(44, 14), s(50, 16), s(56, 18),
            s(63, 19), s(69, 21),
        ],
    ],
    // Each square around the king that only the king or queen defends.
    danger_weak: s(14, 4),
    // Checks that cannot be answered by capture, one square and more; by officer.
    danger_check: [
        [s(42, 10), s(60, 14)],
        [s(28, 8), s(42, 12)],
        [s(50, 14), s(72, 18)],
        [s(40, 16), s(66, 24)],
    ],
    // Squares from which checks could be given but the checker be taken.
    danger_unsafe_check: s(7, 2),
    // An attack without the strongest officer.
    danger_no_queen: s(-75, -20),
    // The own pawn on a file near the king; by rank, the first of which means none.
    danger_shelter: [s(10, 2), s(-10, -2), s(-4, 0), s(4, 0), s(6, 0), s(7, 0), s(8, 0), s(0, 0)],
    // The enemy pawn on a file near the king; by rank, the first of which means none.
    danger_storm: [s(4, 0), s(0, 0), s(12, 2), s(7, 1), s(2, 0), s(-2, 0), s(-4, 0), s(0, 0)],
    // Each attack on the king's wing.
    danger_flank: s(3, 1),
    // Each square of the king's wing that we defend.
    danger_flank_defence: s(-3, -1),
    // Each passed pawn.
    complex_passed: s(0, 4),
    // Each pawn.
    complex_pawns: s(0, 5),
    // Pawns on both wings.
    complex_wings: s(0, 16),
    // Each step that the kings stand farther apart by files than by ranks.
    complex_outflanking: s(0, 3),
    // Only kings and pawns are left.
    complex_pawn_ending: s(0, 28),
    // Every position.
    complex_base: s(0, -58),
};

//! The weights of makruk, written by the tuner. Change a number as you like; the layout is checked by a test.

use super::Weights;
use crate::s;

/// The weights of makruk.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights {
    // A man, wherever it stands; by slot.
    material: [s(100, 100), s(170, 170), s(260, 260), s(300, 300), s(500, 500)],
    // A man on a square, seen from its own side; by slot.
    places: [
        [
            s(-20, -22), s(-20, -21), s(-20, -19), s(-20, -18), s(-20, -18), s(-20, -19), s(-20, -21), s(-20, -22),
            s(-10, -14), s(-10, -13), s(-10, -11), s(-10, -10), s(-10, -10), s(-10, -11), s(-10, -13), s(-10, -14),
            s(-10, -8), s(-7, -7), s(-5, -5), s(-2, -4), s(-2, -4), s(-5, -5), s(-7, -7), s(-10, -8),
            s(-8, 2), s(-2, 3), s(2, 5), s(8, 6), s(8, 6), s(2, 5), s(-2, 3), s(-8, 2),
            s(1, 16), s(8, 17), s(16, 19), s(23, 20), s(23, 20), s(16, 19), s(8, 17), s(1, 16),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-10, -12), s(-5, -7), s(0, -2), s(5, 3), s(5, 3), s(0, -2), s(-5, -7), s(-10, -12),
            s(-7, -7), s(-2, -2), s(3, 3), s(8, 8), s(8, 8), s(3, 3), s(-2, -2), s(-7, -7),
            s(-4, -2), s(1, 3), s(6, 8), s(11, 13), s(11, 13), s(6, 8), s(1, 3), s(-4, -2),
            s(-1, 3), s(4, 8), s(9, 13), s(14, 18), s(14, 18), s(9, 13), s(4, 8), s(-1, 3),
            s(-1, 3), s(4, 8), s(9, 13), s(14, 18), s(14, 18), s(9, 13), s(4, 8), s(-1, 3),
            s(-7, -2), s(-2, 3), s(3, 8), s(8, 13), s(8, 13), s(3, 8), s(-2, 3), s(-7, -2),
            s(-13, -7), s(-8, -2), s(-3, 3), s(2, 8), s(2, 8), s(-3, 3), s(-8, -2), s(-13, -7),
            s(-19, -12), s(-14, -7), s(-9, -2), s(-4, 3), s(-4, 3), s(-9, -2), s(-14, -7), s(-19, -12),
        ],
        [
            s(-30, -20), s(-22, -14), s(-14, -8), s(-6, -2), s(-6, -2), s(-14, -8), s(-22, -14), s(-30, -20),
            s(-18, -14), s(-10, -8), s(-2, -2), s(6, 4), s(6, 4), s(-2, -2), s(-10, -8), s(-18, -14),
            s(-10, -8), s(-2, -2), s(6, 4), s(14, 10), s(14, 10), s(6, 4), s(-2, -2), s(-10, -8),
            s(-2, -2), s(6, 4), s(14, 10), s(22, 16), s(22, 16), s(14, 10), s(6, 4), s(-2, -2),
            s(-2, -2), s(6, 4), s(14, 10), s(22, 16), s(22, 16), s(14, 10), s(6, 4), s(-2, -2),
            s(-12, -10), s(-4, -4), s(4, 2), s(12, 8), s(12, 8), s(4, 2), s(-4, -4), s(-12, -10),
            s(-24, -20), s(-16, -14), s(-8, -8), s(0, -2), s(0, -2), s(-8, -8), s(-16, -14), s(-24, -20),
            s(-38, -32), s(-30, -26), s(-22, -20), s(-14, -14), s(-14, -14), s(-22, -20), s(-30, -26), s(-38, -32),
        ],
        [
            s(-40, -34), s(-30, -26), s(-20, -18), s(-10, -10), s(-10, -10), s(-20, -18), s(-30, -26), s(-40, -34),
            s(-30, -26), s(-20, -18), s(-10, -10), s(0, -2), s(0, -2), s(-10, -10), s(-20, -18), s(-30, -26),
            s(-20, -18), s(-10, -10), s(0, -2), s(10, 6), s(10, 6), s(0, -2), s(-10, -10), s(-20, -18),
            s(-6, -10), s(4, -2), s(14, 6), s(24, 14), s(24, 14), s(14, 6), s(4, -2), s(-6, -10),
            s(-6, -10), s(4, -2), s(14, 6), s(24, 14), s(24, 14), s(14, 6), s(4, -2), s(-6, -10),
            s(-16, -18), s(-6, -10), s(4, -2), s(14, 6), s(14, 6), s(4, -2), s(-6, -10), s(-16, -18),
            s(-30, -26), s(-20, -18), s(-10, -10), s(0, -2), s(0, -2), s(-10, -10), s(-20, -18), s(-30, -26),
            s(-40, -34), s(-30, -26), s(-20, -18), s(-10, -10), s(-10, -10), s(-20, -18), s(-30, -26), s(-40, -34),
        ],
        [
            s(-5, -3), s(-2, -3), s(0, -3), s(2, -3), s(2, -3), s(0, -3), s(-2, -3), s(-5, -3),
            s(-3, -2), s(0, -2), s(2, -2), s(4, -2), s(4, -2), s(2, -2), s(0, -2), s(-3, -2),
            s(-5, 0), s(-2, 0), s(0, 0), s(2, 0), s(2, 0), s(0, 0), s(-2, 0), s(-5, 0),
            s(-5, 1), s(-2, 1), s(0, 1), s(2, 1), s(2, 1), s(0, 1), s(-2, 1), s(-5, 1),
            s(-3, 2), s(0, 2), s(2, 2), s(4, 2), s(4, 2), s(2, 2), s(0, 2), s(-3, 2),
            s(-1, 3), s(2, 3), s(4, 3), s(6, 3), s(6, 3), s(4, 3), s(2, 3), s(-1, 3),
            s(3, 5), s(6, 5), s(8, 5), s(10, 5), s(10, 5), s(8, 5), s(6, 5), s(3, 5),
            s(-1, 3), s(2, 3), s(4, 3), s(6, 3), s(6, 3), s(4, 3), s(2, 3), s(-1, 3),
        ],
        [
            s(-8, -40), s(0, -28), s(6, -16), s(4, -4), s(4, -4), s(6, -16), s(0, -28), s(-8, -40),
            s(-4, -28), s(4, -16), s(10, -4), s(8, 8), s(8, 8), s(10, -4), s(4, -16), s(-4, -28),
            s(-22, -16), s(-14, -4), s(-8, 8), s(-10, 20), s(-10, 20), s(-8, 8), s(-14, -4), s(-22, -16),
            s(-42, -4), s(-34, 8), s(-28, 20), s(-30, 32), s(-30, 32), s(-28, 20), s(-34, 8), s(-42, -4),
            s(-58, -4), s(-50, 8), s(-44, 20), s(-46, 32), s(-46, 32), s(-44, 20), s(-50, 8), s(-58, -4),
            s(-64, -16), s(-56, -4), s(-50, 8), s(-52, 20), s(-52, 20), s(-50, 8), s(-56, -4), s(-64, -16),
            s(-68, -28), s(-60, -16), s(-54, -4), s(-56, 8), s(-56, 8), s(-54, -4), s(-60, -16), s(-68, -28),
            s(-68, -40), s(-60, -28), s(-54, -16), s(-56, -4), s(-56, -4), s(-54, -16), s(-60, -28), s(-68, -40),
        ],
    ],
    // The right to move.
    tempo: s(14, 10),
    // Bishops on both colours of squares.
    bishop_pair: s(0, 0),
    // Each knight, for each own pawn above five.
    knight_pawns: s(1, 1),
    // Each rook, for each own pawn above five.
    rook_pawns: s(-1, -1),
    // Mets on both colours of squares.
    met_pair: s(6, 12),
    // The squares an officer can use; by officer and number of squares.
    mobility: [
        [
            s(-11, -10), s(-4, -4), s(0, 0), s(3, 3), s(5, 5), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-22, -19), s(-11, -10), s(-5, -4), s(0, 0), s(4, 3), s(6, 6), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-45, -42), s(-26, -24), s(-14, -13), s(-6, -6), s(0, 0), s(5, 5), s(9, 9), s(13, 12),
            s(16, 15), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-43, -66), s(-28, -43), s(-19, -29), s(-12, -19), s(-7, -11), s(-3, -5), s(0, 0), s(3, 5),
            s(6, 9), s(8, 12), s(10, 15), s(12, 18), s(14, 21), s(15, 24), s(17, 26), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
    ],
    // A minor officer on an outpost no enemy pawn can attack, and besides supported by a pawn; by officer.
    outpost: [
        [s(2, 2), s(6, 4)],
        [s(6, 5), s(12, 7)],
        [s(6, 4), s(16, 10)],
        [s(0, 0), s(0, 0)],
    ],
    // A knight that can jump to an outpost.
    outpost_near: s(8, 4),
    // A minor officer right behind a pawn.
    behind_pawn: s(3, 1),
    // A minor officer, for each step from its king; by officer.
    king_steps: [s(-4, -3), s(-3, -3), s(-2, -2), s(0, 0)],
    // A bishop, for each own pawn on squares of its colour.
    bishop_pawns: s(0, 0),
    // The same again for each own pawn in the centre that cannot move.
    bishop_blocked: s(0, 0),
    // A bishop that sees both centre squares of a long diagonal.
    long_diagonal: s(0, 0),
    // A rook on a file without own pawns, and besides without any.
    rook_file: [s(10, 6), s(10, 4)],
    // A rook on the last rank but one that cuts off the king or attacks pawns.
    rook_seventh: s(8, 10),
    // A rook shut in by its own king.
    rook_trapped: s(-10, -2),
    // Each castling that is still allowed.
    castling: s(0, 0),
    // Safe squares behind and among the centre pawns; by their number.
    space: [
        s(-13, 0), s(-11, 0), s(-9, 0), s(-7, 0), s(-5, 0), s(-4, 0), s(-2, 0), s(0, 0),
        s(2, 0), s(4, 0), s(5, 0), s(7, 0), s(9, 0), s(11, 0), s(13, 0), s(14, 0),
    ],
    // A pawn without friends on the files beside it; with an enemy pawn ahead, and without.
    isolated: [s(-8, -8), s(-12, -12)],
    // A pawn behind another of its own file.
    doubled: s(-8, -10),
    // A pawn that its friends have passed and that cannot advance safely; with an enemy pawn ahead, and without.
    backward: [s(-4, -4), s(-8, -8)],
    // A pawn beside another; by steps left.
    phalanx: [s(0, 0), s(14, 14), s(8, 6), s(4, 3), s(2, 2), s(0, 0), s(0, 0), s(0, 0)],
    // A pawn supported by another; by steps left.
    supported: [s(0, 0), s(20, 18), s(12, 10), s(6, 4), s(2, 2), s(0, 0), s(0, 0), s(0, 0)],
    // A pawn that friends can help past the enemy pawns; by steps left.
    candidate: [s(0, 0), s(4, 8), s(4, 6), s(2, 4), s(0, 2), s(0, 0), s(0, 0), s(0, 0)],
    // A pawn that no enemy pawn can stop; by steps left.
    passed: [s(0, 0), s(20, 26), s(10, 16), s(4, 8), s(0, 4), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn supported by another.
    passed_protected: s(4, 5),
    // A passed pawn, for each step of its own king from the square ahead; by steps left.
    passed_own_king: [s(0, 0), s(0, -2), s(0, -2), s(0, -1), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn, for each step of the enemy king from the square ahead; by steps left.
    passed_enemy_king: [s(0, 0), s(0, 4), s(0, 3), s(0, 2), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn with an empty square ahead; by steps left.
    passed_free: [s(0, 0), s(10, 14), s(4, 6), s(2, 3), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn whose way the enemy does not attack; by steps left.
    passed_safe: [s(0, 0), s(10, 12), s(5, 8), s(2, 4), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn whose next square is guarded by a friend; by steps left.
    passed_guarded: [s(0, 0), s(6, 8), s(3, 4), s(1, 2), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // A passed pawn with a rook behind it, an enemy's and an own one.
    passed_rook: [s(-4, -6), s(4, 8)],
    // A passed pawn that a lone king can no longer catch.
    passed_runs: s(0, 0),
    // A pawn that is not in danger attacks an officer; by officer.
    threat_by_pawn: [s(25, 20), s(45, 35), s(50, 40), s(60, 45)],
    // A safe step of a pawn would attack an officer.
    threat_by_push: s(12, 8),
    // A minor officer attacks a man; by slot.
    threat_by_minor: [s(3, 10), s(10, 14), s(18, 20), s(22, 22), s(45, 40)],
    // A rook attacks a man that is not well defended; by slot.
    threat_by_rook: [s(4, 12), s(10, 14), s(16, 18), s(18, 20), s(4, 8)],
    // The king attacks a man that is not well defended.
    threat_by_king: s(8, 24),
    // A man attacked and not defended, or an officer attacked twice and not well defended.
    hanging: s(24, 18),
    // A square contested by us where the enemy is not strong.
    restricted: s(2, 3),
    // The own pawn nearest to the back rank on a file near the king; by distance of the file from the edge and by rank, the first of which means none.
    shelter: [
        [s(-4, 0), s(0, 0), s(4, 0), s(2, 0), s(-2, 0), s(0, 0), s(0, 0), s(0, 0)],
        [s(-4, 0), s(0, 0), s(4, 0), s(2, 0), s(-2, 0), s(0, 0), s(0, 0), s(0, 0)],
        [s(-4, 0), s(0, 0), s(4, 0), s(2, 0), s(-2, 0), s(0, 0), s(0, 0), s(0, 0)],
        [s(-4, 0), s(0, 0), s(4, 0), s(2, 0), s(-2, 0), s(0, 0), s(0, 0), s(0, 0)],
    ],
    // The enemy pawn nearest to our back rank on a file near the king; likewise.
    storm: [
        [s(0, 0), s(0, 0), s(-12, 0), s(-10, 0), s(-6, 0), s(0, 0), s(0, 0), s(0, 0)],
        [s(0, 0), s(0, 0), s(-12, 0), s(-10, 0), s(-6, 0), s(0, 0), s(0, 0), s(0, 0)],
        [s(0, 0), s(0, 0), s(-12, 0), s(-10, 0), s(-6, 0), s(0, 0), s(0, 0), s(0, 0)],
        [s(0, 0), s(0, 0), s(-12, 0), s(-10, 0), s(-6, 0), s(0, 0), s(0, 0), s(0, 0)],
    ],
    // The same where our own pawn stands in its way; by rank.
    storm_blocked: [s(0, 0), s(0, 0), s(0, 0), s(-2, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0)],
    // Each step from the king to the nearest own pawn.
    king_pawn: s(0, -4),
    // A king on a wing without any pawns.
    bare_wing: s(-4, -6),
    // A bare king, for each step it stands from the edge.
    mate_edge: s(0, -16),
    // A bare king, for each step it stands from the nearest corner in which it can be mated.
    mate_corner: s(0, -8),
    // A bare king, for each step between the kings.
    mate_close: s(0, -14),
    // Every king that is attacked at all.
    danger_base: s(-10, 0),
    // An officer that attacks squares around the king; by officer and number of squares.
    danger_attacker: [
        [
            s(0, 0), s(12, 4), s(17, 6), s(22, 7), s(26, 9), s(31, 10), s(36, 12), s(41, 14),
            s(46, 15), s(50, 17),
        ],
        [
            s(0, 0), s(16, 6), s(21, 8), s(26, 9), s(30, 11), s(35, 12), s(40, 14), s(45, 16),
            s(50, 17), s(54, 19),
        ],
        [
            s(0, 0), s(18, 7), s(23, 9), s(28, 10), s(32, 12), s(37, 13), s(42, 15), s(47, 17),
            s(52, 18), s(56, 20),
        ],
        [
            s(0, 0), s(18, 8), s(23, 10), s(28, 11), s(32, 13), s(37, 14), s(42, 16), s(47, 18),
            s(52, 19), s(56, 21),
        ],
    ],
    // Each square around the king that only the king or queen defends.
    danger_weak: s(11, 4),
    // Checks that cannot be answered by capture, one square and more; by officer.
    danger_check: [
        [s(16, 6), s(22, 8)],
        [s(24, 8), s(34, 10)],
        [s(32, 10), s(46, 14)],
        [s(36, 14), s(52, 18)],
    ],
    // Squares from which checks could be given but the checker be taken.
    danger_unsafe_check: s(5, 2),
    // An attack without the strongest officer.
    danger_no_queen: s(-30, -8),
    // The own pawn on a file near the king; by rank, the first of which means none.
    danger_shelter: [s(6, 2), s(-3, 0), s(-3, 0), s(-1, 0), s(2, 0), s(0, 0), s(0, 0), s(0, 0)],
    // The enemy pawn on a file near the king; by rank, the first of which means none.
    danger_storm: [s(2, 0), s(0, 0), s(8, 0), s(6, 0), s(3, 0), s(0, 0), s(0, 0), s(0, 0)],
    // Each attack on the king's wing.
    danger_flank: s(2, 1),
    // Each square of the king's wing that we defend.
    danger_flank_defence: s(-2, -1),
    // Each passed pawn.
    complex_passed: s(0, 1),
    // Each pawn.
    complex_pawns: s(0, 2),
    // Pawns on both wings.
    complex_wings: s(0, 4),
    // Each step that the kings stand farther apart by files than by ranks.
    complex_outflanking: s(0, 1),
    // Only kings and pawns are left.
    complex_pawn_ending: s(0, 0),
    // Every position.
    complex_base: s(0, -14),
};

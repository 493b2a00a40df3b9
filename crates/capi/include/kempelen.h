/* libkempelen: boards, tensors and policy indices of chess and makruk.
 *
 * Written by cbindgen from crates/capi/src; do not change it by hand.
 *
 * Functions return a KempelenCode, or a number that is not negative: KEMPELEN_CODE_OK is 0, errors are negative, and questions
 * are answered with 1 for yes and 0 for no. No pointer is kept beyond the call. A board belongs to one thread at a time;
 * different boards are independent of each other. Nothing is printed, and nothing ends the process.
 */

#ifndef KEMPELEN_H
#define KEMPELEN_H

#include <stddef.h>
#include <stdint.h>

/**
 * What came of a call.
 */
typedef enum KempelenCode {
  /**
   * All is well.
   */
  KEMPELEN_CODE_OK = 0,
  /**
   * A pointer that must point somewhere is NULL.
   */
  KEMPELEN_CODE_NULL = -1,
  /**
   * A buffer is too short. Where the call can say how long it must be, it has done so; nothing else was written.
   */
  KEMPELEN_CODE_SHORT = -2,
  /**
   * A text is not UTF-8, or no such game.
   */
  KEMPELEN_CODE_TEXT = -3,
  /**
   * The FEN cannot be read, or its position cannot be played.
   */
  KEMPELEN_CODE_FEN = -4,
  /**
   * There is no such move, or it is not legal here.
   */
  KEMPELEN_CODE_ILLEGAL = -5,
  /**
   * There is no move to take back.
   */
  KEMPELEN_CODE_START = -6,
  /**
   * A number is out of range.
   */
  KEMPELEN_CODE_RANGE = -7,
  /**
   * A mistake of the library's own. The board should not be used any more.
   */
  KEMPELEN_CODE_INTERNAL = -8,
} KempelenCode;

/**
 * A game from its start to the position now. Its insides are the library's own.
 */
typedef struct KempelenBoard KempelenBoard;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What a code means, in English. The text lives as long as the program.
 */
const char *kempelen_code_text(int code);

/**
 * A new board in `out`, to be freed with `kempelen_board_free`. The variant is "chess" or "makruk", and NULL is chess; an
 * FEN of NULL is the start of the game. `out` is NULL if this fails.
 *
 * # Safety
 * Texts end in a NUL byte, and `out` can be written to.
 */
int kempelen_board_new(const char *variant,
                       const char *fen,
                       struct KempelenBoard **out);

/**
 * A copy of a board with all its history in `out`, to be freed like the first.
 *
 * # Safety
 * The board is one of this library's, and `out` can be written to.
 */
int kempelen_board_copy(const struct KempelenBoard *board, struct KempelenBoard **out);

/**
 * Frees a board. NULL is freed already.
 *
 * # Safety
 * The board is one of this library's, and is not used after this.
 */
void kempelen_board_free(struct KempelenBoard *board);

/**
 * Plays a legal move.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_push(struct KempelenBoard *board, uint16_t m);

/**
 * Plays a legal move that is written in UCI's spelling, such as "e2e4", "e7e8q" or "e1g1".
 *
 * # Safety
 * The board is one of this library's, and the text ends in a NUL byte.
 */
int kempelen_push_uci(struct KempelenBoard *board, const char *text);

/**
 * Takes the last move back.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_pop(struct KempelenBoard *board);

/**
 * Writes the legal moves into `out`, which has room for `capacity`, and returns how many there are. No position has more
 * than 256. With no room at all (`capacity` 0) they are only counted.
 *
 * # Safety
 * The board is one of this library's, and `out` has room for as many as it says.
 */
int kempelen_legal_moves(const struct KempelenBoard *board,
                         uint16_t *out,
                         size_t capacity);

/**
 * The move of a text in UCI's spelling, in `out`.
 *
 * # Safety
 * The board is one of this library's, the text ends in a NUL byte, and `out` can be written to.
 */
int kempelen_uci_to_move(const struct KempelenBoard *board, const char *text, uint16_t *out);

/**
 * Writes a legal move in UCI's spelling, with a NUL byte at its end: six bytes are enough.
 *
 * # Safety
 * The board is one of this library's, and `out` has room for as many as it says.
 */
int kempelen_move_to_uci(const struct KempelenBoard *board, uint16_t m, char *out, size_t capacity);

/**
 * The policy index of a legal move, from 0 to `kempelen_policy_len` - 1.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_move_to_index(const struct KempelenBoard *board, uint16_t m);

/**
 * The legal move of a policy index, in `out`.
 *
 * # Safety
 * The board is one of this library's, and `out` can be written to.
 */
int kempelen_index_to_move(const struct KempelenBoard *board, uint32_t index, uint16_t *out);

/**
 * How many policy indices the game has: 4168 in chess, 4096 in makruk.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_policy_len(const struct KempelenBoard *board);

/**
 * Writes 1 for the policy index of every legal move and 0 for all others.
 *
 * # Safety
 * The board is one of this library's, and `out` has room for as many as it says.
 */
int kempelen_legal_mask(const struct KempelenBoard *board, float *out, size_t capacity);

/**
 * How many floats the tensor of a position with so many steps of history has, (14 * steps + 7) * 64; 0 if that is more
 * history than can be encoded.
 */
size_t kempelen_tensor_len(size_t history_steps);

/**
 * Writes the tensor of the position now: `kempelen_tensor_len` floats, at plane * 64 + row * 8 + file.
 *
 * # Safety
 * The board is one of this library's, and `out` has room for as many as it says.
 */
int kempelen_board_to_tensor(const struct KempelenBoard *board, size_t history_steps, float *out, size_t capacity);

/**
 * Whether the side to move is in check.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_is_in_check(const struct KempelenBoard *board);

/**
 * Whether the side to move is in check and has no move.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_is_checkmate(const struct KempelenBoard *board);

/**
 * Whether the side to move has no move and is not in check.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_is_stalemate(const struct KempelenBoard *board);

/**
 * Whether the game is a draw by the fifty-move rule (makruk: by counting), by threefold repetition or for lack of men.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_is_draw(const struct KempelenBoard *board);

/**
 * Whether the game is over.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_is_game_over(const struct KempelenBoard *board);

/**
 * Whether the game is over, and if so in `out` what it is worth to the side to move: -1 if it is mated, 0 for a draw.
 *
 * # Safety
 * The board is one of this library's, and `out` can be written to.
 */
int kempelen_game_result(const struct KempelenBoard *board, float *out);

/**
 * How often the position now has occurred in the game.
 *
 * # Safety
 * The board is one of this library's.
 */
int kempelen_repetitions(const struct KempelenBoard *board);

/**
 * Writes the FEN of the position now, with a NUL byte at its end. `needed`, unless it is NULL, gets the bytes that takes.
 *
 * # Safety
 * The board is one of this library's, `out` has room for as many as it says, and `needed` can be written to.
 */
int kempelen_fen(const struct KempelenBoard *board,
                 char *out,
                 size_t capacity,
                 size_t *needed);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KEMPELEN_H */

/* Everything that a careless caller can get wrong without breaking the rules of C. Prints nothing if all is well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kempelen.h"

static int wrong = 0;

#define EXPECT(call, wanted)                                                                                           \
    do {                                                                                                               \
        int got = (int)(call);                                                                                         \
        if (got != (wanted)) {                                                                                         \
            printf("line %d: %s is %d and not %d\n", __LINE__, #call, got, (int)(wanted));                             \
            wrong = 1;                                                                                                 \
        }                                                                                                              \
    } while (0)

static void nulls(KempelenBoard *board) {
    KempelenBoard *out = NULL;
    uint16_t m = 0;
    float number = 0;
    char text[100];
    EXPECT(kempelen_board_new(NULL, NULL, NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_board_copy(NULL, &out), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_board_copy(board, NULL), KEMPELEN_CODE_NULL);
    kempelen_board_free(NULL);
    EXPECT(kempelen_push(NULL, 1), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_push_uci(NULL, "e2e4"), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_push_uci(board, NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_pop(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_legal_moves(NULL, &m, 1), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_legal_moves(board, NULL, 1), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_uci_to_move(NULL, "e2e4", &m), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_uci_to_move(board, NULL, &m), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_uci_to_move(board, "e2e4", NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_move_to_uci(NULL, 1, text, sizeof text), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_move_to_uci(board, 1, NULL, 100), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_move_to_index(NULL, 1), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_index_to_move(NULL, 1, &m), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_index_to_move(board, 1, NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_policy_len(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_legal_mask(NULL, &number, 1), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_legal_mask(board, NULL, 5000), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_board_to_tensor(NULL, 8, &number, 1), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_board_to_tensor(board, 8, NULL, 7616), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_is_in_check(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_is_checkmate(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_is_stalemate(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_is_draw(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_is_game_over(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_game_result(NULL, &number), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_game_result(board, NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_repetitions(NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_fen(NULL, text, sizeof text, NULL), KEMPELEN_CODE_NULL);
    EXPECT(kempelen_fen(board, NULL, 100, NULL), KEMPELEN_CODE_NULL);
}

/* Every buffer one too short is refused and left alone, and one that is long enough is not written beyond its end. */
static void short_buffers(KempelenBoard *board) {
    uint16_t *moves = malloc(20 * sizeof *moves);
    float *floats = malloc(7616 * sizeof *floats);
    char *text = malloc(64);
    size_t needed = 0;
    memset(moves, 0x55, 20 * sizeof *moves);
    EXPECT(kempelen_legal_moves(board, NULL, 0), 20);
    EXPECT(kempelen_legal_moves(board, moves, 19), KEMPELEN_CODE_SHORT);
    EXPECT(moves[0], 0x5555);
    EXPECT(kempelen_legal_moves(board, moves, 20), 20);
    floats[0] = 77;
    EXPECT(kempelen_board_to_tensor(board, 8, floats, 7615), KEMPELEN_CODE_SHORT);
    EXPECT(floats[0], 77);
    EXPECT(kempelen_board_to_tensor(board, 8, floats, 7616), KEMPELEN_CODE_OK);
    EXPECT(kempelen_board_to_tensor(board, 8, floats, SIZE_MAX), KEMPELEN_CODE_RANGE);
    EXPECT(kempelen_board_to_tensor(board, SIZE_MAX, floats, 7616), KEMPELEN_CODE_RANGE);
    EXPECT(kempelen_board_to_tensor(board, 0, floats, 7 * 64), KEMPELEN_CODE_OK);
    EXPECT(kempelen_tensor_len(8), 7616);
    EXPECT(kempelen_tensor_len(SIZE_MAX), 0);
    EXPECT(kempelen_policy_len(board), 4168);
    EXPECT(kempelen_legal_mask(board, floats, 4167), KEMPELEN_CODE_SHORT);
    EXPECT(kempelen_legal_mask(board, floats, 4168), KEMPELEN_CODE_OK);
    float sum = 0;
    for (int i = 0; i < 4168; i++)
        sum += floats[i];
    EXPECT(sum, 20);
    EXPECT(kempelen_move_to_uci(board, moves[0], text, 4), KEMPELEN_CODE_SHORT);
    EXPECT(kempelen_move_to_uci(board, moves[0], text, 5), KEMPELEN_CODE_OK);
    EXPECT(strlen(text), 4);
    text[0] = 'x';
    EXPECT(kempelen_fen(board, text, 56, &needed), KEMPELEN_CODE_SHORT);
    EXPECT(needed, 57);
    EXPECT(text[0], 'x');
    EXPECT(kempelen_fen(board, text, 57, NULL), KEMPELEN_CODE_OK);
    EXPECT(strcmp(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
    free(moves);
    free(floats);
    free(text);
}

static void nonsense(KempelenBoard *board) {
    KempelenBoard *out = board;
    EXPECT(kempelen_board_new("go", NULL, &out), KEMPELEN_CODE_TEXT);
    EXPECT(out == NULL, 1);
    EXPECT(kempelen_board_new("\xff\xfe", NULL, &out), KEMPELEN_CODE_TEXT);
    EXPECT(kempelen_board_new(NULL, "", &out), KEMPELEN_CODE_FEN);
    EXPECT(kempelen_board_new(NULL, "8/8/8/8/8/8/8/8 w - - 0 1", &out), KEMPELEN_CODE_FEN);
    EXPECT(kempelen_push_uci(board, "e2e5"), KEMPELEN_CODE_ILLEGAL);
    EXPECT(kempelen_push_uci(board, "\xff"), KEMPELEN_CODE_TEXT);
    EXPECT(kempelen_push_uci(board, ""), KEMPELEN_CODE_ILLEGAL);
    EXPECT(kempelen_pop(board), KEMPELEN_CODE_START);
    /* Of all 65,536 numbers the twenty legal moves are accepted, and each is the move of its own index. */
    int legal = 0;
    for (unsigned bits = 0; bits <= 0xffff; bits++) {
        int index = kempelen_move_to_index(board, (uint16_t)bits);
        uint16_t back = 0;
        if (index < 0) {
            EXPECT(index, KEMPELEN_CODE_ILLEGAL);
            EXPECT(kempelen_push(board, (uint16_t)bits), KEMPELEN_CODE_ILLEGAL);
            continue;
        }
        legal++;
        EXPECT(kempelen_index_to_move(board, (uint32_t)index, &back), KEMPELEN_CODE_OK);
        EXPECT(back, (int)bits);
        EXPECT(kempelen_push(board, (uint16_t)bits), KEMPELEN_CODE_OK);
        EXPECT(kempelen_pop(board), KEMPELEN_CODE_OK);
    }
    EXPECT(legal, 20);
    uint16_t m = 7;
    EXPECT(kempelen_index_to_move(board, 0, &m), KEMPELEN_CODE_ILLEGAL);
    EXPECT(kempelen_index_to_move(board, UINT32_MAX, &m), KEMPELEN_CODE_ILLEGAL);
    EXPECT(m, 7);
    for (int code = -20; code <= 20; code++)
        EXPECT(strlen(kempelen_code_text(code)) > 5, 1);
}

static void games(void) {
    KempelenBoard *board = NULL, *copy = NULL;
    float result = 5;
    EXPECT(kempelen_board_new("chess", NULL, &board), KEMPELEN_CODE_OK);
    const char *mate[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (int i = 0; i < 4; i++) {
        EXPECT(kempelen_game_result(board, &result), 0);
        EXPECT(kempelen_push_uci(board, mate[i]), KEMPELEN_CODE_OK);
    }
    EXPECT(result, 5);
    EXPECT(kempelen_is_in_check(board), 1);
    EXPECT(kempelen_is_checkmate(board), 1);
    EXPECT(kempelen_is_stalemate(board), 0);
    EXPECT(kempelen_is_draw(board), 0);
    EXPECT(kempelen_is_game_over(board), 1);
    EXPECT(kempelen_game_result(board, &result), 1);
    EXPECT(result, -1);
    EXPECT(kempelen_legal_moves(board, NULL, 0), 0);
    EXPECT(kempelen_board_copy(board, &copy), KEMPELEN_CODE_OK);
    kempelen_board_free(board);
    EXPECT(kempelen_pop(copy), KEMPELEN_CODE_OK);
    EXPECT(kempelen_is_game_over(copy), 0);
    kempelen_board_free(copy);
    /* A game of makruk, in which a bia can only become a met. */
    EXPECT(kempelen_board_new("makruk", NULL, &board), KEMPELEN_CODE_OK);
    EXPECT(kempelen_policy_len(board), 4096);
    EXPECT(kempelen_legal_moves(board, NULL, 0), 23);
    const char *shuffle[] = {"b1d2", "b8d7", "d2b1", "d7b8"};
    for (int i = 0; i < 8; i++)
        EXPECT(kempelen_push_uci(board, shuffle[i % 4]), KEMPELEN_CODE_OK);
    EXPECT(kempelen_repetitions(board), 3);
    EXPECT(kempelen_is_draw(board), 1);
    kempelen_board_free(board);
}

int main(void) {
    KempelenBoard *board = NULL;
    EXPECT(kempelen_board_new(NULL, NULL, &board), KEMPELEN_CODE_OK);
    nulls(board);
    short_buffers(board);
    nonsense(board);
    kempelen_board_free(board);
    games();
    return wrong;
}

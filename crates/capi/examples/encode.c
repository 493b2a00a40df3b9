/* What a network sees of games: a tour of libkempelen.
 *
 *     cc -I crates/capi/include crates/capi/examples/encode.c -L target/release -lkempelen -o encode
 *     printf '8\t\te2e4 e7e5\n' | LD_LIBRARY_PATH=target/release ./encode
 *
 * Each line of the input has the steps of history, a FEN (empty for the start of the game) and moves, with tabs between
 * them. Each gets a line of output: the FEN, repetitions, five predicates and the result ("-" while the game goes on), the
 * policy index of every legal move, and the cells of the tensor that are not zero as first:length:value.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kempelen.h"

enum { MOST_MOVES = 256, LONGEST_LINE = 1 << 16, LONGEST_FEN = 128 };

static void fail(const char *what, int code) {
    fprintf(stderr, "%s: %s\n", what, kempelen_code_text(code));
    exit(1);
}

static KempelenBoard *set_up(const char *fen, char *moves) {
    KempelenBoard *board = NULL;
    int code = kempelen_board_new("chess", fen[0] ? fen : NULL, &board);
    if (code != KEMPELEN_CODE_OK)
        fail(fen, code);
    for (char *m = strtok(moves, " "); m; m = strtok(NULL, " ")) {
        code = kempelen_push_uci(board, m);
        if (code != KEMPELEN_CODE_OK)
            fail(m, code);
    }
    return board;
}

static void print_status(const KempelenBoard *board) {
    char fen[LONGEST_FEN];
    float result = 0;
    int code = kempelen_fen(board, fen, sizeof fen, NULL);
    if (code != KEMPELEN_CODE_OK)
        fail("fen", code);
    printf("%s\t%d\t%d %d %d %d %d\t", fen, kempelen_repetitions(board), kempelen_is_in_check(board),
           kempelen_is_checkmate(board), kempelen_is_stalemate(board), kempelen_is_draw(board),
           kempelen_is_game_over(board));
    if (kempelen_game_result(board, &result) == 1)
        printf("%g", result);
    else
        printf("-");
}

static void print_policy(const KempelenBoard *board) {
    uint16_t moves[MOST_MOVES];
    int count = kempelen_legal_moves(board, moves, MOST_MOVES);
    printf("\t");
    for (int i = 0; i < count; i++) {
        char text[6];
        int code = kempelen_move_to_uci(board, moves[i], text, sizeof text);
        if (code != KEMPELEN_CODE_OK)
            fail("move", code);
        printf("%s%s:%d", i ? " " : "", text, kempelen_move_to_index(board, moves[i]));
    }
}

static void print_tensor(const KempelenBoard *board, size_t steps) {
    size_t length = kempelen_tensor_len(steps);
    float *tensor = malloc(length * sizeof *tensor);
    if (!tensor)
        fail("memory", KEMPELEN_CODE_INTERNAL);
    int code = kempelen_board_to_tensor(board, steps, tensor, length);
    if (code != KEMPELEN_CODE_OK)
        fail("tensor", code);
    printf("\t");
    for (size_t i = 0; i < length;) {
        size_t end = i + 1;
        while (end < length && tensor[end] == tensor[i])
            end++;
        if (tensor[i] != 0)
            printf("%zu:%zu:%g ", i, end - i, tensor[i]);
        i = end;
    }
    free(tensor);
}

int main(void) {
    static char line[LONGEST_LINE];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *fen = strchr(line, '\t');
        char *moves = fen ? strchr(fen + 1, '\t') : NULL;
        if (!moves)
            fail(line, KEMPELEN_CODE_TEXT);
        *fen++ = 0;
        *moves++ = 0;
        KempelenBoard *board = set_up(fen, moves);
        print_status(board);
        print_policy(board);
        print_tensor(board, strtoul(line, NULL, 10));
        printf("\n");
        kempelen_board_free(board);
    }
    return 0;
}

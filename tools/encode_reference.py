#!/usr/bin/env python3
"""Encodes positions with python-chess, as plainly as the layout can be written down, and measures how long that takes.

    python3 encode_reference.py [SECONDS]          positions per second of processor time
    python3 encode_reference.py --check FILE       compare with cases in JSON lines, plain or compressed

Needs the packages chess and numpy.
"""

import gzip
import json
import random
import sys
import time

import chess
import numpy as np

STEPS = 8



def board_to_tensor(board, steps):
    """The planes of a game, found by taking its moves back one by one and playing them again."""
    us = board.turn
    tensor = np.zeros((14 * steps + 7, 8, 8), dtype=np.float32)
    row = (lambda square: chess.square_rank(square)) if us else (lambda square: 7 - chess.square_rank(square))
    past = board.copy()
    for step in range(steps):
        for square, piece in past.piece_map().items():
            plane = 14 * step + piece.piece_type - 1 + (0 if piece.color == us else 6)
            tensor[plane, row(square), chess.square_file(square)] = 1.0
        if past.is_repetition(2):
            tensor[14 * step + 12] = 1.0
        if past.is_repetition(3):
            tensor[14 * step + 13] = 1.0
        if not past.move_stack:
            break
        past.pop()
    globals_ = [
        board.has_queenside_castling_rights(us),
        board.has_kingside_castling_rights(us),
        board.has_queenside_castling_rights(not us),
        board.has_kingside_castling_rights(not us),
        board.halfmove_clock,
        board.fullmove_number,
    ]
    for plane, number in enumerate(globals_):
        tensor[14 * steps + plane] = number
    return tensor


def runs(tensor):
    """The cells that are not zero, as [first, length, value]."""
    found = []
    for i, value in enumerate(tensor.reshape(-1).tolist()):
        if value == 0.0:
            continue
        if found and found[-1][0] + found[-1][1] == i and found[-1][2] == value:
            found[-1][1] += 1
        else:
            found.append([i, 1, value])
    return found


def check(path):
    opener = gzip.open if path.endswith(".gz") else open
    count = 0
    for line in opener(path, "rt"):
        case = json.loads(line)
        board = chess.Board(case["start"])
        for move in case["moves"]:
            board.push_uci(move)
        assert runs(board_to_tensor(board, case["history_steps"])) == case["runs"], line
        count += 1
    print(f"{count} cases are equal")


def measure(seconds):
    random.seed(1)
    boards = []
    for _ in range(64):
        board = chess.Board()
        for _ in range(random.randrange(20, 100)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
        boards.append(board)
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        board_to_tensor(boards[done % len(boards)], STEPS)
        done += 1
    print(f"{done / (time.process_time() - begin):.0f} positions/s with {STEPS} steps of history, one core")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        check(sys.argv[2])
    else:
        measure(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)

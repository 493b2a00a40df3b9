"""Kempelen as python-chess sees it: games with clocks, analysis, Chess960, machines changed on the way.

usage: python_chess.py PROGRAM
"""

import random
import sys

import chess
import chess.engine

LIMIT = chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.02, black_inc=0.02)


def open_engine(machine="kempelen"):
    return chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci", "--engine", machine])


def play(white, black, board, limit, plies):
    """Every answer is legal (python-chess checks) and comes with a score and a line."""
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        answer = (white if board.turn else black).play(board, limit, info=chess.engine.INFO_ALL)
        assert "score" in answer.info and "pv" in answer.info, answer.info
        board.push(answer.move)


def a_game_by_the_clock():
    with open_engine() as strong, open_engine("sargon") as weak:
        board = chess.Board()
        play(strong, weak, board, LIMIT, 60)
        assert len(board.move_stack) == 60 or board.is_game_over(claim_draw=True)


def analysis_and_several_lines():
    with open_engine() as engine:
        mate_in_two = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        lines = engine.analyse(mate_in_two, chess.engine.Limit(mate=2), multipv=3)
        assert len(lines) == 3
        assert lines[0]["score"].white() == chess.engine.Mate(2), lines[0]
        assert lines[0]["pv"][0] == chess.Move.from_uci("a1a6"), lines[0]
        with engine.analysis(chess.Board()) as endless:
            depths = [info["depth"] for info, _ in zip(endless, range(12)) if "depth" in info]
        assert depths and max(depths) >= 3, depths


def chess960():
    with open_engine() as engine:
        for number in random.Random(1).sample(range(960), 6):
            board = chess.Board.from_chess960_pos(number)
            play(engine, engine, board, chess.engine.Limit(nodes=300), 60)


def another_machine_on_the_way():
    with open_engine() as engine:
        engine.configure({"Engine": "mint"})
        board = chess.Board()
        for _ in range(20):
            board.push(engine.play(board, chess.engine.Limit(depth=1)).move)


for test in (a_game_by_the_clock, analysis_and_several_lines, chess960, another_machine_on_the_way):
    test()
    print(f"{test.__name__}: ok", flush=True)

"""The laws against python-chess."""

import random

import chess
import chess.pgn
import pytest

import kempelen


def random_games(count, plies, seed=1):
    dice = random.Random(seed)
    for _ in range(count):
        board, game = chess.Board(), kempelen.Game()
        for _ in range(plies):
            if board.is_game_over(claim_draw=True):
                break
            yield board, game
            move = dice.choice(sorted(board.legal_moves, key=str))
            game.push(move.uci())
            board.push(move)
        yield board, game


def test_positions_are_those_of_python_chess():
    seen = 0
    for board, game in random_games(12, 120):
        seen += 1
        assert game.fen == board.fen(en_passant="fen") or game.fen == board.fen(en_passant="legal")
        assert sorted(game.legal_moves) == sorted(move.uci() for move in board.legal_moves)
        assert game.turn == ("white" if board.turn else "black")
        assert game.position.in_check == board.is_check()
        for move in list(board.legal_moves)[:3]:
            assert game.position.san(move.uci()) == board.san(move)
            assert game.position.uci(board.san(move)) == move.uci()
    assert seen > 500


def test_results_are_those_of_python_chess():
    ends = set()
    for board, game in random_games(60, 400, seed=7):
        result = board.result(claim_draw=False)
        if board.is_checkmate() or board.is_stalemate():
            assert game.result == result
            ends.add(game.outcome)
        elif game.outcome in (None,):
            assert not board.is_insufficient_material()
    assert "checkmate" in ends


def test_games_are_read_and_written():
    game = kempelen.Game(moves=["e4", "e5", "Nf3", "Nc6", "Bb5"])
    text = game.pgn(White="Morphy", Black="Anderssen")
    import io

    other = chess.pgn.read_game(io.StringIO(text))
    assert other.headers["White"] == "Morphy"
    assert [move.uci() for move in other.mainline_moves()] == game.moves
    (again,) = kempelen.Game.read_pgn(str(other))
    assert again.moves == game.moves and len(again) == 5
    assert again.pop() == "f1b5" and len(again) == 4 and len(game) == 5


def test_makruk_has_its_own_laws():
    game = kempelen.Game(variant="makruk")
    assert len(game.legal_moves) == 23 and game.variant == "makruk"
    assert "<svg" in game._repr_svg_() and kempelen.policy_len("makruk") == 4096


def test_positions_are_values():
    a, b = kempelen.Position(), kempelen.Position()
    assert a == b and hash(a) == hash(b) and a != a.play("e4")
    assert a._repr_svg_().count("<text") == 32
    assert eval(repr(a), {"Position": kempelen.Position}) == a


@pytest.mark.parametrize(
    "call",
    [
        lambda: kempelen.Position("no position"),
        lambda: kempelen.Position(variant="draughts"),
        lambda: kempelen.Game(moves=["e5"]),
        lambda: kempelen.Game.read_pgn("1. e5 *"),
        lambda: kempelen.Engine("deep thought"),
        lambda: kempelen.Engine("sargon", PLYMAX=99),
        lambda: kempelen.Engine("sargon").think(kempelen.Game()),
    ],
)
def test_bad_input_is_told_in_a_sentence(call):
    with pytest.raises(ValueError) as told:
        call()
    assert 5 < len(str(told.value)) and "\n" not in str(told.value)

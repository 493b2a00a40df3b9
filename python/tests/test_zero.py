"""Planes, policies, searches, self-play and shards."""

import pathlib
import signal
import threading
import time

import numpy as np
import pytest

import kempelen

MODELS = pathlib.Path(__file__).parents[2] / "crates/zero/data/models"


def some_games():
    texts = [[], ["e4"], ["e4", "e5"], ["Nf3", "Nf6", "Ng1", "Ng8"], ["d4", "d5", "c4", "e6", "Nc3"]]
    return [kempelen.Game(moves=moves) for moves in texts]


def test_arrays_are_written_in_place():
    games = some_games()
    out = np.full((5, 119, 8, 8), 7.0, np.float32)
    address = out.ctypes.data
    back = kempelen.encode_batch(games, out=out, threads=2)
    assert back is out and np.shares_memory(back, out) and out.ctypes.data == address
    assert (out == kempelen.encode_batch(games)).all() and out.max() < 7
    part = np.zeros((9, 119, 8, 8), np.float32)
    kempelen.encode_batch(games, out=part[2:7])
    assert (part[2:7] == out).all() and part[:2].sum() == 0 and part[7:].sum() == 0


def test_planes_are_those_of_the_board():
    import chess

    for game in some_games():
        board = chess.Board(game.fen)
        planes = kempelen.encode_batch([game])[0]
        for square, piece in board.piece_map().items():
            plane = piece.piece_type - 1 + (0 if piece.color == board.turn else 6)
            row = square // 8 if board.turn else 7 - square // 8
            assert planes[plane, row, square % 8] == 1
        assert planes[:12].sum() == len(board.piece_map())
        assert planes[117, 0, 0] == board.fullmove_number and planes[116, 0, 0] == board.halfmove_clock


def test_packed_words_unpack_to_the_same():
    games = some_games()
    words = kempelen.encode_words(games)
    assert words.nbytes == 5 * 952
    for scaled in (False, True):
        assert (kempelen.unpack(words, scaled=scaled) == kempelen.encode_batch(games, scaled=scaled)).all()
    assert kempelen.encode_batch(games, scaled=True)[:, 117].sum() == 0


def test_policies_and_masks_agree():
    for game in some_games():
        mask = kempelen.legal_mask(game)
        indices = [kempelen.policy_index(game, move) for move in game.legal_moves]
        assert sorted(indices) == np.flatnonzero(mask).tolist() and mask.dtype == np.int8
        assert [kempelen.move_of_index(game, index) for index in indices] == game.legal_moves
        assert kempelen.move_of_index(game, 0) is None


def test_bad_arrays_are_told():
    games = some_games()
    good = np.zeros((5, 119, 8, 8), np.float32)
    with pytest.raises(ValueError, match="cells"):
        kempelen.encode_batch(games, out=good[:4])
    with pytest.raises(ValueError, match="contiguous"):
        kempelen.encode_batch(games[:4], out=np.zeros((8, 119, 8, 8), np.float32)[::2])
    with pytest.raises(TypeError, match="float32"):
        kempelen.encode_batch(games, out=good.astype(np.float64))
    good.flags.writeable = False
    with pytest.raises(ValueError, match="written"):
        kempelen.encode_batch(games, out=good)
    with pytest.raises(ValueError, match="one kind"):
        kempelen.encode_batch([kempelen.Game(), kempelen.Game(variant="makruk")])


def evenly(planes):
    assert planes.dtype == np.float32 and planes.shape[1:] == (119, 8, 8)
    return np.zeros((len(planes), 4168), np.float32), np.zeros(len(planes), np.float32)


def test_a_search_takes_files_and_functions():
    mate = kempelen.Game(fen="6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    for model in (None, evenly, MODELS / "material.onnx", str(MODELS / "random.onnx")):
        result = kempelen.Search(model).run(mate, visits=400)
        assert result.best == "a1a8" and result.proof == "win in 1", model
    result = kempelen.Search(evenly, batch=4).run(kempelen.Game(), visits=50)
    assert result.visits == 50 and sum(move.visits for move in result.moves) == 49
    hanging = kempelen.Game(fen="4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1")
    assert kempelen.Search(MODELS / "material.onnx").run(hanging, visits=100).best == "e3d5"


def test_what_a_function_raises_comes_back():
    def broken(planes):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        kempelen.Search(broken).run(kempelen.Game(), visits=10)
    with pytest.raises(ValueError, match="7 numbers, and 4168 are needed"):
        kempelen.Search(lambda planes: (np.zeros(7), np.zeros(len(planes)))).run(kempelen.Game(), visits=1)


@pytest.mark.parametrize("name", ["bad-input-name", "bad-output-name", "bad-batch", "bad-values"])
def test_foreign_models_are_refused(name):
    with pytest.raises(ValueError, match=f"{name}.onnx"):
        kempelen.Search(MODELS / f"{name}.onnx")
    with pytest.raises(ValueError, match="4096"):
        kempelen.Search(MODELS / "material.onnx", variant="makruk")
    with pytest.raises(ValueError, match="no such"):
        kempelen.Search("no such file")


def test_engines_think_and_explain():
    game = kempelen.Game(moves=["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"])
    report = kempelen.Engine("kempelen").think(game, depth=4)
    assert report.best == "h5f7" and report.lines[0].mate == 1 and report.nodes > 0
    told = kempelen.Engine("sargon", PLYMAX=1).explain(game, depth=1)
    assert told.report.san == "Qxf7#" and len(told.why()) > 20 and told._repr_svg_().startswith("<svg")
    assert len(told.why_not("Bxf7")) > 20
    assert kempelen.Engine().think(game, depth=3, only=["Nc3"]).best == "b1c3"


def test_other_threads_run_while_a_machine_thinks():
    ticks = []

    def tick():
        while not done:
            ticks.append(1)
            time.sleep(0.01)

    done = False
    thread = threading.Thread(target=tick)
    thread.start()
    kempelen.Engine().think(kempelen.Game(), seconds=0.5)
    done = True
    thread.join()
    assert len(ticks) > 5


@pytest.mark.parametrize("work", ["think", "search", "selfplay"])
def test_ctrl_c_ends_it(work, tmp_path):
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    begun = time.time()
    with pytest.raises(KeyboardInterrupt):
        if work == "think":
            kempelen.Engine().think(kempelen.Game(), seconds=60)
        elif work == "search":
            kempelen.Search(evenly).run(kempelen.Game(), visits=10_000_000)
        else:
            kempelen.selfplay.run(tmp_path / "games", games=1000, visits=2000, quick_visits=2000)
    assert time.time() - begun < 30


def test_self_play_and_its_samples(tmp_path):
    settings = dict(games=6, games_per_shard=3, visits=20, quick_visits=5, max_plies=30, full=0.5)
    stats = kempelen.selfplay.run(tmp_path / "games", **settings)
    assert stats["games"] == 6
    shards = sorted((tmp_path / "games").glob("*.kz"))
    shard = kempelen.Shard(shards[0])
    assert (shard.games, shard.variant, len(shard.results)) == (3, "chess", 3)
    samples = kempelen.Samples(tmp_path / "games")
    assert len(samples) == stats["samples"] == sum(kempelen.Shard(path).samples for path in shards)
    assert samples.words.shape == (len(samples), 119)
    planes, policies = np.empty((4, 119, 8, 8), np.float32), np.empty((4, 4168), np.float32)
    numbers = np.array([3, 0, 5, 3])
    samples.fill(numbers, planes, policies)
    assert (planes == kempelen.unpack(samples.words[numbers])).all()
    assert np.allclose(policies.sum(axis=1), 1) and set(samples.outcomes) <= {-1.0, 0.0, 1.0}
    with pytest.raises(IndexError):
        samples.fill(np.array([len(samples)]), planes[:1], policies[:1])
    with pytest.raises(ValueError, match="policies"):
        samples.fill(numbers, planes, policies[:3])
    with pytest.raises(ValueError, match="other settings"):
        kempelen.selfplay.run(tmp_path / "games", **{**settings, "visits": 21})
    part = kempelen.selfplay.run(tmp_path / "part", **{**settings, "shards": (1, 2)})
    assert part["games"] == 3
    assert (tmp_path / "part" / shards[1].name).read_bytes() == shards[1].read_bytes()
    shards[0].write_bytes(shards[0].read_bytes()[:-9])
    for read in (kempelen.Shard, kempelen.Samples):
        with pytest.raises(ValueError, match="cut off.*remove it"):
            read(shards[0])
    with pytest.raises(OSError):
        kempelen.Shard(tmp_path / "nothing.kz")

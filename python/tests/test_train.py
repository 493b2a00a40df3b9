"""Training with tiny networks."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import kempelen

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from kempelen.train import Trainer, TrainingPlan, check, export, make  # noqa: E402

NETS = [
    dict(kind="tower", variant="chess", history_steps=1, blocks=1, channels=8, keys=4),
    dict(kind="perceptron", variant="chess", history_steps=1, hidden=16, keys=4),
]
GAMES = [kempelen.Game(moves=moves) for moves in ([], ["e4"], ["d4", "d5", "c4"])]


@pytest.fixture(scope="module")
def shards(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    kempelen.selfplay.run(folder, games=6, games_per_shard=6, visits=30, full=1.0, max_plies=40)
    return folder


@pytest.mark.parametrize("settings", NETS, ids=lambda net: net["kind"])
def test_exported_models_say_what_their_network_says(settings, tmp_path):
    torch.manual_seed(3)
    net, path = make(settings), tmp_path / "net.onnx"
    export(net, path)
    assert net.training and [file.name for file in tmp_path.iterdir()] == ["net.onnx"]
    assert check(net, path, GAMES) < 1e-5
    for backend in ("onnxruntime", "openvino"):
        try:
            kempelen.Search(path, backend=backend)
        except ValueError as error:
            assert "cannot be used" in str(error)
        else:
            assert check(net, path, GAMES, backend) < 1e-5
    with pytest.raises(ValueError, match="differs from its network"):
        check(make(settings), path, GAMES)


def test_networks_do_not_see_the_move_number():
    for settings in NETS:
        net = make(settings).eval()
        early, late = (
            kempelen.encode_batch([kempelen.Game(f"4k3/8/8/8/8/8/8/4K2R w K - 3 {number}")], history_steps=1)
            for number in (5, 90)
        )
        assert (early != late).any()
        for one, other in zip(net(torch.from_numpy(early)), net(torch.from_numpy(late))):
            assert torch.equal(one, other)


@pytest.mark.parametrize("settings", NETS, ids=lambda net: net["kind"])
def test_training_learns_and_goes_on_as_if_never_stopped(settings, shards, tmp_path):
    samples = kempelen.Samples(shards, history_steps=1)
    plan = TrainingPlan(steps=40, batch=32, rate=3e-3, every=10)
    whole = Trainer(settings, samples, tmp_path / "whole", plan)
    before = sum(whole.test())
    after = sum(whole.run())
    assert after < before
    Trainer(settings, samples, tmp_path / "broken", plan).run(until=25)
    again = Trainer(settings, samples, tmp_path / "broken", plan)
    assert again.step == 20, "the last checkpoint"
    assert sum(again.run()) == pytest.approx(after, abs=1e-6)
    for name, weights in whole.net.state_dict().items():
        assert torch.allclose(weights, again.net.state_dict()[name], atol=1e-6), name
    curve = (tmp_path / "broken/curve.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in curve] == ["step", "10", "20", "30", "40"]
    with pytest.raises(ValueError, match="another network or plan"):
        Trainer(settings, samples, tmp_path / "broken", TrainingPlan(steps=41, batch=32, rate=3e-3, every=10))
    with pytest.raises(ValueError, match="the samples are of chess"):
        Trainer({**settings, "variant": "makruk"}, samples, tmp_path / "makruk", plan)


def test_the_command_trains_and_exports(shards, tmp_path):
    command = [sys.executable, "-m", "kempelen.train", str(shards), "--out", str(tmp_path / "net")]
    command += "--net perceptron --hidden 16 --history-steps 1 --steps 5 --batch 16".split()
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    result = kempelen.Search(pathlib.Path(tmp_path / "net/model.onnx")).run(kempelen.Game(), visits=20)
    assert result.visits == 20 and np.isfinite(result.value)
    wrong = subprocess.run([*command[:3], str(tmp_path / "nothing"), *command[4:]], capture_output=True, text=True)
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1

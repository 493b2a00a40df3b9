"""ONNX files of networks, and whether they say what the network says."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from .. import Game, Search, encode_batch, legal_mask

__all__ = ["check", "export"]

#: How far a model may be from its network, in values and in priors.
TOLERANCE = 1e-3


def export(net: Any, path: Any) -> None:
    """Writes a network as an ONNX model: one input `board`, outputs `policy` and `value`, any number of positions."""
    try:
        import onnx  # noqa: F401
    except ImportError as error:
        raise ImportError("the export needs onnx: pip install 'kempelen[train]'") from error
    path = Path(path)
    part = path.with_name(path.name + ".part")
    was_training = net.training
    net.eval()
    board = torch.zeros(2, net.scales.shape[1], 8, 8)
    sides = {name: {0: "positions"} for name in ("board", "policy", "value")}
    try:
        torch.onnx.export(
            net,
            (board,),
            str(part),
            input_names=["board"],
            output_names=["policy", "value"],
            dynamic_axes=sides,
            opset_version=17,
            dynamo=False,
        )
        os.replace(part, path)
    finally:
        net.train(was_training)
        part.unlink(missing_ok=True)


def _answers(net: nn.Module, games: list[Game], steps: int) -> list[tuple[dict[str, float], float]]:
    net.eval()
    with torch.no_grad():
        policy, value = net(torch.from_numpy(encode_batch(games, history_steps=steps)))
    chances = value.softmax(1).numpy()
    answers = []
    for game, logits, (win, _, loss) in zip(games, policy.numpy(), chances):
        legal = np.flatnonzero(legal_mask(game))
        priors = np.exp(logits[legal] - logits[legal].max())
        answers.append((dict(zip(legal.tolist(), (priors / priors.sum()).tolist())), float(win - loss)))
    return answers


def check(net: Any, path: Any, games: list[Game], backend: str | None = None) -> float:
    """Compares a model with its network, through the backend that will run it: the largest difference in a value or a
    prior of some positions. Raises ValueError beyond a thousandth."""
    from .. import policy_index

    search = Search(path, variant=games[0].variant, backend=backend, cache_mb=0)
    worst = 0.0
    for game, (priors, value) in zip(games, _answers(net, games, net.settings["history_steps"])):
        result = search.run(game, visits=1)
        worst = max(worst, abs(result.value - value))
        for move in result.moves:
            worst = max(worst, abs(move.prior - priors[policy_index(game, move.move)]))
    if worst > TOLERANCE:
        raise ValueError(f"{path} differs from its network by {worst:.6f}, more than {TOLERANCE}")
    return worst

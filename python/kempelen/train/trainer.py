"""The training itself: losses, schedule, checkpoints."""

import csv
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .. import Samples, planes, policy_len
from .net import make

__all__ = ["Trainer", "TrainingPlan", "losses"]


@dataclass
class TrainingPlan:
    """How a network is trained."""

    steps: int = 1000
    batch: int = 256
    #: The highest rate of learning; it rises for a twentieth of the steps, and falls along a cosine.
    rate: float = 1e-3
    weight_decay: float = 1e-4
    #: How much the search's value weighs beside the outcome of the game.
    search_share: float = 0.25
    value_weight: float = 1.0
    #: The share of positions that are only tested on: the last ones, so that they are of other games,
    held_out: float = 0.05
    #: and no more than so many.
    most_held_out: int = 8192
    seed: int = 1
    #: Steps between checkpoints and lines of the curve.
    every: int = 100
    #: Whether to compute in bfloat16.
    bf16: bool = False

    def rate_at(self, step: int) -> float:
        warm = max(1, self.steps // 20)
        if step < warm:
            return self.rate * (step + 1) / warm
        share = (step - warm) / max(1, self.steps - warm)
        return self.rate * 0.5 * (1 + float(np.cos(np.pi * min(1.0, share))))


def losses(policy: Tensor, value: Tensor, targets: Tensor, outcomes: Tensor) -> tuple[Tensor, Tensor]:
    """Cross-entropy with the visits, and with the outcome as soft chances of winning, drawing and losing."""
    policy_loss = -(targets * functional.log_softmax(policy, 1)).sum(1).mean()
    win, loss = outcomes.clamp(min=0), (-outcomes).clamp(min=0)
    chances = torch.stack([win, 1 - win - loss, loss], 1)
    value_loss = -(chances * functional.log_softmax(value, 1)).sum(1).mean()
    return policy_loss, value_loss


class Trainer:
    """Trains a network on samples in a folder, from where the last one left off.

    Step and checkpoint follow from the plan alone: a run that was killed and went on ends with the same network.
    """

    def __init__(self, net_settings: dict[str, Any], samples: Samples, folder: Any, plan: TrainingPlan) -> None:
        self.folder, self.plan, self.samples = Path(folder), plan, samples
        self.folder.mkdir(parents=True, exist_ok=True)
        if net_settings["variant"] != samples.variant:
            raise ValueError(f"the samples are of {samples.variant}, the network is for {net_settings['variant']}")
        tested = min(int(len(samples) * plan.held_out), plan.most_held_out)
        numbers = np.arange(len(samples))
        self.learned, self.tested = numbers[: len(samples) - tested], numbers[len(samples) - tested :]
        if len(self.learned) == 0:
            raise ValueError("there is nothing to learn from")
        torch.manual_seed(plan.seed)
        self.net = make(net_settings).to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), plan.rate, weight_decay=plan.weight_decay)
        self.step = 0
        self.values = (1 - plan.search_share) * samples.outcomes + plan.search_share * samples.search_values
        steps, variant = net_settings["history_steps"], samples.variant
        self.planes = np.empty((plan.batch, planes(steps), 8, 8), np.float32)
        self.policies = np.empty((plan.batch, policy_len(variant)), np.float32)
        if self.checkpoint.exists():
            self._resume()

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _resume(self) -> None:
        kept = torch.load(self.checkpoint, weights_only=True)
        if kept["settings"] != self.net.settings or kept["plan"] != asdict(self.plan):
            raise ValueError(f"{self.checkpoint} is of another network or plan; train in another folder")
        self.net.load_state_dict(kept["net"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.step = kept["step"]

    def save(self) -> None:
        """Writes a checkpoint: whole, or not at all."""
        part = self.checkpoint.with_suffix(".part")
        kept = {
            "settings": self.net.settings,
            "plan": asdict(self.plan),
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
        }
        with open(part, "wb") as file:
            torch.save(kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.checkpoint)

    def _batch(self, numbers: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        size = len(numbers)
        self.samples.fill(np.ascontiguousarray(numbers, np.int64), self.planes[:size], self.policies[:size])
        board = torch.from_numpy(self.planes[:size]).to(memory_format=torch.channels_last)
        outcomes = torch.from_numpy(self.values[numbers].astype(np.float32))
        return board, torch.from_numpy(self.policies[:size]), outcomes

    def _forward(self, numbers: np.ndarray) -> tuple[Tensor, Tensor]:
        board, policies, outcomes = self._batch(numbers)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.plan.bf16):
            policy, value = self.net(board)
        return losses(policy.float(), value.float(), policies, outcomes)

    def test(self) -> tuple[float, float]:
        """The losses on positions that are not learned from; of all where none are held out."""
        numbers = self.tested if len(self.tested) else self.learned
        self.net.eval()
        sums = np.zeros(2)
        with torch.no_grad():
            for first in range(0, len(numbers), self.plan.batch):
                part = numbers[first : first + self.plan.batch]
                sums += len(part) * np.array([float(loss) for loss in self._forward(part)])
        return float(sums[0] / len(numbers)), float(sums[1] / len(numbers))

    def run(self, until: int | None = None) -> tuple[float, float]:
        """Trains up to a step, the last if nothing is said, and gives the losses of the test."""
        last = min(self.plan.steps, until if until is not None else self.plan.steps)
        while self.step < last:
            # Dice of each step of its own, so that a run that goes on draws the same batches.
            dice = np.random.default_rng([self.plan.seed, self.step])
            # Drawn with replacement: anything else takes as long as there are positions, at each step.
            numbers = self.learned[dice.integers(len(self.learned), size=min(self.plan.batch, len(self.learned)))]
            for group in self.optimiser.param_groups:
                group["lr"] = self.plan.rate_at(self.step)
            self.net.train()
            policy_loss, value_loss = self._forward(numbers)
            self.optimiser.zero_grad()
            (policy_loss + self.plan.value_weight * value_loss).backward()
            self.optimiser.step()
            self.step += 1
            if self.step % self.plan.every == 0 or self.step == self.plan.steps:
                self._note(policy_loss.item(), value_loss.item())
                self.save()
        return self.test()

    def _note(self, policy_loss: float, value_loss: float) -> None:
        """Adds a line to the curve; lines beyond the checkpoint that a killed run left are dropped."""
        path = self.folder / "curve.csv"
        names = ["step", "policy_loss", "value_loss", "tested_policy_loss", "tested_value_loss"]
        lines = []
        if path.exists():
            with open(path, newline="") as file:
                lines = [line for line in list(csv.reader(file))[1:] if len(line) == 5 and int(line[0]) < self.step]
        numbers = [policy_loss, value_loss, *self.test()]
        lines.append([str(self.step), *(f"{number:.5f}" for number in numbers)])
        part = path.with_suffix(".part")
        with open(part, "w", newline="") as file:
            csv.writer(file).writerows([names, *lines])
        os.replace(part, path)

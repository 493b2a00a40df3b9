"""Networks: a residual tower, and a small perceptron for those who have no time.

Both take raw planes, as docs/zero.md has them, and begin by scaling them: half-move clocks and counts are divided by 100, and the
move number is dropped, since it tells the colours apart where the game does not.
"""

from typing import Any

import torch
from torch import Tensor, nn

from .. import planes, policy_len


class _Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        y = torch.relu(self.first_norm(self.first(x)))
        return torch.relu(x + self.second_norm(self.second(y)))


class Tower(nn.Module):
    """Residual blocks; the policy is a product of what stands on a square with what could come there, square by square."""

    def __init__(
        self, variant: str = "chess", history_steps: int = 8, blocks: int = 6, channels: int = 64, keys: int = 32
    ) -> None:
        super().__init__()
        self.settings: dict[str, Any] = dict(
            kind="tower", variant=variant, history_steps=history_steps, blocks=blocks, channels=channels, keys=keys
        )
        self.register_buffer("scales", _input_scales(variant, history_steps))
        self.stem = nn.Conv2d(planes(history_steps), channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(_Block(channels) for _ in range(blocks)))
        self.origins = nn.Conv2d(channels, keys, 1)
        self.targets = nn.Conv2d(channels, keys, 1)
        # Lesser promotions, three pieces in three directions from each file of the seventh row.
        self.lesser = nn.Conv2d(channels, 9, 1) if policy_len(variant) > 4096 else None
        self.value_squares = nn.Conv2d(channels, 8, 1)
        self.value = nn.Sequential(nn.Linear(8 * 64, 64), nn.ReLU(), nn.Linear(64, 3))
        self.keys = keys

    def forward(self, board: Tensor) -> tuple[Tensor, Tensor]:
        x = torch.relu(self.stem_norm(self.stem(board * self.scales)))
        x = self.blocks(x)
        origins = self.origins(x).flatten(2).transpose(1, 2)
        targets = self.targets(x).flatten(2)
        policy = (torch.matmul(origins, targets) * self.keys**-0.5).flatten(1)
        if self.lesser is not None:
            # (piece, direction) by file of row 6, in the order piece, file, direction.
            row = self.lesser(x)[:, :, 6, :].unflatten(1, (3, 3)).transpose(2, 3)
            policy = torch.cat([policy, row.flatten(1)], dim=1)
        return policy, self.value(torch.relu(self.value_squares(x)).flatten(1))


class Perceptron(nn.Module):
    """Two layers over the men on the board: small and quick on any processor."""

    def __init__(self, variant: str = "chess", history_steps: int = 1, hidden: int = 128, keys: int = 16) -> None:
        super().__init__()
        self.settings: dict[str, Any] = dict(
            kind="perceptron", variant=variant, history_steps=history_steps, hidden=hidden, keys=keys
        )
        self.register_buffer("scales", _input_scales(variant, history_steps))
        self.first = nn.Linear(planes(history_steps) * 64, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.origins = nn.Linear(hidden, 64 * keys)
        self.targets = nn.Linear(hidden, 64 * keys)
        self.rest = policy_len(variant) - 4096
        self.lesser = nn.Linear(hidden, self.rest) if self.rest else None
        self.value = nn.Linear(hidden, 3)
        self.keys = keys

    def forward(self, board: Tensor) -> tuple[Tensor, Tensor]:
        x = torch.relu(self.first((board * self.scales).flatten(1)))
        x = torch.relu(self.second(x))
        origins = self.origins(x).unflatten(1, (64, self.keys))
        targets = self.targets(x).unflatten(1, (self.keys, 64))
        policy = (torch.matmul(origins, targets) * self.keys**-0.5).flatten(1)
        if self.lesser is not None:
            policy = torch.cat([policy, self.lesser(x)], dim=1)
        return policy, self.value(x)


def _input_scales(variant: str, history_steps: int) -> Tensor:
    """What each plane is multiplied with. Seven planes stand after the history; their order is in docs/zero.md."""
    scales = torch.ones(planes(history_steps))
    counts = [-3] if variant == "chess" else [-6, -5, -4, -3]
    for plane in counts:
        scales[plane] = 0.01
    scales[-2] = 0.0
    return scales.reshape(1, -1, 1, 1)


def make(settings: dict[str, Any]) -> nn.Module:
    """A network from its settings, as a checkpoint has them."""
    settings = dict(settings)
    kinds = {"tower": Tower, "perceptron": Perceptron}
    kind = settings.pop("kind", "tower")
    if kind not in kinds:
        raise ValueError(f"there is no network {kind!r}; there are {', '.join(kinds)}")
    return kinds[kind](**settings)

"""Games of a network against itself, to learn from."""

import json
from typing import Any

from ._kempelen import run_selfplay

__all__ = ["run"]


def run(out: Any, **settings: Any) -> dict[str, Any]:
    """Plays games into a folder of shards, and gives the statistics.

    The settings are those of ``kempelen selfplay``, with the same defaults: ``games``, ``model`` (a file, or a function), ``variant``,
    ``games_per_shard``, ``shards`` (a pair of numbers), ``seed``, ``visits``, ``quick_visits``, ``full``, ``noise``,
    ``gumbel``, ``temperature``, ``temperature_plies``, ``random_plies``, ``max_plies``, ``backend``, ``precision``, ``device``,
    ``threads``, ``in_flight``, ``batch``, ``cache_mb``, ``tree_mb``. A folder with games of other settings is refused; Ctrl-C
    ends a run, and the same call goes on.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run(folder, games=2, games_per_shard=2, visits=20, quick_visits=5, max_plies=10)["games"]
    2
    """
    return json.loads(run_selfplay(out, **settings))

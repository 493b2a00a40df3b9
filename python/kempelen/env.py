"""Chess and makruk as a PettingZoo environment (`pip install kempelen[pettingzoo]`).

An observation is a dictionary: ``observation``, the planes of docs/zero.md with channels first, and ``action_mask``, a one for
every legal policy index. An action is a policy index. Both sides see the board from their own end.
"""

from typing import Any

import numpy as np

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError as error:  # pragma: no cover
    raise ImportError("kempelen.env needs PettingZoo: pip install 'kempelen[pettingzoo]'") from error

from . import Game, encode_batch, legal_mask, move_of_index, planes, policy_len

__all__ = ["ChessEnv"]

_SIDES = ["white", "black"]


class ChessEnv(AECEnv):  # type: ignore[misc]
    """Two sides, ``white`` and ``black``, one after the other; rewards are 1, 0 or -1 at the end.

    A game is broken off as a draw after ``max_plies`` half-moves.
    """

    metadata = {"render_modes": ["ansi"], "name": "kempelen_v0", "is_parallelizable": False}

    def __init__(
        self,
        variant: str = "chess",
        history_steps: int = 8,
        max_plies: int = 512,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.variant, self.history_steps, self.max_plies = variant, history_steps, max_plies
        self.render_mode = render_mode
        self.possible_agents = list(_SIDES)
        sides, actions = (planes(history_steps), 8, 8), policy_len(variant)
        board = gymnasium.spaces.Box(0.0, np.finfo(np.float32).max, sides, np.float32)
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        space = gymnasium.spaces.Dict({"observation": board, "action_mask": mask})
        self.observation_spaces = {side: space for side in _SIDES}
        self.action_spaces = {side: gymnasium.spaces.Discrete(actions) for side in _SIDES}
        self.game = Game(variant=variant)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; ``options["fen"]`` says from where."""
        self.game = Game((options or {}).get("fen"), self.variant)
        self.agents = list(_SIDES)
        self.rewards = {side: 0.0 for side in _SIDES}
        self._cumulative_rewards = {side: 0.0 for side in _SIDES}
        self.terminations = {side: False for side in _SIDES}
        self.truncations = {side: False for side in _SIDES}
        self.infos = {side: {} for side in _SIDES}
        self.agent_selection = self.game.turn
        self._end_if_over()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        board = encode_batch([self.game], history_steps=self.history_steps)[0]
        if agent == self.game.turn and not self.terminations.get(agent, True):
            return {"observation": board, "action_mask": legal_mask(self.game)}
        return {"observation": board, "action_mask": np.zeros(policy_len(self.variant), np.int8)}

    def step(self, action: int | None) -> None:
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        move = None if action is None else move_of_index(self.game, int(action))
        if move is None:
            raise ValueError(f"{action} is no legal action; action_mask says which are")
        self._cumulative_rewards[side] = 0.0
        self._clear_rewards()
        self.game.push(move)
        self.agent_selection = self.game.turn
        self._end_if_over()
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def _end_if_over(self) -> None:
        result = self.game.result
        if result != "*":
            white = {"1-0": 1.0, "0-1": -1.0}.get(result, 0.0)
            self.rewards = {"white": white, "black": -white}
            self.terminations = {side: True for side in _SIDES}
        elif len(self.game) >= self.max_plies:
            self.truncations = {side: True for side in _SIDES}

    def render(self) -> str:
        """The position in FEN."""
        return self.game.fen

    def close(self) -> None:
        """There is nothing to let go of."""

"""Chess machines with the doors open: rules, engines, tensors, tree search and self-play.

>>> import kempelen
>>> game = kempelen.Game(moves=["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"])
>>> kempelen.Engine("sargon", PLYMAX=1).think(game, depth=1).san
'Qxf7#'
"""

from . import selfplay
from ._kempelen import (
    Engine,
    Explanation,
    Game,
    Line,
    Position,
    Report,
    RootMove,
    Samples,
    Search,
    SearchResult,
    Shard,
    __version__,
    encode_batch,
    encode_words,
    engines,
    legal_mask,
    move_of_index,
    planes,
    policy_index,
    policy_len,
    unpack,
)

__all__ = [
    "Engine",
    "Explanation",
    "Game",
    "Line",
    "Position",
    "Report",
    "RootMove",
    "Samples",
    "Search",
    "SearchResult",
    "Shard",
    "__version__",
    "encode_batch",
    "encode_words",
    "engines",
    "legal_mask",
    "move_of_index",
    "planes",
    "policy_index",
    "policy_len",
    "selfplay",
    "unpack",
]

"""Training of networks with PyTorch (`pip install kempelen[train]`).

``python -m kempelen.train SHARDS --out DIR`` trains a network on shards of self-play, keeps checkpoints, goes on from them, and
exports an ONNX model that every backend of the zero worker runs.
"""

try:
    import torch  # noqa: F401
except ImportError as error:
    raise ImportError("kempelen.train needs PyTorch: pip install 'kempelen[train]'") from error

from .export import check, export
from .net import Perceptron, Tower, make
from .trainer import Trainer, TrainingPlan

__all__ = ["Perceptron", "Tower", "Trainer", "TrainingPlan", "check", "export", "make"]

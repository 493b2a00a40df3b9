"""``python -m kempelen.train``: trains a network on shards, and exports it."""

import argparse
import sys
from pathlib import Path

from .. import Game, Samples
from . import Trainer, TrainingPlan, check, export


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m kempelen.train", description=__doc__)
    parser.add_argument("shards", nargs="+", type=Path, help="folders of shards, or shards: of self-play, or of labelled games")
    parser.add_argument("--out", required=True, type=Path, help="the folder for checkpoint, curve and model")
    parser.add_argument("--net", choices=["tower", "perceptron"], default="tower")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--history-steps", type=int, default=8)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="of labelled games, one position of so many")
    parser.add_argument("--most", type=int, help="of labelled games, at most so many positions; a folder may grow")
    parser.add_argument("--search-share", type=float, default=0.25, help="the search's part in what values are to be")
    parser.add_argument("--save-every", type=int, default=100, help="steps between checkpoints")
    args = parser.parse_args()
    try:
        samples = Samples(args.shards, history_steps=args.history_steps, every=args.every, most=args.most)
        settings = dict(kind=args.net, variant=samples.variant, history_steps=args.history_steps)
        if args.net == "tower":
            settings.update(blocks=args.blocks, channels=args.channels)
        else:
            settings.update(hidden=args.hidden)
        plan = TrainingPlan(
            steps=args.steps,
            batch=args.batch,
            rate=args.rate,
            seed=args.seed,
            bf16=args.bf16,
            search_share=args.search_share,
            every=args.save_every,
        )
        trainer = Trainer(settings, samples, args.out, plan)
        policy_loss, value_loss = trainer.run()
        export(trainer.net, args.out / "model.onnx")
        worst = check(trainer.net, args.out / "model.onnx", [Game(variant=samples.variant)])
    except (ValueError, OverflowError, OSError, ImportError) as error:
        print(f"kempelen.train: {error}", file=sys.stderr)
        return 2
    print(f"{trainer.step} steps; losses on the test: policy {policy_loss:.4f}, value {value_loss:.4f}")
    print(f"{args.out / 'model.onnx'}: differs from the network by at most {worst:.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

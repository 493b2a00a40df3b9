#!/usr/bin/env python3
"""Makes the small ONNX models of this folder, and on request larger ones to measure with.

    python3 make.py                     all small models, into this folder
    python3 make.py tower OUT.onnx [--blocks 6] [--channels 64] [--policy conv|dense] [--seed 1]

Needs the packages numpy and onnx. The small models are written from fixed weights, so that the files come out the same
byte for byte; a tower has random weights of a seed. `random.onnx` is such a tower of 1 block and 8 channels.

The *material network* knows how much men are worth, and nothing else:

    value          = tanh(0.1 * (our men - their men)),  pawn 1, knight 3, bishop 3, rook 5, queen 9
                     (makruk: bia 1, met 1.5, khon 2.5, ma 3, rua 5)
    policy(from,to) = the worth of their man on `to` - 0.1 * the worth of our man on `from`
    underpromotions = -1
"""

import argparse
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
CHESS = [1.0, 3.0, 3.0, 5.0, 9.0, 0.0]
MAKRUK = [1.0, 1.5, 2.5, 3.0, 5.0, 0.0]


def tensor(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def floats(name, array):
    return tensor(name, np.asarray(array, dtype=np.float32))


def ints(name, array):
    return tensor(name, np.asarray(array, dtype=np.int64))


def save(path, nodes, weights, inputs, outputs, doc):
    def port(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    graph = helper.make_graph(
        nodes,
        "zero",
        [port(*p) for p in inputs],
        [port(*p) for p in outputs],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="kempelen")
    model.ir_version = 8
    model.doc_string = doc
    onnx.checker.check_model(model)
    with open(path, "wb") as file:
        file.write(model.SerializeToString(deterministic=True))
    print(f"{path}: {os.path.getsize(path)} bytes")


def material(path, worth, steps=8, policy=4168, board="board", wdl=False, batch="batch", doc="", scale=0.1, value="value"):
    planes = 14 * steps + 7
    ours = np.zeros(planes)
    ours[0:6] = worth
    theirs = np.zeros(planes)
    theirs[6:12] = worth
    # Three maps of the board: what we have, what they have, and the balance.
    maps = np.stack([ours, theirs, ours - theirs]).reshape(3, planes, 1, 1)
    weights = [
        floats("maps", maps),
        ints("ours", [0]),
        ints("theirs", [1]),
        ints("balance", [2]),
        floats("mover_weight", [-0.1]),
        floats("scale", [scale]),
        ints("as_column", [0, 64, 1]),
        ints("as_row", [0, 1, 64]),
        ints("flat", [0, 4096]),
        ints("squares", [2, 3]),
    ]
    nodes = [
        helper.make_node("Conv", [board, "maps"], ["worths"], kernel_shape=[1, 1], strides=[1, 1], pads=[0] * 4),
        helper.make_node("Gather", ["worths", "ours"], ["our_map"], axis=1),
        helper.make_node("Gather", ["worths", "theirs"], ["their_map"], axis=1),
        helper.make_node("Gather", ["worths", "balance"], ["balance_map"], axis=1),
        helper.make_node("Reshape", ["our_map", "as_column"], ["from"]),
        helper.make_node("Reshape", ["their_map", "as_row"], ["to"]),
        helper.make_node("Mul", ["from", "mover_weight"], ["from_cost"]),
        helper.make_node("Add", ["from_cost", "to"], ["pairs"]),
        helper.make_node("ReduceSum", ["balance_map", "squares"], ["sum"], keepdims=0),
        helper.make_node("Mul", ["sum", "scale"], ["scaled"]),
    ]
    if policy == 4096:
        nodes.append(helper.make_node("Reshape", ["pairs", "flat"], ["policy"]))
    else:
        # One number of every board times nothing, less one: 72 times minus one, for a batch of any size.
        weights += [ints("first", [0]), floats("none", np.zeros((1, 72))), floats("minus_one", [-1.0])]
        nodes += [
            helper.make_node("Reshape", ["pairs", "flat"], ["from_to"]),
            helper.make_node("Gather", ["from_to", "first"], ["any"], axis=1),
            helper.make_node("Mul", ["any", "none"], ["zeros"]),
            helper.make_node("Add", ["zeros", "minus_one"], ["less"]),
            helper.make_node("Concat", ["from_to", "less"], ["policy"], axis=1),
        ]
    if wdl:
        # Logits of winning, drawing and losing: the balance, nothing, and the balance turned round.
        weights.append(floats("sides", np.array([[2.0, 0.0, -2.0]])))
        nodes.append(helper.make_node("MatMul", ["scaled", "sides"], [value]))
    else:
        nodes.append(helper.make_node("Tanh", ["scaled"], [value]))
    save(
        path,
        nodes,
        weights,
        [(board, [batch, planes, 8, 8])],
        [("policy", [batch, policy]), (value, [batch, 3 if wdl else 1])],
        doc or "The material network: see make.py.",
    )


def tower(path, blocks, channels, head, seed, steps=8):
    """A residual network as trainers use it, with random weights."""
    random = np.random.default_rng(seed)
    planes = 14 * steps + 7
    nodes, weights = [], []

    def conv(x, out, n_in, n_out, size, relu=True):
        scale = np.sqrt(2.0 / (n_in * size * size))
        weights.append(floats(f"{out}.w", random.normal(0, scale, (n_out, n_in, size, size))))
        weights.append(floats(f"{out}.b", random.normal(0, 0.01, n_out)))
        target = f"{out}.linear" if relu else out
        nodes.append(
            helper.make_node(
                "Conv",
                [x, f"{out}.w", f"{out}.b"],
                [target],
                kernel_shape=[size, size],
                strides=[1, 1],
                pads=[size // 2] * 4,
            )
        )
        if relu:
            nodes.append(helper.make_node("Relu", [target], [out]))
        return out

    def dense(x, out, n_in, n_out):
        weights.append(floats(f"{out}.w", random.normal(0, np.sqrt(1.0 / n_in), (n_in, n_out))))
        weights.append(floats(f"{out}.b", np.zeros(n_out)))
        nodes.append(helper.make_node("MatMul", [x, f"{out}.w"], [f"{out}.product"]))
        nodes.append(helper.make_node("Add", [f"{out}.product", f"{out}.b"], [out]))
        return out

    x = conv("board", "stem", planes, channels, 3)
    for i in range(blocks):
        y = conv(x, f"block{i}.a", channels, channels, 3)
        y = conv(y, f"block{i}.b", channels, channels, 3, relu=False)
        nodes.append(helper.make_node("Add", [x, y], [f"block{i}.sum"]))
        nodes.append(helper.make_node("Relu", [f"block{i}.sum"], [f"block{i}"]))
        x = f"block{i}"
    if head == "dense":
        p = conv(x, "policy_map", channels, 32, 1)
        weights.append(ints("policy_flat", [0, 32 * 64]))
        nodes.append(helper.make_node("Reshape", [p, "policy_flat"], ["policy_row"]))
        dense("policy_row", "policy", 32 * 64, 4168)
    else:
        # Attention from the squares moves start on to those they end on; three maps of the last rank but one for
        # promotions to less.
        weights.append(ints("head", [0, 32, 64]))
        weights.append(ints("flat", [0, 4096]))
        q, k = conv(x, "query_map", channels, 32, 1, relu=False), conv(x, "key_map", channels, 32, 1, relu=False)
        nodes.append(helper.make_node("Reshape", [q, "head"], ["query_rows"]))
        nodes.append(helper.make_node("Reshape", [k, "head"], ["key_rows"]))
        nodes.append(helper.make_node("Transpose", ["query_rows"], ["queries"], perm=[0, 2, 1]))
        nodes.append(helper.make_node("MatMul", ["queries", "key_rows"], ["attention"]))
        weights.append(floats("softer", [32**-0.5]))
        nodes.append(helper.make_node("Mul", ["attention", "softer"], ["scores"]))
        nodes.append(helper.make_node("Reshape", ["scores", "flat"], ["from_to"]))
        u = conv(x, "less_map", channels, 9, 1, relu=False)
        weights.append(ints("rank7", [6]))
        nodes.append(helper.make_node("Gather", [u, "rank7"], ["less_rank"], axis=2))
        # Nine maps, piece by piece and direction by direction, become piece, file, direction.
        weights.append(ints("less_shape", [0, 3, 3, 8]))
        weights.append(ints("less_flat", [0, 72]))
        nodes.append(helper.make_node("Reshape", ["less_rank", "less_shape"], ["less_parts"]))
        nodes.append(helper.make_node("Transpose", ["less_parts"], ["less_order"], perm=[0, 1, 3, 2]))
        nodes.append(helper.make_node("Reshape", ["less_order", "less_flat"], ["less"]))
        nodes.append(helper.make_node("Concat", ["from_to", "less"], ["policy"], axis=1))
    v = conv(x, "value_map", channels, 1, 1)
    weights.append(ints("value_flat", [0, 64]))
    nodes.append(helper.make_node("Reshape", [v, "value_flat"], ["value_row"]))
    dense("value_row", "hidden_linear", 64, 128)
    nodes.append(helper.make_node("Relu", ["hidden_linear"], ["hidden"]))
    dense("hidden", "value_linear", 128, 1)
    nodes.append(helper.make_node("Tanh", ["value_linear"], ["value"]))
    save(
        path,
        nodes,
        weights,
        [("board", ["batch", planes, 8, 8])],
        [("policy", ["batch", 4168]), ("value", ["batch", 1])],
        f"A residual tower of {blocks} blocks and {channels} channels with a {head} policy head and random weights.",
    )


def small(folder):
    def at(name):
        return os.path.join(folder, name)

    material(at("material.onnx"), CHESS)
    material(at("material-makruk.onnx"), MAKRUK, policy=4096)
    material(at("material-wdl.onnx"), CHESS, steps=1, wdl=True)
    # Models that must be refused, each for one reason.
    material(at("bad-input-name.onnx"), CHESS, steps=1, board="planes")
    material(at("bad-output-name.onnx"), CHESS, steps=1, value="evaluation")
    material(at("bad-batch.onnx"), CHESS, steps=1, batch=1)
    material(at("bad-values.onnx"), CHESS, steps=1, scale=float("nan"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="?", default="small", choices=["small", "tower"])
    parser.add_argument("out", nargs="?")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--policy", choices=["conv", "dense"], default="conv")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what == "small":
        small(args.out or os.path.dirname(os.path.abspath(__file__)))
    else:
        tower(args.out, args.blocks, args.channels, args.policy, args.seed)


if __name__ == "__main__":
    main()

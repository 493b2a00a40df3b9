"""Labelled games of `kempelen datagen` as samples. The shard is written here, byte by byte as docs/datagen.md has it."""

import json
import math
import struct
import zlib

import numpy as np
import pytest

import kempelen

#: 1. e4 (of the opening) e5 2. Qh5 Nc6, which White wins; scores are seen from White.
SCORES = [40, -120, 400]
MOVES = [(12, 28), (52, 36), (3, 39), (57, 42)]


def varint(number):
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def game():
    moves = [struct.pack("<H", start | end << 6) for start, end in MOVES]
    out = bytes([2, 0, 1, len(SCORES)]) + moves[0]
    for move, score, before in zip(moves[1:], SCORES, [0, *SCORES]):
        change = score - before
        out += move + varint(2 * change if change >= 0 else -2 * change - 1)
    return out


def block(first, games):
    head, body = struct.pack("<IQI", len(games), first, sum(map(len, games))), b"".join(games)
    return head + struct.pack("<I", zlib.crc32(head + body)) + body


@pytest.fixture
def shard(tmp_path):
    label = json.dumps({"variant": "chess", "first": 0, "settings": {}}).encode()
    head = b"KGAMES\r\n" + struct.pack("<III", 1, len(label), zlib.crc32(label)) + label
    path = tmp_path / "000000000000.games"
    path.write_bytes(head + block(0, [game(), game()]) + block(2, []))
    return path


def test_labelled_games_become_samples(shard):
    samples = kempelen.Samples(shard.parent)
    assert (len(samples), samples.variant) == (6, "chess")
    assert samples.outcomes.tolist() == [-1, 1, -1] * 2
    # 400 hundredths of a pawn are 1 / (1 + 1 / e) of the points.
    points = 1 / (1 + math.exp(-1))
    assert samples.search_values[2] == pytest.approx(1 - 2 * points, abs=1e-6)
    assert np.sign(samples.search_values).tolist() == [-1, -1, -1] * 2
    names = ["e5", "Qh5", "Nc6"]
    planes, policies = np.empty((3, 119, 8, 8), np.float32), np.empty((3, 4168), np.float32)
    samples.fill(np.arange(3), planes, policies)
    for i, name in enumerate(names):
        played = kempelen.Game(moves=["e4", *names[:i]])
        assert (planes[i] == kempelen.encode_batch([played])[0]).all(), "the opening is part of the history"
        assert np.flatnonzero(policies[i]).tolist() == [kempelen.policy_index(played, name)]


def test_only_some_positions_are_taken(shard):
    assert kempelen.Samples(shard, every=4).outcomes.tolist() == [-1]
    assert len(kempelen.Samples(shard, every=2)) == 3
    assert len(kempelen.Samples([shard, shard], most=7)) == 7
    with pytest.raises(ValueError, match="every is at least 1"):
        kempelen.Samples(shard, every=0)


def test_damaged_labelled_games_are_named(shard, tmp_path):
    whole = shard.read_bytes()
    for bad in (whole[:-5], whole[:90] + bytes([whole[90] ^ 1]) + whole[91:], b"nothing"):
        shard.write_bytes(bad)
        with pytest.raises(ValueError, match="000000000000.games"):
            kempelen.Samples(shard)
    with pytest.raises((OSError, ValueError), match="missing.games"):
        kempelen.Samples(tmp_path / "missing.games")

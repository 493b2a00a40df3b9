#!/usr/bin/env python3
"""How much of a fixed time for a move a UCI program uses.

    tools/movetime.py PROGRAM [TIMES] [SEARCHES] [NAME=VALUE ...]

asks for `go movetime T`, T in milliseconds, as often as wanted on each of four positions, and prints a table: the least, the
middle and the most time until the answer, by our clock, and the middle as a share of T - 5 ms. The most should be within T;
a busy machine adds to it. `NAME=VALUE` sets an option.
"""

import statistics
import subprocess
import sys
import time

POSITIONS = [
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 1r1r2k1/5pp1/p2b2bp/1q1Pp3/1p6/1P2P1P1/R2NQPB1/2R3K1 w - - 0 1",
]
# What may be lost on the way between the programs, in milliseconds.
WAY = 5


class Program:
    """A UCI program that is talked to through its pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, answer):
        self.say(line)
        for said in self.process.stdout:
            if said.startswith(answer):
                return
        sys.exit(f"the program ended before {answer!r}")

    def milliseconds(self, position, movetime):
        self.say(f"position {position}")
        self.ask("isready", "readyok")
        start = time.perf_counter()
        self.ask(f"go movetime {movetime}", "bestmove")
        return 1000 * (time.perf_counter() - start)


def main():
    words = [word for word in sys.argv[1:] if "=" not in word]
    options = [word.split("=", 1) for word in sys.argv[1:] if "=" in word]
    if not words:
        sys.exit("usage: movetime.py PROGRAM [T,T,...] [SEARCHES] [NAME=VALUE ...]")
    times = [int(t) for t in (words[1] if len(words) > 1 else "20,50,100,200,500").split(",")]
    searches = int(words[2]) if len(words) > 2 else 5
    program = Program(words[0])
    for name, value in options:
        program.say(f"setoption name {name} value {value}")
    program.milliseconds(POSITIONS[0], 10)  # The first search makes the tables.
    print("| T, ms | least | middle | most | middle of T - 5 |")
    print("|---:|---:|---:|---:|---:|")
    for movetime in times:
        used = [program.milliseconds(p, movetime) for p in POSITIONS for _ in range(searches)]
        middle = statistics.median(used)
        share = 100 * middle / (movetime - WAY) if movetime > WAY else 100
        print(f"| {movetime} | {min(used):.1f} | {middle:.1f} | {max(used):.1f} | {share:.0f} % |")
    program.say("quit")


if __name__ == "__main__":
    main()

"""The examples of the documentation, and the environment."""

import doctest
import re
import subprocess
import sys
import pathlib

import pytest

import kempelen
from kempelen import _kempelen


def test_examples_run():
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    found = list(finder.find(kempelen)) + list(finder.find(kempelen.selfplay))
    for name in dir(_kempelen):
        thing = getattr(_kempelen, name)
        members = [thing, *(getattr(thing, own) for own in dir(thing) if not own.startswith("_"))]
        for member in members if isinstance(thing, type) else [thing]:
            text = getattr(member, "__doc__", None)
            if isinstance(text, str) and ">>>" in text:
                found.append(doctest.DocTestParser().get_doctest(text, {}, name, None, None))
    assert len([test for test in found if test.examples]) >= 12
    for test in found:
        runner.run(test)
    assert runner.summarize().failed == 0


def test_the_readme_runs(tmp_path, monkeypatch):
    text = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.S)
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "README.md", "exec"), {})
    assert list(tmp_path.glob("games/*.kz"))


def test_stubs_say_what_is_there():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "kempelen._kempelen"]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("variant", ["chess", "makruk"])
def test_the_environment_passes_its_test(variant):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from kempelen.env import ChessEnv

    api_test(ChessEnv(variant, history_steps=2), num_cycles=300)
    env = ChessEnv()
    env.reset()
    for move in ["f3", "e5", "g4", "Qh4"]:
        env.step(kempelen.policy_index(env.game, move))
    assert env.terminations == {"white": True, "black": True} and env.rewards == {"white": -1.0, "black": 1.0}
    env.reset()
    with pytest.raises(ValueError, match="no legal action"):
        env.step(0)

"""The attacks on the content, in short: hostile records, settings and command lines, and the fuzzer; and that each can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from goosetable.engine.record import format
from goosetable.engine.record.format import Line, RecordError
from tests.attacks import calls, coverage, record_values, records, rooms, settings_files
from tests.attacks.counting import EXCEPTIONS, Count, Outcome, of_the_day
from tests.attacks.judging import Said, complaints
from tests.attacks.rooms import Scales, Step, tour

forked = pytest.mark.skipif(bool(rooms.NONE), reason=rooms.NONE)
SEED = "short"
"""Of those tests in which something has to be found; whatever must find nothing has the seed of the day."""
ONCE = (
    "started: a path", "started: NUL", "started: half a pair", "player: 'goosetable_trap:Player'",
    "player: 'multiprocessing:Pool'", "name: zalgo", "name: 60,000 letters", "chair: for everybody a class",
    "version: 60,000 letters", "file: a pipe that nobody writes to", "large: 8 million undo lines",
)  # fmt: skip
"""Records that once wrote elsewhere, ended the program, ran something, hung it or took all memory."""


def clean(outcome: Outcome) -> None:
    if outcome.skipped:
        pytest.skip(outcome.skipped)
    assert outcome.clean, f"seed {of_the_day()}\n{outcome}"


@forked
def test_hostile_records_do_no_harm() -> None:
    """Those that once did, some of every other group, and one in a process of its own with other modules beside it."""
    clean(records.run(12, of_the_day(), leave_out=(record_values.LARGE,), first=ONCE))


@forked
def test_hostile_settings_do_no_harm() -> None:
    clean(settings_files.run(2, of_the_day(), leave_out=("raw: 50 MB",)))


@forked
def test_hostile_command_lines_end_in_a_sentence() -> None:
    clean(calls.run(80, of_the_day(), real=False))


def test_a_mutated_record_is_taken_or_refused_and_nothing_else() -> None:
    clean(coverage.run(150, of_the_day()))


def test_there_are_kinds_enough() -> None:
    assert len(records.kinds()) >= 300
    assert len(settings_files.kinds()) >= 100
    assert len(set(calls.calls(1_200, SEED))) >= 1_100


@pytest.mark.slow
@forked
def test_every_hostile_record_does_no_harm() -> None:
    clean(records.run(len(records.kinds()), of_the_day()))


@pytest.mark.slow
@forked
def test_every_hostile_settings_file_does_no_harm() -> None:
    clean(settings_files.run(len(settings_files.kinds()), of_the_day()))


@pytest.mark.slow
@forked
def test_twelve_hundred_command_lines_end_in_a_sentence() -> None:
    clean(calls.run(1_200, of_the_day()))


@pytest.mark.slow
def test_twenty_thousand_mutations_are_taken_or_refused() -> None:
    clean(coverage.run(20_000, of_the_day()))


class TestAnAttackCanFail:
    """Each way in which an attack finds a fault, with a fault to be found."""

    @pytest.mark.parametrize(
        "said",
        [
            Said(None, "", "Traceback (most recent call last) x\n"), Said(3, "", "x\n"), Said(1, "", ""), Said(1, "", "a\nb\n"),
            Said(2, "", "a\x1b[2J\n"),
            Said(0, "\u202e\n", ""), Said(0, "", "a warning\n"), Said(1, "", "x" * 1_000 + "\n"), Said(1, "",
            "a mistake of the program\n"),
        ],
    )  # fmt: skip
    def test_by_what_is_said(self, said: Said) -> None:
        assert list(complaints(said))

    def test_not_by_a_sentence(self) -> None:
        assert not list(complaints(Said(2, "", "goosetable: there is no file 'x'\n")))

    def test_by_time_and_memory(self) -> None:
        for step in (
            Step("x", "check", (), 3.0, 100.0),
            Step("x", "check", (), 0.01, 300.0),
            Step("x", "check", ("wrong",), 0.0, 0.0),
        ):
            count = Count("records", records.FAULTS)
            scales = Scales(count, records.SMALL)
            scales.weigh(Step(records.SMALL, "check", (), 0.01, 100.0))
            assert count.outcome().clean
            scales.weigh(step)
            assert not count.outcome().clean, step

    @forked
    def test_by_what_is_done_besides(self, tmp_path: Path) -> None:
        found = {step.step: step.complaints for step in tour("tests.attacks.wrongdoing", ["x"], str(tmp_path), 2.0)}
        assert any("opened for writing" in note for note in found["write"])
        assert any("os.rename" in note for note in found["move"])
        assert "this was imported" in found["import"]
        assert not found["at home"]
        assert any("hangs" in note for note in found["the last step"])

    def test_by_what_the_reader_raises(self, monkeypatch: pytest.MonkeyPatch) -> None:
        read = format.read_line

        def weak(piece: bytes, number: int = 1) -> Line:
            if b"e+300" in piece or b"99" in piece:
                raise OverflowError("so large")
            return read(piece, number)

        monkeypatch.setattr(format, "read_line", weak)
        assert coverage.run(150, SEED).found[EXCEPTIONS]

    def test_by_what_is_not_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write = format.line_as_text
        monkeypatch.setattr(format, "line_as_text", lambda line: write(line).replace('"play ', '"play  '))
        assert coverage.run(20, SEED).found[coverage.NOT_KEPT]

    def test_by_what_a_command_says_of_a_mutation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for said in (Said(1, "", "-:1: a\nb\n"), Said(1, "", "no line\n"), Said(None, "", "")):
            monkeypatch.setattr(coverage, "call", lambda argv, given, said=said: said)
            assert coverage.run(1, SEED).found[EXCEPTIONS]

    def test_the_fuzzer_gets_further_than_its_first_records(self) -> None:
        outcome = coverage.run(200, SEED)
        began, reached = (int(word) for word in (outcome.figures[0].split()[-1], outcome.figures[0].split()[3]))
        assert reached > began + 10, outcome.figures

    def test_and_a_refusal_is_none(self) -> None:
        with pytest.raises(RecordError):
            format.read_line(b"x")
        assert coverage.wrong(b"x\n") == ("", "")

"""Short golden records: once written they must replay to the same scores for ever."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from goosetable.engine.record import format
from goosetable.engine.record.format import Line
from goosetable.engine.record.replay import replay, sessions
from goosetable.games import find

RECORDS = Path(__file__).parent.parent / "records"
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"] + ["X"]


@pytest.mark.parametrize(
    ("name", "deals", "totals", "winners", "due"),
    [
        ("fool-set-up.goose", 1, (5, 23, 15), (), "deal"),
        ("fool-coded.goose", 4, (54, 69, 49), (0,), "none"),
        ("fool-undo.goose", 1, (10, 12, 21), (), "act"),
    ],
)
def test_golden_records_replay(name: str, deals: int, totals: tuple[int, ...], winners: tuple[int, ...], due: str) -> None:
    (session,) = sessions((RECORDS / name).read_bytes(), find)
    assert session.standing.deals == deals
    assert session.standing.totals == totals
    assert session.winners == winners
    assert session.due == due


@pytest.mark.parametrize("name", [path.name for path in sorted(RECORDS.glob("*.goose"))])
def test_golden_records_are_written_as_they_were(name: str) -> None:
    content = (RECORDS / name).read_bytes()
    assert "".join(format.write(line) + "\n" for _, line in format.read(content)).encode() == content


@pytest.mark.parametrize("name", [path.name for path in sorted(RECORDS.glob("*.goose"))])
def test_playing_a_golden_record_again_writes_it_again(name: str) -> None:
    """What a session writes while it follows a record is that record."""
    content = (RECORDS / name).read_bytes()
    journal: list[Line] = []
    for _, line, session in replay(content, find):
        if session.journal is None:
            session.journal = journal.append
            journal.append(line)
    assert "".join(format.write(line) + "\n" for line in journal).encode() == content


def test_the_set_up_deal_by_hand() -> None:
    """Takers: 7♣ is the only club, the Joker is given to seat 1, A♥ is the only heart, Q♦ the only red card, and so on."""
    (session,) = sessions((RECORDS / "fool-set-up.goose").read_bytes(), find)
    taken = [2, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0]
    counts = [taken.count(seat) for seat in range(3)]
    assert counts == [3, 7, 1]
    base = [counts[0] + 2 * counts[2], counts[1] + 2 * counts[0], counts[2] + 2 * counts[1]]
    assert base == [5, 13, 15]
    assert session.standing.totals == (5, 13 + 10, 15)


@pytest.mark.parametrize("name", ["fool-coded.goose", "fool-undo.goose"])
def test_coded_deals_verified_without_the_program(name: str) -> None:
    found = [json.loads(line) for line in (RECORDS / name).read_text(encoding="utf-8").splitlines()]
    code = found[0]["code"].replace("-", "")
    first = _numbers(code, 0)
    dealer = next(x for x in first if x < 2**32 // 3 * 3) % 3
    deals = [line for line in found if "deal" in line]
    assert deals
    for deal in deals:
        number = deal["deal"]
        assert deal["dealer"] == (dealer + number - 1) % 3
        order, numbers = PACK[:], iter(_numbers(code, number))
        for i in range(32, 0, -1):
            j = next(x for x in numbers if x < 2**32 // (i + 1) * (i + 1)) % (i + 1)
            order[i], order[j] = order[j], order[i]
        for place, card in enumerate(order):
            seat = (deal["dealer"] + 1 + place) % 3
            assert deal["hands"][seat].split()[place // 3] == card


def _numbers(code: str, n: int) -> list[int]:
    blocks = [hashlib.sha256(code.encode() + n.to_bytes(4, "big") + k.to_bytes(4, "big")).digest() for k in range(9)]
    return [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]

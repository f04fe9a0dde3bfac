"""Opinions as lines of JSON, to be kept beside a record, and read again: of this version, whole, and of the same deals.

A header line names the adviser, an opinion line the deal that it belongs to by its digest. Whatever is damaged, of another
version or of another adviser is not read at all, and worked out anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from goosetable.engine.record import jsonl
from goosetable.review.opine import Adviser
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook

VERSION: Final = 3
Opinions = dict[tuple[str, int], Opinion]
"""By the digest of a deal and the number of a step in it, from 0."""


def header(adviser: Adviser) -> str:
    """The first line."""
    return json.dumps({"review": VERSION, "level": adviser.level, "seed": adviser.seed, "iterations": adviser.iterations})


def line(digest: str, place: int, opinion: Opinion) -> str:
    """The line of an opinion."""
    return json.dumps({"deal": digest, "step": place, **plain(opinion)}, ensure_ascii=False)


def plain(opinion: Opinion) -> dict[str, object]:
    """An opinion as JSON has it; estimates are pairs of a mean and its standard error."""
    return {
        "line": opinion.line, "seat": opinion.seat, "do": opinion.played, "best": opinion.best, "sure": opinion.sure,
        "rival": opinion.rival, "why": opinion.why, "deals": opinion.deals, "cost": opinion.cost._asdict(),
        "outlooks": {action: outlook._asdict() for action, outlook in opinion.outlooks}, "hidden": opinion.hidden,
    }  # fmt: skip


def read(content: bytes, adviser: Adviser) -> Opinions:
    """The opinions of a file; none where it is damaged, or not of this version and adviser. A torn last line is left out."""
    found: Opinions = {}
    try:
        for number, piece in jsonl.pieces(content):
            plainly = jsonl.read_object(piece, number)
            if number == 1:
                if plainly != json.loads(header(adviser)):
                    return {}
                continue
            found[_text(plainly, "deal"), _whole(plainly, "step")] = _opinion(plainly)
    except (jsonl.RecordError, ValueError):
        return {}
    return found


def _opinion(found: Mapping[str, object]) -> Opinion:
    cost, outlooks = _object(found, "cost"), _object(found, "outlooks")
    done, best, sure, rival, why = (_text(found, key) for key in ("do", "best", "sure", "rival", "why"))
    return Opinion(
        _whole(found, "line"), _whole(found, "seat"), done, best, sure, rival, why, _whole(found, "deals"),
        Cost(_estimate(cost, "worth"), _estimate(cost, "points"), _estimate(cost, "chance")),
        tuple([(action, _outlook(outlooks, action)) for action in outlooks]), _text(found, "hidden"),
    )  # fmt: skip


def _outlook(found: Mapping[str, object], action: str) -> Outlook:
    outlook = _object(found, action)
    return Outlook(_estimate(outlook, "points"), _estimate(outlook, "chance"))


def _object(found: Mapping[str, object], key: str) -> dict[str, object]:
    value = found.get(key)
    if not isinstance(value, dict):
        raise ValueError(f"{key!r} must be an object")
    return value


def _estimate(found: Mapping[str, object], key: str) -> Estimate:
    value = found.get(key)
    if not isinstance(value, list) or len(value) != 2 or not all(type(number) in (int, float) for number in value):
        raise ValueError(f"{key!r} must be a mean and its error")
    return Estimate(float(value[0]), float(value[1]))


def _text(found: Mapping[str, object], key: str) -> str:
    value = found.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key!r} must be text")
    return value


def _whole(found: Mapping[str, object], key: str) -> int:
    value = found.get(key)
    if type(value) is not int or value < 0:
        raise ValueError(f"{key!r} must be a whole number")
    return value

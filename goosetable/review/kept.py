"""Cache file of opinions: lines of JSON beside a record, written and read.

A header line names the adviser; an opinion line names its deal by digest. A file that is damaged, of another version or of
another adviser is ignored, and its opinions are computed anew. The bounds of all values are those of `values`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from goosetable.engine.record import jsonl, values
from goosetable.review.evaluate import Adviser
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook

VERSION: Final = 3
DIGEST: Final = 64
"""Maximum length of a digest."""
Opinions = dict[tuple[str, int], Opinion]
"""Opinions by the digest of a deal and the number of a step in it, from 0."""


def header(adviser: Adviser) -> str:
    """Returns the first line."""
    return json.dumps({"review": VERSION, "level": adviser.level, "seed": adviser.seed, "iterations": adviser.iterations})


def line(digest: str, place: int, opinion: Opinion) -> str:
    """Returns the line of an opinion."""
    return json.dumps({"deal": digest, "step": place, **plain(opinion)}, ensure_ascii=False)


def plain(opinion: Opinion) -> dict[str, object]:
    """Returns an opinion as JSON values; an estimate is a pair of mean and standard error."""
    return {
        "line": opinion.line, "seat": opinion.seat, "do": opinion.played, "best": opinion.best, "sure": opinion.sure,
        "rival": opinion.rival, "why": opinion.why, "deals": opinion.deals, "cost": opinion.cost._asdict(),
        "outlooks": {action: outlook._asdict() for action, outlook in opinion.outlooks}, "hidden": opinion.hidden,
    }  # fmt: skip


def read(content: bytes, adviser: Adviser) -> Opinions:
    """Reads the opinions of a file; empty if a line is malformed, or of another version or adviser; never raises.

    A torn last line is left out.
    """
    found: Opinions = {}
    try:
        for number, piece in jsonl.pieces(content):
            plainly = jsonl.read_object(piece, number)
            if number == 1:
                if plainly != json.loads(header(adviser)):
                    return {}
                continue
            found[values.text(plainly.get("deal"), DIGEST), values.whole(plainly.get("step"))] = _opinion(plainly)
    except (jsonl.RecordError, values.CannotBe):
        return {}
    return found


def _opinion(found: Mapping[str, object]) -> Opinion:
    cost, outlooks = values.mapping(found.get("cost")), values.mapping(found.get("outlooks"))
    done, best, sure, rival, why, hidden = (
        values.text(found.get(key)) for key in ("do", "best", "sure", "rival", "why", "hidden")
    )
    return Opinion(
        values.whole(found.get("line")), values.whole(found.get("seat"), values.SEATS - 1), done, best, sure, rival, why,
        values.whole(found.get("deals")),
        Cost(_estimate(cost, "worth", values.PARTS), _estimate(cost, "points"), _estimate(cost, "chance", values.PARTS)),
        tuple([(values.text(action), _outlook(outlooks[action])) for action in outlooks]), hidden,
    )  # fmt: skip


def _outlook(found: object) -> Outlook:
    outlook = values.mapping(found)
    return Outlook(_estimate(outlook, "points"), _estimate(outlook, "chance", values.PARTS))


def _estimate(found: Mapping[str, object], key: str, most: float = values.POINTS) -> Estimate:
    """most: limit of the mean, on either side of 0, and of its error."""
    mean, error = values.array(found.get(key), 2)
    return Estimate(values.real(mean, most), values.real(error, most, 0.0))

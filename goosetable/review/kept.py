"""Opinions as lines of JSON, to be kept beside a record, and read again: of this version, whole, and of the same deals.

A header line names the adviser, an opinion line the deal that it belongs to by its digest. Whatever is damaged, of another
version or of another adviser is not read at all, and worked out anew. The bounds of all values are those of `values`.
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
"""Characters of a digest, at most."""
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
    """The opinions of a file; none where a line cannot be right, or is not of this version and adviser; never raises.

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
    """most: of the mean, on either side of 0, and of its error."""
    mean, error = values.array(found.get(key), 2)
    return Estimate(values.real(mean, most), values.real(error, most, 0.0))

"""Coding of a game in the index: two JSON texts, the game and the figures of its deals; read only as written here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from goosetable import games
from goosetable.app.storage import clean_names
from goosetable.app.storage.history.course import GameFound
from goosetable.app.storage.history.honours import SeatDeal
from goosetable.app.storage.history.roll import Played, Stint
from goosetable.engine.record import values
from goosetable.engine.record.format import Chair
from goosetable.engine.record.values import CannotBe
from goosetable.engine.rules.event import Points
from goosetable.engine.text.medals import FEATS

_FRACTION: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,14})?")
_BIDS: Final = 1000
"""No bid, and no number of tricks, is as large."""
_DIGEST: Final = 64


def points(found: Points) -> int | float:
    """Converts points for JSON: whole ones to int, others to float."""
    exact = Fraction(found)
    return int(exact) if exact.denominator == 1 else float(exact)


# ---------------------------------------------------------------------- the game


def read(text: str | bytes) -> Played:
    """The game that was written. Raises ValueError for what cannot be right."""
    try:
        return _game(values.array(json.loads(text), 13))
    except (ValueError, RecursionError):
        raise CannotBe("that is no game as it is written here") from None


def _game(found: list[object]) -> Played:
    mark, name, started, chairs, ended, deals, points, laurels, winners, prizes, feats, code, left = found
    seated = tuple(_chair(chair) for chair in values.array(chairs, most=values.SEATS))
    seats = len(seated)
    played = Played(
        values.text(mark), values.text(name), values.text(started), seated, values.true(ended), values.whole(deals),
        tuple(_fraction(one) for one in values.array(points, seats)),
        tuple(_fraction(one) for one in values.array(laurels, seats)),
        tuple(values.whole(one, seats - 1) for one in values.array(winners, most=seats)),
        tuple(values.whole(one, least=-values.MOST) for one in values.array(prizes, seats)),
        tuple(_feats(one) for one in values.array(feats, seats if feats else 0)),
        values.text(code), tuple(_stint(one, seats) for one in values.array(left)),
    )  # fmt: skip
    if played.game not in games.DAMAGED:
        games.find(played.game)
    _expect_clean(played)
    return played


def write(played: Played) -> str:
    """As JSON; a fraction as text."""
    told = (played.winners, played.prizes, played.feats, played.code)
    left = [[*stint[:4], str(stint.points), str(stint.laurels)] for stint in played.left]
    return json.dumps([*played[:6], list(map(str, played.points)), list(map(str, played.laurels)), *told, left])


def _fraction(text: object) -> Fraction:
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise CannotBe("that is no fraction")
    return Fraction(text)


def _chair(found: object) -> tuple[str, str]:
    name, player = values.array(found, 2)
    return values.text(name), values.text(player)


def _feats(found: object) -> tuple[str, ...]:
    feats = tuple(values.text(feat) for feat in values.array(found))
    if not set(feats) <= set(FEATS):
        raise CannotBe("a feat is none")
    return feats


def _stint(found: object, seats: int) -> Stint:
    seat, name, player, deals, own, best = values.array(found, 6)
    return Stint(
        values.whole(seat, seats - 1), values.text(name), values.text(player), values.whole(deals), _fraction(own),
        _fraction(best),
    )  # fmt: skip


def _expect_clean(played: Played) -> None:
    chairs = tuple(Chair(*chair) for chair in played.chairs)
    if clean_names.seated(chairs) != chairs:
        raise CannotBe("a name is not in its clean form")
    for one in played.left:
        if (clean_names.person(one.name), clean_names.player(one.player)) != (one.name, one.player):
            raise CannotBe("a name that was there before is not in its clean form")


# ---------------------------------------------------------------------- its deals


def write_deals(game: GameFound) -> str:
    """The figures of all deals: the keys of those who sat there, then each deal with its digest and its seats."""
    keys = list(dict.fromkeys(deal.key for deal in game.deals))
    places = {key: place for place, key in enumerate(keys)}
    told: dict[int, tuple[str, list[list[object]]]] = {}
    for deal in game.deals:
        row: list[object] = [deal.seat, places[deal.key], _told(deal.points), deal.bid, deal.tricks]
        told.setdefault(deal.number, (deal.digest, []))[1].append(row)
    return json.dumps([keys, [[number, *one] for number, one in told.items()]])


def read_deals(text: str) -> tuple[SeatDeal, ...]:
    """The figures that were written. Raises ValueError for what cannot be right."""
    try:
        keys, deals = values.array(json.loads(text), 2)
    except (ValueError, RecursionError):
        raise CannotBe("those are no figures as they are written here") from None
    known = [values.text(key) for key in values.array(keys)]
    return tuple([one for deal in values.array(deals) for one in _deal(deal, known)])


def _deal(found: object, keys: list[str]) -> Iterator[SeatDeal]:
    number, digest, rows = values.array(found, 3)
    of, told = values.whole(number), values.text(digest, _DIGEST)
    for row in values.array(rows, most=values.SEATS):
        seat, key, own, bid, tricks = values.array(row, 5)
        yield SeatDeal(
            of, values.whole(seat, values.SEATS - 1), keys[values.whole(key, len(keys) - 1)], _points(own),
            None if bid is None else values.whole(bid, _BIDS), None if tricks is None else values.whole(tricks, _BIDS), told,
        )  # fmt: skip


def _told(found: Points) -> int | str:
    exact = Fraction(found)
    return int(exact) if exact.denominator == 1 else str(exact)


def _points(found: object) -> Points:
    most = int(values.POINTS)
    return _fraction(found) if isinstance(found, str) else values.whole(found, most, -most)


# ---------------------------------------------------------------------- a review


def write_seats(seats: Sequence[tuple[int, int, int]]) -> str:
    """Each seat of a reviewed deal with its good decisions and all of them."""
    return json.dumps([list(row) for row in seats])


def read_seats(text: str) -> tuple[tuple[int, int, int], ...]:
    """The seats that were written. Raises ValueError for what cannot be right."""
    found = []
    for row in values.array(json.loads(text), most=values.SEATS):
        seat, good, decisions = values.array(row, 3)
        of = values.whole(decisions)
        found.append((values.whole(seat, values.SEATS - 1), values.whole(good, of), of))
    return tuple(found)

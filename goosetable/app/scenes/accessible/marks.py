"""Announcements of state that no log line mentions: dealer, bids, the card turned up, and cards that play themselves.

Each is announced when it becomes true. All of it is also in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator

from goosetable.app.scenes.table import accessible_table
from goosetable.app.scenes.table.table import Table
from goosetable.app.ui.accessible import sentence
from goosetable.engine.rules.event import BID_KIND, TURNED
from goosetable.engine.rules.state import SealedState


def of(table: Table, alone: bool) -> tuple[str, ...]:
    """The present marks, a sentence each. alone: whether a last card plays itself."""
    if table.match.session.state is None:
        return ()
    return tuple(
        sentence(mark) for mark in (*_deal(table), *table.stage.snapshot.stands, *_round(table), *_alone(table, alone))
    )


def _deal(table: Table) -> Iterator[str]:
    """Yields the number of the deal, and the dealer."""
    shown = table.stage.snapshot
    if shown.number < 1:
        return
    deals = "" if shown.dealer is None else table.match.say(f"[{shown.dealer} deals]")
    if not shown.single:
        yield f"Deal {shown.number}: {deals}" if deals else f"Deal {shown.number}"
    elif deals:
        yield deals


def _round(table: Table) -> Iterator[str]:
    """Yields the card turned up, unless the person is asked for a bid, and the bids of others."""
    shown = table.stage.snapshot
    if not isinstance(table.match.session.state, SealedState):
        return
    up = next((heap.cards for heap in shown.shown_piles if heap.pile == TURNED), ())
    bids = [heap.pile.seat for heap in shown.shown_piles if heap.pile.kind == BID_KIND]
    if not up or shown.turn is None:
        return
    named = accessible_table.faces(table, up)
    if table.match.chronicle().tricks and not shown.mine and shown.me not in bids:  # the question to a bidder names the card
        yield f"{named} {'is' if len(up) == 1 else 'are'} up"
    for seat in bids:
        if seat != shown.me:
            yield table.match.say(f"[{seat} has] bid for {named}")


def _alone(table: Table, alone: bool) -> Iterator[str]:
    """Yields the player whose last card plays itself without a handover of the screen."""
    turn = table.match.session.turn
    if turn is not None and alone:
        yield f"{table.stage.snapshot.names[turn]}: the last card goes by itself"

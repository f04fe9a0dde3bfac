"""What stands on a table beside what its story tells: who deals, who has bid, what is up, and what goes by itself.

Each is announced when it comes. All of it is on the picture that is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from goosetable.app.scenes.table import accessible_table
from goosetable.app.scenes.table.table import Table
from goosetable.app.ui.heard import sentence
from goosetable.engine.rules.event import BID_KIND, TURNED
from goosetable.engine.rules.state import SealedState


def of(table: Table, alone: bool) -> tuple[str, ...]:
    """What stands now, a sentence each. alone: whether a last card goes by itself."""
    if table.match.session.state is None:
        return ()
    return tuple(
        sentence(mark) for mark in (*_deal(table), *table.stage.snapshot.stands, *_round(table), *_alone(table, alone))
    )


def _deal(table: Table) -> Iterator[str]:
    """Which deal it is, and who dealt."""
    shown = table.stage.snapshot
    if shown.number < 1:
        return
    deals = "" if shown.dealer is None else table.match.say(f"[{shown.dealer} deals]")
    if not shown.single:
        yield f"Deal {shown.number}: {deals}" if deals else f"Deal {shown.number}"
    elif deals:
        yield deals


def _round(table: Table) -> Iterator[str]:
    """What is up, where the person is not asked for a bid, and who else has bid for it."""
    shown = table.stage.snapshot
    if not isinstance(table.match.session.state, SealedState):
        return
    up = next((heap.cards for heap in shown.shown_piles if heap.pile == TURNED), ())
    bids = [heap.pile.seat for heap in shown.shown_piles if heap.pile.kind == BID_KIND]
    if not up or shown.turn is None:
        return
    named = accessible_table.faces(table, up)
    if table.match.chronicle().tricks and not shown.mine and shown.me not in bids:  # who bids was asked for it by its name
        yield f"{named} {'is' if len(up) == 1 else 'are'} up"
    for seat in bids:
        if seat != shown.me:
            yield table.match.say(f"[{seat} has] bid for {named}")


def _alone(table: Table, alone: bool) -> Iterator[str]:
    """Whose last card goes without that the screen is handed over."""
    turn = table.match.session.turn
    if turn is not None and alone:
        yield f"{table.stage.snapshot.names[turn]}: the last card goes by itself"

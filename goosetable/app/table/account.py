"""What a game has to tell in the ledger besides the arithmetic of a deal: bids, sides, sizes, marks and a chart."""

from __future__ import annotations

from typing import NamedTuple

from goosetable.app.match.match import Sitting
from goosetable.engine.rules.state import State
from goosetable.engine.text.table_facts import Badge, Camp, Chart, Ladder, Meter, Quota


class Account(NamedTuple):
    """All of it at one moment, with every text said as it is to be shown; empty where a game has no such thing."""

    quotas: tuple[Quota | None, ...] = ()
    """By seat."""
    meter: Meter | None = None
    camps: tuple[Camp, ...] = ()
    codes: tuple[tuple[str, ...], ...] = ()
    """The names of the cards of each camp."""
    ladder: Ladder | None = None
    badges: tuple[Badge, ...] = ()
    chart: Chart | None = None
    ranking: tuple[str, ...] = ()
    """The ranks from the highest, where somebody has named their order."""

    def marks(self, seat: int) -> tuple[str, ...]:
        """The badges that lie at a seat."""
        return tuple(badge.kind for badge in self.badges if badge.seat == seat)

    @property
    def legend(self) -> tuple[Badge, ...]:
        """Each badge with what it says, once."""
        found = {(badge.kind, badge.label): badge for badge in self.badges}
        return tuple(found.values())


NOTHING = Account()


def between(sitting: Sitting) -> Account:
    """What is to be told while no deal is on the table."""
    session = sitting.session
    return Account(ladder=_ladder(sitting.game.text.ladder(session.options, session.standing)))


def account(sitting: Sitting, known: State) -> Account:
    """What is to be told of a deal, as the seat at the bottom may know it."""
    game, session, say, me = sitting.game, sitting.session, sitting.say, sitting.me
    meter, chart, camps = game.text.meter(known, me), game.text.chart(known, me), game.text.camps(known)
    if meter is not None:
        meter = meter._replace(title=say(meter.title), caption=say(meter.caption), remark=say(meter.remark))
    if chart is not None:
        chart = chart._replace(remark=say(chart.remark))
    return Account(
        quotas=tuple(game.text.quota(known, seat) for seat in range(session.seats)),
        meter=meter,
        camps=tuple(camp._replace(label=say(camp.label), points=say(camp.points)) for camp in camps),
        codes=tuple(tuple(game.card_name(card) for card in camp.cards) for camp in camps),
        ladder=_ladder(game.text.ladder(session.options, session.standing)),
        badges=tuple(badge._replace(label=say(badge.label), why=say(badge.why)) for badge in game.text.badges(known)),
        chart=chart,
        ranking=game.text.ranking(known),
    )


def _ladder(found: Ladder | None) -> Ladder | None:
    """A ladder with a step to stand on."""
    return found if found is not None and 0 <= found.now < len(found.sizes) else None

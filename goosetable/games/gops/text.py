"""What the table says of Gops."""

from __future__ import annotations

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points, Tied
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.rules.target_games import most
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.sealed_text import SealedText
from goosetable.engine.text.table_facts import Emblem, Race, Row, Tally
from goosetable.games.gops.state import VALUE, GopsOptions, GopsState

_AFTER_TIE = {"carry": "{} stays", "discard": "{} is nobody's", "split": "they share {}"}


class GopsText(SealedText[GopsState, GopsOptions]):
    """The words of Gops."""

    emblem = (
        Emblem("KS", -40, 14, 74, 10), Emblem("KC", 40, 14, 74, -10), Emblem("AD", 0, -8, 88, ringed=True),
    )  # fmt: skip

    def sort_key(self, state: GopsState, card: Card) -> tuple[int, ...]:
        return table_facts.SUIT_ORDER[cards.suit(card)], -VALUE[card]

    def prompt(self, state: GopsState) -> str:
        return "" if state.over else f"Your bid for {self.offered(state)}"

    def foretell(self, state: GopsState, action: Action) -> str:
        seat, bid, names = state.turn, VALUE[action - BID], []
        for other in range(len(state.hands)):
            if other != seat and any(VALUE[card] >= bid for card in cards.members(state.held(other))):
                names.append(f"[{other}]")
        worth = "its share" if state.options.ties == "split" else phrases.count(state.stake, "point")
        return f"{phrases.listed(names, 'or')} can stop it" if names else f"wins {worth} for certain"

    def tied(self, state: GopsState, tied: Tied) -> str:
        names = phrases.listed([f"[{seat}]" for seat in tied.seats])
        more = _AFTER_TIE[state.options.ties].format(self.offered(state))
        return f"{names} tie: {more}."

    def tally(self, state: GopsState, seat: int | None) -> Tally:
        points = self.rules.points(state)
        best = scores.leaders(points) if any(points) else ()
        rows = tuple(self._row(state, who, points[who], who in best) for who in table_facts.clockwise(seat, len(points)))
        rule = "The highest bid takes all that is on offer. Kings are high, aces low."
        sale = "" if state.over else f"on offer: {phrases.count(state.stake, 'point')}"
        return Tally(("prizes",), "worth", "", rows, most(points) if state.over else rule, sale)

    def _row(self, state: GopsState, seat: int, points: Points, good: bool) -> Row:
        won = sorted(cards.members(state.won[seat]), key=VALUE.__getitem__, reverse=True)
        taken = phrases.listed([self.face(card) for card in won]) or "nothing"
        return Row(
            seat, (str(len(won)),), phrases.amount(points), "", phrases.amount(points), good, f"[{seat} has] taken {taken}.",
        )  # fmt: skip

    def race(self, options: GopsOptions, totals: tuple[Points, ...], seat: int | None) -> Race:
        deals = f"{phrases.count(options.deals, 'deal')}, the highest total wins"
        return scores.race(totals, 0, self.rules.winners(options, Standing(options.deals, totals)), deals)

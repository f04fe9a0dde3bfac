"""The turning point of a finished game: the trick or round in which the winners' chances rose most and did not fall back.

First the search finds the deal whose points raised the winners' chances most. From the start of each trick of this deal, with
all hands as they were, the playout policy plays the rest of the deal many times. The mean chance of winning the game after
these playouts is the chance at that moment. So a turning point depends on the lie of the cards, and does not show who made a
mistake. Its sentence has no figures, because quick playouts with all hands known differ from the chances that the players could
expect.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random
from typing import Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.record.session import ScoredDeal, Trick, log_of_deal
from goosetable.engine.rules.event import NO_SEAT
from goosetable.engine.rules.state import SealedState, State
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.text.table_facts import seat_names
from goosetable.engine.words import phrases
from goosetable.players.search import WinUtility, play_out

PLAYOUTS: Final = 200
"""Number of playouts from each moment. The chance then has a standard error of at most 0.035."""
MIN_RISE: Final = 0.15
"""Least rise of the winners' chance at a turning point: three standard errors of a difference of two chances."""


class Moment(NamedTuple):
    """A moment of a deal at which the winners' chance is measured: before a trick, a round, or another action.

    event: clause on the trick, round or action that follows. kind: "trick", "round" or "card"; "" for an action.
    """

    state: State
    event: str
    kind: str


class Rise(NamedTuple):
    """A rise of the winners' chance, 0..1.

    deal: number of the deal, from 1. event: clause on the cause of the rise. kind: "deal" for the rise over a whole deal;
    "trick", "round" or "card" for a rise within a deal; "" for another action. lasts: True if the chance stayed above `before`
    until the end of the game.
    """

    deal: int
    event: str
    kind: str
    before: float
    after: float
    lasts: bool

    @property
    def gain(self) -> float:
        return self.after - self.before


class TurningPoint:
    """A search for the turning point of a finished game."""

    def __init__(self, game: AnyGame, options: object, deals: Sequence[ScoredDeal], winners: Sequence[int]) -> None:
        """deals: all deals of the game. winners: the seats that have won it."""
        self._game, self._options, self._deals, self._winners = game, options, deals, winners

    def run(self) -> Generator[None, None, str]:
        """Returns the sentence, with seats in the notation of `phrases`; "" for a game without a turning point.

        A work slice is one playout.
        """
        yield from self._game.heuristics.prepare_win_chances(self._options)
        deals = self._rises_by_deal()
        deal = max(deals, key=lambda rise: rise.gain)
        moments = self._moments(self._deals[deal.deal - 1])
        chances = []
        for moment in moments:
            chances.append((yield from self._chance_from(moment.state)))
        later = [*chances[1:], *(one.after for one in deals[deal.deal - 1 :])]
        rises = [
            Rise(deal.deal, moment.event, moment.kind, before, later[at], min(later[at:]) > before)
            for at, (moment, before) in enumerate(zip(moments, chances, strict=True))
        ]
        # That a game turned in its last deal needs no words.
        most = [max(rises, key=lambda rise: rise.gain), *([deal] if deal.deal < len(self._deals) else [])]
        return next((self._turning_sentence(rise) for rise in most if rise.lasts and rise.gain >= MIN_RISE), "")

    def _sum_of_winners(self, chances: Sequence[float]) -> float:
        """Returns the sum of the winners' chances. chances: by seat."""
        return sum_in_order([chances[seat] for seat in self._winners])

    def _rises_by_deal(self) -> list[Rise]:
        first = self._winners[0]
        known = [self._sum_of_winners(self._game.heuristics.win_chances(self._options, one.standing)) for one in self._deals]
        later = [*known[1:], 1.0]
        return [
            Rise(at + 1, f"[{first} scores] {phrases.format_points(one.points[first])}", "deal", before, later[at],
                 min(later[at:]) > before)
            for at, (one, before) in enumerate(zip(self._deals, known, strict=True))
        ]  # fmt: skip

    def _moments(self, scored_deal: ScoredDeal) -> list[Moment]:
        game = self._game
        log = log_of_deal(game, self._options, scored_deal.standing, scored_deal.deal, scored_deal.actions)
        tricks = {trick.place: trick for trick in log.tricks}
        state: State = game.begin_deal(self._options, scored_deal.standing, scored_deal.deal)
        found: list[Moment] = []
        before = ""
        for seat, action in scored_deal.actions:
            state.turn = seat
            place = game.text.progress(state)
            if place not in tricks:
                line = game.text.log_line_of_action(state, seat, action)
                found.append(Moment(state.copy(), line[line.find("[") :].partition(": ")[0].removesuffix("."), ""))
            elif place != before:
                kind = place.rpartition(", ")[2].split()[0]
                found.append(Moment(state.copy(), self._trick_clause(tricks[place], state), kind))
            before = place
            game.apply(state, action, None)
        return found

    def _trick_clause(self, trick: Trick, before: State) -> str:
        part, _, what = trick.place.partition(" of ")[0].rpartition(", ")
        if part:
            what = f"{what} of the {part}"
        if isinstance(before, SealedState):
            what = phrases.listed([self._game.text.card_name(card) for card in before.offer])
        if trick.taker == NO_SEAT:
            return f"nobody takes {what}"
        card = self._game.text.card_name(trick.card)
        if isinstance(before, SealedState) and trick.taker not in self._winners:
            return f"[{trick.taker} spends] {card} on {what}"  # a loser's success helps the winners by the card that it cost
        taken = f"[{trick.taker} takes] {what} with {card}"
        return taken if trick.owner in (trick.taker, NO_SEAT) else f"{taken}, which goes to [{trick.owner}]"

    def _chance_from(self, start: State) -> Generator[None, None, float]:
        heuristics, rng, total = self._game.heuristics, Random(f"goosetable turning point v1:{start.number}"), 0.0
        utility, sealed = WinUtility(heuristics, start), heuristics.sealed_bids
        for _ in range(PLAYOUTS):
            state = start.copy()
            if sealed is not None:
                seats = len(state.hands)
                sealed.play_out_bids(state, [sealed.number_of_policies - 1] * seats, [True] * seats, rng)
            else:
                play_out(heuristics, state, rng.random)
            total += self._sum_of_winners(utility.win_chances(state))
            yield
        return total / PLAYOUTS

    def _turning_sentence(self, rise: Rise) -> str:
        winners, last = self._winners, rise.deal == len(self._deals)
        whose = f"[{winners[0]}'s] chances" if len(winners) == 1 else f"the chances of {seat_names(winners)}"
        place = "" if last else f" in deal {rise.deal}"
        other = f"No other {rise.kind}" if rise.kind else "Nothing else"
        if rise.kind != "deal" and len(self._deals) > 1:
            other += " in the last deal" if last else " in that deal"
        return f"{{The turning point{place}}}: {rise.event}. {other} raised {whose} more."

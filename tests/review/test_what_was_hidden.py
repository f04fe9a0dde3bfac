"""What nobody could know is named as far as the decision is about it, and no card is left out without a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from goosetable import cards
from goosetable.engine.rules.state import TrickState
from goosetable.review.evaluate import Adviser, hidden, opine
from goosetable.review.opinion import Opinion
from goosetable.review.steps import PlayedDeal, deals
from tests.games.playing import Variant, find, play


def played(game: Any) -> PlayedDeal:
    _, text = play(Variant(game, game.Options()), "review", 1)
    return next(deals(text.encode(), find))


def test_of_many_hidden_cards_the_highest_are_named_and_the_rest_counted() -> None:
    """A spade is played where a club would be better: neither suit hides the other."""
    deal = played(find("goose"))
    place = next(place for place, step in enumerate(deal.steps) if step.text.startswith("play"))
    state = deal.steps[place].state.copy()
    assert isinstance(state, TrickState)
    state.hands = [cards.cards("AD")] * len(state.hands)
    state.trick, state.leader = [], deal.steps[place].seat
    other = (deal.steps[place].seat + 1) % len(state.hands)
    state.hands[other] = cards.cards("JS 6S 4S 3S 2S 9C 5C AH")
    step = replace(deal.steps[place], state=state, action=cards.card("8S"))
    said = hidden(replace(deal, steps=(*deal.steps[:place], step)), place, cards.card("2C"))
    assert said == f"[{other}] had J♠, 6♠, 9♣, 5♣ and three more."


def test_where_nothing_is_hidden_no_action_is_its_own_rival() -> None:
    """At the end of Cross Purposes all cards are known, and many are as good as each other."""
    deal = played(find("cross-purposes"))
    said = list[Opinion]()
    for step in deal.steps[-14:]:
        work = opine(step.view(deal.game), step.action, step.line, Adviser("expert", "7", 8))
        while True:
            try:
                next(work)
            except StopIteration as done:
                said.append(done.value)
                break
    assert any(opinion.choice and opinion.best == opinion.played for opinion in said)
    assert all(opinion.rival != opinion.best for opinion in said)

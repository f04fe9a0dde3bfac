"""Texts of Gops: prizes, bids, scores, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import Points, Tied
from goosetable.engine.rules.state import BID
from goosetable.engine.text import table_facts
from goosetable.engine.text.explain import GAME, HUNDRED, LATER, Comparison, DealFigures, Difference, Reasons, likely_word
from goosetable.engine.text.game_text import SealedText
from goosetable.engine.text.table_facts import EmblemPart, Ending
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import VALUE, GopsOptions, GopsState

WINS: Final = 0.6
EQUAL_CHANCES: Final = 0.1
"""Difference of chances below which two bids are equally likely to win the offer."""
SELDOM: Final = 0.15
SAVES: Final = "it saves @ for later"
SPENDS: Final = "it spends a card better kept for later"


class GopsReasons(Reasons[GopsState]):
    """The reasons of Gops."""

    def deal_figures(self, state: GopsState, known: GopsState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures, and two more kinds: whether each seat wins the offer; and the points that the seat to act
        wins otherwise.
        """
        found, prize, seat = super().deal_figures(state, known, points), BIT[known.turned], known.turn
        found |= {f"wins {who}": float(bool(won & prize)) for who, won in enumerate(state.won)}
        return found | {LATER: float(points[seat]) - known.stake * found[f"wins {seat}"]}

    def reason(self, comparison: Comparison) -> str:
        """Returns the reason for a bid. If the ending was solved exactly, it is the number of cards that the bid beats;
        otherwise it follows from playouts, as in any game.
        """
        others = [seat for seat in range(len(comparison.known.hands)) if seat != comparison.seat]
        if (comparison.mine.deals and comparison.theirs.deals) or len(others) > 1:
            return super().reason(comparison)
        known, who = comparison.known, others[0]
        held = [VALUE[card] for card in cards.members(known.open_hand(who))]
        mine, theirs = (
            sum([VALUE[action - BID] > value for value in held]) for action in (comparison.action, comparison.other)
        )
        stake, better = f"the {phrases.count_text(known.stake, 'point')} on offer", comparison.is_better
        if mine == theirs or (mine > theirs) != better:
            return (SAVES if better else SPENDS) if _is_higher_bid(comparison) != better else _won_games_text(comparison)
        if max(mine, theirs) == len(held):
            return f"it is sure to take {stake}" if better else f"it is not sure to take {stake}"
        one, two, all_ = (phrases.number_word(number) for number in (mine, theirs, len(held)))
        less = f"only {two if better else one}" if min(mine, theirs) else "none"
        return f"it beats {one if better else less} of [{who}'s] {all_} cards, @ {less if better else two}"

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the differences that can be reasons: a higher chance that the bid wins; if the chance is no higher, a higher
        card saved.
        """
        known, seat = comparison.known, comparison.seat
        points, wins = f"the {phrases.count_text(known.stake, 'point')}", comparison.mine.mean(f"wins {seat}")
        stake = f"{points} on offer"
        dearer = _is_higher_bid(comparison)
        more = f"it is {likely_word(wins)} to take {stake}" if wins >= WINS else f"it takes {stake} more often than @"
        found = [Difference(f"wins {seat}", 1.0, more, f"it takes {stake} less often than @")]
        found.append(Difference(f"wins {seat}", 1.2, SPENDS if dearer else "", "" if dearer else SAVES, -1, acts_later=True))
        for who in range(len(known.hands)):
            if who != seat:
                keeps = f"it keeps {stake} from [{who}] more often than @"
                found.append(Difference(f"wins {who}", 1.1, f"it lets [{who}] have {stake} more often than @", keeps, -1))
        if dearer != comparison.is_better and abs(comparison.difference(f"wins {seat}")) < EQUAL_CHANCES:
            often = max(wins, comparison.theirs.mean(f"wins {seat}"))
            spends = f"it hardly ever takes {points}, and @ saves a higher card"
            saves = f"it saves @, which would hardly ever take {points}"
            if often >= SELDOM:
                spends = f"@ saves a higher card, and takes {points} nearly as often"
                saves = f"it saves @, and takes {points} nearly as often"
            for key in (f"points {seat}", GAME):
                found.append(Difference(key, 1.0, saves, spends))
        return found


def _won_games_text(comparison: Comparison) -> str:
    games = max(round(abs(comparison.gain) * HUNDRED), 1)
    said = "one game" if games == 1 else f"{games} games"
    return f"with best play it wins about {said} {'more' if comparison.is_better else 'less'} in 100 than @"


def _is_higher_bid(comparison: Comparison) -> bool:
    return VALUE[comparison.action - BID] > VALUE[comparison.other - BID]


TIES: Final = {"carry": "the prize stays", "discard": "nobody has the prize", "split": "the prize is shared"}


class GopsText(SealedText[GopsState, GopsOptions]):
    """The texts of Gops."""

    medals = table_facts.ONE_DEAL_MEDALS
    dealer_matters = False
    emblem = (EmblemPart("KS", -40, 14, 74, 10), EmblemPart("KC", 40, 14, 74, -10), EmblemPart("AD", 0, -8, 88, ringed=True))

    def goal_of_deal(self, options: GopsOptions) -> str:
        return "You want ~the most points~ in prizes, with bids no higher than needed."

    def card_value(self, card: Card) -> int:
        return VALUE[card]

    def headline(self, state: GopsState, ending: Ending) -> str:
        """Returns the headline. After a narrow defeat, it names a prize that no seat won, if worth more than the margin."""
        usual, final = super().headline(state, ending), ending.totals[-1]
        event, short, _ = usual.partition(" short: ")
        lost = [card for card in state.turned_up if not sum(state.won) & BIT[card]]
        if not short or not lost or ending.seat is None or state.options.ties == "split":
            return usual
        margin = final[ending.winners[0]] - final[ending.seat]
        return f"{event}{short}the {self.card_name(lost[-1])} nobody took" if VALUE[lost[-1]] > margin else usual

    def tally_rule(self, state: GopsState) -> str:
        return f"The highest bid wins; after a tie {TIES[state.options.ties]}. Kings are high, aces low."

    def other_gain_texts(self, state: GopsState, seat: int) -> list[str]:
        return [f"{phrases.format_points(state.shares[seat])} in shares"] if state.shares[seat] else []

    def seat_status(self, state: GopsState, seat: int) -> str:
        return phrases.points_in_words(self.rules.points(state)[seat])

    def preview_effect(self, state: GopsState, action: Action) -> str:
        rank, others = VALUE[action - BID], [seat for seat in range(len(state.hands)) if seat != state.turn]
        best = {f"[{seat}]": VALUE[self.sorted_high_to_low(state.open_hand(seat))[0]] for seat in others}
        beat, tie = [who for who, top in best.items() if top > rank], [who for who, top in best.items() if top == rank]
        if not beat and not tie:
            return f"wins {phrases.points_in_words(state.stake)} for certain"
        return f"{phrases.listed(beat or tie, 'or')} can {'beat it' if beat else 'tie it, not beat it'}"

    def task_sentence(self, state: GopsState, kind: str, number: int) -> str:
        return "Make sure that you win the deal." if kind == "best" else ""

    def tied_log(self, state: GopsState, tied: Tied) -> str:
        said, ties = super().tied_log(state, tied).removesuffix("."), state.options.ties
        if ties == "split":
            return (
                said.replace("nobody takes", f"{phrases.format_points(Fraction(state.stake, len(tied.seats)))} each for") + "."
            )
        stays = "" if not state.prizes_to_come else "; it stays" if len(state.offer) == 1 else "; they stay"
        return f"{said}{stays if ties == 'carry' else ', which is put away'}."

    def deal_count(self, options: GopsOptions) -> int:
        return options.deals

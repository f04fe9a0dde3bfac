"""Why something is good in Cross Purposes: tricks, in which two play exactly, and what partners' tricks make of each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.engine.rules.action import SPAN, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.tricks import strongest
from goosetable.engine.text.explain import LEAVES, TAKES, Reasons, Sign, amount, exactly, same_fate
from goosetable.engine.text.means import Mean
from goosetable.engine.text.prospects import Case, Ends
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.state import EACH, MOST, CrossState, agreeing

BY_HALF: Final = ("first half", "second half")
"""Between two players, the tricks of each."""


class CrossReasons(Reasons[CrossState]):
    """The reasons of Cross Purposes."""

    def ends(self, state: CrossState, known: CrossState, points: Sequence[Points]) -> Ends:
        """Besides, of four players: the partner, both's tricks, and whether the game is over; of two: those of each half."""
        found, taken, seat = super().ends(state, known, points), state.taken(), known.turn
        if not state.partners:
            return found | {
                half: float(tricks[seat]) for half, tricks in zip(BY_HALF, (state.first, taken), strict=True)
            }
        mine, theirs = taken[seat], taken[state.partners[seat]]
        found |= {f"with {who}": float(who == state.partners[seat]) for who in range(len(taken))}
        found["over"] = float(max([sum(both) for both in zip(known.totals, points, strict=True)]) >= known.options.target)
        return found | {"side": float(mine + theirs), "apart": float(abs(mine - theirs))}

    def why(self, case: Case) -> str:
        """Of two players in tricks, as they are worked out; of four as in any game."""
        return super().why(case) if len(case.known.hands) == 4 else self._worked_out(case)

    def signs(self, case: Case) -> list[Sign]:
        """Of four players: who becomes the partner, the tricks of both partners together, and their balance."""
        known, partners, seat = case.known, case.known.partners, case.seat
        if len(case.known.hands) == 2:
            return []
        pair = f"[{seat}] and [{partners[seat]}]" if partners else f"[{seat}] and [{seat}'s] partner"
        make = "together" if self.manner(case) else f"{pair} make"
        said = self.alike(case, known.tops, wanted=True) or f"{make} {amount(case.more('side'), 'trick')} than after @"
        less, more = (f"{pair} share tricks {how} evenly than after @" for how in ("less", "more"))
        found = [Sign("side", 0.8, said, said), Sign("apart", 1.5, less, more, -1)]
        found += self._partnering(case)
        over, on = "the game ends with this deal more often than after @", "the game goes on more often than after @"
        found.append(Sign("over", 1.2, over, on, 0))
        if partners and case.known.trick:
            partner = partners[seat]
            found.append(Sign(f"tricks {partner}", 1.2, f"it leaves [{partner}] more tricks than @",
                              f"it costs [{partner}] tricks that @ does not"))  # fmt: skip
        return found

    def _partnering(self, case: Case) -> list[Sign]:
        """Who becomes the partner by a call that is the same: partners score alike, so that neither overtakes the other."""
        known, seat, found = case.known, case.seat, []
        for call in () if known.partners else (case.action, case.other):
            who = agreeing(known, seat, call)
            if who is not None:
                ahead = known.totals[who] - known.totals[seat]
                behind = f", who is {'ahead of' if ahead > 0 else 'behind'} [{seat}]" if ahead else ""
                said = f"{'it' if call == case.action else '@'} makes [{who}] [{seat}'s] partner{behind}"
                found.append(Sign(f"with {who}", 1.0, said, said, 0))
        return found

    def _by_points(self, case: Case) -> list[Sign]:
        """Nothing of a partner's points, which are one's own."""
        partners = case.known.partners
        return [sign for sign in super()._by_points(case) if not partners or sign.key != f"points {partners[case.seat]}"]

    def means(self, case: Case) -> list[Mean]:
        """Nothing of a lead on the others where one of them is the partner."""
        return [mean for mean in super().means(case) if not case.known.partners or mean.key != "ahead"]

    def _worked_out(self, case: Case) -> str:
        known, measured = case.known, bool(case.mine.deals and case.theirs.deals)
        if case.action >= SPAN and not known.first:
            return self._named(case)
        alike = self._alike(case)
        if alike:
            return alike
        worth = known.first[0] + known.first[1] + 2 if known.first else EACH
        tricks = case.more(BY_HALF[bool(known.first)]) if measured else case.gain * 2 * MOST / worth
        if (tricks > 0) != case.better:
            return super().why(case)
        number = round(tricks)
        makes = exactly(number, "trick") if case.certain and number else amount(tricks, "trick")
        second = self._second(case)
        return f"{second}{'it' if measured else 'best play' if second else 'with best play it'} makes {makes} than @"

    def _alike(self, case: Case) -> str:
        """What tells two cards of a suit apart that both win, or both do not: the higher one is better kept."""
        known, one, two = case.known, case.action, case.other
        if not known.trick or cards.suit(one) != cards.suit(two) or _takes(known, one) != _takes(known, two):
            return ""
        higher = (cards.rank(one) - known.tops) % EACH < (cards.rank(two) - known.tops) % EACH
        return same_fate(_takes(known, one), higher, case.better) if higher != case.better else ""

    def _second(self, case: Case) -> str:
        """Whether a card takes the trick where the other does not: the second of two to play knows it."""
        takes, other = (bool(case.known.trick) and _takes(case.known, card) for card in (case.action, case.other))
        return "" if takes == other else TAKES[case.better] if takes else LEAVES[case.better]

    def _named(self, case: Case) -> str:
        """Of a name, what one holds of it."""
        hand, number = case.known.hands[case.seat], value_of(case.action)
        if verb_of(case.action) is Verb.TRUMP:
            held = (hand & cards.of_suit(number)).bit_count()
            suit = cards.SUIT_NAMES[number]
            have = f"[{case.seat} holds] {phrases.spelled(held)} {suit if held != 1 else suit[:-1]}"
        else:
            held = sum(hand >> (suit * EACH + number) & 1 for suit in range(4))
            name = cards.RANK_NAMES[cards.RANKS[number]]
            many = f"{name}es" if name == "six" else f"{name}s"
            have = f"[{case.seat} holds] {phrases.spelled(held)} {name if held == 1 else many}"
        have, how = have.replace("] none ", "] no "), "more" if case.better else "fewer"
        if not (case.mine.deals and case.theirs.deals):
            return f"{have}; it promises {how} tricks than @"
        halves = [half for half in BY_HALF if (case.more(half) > 0) == case.better and case.tells(half)]
        if not halves:
            return f"{have}; {super().why(case)}"
        promise = "both halves promise" if len(halves) == 2 else f"the {halves[0]} promises"
        return f"{have}; {promise} {how} tricks than with @"


def _takes(known: CrossState, card: int) -> bool:
    """Whether a card takes the trick of two that the other has led."""
    return strongest([*known.trick, card], known.trumps, known.tops) == 1

"""Why something is good in Cross Purposes: tricks, in which two play exactly, and what partners' tricks make of each other."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable import cards
from goosetable.engine.rules.action import SPAN, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.tricks import strongest
from goosetable.engine.text.explain import A_LITTLE, LEAVES, TAKES, Case, Ends, Reasons, Sign, amount, exactly
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.solve import MOST
from goosetable.games.cross_purposes.state import EACH, CrossState


class CrossReasons(Reasons[CrossState]):
    """The reasons of Cross Purposes."""

    def ends(self, state: CrossState, known: CrossState, points: Sequence[Points]) -> Ends:
        """Besides, of four players: the tricks of both partners, and how far apart they are."""
        found, taken, seat = super().ends(state, known, points), state.taken(), known.turn
        if state.partners:
            mine, theirs = taken[seat], taken[state.partners[seat]]
            found |= {"side": float(mine + theirs), "apart": float(abs(mine - theirs))}
        return found

    def why(self, case: Case) -> str:
        """Of two players in tricks, as they are worked out; of four as in any game."""
        return super().why(case) if len(case.known.hands) == 4 else self._worked_out(case)

    def signs(self, case: Case) -> list[Sign]:
        """Of four players: the tricks of both partners together, and their balance."""
        partners, seat = case.known.partners, case.seat
        pair = f"[{seat}] and {f'[{partners[seat]}]' if partners else 'your partner'}"
        said = f"{pair} make {amount(case.more('side'), 'trick')} than after @"
        less, more = (f"{pair} share your tricks {how} evenly than after @" for how in ("less", "more"))
        found = [Sign("side", 0.8, said, said), Sign("apart", 1.5, less, more, -1)]
        if partners and case.known.trick:
            partner = partners[seat]
            found.append(Sign(f"tricks {partner}", 1.2, f"it leaves [{partner}] more tricks than @",
                              f"it costs [{partner}] tricks that @ does not", 0))  # fmt: skip
        return found

    def _worked_out(self, case: Case) -> str:
        known = case.known
        if case.action >= SPAN and not known.first:
            return self._named(case)
        worth = known.first[0] + known.first[1] + 2 if known.first else EACH
        tricks = case.gain * 2 * MOST / worth
        number, which = round(tricks), "more" if tricks > 0 else "less"
        does = f"makes {exactly(number, 'trick') if case.certain else amount(tricks, 'trick')}"
        if abs(tricks) < A_LITTLE and not (case.certain and number):
            does = f"{'sometimes' if not number else 'often'} makes a trick {which}"
        return f"{self._second(case)}with best play it {does} than @"

    def _second(self, case: Case) -> str:
        """Whether a card takes the trick where the other does not: the second of two to play knows it."""
        known = case.known
        if not known.trick:
            return ""
        takes, other = (strongest([*known.trick, card], known.trumps, known.tops) == 1 for card in (case.action, case.other))
        if takes == other:
            return ""
        return TAKES[case.better] if takes else LEAVES[case.better]

    def _named(self, case: Case) -> str:
        """Of a name, what one holds of it."""
        hand, number = case.known.hands[case.seat], value_of(case.action)
        if verb_of(case.action) is Verb.TRUMP:
            held = (hand & cards.of_suit(number)).bit_count()
            suit = cards.SUIT_NAMES[number]
            have = f"you hold {phrases.spelled(held)} {suit if held != 1 else suit[:-1]}"
        else:
            held = sum(hand >> (suit * EACH + number) & 1 for suit in range(4))
            name = cards.RANK_NAMES[cards.RANKS[number]]
            many = f"{name}es" if name == "six" else f"{name}s"
            have = f"you hold {phrases.spelled(held)} {name if held == 1 else many}"
        promise = f"both halves promise {'more' if case.better else 'fewer'} tricks than with @"
        return f"{have.replace('hold none', 'hold no')}; {promise}"

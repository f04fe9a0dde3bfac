"""Why something is good in Cross Purposes: tricks, in which two play exactly, and what partners' tricks make of each other."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable import cards
from goosetable.engine import action as act
from goosetable.engine import words
from goosetable.engine.action import SPAN, Verb
from goosetable.engine.event import Points
from goosetable.engine.reasons import Case, Ends, Reasons, Sign, amount
from goosetable.games.cross_purposes_deal import CrossState
from goosetable.games.cross_purposes_foresight import EACH, MOST


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
        tricks = amount(case.more("side"), "trick")
        said = f"it brings both partners {tricks} than @"
        found = [
            Sign("side", 0.8, said, said),
            Sign("apart", 1.5, "it shares the partners' tricks less evenly", "it shares the partners' tricks more evenly", -1),
        ]
        partners = case.known.partners
        if partners and case.known.trick:
            partner = partners[case.seat]
            found.append(Sign(f"tricks {partner}", 1.2, f"it leaves [{partner}] more tricks than @",
                              f"it costs [{partner}] tricks that @ does not", 0))  # fmt: skip
        return found

    def _worked_out(self, case: Case) -> str:
        known = case.known
        if case.action >= SPAN and not known.first:
            return self._named(case)
        worth = known.first[0] + known.first[1] + 2 if known.first else EACH
        tricks = case.gain * 2 * MOST / worth
        number = round(abs(tricks))
        if not number:
            return f"with the best play it sometimes makes a trick {'more' if tricks > 0 else 'less'} than @"
        if not case.certain:
            return f"with the best play it makes {amount(tricks, 'trick')} than @"
        said = f"{words.spelled(number)} {'trick' if number == 1 else 'tricks'} {'more' if tricks > 0 else 'less'}"
        return f"with the best play it makes {said} than @"

    def _named(self, case: Case) -> str:
        """Of a name, what one holds of it."""
        hand, number = case.known.hands[case.seat], act.value(case.action)
        if act.verb(case.action) is Verb.TRUMP:
            held = (hand & cards.of_suit(number)).bit_count()
            suit = cards.SUIT_NAMES[number]
            have = f"you hold {words.spelled(held)} {suit if held != 1 else suit[:-1]}"
        else:
            held = sum(hand >> (suit * EACH + number) & 1 for suit in range(4))
            name = cards.RANK_NAMES[cards.RANKS[number]]
            many = f"{name}es" if name == "six" else f"{name}s"
            have = f"you hold {words.spelled(held)} {name if held == 1 else many}"
        promise = f"both phases promise {'more' if case.better else 'fewer'} tricks than @"
        return f"{have.replace('hold none', 'hold no')}; {promise}"

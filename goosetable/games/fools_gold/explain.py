"""Why something is good in Fools Gold: cards kept of one's best suit, those that count against it, and sets of a rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import Cards
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.text.explain import ALWAYS, HARDLY, LIKELY, Case, Ends, Reasons, Sign
from goosetable.engine.words import phrases
from goosetable.games.fools_gold.scoring import OF_RANK, OF_SUIT, base
from goosetable.games.fools_gold.state import FoolsGoldState

CARRIED: Final = 0.25
"""Part of a difference in cards, or in what sets earn, that the points must keep: the rest may be undone by other cards."""
NEXT: Final = (("second", "three make a set"), ("third", "makes a set"), ("fourth", "the set earns more"))
"""What is said of one card more of a rank, by how many are kept."""


class GoldReasons(Reasons[FoolsGoldState]):
    """The reasons of Fools Gold."""

    def ends(self, state: FoolsGoldState, known: FoolsGoldState, points: Sequence[Points]) -> Ends:
        """Besides: how many cards of the best suit were kept, how many others, and what sets earned."""
        found, seat = super().ends(state, known, points), known.turn
        kept = state.kept[seat]
        best = (kept.bit_count() + base(kept)) // 2
        for who in range(len(state.kept)):
            found[f"sets {who}"] = float(points[who]) - base(state.kept[who])
        return found | {"best": float(best), "other": float(kept.bit_count() - best)}

    def taken(self, state: FoolsGoldState, seat: int) -> Cards:
        """The cards of the tricks that a seat has won, those kept face up among them."""
        return state.won[seat] | state.kept[seat]

    def signs(self, case: Case) -> list[Sign]:
        """What a seat's cards are is a reason only where its points change as well: more of a suit may be undone by others."""
        return [*[sign for sign in self._own(case) if _pays(case, case.seat, sign.key)], *self._of_others(case)]

    def _own(self, case: Case) -> list[Sign]:
        """What a card to keep does for suit and set; whether the trick is wanted; cards for and against; sets."""
        known, seat = case.known, case.seat
        if verb_of(case.action) is Verb.KEEP:
            return self._keeping(case)
        best, worst = (f"[{seat} ends] with {how} cards of [{seat}'s] best suit" for how in ("more", "fewer"))
        more, fewer = (f"[{seat} ends] with {how} cards that count against [{seat}]" for how in ("more", "fewer"))
        often, seldom = (f"[{seat} completes] sets {how} often than after @" for how in ("more", "less"))
        found = [
            Sign("best", 0.7, best, worst),
            Sign("other", 0.7, more, fewer, -1),
            Sign(f"sets {seat}", 1.0, often, seldom),
        ]
        return found + (self._taking(case) if known.trick else [])

    def _of_others(self, case: Case) -> list[Sign]:
        """What others make of it: their sets, or where those tell little their points."""
        found = [sign._replace(step=4.2) for sign in self._by_points(case) if sign.key != f"points {case.seat}"]
        for who in range(len(case.known.hands)):
            if who != case.seat and _pays(case, who, f"sets {who}"):
                more, less = f"it helps [{who}] to complete sets", f"[{who} completes] sets less often than after @"
                found.append(Sign(f"sets {who}", 1.4, more, less, -1))
        return found

    def _keeping(self, case: Case) -> list[Sign]:
        """Of several cards of one suit only the rank can tell: what is kept of it, and what is still to be had."""
        kept, card = case.known.kept[case.seat], value_of(case.action)
        rank = cards.rank(card)
        name, count = cards.RANK_NAMES[cards.RANKS[rank]], (kept & OF_RANK[rank]).bit_count()
        other = _several(cards.RANK_NAMES[cards.RANKS[cards.rank(value_of(case.other))]])
        good, bad = (case.action, case.other) if case.better else (case.other, case.action)
        if count:
            which, does = NEXT[count - 1]
            more = f"it is [{case.seat}'s] {which} {name}, and {does}"
        elif _to_be_had(case, good) < _to_be_had(case, bad):
            return []
        else:
            more = f"a set of {_several(name)} promises more than one of {other}"
        return [Sign(f"sets {case.seat}", 0.8, more, f"a set of {_several(name)} promises less than one of {other}")]

    def _taking(self, case: Case) -> list[Sign]:
        """Whether the suit that was led is one to win."""
        known = case.known
        suit, kept = cards.suit(known.trick[0]), known.kept[case.seat]
        counts = [(kept & group).bit_count() for group in OF_SUIT]
        symbol, wins, other = phrases.SYMBOLS[suit], _wins(case.mine.mean("takes")), _wins(case.theirs.mean("takes"))
        good = 1 if counts[suit] == max(counts) and counts.count(max(counts)) == 1 else -1 if counts[suit] < max(counts) else 0
        counted = f"{symbol} counts {'for' if good > 0 else 'against'} [{case.seat}]"
        return [Sign("takes", 0.8, f"{counted}, and it {wins}", f"{counted}, and @ {other}", good)] if good else []


def _pays(case: Case, who: int, key: str) -> bool:
    """Whether the points of a seat speak for the better action, and by enough for a difference in `key` to be the reason."""
    points, own = f"points {who}", who == case.seat
    carried = key == "takes" or abs(case.more(points)) >= CARRIED * abs(case.more(key))
    return (case.more(points) > 0) == (case.better == own) and carried and case.tells(points, HARDLY)


def _to_be_had(case: Case, action: Action) -> int:
    """How many cards of the rank of a card to keep the seat has kept or may still keep; 0 where they make no set any more."""
    known, rank = case.known, OF_RANK[cards.rank(value_of(action))]
    away = known.gone
    for who, kept in enumerate(known.kept):
        if who != case.seat:
            away |= kept
    there = (rank & ~away & sum(OF_SUIT)).bit_count()
    return there if there >= len(NEXT) else 0


def _wins(chance: float) -> str:
    return "wins" if chance >= ALWAYS else "is likely to win" if chance >= LIKELY else "may win"


def _several(name: str) -> str:
    return f"{name}es" if name == "six" else f"{name}s"

"""A deal of Fools Gold, and the first lead of it: who has it, and what everybody learns from finding it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, RANK_NAMES, RANKS, Card, Cards, members
from goosetable.engine.rules import knowledge
from goosetable.engine.rules.action import SPAN, Verb
from goosetable.engine.rules.event import GONE, KEPT_KIND, Pile
from goosetable.engine.rules.knowledge import Knowledge, Limits
from goosetable.engine.rules.state import TrickState
from goosetable.engine.words import phrases
from goosetable.games.fools_gold.scoring import OF_SUIT, RANKS_IN_PLAY, Bonuses

CLAIM, DENY = 7, 4
"""The trumps that claim the first lead, and those that deny it (rule 2)."""


class Lead(NamedTuple):
    """The first lead, and what everybody learns from finding it (rule 2)."""

    leader: int
    limits: Limits
    """The fewest and the most trumps dealt to each seat, or nothing where only the leader is announced."""
    named: tuple[tuple[Card, int], ...]
    """Trumps whose holders were named."""
    said: tuple[str, ...]


def find_lead(hands: Sequence[Cards], trump: int) -> Lead:
    """Who leads first: the most trumps, and among those with most the highest; and what is said on the way."""
    held = [hand & OF_SUIT[trump] for hand in hands]
    counts, seats = [group.bit_count() for group in held], range(len(hands))
    most = [seat for seat in seats if counts[seat] == max(counts)]
    # The lower the number of a card, the higher it is.
    leader = min(most, key=lambda seat: held[seat] & -held[seat])
    if len(hands) != 3:
        return Lead(leader, (), (), (f"[{leader} is] to lead first.",))
    if counts[leader] >= CLAIM:
        limits = tuple((CLAIM, RANKS_IN_PLAY) if seat == leader else (0, RANKS_IN_PLAY - CLAIM) for seat in seats)
        return Lead(leader, limits, (), (f"[{leader} has] seven trumps or more and leads first.",))
    deny = [seat for seat in seats if counts[seat] <= DENY]
    said = [f"[{seat} has] four trumps or fewer." for seat in deny]
    if len(deny) == 2:
        limits = tuple((0, DENY) if seat in deny else (DENY + 1, CLAIM - 1) for seat in seats)
        return Lead(leader, limits, (), (*said, f"[{leader} leads] first."))
    if len(deny) == 1:
        said += [f"[{seat} has] {phrases.count(counts[seat], 'trump')}." for seat in seats]
    named = []
    for card in members(sum(held)) if len(most) > 1 else ():
        holder = next(seat for seat in seats if held[seat] & BIT[card])
        named.append((card, holder))
        said.append(f"[{holder} has] the {RANK_NAMES[RANKS[cards.rank(card)]]} of trumps.")
        if holder in most:
            break
    return Lead(leader, tuple((n, n) for n in counts), tuple(named), (*said, f"[{leader} leads] first."))


class FoolsGoldState(TrickState):
    """A deal of Fools Gold."""

    __slots__ = ("broken", "gone", "kept", "lead", "rows", "trump")

    broken: bool
    """Whether trumps may be led."""
    gone: Cards
    """What five players leave out of the pack."""
    kept: list[Cards]
    """The cards that each seat has kept face up, one a trick."""
    lead: Lead
    rows: Bonuses
    """What sets earn by the options; here because a search asks for it at every trick."""
    trump: int

    @property
    def trump_suit(self) -> int | None:
        """That of this deal."""
        return self.trump

    def piles(self) -> dict[Pile, Cards]:
        """What every game of tricks has, the cards kept face up, and what was left out."""
        kept = {Pile(KEPT_KIND, seat): held for seat, held in enumerate(self.kept)}
        return super().piles() | kept | {GONE: self.gone}

    def knowledge(self, seat: int) -> Knowledge | None:
        """How many trumps each seat may hold, by what was said to find the first lead."""
        trumps = OF_SUIT[self.trump]
        shown = [0] * len(self.hands)
        for who, action in self.actions:
            if action < SPAN and trumps & BIT[action]:
                shown[who] |= BIT[action]
        unseen = trumps & ~(self.hands[seat] | sum(shown))
        if not unseen:
            return None
        if self.lead.limits:
            return knowledge.dealt(trumps, self.lead.limits, shown, seat, unseen)
        shown[seat] |= self.hands[seat] & trumps
        return knowledge.longest(trumps, self.lead.leader, shown, seat, unseen, self.voids)

    def name_trumps(self) -> None:
        """Notes who holds the trumps that were named to find the first lead."""
        for card, holder in self.lead.named:
            self.voids = [lacking | (0 if seat == holder else BIT[card]) for seat, lacking in enumerate(self.voids)]

    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has won."""
        return tuple([held.bit_count() for held in self.kept])


KEEP: Final = Verb.KEEP * SPAN

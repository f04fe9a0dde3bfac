"""What cards kept in Fools Gold count: the best suit less the rest, and sets of a rank, which a chart values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, RANK_NAMES, RANKS, Card, Cards
from goosetable.engine.text import table_facts
from goosetable.engine.text.table_facts import Chart, Row
from goosetable.engine.words import phrases

RANKS_IN_PLAY: Final = 12
OF_SUIT: Final = tuple(sum(BIT[suit * 13 + rank] for rank in range(RANKS_IN_PLAY)) for suit in range(4))
"""The cards in play of each suit."""
_SPADES: Final[Cards] = OF_SUIT[0]
_HEARTS: Final[Cards] = OF_SUIT[1]
_DIAMONDS: Final[Cards] = OF_SUIT[2]
_CLUBS: Final[Cards] = OF_SUIT[3]
OF_RANK: Final = tuple(sum(BIT[suit * 13 + rank] for suit in range(4)) for rank in range(RANKS_IN_PLAY))

Bonuses = tuple[tuple[int, ...], ...]
"""By rank from the Ace down: what three of it earn, and what four."""


def best_suit(kept: Cards) -> Cards:
    """The cards in play of the suit of which most are kept; of equals the first.

    Written out suit by suit, since playouts ask at every card: a loop takes a third longer.
    """
    best = _SPADES
    most = (kept & _SPADES).bit_count()
    count = (kept & _HEARTS).bit_count()
    if count > most:
        best, most = _HEARTS, count
    count = (kept & _DIAMONDS).bit_count()
    if count > most:
        best, most = _DIAMONDS, count
    return best if most >= (kept & _CLUBS).bit_count() else _CLUBS


def base(kept: Cards) -> int:
    """The best suit less the rest (rule 7)."""
    return 2 * (kept & best_suit(kept)).bit_count() - kept.bit_count()


def sets(kept: Cards, rows: Bonuses) -> list[tuple[int, int, int]]:
    """The sets among the cards kept: rank, how many, and the bonus (rule 8)."""
    ranks, found = _three(kept), []
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        count = (kept & OF_RANK[rank]).bit_count()
        found.append((rank, count, rows[rank][count - 3]))
    return found


def score(kept: Cards, rows: Bonuses) -> int:
    """The points of a deal for the cards kept."""
    points = base(kept)
    if _three(kept):
        points += sum([bonus for _, _, bonus in sets(kept, rows)])
    return points


def _three(kept: Cards) -> int:
    """The ranks of which three or four are kept, a bit a rank."""
    one, two, three, four = kept, kept // BIT[13], kept // BIT[26], kept // BIT[39]
    return (one & two & (three | four) | three & four & (one | two)) & OF_SUIT[0]


def row_of(seat: int, kept: Cards, rows: Bonuses, good: bool) -> Row:
    """A seat's line of the tally."""
    found = sets(kept, rows)
    said = [f"{phrases.spelled(count).capitalize()} {_several(rank)} earn {bonus}." for rank, count, bonus in found if bonus]
    more = " ".join(said) if kept else f"[{seat} has] no tricks, and nothing counts for or against."
    counts = [(kept & suit).bit_count() for suit in OF_SUIT]
    return table_facts.suits_row(seat, counts, sum(bonus for _, _, bonus in found), good, more)


def told(rows: Bonuses, kept: Cards, lead: Sequence[str] = ()) -> Chart:
    """The chart as it is looked up, equal rows in one, with what the cards kept are near to and what was said of the lead.

    >>> told(((2, 5), *((4, 8),) * 11), 0).rows
    (('A', '+2', '+5'), ('K Q … 3', '+4', '+8'))
    """
    groups: list[list[int]] = []
    for rank, bonus in enumerate(rows):
        if groups and rows[groups[-1][0]] == bonus:
            groups[-1].append(rank)
        else:
            groups.append([rank])
    made = tuple((_span(group), *(f"+{bonus}" for bonus in rows[group[0]])) for group in groups)
    return Chart("Sets of one rank", ("three", "four"), made, " ".join([_near(rows, kept), *lead]))


PROFIT: Final = "A set by itself is worth its bonus less 1 for three cards, less 2 for four: the other suits count against you."
"""What a set is worth alone: of three or four cards one counts for its owner and two or three against."""


def _near(rows: Bonuses, kept: Cards) -> str:
    """The sets made, and what one more card of a rank would earn, for the ranks of which two or three are kept."""
    said = []
    for rank, group in enumerate(OF_RANK):
        count, (three, four) = (kept & group).bit_count(), rows[rank]
        if count > 1:
            what = f"{phrases.spelled(count)} {_several(rank)}"
            more = {
                2: f": a third earns {three}",
                3: f" earn {three}: a fourth adds {phrases.signed(four - three)}",
                4: f" earn {four}",
            }
            said.append(what + more[count])
    return phrases.sentence(f"{'; '.join(said)}.") if said else PROFIT


def step(kept: Cards, card: Card, rows: Bonuses) -> str:
    """What keeping a card does for a set of its rank, as in "the third nine"; nothing where it is the first of its rank."""
    rank = cards.rank(card)
    count, name = (kept & OF_RANK[rank]).bit_count(), RANK_NAMES[RANKS[rank]]
    if count < 2 or not any(rows[rank]):
        return f"second {name}" if count == 1 and any(rows[rank]) else ""
    bonus = rows[rank][count - 2] - (rows[rank][0] if count == 3 else 0)
    return f"{'third' if count == 2 else 'fourth'} {name}: {'' if bonus < 0 else '+'}{phrases.signed(bonus)}"


def _several(rank: int) -> str:
    name = RANK_NAMES[RANKS[rank]]
    return f"{name}es" if name == "six" else f"{name}s"


def _span(group: list[int]) -> str:
    """Ranks in order, as "A", "A K" or "J 10 ... 3" with the middle left out."""
    names = ["10" if RANKS[rank] == "T" else RANKS[rank] for rank in group]
    return " ".join(names if len(names) < 4 else [*names[:2], "…", names[-1]])

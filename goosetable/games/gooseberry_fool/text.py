"""What Gooseberry Fool says of its scores."""

from __future__ import annotations

from goosetable.engine.rules.state import TrickState
from goosetable.engine.text import phrases


def in_the_middle(seat: int | None) -> str:
    """Who is in the middle, if anybody."""
    return "nobody is in the middle" if seat is None else f"[{seat} is] in the middle"


def tally(state: TrickState, base: tuple[int, ...], best: int | None, bonus: int) -> str:
    """The sentence under a tally: who is in the middle of these scores, and what that earns."""
    if best is None:
        level = "All are level" if len(set(base)) == 1 else "Two are level"
        return f"{level}, so nobody is in the middle yet. The middle score of a deal earns ten more."
    points = base[best] + bonus
    if state.over:
        return f"{{[{best} is] in the middle}} with {base[best]}, which earns ten more: {points}."
    return f"{{[{best} is] in the middle}} and would score {points}. The middle score of a deal earns ten more."


def row(taken: tuple[int, ...], seat: int, best: int | None, over: bool) -> str:
    """How a seat comes by its score."""
    left, right = (seat + 1) % len(taken), (seat - 1) % len(taken)
    if seat == best and over:
        how = "three or fewer" if max(taken[left], taken[right]) <= 3 else "four or more"
        return f"Both neighbours took {how}, and that puts [{seat}] in the middle."
    own = phrases.spelled(taken[seat]).capitalize()
    if not taken[right]:
        return f"{own} of [{seat}'s] own, and nothing on the right to double."
    return f"{own} of [{seat}'s] own, and [{right}'s] {phrases.spelled(taken[right])} on the right, doubled."

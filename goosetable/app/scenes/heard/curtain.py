"""The curtain in words: for whom it hangs, what has happened since that person's last turn, and how it opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.match.match import Match
from goosetable.app.ui import controller
from goosetable.app.ui.heard import sentences
from goosetable.engine.words.phrases import listed

MORE: Final = "Press once more."


def intro(match: Match, person: int, title: str, since: Sequence[str], pad: str) -> str:
    """What is told when the screen is handed over. since: what happened since that person's last turn; pad: a controller."""
    name = match.called(person)
    others = [match.say(f"[{seat}]") for seat in match.persons if seat != person]
    use = f"the {controller.spoken(('A',), pad)} button" if pad else "Enter"
    both = f"{listed([name, *others])} play at this screen; now only {name} may hear the cards" if others else ""
    happened = ("Since your last turn:", *since) if since else ("The deal begins",)
    opens = f"To hear the cards of {name} hold {use}, or press it twice, slowly"
    return sentences((f"The curtain. {title}", both, match.place, *happened, opens))

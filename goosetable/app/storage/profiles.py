"""The people who play at this screen: the name, token and colour of each, stored in the settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from goosetable.app.art.pictures import TOKENS
from goosetable.app.storage import cast
from goosetable.app.storage.settings import MOST_PEOPLE
from goosetable.engine.words.clean import clean

if TYPE_CHECKING:
    from goosetable.app.storage.settings import Settings

LONGEST: Final = 24
"""Length of the longest name, in characters."""
MOST: Final = MOST_PEOPLE
"""Largest number of stored people; of more, those who sat down longest ago are forgotten."""
TONES: Final = {
    "brass": "#a98a55", "sky": "#4f9bd0", "leaf": "#86ad3c", "rose": "#d8505a", "plum": "#b06a9a", "cream": "#f4ead2",
    "amber": "#e8903c", "night": "#4a4a5c",
}  # fmt: skip
"""Colours of the portraits' rings, by name."""


class Profile(NamedTuple):
    name: str
    token: str = TOKENS[0]
    tone: str = "brass"

    @property
    def who(self) -> str:
        """The portrait, with its ring's colour, as `Canvas.portrait` has it."""
        return self.token if self.tone == "brass" else f"{self.token}{TONES[self.tone]}"

    def as_setting(self) -> dict[str, str]:
        return dict(self._asdict())


@lru_cache(4096)
def normal_form(name: str) -> str:
    """Returns the normal form of a name, which is equal for names that people would confuse."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def objection(name: str, others: Sequence[str]) -> str:
    """Returns the reason why a person cannot have this name beside the others at a table, in a sentence; "" if none."""
    if not name.strip():
        return "A person needs a name."
    if len(name.strip()) > LONGEST:
        return f"A name has at most {LONGEST} letters."
    if any(normal_form(name) == normal_form(other) for other in others):
        return f"There is another {name.strip()} already."
    if cast.find(name) is not None:
        return f"{name.strip()} is one of the company; a person needs another name."
    return ""


def read(found: object) -> Profile | None:
    """Returns the person in a value from the settings; None if it is not valid."""
    if not isinstance(found, Mapping):
        return None
    name, token, tone = found.get("name"), found.get("token"), found.get("tone")
    if not isinstance(name, str) or len(name) > 4 * LONGEST or objection(name, ()) or not name.isprintable():
        return None
    name = clean(name)
    if not name or not isinstance(tone, str) or token not in TOKENS or tone not in TONES:
        return Profile(name) if name else None
    return Profile(name, str(token), tone)


def all_people(settings: Settings) -> tuple[Profile, ...]:
    """Returns all stored people, this computer's person first."""
    found = [person for entry in settings.people if (person := read(entry)) is not None]
    first = next((person for person in found if normal_form(person.name) == normal_form(settings.name)), Profile(settings.name))
    return (first, *(person for person in found if normal_form(person.name) != normal_form(settings.name)))


def find(settings: Settings, name: str) -> Profile | None:
    return next((person for person in all_people(settings) if normal_form(person.name) == normal_form(name)), None)


def changes_to_store(settings: Settings, person: Profile, before: str = "") -> dict[str, Any]:
    """Returns the settings that change when a person is stored. before: their name until now."""
    old = before or person.name
    rest = [
        other for other in all_people(settings) if normal_form(other.name) not in (normal_form(old), normal_form(person.name))
    ]
    first = normal_form(old) == normal_form(settings.name)
    people = [person, *rest] if first else [*rest[:1], person, *rest[1:]]
    changes: dict[str, Any] = {"people": tuple(each.as_setting() for each in people[:MOST])}
    return changes | ({"name": person.name} if first else {})


def changes_to_forget(settings: Settings, name: str) -> dict[str, Any]:
    """Returns the settings that change when a person is forgotten."""
    return {"people": tuple(each.as_setting() for each in all_people(settings) if normal_form(each.name) != normal_form(name))}


def new_person(settings: Settings, taken: Sequence[str]) -> Profile:
    """Returns a new person, with a token that no other person at the table has."""
    used = [
        person.token for person in all_people(settings) if any(normal_form(person.name) == normal_form(name) for name in taken)
    ]
    token = next((token for token in TOKENS if token not in used), TOKENS[0])
    return Profile("", token, tuple(TONES)[len(used) % len(TONES)])


def portraits(settings: Settings, names: Sequence[str]) -> dict[str, str]:
    """Returns the portraits of the stored people among these names, by name; if two share a token, their rings differ."""
    found = {normal_form(person.name): person.who for person in reversed(all_people(settings))}
    return {name: found[normal_form(name)] for name in names if normal_form(name) in found}

"""Profiles of the people who play at this screen: names, token and colour, stored in the settings.

Records identify people by name alone. So a person's present and former names are reserved for that person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeGuard
from zlib import crc32

from goosetable.app.art.svg import TOKENS
from goosetable.app.storage import cast
from goosetable.app.storage.settings import MOST_PEOPLE
from goosetable.engine.strength.person_memory import STRANGER, PersonMemory, parse_person_memory
from goosetable.engine.words.clean import clean_text

if TYPE_CHECKING:
    from goosetable.app.storage.settings import Settings

LONGEST: Final = 24
"""Length of the longest name, in characters."""
TOO_LONG: Final = f"A name has at most {LONGEST} letters."
MOST: Final = MOST_PEOPLE
"""Largest number of stored people. If there are more, the people who last took a seat longest ago are removed."""
MOST_FORMER: Final = 6
"""Largest number of former names of a person. If there are more, the oldest are removed."""
TONES: Final = {
    "brass": "#a98a55", "sky": "#4f9bd0", "leaf": "#86ad3c", "rose": "#d8505a", "plum": "#b06a9a", "cream": "#f4ead2",
    "amber": "#e8903c", "night": "#4a4a5c",
}  # fmt: skip
"""Colours of the portraits' rings, by name."""


_USUAL: Final = re.compile(r"player (\d{1,9})")


class Profile(NamedTuple):
    """A person who plays at this screen: name, token and colour of the portrait, and former names."""

    name: str
    token: str = TOKENS[0]
    tone: str = "brass"
    former: tuple[str, ...] = ()
    """Former names, oldest first; games with these names in their records count as this person's."""
    memory: PersonMemory = STRANGER
    """The computer players' memory of this person's habits."""

    @property
    def portrait(self) -> str:
        """The token of the portrait with the colour of its ring, in the form for `Canvas.draw_portrait`."""
        return self.token if self.tone == "brass" else f"{self.token}{TONES[self.tone]}"

    def as_setting(self) -> dict[str, str | list[str]]:
        found: dict[str, str | list[str]] = {"name": self.name, "token": self.token, "tone": self.tone}
        if self.former:
            found["former"] = list(self.former)
        return found if self.memory == STRANGER else found | {"seen": self.memory.as_text()}


@lru_cache(4096)
def normal_form(name: str) -> str:
    """Returns the normal form of a name. Names that people could confuse have the same normal form."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def name_objection(name: str, others: Sequence[str]) -> str:
    """Returns a sentence on the reason why a name is not allowed; "" if it is allowed. others: names at the same table."""
    if not name.strip():
        return "A person needs a name."
    if len(name.strip()) > LONGEST:
        return TOO_LONG
    if normal_form(name) == cast.YOU:
        return f"Everybody is “{name.strip()}” in turn; a person needs a name."
    if any(normal_form(name) == normal_form(other) for other in others):
        return f"There is another {name.strip()} already."
    if cast.find_character(name) is not None:
        return f"{name.strip()} is one of the company; a person needs another name."
    return ""


def stored_name_objection(settings: Settings, name: str, former_name: str = "") -> str:
    """Returns a sentence on the reason why a stored person cannot have a name; "" if the name is allowed.

    Compares the name with present and former names of all other stored people. former_name: the name that the person has now;
    "" for a new person.
    """
    others = [person for person in all_people(settings) if normal_form(person.name) != normal_form(former_name)]
    if wrong := name_objection(name, [person.name for person in others]):
        return wrong
    had = next((other.name for other in others for old in other.former if normal_form(old) == normal_form(name)), "")
    return f"{name.strip()} was {had}'s name, and the games under it are {had}'s." if had else ""


def parse_profile(value: object) -> Profile | None:
    """Reads the profile in a value from the settings; None if the value has no valid name."""
    if not isinstance(value, Mapping):
        return None
    name, token, tone, former = (value.get(field) for field in ("name", "token", "tone", "former"))
    if isinstance(name, str) and normal_form(name[:LONGEST]) == cast.YOU:
        name = cast.NAMELESS
    if not _is_name(name):
        return None
    name = clean_text(name)
    old = former if isinstance(former, list | tuple) else ()
    person = Profile(name, former=tuple(clean_text(other) for other in old[:MOST_FORMER] if _is_name(other)))
    if not name or not isinstance(tone, str) or token not in TOKENS or tone not in TONES:
        return person if name else None
    return person._replace(token=str(token), tone=tone, memory=parse_person_memory(value.get("seen")))


def _is_name(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and len(text) <= 4 * LONGEST and not name_objection(text, ()) and text.isprintable()


def all_people(settings: Settings) -> tuple[Profile, ...]:
    """Returns all stored people. This computer's person comes first."""
    found = [person for entry in settings.people if (person := parse_profile(entry)) is not None]
    first = next((person for person in found if normal_form(person.name) == normal_form(settings.name)), Profile(settings.name))
    return (first, *(person for person in found if normal_form(person.name) != normal_form(settings.name)))


def find_person(settings: Settings, name: str) -> Profile | None:
    """Returns the stored person who has, or had, this name; None if there is none."""
    wanted = normal_form(present_name_of(name, present_names_by_former(settings)))
    return next((person for person in all_people(settings) if normal_form(person.name) == wanted), None)


def is_default_name(settings: Settings, name: str) -> bool:
    """Returns True if a name is a default such as "Player 2", which people have until they choose their own."""
    form = normal_form(name)
    if form == normal_form(cast.NAMELESS):
        return True
    return bool(_USUAL.fullmatch(form)) and all(normal_form(person.name) != form for person in all_people(settings))


def present_names_by_former(settings: Settings) -> dict[str, str]:
    """Returns people's present names, by former name in normal form.

    `cast.YOU`, `cast.NAMELESS` and `cast.FIRST` count as former names of this computer's person.
    """
    everybody = all_people(settings)
    now = {normal_form(person.name) for person in everybody}
    first = [(old, everybody[0].name) for old in (cast.YOU, *map(normal_form, (cast.NAMELESS, cast.FIRST)))]
    former = [(normal_form(old), person.name) for person in everybody for old in person.former]
    return {old: name for old, name in (*first, *former) if old not in now}


def present_name_of(name: str, names: Mapping[str, str]) -> str:
    """Returns the present name of the person who has, or had, this name. names: the result of `present_names_by_former`."""
    return names.get(normal_form(name), name)


def names_in_normal_form(settings: Settings, name: str) -> set[str]:
    """Returns all present and former names, in normal form, of the person who has, or had, this name."""
    names = present_names_by_former(settings)
    now = normal_form(present_name_of(name, names))
    return {now, *(old for old, name in names.items() if normal_form(name) == now)}


def changes_to_store_person(settings: Settings, person: Profile, former_name: str = "") -> dict[str, Any]:
    """Returns the changes of the settings by which a person is stored. former_name: the name until now; "" for none."""
    old = former_name or person.name
    stored = next((other for other in all_people(settings) if normal_form(other.name) == normal_form(old)), None)
    if stored is not None:
        names = dict.fromkeys((*stored.former, stored.name))
        former = [other for other in names if normal_form(other) not in (normal_form(person.name), normal_form(cast.NAMELESS))]
        person = person._replace(former=tuple(former[-MOST_FORMER:]))
    rest = [
        other for other in all_people(settings) if normal_form(other.name) not in (normal_form(old), normal_form(person.name))
    ]
    first = normal_form(old) == normal_form(settings.name)
    people = [person, *rest] if first else [*rest[:1], person, *rest[1:]]
    changes: dict[str, Any] = {"people": tuple(each.as_setting() for each in people[:MOST])}
    return changes | ({"name": person.name} if first else {})


def changes_to_delete_person(settings: Settings, name: str) -> dict[str, Any]:
    """Returns the changes of the settings by which a person is deleted."""
    return {"people": tuple(each.as_setting() for each in all_people(settings) if normal_form(each.name) != normal_form(name))}


def changes_to_forget_habits(settings: Settings) -> dict[str, object]:
    """Returns the changes of the settings by which the stored habits of all people are deleted."""
    return {"people": tuple(each._replace(memory=STRANGER).as_setting() for each in all_people(settings))}


def new_person(settings: Settings, token: str = "") -> Profile:
    """Returns a new person, whose portrait no stored person has. token: the token of the portrait; "" to choose a free one."""
    everybody = all_people(settings)
    used, looks = {person.token for person in everybody}, {person.portrait for person in everybody}
    start = 0 if token else len(everybody) % len(TONES)
    token = token or next((token for token in TOKENS if token not in used), TOKENS[len(everybody) % len(TOKENS)])
    found = [Profile("", token, tone) for tone in (*tuple(TONES)[start:], *tuple(TONES)[:start])]
    return next((person for person in found if person.portrait not in looks), found[0])


def token_of_stranger(name: str) -> str:
    """Returns the token of a person who is not stored. It depends only on the name, and is never the first token."""
    form = normal_form(name)
    usual = _USUAL.fullmatch(form)
    number = int(usual[1]) - 2 if usual else crc32(form.encode("utf-8", "backslashreplace"))
    return TOKENS[1 + number % (len(TOKENS) - 1)]


def portraits_of_people(settings: Settings, names: Sequence[str]) -> dict[str, str]:
    """Returns portraits by name, for those of the names that belong to stored people.

    Portraits are in the form of `Profile.portrait`: two people may have the same drawing with rings of different colours.
    """
    found = {normal_form(person.name): person.portrait for person in reversed(all_people(settings))}
    now = present_names_by_former(settings)
    keys = {name: normal_form(present_name_of(name, now)) for name in names}
    return {name: found[keys[name]] for name in names if keys[name] in found}

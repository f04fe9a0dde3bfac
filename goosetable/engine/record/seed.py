"""The game code: twelve symbols that determine every deal of a game. With the code, anybody can verify that no card was chosen
during the game.

The format is part of the record and other programs use it; nothing here may change.

>>> commitment_to_code(parse_code("7q4k-m2xd-9tbr"))
'bfa4dbe69cfd12595dc193e6d3d7a258edc11caa4e80184e74e655c20088d9a7'
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 12
_GROUP: Final = 8
_LOOKALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None})


def parse_code(text: str) -> str:
    """Parses a game code as people write it; returns its twelve symbols in capitals, without hyphens. Raises ValueError, in
    words for people.
    """
    code = text.upper().translate(_LOOKALIKES) if text.isascii() else text
    if len(code) != LENGTH:
        raise ValueError(f"a game code has {LENGTH} symbols, and {text!r} has {len(code)}")
    for symbol in code:
        if symbol not in ALPHABET:
            raise ValueError(f"{symbol!r} cannot be part of a game code")
    return code


def format_code(code: str) -> str:
    """Returns a game code in groups of four symbols, as people read it."""
    return "-".join(code[i : i + 4] for i in range(0, LENGTH, 4))


def new_code() -> str:
    """Returns a new code from the operating system's secure random source."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_in_series(seed: str, game_number: int) -> str:
    """Returns the code of one game in a series, as `simulate --seed` uses it. game_number: number of the game, from 1."""
    digest = hashlib.sha256(f"goosetable simulate v1:{seed}:{game_number}".encode()).digest()
    bits = int.from_bytes(digest[:8], "big") >> 4
    return "".join(ALPHABET[bits >> shift & 31] for shift in range(55, -1, -5))


def commitment_to_code(code: str) -> str:
    """Returns the commitment (a hash) to a game code. People see it before the first deal, and the code after the game."""
    return hashlib.sha256(b"goosetable deals v1:" + code.encode("ascii")).hexdigest()


def format_commitment(commitment: str) -> str:
    """Returns a commitment in groups of eight digits, as the window and `check` show it.

    The hexadecimal letters are lower case, as in other programs that print a SHA-256. Without its blanks, the text is the
    commitment.

    >>> format_commitment("bfa4dbe69cfd12595dc1")
    'bfa4dbe6 9cfd1259 5dc1'
    """
    return " ".join(commitment[place : place + _GROUP] for place in range(0, len(commitment), _GROUP))

"""Stands for speech-dispatcher's Python client, which Orca speaks through: each text goes to a socket as a line of JSON.

Python imports a module of this name from PYTHONPATH before any other, so it takes the place of the real client in every
version of Orca. ORCA_SAYS: the path of the socket, of datagrams.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from collections.abc import Callable
from typing import Any, Final
from xml.sax.saxutils import unescape

_TAGS: Final = re.compile(r"<[^>]*>")
_socket: Final = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
_socket.connect(os.environ["ORCA_SAYS"])


class Named:
    """Its members are their own names in small letters."""

    def __getattr__(self, name: str) -> str:
        return name.lower()


sys.modules["speechd"] = sys.modules[__name__]
CallbackType = DataMode = Priority = PunctuationMode = Scope = Named()


class SSIPError(Exception):
    """The root of what the real client raises; none of these is raised here."""


class SSIPCommunicationError(SSIPError):
    """The connection is lost."""


class SSIPCommandError(SSIPError):
    """A command is refused."""


class SpawnError(Exception):
    """speech-dispatcher cannot be started."""


class SSIPClient:
    """A connection. What sets a voice does nothing."""

    def __init__(self, *given: object, **named: object) -> None:
        """given, named: who connects."""

    def speak(self, text: str, callback: Callable[..., None] | None = None, event_types: Any = None) -> None:
        """Writes a text down, and reports at once that it has been spoken."""
        plain = unescape(_TAGS.sub("", text), {"&quot;": '"', "&apos;": "'"})
        _socket.send(json.dumps({"says": " ".join(plain.split())}).encode())
        if callback is not None:
            callback("end")

    def char(self, character: str) -> None:
        """Writes down a character that is spelled."""
        _socket.send(json.dumps({"says": character}).encode())

    key = char

    def cancel(self) -> None:
        """Writes down that the present text is broken off."""
        _socket.send(json.dumps({"says": ""}).encode())

    stop = cancel

    def list_output_modules(self) -> tuple[str, ...]:
        """The engines of speech-dispatcher."""
        return ("goosetable",)

    def get_output_module(self) -> str:
        """The engine in use."""
        return "goosetable"

    def list_synthesis_voices(self, *given: object) -> tuple[tuple[str, str, str], ...]:
        """The voices of the engine."""
        return (("voice", "en", "none"),)

    def __getattr__(self, name: str) -> Callable[..., str]:
        if not name.startswith(("set_", "get_", "close")):
            raise AttributeError(name)
        return lambda *given, **named: ""

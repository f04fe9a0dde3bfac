"""A tiny client of a Wayland compositor, by its socket: a keyboard, a pointer, and a window that files are dragged from.

Keys and pointer by virtual-keyboard-unstable-v1 and wlr-virtual-pointer-unstable-v1, which Sway has; wtype, which makes up a
keyboard for each call, does not reach programs that go by the places of the keys.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import time
from pathlib import Path
from typing import Final

KEYMAP: Final = (
    'xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" }; '
    'xkb_compat { include "complete" }; xkb_symbols { include "pc+us+inet(evdev)" }; };\0'
)
KEYS: Final = {
    "esc": 1, "3": 4, "enter": 28, "ctrl": 29, "a": 30, "s": 31, "c": 46, "v": 47, "m": 50, "f2": 60, "f11": 87, "f12": 88,
    "left": 105, "right": 106,
}  # fmt: skip
"""Places of keys as the kernel counts them (input-event-codes.h)."""
LEFT_BUTTON: Final = 272
CTRL: Final = 4
Word = int | str


class Hands:
    """Raises OSError where the compositor cannot be reached, and RuntimeError where it lacks a protocol or refuses a call."""

    def __init__(self, socket_path: Path, extent: tuple[int, int]) -> None:
        """extent: the size in which places of the pointer are given, that of the output in points."""
        self.extent = extent
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(socket_path))
        self._last, self._names = 1, dict[str, tuple[int, int]]()
        self._came, self._files = b"", list[int]()
        self.heard: list[tuple[int, int, bytes]] = []
        """Object, number and body of each event so far."""
        self._dragged: tuple[int, bytes] | None = None
        self._registry = self._make(1, 1)
        self.settle()
        self._seat = self._bind("wl_seat", 5)
        manager = self._bind("zwp_virtual_keyboard_manager_v1", 1)
        self._keyboard = self._make(manager, 0, self._seat)
        keymap = self._memory(KEYMAP.encode())
        self._call(self._keyboard, 0, 1, len(KEYMAP), fd=keymap)
        manager = self._bind("zwlr_virtual_pointer_manager_v1", 1)
        self._pointer = self._make(manager, 0, self._seat)
        self.settle()

    def close(self) -> None:
        self._line.close()
        for left in self._files:
            os.close(left)

    def press(self, name: str, ctrl: bool = False) -> None:
        """A key down and up again."""
        if ctrl:
            self._key(KEYS["ctrl"], 1, CTRL)
        self._key(KEYS[name], 1, CTRL * ctrl)
        self._key(KEYS[name], 0, CTRL * ctrl)
        if ctrl:
            self._key(KEYS["ctrl"], 0, 0)
        self.settle()

    def move(self, x: int, y: int) -> None:
        self._call(self._pointer, 1, self._now(), x, y, *self.extent)
        self._call(self._pointer, 4)
        self.settle()

    def button(self, down: bool) -> None:
        self._call(self._pointer, 2, self._now(), LEFT_BUTTON, int(down))
        self._call(self._pointer, 4)
        self.settle()

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        self.button(True)
        self.button(False)

    def source(self, w: int, h: int) -> None:
        """Open a window of its own, called "source", that files can be dragged from."""
        compositor, shm, shell = self._bind("wl_compositor", 4), self._bind("wl_shm", 1), self._bind("xdg_wm_base", 1)
        surface = self._make(compositor, 0)
        face = self._make(shell, 2, surface)
        top = self._make(face, 1)
        self._call(top, 2, "source")
        self._call(top, 3, "source")
        self._call(surface, 6)
        configured = self._await(face, 0)
        self._call(face, 4, struct.unpack("=I", configured)[0])
        pool = self._make(shm, 0, w * h * 4, fd=self._memory(b"\x7f" * (w * h * 4)))
        buffer = self._make(pool, 0, 0, w, h, w * 4, 1)
        self._call(surface, 1, buffer, 0, 0)
        self._call(surface, 6)
        self._surface, self._mouse = surface, self._make(self._seat, 0)
        self._shared = self._bind("wl_data_device_manager", 3)
        self._device = self._make(self._shared, 1, self._seat)
        self.settle()

    def drag(self, begin: tuple[int, int], end: tuple[int, int], file: Path) -> bool:
        """Drag a file from a place on the source's window to another place; whether it was taken there."""
        self.move(*begin)
        self.move(begin[0] + 1, begin[1])
        before = len(self.heard)
        self.button(True)
        serial = struct.unpack_from("=I", self._await(self._mouse, 3, before))[0]
        data = self._make(self._shared, 0)
        self._call(data, 0, "text/uri-list")
        self._call(data, 2, 1)
        self._dragged = (data, f"{file.as_uri()}\r\n".encode())
        self._call(self._device, 0, data, self._surface, 0, serial)
        self.settle()
        for part in range(1, 6):
            self.move(*(round(a + (b - a) * part / 5) for a, b in zip(begin, end, strict=True)))
        ends, side = time.monotonic() + 20, 0
        while time.monotonic() < ends and not any(
            (who, what) == (data, 0) and body[:4] != bytes(4) for who, what, body in self.heard
        ):
            side = 1 - side  # the one over whom it hangs takes its time to say whether it takes it
            self.move(end[0] + side, end[1])
            self._read(0.1)
        self.button(False)
        ends = time.monotonic() + 20
        while time.monotonic() < ends:
            self._read(0.1)
            if any(who == data and number in (2, 4) for who, number, _ in self.heard):
                return any(who == data and number == 4 for who, number, _ in self.heard)
        return False

    def settle(self) -> None:
        """Return when the compositor has seen all that was sent."""
        self._await(self._make(1, 0), 0)

    def _key(self, place: int, down: int, modifiers: int) -> None:
        self._call(self._keyboard, 2, modifiers, 0, 0, 0)
        self._call(self._keyboard, 1, self._now(), place, down)

    def _now(self) -> int:
        return int(time.monotonic() * 1000) & 0xFFFFFFFF

    def _memory(self, content: bytes) -> int:
        made = os.memfd_create("hands")
        os.write(made, content)
        self._files.append(made)
        return made

    def _make(self, who: int, number: int, *words: Word, fd: int | None = None) -> int:
        """Call what makes an object. Its new number comes first, but for those that are made for a seat."""
        self._last += 1
        made = self._last
        seats = bool(words) and words[0] == getattr(self, "_seat", None)
        self._call(who, number, *((*words, made) if seats and not self._first(who) else (made, *words)), fd=fd)
        return made

    def _first(self, who: int) -> bool:
        return who == getattr(self, "_shared", None)  # get_data_device has the new number first

    def _bind(self, interface: str, version: int) -> int:
        if interface not in self._names:
            raise RuntimeError(f"the compositor has no {interface}")
        name, most = self._names[interface]
        self._last += 1
        self._call(self._registry, 0, name, interface, min(version, most), self._last)
        return self._last

    def _call(self, who: int, number: int, *words: Word, fd: int | None = None) -> None:
        body = b""
        for word in words:
            if isinstance(word, str):
                text = word.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)
            else:
                body += struct.pack("=I", word & 0xFFFFFFFF)
        whole = struct.pack("=II", who, (8 + len(body)) << 16 | number) + body
        if fd is None:
            self._line.sendall(whole)
        else:
            socket.send_fds(self._line, [whole], [fd])

    def _await(self, who: int, number: int, seen: int | None = None) -> bytes:
        """The body of the next such event after the first `seen`. Raises RuntimeError where none comes within 20 seconds."""
        seen, ends = len(self.heard) if seen is None else seen, time.monotonic() + 20
        while time.monotonic() < ends:
            for one, what, body in self.heard[seen:]:
                if (one, what) == (who, number):
                    return body
            seen = len(self.heard)
            self._read(0.2)
        raise RuntimeError(f"the compositor says nothing of {who}")

    def _read(self, seconds: float) -> None:
        if not select.select([self._line], [], [], seconds)[0]:
            return
        data, files, _, _ = socket.recv_fds(self._line, 65536, 16)
        if not data:
            raise OSError("the compositor has gone")
        self._came += data
        while len(self._came) >= 8:
            who, word = struct.unpack_from("=II", self._came)
            size = word >> 16
            if len(self._came) < size:
                break
            body, self._came = self._came[8:size], self._came[size:]
            self._event(who, word & 0xFFFF, body, files)
        for left in files:
            os.close(left)

    def _event(self, who: int, number: int, body: bytes, files: list[int]) -> None:
        if who == 1 and number == 0:
            raise RuntimeError(f"the compositor refuses: {body!r}")
        if who == getattr(self, "_registry", None) and number == 0:
            name, length = struct.unpack_from("=II", body)
            text = body[8 : 8 + length - 1].decode()
            self._names[text] = (name, struct.unpack_from("=I", body, 8 + (length + 3) // 4 * 4)[0])
        if self._dragged is not None and who == self._dragged[0] and number == 1 and files:
            with os.fdopen(files.pop(0), "wb") as pipe:
                pipe.write(self._dragged[1])
        self.heard.append((who, number, body))

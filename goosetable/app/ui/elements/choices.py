"""Elements with several versions of their content, which show a version that fits into the available space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TypeAlias, Unpack

from goosetable.app.ui.elements.base import Element, ElementOptions, LayoutPass, Size

Version: TypeAlias = "Element | Callable[[], Element]"
"""An element, or a function that makes it on first use."""


class Choice(Element):
    """Base of elements that show one of several versions of the same content. The versions are cached."""

    __slots__ = ("_made", "_shown", "versions")

    def __init__(self, versions: Sequence[Version], **options: Unpack[ElementOptions]) -> None:
        super().__init__(**options)
        self.versions = versions
        self._made: dict[int, Element] = {}
        self._shown: Element = self

    def show(self, index: int) -> Element:
        """Shows a version; makes it on first use."""
        if index not in self._made:
            version = self.versions[index]
            self._made[index] = version if isinstance(version, Element) else version()
        self._shown = self._made[index]
        return self._shown

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        if self._shown is not self:
            self._shown.lay_out(layout_pass, x, y, w, h)

    def baseline(self, layout_pass: LayoutPass) -> float:
        return 0.0 if self._shown is self else self._shown.baseline(layout_pass)

    def visible_children(self) -> Sequence[Element]:
        return () if self._shown is self else (self._shown,)


class Either(Choice):
    """Shows the first version if the available space is at least `min_width` x `min_height` units; else the second version."""

    __slots__ = ("min_height", "min_width")

    def __init__(
        self, roomy: Version, narrow: Version, *, min_width: float = 0, min_height: float = 0,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__((roomy, narrow), **options)
        self.min_width, self.min_height = min_width, min_height

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return self.show(0 if w >= self.min_width and h >= self.min_height else 1).measure(layout_pass, w, h)


class FirstFit(Choice):
    """Shows the first version whose height fits; else the last version. across: True to fit the width instead.

    begin: the index of the version to measure first, such as that of the last layout, to save time. Use it only if each version
    but the last is smaller than the one before.
    """

    __slots__ = ("across", "at", "begin")

    def __init__(
        self, versions: Sequence[Version], *, across: bool = False, begin: int = 0, **options: Unpack[ElementOptions]
    ) -> None:
        super().__init__(versions, **options)
        self.across, self.begin = across, begin
        self.at = begin
        """Index of the version that is shown."""

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        last = len(self.versions) - 1
        at = max(0, min(self.begin, last - 1))
        if at and self._fits(at, layout_pass, w, h):
            while at and self._fits(at - 1, layout_pass, w, h):
                at -= 1
        else:
            while at < last and not self._fits(at, layout_pass, w, h):
                at += 1
        self.at = at
        return self.show(at).measure(layout_pass, w, h)

    def _fits(self, index: int, layout_pass: LayoutPass, w: float, h: float) -> bool:
        shown = self.show(index)
        return (shown.measure(layout_pass, inf)[0] <= w) if self.across else (shown.measure(layout_pass, w)[1] <= h)


class FirstOf(Choice):
    """Shows the first version. The element is as large as its largest version, so that nothing moves when the first version
    changes.
    """

    __slots__ = ()

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        sizes = [self.show(at).measure(layout_pass, w, h) for at in range(len(self.versions))]
        self.show(0)
        return max(size[0] for size in sizes), max(size[1] for size in sizes)

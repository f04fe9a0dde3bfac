"""Elements: a page as a tree that is measured, laid out, painted and read by screen readers."""

from goosetable.app.ui.elements.base import (
    BASELINE,
    STRETCH,
    Box,
    Element,
    ElementOptions,
    LayoutPass,
    Painter,
    Semantics,
    Size,
    to_pixels,
)  # fmt: skip
from goosetable.app.ui.elements.boxes import ButtonRow, Column, Container, Grid, Row, Scroll, Sheet, View, Wrap
from goosetable.app.ui.elements.choices import Either, FirstFit, OneOf, Version
from goosetable.app.ui.elements.lazy import LazyList, ListArea
from goosetable.app.ui.elements.leaves import (
    Brief,
    Control,
    Heading,
    Picture,
    Plate,
    Spacer,
    Text,
    make_badge,
    make_egg,
    make_icon,
    make_portrait,
    make_rule,
    status_text,
)  # fmt: skip
from goosetable.app.ui.elements.table import Table, TableRow

__all__ = [
    "BASELINE", "STRETCH", "Box", "Brief", "ButtonRow", "Column", "Container", "Control", "Either", "Element",
    "ElementOptions", "FirstFit", "Grid", "Heading", "LayoutPass", "LazyList", "ListArea", "OneOf", "Painter", "Picture",
    "Plate", "Row", "Scroll", "Semantics", "Sheet", "Size", "Spacer", "Table", "TableRow", "Text", "Version", "View",
    "Wrap", "make_badge", "make_egg", "make_icon", "make_portrait", "make_rule", "status_text", "to_pixels",
]  # fmt: skip

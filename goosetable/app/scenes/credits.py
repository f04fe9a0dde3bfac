"""The credits: where everything comes from and under which licence, the same page that lies beside the program's files."""

from __future__ import annotations

from goosetable import __version__
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.skins import assets
from goosetable.app.ui.focus import Button, ScrollText

HEADING = "Credits"


def page(text: str) -> str:
    """Markdown as a scrolling page has it: lines that belong together joined, rows of tables as items, no signs of code."""
    found: list[str] = []
    for line in text.replace("`", "").splitlines():
        bare = line.strip()
        if bare.startswith("|"):
            cells = [cell.strip() for cell in bare.strip("|").split("|")]
            if set(bare) <= set("|-: "):
                found[-1] = ""  # the row above was the table's head, which a list does not need
            else:
                found.append(f"- {cells[0]}: {'; '.join(cells[1:])}")
        elif not bare or bare.startswith("#") or not found or not found[-1] or found[-1].startswith(("#", "- ")):
            found.append(bare)
        else:
            found[-1] += f" {bare}"
    return "\n".join(line for line, before in zip(found, ["", *found], strict=False) if line or before)


class CreditsScene(Page):
    def __init__(self, context: Context) -> None:
        self.text = ScrollText(HEADING, page(assets.read("CREDITS.md").partition("\n")[2]))
        super().__init__(context, self.text)
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.widgets.set([self.text, self.close], first=self.close)

    def lay(self) -> None:
        edge = self.rim + (5 if self.high < 480 else 16)
        w, h = min(900.0, self.wide - 2 * edge), min(680.0, self.high - 2 * edge)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        pad = 16.0 if w < 620 else 30.0
        self.text.rect = self.box(x + pad, y + 56, w - 2 * pad, max(40.0, h - 56 - 70))
        self.text.px = self.px(17)
        self.put(self.close, x + w - pad - 150, y + h - 62, 150, 48, 19)

    def under(self, canvas: Canvas) -> None:
        t, sheet = canvas.theme, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        left, top = self.text.rect.x, sheet.y + 13 * self.t
        canvas.put(HEADING, left, top, self.px(28), t.ink, "serifb")
        said = f"goosetable {__version__}, MIT licence"
        room = self.text.rect.w - canvas.width(HEADING, self.px(28), "serifb") - 20 * self.t
        canvas.label(said, self.text.rect.right, top + 12 * self.t, self.px(16), t.ink2, "sans", room, "topright")
        canvas.line(left, self.text.rect.bottom + 4 * self.t, self.text.rect.w)

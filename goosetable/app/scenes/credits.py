"""Pages of one text that lie beside the program's files: the credits, and what the geese in the names mean."""

from __future__ import annotations

from goosetable import __version__
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import WHY_GOOSE, ToWhyGoose
from goosetable.app.skins import assets
from goosetable.app.ui.focus import Button, ScrollText
from goosetable.app.ui.scene import Push


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


class ReadingScene(Page):
    """A page of one text on paper. said: what stands beside its heading. more: a button that leads on, if any."""

    def __init__(self, context: Context, heading: str, file: str, said: str = "", more: Button | None = None) -> None:
        self.heading, self.said, self.more = heading, said, more
        self.text = ScrollText(heading, page(assets.read(file).partition("\n")[2]))
        super().__init__(context, self.text)
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.widgets.set([self.text, *([more] if more else []), self.close], first=self.close)

    def lay(self) -> None:
        edge = self.rim + (5 if self.high < 480 else 16)
        w, h = min(900.0, self.wide - 2 * edge), min(680.0, self.high - 2 * edge)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        pad = 16.0 if w < 620 else 30.0
        self.text.rect = self.box(x + pad, y + 56, w - 2 * pad, max(40.0, h - 56 - 70))
        self.text.px = self.px(17)
        self.put(self.close, x + w - pad - 150, y + h - 62, 150, 48, 19)
        if self.more is not None:
            self.put(self.more, x + pad, y + h - 60, min(180.0, w - 2 * pad - 162), 44, 17)

    def under(self, canvas: Canvas) -> None:
        t, sheet = canvas.theme, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        left, top = self.text.rect.x, sheet.y + 13 * self.t
        canvas.put(self.heading, left, top, self.px(28), t.ink, "serifb")
        room = self.text.rect.w - canvas.width(self.heading, self.px(28), "serifb") - 20 * self.t
        canvas.label(self.said, self.text.rect.right, top + 12 * self.t, self.px(16), t.ink2, "sans", room, "topright")
        canvas.line(left, self.text.rect.bottom + 4 * self.t, self.text.rect.w)


class CreditsScene(ReadingScene):
    """Where everything comes from and under which licence."""

    def __init__(self, context: Context) -> None:
        why = Button(WHY_GOOSE, lambda: Push(ToWhyGoose()), "plain", on_paper=True)
        super().__init__(context, "Credits", "CREDITS.md", f"goosetable {__version__}, MIT licence", why)


class WhyGooseScene(ReadingScene):
    """What fools, gooseberries and geese mean in the names of the games."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, WHY_GOOSE, "WHY-GOOSE.md")

"""Pages with one text from a file of the program: the credits, and the meaning of the geese in the names of the games."""

from __future__ import annotations

from goosetable import __version__
from goosetable.app.context import Context
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import WHY_GOOSE, ToWhyGoose
from goosetable.app.skins import assets
from goosetable.app.ui.elements import Control, Element, Text
from goosetable.app.ui.elements.components import document_sheet, foot_row
from goosetable.app.ui.focus import Button, ScrollText
from goosetable.app.ui.scene import Push


def markdown_as_page(text: str) -> str:
    """Converts Markdown to the text of a scrolling page.

    Joins the lines of each paragraph, makes list items of the rows of tables, and removes the marks of code.
    """
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


class TextPageScene(ElementPage):
    """A page with a text on paper. heading: its title. file: name of the file with the text. sentence: words beside the title.

    more: a button to a further page, or None.
    """

    def __init__(self, context: Context, heading: str, file: str, sentence: str = "", more: Button | None = None) -> None:
        super().__init__(context, heading)
        self.sentence, self.more = sentence, more
        self.text = self.scroll = ScrollText(heading, markdown_as_page(assets.read_text(file).partition("\n")[2]))
        self.close = self.first = Button("Close", self.go_back, "prime", on_paper=True)

    def make_page(self) -> Element:
        aside = Text(self.sentence, 16, "ink2", max_lines=1, shrink=0.65, text_align=1, grow=1)
        foot = foot_row([*([self.more] if self.more else []), Control(self.close, 19, width=150, height=48)], right_count=1)
        margin = self.rim_width + (5 if self.high < 480 else 16)
        return document_sheet(self.title_words, self.text, foot, margin, self.wide, elements_right=[aside])


class CreditsScene(TextPageScene):
    """The page with the origin and licence of everything in the program."""

    def __init__(self, context: Context) -> None:
        why = Button(WHY_GOOSE, lambda: Push(ToWhyGoose()), "plain", on_paper=True)
        super().__init__(context, "Credits", "CREDITS.md", f"goosetable {__version__}, MIT licence", why)


class WhyGooseScene(TextPageScene):
    """The page about the fools, gooseberries and geese in the names of the games."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, WHY_GOOSE, "WHY-GOOSE.md")

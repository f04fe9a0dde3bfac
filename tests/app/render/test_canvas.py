"""Drawing: exact sizes, kept pictures within bounds, rich text, cards and cloth."""

import itertools
from pathlib import Path

import pygame
import pytest

from goosetable.app.art import svg
from goosetable.app.art.svg import document
from goosetable.app.render import felt
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages, PictureCache, blurred_box, rasterize, rounded_box
from goosetable.app.skins import assets, theme

pytestmark = pytest.mark.usefixtures("pixels")


@pytest.fixture
def canvas(display: pygame.Surface) -> Canvas:
    display.fill("#204040")
    return Canvas(display, theme.Theme())


def test_svg_is_never_a_row_too_large() -> None:
    body = document(250, 350, '<rect width="250" height="350" fill="#fff"/>')
    for h in range(40, 400, 7):
        w = round(h * 250 / 350)
        drawn = rasterize(body, w, h)
        assert drawn.get_width() <= w and drawn.get_height() <= h


def test_a_large_box_is_the_same_as_one_drawn_whole() -> None:
    for grad in (None, ("#ffffff", "#202020")):
        big = rounded_box(300, 200, 14, "#336699", "#101010", 2, 1.0, grad)
        inset = 1
        fill = "url(#g)" if grad else "#336699"
        defs = (
            '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="200">'
            '<stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#202020"/></linearGradient>'
        )
        body = (
            f'<rect x="{inset}" y="{inset}" width="298" height="198" rx="14" fill="{fill}" stroke="#101010" stroke-width="2"/>'
        )
        whole = rasterize(document(300, 200, body, defs), 300, 200).premul_alpha()
        for x, y in itertools.product(range(0, 300, 11), range(0, 200, 7)):
            assert all(abs(a - b) <= 3 for a, b in zip(big.get_at((x, y)), whole.get_at((x, y)), strict=True)), (x, y)


def test_shadows_keep_their_strength_at_any_size() -> None:
    for blur in (2, 8, 26):
        soft = blurred_box(200, 150, 10, blur, (8, 4, 2, 150))
        assert soft.get_size() == (200 + 4 * blur, 150 + 4 * blur)
        assert soft.get_at((soft.width // 2, soft.height // 2)).a == pytest.approx(150, abs=8)
        assert soft.get_at((0, 0)).a < 12


def test_pictures_are_kept_within_bounds() -> None:
    kept: PictureCache[int] = PictureCache(100_000)
    for i in range(50):
        kept.add_picture(i, pygame.Surface((50, 50)))
    assert kept.weight <= 100_000 and len(kept) < 15
    assert 49 in kept and 0 not in kept
    kept.get(next(i for i in range(50) if i in kept))
    assert kept.add_picture(99, pygame.Surface((500, 500))) is kept.get(99)


def test_the_same_thing_is_drawn_only_once(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    def everything() -> None:
        canvas.draw_paper(pygame.Rect(20, 20, 300, 200))
        canvas.draw_wood(400, 20, 100, 60)
        canvas.draw_line(20, 300, 200, dash=4)
        canvas.draw_icon("menu", 50, 50, 20, "#000000")
        canvas.draw_portrait(svg.CHARACTERS[0], 100, 100, 60, lamplight=1)
        canvas.draw_badge("goose", 150, 100, 40)
        canvas.draw_egg(200, 100, 30)
        canvas.draw_focus_ring(pygame.Rect(300, 300, 80, 40), 8)
        canvas.draw_rich_line("Follow ♠ or {♥}", 20, 400, 18, "#ffffff", dark=True)

    everything()
    before = pygame.image.tobytes(canvas.dst, "RGB")

    def never(*args: object) -> pygame.Surface:
        raise AssertionError("drawn again")

    monkeypatch.setattr("goosetable.app.render.canvas.rasterize", never)
    monkeypatch.setattr("goosetable.app.render.canvas.rounded_box", never)
    monkeypatch.setattr("goosetable.app.render.text.rasterize", never)
    canvas.dst.fill("#204040")
    everything()
    assert pygame.image.tobytes(canvas.dst, "RGB") == before


def test_put_gives_its_box_and_anchors(canvas: Canvas) -> None:
    box = canvas.draw_plain_text("Goose", 640, 360, 30, "#ffffff", "serifb", "center")
    assert box.center == (640, 360)
    assert canvas.draw_plain_text("Goose", 640, 360, 30, "#ffffff", "serifb", "bottomright").bottomright == (640, 360)


def test_rich_text_measures_as_it_draws(canvas: Canvas) -> None:
    for s in ("plain", "{bold} and ~brass~", "K♠ beats 10♥", "♣", ""):
        drawn = canvas.draw_rich_line(s, 10, 10, 20, "#ffffff") if s else 0
        assert drawn == pytest.approx(canvas.width(s, 20), abs=1)
    assert canvas.width("♠", 20) == pytest.approx(20 * 0.86)


def test_wrapping_keeps_within_and_carries_marks_on(canvas: Canvas) -> None:
    s = "A {very long bold run of words that goes on} and ~brass words after it~ to the end ♠ of it.\nNew line."
    lines = canvas.wrap_rich_text(s, 160, 17)
    assert len(lines) > 4 and lines[-1] == "New line."
    assert all(canvas.width(line, 17, "sans") <= 160 for line in lines)
    assert all(line.startswith("{") for line in lines if "bold" in line and "very" not in line)


def test_fit_and_snug(canvas: Canvas) -> None:
    short = canvas.cut_to_fit("Lord Mumble of the Marsh", 20, "serif", 100)
    assert short.endswith("…") and canvas.font("serif", 20).size(short)[0] <= 100
    assert canvas.cut_to_fit("Pip", 20, "serif", 100) == "Pip"
    assert canvas.fitting_size("Lord Mumble", 20, "serif", 60) < 20
    assert canvas.fitting_size("Lord Mumble", 20, "serif", 1) == 10.5


class TestLongTexts:
    """Fitting measures a bounded number of characters, whatever the text."""

    @pytest.fixture
    def measured(self, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """The lengths of all that is measured or drawn."""
        lengths: list[int] = []

        class Counted(pygame.font.Font):
            def size(self, text: str | bytes) -> tuple[int, int]:
                lengths.append(len(text))
                return super().size(text)

        monkeypatch.setattr("goosetable.app.render.text.open_font", Counted)
        return lengths

    @pytest.mark.parametrize("long", ["x" * 60_000, "i" * 60_000, "w\u0335" * 30_000, "\u200b" * 60_000])
    def test_fitting_measures_few_letters(self, canvas: Canvas, measured: list[int], long: str) -> None:
        found = canvas.cut_to_fit(long, 20, "serif", 300)
        assert found.endswith("…")
        assert len(found) < 400
        assert canvas.fitting_size(long, 20, "serif", 300) == 10.5
        assert sum(measured) < 4000
        assert max(measured) < 400

    def test_wrapping_measures_no_line_that_cannot_fit(self, canvas: Canvas, measured: list[int]) -> None:
        lines = canvas.wrap_rich_text("a word " + "x" * 60_000, 300, 20)
        assert max(measured) < 400
        assert sum(measured) < 200_000
        assert all(canvas.width(line, 20, "sans") <= 300 for line in lines)

    def test_measuring_and_drawing_look_at_a_beginning_only(self, canvas: Canvas, measured: list[int]) -> None:
        assert canvas.plain_width("x" * 60_000, 20) == canvas.plain_width("x" * 2000, 20)
        assert canvas.width("x" * 60_000, 20) == canvas.width("x" * 2000, 20)
        assert canvas.plain_text_picture("x" * 60_000, 20, "#000000").get_width() < 40_000
        canvas.draw_rich_line("x" * 60_000, 0, 0, 20, "#000000")
        assert max(measured) == 2000

    def test_what_fits_is_the_longest_beginning_that_does(self, canvas: Canvas) -> None:
        text = "Lord Mumble of the Marsh, and all of his relations"
        for w in range(10, 500, 7):
            found = canvas.cut_to_fit(text, 20, "serif", w)
            if found == text:
                assert canvas.plain_width(text, 20, "serif") <= w
                continue
            longer = [
                text[:n].rstrip() + "…"
                for n in range(1, len(text))
                if canvas.plain_width(text[:n].rstrip() + "…", 20, "serif") <= w
            ]
            assert found == (longer[-1] if longer else "…")

    def test_the_size_is_the_largest_at_which_a_line_fits(self, canvas: Canvas) -> None:
        for w in range(20, 300, 13):
            found = canvas.fitting_size("Lord Mumble, {alone}", 20, "serif", w)
            sizes = [
                px for n in range(19) if (px := 20 - n / 2) > 10.5 and canvas.width("Lord Mumble, {alone}", px, "serif") <= w
            ]
            assert found == (sizes[0] if sizes else 10.5)

    def test_a_word_wider_than_a_line_is_cut(self, canvas: Canvas) -> None:
        lines = canvas.wrap_rich_text("Won by " + "W" * 60 + " alone", 200, 20)
        assert all(canvas.width(line, 20, "sans") <= 200 for line in lines)
        assert "".join(lines).replace(" ", "") == "Wonby" + "W" * 60 + "alone"

    def test_no_sign_is_cut_from_its_marks(self, canvas: Canvas) -> None:
        for w in range(10, 200, 9):
            found = canvas.cut_to_fit("n\u0303\u0301\u0335" * 20, 20, "serif", w).removesuffix("…")
            assert len(found) % 4 == 0


def test_every_portrait_and_icon_can_be_drawn(canvas: Canvas) -> None:
    for who in (*svg.CHARACTERS, *svg.TOKENS):
        canvas.draw_portrait(who, 100, 100, 54)
    for file in (assets.ROOT / "art" / "icons").iterdir():
        canvas.draw_icon(file.stem, 100, 100, 20, "#ffffff")


def test_a_missing_asset_is_named() -> None:
    with pytest.raises(assets.AssetError, match=r"nothing\.ogg is missing"):
        assets.asset("sounds", "nothing.ogg")
    with pytest.raises(assets.AssetError, match="font SourceSansPro-Wide is missing"):
        assets.font_file("SourceSansPro-Wide")


def test_a_damaged_font_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / assets.SANS / "files"
    folder.mkdir(parents=True)
    (folder / "SourceSansPro-Bad.ttf").write_bytes(b"not a font")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(assets.AssetError, match=r"SourceSansPro-Bad\.ttf is damaged"):
        assets.font_file("SourceSansPro-Bad")


def test_cards_have_all_their_states(display: pygame.Surface) -> None:
    faces = CardImages(theme.Theme())
    plain = faces.get("QH", 150)
    assert faces.get("QH", 150) is plain
    assert plain.get_size() == (107 + 32, 150 + 32)
    states = [
        faces.get("QH", 150, lift=4), faces.get("QH", 150, dim=True), faces.get("QH", 150, glow="#e8b64c"),
        faces.get("QH", 150, glow=faces.theme.focus), faces.get("back blue", 150),
    ]  # fmt: skip
    seen = {pygame.image.tobytes(s, "RGBA") for s in [plain, *states]}
    assert len(seen) == 6
    assert faces.get("QH", 150, flip=0.5).get_width() < plain.get_width() * 0.6
    assert faces.get("QH", 150, angle=20).get_width() > plain.get_width()
    faces.blit(display, [faces.placed_image(plain, 100, 100), faces.placed_image(states[0], 200, 100)])
    assert display.get_at((100, 60))[:3] != (0, 0, 0)


@pytest.mark.parametrize("cards", ["two", "four", "large"])
def test_every_card_has_a_face_in_every_deck(cards: str) -> None:
    faces = CardImages(theme.Theme(), cards)  # type: ignore[arg-type]
    from goosetable.app.art import deck

    for code in (*deck.CODES, "back blue", "back red"):
        for height in (60, 180):
            assert "<svg" in faces.card_svg(code, height)


@pytest.mark.parametrize("name", theme.NAMES)
def test_the_cloth_is_flat_at_once_and_whole_by_slices(name: str) -> None:
    table = felt.Felt(theme.load(name))
    bed = felt.felt_measures(640, 400, 500)
    flat = table.best_picture(bed)
    assert flat.get_size() == (640, 400) and table.is_unfinished
    steps = 0
    while table.is_unfinished:
        table.draw_slice()
        steps += 1
    assert steps > 8
    whole = table.best_picture(bed)
    assert whole is not flat and whole is table.best_picture(bed)
    lit, corner = pygame.Color(theme.load(name).cloth_hi), whole.get_at((26, 380))
    assert all(abs(a - b) <= 14 for a, b in zip(whole.get_at((250, 160))[:3], lit[:3], strict=True))
    assert sum(corner[:3]) < sum(lit[:3])


def test_a_new_size_begins_anew_and_old_ones_are_forgotten() -> None:
    table = felt.Felt(theme.Theme(), keep=2)
    for w in (640, 660, 680):
        table.best_picture(felt.felt_measures(w, 400))
        table.draw_slice()
    table.finish()
    assert not table.is_unfinished
    assert table.best_picture(felt.felt_measures(640, 400)) and table.is_unfinished


def test_at_another_size_the_cloth_is_never_the_last_one_stretched() -> None:
    table = felt.Felt(theme.Theme())
    table.best_picture(felt.felt_measures(1280, 720, 974))
    table.finish()
    for bed in (felt.felt_measures(640, 400), felt.felt_measures(1000, 900, 760), felt.felt_measures(1800, 700, 1500)):
        picture, wood, box = table.best_picture(bed), pygame.Color(table.theme.walnut), bed.felt
        assert table.is_unfinished
        for at in (
            (box.left - 1, box.centery),
            (box.right, box.centery),
            (box.centerx, box.top - 1),
            (box.centerx, box.bottom),
        ):
            assert picture.get_at(at) == wood, (bed, at)
        for at in (box.topleft, (box.right - 1, box.top), (box.left, box.bottom - 1), (box.right - 1, box.bottom - 1)):
            assert picture.get_at(at) == wood, (bed, at)
        lit, dark = picture.get_at((bed.lamp_x, bed.lamp_y)), picture.get_at((box.left + 2, box.centery))
        assert lit.g > lit.r and dark.g > dark.r and lit.g > dark.g


def test_no_sheet_darkens_its_neighbour(canvas: Canvas) -> None:
    left, right = pygame.Rect(100, 100, 200, 200), pygame.Rect(310, 100, 200, 200)
    canvas.draw_papers([left])
    alone = pygame.image.tobytes(canvas.dst.subsurface(left), "RGB")
    canvas.dst.fill("#204040")
    canvas.draw_papers([left, right])
    # The shadow of the right one reaches under the left one, whose rounded corners alone let it through.
    middle = pygame.Rect(0, 12, 200, 176)
    beside = canvas.dst.subsurface(left).subsurface(middle)
    before = pygame.image.frombytes(alone, left.size, "RGB").subsurface(middle)
    assert pygame.image.tobytes(beside, "RGB") == pygame.image.tobytes(before, "RGB")


@pytest.mark.parametrize("name", ["lamplight", "chestnut"])
def test_the_rim_is_told_from_its_lip_all_round(name: str) -> None:
    table = felt.Felt(theme.load(name))
    bed = felt.felt_measures(1280, 720, 974)
    table.best_picture(bed)
    table.finish()
    picture, box = table.best_picture(bed), bed.felt
    for wood, lip in (
        ((box.centerx, 3), (box.centerx, box.top - 1)), ((box.centerx, bed.h - 4), (box.centerx, box.bottom)),
        ((3, box.centery), (box.left - 1, box.centery)), ((3, bed.h - 4), (box.centerx, box.bottom)),
    ):  # fmt: skip
        bright, dark = (sum(picture.get_at(at)[:3]) for at in (wood, lip))
        assert bright > dark + 12, (wood, lip)

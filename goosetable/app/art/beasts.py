"""The furred guests: fox, ass, badger, cat, hare and mole, each drawn for a medallion of 200 x 200."""

from __future__ import annotations

from goosetable.app.art.pen import LINE, both, bust, disc, eye, lid, patch, shape, snout, stroke, tilted
from goosetable.app.art.svg import circle, ellipse, place

GOLD = "#e8b64c"
WHISKERS = "#fff6e6"


def fox() -> str:
    """Half-closed eyes and a green bow: smiles before you know why."""
    jacket = bust("C36,134 62,132 78,128 L122,128 C138,132 164,134", "#2f5a4c")
    ears = both(
        shape("M64,70 C54,56 49,42 50,25 C64,28 80,36 92,50 Z", "#d2611f")
        + patch("M62,58 C58,48 57,42 57,34 C65,38 72,43 78,50 Z", "#4a2b22")
    )
    outline = (
        "M100,44 C130,44 152,60 160,84 C164,98 168,104 174,108 C160,122 140,128 126,134 C116,146 108,152 100,152 "
        "C92,152 84,146 74,134 C60,128 40,122 26,108 C32,104 36,98 40,84 C48,60 70,44 100,44 Z"
    )
    cheek = "M26,108 C40,104 60,98 76,104 C90,110 98,124 100,151 C92,151 84,146 74,134 C60,128 40,122 26,108 Z"
    head = patch(outline, "#dd6b26") + both(patch(cheek, "#fbf1df")) + stroke(outline)
    eyes = "".join(eye(x, 92, 10, 5.4, (2, 2)) + lid(x, 92, 10, 0.46, "#c2571a") for x in (70, 130))
    brows = stroke("M56,76 C62,71 72,70 80,75 M122,72 C130,66 140,68 146,74", "#8f3c10", 3.4)
    nose = "M100,126 C92,126 87,130 90,135 C93,140 97,143 100,143 C103,143 107,140 110,135 C113,130 108,126 100,126 Z"
    smile = stroke("M74,134 C82,140 90,148 100,149 C112,149 122,142 130,130", width=2.6)
    bow = shape(
        "M100,160 C84,150 74,156 70,166 C78,178 92,174 100,166 C108,174 122,178 130,166 C126,156 116,150 100,160 Z",
        "#c3d66b",
    ) + disc(100, 163, 6, GOLD, 2.4)
    return jacket + ears + head + eyes + brows + patch(nose, LINE) + snout(96, 130) + smile + bow


def ass() -> str:
    """A straw hat with an ear of barley: never in a hurry, often right."""
    coat = bust("C40,138 66,136 78,130 L122,130 C134,136 160,138", "#8c7f9c")
    ears = both(
        shape("M66,62 C46,54 30,36 28,12 C46,14 66,30 78,52 Z", "#9a9096")
        + patch("M64,54 C50,46 42,34 38,22 C50,26 62,38 70,50 Z", "#e3bfb4")
    )
    head = shape(
        "M100,40 C126,40 140,56 140,78 C140,100 134,118 130,140 C126,160 114,168 100,168 C86,168 74,160 70,140 "
        "C66,118 60,100 60,78 C60,56 74,40 100,40 Z",
        "#a59ba2",
    )
    muzzle = shape(
        "M100,118 C120,118 134,130 134,146 C134,162 120,172 100,172 C80,172 66,162 66,146 C66,130 80,118 100,118 Z",
        "#efe6da",
    )
    nostrils = both(tilted(ellipse(84, 140, 4.2, 6, "#5b4a4c"), 14, 84, 140))
    mouth = stroke("M80,158 C90,165 110,166 122,157")
    eyes = "".join(eye(x, 92, 10.5, 5.6, (1, 2)) + lid(x, 92, 10.5, 0.3, "#8d838b") for x in (78, 122))
    face = ears + head + muzzle + nostrils + mouth + eyes + _straw_hat()
    return coat + place(face, 12.5, 21, 0.875)


def _straw_hat() -> str:
    crown = shape("M58,52 C70,24 130,24 142,52 L138,60 C122,50 78,50 62,60 Z", "#e3bd62")
    brim = shape("M40,62 C58,46 142,46 160,62 C150,74 128,64 100,64 C72,64 50,74 40,62 Z", "#eccb78")
    ribbon = shape("M60,50 C78,42 122,42 140,50 L141,56 C122,47 78,47 59,56 Z", "#b4431f", 2.2)
    plait = stroke("M70,40 C84,34 100,33 116,35 M54,61 C70,55 90,53 110,54", "#b38a2d", 2)
    barley = "M134,48 C146,36 150,26 150,16 M150,16 C144,18 140,24 141,30 M150,16 C156,20 156,26 152,32"
    return crown + brim + ribbon + plait + stroke(barley, "#f0d77a")


def badger() -> str:
    """Tweed and a red bow tie: plays the long suit, and the long game."""
    dark, pale = "#34303a", "#f8f4ea"
    coat = bust("C36,136 60,132 76,126 L124,126 C140,132 164,136", "#5d4a36")
    tweed = both(stroke("M30,154 L60,143 M32,166 L70,152 M42,176 L78,164", "#8a7250", 2.2))
    shirt = shape("M78,128 L100,186 L122,128 Z", "#efe6d2")
    ears = both(disc(52, 62, 17, "#3a3538") + circle(52, 63, 9, "#e7dcd0"))
    head = shape(
        "M100,38 C132,38 154,60 154,88 C154,112 134,122 122,138 C114,150 108,154 100,154 C92,154 86,150 78,138 "
        "C66,122 46,112 46,88 C46,60 68,38 100,38 Z",
        pale,
    )
    stripe = "M86,40 C70,44 56,58 52,80 C50,98 62,110 76,124 C80,112 86,96 90,82 C93,68 92,52 86,40 Z"
    eyes = "".join(eye(x, 88, 8.6, 5, (1, 1)) + lid(x, 88, 8.6, 0.3, dark) for x in (76, 124))
    brows = stroke("M62,78 L86,74 M138,78 L114,74", pale, 3.4)
    nose = "M100,124 C90,124 84,130 87,136 C90,142 95,145 100,145 C105,145 110,142 113,136 C116,130 110,124 100,124 Z"
    mouth = stroke("M100,145 L100,150 M88,152 C94,155 106,155 112,152", width=2.6)
    bow = shape("M100,166 L74,154 L74,182 Z M100,166 L126,154 L126,182 Z", "#a5302c") + disc(100, 167, 6.5, "#8a2320", 2.4)
    face = head + both(shape(stripe, dark, 2)) + eyes + brows + patch(nose, LINE) + snout(95, 129) + mouth
    return coat + tweed + shirt + ears + face + bow


def cat() -> str:
    """One eye open: asleep until the last trick."""
    fur, ginger = "#e9ac55", "#d9963f"
    coat = bust("C38,138 62,136 78,130 L122,130 C138,136 162,138", ginger)
    ears = both(
        shape("M58,76 C48,58 46,40 50,25 C65,31 82,41 90,52 Z", "#e3a24a")
        + patch("M60,62 C55,51 54,43 56,37 C64,41 71,46 77,53 Z", "#eebfa8")
    )
    head = shape("M100,42 C136,42 156,66 156,94 C156,124 132,144 100,144 C68,144 44,124 44,94 C44,66 68,42 100,42 Z", fur)
    stripes = stroke(
        "M92,43 L96,64 L100,44 L104,64 L108,43 M72,50 L82,68 M128,50 L118,68 "
        "M45,92 L62,94 M47,108 L62,106 M155,92 L138,94 M153,108 L138,106",
        "#a8621b",
        4.6,
    )
    muzzle = patch(
        "M100,104 C114,104 126,112 126,124 C126,136 114,142 100,142 C86,142 74,136 74,124 C74,112 86,104 100,104 Z",
        "#fdf1dc",
    )
    eyes = stroke("M62,92 C68,100 80,100 86,92", width=4) + eye(126, 90, 12, 6, (0, 2)) + lid(126, 90, 12, 0.42, ginger)
    nose = shape("M92,108 C96,106 104,106 108,108 C107,114 103,117 100,118 C97,117 93,114 92,108 Z", "#c9605a", 2.2)
    mouth = stroke("M100,118 C99,126 92,129 86,126 M100,118 C101,126 108,129 114,126", width=2.8)
    whiskers = stroke("M68,118 L38,112 M68,124 L40,126 M132,118 L162,112 M132,124 L160,126", WHISKERS, 2.2)
    collar = shape("M66,146 C82,156 118,156 134,146 L136,158 C118,168 82,168 64,158 Z", "#2f5a7c")
    bell = disc(100, 166, 10, GOLD, 2.6) + stroke("M93,166 L107,166 M100,168 L100,174", "#8a5a10", 2.4)
    return coat + ears + head + stripes + muzzle + eyes + nose + mouth + whiskers + collar + bell


def hare() -> str:
    """One ear up, one down: changes plans between two cards."""
    coat = bust("C38,140 62,138 78,132 L122,132 C138,138 162,140", "#9c5a3c")
    upright = shape("M78,62 C62,40 58,18 66,6 C80,8 92,32 94,56 Z", "#b98a58")
    upright += patch("M79,50 C70,36 68,24 70,16 C78,22 84,36 87,50 Z", "#eac3ae")
    bent = "M106,56 C110,34 120,18 132,16 C150,18 160,32 164,50 C152,50 144,44 138,40 C132,50 126,58 120,62 Z"
    ears = upright + shape(bent, "#b98a58") + stroke("M138,40 C136,30 134,24 132,16", width=2.6)
    head = shape("M100,48 C128,48 144,66 144,90 C144,118 126,146 100,146 C74,146 56,118 56,90 C56,66 72,48 100,48 Z", "#c89a66")
    muzzle = patch(
        "M100,102 C116,102 128,112 128,126 C128,140 114,146 100,146 C86,146 72,140 72,126 C72,112 86,102 100,102 Z",
        "#f6e6cc",
    )
    eyes = eye(76, 86, 12, 7, (3, -1)) + eye(124, 86, 12, 7, (3, -1))
    brows = stroke("M62,70 C68,64 78,63 84,68 M116,66 C122,61 132,62 138,69", "#7d5226", 3.2)
    nose = shape("M91,106 C96,103 104,103 109,106 C107,112 103,115 100,115 C97,115 93,112 91,106 Z", "#8a4a44", 2.4)
    mouth = stroke("M100,115 L100,122 M82,122 C88,128 96,126 100,122 C104,126 112,128 118,122", width=2.8)
    teeth = shape("M93,126 L107,126 L106,140 L94,140 Z M100,126 L100,140", "#fffdf4", 2.2)
    whiskers = stroke("M68,116 L40,108 M68,122 L40,124 M132,116 L160,108 M132,122 L160,124", WHISKERS, 2)
    face = ears + head + muzzle + eyes + brows + nose + mouth + teeth + whiskers
    return coat + place(face, 8, 15, 0.92) + _scarf()


def _scarf() -> str:
    wool = "#2f6f7a"
    loop = shape("M60,146 C80,160 120,160 140,146 L146,160 C122,174 78,174 54,160 Z", wool)
    end = shape("M122,162 L136,190 L150,180 L138,158 Z", wool)
    return loop + end + stroke("M62,152 C82,165 118,165 138,152", "#7fc0c4")


def mole() -> str:
    """A lamp, goggles and overalls: sees little, works out the rest."""
    overall = bust("C36,136 58,130 70,122 L130,122 C142,130 164,136", "#b58a3c")
    seams = stroke("M86,128 L84,186 M114,128 L116,186 M84,150 L116,150", "#7d5a1c", 2.4)
    head = shape("M100,40 C134,40 152,64 152,94 C152,124 130,142 100,142 C70,142 48,124 48,94 C48,64 66,40 100,40 Z", "#574b57")
    sheen = stroke("M60,84 C64,62 80,52 96,50", "#7d6f7d", 4)
    muzzle = shape(
        "M100,98 C118,98 130,108 130,122 C130,136 116,146 100,146 C84,146 70,136 70,122 C70,108 84,98 100,98 Z",
        "#ead0c0",
    )
    nose = shape(
        "M100,100 C88,100 82,106 84,113 C87,120 94,123 100,123 C106,123 113,120 116,113 C118,106 112,100 100,100 Z",
        "#e58092",
    ) + ellipse(94, 107, 4, 2.6, "#f8c0c8")
    mouth = stroke("M100,123 L100,130 M86,132 C92,138 108,138 114,132", width=2.8)
    claws = both(shape("M30,168 C34,152 50,148 60,156 L54,162 M60,156 L62,164 M60,156 L68,160", "#e5a9a4", 2.4))
    return overall + seams + head + sheen + muzzle + nose + mouth + _goggles() + _lamp() + claws


def _goggles() -> str:
    brass = "#c9a24a"
    glass = circle(74, 84, 16, "#2c3a44", brass, 4) + stroke("M64,80 C66,74 72,71 78,71", "#8fb0bd")
    return both(glass) + stroke("M90,82 C96,77 104,77 110,82", brass, 4)


def _lamp() -> str:
    helmet = shape("M50,60 C54,34 76,22 100,22 C124,22 146,34 150,60 C128,48 72,48 50,60 Z", "#d9b04a")
    rim = shape("M46,62 C70,46 130,46 154,62 L152,68 C128,54 72,54 48,68 Z", "#b5882c")
    return helmet + rim + disc(100, 36, 12, "#fff3c4") + circle(100, 36, 6, "#ffd95e")

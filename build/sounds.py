"""Computes the sounds of the table, assets/sounds/*.wav: `python build/sounds.py`.

All random numbers are seeded, so every run gives the same bytes; tests/app/art/test_art.py checks this. A sound is a list of
floats, `RATE` for each second. All sounds are scaled to the same loudness, except those of cards, which are a little quieter
because people hear them most often.
"""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

RATE: Final = 22050
FOLDER: Final = Path(__file__).parents[1] / "assets" / "sounds"

Wave = list[float]

# ---- material


def count(seconds: float) -> int:
    """Returns the number of samples in `seconds`."""
    return round(seconds * RATE)


def hiss(rng: Random, seconds: float) -> Wave:
    """Returns white noise, -1..1."""
    return [rng.uniform(-1, 1) for _ in range(count(seconds))]


def band(sound: Sequence[float], hertz: float, q: float) -> Wave:
    """Returns a sound through a second-order band-pass around `hertz`. q: quality; the higher, the narrower the band."""
    w = 2 * math.pi * hertz / RATE
    alpha = math.sin(w) / (2 * q)
    gain, a1, a2 = alpha / (1 + alpha), -2 * math.cos(w) / (1 + alpha), (1 - alpha) / (1 + alpha)
    out: Wave = []
    x1 = x2 = y1 = y2 = 0.0
    for x in sound:
        y = gain * (x - x2) - a1 * y1 - a2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        out.append(y)
    return out


def apply_stroke_envelope(sound: Sequence[float], attack: float, decay: float) -> Wave:
    """Returns a sound with the envelope of a stroke. attack, decay: times of its rise and its decay in seconds."""
    n, rise = len(sound), max(1, count(attack))
    return [v * min(1, i / rise) * (1 - i / n) ** 2 * math.exp(-i / (decay * RATE)) for i, v in enumerate(sound)]


def apply_swell_envelope(sound: Sequence[float], top: float) -> Wave:
    """Returns a sound with an envelope that rises and falls. top: place of the maximum, as a part of the length, 0..1."""
    n = len(sound)
    out: Wave = []
    for i, v in enumerate(sound):
        at = i / n
        out.append(v * math.sin(math.pi / 2 * (at / top if at < top else (1 - at) / (1 - top))) ** 1.4)
    return out


def note(hertz: float, seconds: float, decay: float, partials: Sequence[tuple[float, float]]) -> Wave:
    """Returns a struck tone. decay: decay time of the fundamental in seconds. partials: (multiple of `hertz`, loudness)."""
    n, rise = count(seconds), count(0.004)
    out = [0.0] * n
    for multiple, loudness in partials:
        step, fall = 2 * math.pi * hertz * multiple / RATE, decay * RATE / multiple**0.7
        for i in range(n):
            out[i] += loudness * math.sin(step * i) * math.exp(-i / fall)
    return [v * min(1, i / rise) * (1 - i / n) for i, v in enumerate(out)]


def mix_tracks(*tracks: tuple[float, float, Sequence[float]]) -> Wave:
    """Returns the sum of some sounds. tracks: (start in seconds, loudness, sound)."""
    out = [0.0] * max(count(start) + len(sound) for start, _, sound in tracks)
    for start, loudness, sound in tracks:
        offset = count(start)
        for i, v in enumerate(sound):
            out[offset + i] += loudness * v
    return out


WOOD: Final = ((1, 1.0), (3.93, 0.22), (9.2, 0.05))  # a marimba's bar
CLAY: Final = ((1, 1.0), (2.76, 0.6), (3.9, 0.25))  # a small disc


def tap(rng: Random, hertz: float, decay: float) -> Wave:
    """A fingertip or a card's edge on felt."""
    return apply_stroke_envelope(band(hiss(rng, decay * 6), hertz, 1.1), 0.001, decay)


# ---- loudness by ITU-R BS.1770

BLOCK: Final = 0.4
STEP: Final = 0.01


def shelf(rate: int) -> tuple[float, float, float, float, float]:
    """Returns the coefficients b0, b1, b2, a1, a2 of the weighting's first filter, a high shelf. rate: samples a second."""
    gain, q, k = 10 ** (3.999843853973347 / 20), 0.7071752369554196, math.tan(math.pi * 1681.974450955533 / rate)
    middle = gain**0.4996667741545416
    a0 = 1 + k / q + k * k
    return (
        (gain + middle * k / q + k * k) / a0, 2 * (k * k - gain) / a0, (gain - middle * k / q + k * k) / a0,
        2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0,
    )  # fmt: skip


def high_pass(rate: int) -> tuple[float, float, float, float, float]:
    """Returns the same coefficients of the second filter, a high-pass."""
    q, k = 0.5003270373238773, math.tan(math.pi * 38.13547087602444 / rate)
    a0 = 1 + k / q + k * k
    return 1.0, -2.0, 1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0


def apply_filter(sound: Sequence[float], by: tuple[float, float, float, float, float]) -> list[float]:
    b0, b1, b2, a1, a2 = by
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for x in sound:
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        out.append(y)
    return out


def momentary(sound: Sequence[float], rate: int) -> float:
    """Returns the loudness in LUFS of the loudest 0.4 seconds of one channel, with samples -1..1; -inf for silence.

    BS.1770 measures blocks of 0.4 seconds, but the sounds last 0.1 to 0.9. So the measure is the loudest block, the momentary
    maximum of EBU Tech 3341, with silence before and after the sound.
    """
    block = round(BLOCK * rate)
    still = [0.0] * block
    weighted = apply_filter(apply_filter([*still, *sound, *still], shelf(rate)), high_pass(rate))
    sums = [0.0]
    for value in weighted:
        sums.append(sums[-1] + value * value)
    step = max(1, round(STEP * rate))
    power = max(sums[i + block] - sums[i] for i in range(0, len(weighted) - block + 1, step)) / block
    return -0.691 + 10 * math.log10(power) if power > 1e-12 else -math.inf


# ---- the sounds


def deal(rng: Random) -> Wave:
    """One card dealt: a soft swish and a tap on felt, very short because it is so frequent."""
    swish = apply_stroke_envelope(band(hiss(rng, 0.11), 3000, 0.8), 0.02, 0.05)
    return mix_tracks((0, 0.9, swish), (0.07, 2.2, tap(rng, 430, 0.012)))


def slide(rng: Random) -> Wave:
    """A card pushed across the cloth, from dark to light."""
    breath = hiss(rng, 0.24)
    low, high = band(breath, 1400, 0.7), band(breath, 3600, 0.7)
    n = len(breath)
    push = apply_swell_envelope([a * (1 - i / n) + b * i / n for i, (a, b) in enumerate(zip(low, high, strict=True))], 0.4)
    return mix_tracks((0, 1, push), (0.19, 0.9, tap(rng, 480, 0.012)))


def flip(rng: Random) -> Wave:
    """A card turned over: a snap and a soft tap."""
    return mix_tracks((0, 0.8, tap(rng, 4600, 0.008)), (0.045, 1.8, tap(rng, 850, 0.018)))


def gather(rng: Random) -> Wave:
    """A trick swept together and tapped straight."""
    sweep = apply_swell_envelope(band(hiss(rng, 0.3), 1700, 0.6), 0.7)
    return mix_tracks((0, 0.7, sweep), (0.27, 2.2, tap(rng, 520, 0.016)), (0.34, 1.3, tap(rng, 600, 0.012)))


def turn(rng: Random) -> Wave:
    """Your turn: one low wood note."""
    return mix_tracks((0, 1, note(196.0, 0.55, 0.16, WOOD)), (0, 0.5, tap(rng, 900, 0.006)))


def refuse(rng: Random) -> Wave:
    """Not that one: a dull tap, no buzzer."""
    return mix_tracks((0, 1, note(104.0, 0.14, 0.03, ((1, 1.0), (1.6, 0.4)))), (0, 1.2, tap(rng, 260, 0.018)))


def chip(rng: Random) -> Wave:
    """A chip laid on another: a bid."""
    first, second = note(2150, 0.09, 0.016, CLAY), note(2390, 0.10, 0.020, CLAY)
    return mix_tracks((0, 1, first), (0.05, 0.7, second), (0, 0.5, tap(rng, 5200, 0.004)), (0, 0.8, tap(rng, 700, 0.008)))


def honk(rng: Random) -> Wave:
    """The goose, once and short: a reedy call whose pitch breaks upwards half way."""
    n, phase = count(0.3), 0.0
    reed: Wave = []
    for i in range(n):
        at = i / n
        hertz = (
            330 * (1 + 0.33 * math.sin(math.pi * min(1, at * 2.2)))
            if at < 0.45
            else 300 + 75 * math.sin(math.pi * (at - 0.45) / 0.55)
        )
        phase += hertz * (1 + rng.uniform(-0.01, 0.01)) / RATE
        dip = 0.4 if 0.42 < at < 0.47 else 1
        reed.append((phase % 1 * 2 - 1) * min(1, i / count(0.012)) * (1 - at) ** 0.8 * dip)
    throat = ((950, 3, 1.1), (2100, 4, 0.7), (3300, 4, 0.3))
    return mix_tracks(*((0, loudness, band(reed, hertz, q)) for hertz, q, loudness in throat))


def fox(rng: Random) -> Wave:
    """The Red Fox's chip put down: a heavy click and two faint ones."""
    weight = note(310, 0.12, 0.022, ((1, 1.0), (2.3, 0.5)))
    click = note(1480, 0.12, 0.024, CLAY)
    return mix_tracks(
        (0, 0.9, weight), (0, 0.8, click), (0.085, 0.35, click), (0.14, 0.18, click), (0, 0.5, tap(rng, 4200, 0.004))
    )


def up(rng: Random) -> Wave:
    """Becoming the Goose: two notes up."""
    return _two_notes(rng, 440.0, 587.33)


def down(rng: Random) -> Wave:
    """Becoming the Ass: two notes down."""
    return _two_notes(rng, 392.0, 293.66)


def _two_notes(rng: Random, first: float, second: float) -> Wave:
    knock = tap(rng, 1500, 0.004)
    return mix_tracks(
        (0, 0.8, note(first, 0.4, 0.1, WOOD)),
        (0.14, 1, note(second, 0.5, 0.15, WOOD)),
        (0, 0.3, knock),
        (0.14, 0.3, knock),
    )


def pencil(rng: Random) -> Wave:
    """A score written down: four quick strokes on paper."""
    strokes: list[tuple[float, float, Wave]] = []
    start = 0.0
    for seconds, loudness in ((0.09, 0.8), (0.06, 0.6), (0.11, 1.0), (0.13, 0.9)):
        grain = [v * (0.55 + 0.45 * math.sin(2 * math.pi * 140 * i / RATE)) for i, v in enumerate(hiss(rng, seconds))]
        strokes.append((start, loudness, apply_swell_envelope(band(grain, 3300 + rng.uniform(-300, 300), 1.1), 0.35)))
        strokes.append((start, 0.5, tap(rng, 1100, 0.005)))
        start += seconds + 0.035
    return mix_tracks(*strokes)


def win(rng: Random) -> Wave:
    """The game won: three notes and a honk."""
    chord = [(0.15 * i, 0.8, note(hertz, 0.62, 0.18, WOOD)) for i, hertz in enumerate((392.0, 493.88, 587.33))]
    return mix_tracks(*chord, (0.6, 1.7, honk(rng)))


def curtain(rng: Random) -> Wave:
    """A heavy curtain drawn: the rustle of cloth, and a dull tap at the end."""
    breath = hiss(rng, 0.62)
    folds = [v * (0.75 + 0.25 * math.sin(2 * math.pi * 11 * i / RATE)) for i, v in enumerate(band(breath, 900, 0.5))]
    return mix_tracks(
        (0, 0.8, apply_swell_envelope(folds, 0.35)),
        (0, 0.25, apply_swell_envelope(band(breath, 2600, 0.7), 0.3)),
        (0.4, 1.4, tap(rng, 150, 0.04)),
    )


SIGNAL: Final = -26.5
"""Loudness of a signal in LUFS, by `momentary`."""
CARD: Final = -28.5

# By name, the function that makes the sound, and its loudness in LUFS.
SOUNDS: Final[dict[str, tuple[Callable[[Random], Wave], float]]] = {
    "deal": (deal, CARD),
    "slide": (slide, CARD),
    "flip": (flip, CARD),
    "gather": (gather, CARD),
    "turn": (turn, SIGNAL),
    "refuse": (refuse, SIGNAL),
    "chip": (chip, SIGNAL),
    "honk": (honk, SIGNAL),
    "fox": (fox, SIGNAL),
    "up": (up, SIGNAL),
    "down": (down, SIGNAL),
    "pencil": (pencil, SIGNAL),
    "win": (win, SIGNAL),
    "curtain": (curtain, SIGNAL),
}


# ---- files


def samples(name: str) -> array[int]:
    """Returns the finished sound as signed 16-bit samples, scaled to its loudness and faded out over 5 ms."""
    make, wanted = SOUNDS[name]
    sound = make(Random(f"goosetable {name}"))
    scale = 32767 * round(10 ** ((wanted - momentary(sound, RATE)) / 20), 5)
    n, fade = len(sound), count(0.005)
    return array("h", [round(scale * v * min(1, (n - 1 - i) / fade)) for i, v in enumerate(sound)])


def file_bytes(name: str) -> bytes:
    """Returns the bytes of a sound's .wav file: mono, 16 bit."""
    data = samples(name)
    if array("h", [1]).tobytes() != b"\x01\x00":  # wave files are little-endian on every machine
        data.byteswap()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())
    return out.getvalue()


def main() -> None:
    """Writes the file of every sound, and prints its duration and loudness."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    total = 0
    for name in SOUNDS:
        content = file_bytes(name)
        (FOLDER / f"{name}.wav").write_bytes(content)
        data = samples(name)
        loud = momentary([v / 32767 for v in data], RATE)
        peak = max(map(abs, data)) / 32767
        print(f"{name:8} {len(data) / RATE:.2f} s  peak {peak:.2f}  {loud:.1f} LUFS  {len(content)} bytes")
        total += len(content)
    print(f"{len(SOUNDS)} sounds, {total / 1024:.0f} KiB")


if __name__ == "__main__":
    main()

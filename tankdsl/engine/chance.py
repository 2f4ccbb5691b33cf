"""Chance, the same in every language.

Each stream is a xoshiro128** generator (Blackman and Vigna, 2018) of four 32-bit words. Stream number `s` of
the game with seed `n` is started by splitmix32: the 32-bit counter begins at ``n xor (s * 0x9E3779B9)``, and
each word is

    counter += 0x9E3779B9
    z = counter;  z = (z xor z >> 16) * 0x21F0AAAD;  z = (z xor z >> 15) * 0x735A2D97;  z xor z >> 15

with all arithmetic modulo 2^32 and `n` reduced to its lowest 32 bits first. A state of four zeros, for which
the generator would stand still, becomes 1, 0, 0, 0.

A number below `n` takes words until one is less than ``2^32 - 2^32 mod n`` and is its remainder by `n`; at
least one word is always taken, also when `n` is 1. A die of `k` sides is 1 plus a number below `k`. A shuffle goes from the
last index down to 1 and exchanges each index `i` with a number below ``i + 1``.
"""

from collections.abc import Callable

MASK = 0xFFFFFFFF
GOLDEN = 0x9E3779B9
DICE, DRAW, AGENTS = 1, 2, 3
"""Numbers of the streams: rolls of dice; shuffles, draws and random choices; players that are machines."""
STREAM_NAMES = {DICE: "dice", DRAW: "draw"}
"""The streams that belong to the state of a game, with their names there."""


def seeded(seed: int, stream: int) -> list[int]:
    """The four words with which a stream begins."""
    counter = (seed & MASK) ^ ((stream * GOLDEN) & MASK)
    words = []
    for _ in range(4):
        counter = (counter + GOLDEN) & MASK
        z = counter
        z = ((z ^ (z >> 16)) * 0x21F0AAAD) & MASK
        z = ((z ^ (z >> 15)) * 0x735A2D97) & MASK
        words.append(z ^ (z >> 15))
    return words if any(words) else [1, 0, 0, 0]


def next_word(words: list[int]) -> int:
    """The next 32 bits; `words` moves on."""
    a, b, c, d = words
    x = (b * 5) & MASK
    result = ((((x << 7) | (x >> 25)) & MASK) * 9) & MASK
    c ^= a
    d ^= b
    words[0] = a ^ d
    words[1] = b ^ c
    words[2] = c ^ ((b << 9) & MASK)
    words[3] = ((d << 11) | (d >> 21)) & MASK
    return result


def below(words: list[int], n: int) -> int:
    """A uniform number from 0 to ``n - 1`` (`n` from 1 to 2^32)."""
    if not 0 < n <= MASK + 1:
        raise ValueError("a random number needs a bound from 1 to 2^32")
    top = 0x100000000 - 0x100000000 % n
    while True:
        # The next word, written out: this is done for every answer of a random player.
        a, b, c, d = words
        x = (b * 5) & 0xFFFFFFFF
        word = ((((x << 7) | (x >> 25)) & 0xFFFFFFFF) * 9) & 0xFFFFFFFF
        c ^= a
        d ^= b
        words[:] = a ^ d, b ^ c, c ^ ((b << 9) & 0xFFFFFFFF), ((d << 11) | (d >> 21)) & 0xFFFFFFFF
        if word < top:
            return word % n


def shuffle(things: list[int], number_below: Callable[[int], int]) -> None:
    """Fisher-Yates from the end: index `i` is exchanged with ``number_below(i + 1)``, for i = last .. 1."""
    for i in range(len(things) - 1, 0, -1):
        j = number_below(i + 1)
        things[i], things[j] = things[j], things[i]

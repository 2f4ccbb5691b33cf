"""The random numbers, against values computed by the published algorithms."""

from collections import Counter

import pytest

from tankdsl.engine import chance


def xoshiro_reference(state: list[int], count: int) -> list[int]:
    """xoshiro128** written out as in the C source of its authors."""

    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF

    s, found = list(state), []
    for _ in range(count):
        found.append((rotl((s[1] * 5) & 0xFFFFFFFF, 7) * 9) & 0xFFFFFFFF)
        t = (s[1] << 9) & 0xFFFFFFFF
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)
    return found


@pytest.mark.parametrize("start", [[1, 2, 3, 4], [0, 0, 0, 1], [0xFFFFFFFF, 0, 0x12345678, 7]])
def test_words_are_those_of_the_published_generator(start: list[int]) -> None:
    words = list(start)
    assert [chance.next_word(words) for _ in range(200)] == xoshiro_reference(start, 200)


def test_seeding_is_fixed_for_ever() -> None:
    assert chance.seeded(0, chance.DICE) == [3653269916, 2939563536, 2141751570, 3295091513]
    words = chance.seeded(0, chance.DICE)
    assert [chance.below(words, 6) + 1 for _ in range(12)] == [1, 4, 5, 5, 1, 1, 2, 1, 4, 5, 3, 5]


def test_streams_and_seeds_differ() -> None:
    seeds = [tuple(chance.seeded(seed, stream)) for seed in range(50) for stream in (1, 2, 3)]
    assert len(set(seeds)) == 150
    assert chance.seeded(-1, 1) == chance.seeded(0xFFFFFFFF, 1)


def test_below_is_uniform_and_takes_a_word_even_for_one() -> None:
    words = chance.seeded(5, chance.DRAW)
    counts = Counter(chance.below(words, 6) for _ in range(12_000))
    assert set(counts) == set(range(6)) and all(1800 < n < 2200 for n in counts.values())
    before = list(words)
    assert chance.below(words, 1) == 0 and words != before


def test_below_rejects_the_incomplete_rest() -> None:
    # 2^32 mod 3 is 1, so only the word 2^32 - 1 is rejected.
    assert 2**32 % 3 == 1
    rotated = 0xFFFFFFFF * pow(9, -1, 2**32) % 2**32
    words = [1, (rotated >> 7 | rotated << 25) % 2**32 * pow(5, -1, 2**32) % 2**32, 3, 4]
    drawn = list(words)
    assert chance.next_word(drawn) == 0xFFFFFFFF
    second = chance.next_word(drawn)
    assert chance.below(words, 3) == second % 3 and words == drawn


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_needs_a_bound(n: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        chance.below([1, 2, 3, 4], n)


def test_shuffle_goes_from_the_end() -> None:
    asked = []

    def number_below(n: int) -> int:
        asked.append(n)
        return 0

    things = [0, 1, 2, 3]
    chance.shuffle(things, number_below)
    assert asked == [4, 3, 2]
    assert things == [1, 2, 3, 0]

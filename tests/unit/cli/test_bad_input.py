"""Input of every bad kind through the command line: a finding and exit 1 or 2, soon and without a traceback."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import DUEL, run_command

GOOD = "enum Role { medium, heavy }\n"
RULES = (DUEL / "duel.tank").read_text(encoding="utf-8")


def check(folder: Path, content: bytes | str, *options: str) -> Any:
    """Check a file with such a content beside the rules of the sample pack."""
    (folder / "a.tank").write_bytes(content if isinstance(content, bytes) else content.encode())
    started = time.process_time()
    result = run_command("check", folder / "a.tank", *options)
    assert time.process_time() - started < 60
    assert result.exit_code == 1, result.output[:500]
    assert "TK9001" not in result.output
    return result


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (GOOD.encode("utf-16"), "TK0008"),
        (GOOD.encode("utf-16-le"), "TK0008"),
        (GOOD.encode("utf-32"), "TK0008"),
        ("enum Rôle { a }\n".encode("latin-1"), "TK0007"),
        (b"\xef\xbb\xbf" + GOOD.encode() + b"\xef\xbb\xbf", "TK1003"),
        (GOOD.encode() + b"\0", "TK0009"),
        (b"\xff\xfe", "TK0"),
        (b"\xc0\x80", "TK0007"),
        (b"\xed\xa0\x80", "TK0007"),
    ],
)
def test_encodings(tmp_path: Path, content: bytes, code: str) -> None:
    assert f"error[{code}" in check(tmp_path, content).stdout


@pytest.mark.parametrize("line", [b"# ", b"value v(): int = 1 + ", b'enum A { a "', b"effect e() { f("])
def test_a_line_of_ten_megabytes(tmp_path: Path, line: bytes) -> None:
    assert "error[TK0006" in check(tmp_path, line + b"x" * 10_000_000).stdout


DEEP = 100_000
NESTED = {
    "round": ("value v(): int = " + "(" * DEEP, "1", ")" * DEEP),
    "square": ("value v(): int = count(" + "[" * DEEP, "1", "]" * DEEP + ")"),
    "calls": ("value v(): int = " + "f(" * DEEP, "1", ")" * DEEP),
    "index": ("value v(): int = " + "a[" * DEEP, "1", "]" * DEEP),
    "blocks": ("effect e() " + "{ if yes " * DEEP, "", "}" * DEEP),
    "braces": ("effect e() " + "{" * DEEP, "", "}" * DEEP),
    "branches": ("value v(): int = " + "if yes { 1 } else { " * (DEEP // 10), "1", " }" * (DEEP // 10)),
    "matches": ("value v(): int = " + "match 1 { otherwise => " * (DEEP // 10), "1", " }" * (DEEP // 10)),
    "not": ("value v(): bool = " + "not " * DEEP, "yes", ""),
    "minus": ("value v(): int = " + "-" * DEEP, "1", ""),
    "plus": ("value v(): int = 1" + " + 1" * DEEP, "", ""),
    "else": ("value v(): int = " + "none else " * DEEP, "1", ""),
    "fields": ("value v(): int = a" + ".b" * DEEP, "", ""),
    "quantifiers": ("value v(): bool = " + "any x in s where " * DEEP, "yes", ""),
    "tests": ('test "t" {\n' + "case a {\n" * DEEP, "", "}\n" * DEEP + "}"),
    "options": ("".join(f'option o{n} "O" = on {{\nreplace ' for n in range(DEEP // 100)), "effect e() { }", "}" * (DEEP // 100)),
    "rows": ("table t(r: 1..6) gives bool by r { " + "1 => { if yes " * (DEEP // 10), "", "}" * (DEEP // 10)),
    "open": ("value v(): int = " + "(" * DEEP, "", ""),
    "closed": ("value v(): int = 1" + ")" * DEEP, "", ""),
}


@pytest.mark.parametrize("nested", NESTED)
def test_a_hundred_thousand_levels(tmp_path: Path, nested: str) -> None:
    begin, middle, end = NESTED[nested]
    assert "error[TK" in check(tmp_path, f"{begin}{middle}{end}\n").stdout


def test_a_folder_stands_where_a_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for target in (tmp_path / "file", tmp_path / "file" / "below"):
        result = run_command("build", DUEL, "-o", target)
        assert result.exit_code in (1, 2) and "error[TK9004" in result.stderr
    assert (tmp_path / "file").read_text() == "mine"


BIG = ("0", "-1", "2147483647", "2147483648", "99999999999999999999999999")
PLACES = {
    "track plates: 0..2 = 1": ["track plates: 0..{n} = 1", "track plates: 0..2 = {n}", "track plates: {n}..2 = 1"],
    "stat  speed: 1..3 hexes": ["stat  speed: 1..{n} hexes", "stat  speed: {n}..3 hexes"],
    "| 2 hexes |": ["| {n} hexes |"],
    '1..2 = 1\n': ["1..{n} = 1\n", "1..2 = {n}\n", "{n}..2 = 1\n"],
    "for 2 as actions": ["for {n} as actions"],
}  # fmt: skip


def with_numbers() -> Iterator[str]:
    """The rules of the sample pack with an absurd number wherever one may stand."""
    for old, patterns in PLACES.items():
        if old in RULES:
            yield from (RULES.replace(old, pattern.format(n=n), 1) for pattern in patterns for n in BIG)
    pieces = [
        "board b axial {n} x 2 {{\n    legend . = grass\n    rows {{\n        . .\n        . .\n    }}\n}}",
        "board b axial 2 x {n} {{\n    legend . = grass\n    rows {{\n        . .\n        . .\n    }}\n}}",
        'layout l "L" {{\n    board field at ({n}, 0)\n}}',
        "value v(h: place): int = count(within(h, {n})) + count(ring(h, {n})) + count(ray(h, n, {n}))",
        "value v(d: direction): direction = turn(d, {n})",
        "value v(): int = count(numbers(0, {n}))",
        "value v(): int = {n} * {n} + {n} div {n} - {n} mod {n}",
        "effect e(s: Side) {{ roll p = {n} d6 clamp 1..{n} by s\n if highest(p) > 1 {{ nothing }} }}",
        "effect e(s: Side) {{ roll p = {n}d{n} by s\n if highest(p) > 1 {{ nothing }} }}",
        "effect e(t: Tank) {{ repeat at most {n} {{ t.plates -= {n} }} }}",
        "action a(t: Tank) {{ at most {n} per turn\n cost {n} actions\n t.plates -= 1 }}",
        "table t(r: 1..{n}) gives bool by r {{ 1..{n} => give yes }}",
        "pile p of Order holds {n}",
        'mission m "M" copies {n} {{ met for s when yes }}',
        "roster many {{ red {{ {n} scout }} }}",
        (
            'test "t" {{\n    scenario meeting\n'
            "    given t: red.scout at ({n}, {n}) {{ plates = {n} }}\n    start battle\n"
            "    do shoot(t, t) dice {n}\n}}"
        ),
    ]
    yield from (f"{RULES}\n{piece.format(n=n)}\n" for piece in pieces for n in BIG)


def test_absurd_numbers_wherever_one_may_stand(tmp_path: Path) -> None:
    """Whether they are refused or not: the compiler answers, and soon."""
    field = (DUEL / "field.tank").read_text(encoding="utf-8")
    started, count = time.process_time(), 0
    for text in with_numbers():
        (tmp_path / "a.tank").write_text(text)
        (tmp_path / "field.tank").write_text(field)
        result = run_command("check", tmp_path)
        assert result.exit_code in (0, 1) and "TK9001" not in result.output, (text[-400:], result.output[:500])
        count += 1
    assert count >= 80 and time.process_time() - started < 120


def many(kind: str, count: int) -> str:
    """So many faults of a kind."""
    texts = {
        "names": "value v{n}(t: Tank): int = foo{n} + 1\n",
        "calls": "effect e{n}(t: Tank) {{ hurt{n}(t) }}\n",
        "fields": "effect e{n}(t: Tank) {{ t.plate{n} = 3 }}\n",
        "types": "value v{n}(t: Tnk{n}): int = 1\n",
        "twice": "enum Sort{h} {{ a, b }}\n",
        "syntax": "effect e{n}(t: Tank) {{ t.plates{n} == 3 }}\n",
        "words": "efect e{n}(t: Tank) {{ }}\n",
    }
    return RULES + "".join(texts[kind].format(n=n, h=n // 2) for n in range(count))


@pytest.mark.parametrize("kind", ["names", "calls", "fields", "types", "twice", "syntax", "words"])
def test_thousands_of_faults_take_seconds(tmp_path: Path, kind: str) -> None:
    """The work grows with the number of faults and no faster, and what is printed stays short."""
    times: list[float] = []
    for count in (300, 2_400):
        started = time.process_time()
        result = check(tmp_path, many(kind, count))
        times.append(time.process_time() - started)
        assert len(result.stdout) < 400_000
        assert f"{count // 2 if kind == 'twice' else count:,} error" in result.stdout
    assert times[1] < 20 * max(times[0], 0.5)


def test_of_many_findings_the_first_are_shown_and_json_has_all(tmp_path: Path) -> None:
    result = check(tmp_path, many("fields", 700))
    assert "200 more findings not shown; `--format concise` lists all\n\n700 errors in 1 file\n" in result.stdout
    assert len(check(tmp_path, many("fields", 700), "--format", "concise").stdout.splitlines()) == 700
    assert len(json.loads(check(tmp_path, many("fields", 700), "--format", "json").stdout)["diagnostics"]) == 700


def test_thousands_of_declarations(tmp_path: Path) -> None:
    text = RULES + "".join(f"value v{n}(t: Tank): int = t.plates + {n}\n" for n in range(3_000))
    (tmp_path / "a.tank").write_text(text)
    (tmp_path / "field.tank").write_text((DUEL / "field.tank").read_text(encoding="utf-8"))
    started = time.process_time()
    assert run_command("check", tmp_path).exit_code == 0
    assert time.process_time() - started < 30

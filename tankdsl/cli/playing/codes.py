"""Short names for pieces and ground, which fit into a hex of the map: at most three characters.

A piece is called after the longest word of its name, with its number behind when there are several of its model: `Fo1`.
Ground is called by the first three letters of its name, in small letters; the ground that is most common stays blank.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

_WORD = re.compile(r"[^\W\d_]+")


def piece_codes(instances: Mapping[str, str]) -> dict[str, str]:
    """A code for each piece, by id; `instances` are ids and display names, in order. No two are the same."""
    models: dict[str, str] = {}
    for id, name in instances.items():
        models.setdefault(_model_of(id), name)
    numbered = Counter(map(_model_of, instances))
    taken: set[str] = set()
    letters = {model: _letters(name or model, taken, 2 if numbered[model] > 1 else 3) for model, name in models.items()}
    codes: dict[str, str] = {}
    for id in instances:
        model, number = _model_of(id), id.rpartition(".")[2]
        code = letters[model] + (number if numbered[model] > 1 else "")
        codes[id] = code if len(code) <= 3 and code not in codes.values() else _free(codes.values())
    return codes


def terrain_codes(names: Mapping[str, str], places: Iterable[str]) -> dict[str, str]:
    """A code for each terrain by id; `places` are the terrains of all places. The most common one is blank."""
    common = Counter(places).most_common(1)
    taken: set[str] = set()
    return {id: "" if common and id == common[0][0] else _letters(name or id, taken, 3).lower() for id, name in names.items()}


def _model_of(id: str) -> str:
    """The id without the number of the copy."""
    head, point, tail = id.rpartition(".")
    return head if point and tail.isdigit() else id


def _letters(name: str, taken: set[str], most: int) -> str:
    """Letters of the longest word of a name, the first big, that are not taken yet; they are taken then."""
    word = max(_WORD.findall(name) or ["x"], key=len)
    rest = word[1:] + "".join(_WORD.findall(name))
    candidates = [word[:most]] + [(word[0] + letter)[:most] for letter in rest] + [(word[0] + str(n))[:most] for n in range(10)]
    code = next((each for each in candidates if each.lower() not in taken), word[:most])
    taken.add(code.lower())
    return code[:1].upper() + code[1:].lower()


def _free(taken: Iterable[str]) -> str:
    used = set(taken)
    return next(f"#{number}" for number in range(1, 10_000) if f"#{number}" not in used)[:3]


def code_rows(codes: Mapping[str, str], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Codes with what they stand for, those that are blank last."""
    rows = [(code, names[id]) for id, code in codes.items() if code]
    return rows + [("blank", names[id]) for id, code in codes.items() if not code]


def field_name(texts: Mapping[str, str], field: Mapping[str, Any]) -> str:
    """What a field is called for people."""
    return texts.get(field.get("name", ""), "") or str(field["id"]).replace("_", " ")

"""The data files that belong to the package: the grammar, the schemas and the pages of the diagnostics.

In a checkout they stand beside the package, where people look for them, in an installed wheel inside of it. Both are
found from the package itself, never from the working directory.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

Folder = Literal["grammar", "schemas", "diagnostics"]

_IN_CHECKOUT: dict[str, str] = {"diagnostics": "docs/diagnostics"}
"""Where a folder stands in a checkout, if not at the top under its own name."""


def resource_folder(folder: Folder) -> Traversable:
    """The folder of that name; ``FileNotFoundError`` if the installation is damaged."""
    packaged = files("tankdsl").joinpath("_data", folder)
    if packaged.is_dir():
        return packaged
    beside = Path(__file__).resolve().parent.parent / _IN_CHECKOUT.get(folder, folder)
    if beside.is_dir():
        return beside
    raise FileNotFoundError(f"the data folder {folder!r} of tankdsl is missing; install the package again")


def resource_names(folder: Folder, suffix: str = "") -> tuple[str, ...]:
    """The names of the files in a folder that end in ``suffix``, in code point order."""
    return tuple(sorted(item.name for item in resource_folder(folder).iterdir() if item.name.endswith(suffix)))


def resource_bytes(folder: Folder, name: str) -> bytes:
    """The content of a file; ``FileNotFoundError`` if there is none of that name."""
    return resource_folder(folder).joinpath(name).read_bytes()


def resource_text(folder: Folder, name: str) -> str:
    """The content of a UTF-8 file; ``FileNotFoundError`` if there is none of that name."""
    return resource_bytes(folder, name).decode("utf-8")

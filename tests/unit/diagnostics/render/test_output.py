import io
import json
import os
import subprocess
import sys

import pytest

from tankdsl.diagnostics.registry import usage
from tankdsl.diagnostics.render import render_json, write_text
from tankdsl.source import SourceSet

TEXT = "Größe 日本 🚀 \N{REPLACEMENT CHARACTER}\n"


def written(text: str, encoding: str) -> bytes:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="\r\n")
    write_text(stream, text)
    return raw.getvalue()


def test_utf8_takes_everything() -> None:
    assert written(TEXT, "utf-8") == TEXT.encode()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "koi8-r", "shift_jis"])
def test_narrow_encodings_get_escapes(encoding: str) -> None:
    assert written(TEXT, encoding) == TEXT.encode(encoding, "backslashreplace")
    assert b"\\U0001f680" in written(TEXT, encoding)


def test_bytes_of_file_names_that_are_no_text() -> None:
    name = b"K\xf6nig.tank".decode("utf-8", "surrogateescape")
    assert written(name, "utf-8") == b"K\\udcf6nig.tank"
    assert written(name, "ascii") == b"K\\udcf6nig.tank"


def test_json_with_such_bytes_is_still_json() -> None:
    name = b"K\xf6nig".decode("utf-8", "surrogateescape")
    data = written(render_json([usage.NOTHING_TO_DO.at(None, name)], SourceSet()), "utf-8")
    assert json.loads(data)["diagnostics"][0]["headline"] == name


def test_stream_without_bytes_below() -> None:
    stream = io.StringIO()
    write_text(stream, TEXT)
    assert stream.getvalue() == TEXT


def test_text_written_before_stays_before() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    stream.write("first ")
    write_text(stream, "ö")
    assert raw.getvalue() == b"first \\xf6"


@pytest.mark.parametrize("settings", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}])
def test_piped_output_of_a_real_process(settings: dict[str, str]) -> None:
    code = f"import sys; from tankdsl.diagnostics.render import write_text; write_text(sys.stdout, {TEXT!a})"
    root = os.path.join(os.path.dirname(__file__), *[os.pardir] * 4)
    done = subprocess.run([sys.executable, "-c", code], cwd=root, env={**os.environ, **settings}, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout in (TEXT.encode("ascii", "backslashreplace"), TEXT.encode())

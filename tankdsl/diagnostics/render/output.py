"""Text to a stream of any encoding, without ever failing on a character.

A console or pipe may be ASCII or a code page whatever the text holds, and a file name may hold bytes that are no text
at all. What the stream cannot take is written as a backslash escape.
"""

from __future__ import annotations

import codecs
from typing import TextIO


def write_text(stream: TextIO, text: str) -> None:
    """Write ``text`` to a text stream (``sys.stdout``) as bytes of its encoding, UTF-8 if it has none we know.

    Lines end in LF on every system. Errors of the system (a closed pipe, a full disk) are the caller's.
    """
    encoding = _known(getattr(stream, "encoding", None))
    data = text.encode(encoding, errors="backslashreplace")
    raw = getattr(stream, "buffer", None)
    if raw is None:
        stream.write(data.decode(encoding))
        return
    stream.flush()
    raw.write(data)
    raw.flush()


def _known(encoding: str | None) -> str:
    try:
        return codecs.lookup(encoding or "utf-8").name
    except LookupError:
        return "utf-8"

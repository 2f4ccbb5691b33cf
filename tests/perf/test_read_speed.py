"""Reading is far from being what a compile waits for, on the largest file that is allowed."""

import time

import pytest

from tankdsl.source import MAX_FILE_BYTES, SourceFile, read_bytes

pytestmark = pytest.mark.slow

LINE = '    | heavy_tank_{:06d} | "Größe {:06d}" | german | 3 | 2 |\r\n'


def test_largest_file_is_read_in_seconds() -> None:
    size = len(LINE.format(0, 0).encode())
    data = "".join(LINE.format(n, n) for n in range(MAX_FILE_BYTES // size)).encode()
    started = time.perf_counter()
    file = read_bytes(data, id=0, path="a.tank")
    reading = time.perf_counter() - started
    assert isinstance(file, SourceFile)
    started = time.perf_counter()
    for offset in range(0, len(file.text), 40):
        file.position(offset)
    placing = time.perf_counter() - started
    print(f"\nread {len(data):,} bytes in {reading:.2f} s, {file.line_count:,} lines; placed every 40th character in {placing:.2f} s")
    assert reading < 5
    assert placing < 10

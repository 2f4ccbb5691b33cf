from tankdsl.cli.playing.wrap import WIDTH, wrapped


def test_short_lines_stay_as_they_are() -> None:
    assert wrapped("Red: drive; Blue passes") == "  Red: drive; Blue passes\n"
    assert wrapped("") == "  \n"


def test_long_lines_are_broken_between_things() -> None:
    parts = [f"Scout {number} plates 2->1" for number in range(1, 12)]
    text = wrapped("; ".join(parts))
    lines = text.splitlines()
    assert len(lines) > 1 and all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith("    Scout") and not line.endswith(" ") for line in lines[1:])
    assert " ".join(line.strip() for line in lines) == "; ".join(parts)


def test_one_long_thing_is_broken_at_words() -> None:
    lines = wrapped("hex " * 60 + "; end").splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[-1].endswith("end")

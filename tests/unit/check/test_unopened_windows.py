"""Windows that no rule opens."""

from tests.unit.check.small import RULES, at, session

WINDOW = "window warned(w: Walker)\nreaction duck in warned by w.side { w.loaded = no }\n"
OPENS = "effect warn(w: Walker) {\n    window warned(w) asks w.side\n}\n"


def unopened(text: str) -> list[str]:
    """Where something is said of such windows."""
    found = session(text).checked.found
    return [at(text, finding) for finding in found if finding.name == "never-played" and "opens the window" in finding.headline]


def test_a_window_that_no_rule_opens() -> None:
    assert unopened(RULES + WINDOW) == ["warned"]
    assert unopened(RULES + WINDOW + OPENS) == []


def test_a_window_that_is_opened_wrongly_is_not_reported_again() -> None:
    assert unopened(RULES + WINDOW + OPENS.replace("warned(w)", "warned(w, w)")) == []

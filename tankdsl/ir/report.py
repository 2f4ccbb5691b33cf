"""Where the checks of content and rules put what they find."""

from dataclasses import dataclass, field
from typing import Any

from tankdsl.ir.paths import Step, render
from tankdsl.ir.problems import Problem


@dataclass(slots=True)
class Report:
    """The problems of one document, in the order in which they are found."""

    document: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)

    def say(self, steps: list[Step], message: str) -> None:
        """A problem with the node that these keys and indexes lead to."""
        self.problems.append(Problem(render(self.document, steps), message))

    def expect(self, condition: bool, steps: list[Step], message: str) -> None:
        """A problem unless the condition holds."""
        if not condition:
            self.say(steps, message)

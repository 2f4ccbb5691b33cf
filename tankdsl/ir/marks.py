"""What the models say about their keys beyond the type: meaning, ids, bounds, and where code stands.

The models of the compiled form are closed typed dictionaries (`ir.models`): the compiled form *is* plain JSON, and a
typed dictionary describes plain JSON without turning it into something else.  The same annotations are read twice.
`ir.shape` builds the fast checker from them and imports nothing heavy; pydantic builds the JSON schemas and its own
strict checker from them, and finds the hooks below by their names.  Nothing here imports pydantic at load time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tankdsl.bounds import LONGEST_ID

INT32_LOW, INT32_HIGH = -(2**31), 2**31 - 1
ID_PATTERN = r"^[A-Za-z0-9_][A-Za-z0-9_./-]*$"
CITE_PATTERN = r"^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)+$"
HASH_PATTERN = r"^[0-9a-f]{64}$"
STATE_HASH_PATTERN = r"^[0-9a-f]{16}$"
CODE_HERE = "x-code"
"""The key that stands in pydantic's schema where `emit.schema` puts the schema of expressions and so on."""
DEEPEST = 200
"""How many arrays and objects may stand inside each other."""
DEEPEST_CODE = 96
"""How many expressions may stand inside each other, so that evaluators may recurse."""

Json = dict[str, Any]
Model = TypeVar("Model", bound=type)


def model(*, line: bool = False) -> Callable[[Model], Model]:
    """Close a typed dictionary: no unknown key, no conversion. With `line` it is written on one line of a file."""

    def close(cls: Model) -> Model:
        marked: Any = cls
        marked.__pydantic_config__ = {"extra": "forbid", "strict": True}
        marked.__one_line__ = line
        return cls

    return close


@dataclass(frozen=True, slots=True)
class Doc:
    """The meaning of a key: the description in the schema and in the document of the format."""

    text: str

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Json:
        schema: Json = dict(handler(core))
        schema["description"] = self.text
        return schema


@dataclass(frozen=True, slots=True)
class Pattern:
    """A string of a given form and bounded length; `what` names the form in messages."""

    pattern: str
    what: str
    longest: int = LONGEST_ID
    shortest: int = 1

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.str_schema(strict=True, pattern=self.pattern or None, min_length=self.shortest, max_length=self.longest)


@dataclass(frozen=True, slots=True)
class Ref(Pattern):
    """An id that must be declared in the `namespace` of the document."""

    namespace: str = ""


def names(namespace: str) -> Ref:
    """The mark of an id that refers to a declaration of that namespace."""
    return Ref(ID_PATTERN, "an id", namespace=namespace)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, both included, called `what`. `true` and `false` are no numbers."""

    low: int = INT32_LOW
    high: int = INT32_HIGH
    what: str = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.int_schema(strict=True, ge=self.low, le=self.high)


@dataclass(frozen=True, slots=True)
class Many:
    """How many members a list has at least and at most, and whether they must all be different."""

    least: int = 0
    most: int | None = None
    distinct: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        inner = core_schema.list_schema(handler(source)["items_schema"], strict=True, min_length=self.least, max_length=self.most)
        return core_schema.no_info_after_validator_function(self._checked, inner) if self.distinct else inner

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Json:
        schema: Json = dict(handler(core))
        return {**schema, "uniqueItems": True} if self.distinct else schema

    @staticmethod
    def _checked(members: list[Any]) -> list[Any]:
        if len(set(map(repr, members))) < len(members):
            raise ValueError("members of the list are repeated")
        return members


@dataclass(frozen=True, slots=True)
class Code:
    """Code stands here: `kind` is one of the tables of `ir.operators`, one of its forms, or `const`.

    `given` is the number of local slots that have a value before it is evaluated; absent means that the record
    around it says how many slots its frame has (its key `slots`).
    """

    kind: str
    given: int | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(self._checked)

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Json:
        return {CODE_HERE: self.kind.capitalize()}

    def _checked(self, value: Any) -> Any:
        from tankdsl.ir.shapecheck import check_code

        problems = check_code(value, self.kind)
        if problems:
            raise ValueError("; ".join(f"{problem.path}: {problem.message}" for problem in problems))
        return value

"""Slips in kinds: the kind of sides under a name of its own. Imported only where something is wrong."""

from __future__ import annotations

from tankdsl.check.context import Context, KindInfo
from tankdsl.diagnostics.registry import names
from tankdsl.resolve.builtins import plural, snake
from tankdsl.syntax import ast


def other_kind_of_sides(cx: Context, declaration: ast.Kind) -> None:
    """Report a kind of sides that is not called `Side`; its fields count as those of `Side` if that is not declared."""
    name, declared = declaration.name, cx.symbols.types.get("Side")
    first = declared.name.span if isinstance(declared, ast.Kind) else None
    help = "write `side kind Side { ... }`" if first is None else "put its fields into `Side`"
    headline = f"the kind of sides is called `Side`, found `{name.text}`"
    secondary = () if first is None else cx.labels((first, "declared here"))
    cx.report(names.WRONG_KIND_OF_NAME, name.span, headline, secondary=secondary, help=help)
    cx.lost = cx.lost | {name.text, snake(name.text), plural(snake(name.text))}
    if first is None:
        cx.kinds["Side"] = KindInfo("Side", "side", None, declaration)
    else:
        cx.kinds_in_doubt.add("Side")

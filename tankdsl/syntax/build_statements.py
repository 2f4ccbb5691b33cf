"""Builders of statements and of what stands inside of them."""

from __future__ import annotations

from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Clause, Clauses, Context, Token, builds

Condition = tuple[ast.Ident | None, ast.Expr]


class Per(FrozenValue):
    """A `per` of a limit: keys, or the scope if it is the last one."""

    at: Span
    keys: tuple[ast.Expr, ...]
    own: bool


@builds("block")
def _block(b: Context, at: Span, statements: list[ast.Stmt] | tuple[()] = ()) -> ast.Block:
    return ast.Block(at, tuple(statements))


@builds("let")
def _let(b: Context, at: Span, name: Token, value: ast.Expr) -> ast.Let:
    return b.citing(ast.Let(at, (), b.ident(name), value))


@builds("var")
def _var(b: Context, at: Span, name: Token, type: ast.TypeExpr | None, value: ast.Expr) -> ast.Var:
    return b.citing(ast.Var(at, (), b.ident(name), type, value))


@builds("assign_op", "role", "category", "things_word", "pile_word", "combine", "move_amount", "move_case", "board_or_overlay", "on_or_off")
def _word(b: Context, at: Span, word: Token) -> Token:
    return word


builds("edge_of_scope", "script_dice", "script_answer", "best_or_worst", "high_or_low")(_word)


@builds("assign")
def _assign(b: Context, at: Span, target: ast.Expr, op: Token, value: ast.Expr) -> ast.Assign:
    if b.word(op) == "=" and b.ends[op] == value.span.start and isinstance(value, ast.Unary) and value.op == "+":
        sign = Span(at.file, b.starts[op], b.ends[op] + 1)
        b.unexpected(sign, "`=+` sets the value and adds nothing", help="write `+=` to add, or `=` alone to set")
    return b.citing(ast.Assign(at, (), target, b.word(op), value))


@builds("do")
def _do(b: Context, at: Span, call: ast.Expr) -> ast.Do:
    return b.citing(ast.Do(at, (), call))


@builds("if_line")
def _if_line(b: Context, at: Span, statement: ast.IfStmt) -> ast.IfStmt:
    return statement


@builds("if_statement")
def _if_statement(b: Context, at: Span, condition: Condition, then: ast.Block, orelse: ast.Block | ast.IfStmt | None) -> ast.IfStmt:
    return b.citing(ast.IfStmt(at, (), *condition, then, orelse))


@builds("match")
def _match(b: Context, at: Span, subject: ast.Expr, arms: list[ast.Arm] | tuple[()] = ()) -> ast.MatchStmt:
    return b.citing(ast.MatchStmt(at, (), subject, tuple(arms)))


@builds("arm")
def _arm(b: Context, at: Span, name: Token | None, patterns: tuple[ast.Pattern, ...], label: Token | None, body: ast.Block) -> ast.Arm:
    return b.citing(ast.Arm(at, b.ident_or_none(name), patterns, b.string_or_none(label), body, ()))


@builds("arm_statement")
def _arm_statement(b: Context, at: Span, statement: ast.Stmt) -> ast.Block:
    return ast.Block(at, (statement,))


@builds("arm_block")
def _arm_block(b: Context, at: Span, block: ast.Block) -> ast.Block:
    return block


@builds("for_each")
def _for_each(b: Context, at: Span, var: Token, domain: ast.Expr, clauses: Clauses, body: ast.Block) -> ast.ForEach:
    has = b.clauses(clauses)
    return b.citing(
        ast.ForEach(
            at, (), b.ident(var), domain, has.get("where"), has.get("clockwise"), has.get("lowest"), has.get("by choice of"),
            "newcomers too" in has, body,
        )
    )  # fmt: skip


@builds("for_clauses", "choose_clauses")
def _clauses(b: Context, at: Span, clauses: Clauses = ()) -> Clauses:
    return clauses


@builds("choose_clause", "plot_clause", "roll_clause")
def _clause(b: Context, at: Span, clause: Clause) -> Clause:
    return clause


def _enter_clauses() -> None:
    """Clauses with one value, by the alternative of the grammar and the name under which they are reported."""
    names = {
        "where": "where", "clockwise": "clockwise", "lowest": "lowest", "by_choice": "by choice of", "with_piece": "with",
        "for_budget": "for", "until": "until", "by": "by", "within": "within", "each_die": "each", "clamp": "clamp",
    }  # fmt: skip
    flags = {"newcomers": "newcomers too", "once": "once", "may_pass": "may pass", "at_random": "at random", "optional": "optional"}

    def enter(rule: str, name: str) -> None:
        builds(rule)(lambda b, at, value=True: Clause(name, value, at))

    for rule, name in (names | flags).items():
        enter(rule, name)


_enter_clauses()


@builds("prompt")
def _prompt(b: Context, at: Span, token: Token) -> Clause:
    return Clause("text", b.string(token), at)


@builds("repeat")
def _repeat(b: Context, at: Span, most: ast.Expr, until: ast.Expr | None, body: ast.Block) -> ast.Repeat:
    return b.citing(ast.Repeat(at, (), most, until, body))


@builds("rounds")
def _rounds(b: Context, at: Span, most: ast.Expr | None, until: ast.Expr | None, body: ast.Block) -> ast.Rounds:
    return b.citing(ast.Rounds(at, (), most, until, body))


@builds("each_turn")
def _each_turn(b: Context, at: Span, var: Token, start: ast.Expr | None, body: ast.Block) -> ast.EachTurn:
    return b.citing(ast.EachTurn(at, (), b.ident(var), start, body))


@builds("during")
def _during(b: Context, at: Span, scope: Token, owner: ast.Expr | None, body: ast.Block) -> ast.During:
    return b.citing(ast.During(at, (), b.ident(scope), owner, body))


@builds("alternate")
def _alternate(b: Context, at: Span, var: Token, start: ast.Expr | None, until: ast.Expr, body: ast.Block) -> ast.Alternate:
    return b.citing(ast.Alternate(at, (), b.ident(var), start, until, body))


@builds("plays")
def _plays(b: Context, at: Span, who: ast.Expr, actions: tuple[ast.Ident, ...], clauses: Clauses = ()) -> ast.Plays:
    has = b.clauses(clauses)
    return b.citing(ast.Plays(at, (), who, actions, has.get("with"), has.get("for"), "once" in has, "may pass" in has, has.get("until")))


@builds("names", "play_names", "option_values")
def _names(b: Context, at: Span, first: Token, rest: list[Token] | tuple[()] = ()) -> tuple[ast.Ident, ...]:
    return b.idents(first, rest)


@builds("choose")
def _choose(
    b: Context, at: Span, name: Token, domain: ast.Expr, clauses: Clauses, body: ast.Block | None, orelse: ast.Block | None
) -> ast.Choose:
    has = b.clauses(clauses)
    return b.citing(
        ast.Choose(
            at, (), b.ident(name), domain, has.get("where"), has.get("by"), "at random" in has, "optional" in has, has.get("text"),
            body, orelse,
        )
    )  # fmt: skip


@builds("ask")
def _ask(b: Context, at: Span, who: ast.Expr, prompt: Token, body: ast.Block, orelse: ast.Block | None) -> ast.Ask:
    return b.citing(ast.Ask(at, (), who, b.string(prompt), body, orelse))


@builds("plot")
def _plot(b: Context, at: Span, name: Token, unit: ast.Expr, movement: Token, clauses: Clauses = ()) -> ast.Plot:
    has = b.clauses(clauses)
    return b.citing(
        ast.Plot(at, (), b.ident(name), unit, b.ident(movement), has.get("within"), has.get("by"), "optional" in has, has.get("text"))
    )


@builds("roll")
def _roll(b: Context, at: Span, name: Token, dice: tuple[ast.Expr, int], clauses: Clauses = ()) -> ast.Roll:
    has = b.clauses(clauses)
    bounds = has.get("clamp")
    low, high = (bounds.left, bounds.right) if bounds is not None else (None, None)
    return b.citing(ast.Roll(at, (), b.ident(name), *dice, has.get("each"), low, high, has.get("by")))


@builds("counted_dice")
def _counted_dice(b: Context, at: Span, count: ast.Expr, die: Token) -> tuple[ast.Expr, int]:
    return count, _sides(b, die, b.word(die)[1:])


@builds("plain_dice")
def _plain_dice(b: Context, at: Span, dice: Token) -> tuple[ast.Expr, int]:
    count, sides = b.word(dice).split("d")
    width = len(count)
    span = Span(at.file, at.start, at.start + width)
    return ast.Int(span, b.number(span, count), None), _sides(b, dice, sides)


def _sides(b: Context, token: Token, digits: str) -> int:
    end = b.span(token).end
    return b.number(Span(b.file, end - len(digits), end), digits)


@builds("reroll")
def _reroll(b: Context, at: Span, target: ast.Expr, where: ast.Expr | None) -> ast.Reroll:
    return b.citing(ast.Reroll(at, (), target, where))


@builds("draw")
def _draw(b: Context, at: Span, name: Token | None, pile: ast.Expr, into: ast.Expr | None) -> ast.Draw:
    return b.citing(ast.Draw(at, (), b.ident_or_none(name), pile, into))


@builds("shuffle")
def _shuffle(b: Context, at: Span, pile: ast.Expr, into: ast.Expr | None) -> ast.Shuffle:
    return b.citing(ast.Shuffle(at, (), pile, into))


def _enter_puts() -> None:
    for rule, where in {"put_at": "at", "put_into": "into", "put_on_top": "on top", "put_at_bottom": "at bottom"}.items():

        def build(b: Context, at: Span, thing: ast.Expr, target: ast.Expr, where: str = where) -> ast.Put:
            return b.citing(ast.Put(at, (), thing, where, target))

        builds(rule)(build)


_enter_puts()


@builds("remove")
def _remove(b: Context, at: Span, thing: ast.Expr) -> ast.Remove:
    return b.citing(ast.Remove(at, (), thing))


@builds("go")
def _go(b: Context, at: Span, unit: ast.Expr, route: ast.Expr, body: ast.Block | None) -> ast.Go:
    return b.citing(ast.Go(at, (), unit, route, body))


@builds("open_window")
def _open_window(b: Context, at: Span, name: Token, args: tuple[ast.Expr, ...], asks: tuple[ast.Asked, ...] | None) -> ast.OpenWindow:
    return b.citing(ast.OpenWindow(at, (), b.ident(name), args, asks or ()))


@builds("asks")
def _asks(b: Context, at: Span, first: ast.Asked, rest: list[ast.Asked] | tuple[()] = ()) -> tuple[ast.Asked, ...]:
    return (first, *rest)


@builds("asked_side")
def _asked_side(b: Context, at: Span, who: ast.Expr) -> ast.Asked:
    return ast.Asked(at, None, who)


@builds("asked_each")
def _asked_each(b: Context, at: Span, var: Token, domain: ast.Expr) -> ast.Asked:
    return ast.Asked(at, b.ident(var), domain)


@builds("reveal")
def _reveal(b: Context, at: Span, what: ast.Expr, to: ast.Expr) -> ast.Reveal:
    return b.citing(ast.Reveal(at, (), what, to))


@builds("stop")
def _stop(b: Context, at: Span, condition: tuple[str, ast.Expr] | None) -> ast.Stop:
    word, test = condition or ("", None)
    return b.citing(ast.Stop(at, (), word, test))


@builds("stop_if")
def _stop_if(b: Context, at: Span, condition: ast.Expr) -> tuple[str, ast.Expr]:
    return "if", condition


@builds("stop_unless")
def _stop_unless(b: Context, at: Span, condition: ast.Expr) -> tuple[str, ast.Expr]:
    return "unless", condition


@builds("give")
def _give(b: Context, at: Span, value: ast.Expr) -> ast.Give:
    return b.citing(ast.Give(at, (), value))


@builds("nothing")
def _nothing(b: Context, at: Span) -> ast.Nothing:
    return b.citing(ast.Nothing(at, ()))


@builds("otherwise")
def _otherwise(b: Context, at: Span) -> ast.Otherwise:
    return b.citing(ast.Otherwise(at, ()))


@builds("limit")
def _limit(b: Context, at: Span, most: int, parts: list[Per], reason: Token | None, body: ast.Block | None) -> ast.Limit:
    """The last `per` names the scope, those before it the keys."""
    keys = [key for part in parts[:-1] for key in part.keys]
    for part in parts[:-1]:
        if part.own:
            b.unexpected(part.at, "`own` stands before the scope, in the last `per`")
    last = parts[-1]
    match last.keys:
        case (ast.Name(span=span, text=text),):
            scope = ast.Ident(span, text)
        case _:
            b.unexpected(last.at, "expected the name of a scope in the last `per`", "", "write `per turn`, for instance, at the end")
            scope = ast.Ident(last.at, "?")
    return b.citing(ast.Limit(at, (), most, tuple(keys), last.own, scope, b.string_or_none(reason), body))


@builds("limit_once")
def _limit_once(b: Context, at: Span) -> int:
    return 1


@builds("limit_at_most")
def _limit_at_most(b: Context, at: Span, most: Token) -> int:
    return b.integer(most)


@builds("per_keys")
def _per_keys(b: Context, at: Span, first: ast.Expr, rest: list[ast.Expr] | tuple[()] = ()) -> Per:
    return Per(at, (first, *rest), False)


@builds("per_own")
def _per_own(b: Context, at: Span, scope: Token) -> Per:
    return Per(at, (ast.Name(b.span(scope), b.word(scope)),), True)


@builds("cost")
def _cost(b: Context, at: Span, amount: ast.Expr) -> ast.Cost:
    return b.citing(ast.Cost(at, (), amount))


@builds("require")
def _require(b: Context, at: Span, condition: Condition, reason: Token | None) -> ast.Require:
    return b.citing(ast.Require(at, (), *condition, b.string_or_none(reason)))


@builds("together")
def _together(b: Context, at: Span, body: ast.Block) -> ast.Together:
    return b.citing(ast.Together(at, (), body))


@builds("sealed")
def _sealed(b: Context, at: Span, choices: list[ast.Choose]) -> ast.Sealed:
    return b.citing(ast.Sealed(at, (), tuple(choices)))

"""The whole check of a compiled document, without pydantic and without raising.

Shape first: keys, types, bounds, operators and their arguments. Only a document of right shape is looked at further:
what it refers to must be there, and what it declares must fit together. A document without problems can be loaded by
an engine; that its rules make a game worth playing is the business of the compiler.
"""

from typing import Any

from tankdsl.ir.callcheck import check_calls
from tankdsl.ir.campaigns import battle_document, battle_problems, is_campaign
from tankdsl.ir.contentcheck import check_content
from tankdsl.ir.models.campaign import CampaignDocument
from tankdsl.ir.models.document import RulesetDocument, ScenarioDocument
from tankdsl.ir.models.record import Record
from tankdsl.ir.models.request import Input, Request
from tankdsl.ir.names import names_of
from tankdsl.ir.problems import MOST_PROBLEMS, Problem
from tankdsl.ir.refcheck import check_references
from tankdsl.ir.report import Report
from tankdsl.ir.rulecheck import check_rules
from tankdsl.ir.shapecheck import check_shape


def validate(document: Any) -> list[Problem]:
    """What is wrong with a scenario, campaign or rule set as JSON; nothing when it may be loaded. At most `MOST_PROBLEMS`.

    The hash of the game is not compared here; see `ir.read`.
    """
    model = document_model(document)
    problems = check_shape(document, model)
    if problems:
        return problems
    if is_campaign(document):
        return _campaign(document)
    return _scenario_or_rules(document, model)


def _campaign(document: Any) -> list[Problem]:
    """Each battle is a scenario, and is looked at as one; the first with problems is enough."""
    problems = battle_problems(document)
    for number, battle in enumerate(document["campaign"]["battles"]):
        if problems:
            break
        found = _scenario_or_rules(battle_document(document, number), ScenarioDocument)
        problems = [Problem(problem.path, f"in battle {number + 1} (`{battle['scenario']}`): {problem.message}") for problem in found]
    return problems[:MOST_PROBLEMS]


def _scenario_or_rules(document: Any, model: Any) -> list[Problem]:
    """What is wrong with a document of right shape."""
    names = names_of(document)
    problems = check_references(document, model, names)
    report = Report(document)
    check_content(report, names)
    check_rules(report, names)
    if not problems:
        check_calls(report)
    return list(dict.fromkeys([*problems, *report.problems]))[:MOST_PROBLEMS]


def document_model(document: Any) -> Any:
    """The model that a document means to be: a rule set or a campaign when it says so, a scenario otherwise."""
    if is_campaign(document):
        return CampaignDocument
    is_ruleset = isinstance(document, dict) and document.get("document") == "ruleset"
    return RulesetDocument if is_ruleset else ScenarioDocument


def validate_record(record: Any) -> list[Problem]:
    """What is wrong with the record of a game as JSON: its shape, since it refers to another document."""
    return check_shape(record, Record)


def validate_request(request: Any) -> list[Problem]:
    """What is wrong with a request of an engine as JSON."""
    return check_shape(request, Request)


def validate_input(given: Any) -> list[Problem]:
    """What is wrong with an input as JSON; whether it is legal is the business of the engine."""
    return check_shape(given, Input)

"""The compiled form as pydantic models, one file per part of a document.

They are closed typed dictionaries, since a document is plain JSON from end to end: the lowering builds dictionaries,
the engine reads them, and nothing is converted in between.  pydantic takes typed dictionaries as models; `adapter`
gives its strict checker and its schemas, and is the only function here that loads it.  The order of the keys in a
model is the order of the keys in a file.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from tankdsl.ir.models.campaign import CampaignDocument
from tankdsl.ir.models.document import RulesetDocument, ScenarioDocument
from tankdsl.ir.models.record import Record
from tankdsl.ir.models.request import Input, Request
from tankdsl.ir.models.sourcemap import SourceMapFile

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["CampaignDocument", "Input", "Record", "Request", "RulesetDocument", "ScenarioDocument", "SourceMapFile", "adapter"]


@cache
def adapter(model: Any) -> "TypeAdapter[Any]":
    """pydantic's checker for a model of this package; loads pydantic."""
    from pydantic import TypeAdapter

    return TypeAdapter(model)

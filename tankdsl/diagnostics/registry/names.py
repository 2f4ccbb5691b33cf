"""TK2xxx: names: what is declared where, and what a name can mean."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

DUPLICATE_NAME = Kind("TK2001", "duplicate-name", Level.ERROR, "Two declarations have the same name")
UNKNOWN_NAME = Kind("TK2002", "unknown-name", Level.ERROR, "A name is used that nothing declares")
UNKNOWN_TYPE = Kind("TK2003", "unknown-type", Level.ERROR, "A type is named that nothing declares")
UNKNOWN_FIELD = Kind("TK2004", "unknown-field", Level.ERROR, "A thing has no field of that name")
AMBIGUOUS_NAME = Kind("TK2005", "ambiguous-name", Level.ERROR, "A name could mean several things here")
USE_CYCLE = Kind("TK2006", "use-cycle", Level.ERROR, "Files use each other in a circle")
NO_RULESET = Kind("TK2007", "no-ruleset", Level.ERROR, "A pack declares no ruleset")
TWO_RULESETS = Kind("TK2008", "two-rulesets", Level.ERROR, "A pack declares more than one ruleset")
SHADOWED_NAME = Kind("TK2009", "shadowed-name", Level.ERROR, "A local name is already in use in the same declaration")
WRONG_KIND_OF_NAME = Kind("TK2010", "wrong-kind-of-name", Level.ERROR, "A name means something that cannot stand here")
UNUSED_NAME = Kind("TK2011", "unused-name", Level.WARNING, "A local name is never read")
RESERVED_NAME = Kind("TK2012", "reserved-name", Level.ERROR, "A declaration takes a name that the language has itself")

"""TK4xxx: how declarations are built: tables, guards, choices, options, limits, visibility."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

TABLE_NOT_TOTAL = Kind("TK4001", "table-not-total", Level.ERROR, "A decision table misses cases")
TABLE_OVERLAP = Kind("TK4002", "table-overlap", Level.ERROR, "Two rows of a decision table fit the same case")
ROW_UNREACHABLE = Kind("TK4003", "row-unreachable", Level.WARNING, "A row can never be chosen")
GUARD_TOO_LATE = Kind("TK4004", "guard-too-late", Level.ERROR, "A cost, limit or requirement stands after a statement")
STAT_UNREAD = Kind("TK4005", "stat-unread", Level.ERROR, "No rule reads a stat")
STATE_UNUSED = Kind("TK4006", "state-unused", Level.WARNING, "A state is never set or never read")
SECRET_READ = Kind("TK4007", "secret-read", Level.ERROR, "A decision of a side depends on what is hidden from it")
CHOICE_MAY_BE_EMPTY = Kind("TK4008", "choice-may-be-empty", Level.ERROR, "A choice can have no candidate and no `else`")
UNKNOWN_SCOPE = Kind("TK4009", "unknown-scope", Level.ERROR, "A limit or lifetime names a scope that never opens")
REASON_MISSING = Kind("TK4010", "reason-missing", Level.ERROR, "A requirement does not say why it refuses")
OPTION_WRONG = Kind("TK4011", "option-wrong", Level.ERROR, "An option's default, range or change does not fit")
STATEMENT_MISPLACED = Kind("TK4012", "statement-misplaced", Level.ERROR, "A statement cannot stand here")
ROW_WRONG = Kind("TK4013", "row-wrong", Level.ERROR, "A row of a table of things does not fit its header or kind")
NOTHING_TO_PLAY = Kind("TK4014", "nothing-to-play", Level.ERROR, "A play list names something that cannot be played there")
NEVER_PLAYED = Kind("TK4015", "never-played", Level.WARNING, "An action or card is never offered")
TOO_LARGE = Kind("TK4016", "too-large", Level.ERROR, "A part of the game is larger than any may be")
CHANGE_WRONG = Kind("TK4030", "change-wrong", Level.ERROR, "A variant changes what cannot be changed in this way")
BASE_WRONG = Kind("TK4031", "base-wrong", Level.ERROR, "A variant has no ruleset to change, or comes back to itself")
BORDER_WITHOUT_OWNER = Kind("TK4017", "border-without-owner", Level.ERROR, "Nobody owns the border between two arcs")
PILE_ALWAYS_EMPTY = Kind("TK4018", "pile-always-empty", Level.WARNING, "A pile can never hold anything")

"""TK6xxx: what follows from the rules taken together: cycles, ends, budgets."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

CALL_CYCLE = Kind("TK6001", "call-cycle", Level.ERROR, "Declarations call each other in a circle")
WHENEVER_CYCLE = Kind("TK6002", "whenever-cycle", Level.ERROR, "Triggers can set each other off for ever")
NO_ENDING = Kind("TK6003", "no-ending", Level.ERROR, "The game has no condition that ends it")
ENDLESS_SEQUENCE = Kind("TK6004", "endless-sequence", Level.ERROR, "A sequence can never be left")
ENDING_NEVER_LOOKED_AT = Kind("TK6005", "ending-never-looked-at", Level.ERROR, "An ending belongs to a part of the game that never comes")
ENDING_AT_ONCE = Kind("TK6006", "ending-at-once", Level.WARNING, "An ending holds from the beginning, whatever is played")
BUDGET_UNSPENT = Kind("TK6007", "budget-unspent", Level.WARNING, "A play loop grants a budget that nothing spends")
COST_UNCOUNTED = Kind("TK6008", "cost-uncounted", Level.WARNING, "An action costs something that no play loop counts")
NEVER_FILLED = Kind("TK6009", "never-filled", Level.WARNING, "What rules spend begins empty and is never filled")
CASCADE_UNBOUNDED = Kind("TK6010", "cascade-unbounded", Level.ERROR, "A cascade need not come to an end")
NO_NEWCOMERS = Kind("TK6011", "no-newcomers", Level.WARNING, "Nothing in a cascade lets anything join it")
BATTLES_UNCONNECTED = Kind("TK6020", "battles-unconnected", Level.WARNING, "Nothing goes from one battle of a campaign to the next")
ROOM_UNASKED = Kind("TK6021", "room-unasked", Level.WARNING, "Something is put into a pile that may be full")
PILE_OVERFULL = Kind("TK6022", "pile-overfull", Level.ERROR, "A scenario begins with more in a pile than it has room for")
OBJECTIVE_TOO_FAR = Kind("TK6030", "objective-too-far", Level.ERROR, "An objective cannot be had before the game is over", about_play=True)
ENDING_TOO_LATE = Kind("TK6031", "ending-too-late", Level.WARNING, "The game is over before one of its endings can be met")
ENDING_OUT_OF_REACH = Kind(
    "TK6032", "ending-out-of-reach", Level.ERROR, "An ending asks for more than a scenario can yield", about_play=True
)
MISSION_NEVER_MET = Kind("TK6033", "mission-never-met", Level.WARNING, "A mission is dealt that can never be met")
MISSION_MET_AT_ONCE = Kind("TK6034", "mission-met-at-once", Level.WARNING, "A mission is met as the game is set up")
ENDING_SHADOWED = Kind("TK6040", "ending-shadowed", Level.WARNING, "An ending never counts, since an earlier one is always met with it")
ENDS_BEFORE_ARRIVAL = Kind("TK6041", "ends-before-arrival", Level.WARNING, "An ending does not wait for pieces that are still to come")
TRIGGER_USED_UP = Kind("TK6042", "trigger-used-up", Level.WARNING, "A trigger takes the only occasion of another one")
ENDINGS_UNORDERED = Kind(
    "TK6043", "endings-unordered", Level.WARNING, "Two endings are met together, and only the names of their files say which counts"
)
NOT_SYMMETRIC = Kind("TK6050", "not-symmetric", Level.WARNING, "A scenario claims to be symmetric and is not")
NOT_FAIR = Kind("TK6051", "not-fair", Level.WARNING, "A scenario claims to be fair, and the sides have unequal ground")
LEVEL_STANDS_OUT = Kind("TK6060", "level-stands-out", Level.WARNING, "A hex lies far above or below everything around it")
UNIT_HARMLESS = Kind("TK6070", "unit-harmless", Level.WARNING, "A piece can do no harm to anybody")
UNIT_UNHARMABLE = Kind("TK6071", "unit-unharmable", Level.WARNING, "Nothing can do any harm to a piece")
BETTER_ROLL_WORSE = Kind("TK6072", "better-roll-worse", Level.ERROR, "A better roll has a worse outcome", about_play=True)
MORE_THAN_IN_BOX = Kind("TK6073", "more-than-in-box", Level.ERROR, "A scenario needs more pieces than there are", about_play=True)
NO_HARM = Kind("TK6074", "no-harm", Level.WARNING, "No piece of a scenario can do harm to any other")

"""TK5xxx: boards, zones, movement, sight and scenarios."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

# ---- boards -----------------------------------------------------------------------------------------------------------
GLYPH_UNKNOWN = Kind("TK5001", "glyph-unknown", Level.ERROR, "A board uses a glyph that its legend does not explain")
GLYPHS_GLUED = Kind("TK5002", "glyphs-glued", Level.ERROR, "Glyphs of a board stand without blanks between them")
ROW_LENGTH = Kind("TK5003", "row-length", Level.ERROR, "A row of a board is shorter or longer than the board")
BOARD_SIZE = Kind("TK5004", "board-size", Level.ERROR, "A board has another size than it declares")
BOARD_EMPTY = Kind("TK5005", "board-empty", Level.ERROR, "A board or layout has no hex")
HALF_HEX_MISPLACED = Kind("TK5006", "half-hex-misplaced", Level.ERROR, "Half hexes stand where the grid has none")
LEGEND_WRONG = Kind("TK5007", "legend-wrong", Level.ERROR, "A legend explains a glyph twice, or one that always means something else")
GRID_WRONG = Kind("TK5008", "grid-wrong", Level.ERROR, "A grid does not exist or does not fit the hexes of the ruleset")
HEX_UNLABELLED = Kind("TK5009", "hex-unlabelled", Level.ERROR, "A label scheme cannot name every hex of its map")
OFF_MAP = Kind("TK5010", "off-map", Level.ERROR, "A place is not on the board or map")
EDGE_WRONG = Kind("TK5011", "edge-wrong", Level.ERROR, "An edge lies between hexes that share no side, or is said twice")
LEVELS_SIZE = Kind("TK5050", "levels-size", Level.ERROR, "The levels of a board have another size than its rows")
LEVEL_WRONG = Kind("TK5051", "level-wrong", Level.ERROR, "A hex of a board has no level, or a level has no hex")
LEVELS_NOWHERE = Kind("TK5052", "levels-nowhere", Level.WARNING, "A rule asks for levels, and no board has any")

# ---- layouts ----------------------------------------------------------------------------------------------------------
BOARDS_OVERLAP = Kind("TK5012", "boards-overlap", Level.ERROR, "Two boards of a layout claim the same hexes")
BOARDS_APART = Kind("TK5013", "boards-apart", Level.ERROR, "Boards of a layout leave a gap or do not touch")
BOARD_MISFIT = Kind("TK5014", "board-misfit", Level.ERROR, "A board does not fit the grid of the map where it lies")
SEAM_WITHOUT_OWNER = Kind("TK5015", "seam-without-owner", Level.ERROR, "Half hexes of two sides meet and belong to neither")
SEAM_TERRAIN = Kind("TK5016", "seam-terrain", Level.INFO, "Two half hexes with different terrain become one hex")
LAYOUT_WRONG = Kind("TK5017", "layout-wrong", Level.ERROR, "A layout contradicts itself")
ZONE_EMPTY = Kind("TK5018", "zone-empty", Level.WARNING, "A zone holds no hex")

# ---- scenarios --------------------------------------------------------------------------------------------------------
MAP_MISSING = Kind("TK5020", "map-missing", Level.ERROR, "A scenario of a game on hexes has no layout")
SIDE_WITHOUT_FORCES = Kind("TK5021", "side-without-forces", Level.ERROR, "A side has no pieces in a scenario")
TOO_FEW_SIDES = Kind("TK5022", "too-few-sides", Level.ERROR, "A game has fewer than two sides")
FORCES_WRONG = Kind("TK5023", "forces-wrong", Level.ERROR, "A side fields something that it cannot have")
PIECE_TWICE = Kind("TK5024", "piece-twice", Level.ERROR, "A scenario places a piece more often than it has it")
OPTIONS_CLASH = Kind("TK5025", "options-clash", Level.ERROR, "The options of a scenario do not go together")
SCENARIO_CYCLE = Kind("TK5026", "scenario-cycle", Level.ERROR, "A scenario is based on itself")
SETTING_WRONG = Kind("TK5027", "setting-wrong", Level.ERROR, "A scenario sets something that has no value at the start")

# ---- movement and placement on the maps of scenarios --------------------------------------------------------------------
REGION_CUT_OFF = Kind("TK5030", "region-cut-off", Level.WARNING, "Hexes can be entered but not reached")
OBJECTIVE_OUT_OF_REACH = Kind(
    "TK5031", "objective-out-of-reach", Level.ERROR, "A side can never reach a place or checkpoint that it needs", about_play=True
)
PLACE_OUT_OF_REACH = Kind("TK5032", "place-out-of-reach", Level.WARNING, "A named place or zone cannot be reached")
PIECE_STUCK = Kind("TK5033", "piece-stuck", Level.WARNING, "A piece starts where it is cut off from the map")
NO_PLACE_FOR_PIECE = Kind("TK5034", "no-place-for-piece", Level.ERROR, "A piece must be placed and has no legal place", about_play=True)
TOO_FEW_PLACES = Kind("TK5035", "too-few-places", Level.ERROR, "Pieces need more places than there are", about_play=True)
PLACEMENT_REFUSED = Kind("TK5036", "placement-refused", Level.ERROR, "A scenario places a piece where the rules refuse it", about_play=True)
PLACE_SHARED = Kind("TK5037", "place-shared", Level.ERROR, "A scenario places two pieces on a hex that holds one", about_play=True)
OBJECTIVE_MAY_BE_CUT_OFF = Kind("TK5038", "objective-may-be-cut-off", Level.WARNING, "A checkpoint may be placed out of reach")
EDGE_UNREAD = Kind("TK5039", "edge-unread", Level.WARNING, "No rule asks for a feature of edges")
NEVER_ENTERS = Kind("TK5040", "never-enters", Level.WARNING, "A piece waits off the map and can never come onto it")
STARTS_IN_OBSTACLE = Kind("TK5041", "starts-in-obstacle", Level.WARNING, "A piece starts on a table where none of its moves can end")
STARTS_TOO_NEAR = Kind("TK5042", "starts-too-near", Level.WARNING, "A piece starts on a table too near to another piece")
GROUND_SHUT_IN = Kind("TK5043", "ground-shut-in", Level.WARNING, "Ground of a table is shut in on all sides")
OBJECTIVE_SHUT_OFF = Kind("TK5044", "objective-shut-off", Level.WARNING, "No way on a table leads near enough to an objective")
ZONE_TOO_SMALL = Kind("TK5045", "zone-too-small", Level.WARNING, "More pieces are to be placed in a zone of a table than find room there")
AREA_BEYOND_TABLE = Kind("TK5046", "area-beyond-table", Level.WARNING, "A corner of an area is not on the table where it stands")
OUTLINE_CROSSED = Kind("TK5047", "outline-crossed", Level.WARNING, "The outline of an area crosses itself or encloses nothing")
NO_PLACE_ON_TABLE = Kind("TK5048", "no-place-on-table", Level.WARNING, "Players can set a piece up on no point of a table's grid")

# ---- layouts: overlays, parts, sides of hexes ---------------------------------------------------------------------------
OVERLAY_WRONG = Kind("TK5060", "overlay-wrong", Level.ERROR, "An overlay reaches beyond the map or hides a named place")
EDGE_CROWDED = Kind("TK5061", "edge-crowded", Level.ERROR, "A side has several features, and a rule asks for one")
DIRECTION_UNREAD = Kind("TK5062", "direction-unread", Level.WARNING, "No rule asks which way a feature of edges leads")

# ---- more on movement and placement ---------------------------------------------------------------------------------------
ONE_WAY_TRAP = Kind("TK5070", "one-way-trap", Level.WARNING, "Hexes can be reached and never left")
STARTS_ON_CLOSED_GROUND = Kind("TK5071", "starts-on-closed-ground", Level.WARNING, "A piece starts on ground that it can never enter")
ENEMY_ZONES_OVERLAP = Kind("TK5072", "enemy-zones-overlap", Level.WARNING, "Two sides that set up apart may set up on the same hexes")
PLACES_MAY_RUN_OUT = Kind("TK5073", "places-may-run-out", Level.WARNING, "Others may take all places of a piece before it is placed")
ENTRY_MAY_BE_HELD = Kind("TK5074", "entry-may-be-held", Level.WARNING, "Pieces enter where others may stand, and no rule says what happens")
MAP_FALLS_APART = Kind("TK5076", "map-falls-apart", Level.WARNING, "Pieces begin on parts of a map between which they can never go")
RANDOM_PLACE_CLOSED = Kind("TK5077", "random-place-closed", Level.WARNING, "A place chosen at random may be closed to the piece put there")
ENTERS_ENEMY_ZONE = Kind("TK5078", "enters-enemy-zone", Level.WARNING, "A piece that waits can only enter where only the enemy sets up")
ZONE_OUT_OF_REACH = Kind("TK5075", "zone-out-of-reach", Level.WARNING, "An action asks a side to be where it can never come")

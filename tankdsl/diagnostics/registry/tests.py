"""TK7xxx: the `test` blocks of a pack."""

from tankdsl.diagnostics.diagnostic import Level
from tankdsl.diagnostics.kind import Kind

TEST_WITHOUT_SCENARIO = Kind("TK7001", "test-without-scenario", Level.ERROR, "A test does not say on which scenario it runs")
TEST_UNIT_UNKNOWN = Kind("TK7002", "test-unit-unknown", Level.ERROR, "A test uses a piece that its scenario does not have")
TEST_WRONG = Kind("TK7003", "test-wrong", Level.ERROR, "A line of a test cannot mean anything")

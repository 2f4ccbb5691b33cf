"""`test` blocks: what they set up, put in and expect, checked against the scenario that they run on."""

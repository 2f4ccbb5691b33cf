"""TK5xxx: boards, zones, movement, sight and scenarios."""

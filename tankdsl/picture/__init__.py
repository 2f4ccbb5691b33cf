"""Pictures of the ground of a scenario with all that stands on it at the start: to print, to look at, to ask questions of."""

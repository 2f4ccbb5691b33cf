"""The layers of a picture, a module for each, from the ground upwards."""

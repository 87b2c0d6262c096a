"""The Textual screens: events to places and moves, games to paintings."""

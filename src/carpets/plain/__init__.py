"""The games in plain text, line by line, for a screen reader, a dumb terminal or a pipe.

``loop`` answers lines; ``sitting`` is the player, at a desk that brings the world in, and ``handling`` (the table),
``hindsight`` (looking back) and ``recalling`` (records and settings) are what can be typed.
"""

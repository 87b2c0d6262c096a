"""The games in plain text, line by line, for a screen reader, a dumb terminal or a pipe.

``desk`` brings the world in and ``loop`` reads lines; ``sitting`` is the player, and ``handling`` (the table),
``hindsight`` (looking back) and ``recalling`` (records and settings) are what can be typed.
"""

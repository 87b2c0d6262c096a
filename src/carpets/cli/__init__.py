"""The two commands, ``kovrik`` and ``carpet``: one parser, two default families.

Each module of this package adds its commands to the parser; nothing here imports Textual
until a screen is really opened.
"""

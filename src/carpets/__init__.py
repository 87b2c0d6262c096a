"""Carpet and Kovrik: two patience families for the terminal."""

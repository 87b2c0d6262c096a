"""A Table to rows of (text, style key): pure. Feeds the board, the first frame, plain text and pictures."""

from __future__ import annotations

from carpets.paint.art import card_tile
from carpets.paint.model import Chrome, Look, Painting, Rect, Row, Run, View
from carpets.paint.screen import paint, retitled

__all__ = ["Chrome", "Look", "Painting", "Rect", "Row", "Run", "View", "card_tile", "paint", "retitled"]

"""A Table to rows of (text, style key): pure. Feeds the board, the first frame, plain text and pictures."""

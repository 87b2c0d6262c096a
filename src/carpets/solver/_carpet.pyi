def search(
    row: bytes,
    turned: int,
    cards: int,
    holes: int,
    home: bytes,
    ranks: int,
    fill: int,
    budget: int,
    memory: int,
    flag: bytearray,
) -> tuple[int, int, bytes]: ...
def written(
    row: bytes,
    turned: int,
    cells: bytes,
    home: bytes,
    ranks: int,
    fill: int,
    actions: bytes,
) -> list[int]: ...
def wins(
    row: bytes,
    turned: int,
    cards: int,
    holes: int,
    home: bytes,
    ranks: int,
    fill: int,
    first: bytes,
    samples: int,
    seed: int,
) -> int: ...

def search(
    board: bytes,
    ranks: int,
    neighbour: int,
    bases_move: bool,
    seated: int,
    bound: bytes,
    budget: int,
    memory: int,
    flag: bytearray,
    prune: bool = True,
) -> tuple[int, int, list[tuple[int, int]]]: ...

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
    span: int = 1000,
    width: int = 32,
) -> tuple[int, int, list[tuple[int, int]]]: ...

"""Commands that tell the truth about deals: ``solve``, ``find``, ``review``."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from carpets.cli.checking import read_file
from carpets.cli.parser import Commands, Mistake, put
from carpets.game import Game
from carpets.games import AnyRules
from carpets.moves import Move
from carpets.notation import BadText, write_move
from carpets.value import replace
from carpets.words import N_

if TYPE_CHECKING:
    from carpets.solver import Cancel, Verdict
    from carpets.solver.deals import Found

SOLVED, LOST, UNKNOWN = 0, 1, 3
"""Exit statuses."""
SLOW = 2.0
"""Seconds after which progress is told, and between two lines of it."""
T = TypeVar("T")


def add(commands: Commands) -> None:
    text = commands.words.text
    solve = commands.add("solve", text("say whether a deal can be won, with the moves"), _solve)
    where = solve.add_mutually_exclusive_group(required=True)
    where.add_argument("--seed", type=commands.number, metavar="N", help=text("the deal number"))
    where.add_argument("--position", metavar=text("FILE"), help=text("a position; “-” is standard input"))
    commands.variant_option(solve)
    solve.add_argument(
        "--all-aces", action="store_true", help=text("a verdict for each order of the aces down the rows")
    )
    solve.add_argument("--xray", action="store_true", help=text("look through shuffled redeals too"))
    _limits(solve, commands)
    solve.add_argument("--json", action="store_true", help=text("write JSON"))
    find = commands.add("find", text("draw deals until enough of them come out"), _find)
    commands.variant_option(find)
    find.add_argument("--solvable", action="store_true", help=text("only deals that come out; implied by --difficulty"))
    find.add_argument("--difficulty", choices=("easy", "medium", "hard"), help=text("only deals as hard as this"))
    find.add_argument("--count", type=int, default=1, metavar="N", help=text("how many deals"))
    find.add_argument("--start", type=int, metavar="N", help=text("draw the same numbers again for the same N"))
    find.add_argument("--json", action="store_true", help=text("write JSON, one object a line"))
    review = commands.add("review", text("mark the positions of a game: winnable, lost or unknown"), _review)
    review.add_argument("file", metavar=text("FILE"), help=text("a game file; “-” is standard input"))
    review.add_argument(
        "--budget", type=int, default=2_000_000, metavar="N", help=text("states to look at in a position")
    )
    review.add_argument("--json", action="store_true", help=text("write JSON"))


def _limits(parser: argparse.ArgumentParser, commands: Commands) -> None:
    text = commands.words.text
    parser.add_argument(
        "--budget", type=int, metavar="N", help=text("states to look at; without it, as long as it takes")
    )
    parser.add_argument("--max-memory", type=int, default=512, metavar="MIB", help=text("MiB for the table of states"))


def watched(commands: Commands, work: Callable[[Cancel], T]) -> T:
    """Does the work in a thread, so that Ctrl-C stops it, and tells on stderr how long it takes once it is slow."""
    from carpets.solver import Cancel

    cancel = Cancel()
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(cancel))
        except BaseException as fault:
            faults.append(fault)

    began = told = monotonic()
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.05)
            if monotonic() - told >= SLOW:
                told = monotonic()
                print(commands.words.text("thinking: {seconds} s", seconds=round(told - began)), file=sys.stderr)
    except KeyboardInterrupt:
        cancel.set()
        raise
    if faults:
        raise faults[0]
    return results[0]


# ---------------------------------------------------------------- solve


def _solve(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.solver import solve

    rules: AnyRules = arguments.variant
    _positive(commands, budget=arguments.budget, max_memory=arguments.max_memory)
    state = _state(arguments, commands)
    if arguments.all_aces:
        return _all_aces(arguments, commands, state)
    verdict = watched(
        commands,
        lambda cancel: solve(
            rules, state, budget=arguments.budget, cancel=cancel, memory=arguments.max_memory << 20, xray=arguments.xray
        ),
    )
    status, found = _told(rules, state, verdict)
    if arguments.json:
        print(json.dumps({"variant": rules.name, **found}))
        return status
    put(_sentence(commands, verdict, len(found.get("moves", ()))))
    _print_moves(found.get("moves", ()))
    return status


def _positive(commands: Commands, **numbers: int | None) -> None:
    for name, number in numbers.items():
        if number is not None and number < 1:
            option = "--" + name.replace("_", "-")
            raise Mistake(commands.words.text("{option} takes a number from 1 on", option=option))


def _state(arguments: argparse.Namespace, commands: Commands) -> Any:
    rules: AnyRules = arguments.variant
    if arguments.position is None:
        return Game.numbered(rules, str(arguments.seed)).state
    try:
        return rules.read(read_file(arguments.position, commands))
    except BadText as fault:
        raise Mistake(f"{arguments.position}: {commands.words.trouble(fault)}") from fault


def _told(rules: AnyRules, state: Any, verdict: Verdict) -> tuple[int, dict[str, Any]]:
    """The exit status, and the verdict for JSON, its line shortened."""
    from carpets.solver import Lost, Solved, Unknown
    from carpets.solver.shortening import shorten

    match verdict:
        case Solved(moves, seen):
            line = shorten(rules, state, moves)
            words = [write_move(move, rules.grid) for move in line]
            return SOLVED, {"verdict": "solved", "states": seen, "length": len(words), "moves": words}
        case Lost(seen, before_redeal):
            return LOST, {"verdict": "lost", "states": seen, "before_redeal": before_redeal}
        case Unknown(seen, why):
            return UNKNOWN, {"verdict": "unknown", "states": seen, "why": why.value}


def _sentence(commands: Commands, verdict: Verdict, length: int) -> str:
    from carpets.solver import Lost, Solved, Unknown

    words = commands.words
    states = words.count("{n} state looked at", "{n} states looked at", verdict.seen)
    match verdict:
        case Solved():
            said = words.count("It comes out in {n} move", "It comes out in {n} moves", length)
        case Lost(before_redeal=True):
            said = words.text("Proved: it cannot be won without a redeal")
        case Lost():
            said = words.text("Proved: it cannot be won")
        case Unknown():
            said = words.text("Not known: the search was stopped")
    return f"{said} ({states})."


def _print_moves(moves: Sequence[str]) -> None:
    for at in range(0, len(moves), 10):
        put(f"{at + 1}. {' '.join(moves[at : at + 10])}", 4)


def _all_aces(arguments: argparse.Namespace, commands: Commands, state: Any) -> int:
    """Every order of the base cards down the rows, each searched by itself."""
    from itertools import permutations

    from carpets.cards import card_of
    from carpets.games.kovrik import Kovrik
    from carpets.solver import Lost, Solved, solve

    rules: AnyRules = arguments.variant
    empty = isinstance(rules, Kovrik) and rules.bases_first and not any(state.cells[:: rules.columns])
    if not empty or not isinstance(rules, Kovrik):
        raise Mistake(
            commands.words.text("--all-aces is for variants whose aces go first, before any of them has gone")
        )
    rows, best = [], LOST
    for suits in permutations(range(4)):
        bases = [card_of(rules.pack.base, suit) for suit in suits]
        cells = [None if card in bases else card for card in state.cells]
        for row, base in enumerate(bases):
            cells[row * rules.columns] = base
        seated = replace(state, cells=tuple(cells))
        verdict = watched(
            commands,
            lambda cancel, seated=seated: solve(  # type: ignore[misc]
                rules, seated, budget=arguments.budget, cancel=cancel, memory=arguments.max_memory << 20
            ),
        )
        _, found = _told(rules, seated, verdict)
        rows.append({"aces": " ".join(map(str, bases)), **found})
        if isinstance(verdict, Solved):
            best = SOLVED
        elif not isinstance(verdict, Lost) and best == LOST:
            best = UNKNOWN
    if arguments.json:
        print(json.dumps({"variant": rules.name, "orders": rows}))
        return best
    names = {"solved": N_("winnable"), "lost": N_("lost"), "unknown": N_("unknown")}
    for found in rows:
        print(f"{found['aces']}  {commands.words.text(names[found['verdict']])}")
    return best


# ---------------------------------------------------------------- find


def _find(arguments: argparse.Namespace, commands: Commands) -> int:
    import random
    from itertools import islice

    from carpets.solver.deals import Difficulty, candidates, find

    rules: AnyRules = arguments.variant
    _positive(commands, count=arguments.count)
    seed = random.SystemRandom().randrange(1 << 60) if arguments.start is None else arguments.start
    deals = candidates(rules, seed)
    if not arguments.solvable and arguments.difficulty is None:
        for deal in islice(deals, arguments.count):
            print(deal.number if deal.number is not None else rules.write(rules.start(deal)))
        return 0
    wanted = None if arguments.difficulty is None else Difficulty(arguments.difficulty)
    told = monotonic()

    def tried(count: int) -> None:
        nonlocal told
        if monotonic() - told >= SLOW:
            told = monotonic()
            print(commands.words.count("{n} deal tried", "{n} deals tried", count), file=sys.stderr)

    for found in islice(find(rules, deals, difficulty=wanted, tried=tried), arguments.count):
        _print_found(rules, found, arguments, commands)
    return 0


def _print_found(rules: AnyRules, found: Found, arguments: argparse.Namespace, commands: Commands) -> None:
    number = None if found.deal.number is None else str(found.deal.number)
    if arguments.json:
        told = {
            "variant": rules.name, "deal": number, "cards": " ".join(map(str, found.deal.cards)),
            "difficulty": found.difficulty.value, "share": round(found.share, 4), "length": len(found.line),
        }  # fmt: skip
        print(json.dumps(told), flush=True)
        return
    names = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
    said = f"{commands.words.text(names[found.difficulty.value])}, {commands.words.moves(len(found.line))}"
    if number is None:
        print(f"{rules.write(rules.start(found.deal))}; {said}\n", flush=True)
    else:
        print(f"{number}  {said}", flush=True)


# ---------------------------------------------------------------- review


def _review(arguments: argparse.Namespace, commands: Commands) -> int:
    from carpets.advising import hindsight
    from carpets.replay import read_game
    from carpets.solver.review import Mark, review

    _positive(commands, budget=arguments.budget)
    try:
        replay = read_game(read_file(arguments.file, commands))
    except BadText as fault:
        raise Mistake(f"{arguments.file}: {commands.words.trouble(fault)}") from fault
    game = replay.game
    seen = watched(commands, lambda cancel: review(game, budget=arguments.budget, cancel=cancel))
    kept = [write_move(move, game.rules.grid) for move in seen.kept]
    fatal = None if seen.fatal is None else game.moves[seen.fatal]
    if arguments.json:
        print(json.dumps(_review_json(game, [mark.value for mark in seen.marks], seen.fatal, fatal, kept)))
    else:
        signs = {Mark.WINNABLE: "+", Mark.LOST: "-", Mark.REDEAL: "~", Mark.UNKNOWN: "?", Mark.OPEN: "?"}
        text = commands.words.text
        print("".join(signs[mark] for mark in seen.marks))
        put(text("+ winnable   - lost   ~ not without a redeal   ? unknown"))
        for line in hindsight(commands.words, game, seen):
            put(line)
        _print_moves(kept)
    if replay.fault is not None:
        raise Mistake(f"{arguments.file}: {commands.words.trouble(replay.fault)}")
    return 0


def _review_json(game: Game, marks: list[str], fatal: int | None, move: Move | None, kept: list[str]) -> dict[str, Any]:
    return {
        "variant": game.rules.name,
        "marks": marks,
        "fatal": None if fatal is None or move is None else {"n": fatal + 1, "move": write_move(move, game.rules.grid)},
        "kept": kept,
    }

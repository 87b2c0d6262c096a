"""Playing over ssh with real clients: the doors, who one is, coming back, boards, watching."""

from __future__ import annotations

import asyncio
import re
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from carpets.daily import deal_of
from carpets.game import Game
from carpets.games import VARIANTS
from carpets.hosting.doors import Appear, Boards, Home, Nick, Nonsense, Plain, Play, Resume, Watch, read_door
from carpets.hosting.house import House
from carpets.hosting.keeping import guest, new_code, read_code, utc
from carpets.hosting.limits import Limits
from carpets.hosting.names import clean, likeness
from carpets.hosting.parlour import Parlour
from carpets.moves import Draw
from carpets.notation import write_move
from carpets.replay import read_game
from carpets.rules import Outcome
from carpets.shuffle import read_number
from carpets.store import Choice, Store, open_store, people
from carpets.words import Words
from sshing import LIMIT, OPTIONS, OpenSSH, board, connected, hosting, seated, settled, until
from terminal import cards_of

WON = Path(__file__).parent / "data" / "games" / "kovrik-48216.txt"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "games.sqlite3")


@pytest.fixture
async def house(store: Store, tmp_path: Path) -> AsyncIterator[House]:
    made = House(Parlour(store), Limits(sweep=0.1, arrivals=50, arrivals_at_once=100, per_address=100))
    async with hosting(made, tmp_path) as port:
        made.port = port  # type: ignore[attr-defined]
        yield made
    store.close()


@pytest.fixture
def vera(tmp_path: Path) -> tuple[str, ...]:
    """The options of a client with a key of her own."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = tmp_path / "vera"
    path.touch(0o600)
    path.write_bytes(key.export_private_key("openssh"))
    return ("-i", str(path), "-o", "IdentitiesOnly=yes")


async def ssh(port: int, *words: str, **environment: str) -> tuple[int, str]:
    """A client without a terminal."""
    process = await asyncio.create_subprocess_exec(
        "ssh", *OPTIONS, "-T", "-p", str(port), *words,
        stdin=subprocess.DEVNULL, stdout=-1, stderr=-1, env={"PATH": "/usr/bin", **environment},
    )  # fmt: skip
    out, _ = await asyncio.wait_for(process.communicate(), LIMIT)
    return int(process.returncode or 0), out.decode()


# ---------------------------------------------------------------- the doors


@pytest.mark.parametrize(
    ("command", "door"),
    [
        ("", Home()),
        ("carpet", Play(VARIANTS["carpet"])),
        ("  kovrik   daily ", Play(VARIANTS["kovrik"], daily=True)),
        ("kovrik-36 --open", Play(VARIANTS["kovrik-36"], open=True)),
        ("resume", Resume()),
        ("resume abc", Resume("abc")),
        ("boards carpet", Boards(VARIANTS["carpet"])),
        ("watch Vera Nova", Watch("Vera Nova")),
        ("nick Vera", Nick("Vera")),
        ("hide", Appear(False)),
        ("carpet --plain --open", Plain(Play(VARIANTS["carpet"], open=True))),
        ("--plain", Plain(Home())),
        ("resume abc --plain", Plain(Resume("abc"))),
        ("who --plain", Nonsense("--plain")),
        ("sh --plain", Nonsense("sh")),
        ("sh", Nonsense("sh")),
        ("help me", Nonsense("me")),
        ("kovrik --seed -1", Nonsense("--seed -1")),
        ("kovrik --seed", Nonsense("--seed ")),
        ("kovrik daily --seed 7", Nonsense("--seed")),
        ("\x1b[2J", Nonsense("?[2J")),
        ("boards ;", Nonsense(";")),
    ],
)
def test_a_command_opens_the_door_it_names(command: str, door: object) -> None:
    assert read_door(command) == door


def test_a_deal_number_is_read_as_everywhere() -> None:
    for command in ("carpet --seed 7", "carpet --seed=7"):
        door = read_door(command)
        assert isinstance(door, Play)
        assert door.number == read_number("7")
    assert read_door("x" * 10_000) == Nonsense("x" * 40)


async def test_doors_without_a_terminal_print_text_in_the_clients_language(house: House) -> None:
    status, text = await ssh(house.port, "guest@127.0.0.1", "help", LANG="ru_RU.UTF-8")
    assert status == 0
    assert "расклад дня" in text
    assert "\x1b" not in text
    status, text = await ssh(house.port, "guest@127.0.0.1")
    assert status == 1
    assert "ssh -t" in text
    status, text = await ssh(house.port, "guest@127.0.0.1", "id")
    assert status == 2
    assert "“id”" in text


async def test_a_deal_without_a_terminal_keeps_the_order_of_its_stock_to_itself(house: House) -> None:
    status, text = await ssh(house.port, "guest@127.0.0.1", "carpet", "--seed", "ms7")
    assert status == 0
    assert "ms7" in text
    assert "stock: 28" in text
    state = Game.numbered(VARIANTS["carpet"], "ms7").state
    shown = set(re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", text))
    assert len(shown) == 24  # the carpet and the bases
    assert not any(Words.of("en").card(card) in shown for card in state.stock)


# ---------------------------------------------------------------- plain text


async def typed(port: int, lines: str, *words: str, **environment: str) -> tuple[int, list[str]]:
    """What a client without a terminal is told to the lines it sends before it hangs up."""
    process = await asyncio.create_subprocess_exec(
        "ssh", *OPTIONS, "-T", "-p", str(port), *words,
        stdin=-1, stdout=-1, stderr=-1, env={"PATH": "/usr/bin", **environment},
    )  # fmt: skip
    out, _ = await asyncio.wait_for(process.communicate(lines.encode()), LIMIT)
    return int(process.returncode or 0), out.decode().splitlines()


async def test_a_game_is_won_line_by_line_without_a_terminal_and_counts(
    house: House, vera: tuple[str, ...], store: Store
) -> None:
    moves = [line for line in WON.read_text().splitlines() if re.match(r"[0-9]+\. ", line)]
    asked = (*vera, "vera@127.0.0.1", "kovrik", "--seed", "48216", "--plain")
    half = len(moves) // 2
    lines = "\n".join([*moves[:half], "save", "export x"])
    status, told = await typed(house.port, lines, *asked, LANG="ru_RU.UTF-8")
    assert status == 0
    assert told[0] == "Коврик, расклад 48216."
    assert told[-3:] == ["Файлов здесь нет."] * 2 + ["Ваша игра сохранена."]
    again = (*vera, "vera@127.0.0.1", "resume", "--plain")
    status, told = await typed(house.port, "\n".join([*moves[half:], "quit", "undo"]), *again, LANG="C")
    assert status == 0
    assert told[0].startswith("Your unfinished game goes on")
    assert "The game has come out!" in told
    assert not any("\x1b" in line for line in told)
    assert store.door.row("SELECT ending, moves FROM games") == ("won", len(read_game(WON.read_text()).game.moves))


async def test_a_guest_goes_on_line_by_line_with_what_was_begun_on_the_screen(house: House) -> None:
    client = OpenSSH(house.port, "carpet", "--seed", "48216")
    try:
        await client.shows("0 moves")
        client.press("d")
        await client.shows("1 move")
        code = re.search(rb"resume ([2-9a-z]{10})", client.raw)
        assert code is not None
        guest_ = ("guest@127.0.0.1", "resume", code[1].decode(), "--plain")
        status, told = await typed(house.port, "status\nundo\n", *guest_)
        assert status == 0
        assert any("1 move" in line for line in told)
        await client.ended()
        assert "another terminal" in client.text
        status, told = await typed(house.port, "redo", *guest_)
        assert any(line == "After 1 move." for line in told)
    finally:
        client.close()


async def test_a_terminal_that_draws_nothing_or_is_not_to_shows_lines_as_they_are_typed(house: House) -> None:
    client = OpenSSH(house.port, "carpet", "--seed", "7", "--plain", size=(100, 60))
    try:
        await client.shows("quit")
        client.press("statx\x7fus\x1b[A\r")
        await client.shows("status ")
        await client.shows("0 moves")
        assert b"\x1b" not in client.raw
        client.press("\x04")
        assert await client.ended() == 0
    finally:
        client.close()
    dumb = OpenSSH(house.port, "carpet", "--seed", "7", size=(100, 60), TERM="dumb")
    try:
        await dumb.shows("quit")
        dumb.press("draw\r")
        await dumb.shows("is turned.")
    finally:
        dumb.close()


async def test_any_lines_are_taken_and_no_more_than_is_borne(house: House) -> None:
    hostile = "\x00\xff\n" + "x" * 10_000 + "\n" + "hint " * 500 + "\n" + "\n" * 150 + "quit\n"
    status, told = await typed(house.port, hostile, "guest@127.0.0.1", "carpet", "--seed", "7", "--plain")
    assert status == 0
    assert sum(line.startswith("stock: ") for line in told) == 151


async def test_a_table_played_in_lines_is_watched_and_a_closing_host_says_goodbye(house: House) -> None:
    process = await asyncio.create_subprocess_exec(
        "ssh", *OPTIONS, "-p", str(house.port), "guest@127.0.0.1", "carpet", "--seed", "7", "--open", "--plain",
        stdin=-1, stdout=-1, stderr=-1, env={"PATH": "/usr/bin"},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        while b"quit" not in await asyncio.wait_for(process.stdout.readline(), LIMIT):
            pass
        _, told = await ssh(house.port, "guest@127.0.0.1", "who")
        name = told.split(":")[0]
        watcher = OpenSSH(house.port, "watch", name)
        try:
            await watcher.shows("0 moves")
            process.stdin.write(b"draw\n")
            await watcher.shows("1 move")
            await house.close(3)
            assert b"The host is closing" in await asyncio.wait_for(process.stdout.read(), LIMIT)
            assert await asyncio.wait_for(process.wait(), LIMIT) == 0
        finally:
            watcher.close()
    finally:
        if process.returncode is None:
            process.kill()


# ---------------------------------------------------------------- playing


async def test_a_guest_who_is_cut_off_comes_back_to_the_very_board(house: House) -> None:
    twice = Game.numbered(VARIANTS["carpet"], 48216).play(Draw()).play(Draw())
    client = OpenSSH(house.port, "carpet", "--seed", "48216", LANG="ru_RU.UTF-8")
    try:
        await client.shows("48216")
        code = re.search(rb"resume ([2-9a-z]{10})", client.raw)
        assert code is not None
        client.press("d")
        await client.shows("1 ход")
        client.press("d")
        await client.shows("2 хода")
        seen = await settled(client, lambda found: found == cards_of(twice))
        client.press("\r~.")
        assert await client.ended() == 255
    finally:
        client.close()
    back = OpenSSH(house.port, "resume", code[1].decode(), LANG="ru_RU.UTF-8")
    try:
        await back.shows("2 хода")
        await until(lambda: board(back.text) == seen)
        back.press("u")
        await back.shows("1 ход")
    finally:
        back.close()


async def test_a_deal_without_a_move_is_there_again_until_another_takes_its_place(
    house: House, vera: tuple[str, ...], store: Store
) -> None:
    first = OpenSSH(house.port, *vera, "--", "carpet", user="vera")
    try:
        await first.shows("0 moves")
        seen = await settled(first, lambda found: len(found) == 24)
        first.press("\r~.")
        assert await first.ended() == 255
    finally:
        first.close()
    assert store.door.row("SELECT count(*) FROM games")[0] == 0  # nothing that statistics would count
    back = OpenSSH(house.port, *vera, "--", "carpet", user="vera")
    try:
        await until(lambda: board(back.text) == seen)
        back.press("d")
        await back.shows("1 move")
        assert store.door.row("SELECT count(*) FROM laid")[0] == 0
        moved = await settled(back, lambda found: len(found) == 25)
        back.press("\x03")
        await back.ended()
    finally:
        back.close()
    home = OpenSSH(house.port, *vera, user="vera")
    try:
        await until(lambda: board(home.text) == moved)
    finally:
        home.close()


async def test_who_comes_back_before_the_broken_line_is_noticed_gets_the_game(house: House) -> None:
    first = OpenSSH(house.port, "carpet", "--seed", "48216")
    try:
        await first.shows("48216")
        code = re.search(rb"resume ([2-9a-z]{10})", first.raw)
        assert code is not None
        first.press("d")
        await first.shows("1 move")
        second = OpenSSH(house.port, "resume", code[1].decode())
        try:
            await second.shows("1 move")
            await first.ended()
            assert "another terminal" in first.text
            second.press("u")
            await second.shows("0 moves")
        finally:
            second.close()
    finally:
        first.close()


async def test_a_code_that_is_no_code_opens_nothing(house: House) -> None:
    for code in ("abc", new_code(), "local", "../../x"):
        client = OpenSSH(house.port, "resume", code)
        try:
            assert await client.ended() == 1
            assert "no unfinished game" in client.text
        finally:
            client.close()


async def test_control_c_leaves_and_a_narrow_screen_shows_the_whole_table(house: House) -> None:
    client = OpenSSH(house.port, "carpet", "--seed", "7", size=(42, 62))
    try:
        await until(lambda: "♠" in client.text)
        client.resize(100, 40)
        await until(lambda: any(line[60:].strip() for line in client.text.splitlines()[1:-3]))
        client.press("\x03")
        assert await client.ended() == 0
    finally:
        client.close()


async def test_a_key_remembers_its_game_and_its_wins(house: House, vera: tuple[str, ...]) -> None:
    client = OpenSSH(house.port, *vera, "--", "carpet", "--seed", "7", user="vera")
    try:
        await client.shows("0 moves")
        for told in ("1 move", "2 moves", "3 moves"):
            client.press("d")
            await client.shows(told)
        client.press("\x03")
        await client.ended()
        assert "Your game is kept." in client.text
    finally:
        client.close()
    again = OpenSSH(house.port, *vera, "--", user="vera")
    try:
        await again.shows("3 moves")
    finally:
        again.close()
    await until(lambda: not house.visits)
    status, text = await ssh(house.port, *vera, "vera@127.0.0.1", "stats")
    assert status == 0
    assert "0 played" in text


async def test_a_win_over_openssh_is_told_in_russian_and_counted(
    house: House, vera: tuple[str, ...], store: Store
) -> None:
    won = read_game(WON.read_text()).game
    key = asyncssh.read_private_key(vera[1]).get_fingerprint()
    journal = store.player(key, utc()).begin()
    journal.moved(Game.begin(won.rules, won.deal), 1, utc())
    game = Game.begin(won.rules, won.deal)
    for move in won.moves[:-1]:
        game = game.play(move)
        journal.moved(game, 100, utc())
    journal.close(100, utc())
    card = write_move(won.moves[-1], won.rules.grid)[:2].lower()
    client = OpenSSH(house.port, *vera, "--", "kovrik", user="vera", LANG="ru_RU.UTF-8")
    try:
        await client.shows("Продолжить")
        client.press("\r")  # go on with the game that was left
        await until(lambda: "Продолжить" not in client.text)
        client.press(("0" if card[0] == "t" else card[0].upper()) + card[1] + "\r")
        await client.shows("Пасьянс сошёлся!")
        client.press("\x03")
        assert await client.ended() == 0
    finally:
        client.close()
    _, text = await ssh(house.port, *vera, "vera@127.0.0.1", "stats")
    assert "1 won" in text


async def test_everybodys_deal_of_the_day_is_the_one_everybody_has(house: House, store: Store) -> None:
    before = utc().date()
    client = OpenSSH(house.port, "kovrik", "daily")
    try:
        await client.shows("0 moves")
        numbers = [str(deal_of(VARIANTS["kovrik"], day).deal.number) for day in {before, utc().date()}]
        await until(lambda: any(number in client.text for number in numbers))
    finally:
        client.close()


# ---------------------------------------------------------------- names and boards


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Vera", "Vera"),
        ("  Вера   Павловна ", "Вера Павловна"),
        ("新しい名前", "新しい名前"),
        ("J. O'Neill-2", "J. O'Neill-2"),
        ("Ｖｅｒａ", "Vera"),
        ("V", None),
        ("x" * 21, None),
        ("Vеra", None),  # a Cyrillic е among Latin letters
        ("\x1b[2Jb", None),
        ("[red]x[/red]", None),
        ("a\u202eb", None),
        ("a\u200db", None),
        ("z" + "\u0301" * 5, None),
        ("a\nb" + "\0", None),
        ("guest", None),
        ("Гость", None),
        ("", None),
    ],
)
def test_a_name_is_shown_only_if_it_can_do_nothing(raw: str, name: str | None) -> None:
    assert clean(raw) == name


def test_names_that_look_alike_are_one_name() -> None:
    assert likeness("Сора") == likeness("copa")
    assert likeness("bob1") == likeness("BOBL")
    assert likeness("vera-n") == likeness("Vera N")
    assert likeness("Vera") != likeness("Vega")


async def test_a_name_is_chosen_once_and_is_ones_own(house: House, vera: tuple[str, ...], store: Store) -> None:
    rival = store.player("SHA256:rival", utc())
    assert people.choose_nick(store, rival, "copa")
    for name, status, told in (("сора", 1, "looks like it"), ("Vera", 0, "You are Vera"), ("Nova", 1, "it stays")):
        got, text = await ssh(house.port, *vera, "vera@127.0.0.1", "nick", name)
        assert (got, told in text) == (status, True), text
    assert (await ssh(house.port, "guest@127.0.0.1", "nick", "Zoe"))[0] == 1
    assert (await ssh(house.port, *vera, "vera@127.0.0.1", "appear")) == (0, "You are on the boards.\n")


def played(store: Store, key: str, nick: str, *, shown: bool, seconds: float = 100) -> int:
    """A player who won the stored game, for the deal of today."""
    memory = store.player(key, utc())
    people.choose_nick(store, memory, nick)
    people.appear(store, memory, shown)
    game = read_game(WON.read_text()).game
    journal = memory.begin(Choice.DAILY, utc().date())
    journal.moved(game, seconds, utc())
    assert game.outcome is Outcome.WON
    assert journal.row is not None
    return journal.row


async def test_boards_show_those_who_wish_and_only_what_the_rules_confirm(house: House, store: Store) -> None:
    played(store, "SHA256:a", "Anna", shown=True, seconds=200)
    played(store, "SHA256:b", "Boris", shown=True, seconds=100)
    played(store, "SHA256:c", "Clara", shown=False, seconds=10)
    forged = played(store, "SHA256:d", "Dora", shown=True, seconds=1)
    with store.door.change():
        store.door.run("UPDATE lines SET moves = 'AC-a1', cursor = 1 WHERE game = ?", (forged,))
    kovrik = VARIANTS["kovrik"]
    assert [row.nick for row in people.of_day(store, kovrik, utc().date())] == ["Boris", "Anna"]
    best = people.board(store, kovrik)
    assert [row.nick for row in best.shortest] == ["Anna", "Boris"]
    status, text = await ssh(house.port, "guest@127.0.0.1", "boards", "kovrik", LANG="ru")
    assert status == 0
    assert text.index("Boris") < text.index("Быстрее всех")
    assert "Clara" not in text
    assert "Dora" not in text.split("Быстрее всех")[1]
    _, text = await ssh(house.port, "guest@127.0.0.1", "boards")
    assert text.index("Boris") < text.index("Anna")


def test_guests_who_stayed_away_are_forgotten_and_players_are_not(store: Store) -> None:
    code = new_code()
    assert read_code(code.upper()) == code
    store.player(guest(code), utc())
    store.player("SHA256:a", utc())
    assert people.forget_guests(store, "2000-01-01T00:00:00Z") == 0
    assert people.forget_guests(store, "2999-01-01T00:00:00Z") == 1
    assert people.known(store, "SHA256:a")
    assert not people.known(store, guest(code))


# ---------------------------------------------------------------- watching


async def test_a_willing_players_table_is_watched_live_and_cannot_be_touched(house: House) -> None:
    async with await connected(house.port) as one, await connected(house.port) as two:
        player = await seated(one, (80, 24), command="carpet --seed 48216 --open")
        await until(lambda: "48216" in player.text)
        _, text = await ssh(house.port, "guest@127.0.0.1", "who")
        name = text.split(":")[0]
        assert "may be watched" in text
        watcher = await seated(two, (80, 24), command=f"watch {name}")
        await until(lambda: f"{name} plays." in watcher.text)
        player.channel.write(b"d")
        await until(lambda: "1 move" in watcher.text)
        watcher.channel.write(b"ddu\r")
        await asyncio.sleep(0.3)
        assert "1 move" in player.text
        player.channel.write(b"\x03")
        await until(lambda: "has left the table" in watcher.text)
        watcher.channel.write(b"q")
        await until(lambda: watcher.closed)


async def test_nobody_watches_a_table_that_is_not_open(house: House) -> None:
    async with await connected(house.port) as one, await connected(house.port) as two:
        player = await seated(one, command="kovrik --seed 48216")
        await until(lambda: "48216" in player.text)
        _, text = await ssh(house.port, "guest@127.0.0.1", "who")
        watcher = await seated(two, command=f"watch {text.split(':')[0]}")
        await until(lambda: watcher.closed)
        assert "Nobody of that name" in watcher.text


async def test_many_players_have_each_their_own_game_and_language(house: House) -> None:
    connections = [await connected(house.port) for _ in range(8)]
    begun = time.monotonic()
    seats = [
        await seated(
            connection, (80, 24), command=f"kovrik --seed {at}000000", env={"LANG": ("ru_RU", "en_US")[at % 2]}
        )
        for at, connection in enumerate(connections, 100)
    ]
    for at, seat in enumerate(seats, 100):
        await until(lambda: f"{('расклад', 'deal')[at % 2]} {at}000000" in seat.text)  # noqa: B023
    assert time.monotonic() - begun < LIMIT
    for connection in connections:
        connection.abort()
    await until(lambda: not house.visits)

"""What every contest of many blocks is: stages of blocks, each decided by those before, and a log that tells it all.

A contest says in stages which blocks are to be played. It is driven with blocks that are played, or read from a log, or
both; that is how a log is resumed and how its tables are made again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pageone_cli.block_playing import Done, Parcel, Task, Terms
from pageone_cli.blocks import Block
from pageone_cli.errors import UserError
from pageone_cli.rules import Rules


class Unplayable(UserError):
    """The contest cannot be played as it is asked for; ``option`` is the one to blame, if it is one."""

    def __init__(self, what: str, option: str = "") -> None:
        super().__init__(what)
        self.option = option


class Entrant(Protocol):
    """Somebody who takes part: a player, or what a log tells of one."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def spec(self) -> str: ...  # noqa: D102


class Named(NamedTuple):
    """An entrant of whom the name and the strategy are known, as from a log."""

    name: str
    spec: str


@dataclass(frozen=True)
class Stage:
    """Blocks that may be played in any order: `most` of them, or until `enough` says so after one of them.

    Then there are `likely` so many.
    """

    tasks: Iterator[Task]
    most: int
    enough: Callable[[Block], bool] | None = None
    likely: int | None = None


# A contest's plan: it gives a stage and is sent nothing back; between stages it may give a line for the log.
Plan = Generator["Stage | dict[str, Any]", None, None]


class Contest(Protocol):
    """A contest of some kind. ``command`` is that of its log."""

    @property
    def command(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def players(self) -> Sequence[Any]: ...  # noqa: D102
    @property
    def seed(self) -> str: ...  # noqa: D102
    @property
    def options(self) -> Mapping[str, Any]: ...  # noqa: D102
    @property
    def rotate(self) -> bool: ...  # noqa: D102
    @property
    def on_fault(self) -> str: ...  # noqa: D102
    @property
    def time_limit(self) -> float | None: ...  # noqa: D102
    @property
    def log_deals(self) -> str: ...  # noqa: D102

    def plan(self) -> Plan:
        """The stages; each may look at the blocks `add`\\ ed so far."""

    def add(self, block: Block) -> None:
        """A block has been played, in the order of the plan."""

    def text(self, form: str) -> str:
        """The tables for what has been added, as `form` (``table``, ``markdown``, ``csv`` or ``json``)."""

    @property
    def most_blocks(self) -> int:
        """The most blocks that may be played."""

    def places(self) -> Sequence[int | None]:
        """The place of each player by what has been added, equals share one; None for who has not played."""

    def status(self) -> str:
        """What the progress says beside the number of blocks, perhaps nothing."""

    def shape(self) -> Sequence[tuple[str, str]]:
        """What a plan says beside the numbers: names and values."""

    def matches_in(self, seats: int) -> int:
        """The matches of a block with so many at a table."""


def parcel(contest: Contest, logged: bool) -> Parcel:
    """The terms and the players of `contest`; `logged` whether lines of a log are wanted."""
    log_deals = contest.log_deals if logged else ""
    terms = Terms(contest.rules, contest.seed, contest.rotate, contest.on_fault, contest.time_limit, log_deals)
    return Parcel.of(terms, contest.players)


Play = Callable[[Iterator[Task], int, int | None], Iterator[Done]]


class Recorded:
    """Follows a contest with blocks as they were recorded, one after the other."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._plan = contest.plan()
        self._stage: Stage | None = None
        self._count = 0
        self.lines: list[dict[str, Any]] = []  # those that follow the blocks added so far

    def stage(self) -> Stage | None:
        """The stage to be played next, or gone on with; None when the contest is over."""
        while self._stage is None or self._count == self._stage.most:
            step = next(self._plan, None)
            if step is None:
                return None
            if isinstance(step, dict):
                self.lines.append(step)
            else:
                self._stage, self._count = step, 0
        return self._stage

    @property
    def left(self) -> int:
        """The blocks that this stage may still have."""
        return 0 if self._stage is None else self._stage.most - self._count

    def task(self) -> Task | None:
        """The next block to be played; None when the contest is over."""
        stage = self.stage()
        return None if stage is None else next(stage.tasks, None)

    def add(self, block: Block) -> None:
        """A block that was recorded: the task for it is passed over. Raises `Unplayable` where it is not that block."""
        task = self.task()
        if task is None:
            raise Unplayable(f"block {block.number} comes after the end")
        members = {player for lineup in task.lineups for player in lineup}
        if block.number != task.block or set(block.players) != members:
            who = sorted(members)
            raise Unplayable(
                f"block {block.number} of players {sorted(block.players)}; block {task.block} of {who} is due"
            )
        self.played(block)

    def played(self, block: Block) -> bool:
        """The block of the task taken last has been played; whether its stage has enough with it."""
        self.lines.clear()
        self._contest.add(block)
        self._count += 1
        if self._stage is not None and self._stage.enough is not None and self._stage.enough(block):
            self._stage = None
            return True
        return False


def drive(
    contest: Contest, recorded: Iterable[Block], play: Play, on_line: Callable[[dict[str, Any]], None]
) -> Iterator[Done]:
    """Go through a contest: first with the blocks `recorded`, then with those that `play` gives, which are given out.

    `on_line` gets the lines for the log that stand between the blocks played, and after those recorded.
    """
    followed = Recorded(contest)
    for block in recorded:
        followed.add(block)
    while True:
        stage = followed.stage()
        for line in followed.lines:
            on_line(line)
        followed.lines.clear()
        if stage is None:
            return
        for done in play(stage.tasks, followed.left, stage.likely):
            enough = done.aborted is None and followed.played(done.block)
            yield done
            if done.aborted is not None:
                return
            if enough:
                break

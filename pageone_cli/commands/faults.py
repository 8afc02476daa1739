"""What is said on stderr when strategies fail."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pageone_cli.commands.options import note
from pageone_cli.faults import Aborted

if TYPE_CHECKING:
    from pageone_cli.block_playing import Done
    from pageone_cli.faults import Fault
    from pageone_cli.playing import Run

SHOWN = 3  # faults told in full per player


class FaultNotes:
    """Tells the first faults of each player in full and counts the others."""

    def __init__(self, run: Run, reference: str) -> None:
        """`reference` is what ``--rules`` was."""
        self._run = run
        self._reference = reference
        self._count: Counter[str] = Counter()

    def __enter__(self) -> Self:
        return self

    def report(self, fault: Fault) -> None:
        """A strategy has failed."""
        self._count[fault.player] += 1
        if self._count[fault.player] <= SHOWN:
            note(f"fault: {fault}\n  again: {self.command(fault)}")

    def command(self, fault: Fault) -> str:
        """The command line that plays the deal of `fault` again."""
        run = self._run
        words = ["pageone", "replay", *[player.text for player in run.players], "--rules", self._reference]
        words += ["--seed", run.seed, "--deals", str(run.rules.match.most)] + ["--rotate"] * run.rotate
        if run.on_fault == "forfeit":  # with abort it would end there again instead of being told
            words += ["--on-fault", run.on_fault]
        if run.time_limit is not None:
            words += ["--time-limit", f"{run.time_limit:g}"]
        return shlex.join([*words, "--match", str(fault.match), "--deal", str(fault.deal)])

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(error, Aborted):
            error.args = (f"{error}\n  again: {self.command(error.fault)}",)
        for player, count in self._count.items():
            if count > SHOWN:
                note(f"fault: {player}: {count - SHOWN} more")


class ContestNotes:
    """Tells the first faults of each player of a contest in full and counts the others."""

    def __init__(self, log: Path | None) -> None:
        """`log` is where it is written, if anywhere."""
        self._log = log
        self._count: Counter[str] = Counter()

    def again(self, fault: Fault) -> str:
        """The command that plays the deal of `fault` again."""
        name = "LOG" if self._log is None else str(self._log)
        words = ["pageone", "replay", name, "--match", str(fault.match), "--deal", str(fault.deal)]
        return f"\n  again: {shlex.join(words)}{'' if self._log else ' (play with --log LOG)'}"

    def __enter__(self) -> Self:
        return self

    def tell(self, done: Done) -> None:
        """A block has been played."""
        for fault in done.faults:
            if self._count[fault.player] < SHOWN:
                self._count[fault.player] += 1
                done.failures[fault.player] -= 1
                note(f"fault: {fault}{self.again(fault)}")
        self._count.update(done.failures)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for player, count in self._count.items():
            if count > SHOWN:
                note(f"fault: {player}: {count - SHOWN} more")

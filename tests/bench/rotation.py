"""How many fewer deals rotated equal packs need for the same interval: `python tests/bench/rotation.py A B C D`.

Plays a line-up twice: in blocks of one deal a match, rotated through all seats with equal packs, and in as many single
deals with packs of their own. The factor is the variance of a mean difference (first player less the mean of the
others) over single deals, divided by that over rotated blocks with as many deals.
"""

from __future__ import annotations

import argparse
from statistics import variance

from pageone_cli.block_playing import Parcel, Task, Terms
from pageone_cli.config import load, with_deals
from pageone_cli.loading import load_players


def differences(specs: list[str], rules: str, blocks: int, rotate: bool) -> list[float]:
    """For each block the points per deal of the first player less the mean of the others'."""
    terms = Terms(with_deals(load(rules), 1), "rotation", rotate, "abort", None, "")
    playing = Parcel.of(terms, load_players(specs)).opened()
    found = []
    for number in range(1, blocks + 1):
        done = playing.play(Task(number, 1, (tuple(range(len(specs))),), 1 + (number - 1) * len(specs)))
        means = {player: sums.points / sums.deals for player, sums in done.block.players.items()}
        found.append(means[0] - sum(mean for player, mean in means.items() if player) / (len(specs) - 1))
    return found


def main() -> None:
    """Print the factor."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", maxsplit=1)[0])
    parser.add_argument("strategies", nargs="+")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--blocks", type=int, default=3000)
    arguments = parser.parse_args()
    players = len(arguments.strategies)
    rotated = variance(differences(arguments.strategies, arguments.rules, arguments.blocks, rotate=True))
    single = variance(differences(arguments.strategies, arguments.rules, arguments.blocks * players, rotate=False))
    print(f"{' '.join(arguments.strategies)}: {single / (rotated * players):.2f} times fewer deals")


if __name__ == "__main__":
    main()

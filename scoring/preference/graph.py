"""Which systems the comparisons connect: the existence of a Bradley-Terry estimate.

The maximum-likelihood estimate exists and is unique exactly when the graph of wins (a tie is half a win each way) is
strongly connected (Ford 1957); where the graph falls apart altogether, nothing ranks one part against the other.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from scipy.sparse.csgraph import connected_components

from scoring.preference.arrays import Bools, Floats, Ints


def connected_parts(wins: Floats) -> list[Ints]:
    """Sets of systems joined by comparisons of any outcome, from the (S, S) win matrix; each ascending."""
    return _parts(wins, "weak")


def strong_parts(wins: Floats) -> list[Ints]:
    """Sets of systems in which everybody has beaten everybody, through a chain of wins or ties; each ascending."""
    return _parts(wins, "strong")


def _parts(wins: Floats, connection: Literal["weak", "strong"]) -> list[Ints]:
    if len(wins) == 0:
        return []
    count, labels = connected_components(wins > 0, directed=True, connection=connection)
    return [np.flatnonzero(labels == label).astype(np.int64) for label in range(count)]


def connections(beaten: Bools) -> tuple[Bools, Bools]:
    """Which of B graphs of wins (B, S, S), row beat column, hang together: by any outcome, and strongly; both (B,)."""
    turned = beaten.transpose(0, 2, 1)
    connected = _reach_all(beaten | turned)
    return connected, connected & _reach_all(beaten) & _reach_all(turned)


def _reach_all(edges: Bools) -> Bools:
    """(B,): whether the first system reaches every other along the edges (B, S, S)."""
    reached = np.zeros(edges.shape[:2], dtype=bool)
    reached[:, :1] = True
    while True:
        further = reached | (edges & reached[:, :, None]).any(axis=1)
        if np.array_equal(further, reached):
            return np.asarray(reached.all(axis=1))
        reached = further


def missing_links(parts: Sequence[Ints], wins: Floats) -> list[tuple[int, int]]:
    """The fewest pairs, one less than there are parts, whose comparison would join all parts; the first stays the hub.

    Each part is joined by its most compared system (the lower id where equal), which leans on the most evidence.
    A comparison of any outcome joins; a finite estimate also needs wins, or a tie, in both directions.
    """
    compared = wins.sum(axis=0) + wins.sum(axis=1)
    best = [int(part[np.argmax(compared[part])]) for part in parts]
    return [(best[0], other) for other in best[1:]] if best else []


def spanning_edges(wins: Floats) -> tuple[Ints, Ints]:
    """Winners and losers of 2 (S - 1) win edges that together make a strongly connected (S, S) win matrix.

    They form a tree out of one system and a tree into it, grown along the heaviest edges, so that in most resamples
    all of them are still there: a resample that keeps them is strongly connected without a search.
    Raises ValueError where the matrix is not strongly connected.
    """
    root = int(np.argmax(wins.sum(axis=0) + wins.sum(axis=1)))
    outward = _grow(wins, root)
    inward = _grow(wins.T, root)
    winners = [winner for winner, _ in outward] + [winner for _, winner in inward]
    losers = [loser for _, loser in outward] + [loser for loser, _ in inward]
    return np.array(winners, dtype=np.int64), np.array(losers, dtype=np.int64)


def _grow(weights: Floats, root: int) -> list[tuple[int, int]]:
    """Prim's rule on a directed graph: always take the heaviest edge that leaves the tree."""
    best = weights[root].copy()
    source = np.full(len(weights), root)
    best[root] = -1.0
    inside = np.zeros(len(weights), dtype=bool)
    inside[root] = True
    edges: list[tuple[int, int]] = []
    while not inside.all():
        target = int(np.argmax(best))
        if best[target] <= 0:
            raise ValueError("the win matrix is not strongly connected")
        edges.append((int(source[target]), target))
        inside[target] = True
        better = (weights[target] > best) & ~inside
        best[better] = weights[target][better]
        source[better] = target
        best[target] = -1.0
    return edges

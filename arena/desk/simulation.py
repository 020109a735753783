"""How a simulated reviewer decides: from stated latent qualities, and from nothing else.

On the log scale of Bradley-Terry, a poster of system s for paper p, seen by reviewer r, is worth

    worth = quality[s] + paper_effect[p, s] + reviewer_effect[r, s],

and a pair is answered by Davidson's model with ties (R. R. Davidson, JASA 65, 1970, 317-328): with pi = exp(worth), the
left poster is chosen in proportion to pi_left, the right one in proportion to pi_right, "about equal" in proportion
to nu * sqrt(pi_left * pi_right). No score, picture or text of a poster enters. Each number is drawn from a generator
named by the seed and by what it belongs to, so that another reviewer or paper changes none of the others.
"""

import hashlib
import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from arena.studies.roster import ShownPair
from scoring.words import Choice

# The clock of simulated judgments starts here: a time nobody can take for that of a person's judgment.
CLOCK_STARTS = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """Every constant of the simulation. Spreads are standard deviations on the log scale."""

    quality_sd: float = 0.8
    paper_sd: float = 0.5
    reviewer_sd: float = 0.4
    nu: float = 0.8  # Davidson's tie parameter; 0 is "never equal"
    skip_rate: float = 0.015
    critical_rate: float = 0.02  # of each poster being called unusable
    shortest_share: float = 1 / 3  # everybody does at least this share of the roster
    median_seconds: float = 35.0
    seconds_sd: float = 0.5  # of the logarithm


ASSUMPTIONS = Assumptions()


@dataclass(frozen=True, slots=True)
class DrawnAnswer:
    """An answer to the pair at this place (from 0) of a roster."""

    place: int
    choice: Choice
    critical_left: bool
    critical_right: bool
    seconds: float
    shown_at: datetime


def qualities(seed: int, systems: tuple[str, ...]) -> dict[str, float]:
    """The latent quality of each system: drawn from the seed and the system's name alone."""
    return {system: _normal(seed, "quality", system) * ASSUMPTIONS.quality_sd for system in systems}


def worth(seed: int, reviewer: str, case_id: str, system: str) -> float:
    return (
        ASSUMPTIONS.quality_sd * _normal(seed, "quality", system)
        + ASSUMPTIONS.paper_sd * _normal(seed, "paper", case_id, system)
        + ASSUMPTIONS.reviewer_sd * _normal(seed, "reviewer", reviewer, system)
    )


def davidson(left: float, right: float, nu: float) -> tuple[float, float, float]:
    """Probabilities of (left, equal, right) for two worths on the log scale."""
    # Both worths are taken relative to their mean, which leaves the ratios as they are and cannot overflow in between.
    half = (left - right) / 2
    weights = (math.exp(half), nu, math.exp(-half))
    total = sum(weights)
    return weights[0] / total, weights[1] / total, weights[2] / total


def length_of(seed: int, reviewer: str, places: int) -> int:
    """How many places this reviewer works through before stopping, as volunteers do: from a third to all of them."""
    shortest = math.ceil(places * ASSUMPTIONS.shortest_share)
    return int(_generator(seed, "length", reviewer).integers(shortest, places, endpoint=True))


def answers_of(seed: int, reviewer: str, pairs: tuple[ShownPair, ...]) -> tuple[DrawnAnswer, ...]:
    """The answers of one simulated reviewer to the first places of the roster, in order.

    A pair that comes again is answered by another draw from the same probabilities. How far the reviewer goes counts
    pairs that come for the first time.
    """
    clock = CLOCK_STARTS
    pace = math.exp(ASSUMPTIONS.seconds_sd * _normal(seed, "pace", reviewer))
    drawn = []
    left_to_do = length_of(seed, reviewer, sum(not pair.again for pair in pairs))
    for place, pair in enumerate(pairs):
        if left_to_do == 0 and not pair.again:
            break
        left_to_do -= not pair.again
        again = ("again",) if pair.again else ()
        rng = _generator(seed, "answer", reviewer, pair.case_id, *sorted((pair.left, pair.right)), *again)
        seconds = ASSUMPTIONS.median_seconds * pace * math.exp(ASSUMPTIONS.seconds_sd * float(rng.standard_normal()))
        seconds = round(max(seconds, 3.0), 1)
        left = worth(seed, reviewer, pair.case_id, pair.left)
        right = worth(seed, reviewer, pair.case_id, pair.right)
        chances = davidson(left, right, ASSUMPTIONS.nu)
        choice = (Choice.LEFT, Choice.EQUAL, Choice.RIGHT)[int(rng.choice(3, p=chances))]
        skip, broken_left, broken_right = rng.random(3)
        drawn.append(
            DrawnAnswer(
                place=place,
                choice=Choice.SKIP if skip < ASSUMPTIONS.skip_rate else choice,
                critical_left=bool(broken_left < ASSUMPTIONS.critical_rate),
                critical_right=bool(broken_right < ASSUMPTIONS.critical_rate),
                seconds=seconds,
                shown_at=clock,
            )
        )
        clock += timedelta(seconds=math.ceil(seconds) + 2)
    return tuple(drawn)


def _normal(seed: int, *names: str) -> float:
    return float(_generator(seed, *names).standard_normal())


def _generator(seed: int, *names: str) -> np.random.Generator:
    """The generator of one named quantity under this seed."""
    digest = hashlib.sha256("\0".join((str(seed), *names)).encode()).digest()
    return np.random.default_rng(np.frombuffer(digest, dtype=np.uint32).tolist())

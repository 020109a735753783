"""The works a report rests on."""

from dataclasses import dataclass
from typing import Final

CITATION: Final = (
    "Yaxin Luo, Haobin Jiang, Jialv Zou, et al. AutoDesign: Meta-Harness Optimization for Long-Horizon Agentic Design. "
    "arXiv:2608.13560, 2026. Sections 5.3 and A.5."
)


@dataclass(frozen=True, slots=True)
class Work:
    """A cited work: as it stands in a sentence, and as it stands in the list."""

    short: str
    full: str


AUTODESIGN: Final = Work("Luo et al., 2026", CITATION)
BRADLEY_TERRY: Final = Work(
    "Bradley and Terry, 1952",
    "Ralph Allan Bradley and Milton E. Terry. Rank analysis of incomplete block designs: I. The method of paired "
    "comparisons. Biometrika 39(3/4), 324–345, 1952. doi:10.2307/2334029",
)
FORD: Final = Work(
    "Ford, 1957",
    "L. R. Ford, Jr. Solution of a ranking problem from binary comparisons. The American Mathematical Monthly 64(8), "
    "part 2, 28–33, 1957. doi:10.2307/2308513",
)
OWEN: Final = Work(
    "Owen, 2007",
    "Art B. Owen. The pigeonhole bootstrap. The Annals of Applied Statistics 1(2), 386–411, 2007. "
    "doi:10.1214/07-AOAS122",
)
CAMERON: Final = Work(
    "Cameron, Gelbach and Miller, 2011",
    "A. Colin Cameron, Jonah B. Gelbach and Douglas L. Miller. Robust inference with multiway clustering. Journal of "
    "Business & Economic Statistics 29(2), 238–249, 2011. doi:10.1198/jbes.2010.07136",
)
WESTFALL: Final = Work(
    "Westfall and Young, 1993",
    "Peter H. Westfall and S. Stanley Young. Resampling-based multiple testing: examples and methods for p-value "
    "adjustment. Wiley, New York, 1993.",
)
DAVIDSON: Final = Work(
    "Davidson, 1970",
    "Roger R. Davidson. On extending the Bradley-Terry model to accommodate ties in paired comparison experiments. "
    "Journal of the American Statistical Association 65(329), 317–328, 1970. doi:10.1080/01621459.1970.10481082",
)
KRIPPENDORFF: Final = Work(
    "Krippendorff, 2019",
    "Klaus Krippendorff. Content analysis: an introduction to its methodology. 4th edition. SAGE, Thousand Oaks, 2019. "
    "doi:10.4135/9781071878781",
)

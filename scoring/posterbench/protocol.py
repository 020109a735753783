"""The id of what `posterbench-offline` computes, by itself: who only asks for scores need not load what makes them."""

from typing import Final

# Changes whenever the same poster and paper may get another score.
PROTOCOL: Final = "posterbench-offline/2"

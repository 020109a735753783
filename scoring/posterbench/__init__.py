"""PosterBench: a poster's score on seven dimensions, from its picture and its paper's text."""

"""Words that say who or what made a poster: which they are, and how they are found in text, files and pictures."""

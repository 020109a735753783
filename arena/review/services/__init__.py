"""What changes assignments and judgments."""

"""Systems that turn a paper into a poster, all behind one protocol."""

"""Drawing posters: the sandboxed browser, HTML to pixels, and any artifact to one picture."""

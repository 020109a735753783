"""Static files under names with their hash, also where one of our script modules asks for another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Ours only: modules of packages may ask for files that are not there in the way Django would look for them.
OUR_MODULES = "js/*.js"
IMPORTS = ((r"""(?P<matched>from "(?P<url>\.{1,2}/[^"]+)")""", 'from "%(url)s"'),)


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_MODULES, IMPORTS))

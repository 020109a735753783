"""How much of a paper ingest is willing to read."""

MAX_BYTES = 100 * 1024 * 1024
MAX_PAGES = 200

CHECK_SECONDS = 25.0  # wall time of a check
INGEST_SECONDS = 120.0
MEMORY_BYTES = 2 * 1024**3  # address space that reading may add
MAX_OUTPUT_BYTES = 64 * 1024 * 1024  # of any one file that the reader writes

MAX_GLYPHS_PER_PAGE = 60_000
MAX_FIGURES = 200

# A page with fewer letters than this is as good as empty; a scan has such pages under one big picture.
MIN_LETTERS = 10
SCAN_LETTERS_PER_PAGE = 60
SCAN_IMAGE_SHARE = 0.5

CROP_DPI = 300
CROP_LONG_EDGE = 2400  # pixels, the margin included
CROP_MARGIN = 12  # pixels of paper round the ink
INK_DPI = 108  # of the raster that says where the ink is
INK_LONG_EDGE = 2000

PAGE_LONG_EDGE = (100, 4800)  # pixels of a page that is drawn to be looked at: fewest, most
MIN_CROP = 6.0  # points: nobody marks a smaller part of a page

SHEETS = 60  # pages of a paper that are drawn to be read beside its posters
SHEET_HIGH = 1400  # pixels: small print can still be read, and a phone can load it
SHEET_WIDE = 2400
SHEET_BYTES = 300_000  # a page whose exact picture is larger than that, most likely one with photographs, loses some
SHEETS_SECONDS = 60.0  # of drawing; what is done by then is kept

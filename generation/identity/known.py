"""Names that posters, and the files they come in, are known to be signed with."""

from typing import Final

# Nobody writes these by chance: they count wherever they stand.
UNMISTAKABLE: Final = (
    # systems that make posters, slides and graphics from papers
    "Paper2Poster", "PosterAgent", "PosterGen", "PosterForest", "PosterCraft", "PosterMaker", "PosterLLaVA",
    "PosterVerse", "PosterCopilot", "PosterMate", "PosterLlama", "CreatiPoster", "CreatiDesign", "AutoDesign",
    "DesignHarness", "GraphicTown", "GraphicBench", "PPTAgent", "AutoPresent", "PresentAgent", "EvoPresent",
    "Paper2Slides", "Paper2Video", "Paper2Web", "Paper2Any", "PaperTalker", "SlideGen", "P2PInstruct", "BizGen",
    # models, and the companies behind them
    "ChatGPT", "GPT-3.5", "GPT-4", "GPT-4o", "GPT-4.1", "GPT-4V", "GPT-5", "GPT-Image", "OpenAI", "DALL-E",
    "Anthropic", "Claude Code", "Claude Opus", "Claude Sonnet", "Claude Haiku", "Claude Design", "Claude.ai",
    "Google Gemini", "Gemini Pro", "Gemini Flash", "Nano Banana", "NotebookLM", "DeepSeek", "Qwen", "Qwen-VL",
    "Midjourney", "Stable Diffusion", "SDXL", "Ideogram", "Recraft", "Seedream", "Kimi K2", "MiniMax", "ChatGLM",
    "Doubao", "Hunyuan", "Mistral AI", "Meta AI", "Perplexity AI", "GitHub Copilot", "Microsoft Copilot",
    # tools that people and programs design with
    "Canva", "Figma", "PowerPoint", "InDesign", "Photoshop", "Inkscape", "LibreOffice", "Overleaf", "tikzposter",
    "beamerposter", "Google Slides", "Google Docs", "Adobe Express", "Adobe Firefly", "Adobe Illustrator",
    "PosterMyWall", "Piktochart", "Visme", "Genially", "Prezi", "Mind the Graph", "BioRender", "Gamma.app",
    "Beautiful.ai",
    # what writes PDFs and pictures
    "HeadlessChrome", "Skia/PDF", "wkhtmltopdf", "WeasyPrint", "ReportLab", "PDFKit", "jsPDF", "html2canvas",
    "python-pptx", "Quartz PDFContext", "pdfTeX", "XeTeX", "LuaTeX", "PDFium", "Ghostscript", "Pandoc",
)  # fmt: skip

# Names that are also words, of science above all. In a file's metadata they count as they stand; in text only where it
# is signed with them ("made with Gemini"), with a version behind them ("Claude 3.5"), or alone at the poster's edge.
MISTAKABLE: Final = (
    "Claude", "Gemini", "Gemma", "Llama", "Mistral", "Grok", "Kimi", "Copilot", "Codex", "Perplexity", "Imagen",
    "Firefly", "Sora", "Flux", "Gamma", "Manus", "Lovable", "Cursor", "Artifacts", "P2P", "APEX", "PosterO",
    "Keynote", "Illustrator", "LaTeX", "Beamer", "Typst", "Chrome", "Chromium", "Firefox", "Safari", "Playwright",
    "Puppeteer", "Prince", "Cairo", "Acrobat", "Matplotlib", "Pillow", "ImageMagick",
)  # fmt: skip

# A version behind these is no version: "flux 2.5" is a measurement.
NEVER_VERSIONED: Final = frozenset({"flux", "gamma", "apex", "cursor", "prince", "perplexity", "sora", "pillow"})

# Words that systems are called by and that mean nothing by themselves: they are no sign of a system with such a name.
_ORDINARY: Final = """
    a about academic adaptive agent agents agentic align alone an and arena art article assistant auto automatic
    author authors base baseline basic best beta big board bold bot box brief by canvas card chain clean code column
    columns compact control copy core create creative critic current data default deep demo design designer designed
    detail diffusion direct draft draw edit editor engine expert fast figure figures final find finding findings fine
    first five flat flow for forest four frame free from full gallery general generate generated generator gold good
    graph graphic graphics grid hand harness high human image images iterative judge key language large last layout
    learned left lesson light line linear list local long loop low made main maker manual map master match max medium
    method mini mixed mode model models modern multi narrow new no none old one only open optimal original ours page
    panel paper papers part picture pipeline plain plan planner plus poster posters press pro prompt prose proto pure
    quick random raw reader reference refine research result results retry review rich right round rule sample school
    science scientific search second section select self seven short show side simple single six sketch slide slides
    slow small smart solid spread square standard start static step story strong studio style summary super system
    systems table team tall template test text the third thread three tiny title tool tools top train tree tuned turbo
    two type ultra unit upload user variant version vertical very vision visual wall wide with word words work writer
    zero
"""
ORDINARY: Final = frozenset(_ORDINARY.split())

"""Words that tell what a heading or a sentence is for. English first; the commonest Chinese ones, too."""

import re
from typing import Final

from generation.backends.builtin.roles import Role


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


# In this order: "Results and discussion" is for conclusions, "Data analysis" for results.
HEADINGS: Final = (
    (Role.LIMIT, _any("limitation|caveat|threats to validity|shortcoming", "局限|不足")),
    (Role.CONCLUSION, _any("conclu|discussion|summary|outlook|implication", "结论|結論|讨论|討論|总结|總結")),
    (
        Role.RESULT,
        _any(
            "result|finding|experiment|evaluation|performance|analysis|benchmark|case stud|application|example",
            "结果|結果|实验|實驗|分析",
        ),
    ),
    (
        Role.METHOD,
        _any(
            "method|data|model|approach|material|design|setup|setting|implementation|algorithm|architecture|procedure",
            "framework|theory|software|usage|estimat",
            "方法|数据|數據|模型",
        ),
    ),
    (
        Role.BACKGROUND,
        _any(
            "introduc|background|motivation|related|literature|overview|statement of need|purpose|context|question",
            "引言|背景|介绍|緒論|前言",
        ),
    ),
)
SKIPPED_HEADINGS: Final = _any(
    "reference|bibliograph|acknowledg|appendi|supplement|funding|author|contribution|availab|competing|conflict",
    "licen[cs]e|ethic|how to cite",
    "参考文献|致谢",
)

# What a sentence of a role says.
SAYS: Final = {
    Role.BACKGROUND: _any(
        r"\b(aim|goal|question|challenge|problem|important|unclear|unknown|need|purpose|motivat|"
        r"difficult|lack|understand)",
        r"\b(widely|ask|whether)\b",
        "问题|重要|目的",
    ),
    Role.METHOD: _any(
        r"\bwe (use|propose|present|develop|introduce|appl|fit|estimate|train|simulate|implement|"
        r"collect|measure|compute|compare)",
        r"\bwe (reproduce|replicate|analy[sz]e)",
        r"\b(is|are|was|were) (fitted|estimated|computed|collected|measured|trained|simulated|"
        r"modell?ed|implemented|used)\b",
        "方法|采用|使用",
    ),
    Role.RESULT: _any(
        r"\bwe (find|found|show|observe|obtain|see|were able)",
        r"\b(results?|increase|decrease|improve|higher|lower|larger|smaller|outperform|significant|"
        r"reduc|faster|slower|fewer)",
        r"\b(explains?|accounts? for|rose|fell|differ|similar|correlat|associat)",
        "表明|发现|提高|结果",
    ),
    Role.LIMIT: _any(
        r"\b(limitations?|limited|caveats?|cannot|does not (show|prove|tell)|small sample|uncertain)\b",
        "局限|不足",
    ),
    Role.CONCLUSION: _any(
        r"\b(conclude|conclusion|overall|suggest|in summary|implies|imply|therefore|future|limitation|"
        r"evidence|demonstrat)",
        r"\b(confirm|consistent|success|support|cannot|does not show)",
        "结论|说明|未来",
    ),
}

# A sentence of a conclusion that says what the work does not show.
LIMITS: Final = _any(
    r"\b(limitations?|caveats?|shortcomings?|drawbacks?)\b",
    r"\b(cannot|could not|can not|is not able to|are not able to) (be |yet )?"
    r"(tell|say|rule|show|separate|distinguish|explain|know)",
    r"\b(does|do|did) not (show|prove|tell|test|cover|include|settle|establish|imply|mean)\b",
    r"\b(too few|only one|small sample|few (patients|samples|cycles|stations|years|states))\b",
    r"\b(has|have|is|are|was|were) not (yet |been |yet been )?(tested|validated|checked|measured|implemented)\b",
    r"\b(would|may|might|could) be (biased|too (small|large|short|weak|narrow|wide))\b",
    r"\bonly (hold|holds|apply|applies|valid)\b",
    r"\b(weaker|weak) evidence\b|\bnot be (generali[sz]ed|transferred)\b",
    "局限|不足之处",
)

# It begins by pointing back to a sentence that will not be there.
DANGLING: Final = _any(
    r"^(this|these|that|those|it|its|they|their|such|he|she|here|there|both|another|others?|again|"
    r"indeed|still|yet|so|also)\b",
    r"^(however|therefore|thus|hence|moreover|furthermore|additionally|nevertheless|nonetheless|"
    r"instead|meanwhile|rather)\b",
    r"^(similar(ly)?|consequently|accordingly|likewise|conversely|specifically|alternatively|otherwise|"
    r"finally|lastly|but|and|or)\b",
    r"^(in addition|in particular|in turn|in contrast|as a (result|consequence)|on the other|"
    r"as expected|to this end|to do so)\b",
    r"^(for (example|instance|this|that|these|those)|in th(is|ese)|because of this|since this|(while|"
    r"although) (this|these))\b",
    r"^(then|next|first|second|third|secondly|contrar\w+|unlike|by doing|doing so|altogether|not really)\b",
    r"^the (first|second|third|fourth|former|latter|last|next|same|other)\b",
)
# It says outright how the work came out.
OUTCOME: Final = _any(
    r"\b(success\w*|confirm(ed|s)?|we (conclude|show|find|found|demonstrate))\b",
    r"\b((results?|findings?) (show|suggest|indicate|demonstrate))\b",
    r"\b(reproduced|replicated|reproducible|robust|outperforms?|no evidence)\b|\bwe (present|introduce|propose)\b",
    "表明|证明|證明",
)

# A piece of a sentence that a full stop was put behind.
FRAGMENT: Final = _any(
    r"^[^,.;:]{3,60}\b(being|having)\b(?!.*\b(is|are|was|were|has|have|had|can|will|shows?|leads?|makes?)\b)",
    r"^of (interest|note|importance)\b",
    r"^(with|by|from|due|because|since|although|though|while|whereas|which|where|when|if)\b"
    r"[^,]*$",
    r"^(see|note|recall|let|consider|suppose|denote|define)\b",
)
# It speaks about the text, the author or the code's whereabouts, not about the matter.
BESIDE_THE_POINT: Final = _any(
    r"\b(this|the present|our) (paper|article|section|manuscript|report)\b|\bpaper is organi[sz]ed\b",
    r"^(now|note|recall|let us|here|finally)\b|\bit is time\b|\bit is worth\b|\bas (mentioned|noted|stated)\b",
    r"\bwe have (decided|chosen|tried)\b|\bwe (also )?(now|next|then|first|will|discuss|describe|outline|turn|"
    r"envision|hope|plan|believe|introduce)\b",
    r"^I (\w+ly |also |was |had |have |would |could |did )|\bI (recently|briefly|made|tried|relied|"
    r"wanted|realized|hope|think)\b",
    r"\b(C|R|Python|Julia|Fortran|Matlab|MATLAB|SAS|Basic|old|original|source) ?-?(code|program|compiler|script)s?\b",
    r"\b(emulator|archived?|compact disc|desk draw|source files?|data files?|syntax|struct|API)\b",
    r"\b(licen[cs]ed|repository|registered|download|install|colleague|my (phd|computer|code|files))\b",
)
PERSONAL: Final = re.compile(r"\b(I|[Mm]y|me|myself)\b")
# What a headline must say something of.
FINDS: Final = _any(
    r"\b(find|found|shows?|showed|demonstrat|conclude|indicates?|indicated|reveal|confirm|explain|reproduc|"
    r"replicat|account(s|ed)? for)",
    r"\b(increase|decrease|improve|higher|lower|larger|smaller|more than|less than|outperform|"
    r"significan|reduc|faster|slower)",
    r"\b(rose|rises|fell|falls|grew|grows|doubled|tripled|gains?|gained|loses?|lost|differ|similar|"
    r"correlat|predict|depend)",
    r"\b(no evidence|there is no|not one|hides?|deepen\w*|times (as|the|more|less)|success|robust|"
    r"lead to|leads to|led to|caused?|brings)\b",
    "表明|发现|提高|结果|证明",
)

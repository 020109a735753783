"""Which language a paper is in."""

import pytest

from generation.backends.builtin.language import has_no_blanks, labels_in, language_of
from generation.backends.builtin.roles import Role


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A deeper breath of carbon dioxide", "en"),
        ("CO2 in 王小明's air", "en"),
        ("面向论文海报生成的评测基准", "zh-Hans"),
        ("面向論文海報生成的評測基準與數據", "zh-Hant"),
        ("論文ポスターの評価のための基準", "ja"),
        ("논문 포스터 평가 기준", "ko"),
    ],
)
def test_the_script_tells_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_only_chinese_and_japanese_go_without_blanks() -> None:
    assert [has_no_blanks(tag) for tag in ("zh-Hans", "zh-Hant", "ja", "ko", "en")] == [True, True, True, False, False]


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "ja", "ko"])
@pytest.mark.parametrize("plain_words", [False, True])
def test_every_part_has_a_heading_in_every_language(language: str, plain_words: bool) -> None:
    labels = labels_in(language, plain_words=plain_words)
    assert all(labels[role] for role in (*Role, "abstract", "finding"))
    assert "{n}" in labels["others"]

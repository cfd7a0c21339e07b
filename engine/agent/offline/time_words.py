"""Whether a text can speak of time at all, told without the reader of dates, whose import takes most of a second.

The words are those that date-wrangler looks for before it reads; a test holds that none of its words is missing.
"""

from __future__ import annotations

import re

_BEGINNINGS = """
    ago apr aug beginn biz calend clos cob com cur cytd dat day dec dys earl eight end eob eod eom eoq eow
    eoy ever feb fif financ fisc follow fort fri fyt half halv hour jan jul jun last late lmtd lqtd ltm lytd
    mar may mid min mnth mon mos mth mtd next nine nough nov now oct onward past preced present prev prior
    pytd qtd qtr quart recent roll sat sec sep sevent since sixt some start sun tdy thirt this thu till tmr
    today tom ton trail ttm tue until upcoming upt wed week while wknd wks work wtd yday yest yrs ystd ytd
    year
"""
# Ordinary words of questions that only begin like words of time.
_ORDINARY = """
    currenc decid declin decreas friend margin market minim minor money monitor most priorit satisf secret
    sector section secur
"""
_WHOLE = "cw cy dt fy h hr hrs kw mo q wk y yr m w e"
_TIME = re.compile(
    rf"\d|(?<![a-z])(?!{'|'.join(_ORDINARY.split())})"
    rf"(?:(?:{'|'.join(_BEGINNINGS.split())})|(?:{'|'.join(_WHOLE.split())})(?![a-z]))",
    re.IGNORECASE,
)

_PER = re.compile(r"\b(?:per|by) (?:day|week|month|quarter|year)\b", re.IGNORECASE)  # no window: a way to group


def may_speak_of_time(text: str) -> bool:
    """False only where no window of time can stand in the text."""
    return _TIME.search(_PER.sub(" ", text)) is not None

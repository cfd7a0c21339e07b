"""The closed lists of English that the reader knows. None names anything of any graph.

Whatever is in none of them, and is not linked to the graph, carries meaning that was not placed: the reader
declines. So a word belongs here only if leaving it out never changes what is asked (GLUE, POLITE), or if a
pass reads it.
"""

from __future__ import annotations

from collections.abc import Iterable

Phrase = tuple[str, ...]
Phrases = dict[str, tuple[Phrase, ...]]  # by their first word, longest first


def by_first(phrases: Iterable[Phrase]) -> Phrases:
    """Phrases in the form in which they are looked for."""
    table: dict[str, list[Phrase]] = {}
    for phrase in sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase)):
        table.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(found) for first, found in table.items()}


def _split(text: str) -> list[Phrase]:
    return [tuple(part.split()) for line in text.splitlines() for part in line.split("|") if part.strip()]


def _phrases(text: str) -> Phrases:
    """The phrases between line ends and bars."""
    return by_first(_split(text))


#: Words between the parts of a question that say nothing of their own.
GLUE = frozenset(
    """a an the is are was were be been being am do does did have has had having that which who whom whose there here
    in on at of for from with to within as into and by we our us i you your me my it its they their them this these
    those also both where 's , get gets got currently via through still yet among amongst""".split()
)
#: Verbs that say no more than that two things belong together.
LIGHT_VERBS = frozenset(
    """have handle hold own contain include belong exist involve concern affect relate associate link connect attach
    come carry see use list find record register show get receive count happen occur arrive fall sit lie stand
    appear process treat cover deal work""".split()
)
#: Politeness and framing, left out wherever it stands at an end of the question.
POLITE_START = _phrases(
    """please | pls | plz | hi | hello | hey | can you | could you | would you | can you please | could you please | ok | okay | so |
    can you tell me | could you tell me | tell me | do you know | let me know | i want to know | i need to know | i want to see |
    i would like to know | i would like to see | i need | i want | i'd like to know | i'd like to see | we need | we want to know |
    i am looking for | i'm looking for | just tell me | now | and now | well | quick question | question | help me find |
    do we know | i wonder | please tell me | kindly | can we see | may i know | can i get | can i see | can i have | could i get"""
)
POLITE_END = _phrases(
    """please | pls | plz | thanks | thank you | thx | in total | in all | overall | altogether | in the graph | in the data |
    in the database | in the dataset | in our data | in the system | in our system | on record | in our graph | are there |
    for me | to us | by now | do we have | did we have | have we got | there are | there were | were there | exist | is there |
    do you have | can you see | do you know of | that you know of | we have | that we have | that exist"""
)

COUNT = _phrases(
    """how many | the number of | number of | the total number of | total number of | what is the number of | count of | how much of | count |
    what is the total number of | the count of | what is the count of | how many of | how many of the | count all | count the | nr of | what number of |
    give me the number of | give me the count of | show the number of | show me the number of | total count of | the total count of | tally of | amount of | the amount of"""
)
SHARE = _phrases(
    """what percentage of | what percent of | percentage of | percent of | what share of | share of | what proportion of |
    proportion of | what fraction of | fraction of | what is the percentage of | what is the share of | what is the proportion of | ratio of |
    the percentage of | the share of | the proportion of | the fraction of | what is the fraction of | which percentage of | which share of |
    which proportion of | what part of | % of | what % of"""
)
LIST = _phrases(
    """list | list all | list the | list every | show | show me | show all | show me all | show me the | give me | give me all | give me a list of |
    give me the | give | find | find all | find the | find me | display | get | get me | get all | which | what | what are the | what are | which are the | what were the | what were |
    who | who are | who are the | name | name the | name all | enumerate | return | return all | show us | identify | identify all | what is the | what is | which is the | which is |
    what was the | what was | who is the | who was the | who is | who was | a list of | the list of | all | all the | every | look up | tell me about | details of | print | fetch | search for | retrieve |
    which of the | what kind of | what kinds of | what type of | what types of | which kinds of | which types of | pull up | pull | determine | determine which | what's | what's the | who's | who's the | whats the"""
)
EXISTS = _phrases(
    """is there | is there a | is there an | is there any | are there | are there any | was there a | was there any | were there any | were there | do we have any |
    do we have a | do we have | did we have any | have we had any | does any | do any | did any | has any | have any | is any | are any | was any | were any |
    did we get any | have we got any | do we have an | did anyone | has there been any | have there been any | does there exist a"""
)
DISTINCT = frozenset({"different", "distinct", "unique", "separate", "various"})
PER = _phrases(
    """per | by | by each | for each | in each | for every | in every | of each | at each | with each | across | across all | grouped by | group by | broken down by |
    break down by | broken out by | split by | divided by | by every | on each | each | every | from each | to each | over each | across the | split out by | for all |
    breakdown by | distribution by | distribution over | distribution across | distributed over | distributed across | distributed by | spread across | spread over | segmented by | summarized by | summarised by"""
)
MOST = _phrases(
    """the most | most | the highest number of | highest number of | the largest number of | the greatest number of | the biggest number of | the maximum number of | largest number of |
    more than any other | the largest amount of | the highest count of | the highest volume of | the largest volume of | the largest share of | the highest share of | the biggest share of | the max number of |
    the majority of"""
)
LEAST = _phrases(
    """the fewest | fewest | the least | least | the lowest number of | lowest number of | the smallest number of | the minimum number of | smallest number of |
    the least number of | the lowest count of | the lowest volume of | the smallest share of"""
)
FREQUENT = frozenset({"common", "frequent", "popular", "frequently", "commonly", "prevalent", "often", "occurring", "used", "reported"})
BUSY = {"busiest": True, "quietest": False}
TOP = {"top": True, "bottom": False}
NEGATION = _phrases(
    """not | without | without any | without a | without an | no | excluding | except | except for | other than | never | apart from | outside of | outside | not counting |
    not including | no | leaving out | leaving aside | aside from | but not | and not | nor | ignoring | lacking | lack | missing | with no | have no | has no | had no | that have no | cannot | not any"""
)
OR = frozenset({"or", "and/or", "either"})

#: Comparison phrases: the operator, and the phrases.
_COMPARISONS: dict[Phrase, str] = {
    phrase: op
    for op, text in {
                "gt": "more than|over|above|greater than|higher than|exceeding|exceed|exceeds|exceeded|larger than|bigger than|longer than|>|in excess of|upwards of|slower than|beyond|older than",
                "gte": "at least|>=|no less than|no fewer than|not less than|not fewer than|minimum of|a minimum of|from",
                "lt": "less than|fewer than|under|below|lower than|smaller than|shorter than|<|faster than|quicker than|younger than",
                "lte": "at most|<=|no more than|not more than|up to|maximum of|a maximum of|within|max|not exceeding|inside|inside of",
                "eq": "exactly|equal to|equals|equal|=|==|precisely|of exactly",
                "neq": "!=|not equal to|different from",
    }.items()
    for phrase in _split(text)
}
COMPARISONS = by_first(_COMPARISONS)
COMPARED = _COMPARISONS  # the operator of each phrase
#: Said after the number: "3 or more".
AFTER_NUMBER = {("or", "more"): "gte", ("or", "higher"): "gte", ("or", "above"): "gte", ("or", "greater"): "gte", ("or", "over"): "gte",
                ("and", "above"): "gte", ("and", "more"): "gte", ("or", "less"): "lte", ("or", "fewer"): "lte", ("or", "lower"): "lte",
                ("or", "below"): "lte", ("or", "under"): "lte", ("and", "below"): "lte", ("or", "longer"): "gte", ("or", "shorter"): "lte", ("+",): "gte"}  # fmt: skip
AFTER = by_first(AFTER_NUMBER)
TIMES = {"once": 1, "twice": 2, "thrice": 3}

AGGREGATES = {
    "average": "avg", "mean": "avg", "avg": "avg", "median": "median", "sum": "sum", "total": "sum",
    "minimum": "min", "min": "min", "lowest": "min", "smallest": "min", "shortest": "min", "fastest": "min", "quickest": "min", "least": "min",
    "maximum": "max", "max": "max", "highest": "max", "largest": "max", "biggest": "max", "longest": "max", "slowest": "max", "greatest": "max",
    "earliest": "min", "latest": "max",
}  # fmt: skip
#: Superlatives that order vertices: by a time (newest first?), a length of time, or a named property.
BY_TIME = {"latest": True, "newest": True, "recent": True, "last": True, "oldest": False, "earliest": False, "first": False}
BY_LENGTH = {"longest": True, "slowest": True, "shortest": False, "fastest": False, "quickest": False}
BY_AMOUNT = {"highest": True, "largest": True, "biggest": True, "greatest": True, "most": True, "maximum": True,
             "lowest": False, "smallest": False, "least": False, "fewest": False, "minimum": False}  # fmt: skip

UNITS = {
    "second": "seconds", "sec": "seconds", "minute": "minutes", "min": "minutes", "hour": "hours", "hr": "hours", "h": "hours",
    "day": "days", "week": "weeks",
}  # fmt: skip
BUCKETS = {
    "day": "day", "date": "day", "week": "week", "month": "month", "quarter": "quarter", "year": "year", "weekday": "weekday",
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year", "annual": "year",
}  # fmt: skip
BUCKET_PHRASES: dict[Phrase, str] = {
    ("day", "of", "the", "week"): "weekday", ("day", "of", "week"): "weekday", ("calendar", "month"): "month", ("calendar", "week"): "week",
    ("hour", "of", "the", "day"): "hour_of_day", ("hour", "of", "day"): "hour_of_day", ("calendar", "year"): "year",
    ("time", "of", "day"): "hour_of_day", ("week", "day"): "weekday", ("calendar", "quarter"): "quarter",
}  # fmt: skip
BUCKETS_BY_FIRST = by_first(BUCKET_PHRASES)
RATES = frozenset({"percentage", "percent", "share", "rate", "proportion", "fraction", "%"})
#: Words before a window that leave it as it is.
BEFORE_WINDOW = frozenset("over during throughout within across for in on the of from".split())
#: Verbs for how a thing starts, and for how it ends.
START_VERBS = frozenset("create open raise report log submit file start receive register record arrive begin enter come occur happen".split())
END_VERBS = frozenset("resolve close solve fix complete finish end settle".split())
#: A question that starts with one of these in its base form asks for a change, which is never made.
WRITE_VERBS = frozenset(
    """close delete drop remove update set add insert create assign reassign resolve reopen change merge move rename
    cancel escalate approve truncate modify edit write send email notify""".split()
)
#: Verbs around a yes/no property: "met the deadline", "missed the deadline".
MEETING = frozenset("make meet hit keep pass achieve fulfil fulfill reach honour honor satisfy be have within in".split())
MISSING = frozenset("miss breach fail violate break overrun exceed".split())
MENTION = _phrases(
    """mention | mentions | mentioning | mentioned | about | contain the word | contains the word | containing the word | containing | contains | contain | with the word |
    that mention | regarding | concerning | related to | whose text contains | that talk about | saying | with the text | with the words | relating to"""
)
ANYONE = frozenset("anyone anybody someone somebody anything something any nobody".split())
MORE = frozenset({"more", "fewer", "less", "higher", "lower", "most", "fewest"})
VERSUS = frozenset({"vs", "versus", "or", "against", "and", "than", "with", "to"})

_WORDS_READ = """how long take takes took taken time duration times between percent percentage compare comparison compared difference any all every each
    only just ever than more less fewer top bottom busiest quietest still yet ago since before after until during when where why
    yes true false or and/or either neither versus vs order ordered sorted ranked rank ascending descending first last number average
    total exactly at least most age old case sensitive include including excluding except without within ended does did didn't
    minutes hours days weeks months quarters years seconds minute hour day week month quarter year second january february march april may june july
    august september october november december monday tuesday wednesday thursday friday saturday sunday weekend weekends today yesterday tomorrow
    again about should would could can will shall might must only"""
KNOWN: frozenset[str] = frozenset(
    {*_WORDS_READ.split(), *GLUE, *DISTINCT, *FREQUENT, *BUSY, *TOP, *OR, *AGGREGATES, *BY_TIME, *BY_LENGTH, *BY_AMOUNT, *BUCKETS, *ANYONE, *MORE, *TIMES}
    | {word for table in (COUNT, SHARE, LIST, EXISTS, PER, MOST, LEAST, NEGATION, MENTION, POLITE_START, POLITE_END) for found in table.values() for phrase in found for word in phrase}
    | {word for phrase in COMPARED for word in phrase}
) - {"missing", "name", "kind", "type", "question", "data", "system", "record", "share", "outside", "graph", "text", "word", "number"}  # fmt: skip

"""Questions for the operators over the desk graph, as data: arguments, and the answer from the raw records.

Every answer is plain Python over ``deskgraph``'s records and shares nothing with the code under test.
"""

from __future__ import annotations

from tests.support.desk_counts import COUNTS
from tests.support.desk_finds import FINDS, LOOKS
from tests.support.desk_groups import GROUPS
from tests.support.desk_measures import MEASURES
from tests.support.desk_shares import COMPARES, SHARES
from tests.support.desk_times import BUCKETS, WINDOWS

QUESTIONS = [*COUNTS, *WINDOWS, *BUCKETS, *GROUPS, *MEASURES, *SHARES, *COMPARES, *FINDS, *LOOKS]

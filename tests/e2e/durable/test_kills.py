"""kill -9 of workers at random points: nothing asked is lost, nothing is answered twice, nothing is left running.

The long run, from which figures come, is ``python -m tests.bench kills``.
"""

from tests.support.killing import kill_workers


def test_killed_workers_lose_no_question_and_answer_none_twice(url, tmp_path):
    report = kill_workers(url, tmp_path, kills=15, seed=4)
    assert report.wrong == [], str(report)
    assert report.asked > 20
    assert report.interrupted > 0  # else the kills tried nothing

"""Metrics for Prometheus. Names follow its conventions: base units, ``_total`` for what only grows.

What is in the database (questions, queue, deliveries, workers) is read from it for each scrape, so that every
process says the same of it: take one of them, or the ``max``. What a process does (answers, model calls, queries,
requests) it counts itself, from its start on: sum over the processes. Each is explained in deploy/README.md, held
by a test.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter as Counted
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from engine.answer import Answer, Usage
from engine.errors import GraphdeskError
from engine.store import StepTaken, Store, Task
from engine.store.patience import PROBE_SECONDS, patience

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
ANSWER_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600)
QUERY_BUCKETS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """All metrics of one process. An Observer of its Desk."""

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.registry.register(FromStore(store))
        mine: dict[str, Any] = {"registry": self.registry, "namespace": "graphdesk"}
        self._answers = Histogram(
            "answer_seconds",
            "Seconds from a question's commit to its answer's, waiting included.",
            ("status", "source"),
            buckets=ANSWER_BUCKETS,
            **mine,
        )
        self._calls = Counter("model_calls", "Calls to the model.", ("model", "outcome"), **mine)
        self._tokens = Counter("model_tokens", "Tokens of model calls.", ("model", "kind"), **mine)
        self._dollars = Counter("model_dollars", "US dollars that model calls cost.", ("model",), **mine)
        self._queries = Histogram(
            "graph_query_seconds", "Seconds of queries that the graph answered.", buckets=QUERY_BUCKETS, **mine
        )
        self._refusals = Counter(
            "refusals",
            "Tool calls and queries that were refused or failed, by the error's code.",
            ("code",),
            **mine,
        )
        self._requests = Counter(
            "http_requests", "HTTP requests answered.", ("endpoint", "method", "code"), **mine
        )

    def step(self, step: StepTaken) -> None:
        """Count a model call, a query or a refusal."""
        if step.kind == "query":
            self._queries.observe(step.milliseconds / 1000)
        elif step.kind == "tool_call" and "error" in step.data:
            self._refusals.labels(str(step.data["error"]["code"])).inc()
        elif step.kind == "model_call":
            self._calls.labels(step.title, "failed" if "error" in step.data else "answered").inc()
            if step.usage is not None:
                self._spent(step.title, step.usage)

    def answered(self, task: Task, answer: Answer) -> None:
        """Observe how long a question took."""
        took = dt.datetime.now(dt.UTC) - _aware(task.created)
        self._answers.labels(answer.status, task.source).observe(max(took.total_seconds(), 0.0))

    def request(self, endpoint: str, method: str, code: int) -> None:
        """Count an HTTP request by the name of its route, never by its path."""
        self._requests.labels(endpoint, method, str(code)).inc()

    def text(self) -> bytes:
        """All of them, in Prometheus's text format."""
        return generate_latest(self.registry)

    def _spent(self, model: str, usage: Usage) -> None:
        kinds = {
            "input": usage.input_tokens,
            "output": usage.output_tokens,
            "cache_read": usage.cache_read_input_tokens,
            "cache_write": usage.cache_creation_input_tokens,
        }
        for kind, count in kinds.items():
            self._tokens.labels(model, kind).inc(count)
        self._dollars.labels(model).inc(usage.dollars)


class FromStore(Collector):
    """What the database holds, read anew for each scrape."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> list[Metric]:
        """Nothing: what is registered is not read."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The gauges; of a database that cannot be read just ``graphdesk_store_up`` 0."""
        up = GaugeMetricFamily("graphdesk_store_up", "Whether the database can be read and written: 1 or 0.")
        found: list[Metric] = []
        with patience(PROBE_SECONDS):
            try:
                found = [*self._questions(), self._deliveries(), self._workers()]
                self._store.check_writable()
            except GraphdeskError:
                up.add_metric([], 0.0)
            else:
                up.add_metric([], 1.0)
        yield up
        yield from found

    def _questions(self) -> Iterator[Metric]:
        counts = self._store.counts_by_source()
        questions = GaugeMetricFamily(
            "graphdesk_questions", "Questions in the database.", labels=("status", "source")
        )
        for (status, source), count in counts.items():
            questions.add_metric((status, source), count)
        yield questions
        for status, name, said in (("queued", "waiting", "wait"), ("running", "running", "are worked on")):
            total = sum(count for (one, _), count in counts.items() if one == status)
            yield GaugeMetricFamily(f"graphdesk_queue_{name}", f"Questions that {said}.", value=total)
        yield GaugeMetricFamily(
            "graphdesk_queue_oldest_seconds",
            "Seconds that the oldest waiting question waits; 0 when none does.",
            value=self._store.oldest_waiting(),
        )

    def _deliveries(self) -> Metric:
        family = GaugeMetricFamily(
            "graphdesk_deliveries", "Answers owed to or posted in Slack.", labels=("state",)
        )
        counts = {"waiting": 0, "posted": 0, "undeliverable": 0, **self._store.delivery_counts()}
        for state, count in counts.items():
            family.add_metric((state,), count)
        return family

    def _workers(self) -> Metric:
        family = GaugeMetricFamily(
            "graphdesk_workers", "Processes that answer questions, of the last day.", labels=("state",)
        )
        counts = Counted({"alive": 0, "silent": 0})
        counts.update(worker.state for worker in self._store.workers_seen() if worker.state in counts)
        for state, count in counts.items():
            family.add_metric((state,), count)
        return family


def _aware(moment: dt.datetime) -> dt.datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)

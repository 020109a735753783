"""The browser a worker keeps: one Chromium and one Playwright thread, started when needed, restarted after a crash."""

import atexit
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from playwright.sync_api import Browser as Connection
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, sync_playwright

from generation.errors import RenderError
from generation.render.browser import require_browser
from generation.render.chromium import Chromium

T = TypeVar("T")
READY_SECONDS: Final = 60.0
SETTLE_SECONDS: Final = 10.0
PAGES_PER_CHROMIUM: Final = 200  # a fresh one now and then, so that nothing piles up in a worker that runs for weeks


class Browser:
    """A Chromium to run jobs in, one at a time, from any thread.

    Playwright's blocking interface belongs to the thread that started it and keeps an event loop there, which Django
    would mistake for an asynchronous caller. So it lives in a thread of its own, and jobs are handed to it.
    """

    def __init__(self, executable: Path | None = None) -> None:
        self._executable = executable
        self._turn = threading.Lock()
        self._thread: _DriverThread | None = None
        self.isolation = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, work: Callable[[Connection], T], *, timeout_seconds: float) -> T:
        """Do `work` with the connected browser, within a wall-clock limit that starts when the browser is ready.

        Raises RenderError: no browser, a crash, or the limit; then Chromium is killed and the next call starts another.
        """
        with self._turn:
            thread = self._ready_thread()
            future: Future[T] = thread.submit(work)
            try:
                return future.result(timeout_seconds)
            except FutureTimeout as error:
                self._give_up(thread, future)
                raise RenderError(f"render timed out after {timeout_seconds:g} s") from error
            except PlaywrightError as error:
                if not thread.usable:
                    self._stop(thread)
                    raise RenderError("the browser stopped while drawing the page") from error
                raise RenderError(f"the browser could not draw the page: {_first_line(error)}") from error

    def close(self) -> None:
        """Stop Chromium and the driver; the next `run` would start them again."""
        with self._turn:
            if self._thread is not None:
                self._stop(self._thread)

    @property
    def process_group(self) -> int | None:
        """The process group of the running Chromium, for tests and for `doctor`."""
        chromium = self._thread.chromium if self._thread else None
        return chromium.group if chromium else None

    def _ready_thread(self) -> "_DriverThread":
        if self._thread is not None and not (self._thread.usable and self._thread.jobs_done < PAGES_PER_CHROMIUM):
            self._stop(self._thread)
        if self._thread is None:
            # Known before it is ready: a Ctrl-C that comes meanwhile must find it and stop it, too.
            self._thread = thread = _DriverThread(self._executable or require_browser())
            thread.start()
            try:
                self.isolation = thread.started.result(READY_SECONDS)
            except FutureTimeout as error:
                self._stop(thread)
                raise RenderError(f"the browser was not ready after {READY_SECONDS:g} s") from error
            except PlaywrightError as error:
                self._stop(thread)
                raise RenderError(f"the browser could not be driven: {_first_line(error)}") from error
            except RenderError:
                self._stop(thread)
                raise
        return self._thread

    def _give_up(self, thread: "_DriverThread", future: Future[T]) -> None:
        """Kill Chromium under a job that hangs; Playwright then lets go of it."""
        if thread.chromium is not None:
            thread.chromium.kill()
        try:
            future.exception(SETTLE_SECONDS)
        except FutureTimeout:  # the thread is a daemon and keeps nobody from leaving
            self._thread = None
            return
        self._stop(thread)

    def _stop(self, thread: "_DriverThread") -> None:
        thread.stop()
        self._thread = None


class _DriverThread(threading.Thread):
    """Owns Playwright, the connection and Chromium; everything that touches them runs here."""

    def __init__(self, executable: Path) -> None:
        super().__init__(name="poster-browser", daemon=True)
        self.started: Future[str] = Future()
        self.chromium: Chromium | None = None
        self.jobs_done = 0
        self._executable = executable
        self._connection: Connection | None = None
        self._jobs: queue.SimpleQueue[Callable[[Connection], None] | None] = queue.SimpleQueue()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        future: Future[T] = Future()

        def job(connection: Connection) -> None:
            try:
                result = work(connection)
            except BaseException as error:  # noqa: BLE001  (handed on, whole, to the caller's thread)
                future.set_exception(error)
            else:
                future.set_result(result)

        self._jobs.put(job)
        return future

    @property
    def usable(self) -> bool:
        return bool(
            self.is_alive()
            and self.chromium is not None
            and self.chromium.alive
            and self._connection is not None
            and self._connection.is_connected()
        )

    def stop(self) -> None:
        """End the thread, and the job it may be in: an interpreter that ends under a running one would crash."""
        self._jobs.put(None)
        if self.chromium is not None:
            self.chromium.kill()
        with suppress(RuntimeError):  # a Ctrl-C may come before the thread has started
            self.join(SETTLE_SECONDS)
        if self.chromium is not None:
            self.chromium.kill()

    def run(self) -> None:
        playwright: Playwright | None = None
        try:
            self.chromium = Chromium.start(self._executable)
            playwright = sync_playwright().start()
            self._connection = playwright.chromium.connect_over_cdp(self.chromium.endpoint)
        except (RenderError, PlaywrightError, OSError) as error:
            self._leave(playwright)
            self.started.set_exception(error)
            return
        self.started.set_result(self.chromium.isolation)
        while (job := self._jobs.get()) is not None:
            job(self._connection)
            self.jobs_done += 1
        self._leave(playwright)

    def _leave(self, playwright: Playwright | None) -> None:
        if self.chromium is not None:
            self.chromium.kill()
        if playwright is not None:
            playwright.stop()


_shared: dict[int, Browser] = {}


def shared_browser() -> Browser:
    """The one browser of this process, closed when the process ends. A forked child gets its own."""
    browser = _shared.get(os.getpid())
    if browser is None:
        browser = _shared[os.getpid()] = Browser()
        atexit.register(browser.close)
    return browser


def _first_line(error: PlaywrightError) -> str:
    return error.message.strip().splitlines()[0] if error.message.strip() else "no reason given"

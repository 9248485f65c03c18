"""The conversation between ``conform`` and an implementation in this process."""

import json
import queue
import threading
from typing import IO, TYPE_CHECKING, Any, Optional

from ._answer import Answers

if TYPE_CHECKING:
    _Requests = queue.Queue[Optional[dict[str, Any]]]
else:
    _Requests = queue.Queue


class Conversation:
    """Answers what ``conform --impl -`` asks.

    Functions run in a thread. When one does not answer in time, ``conform`` greets the implementation
    again: from then on another thread answers, and what the first one still says is left out. So a
    function that never returns costs its check and not the run. A thread ends with a crash, as the process
    of an adapter does: what was asked behind it is asked again, of the next thread, so that the two
    do not call the library at once.
    """

    def __init__(self, answers: Answers, requests: IO[str], replies: IO[str]) -> None:
        self._answers = answers
        self._requests = requests
        self._replies = replies
        self._lock = threading.Lock()
        self._waiting: _Requests = queue.Queue()

    def hold(self) -> None:
        """Answers until ``conform`` asks nothing any more."""
        try:
            for line in self._requests:
                request = json.loads(line)
                if request["op"] == "hello":
                    self._greet()
                self._waiting.put(request)
        finally:
            with self._lock:
                self._waiting.put(None)
                self._waiting = queue.Queue()

    def _greet(self) -> None:
        """Has another thread answer from now on."""
        with self._lock:
            self._waiting.put(None)
            self._waiting = queue.Queue()
        threading.Thread(target=self._serve, args=(self._waiting,), daemon=True).start()

    def _serve(self, waiting: _Requests) -> None:
        """Answers requests in their order, as long as they are those that count."""
        while True:
            request = waiting.get()
            if request is None:
                return
            answer = self._answers.answer(request)
            reply = json.dumps(answer)
            with self._lock:
                if self._waiting is not waiting:
                    return
                try:
                    self._replies.write(reply + "\n")
                    self._replies.flush()
                except (OSError, ValueError):  # The pipe is closed: no reader wants the answer.
                    return
            if "crash" in answer:
                return

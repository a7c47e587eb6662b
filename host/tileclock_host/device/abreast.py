"""The same with several clocks, side by side."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def abreast(work: Callable[[T], R], things: Sequence[T]) -> list[R]:
    """What `work` makes of each. A Ctrl-C waits for none of them: they end with the program."""
    futures: list[Future[R]] = [Future() for _ in things]

    def run(thing: T, future: Future[R]) -> None:
        try:
            future.set_result(work(thing))
        except BaseException as error:  # whatever it is, whoever waits is told
            future.set_exception(error)

    for each in zip(things, futures, strict=True):
        threading.Thread(target=run, args=each, daemon=True).start()
    wait(futures)
    return [future.result() for future in futures]

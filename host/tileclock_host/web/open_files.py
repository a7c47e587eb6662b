"""How many files this program may have open, a connection being one."""

from contextlib import suppress

_WANTED = 4096


def allowed() -> int:
    """Raises the limit of this program as far as the system lets it, up to what it needs."""
    try:
        import resource  # noqa: PLC0415 – Windows has none, and no such limit
    except ImportError:
        return _WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
        return soft
    return most

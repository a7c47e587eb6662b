"""The cell of the simulated chip: MicroPython runs in this process, which can then reach only what it holds.

A bare interpreter imports this by itself, so it needs nothing of the package. Two walls, one behind another:

* What the board's MicroPython does not have, or what would lead through to the PC, is taken out of the VM's
  own tables before it starts: no name and no other way of importing finds it.
* The operating system is told to refuse this process whatever it does not need: on Linux any system call but
  reading and writing what is open, waiting and memory (seccomp), and once more files, TCP and foreign signals
  (Landlock). What is typed at the prompt may be machine code: this wall holds all the same.
"""

import ctypes
import errno
import resource
import struct
import sys

MEMORY = 512 << 20  # bytes of address space; the interpreter around the VM takes most of what is used

# By module; "" are modules as a whole. A test compares what is left with the type stubs of the board.
TAKEN_AWAY = {
    "": {"_thread", "machine", "socket", "termios", "tls", "uctypes"},
    "micropython": {"mem_current", "mem_peak", "mem_total"},
    "os": {
        "VfsFat",
        "VfsLfs1",
        "VfsLfs2",
        "VfsPosix",
        "errno",
        "getenv",
        "putenv",
        "sep",
        "system",
        "unsetenv",
    },
    "sys": {"executable"},
    "time": {"clock"},
    "vfs": {"VfsLfs1", "VfsPosix", "VfsRom"},
}


def run(vm: str, arguments: list[str], largest_file: int) -> None:
    """Lock this process in and become MicroPython. `vm` is the VM's own library."""
    load(vm)
    confine(largest_file)
    become(arguments)


def load(vm: str) -> None:
    """What is the same for every chip: its VM, without what it must not have."""
    import micropython_module  # type: ignore[import-not-found]  # noqa: F401, PLC0415 – it is on the path by now

    take_away(ctypes.CDLL(vm))


def become(arguments: list[str]) -> None:
    """MicroPython runs, and with its end this process ends."""
    sys.exit(sys.modules["micropython_module"].run_main(["micropython", *arguments]))


# ---- the VM's tables ----


class _Row(ctypes.Structure):
    _fields_ = (("key", ctypes.c_size_t), ("value", ctypes.c_size_t))


class _Map(ctypes.Structure):
    """MicroPython's `mp_map_t`; the lowest three bits of `used` are flags."""

    _fields_ = (("used", ctypes.c_size_t), ("room", ctypes.c_size_t), ("rows", ctypes.POINTER(_Row)))


class _Dict(ctypes.Structure):
    _fields_ = (("type", ctypes.c_void_p), ("map", _Map))


class _Module(ctypes.Structure):
    _fields_ = (("type", ctypes.c_void_p), ("globals", ctypes.POINTER(_Dict)))


def take_away(vm: ctypes.CDLL) -> None:
    """Empty the rows of the tables from which MicroPython serves `import` and its modules' attributes."""
    vm.qstr_str.restype = ctypes.c_char_p
    vm.qstr_init()  # makes names readable; the VM does it once more when it starts
    missing = set(TAKEN_AWAY[""])
    for table in ("mp_builtin_module_map", "mp_builtin_extensible_module_map"):
        modules = _Map.in_dll(vm, table)
        for name, row in _named_rows(vm, modules):
            if name in TAKEN_AWAY and name:
                module = _Module.from_address(row.value)
                _empty(vm, module.globals.contents.map, TAKEN_AWAY[name])
        missing -= _empty(vm, modules, TAKEN_AWAY[""])
    if missing:
        raise SystemExit(f"this MicroPython is not the one the simulator knows: it has no {sorted(missing)}")


def _named_rows(vm: ctypes.CDLL, table: _Map) -> list[tuple[str, _Row]]:
    rows = [table.rows[i] for i in range(table.used >> 3)]
    return [(vm.qstr_str(row.key >> 3).decode(), row) for row in rows if row.key & 7 == 2]


def _empty(vm: ctypes.CDLL, table: _Map, names: set[str]) -> set[str]:
    """What was emptied; an empty row has no key, in MicroPython's own tables too."""
    found = [(name, row) for name, row in _named_rows(vm, table) if name in names]
    _make_writable(ctypes.addressof(table.rows.contents), (table.used >> 3) * ctypes.sizeof(_Row))
    for _, row in found:
        row.key = 0
    return {name for name, _ in found}


def _make_writable(address: int, size: int) -> None:
    """Constant data of a library is read-only, page by page."""
    begin = address - address % resource.getpagesize()
    if _LIBC.mprotect(ctypes.c_void_p(begin), ctypes.c_size_t(address + size - begin), 3):
        raise OSError(ctypes.get_errno(), "the tables of MicroPython cannot be changed")


# ---- the operating system ----

_LIBC = ctypes.CDLL(None, use_errno=True)
_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER = 38, 22, 2
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # Landlock's numbers are the same on every kind of machine

# By kind of machine: how seccomp names it, its numbers of the calls that stay, the most frequent first, and
# that of ioctl, of which only a part stays.
_CALLS = {
    "x86_64": (
        0xC000003E,
        [
            *(0, 1, 7, 271, 8, 228),  # read write poll ppoll lseek clock_gettime
            *(13, 15, 14, 131),  # rt_sigaction rt_sigreturn rt_sigprocmask sigaltstack
            *(
                23,
                270,
                35,
                230,
                219,
                24,
            ),  # select pselect6 nanosleep clock_nanosleep restart_syscall sched_yield
            *(9, 11, 10, 25, 28, 12),  # mmap munmap mprotect mremap madvise brk
            *(202, 3, 318, 96, 60, 231),  # futex close getrandom gettimeofday exit exit_group
        ],
        16,
    ),
    "aarch64": (
        0xC00000B7,
        [
            *(63, 64, 73, 62, 113),  # read write ppoll lseek clock_gettime
            *(134, 139, 135, 132),  # rt_sigaction rt_sigreturn rt_sigprocmask sigaltstack
            *(72, 101, 115, 128, 124),  # pselect6 nanosleep clock_nanosleep restart_syscall sched_yield
            *(222, 215, 226, 216, 233, 214),  # mmap munmap mprotect mremap madvise brk
            *(98, 57, 278, 169, 93, 94),  # futex close getrandom gettimeofday exit exit_group
        ],
        29,
    ),
}
# Of ioctl only what asks and sets a terminal's mode: TCGETS, TCSETS, TCSETSW, TCSETSF, those of newer C
# libraries (each with a 2 behind it), and FIONREAD.
_TERMINAL = [0x5401, 0x5402, 0x5403, 0x5404, 0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D, 0x541B]

_ABI_NET, _ABI_SCOPE = 4, 6  # Landlock's versions from which it knows TCP, and signals
_FILES = {1: 13, 2: 14, 3: 15, 4: 15}  # rights to files a version knows, as a number of bits
_ALL_FILES = 16


def confine(largest_file: int) -> None:
    """Shut the door for good; what the system does not know is left out, see `missing`."""
    for limit, size in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, largest_file),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_AS, MEMORY),
    ):
        try:
            resource.setrlimit(limit, (size, size))
        except (ValueError, OSError):  # macOS refuses some of them
            continue
    if sys.platform == "linux":
        _check(_LIBC.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0))
        _landlock()
        _seccomp()


def _landlock() -> None:
    """No file, no TCP, no foreign process: there are rules for none."""
    abi = landlock_abi()
    if abi < 1:
        return
    files = (1 << _FILES.get(abi, _ALL_FILES)) - 1
    rights = struct.pack("=QQQ", files, 3, 3)[: 24 if abi >= _ABI_SCOPE else 16 if abi >= _ABI_NET else 8]
    rules = _check(_LIBC.syscall(_CREATE_RULESET, rights, ctypes.c_size_t(len(rights)), 0))
    _check(_LIBC.syscall(_RESTRICT_SELF, rules, 0))
    _LIBC.close(rules)


def _seccomp() -> None:
    if not knows_seccomp():
        return
    machine, calls, ioctl = _CALLS[_machine()]
    program = _filter(machine, calls, ioctl)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    _check(_LIBC.prctl(_SET_SECCOMP, _FILTER, header, 0, 0))


def _filter(machine: int, calls: list[int], ioctl: int) -> bytes:
    """A program for the kernel: allow these calls, answer EPERM to all others."""
    load, equal, answer = 0x20, 0x15, 0x06  # BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_RET|K
    allowed, refused = 0x7FFF0000, 0x00050000 | errno.EPERM
    code = [(load, 0, 0, 4), (equal, 1, 0, machine), (answer, 0, 0, refused), (load, 0, 0, 0)]
    for call in calls:
        code += [(equal, 0, 1, call), (answer, 0, 0, allowed)]
    code += [(equal, 1, 0, ioctl), (answer, 0, 0, refused), (load, 0, 0, 24)]  # its second argument
    for request in _TERMINAL:
        code += [(equal, 0, 1, request), (answer, 0, 0, allowed)]
    code += [(answer, 0, 0, refused)]
    return b"".join(struct.pack("=HBBI", *step) for step in code)


def landlock_abi() -> int:
    return _LIBC.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)


def knows_seccomp() -> bool:
    """Whether the kernel takes filters, and this file has the numbers of its calls."""
    nothing = _LIBC.prctl(_SET_SECCOMP, _FILTER, None, 0, 0)
    return nothing == -1 and ctypes.get_errno() == errno.EFAULT and _machine() in _CALLS


def _machine() -> str:
    """What this program was built for, which is not always what the kernel is."""
    return getattr(sys.implementation, "_multiarch", "").partition("-")[0] if sys.maxsize >> 32 else ""


def missing() -> str:
    """What a person should know before he starts a chip on this system; empty where the walls stand."""
    if sys.platform == "linux" and knows_seccomp():
        return ""
    return (
        "This system cannot shut the simulated chip in: run nothing on it that you would not run on your PC."
    )


def _check(result: int) -> int:
    if result == -1:
        raise OSError(ctypes.get_errno(), "the operating system refused to shut the simulated chip in")
    return result

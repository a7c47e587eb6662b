"""What runs in the simulated chip reaches its own flash and the pipes to its supervisor, and nothing else."""

import errno
import json
import os
import platform
import random
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.host.paced import box
from tests.patience import PATIENCE
from tileclock_host.sim import cell, vm
from tileclock_host.web import showing

SIM = Path(cell.__file__).parent
FLASH = 4096  # bytes of the flash image in these tests
SECRET = "what-only-the-PC-knows"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the walls of the system are Linux's")

# ---- typed at the prompt ----

# Each would end without an error if it got out. PC stands for a folder of the PC with `secret.py` in it.
ESCAPES = [
    "import os; os.system('echo > PC/made')",
    "import uos; uos.system('echo > PC/made')",
    "__import__('os').system('echo > PC/made')",
    "import os; os.__dict__['system']('echo > PC/made')",
    "from os import getenv; getenv('PATH')",
    "import uos; uos.getenv('PATH')",
    "import os; os.putenv('a', 'b')",
    "import os; os.unsetenv('a')",
    "import os; os.VfsPosix('/')",
    "import uos; uos.VfsPosix('/')",
    "import vfs; vfs.VfsPosix('/')",
    "import vfs; vfs.mount(vfs.VfsPosix(), '/pc'); open('/pcPC/secret.py')",
    "import vfs; type(vfs.mount()[0][0])('/').open('PC/secret.py', 'r')",
    "import vfs; it = vfs.mount()[0][0]; vfs.umount('/')\ntry: open('PC/made')\nfinally: vfs.mount(it, '/')",
    "import ffi",
    "import jni",
    "import btree",
    "import termios",
    "import socket",
    "import usocket",
    "import _socket",
    "import tls",
    "import ssl; ssl.SSLContext",
    "import ussl; ussl.SSLContext",
    "import requests",
    "import urequests",
    "import mip",
    "import asyncio; asyncio.run(asyncio.open_connection('127.0.0.1', 80))",
    "import _thread; _thread.start_new_thread(print, ())",
    "import uctypes; uctypes.bytes_at(0x400000, 4)",
    "import umachine; umachine.mem8[0x400000]",
    "import machine; machine.mem8[0x400000]",
    "import machine; machine.mem32[0x400000]",
    "import sys; sys.executable",
    "import usys; usys.executable",
    "import subprocess",
    "import ctypes",
    "import os; os.popen('id')",
    "open('PC/secret.py')",
    "open('/PC/secret.py', 'rb')",
    "open('../../../..PC/secret.py')",
    "open('PC/made', 'w')",
    "open('/proc/self/environ')",
    "open('/proc/self/mem', 'r+b')",
    "open('/proc/1/cwd/etc/passwd')",
    "open('/dev/tty', 'w')",
    "open('.frozen/argparse.py')",
    "import io; io.open('PC/secret.py')",
    "import uio; uio.open('PC/secret.py')",
    "type(open('/main.py'))('PC/secret.py')",
    "execfile('PC/secret.py')",
    "import os; os.listdir('PC')",
    "import os; os.ilistdir('/etc').__next__()",
    "import os; os.stat('PC/secret.py')",
    "import os; os.chdir('PC')",
    "import os; os.rename('PC/secret.py', 'PC/made')",
    "import os; os.remove('PC/secret.py')",
    "import os; os.mkdir('PC/made')",
    "import sys; sys.path.append('PC'); import secret",
    "import sys; sys.path.insert(0, '../../../..PC'); import secret",
    "import sys; sys.path.append('.frozen/../../../../..PC'); import secret",
    "__import__('PC/secret')",
    "__import__('.frozen/PC/secret')",
    "import esp32; esp32.Partition(open('PC/secret.py', 'r+b'), 1)",
    # loaded anew, or under another name
    *(
        f"import sys; [sys.modules.pop(u + {name!r}, 0) for u in ('', 'u')]; import {u}{name} as m; m.{what}"
        for name, what in [
            ("os", "system('echo > PC/made')"),
            ("vfs", "VfsPosix('/')"),
            ("machine", "mem8[0x400000]"),
            ("sys", "executable"),
            ("time", "clock()"),
        ]
        for u in ("", "u")
    ),
]
REFUSED = re.compile(r"(Attribute|Import|OS|Type|Name|Key)Error\b")


@pytest.fixture(scope="module")
def pc(tmp_path_factory):
    """A folder of the PC with something worth stealing."""
    folder = tmp_path_factory.mktemp("pc")
    (folder / "secret.py").write_text(f"print({SECRET!r})\n")
    return folder


@pytest.fixture(scope="module")
def prompt(tmp_path_factory):
    """The prompt of a simulated box: types a piece of code there, returns what it says."""
    with box(tmp_path_factory.mktemp("box"), "print('main runs')") as it:
        it.wait_for(b">>> ")

        def says(code):
            line = f"exec({code!r})".encode()
            start = len(it.heard)
            it.console.write(line + b"\r")
            begin = it.wait_for(line + b"\r\n", after=start)
            return bytes(it.heard[begin : it.wait_for(b">>> ", after=begin)]).decode()

        says.box = it
        yield says


@pytest.mark.parametrize("code", ESCAPES)
def test_a_way_out_that_is_typed_at_the_prompt_is_refused(prompt, pc, code):
    said = prompt(code.replace("PC", ascii(str(pc))[1:-1]))  # a prompt takes no other letters
    assert REFUSED.match(said.replace("\r\n>>> ", "").splitlines()[-1]), said
    assert SECRET not in said
    assert [path.name for path in pc.iterdir()] == ["secret.py"]


@LINUX
def test_it_holds_its_terminal_two_pipes_and_its_flash_and_nothing_else(prompt):
    board = prompt.box.board
    held = [os.readlink(entry) for entry in Path(f"/proc/{board._vm.pid}/fd").iterdir()]
    assert sorted(re.sub(r"\d+|\[.*", "", name) for name in held) == sorted(
        ["/dev/pts/"] * 3 + ["pipe:"] * 2 + [re.sub(r"\d+", "", str(board.flash))]
    )


@LINUX
def test_the_kernel_knows_that_it_is_shut_in(prompt):
    status = Path(f"/proc/{prompt.box.board._vm.pid}/status").read_text()
    assert re.search(r"NoNewPrivs:\t1\n", status) and re.search(r"Seccomp:\t2\n", status)


HOSTILE = """
import machine, random, struct
say = machine.chip.to_host.write
random.seed({seed})
number = random.getrandbits
for _ in range(300):
    what = bytes(number(8) for _ in range(random.choice((0, 1, 16, 300))))
    say(struct.pack("<BBHI", random.choice(b"TIPLWRSK?"), number(8), len(what), number(32)))
    say(struct.pack("<II", number(32), number(random.choice((1, 8, 32)))) + what)
say(struct.pack("<BBHIQ", ord("X"), 99, 0, 0, 0))  # a reset for no cause that there is
"""


def test_whatever_it_says_to_the_simulator_it_goes_on(tmp_path):
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    with box(tmp_path, "print('main runs')") as it:
        start = it.wait_for(b">>> ")
        it.console.write(f"exec({HOSTILE.format(seed=seed)!r})\r".encode())
        it.wait_for(b">>> ", after=it.wait_for(b"main runs\r\n", after=start))


# ---- the walls of the operating system alone ----

# They are run by Python in the place of MicroPython, so nothing but the operating system refuses them.
PREPARED = f"""
import ctypes, encodings.idna, fcntl, json, os, resource, socket, subprocess, sys, threading
sys.path.append({str(SIM)!r})
import cell
for layer in {{off}}:
    setattr(cell, layer, lambda *_: None)
folder, port, size = {{folder!r}}, {{port}}, {FLASH}
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    if libc.syscall(*arguments) == -1: raise OSError(ctypes.get_errno(), "")
got_through = []
cell.confine(size)
for name, attack in {{attacks}}.items():
    try:
        exec(attack)
    except (OSError, MemoryError, RuntimeError, ValueError): pass
    else: got_through.append(name)
os.write(1, json.dumps(got_through).encode())
"""
FILES = {
    "read": "open(folder + '/secret.py').read()",
    "list": "os.listdir(folder)",
    "write": "open(folder + '/made', 'w').write('x')",
    "append": "open(folder + '/secret.py', 'a').write('x')",
    "truncate": "os.truncate(folder + '/secret.py', 0)",
    "make a folder": "os.mkdir(folder + '/made')",
    "link": "os.link(folder + '/secret.py', folder + '/made')",
    "point": "os.symlink('/', folder + '/made')",
    "rename": "os.rename(folder + '/secret.py', folder + '/made')",
    "remove": "os.remove(folder + '/secret.py')",
    "make a pipe": "os.mkfifo(folder + '/made')",
    "read memory": "open('/proc/self/mem', 'rb')",
    "read another": "open(f'/proc/{os.getppid()}/environ', 'rb').read()",
    "run": "os.execv('/bin/sh', ['sh', '-c', 'echo > ' + folder + '/made'])",
}
TCP = {
    "connect": "socket.create_connection(('127.0.0.1', port), 5)",
    "listen": "socket.create_server(('127.0.0.1', 0))",
}
SIGNALS = {"signal the PC": "os.kill(os.getppid(), 0)"}
CALLS = {
    "look at": "os.stat(folder + '/secret.py')",
    "change the rights": "os.chmod(folder + '/secret.py', 0)",
    "datagram": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', port))",
    "unix socket": "socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(folder + '/none')",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "fork": "os.fork() or os._exit(0)",
    "spawn": "subprocess.run(['/bin/true'])",
    "thread": "threading.Thread(target=int).start()",
    "trace": "call(101, 16, os.getppid(), 0, 0)",
    "read its memory": "call(310, os.getppid(), 0, 0, 0, 0, 0)",
    "uring": "call(425, 1, 0)",
    "bpf": "call(321, 0, 0, 0)",
    "new root": "os.chroot(folder)",
    "new space": "call(272, 0x10000000)",
    "inject input": "call(16, 1, 0x5412, b'x')",
    "own signals": "fcntl.fcntl(1, 8, os.getppid())",
    "memory file": "os.memfd_create('x')",
    "raise the limits": "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))",
    "other numbers": "call(0x40000000 + 2, folder.encode(), 0)",  # x32's
}
LIMITS = {
    "memory": "bytearray(1 << 30)",
    "a larger flash": "os.pwrite(0, b'x', size)",
}
if platform.machine() != "x86_64":  # the numbers are another machine's
    CALLS = {name: attack for name, attack in CALLS.items() if not attack.startswith("call(")}
ALL = FILES | TCP | SIGNALS | CALLS | LIMITS


def attacked(off, attacks, pc, tmp_path):
    """Which attacks of somebody who has the whole process and all of Python's modules get through."""
    flash = tmp_path / "flash"
    flash.write_bytes(bytes(FLASH))
    with socket.create_server(("127.0.0.1", 0)) as server, flash.open("r+b") as image:
        code = PREPARED.format(off=off, folder=str(pc), port=server.getsockname()[1], attacks=attacks)
        done = subprocess.run(
            [sys.executable, "-c", code], stdin=image, capture_output=True, timeout=PATIENCE, check=False
        )
    assert done.stdout, done.stderr.decode()
    return set(json.loads(done.stdout))


@LINUX
@pytest.mark.parametrize(
    ("off", "attacks"),
    [
        ([], ALL),
        (["_landlock"], ALL),
        (["_seccomp"], FILES | TCP | SIGNALS | LIMITS),
    ],
    ids=["both walls", "the calls alone", "Landlock alone"],
)
def test_the_system_alone_refuses_what_needs_more_than_the_chip_holds(off, attacks, pc, tmp_path):
    if off == ["_seccomp"] and cell.landlock_abi() < 6:
        pytest.skip("this kernel's Landlock does not know all of it")
    assert attacked(off, attacks, pc, tmp_path) == set()
    assert [path.name for path in pc.iterdir()] == ["secret.py"] and SECRET in (pc / "secret.py").read_text()
    assert (tmp_path / "flash").stat().st_size == FLASH


@LINUX
def test_the_attacks_are_none_that_would_fail_anyway(tmp_path):
    """Without the walls those get through that need no other rights and no other machine's numbers."""
    tried = {name: ALL[name] for name in ALL if not ALL[name].startswith("call(")}
    for name in ("list", "rename", "remove", "run", "unix socket", "new root", "raise the limits"):
        del tried[name]
    (tmp_path / "secret.py").touch()
    missing = set(tried) - attacked(["confine"], tried, tmp_path, tmp_path)
    assert missing <= {"make a folder", "link", "point", "make a pipe"}, "it was made already"


@LINUX
@pytest.mark.skipif(platform.machine() != "x86_64", reason="only this machine has a second gate")
def test_the_old_gate_into_the_kernel_is_shut_too():
    """`int 0x80` takes the calls of 32-bit programs, by other numbers: 20 asks who this is."""
    code = f"""
import ctypes, mmap, os, sys
sys.path.append({str(SIM)!r})
import cell
room = mmap.mmap(-1, 4096, prot=7)
room.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
gate = ctypes.addressof(ctypes.c_char.from_buffer(room))
cell.confine(4096)
print(ctypes.CFUNCTYPE(ctypes.c_int)(gate)(), flush=True)
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode < 0 or done.stdout == b"-1\n", "refused, or the kernel has no such gate"


@LINUX
def test_the_mode_of_its_terminal_is_its_own_by_the_old_numbers_and_the_new():
    code = f"""
import ctypes, os, sys
sys.path.append({str(SIM)!r})
import cell
libc = ctypes.CDLL(None, use_errno=True)
cell.confine(4096)
for request in (0x5401, 0x5402, 0x5403, 0x5404, 0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D):
    assert libc.ioctl(0, ctypes.c_ulong(request), b" " * 100) == -1
    print(ctypes.get_errno(), flush=True)
os._exit(0)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stdout.split() == [b"%d" % errno.ENOTTY] * 8, "asked, and answered that it is no terminal"


# Those of MicroPython, with all its modules back in place.
WHOLE_VM = [
    "import os\nif os.system('echo > {pc}/made'): raise OSError",
    "open('{pc}/secret.py').read()",
    "open('{pc}/made', 'w').write('x')",
    "import os; os.listdir('{pc}')",
    "import vfs; vfs.mount(vfs.VfsPosix('{pc}'), '/pc'); open('/pc/secret.py')",
    "import socket; socket.socket()",
    "import _thread; _thread.start_new_thread(print, ())",
]


@LINUX
@pytest.mark.parametrize("attack", WHOLE_VM)
def test_a_micropython_from_which_nothing_was_taken_gets_no_further(attack, pc):
    code = f"""
import sys
sys.path += {[str(vm._find_vm().parent), str(SIM)]!r}
import cell
cell.take_away = lambda vm: None
cell.run({str(vm._find_vm())!r}, ["-c", {attack.format(pc=pc)!r}], 4096)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, check=False, timeout=PATIENCE
    )
    assert done.returncode and b"OSError" in done.stdout, done
    assert SECRET.encode() not in done.stdout and [path.name for path in pc.iterdir()] == ["secret.py"]


def test_another_micropython_than_the_known_one_is_not_started():
    code = f"""
import sys
sys.path += {[str(vm._find_vm().parent), str(SIM)]!r}
import cell
cell.TAKEN_AWAY[""].add("teleport")
cell.run({str(vm._find_vm())!r}, ["-c", "print('runs')"], 4096)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, check=False, timeout=PATIENCE
    )
    assert done.returncode and b"teleport" in done.stderr and b"runs" not in done.stdout


def test_where_the_system_has_no_walls_the_command_says_so(monkeypatch, capsys):
    class Nothing:
        serial_port = ""

        def start(self):
            pass

        stop = start

    with showing.switched_on(Nothing()):
        assert capsys.readouterr().err == ("" if sys.platform == "linux" else cell.missing() + "\n")
    monkeypatch.setattr(cell, "knows_seccomp", lambda: False)
    with showing.switched_on(Nothing()):
        assert "cannot shut the simulated chip in" in capsys.readouterr().err

"""Names that MicroPython has in its ROM, so that using them costs no heap."""

# In both virtual machines of the tests; a test compares. Where one is missing it takes some 10 bytes of heap.
COMMON = frozenset(
    """
ARRAY AUTO ArgumentParser ArithmeticError AssertionError AttributeError Authorization BFINT16 BFINT32 BFINT8
BFUINT16 BFUINT32 BFUINT8 BF_LEN BF_POS BIG_ENDIAN BaseException BytesIO CERT_NONE CancelledError Connection
DELETE DeflateIO Done EACCES EADDRINUSE EAGAIN EALREADY EBADF ECONNABORTED ECONNREFUSED ECONNRESET EEXIST
EHOSTUNREACH EINPROGRESS EINVAL EIO EISDIR ENOBUFS ENODEV ENOENT ENOMEM ENOTCONN EOFError EOPNOTSUPP EPERM
ETIMEDOUT Ellipsis Error Exception FLOAT32 FLOAT64 FileIO FrameBuffer FrameBuffer1 GET GS2_HMSB GS4_HMSB GS8
GZIP GeneratorExit HEAD Host INT INT16 INT32 INT64 INT8 IOBase ImportError IndentationError IndexError
KeyError KeyboardInterrupt LITTLE_ENDIAN LONG LONGLONG LookupError MONO_HLSB MONO_HMSB MONO_VLSB MVLSB
MemoryError NATIVE NameError NoneType NotImplemented NotImplementedError OSError OrderedDict OverflowError
PATCH POLLERR POLLHUP POLLIN POLLOUT POST PROTOCOL_TLS_CLIENT PROTOCOL_TLS_SERVER PTR PUT PinBase RAW RGB565
Response RingIO RuntimeError SHORT SOCK_STREAM SSLContext Signal StopAsyncIteration StopIteration StringIO
SyntaxError SystemExit Task TaskQueue TextIOWrapper TypeError UINT UINT16 UINT32 UINT64 UINT8 ULONG
ULONGLONG USHORT UnicodeError VOID ValueError VfsPosix VfsRom ZLIB ZeroDivisionError _Arg _ArgError
_asyncio _build _cached _check_exists _chunk _context _dest_from_optnames _download_file _ensure_path_exists
_install_json _install_package _machine _mpy _parse_args _parse_args_impl _rewrite_url _task_queue
a2b_base64 abs abs_tol acos acosh action add add_argument addressof all allowed_mip_url_prefixes any append
appendleft arg argparse args argv array ascii asin asinh atan atan2 atanh atexit auth b2a_base64 bin
binascii blit bool bound_method branch buffer buffering builtins bytearray bytearray_at bytecode byteorder
bytes bytes_at cadata cafile calcsize callable cancel ceil center cert cert_reqs certfile chdir choice chr
chunked classmethod clear clock close closure cmath code collect collections compile complex connect const
consume_unknown content copy copysign coro cos cosh count crc32 cur_task data decode default deflate degrees
delattr delete deleter deps deque description dest dict dict_view difference difference_update digest dir
disable discard divmod do_handshake do_handshake_on_connect do_install doc done dump dumps e ellipse enable
encode encoding end endswith enumerate erf erfc errno errorcode eval exc_info exec execfile exit exp expm1
extend f fabs factorial file fileno fill fill_rect filter find float floor flush fmod format framebuf frexp
from_bytes fromhex fromkeys frozenset full function gamma gc generator get getaddrinfo getattr getcwd getenv
getrandbits getter getvalue globals gmtime group hasattr hash hashes hashlib head headers heap_lock
heap_unlock heapify heappop heappush heapq help hex hexlify hline host id idle ilistdir imag implementation
index indices inf input insert install int intersection intersection_update invert io ioctl ipoll isalpha
isclose isdigit isdisjoint isenabled isfinite isinf isinstance islower isnan isspace issubclass issubset
issuperset isupper items iter iterable iterator join json kbd_intr keepends key keyfile keys latest ldexp
len lgamma libc_ver line list listdir little load load_cert_chain load_verify_locations loads locals
localtime log log10 log2 lower lstrip machine main map match math max maxsize mem mem16 mem32 mem8 mem_alloc
mem_current mem_free mem_info mem_peak mem_total memoryview method micropython min mkdir mkfs mktime mode
modf modify module modules mount mpy name namedtuple names nan nargs newline next no_mpy object oct off on
open opt opt_level opt_names optname ord os pack pack_into package package_json_url parse parse_args
parse_headers parse_known_args partition patch path peek pend_throw ph_key phase pi pixel platform polar
poll poly pop popitem popleft pos post pow preview print print_exception property ps1 ps2 push put putenv py
python_compiler qstr_info r radians randint random randrange range raw rb re read readblocks readinto
readline readlines readonly real reason rect register rel_tol remove rename render_arg replace repr request
requesting requests return_unknown reverse reversed rfind rindex rmdir round rpartition rsplit rstrip
schedule scroll search seed seek select self send sep separators server_hostname server_side set setattr
setdefault setter settimeout sha256 short_hash sin single sinh sizeof sleep sleep_ms sleep_us slice sock
socket soft_reset sort sorted split splitlines sqrt src stack_use start startswith stat state staticmethod
status_code statvfs stderr stdin stdout step stop store store_const store_false store_true str stream strip
struct sub sum super symmetric_difference symmetric_difference_update sync sys tan tanh target tau tell text
threshold throw ticks_add ticks_cpu ticks_diff ticks_ms ticks_us time time_ns time_pulse_us timeout tls
to_bytes trunc tuple type uctypes umount unhexlify uniform union unlink unpack unpack_from unregister
unsetenv update upper urandom url urls usage usys val value values verify_mode version version_info vfs
vline wb wrap_socket write writeblocks zip
""".split()
)

# In one of them only.
SOMETIMES = frozenset(
    """
AF_INET AF_INET6 AF_UNIX ArgumentTypeError B1000000 B115200 B1152000 B230400 B460800 B500000 B57600 B576000
B921600 B9600 CERT_OPTIONAL CERT_REQUIRED Event IOQueue IP_ADD_MEMBERSHIP IP_DROP_MEMBERSHIP Lock LockType
Loop MBEDTLS_VERSION MSG_DONTROUTE MSG_DONTWAIT MSG_PEEK PROTOCOL_DTLS_CLIENT PROTOCOL_DTLS_SERVER
SOCK_DGRAM SOCK_RAW SOL_SOCKET SO_BROADCAST SO_ERROR SO_KEEPALIVE SO_LINGER SO_REUSEADDR SSLSocket Server
SingletonGenerator Stream StreamReader StreamWriter TCSANOW ThreadSafeFlag TimeoutError VfsFat VfsLfs1
VfsLfs2 ViperTypeError _CHUNK_SIZE _Remove _apply _attrs _dequeue _enqueue _exc_context _exc_handler
_io_queue _promote_to_task _run _serve _stop_task _stopper _thread accept aclose acquire aes allocate_lock
asyncio attr aw awrite awritestr backlog big bind buf call call_exception_handler cb cipher client_id
context core create_task cryptolib current_task decrypt default_exception_handler drain dt encrypt er event
exc exc_type exception executable flags funcs future gather get_ciphers get_event_loop get_exception_handler
get_extra_info get_ident handler idx inet_ntop inet_pton is_set length listen lock locked lookahead loop
main_task makefile mark md5 message mtime n native new_event_loop open_connection out_buf peername poller port
progsize psk_identity psk_key ptr ptr16 ptr32 ptr8 queue_read queue_write readexactly readsize recv
recv_into recvfrom release req return_exceptions run run_forever run_until_complete runq_len s sendall
sendto server_psk_keys set_ciphers set_exception_handler setblocking setraw setsockopt sgen sha1 signed
sockaddr ssl stack_size start_new_thread start_server stream_awrite system sz t task tb tcgetattr tcsetattr
termios ticks uint unsafe v verify_callback viper wait wait_closed wait_for wait_for_ms wait_io_event waiter
waiting waitq_len websocket
""".split()
)

# C code looks these up in objects, the compiler knows them, or tests call them: no name of ours becomes one.
LOOKED_UP = frozenset(
    """
T VfsPosix append argv chdir clear close const decode e encode end exit f file fileno flush getcwd getvalue id
ilistdir implementation ioctl key keys main mem_info mkdir modules mount n native next open path platform pop
print ps1 ps2 r read readblocks readinto readline readlines remove rename reverse rmdir seek self send sep
setdefault start stat statvfs stderr stdin stdout stop super tell threshold throw umount value version_info
viper write writeblocks x
""".split()
)

# Modules of MicroPython that a file on the flash could stand in for, less those that the virtual chip has.
MODULES = frozenset(["binascii", "errno", "hashlib", "io", "json", "os", "struct"])

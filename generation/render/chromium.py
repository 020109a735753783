"""One running Chromium: started without rights, with its own sandbox wherever the machine allows it."""

import grp
import json
import os
import pwd
import select
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self, TypedDict

from generation.errors import RenderError

KEEPER: Final = Path(__file__).with_name("keeper.py")
START_SECONDS: Final = 30.0
STOP_SECONDS: Final = 5.0
UNPRIVILEGED: Final = ("nobody", "nogroup")

# Nothing may leave the machine. Requests are already stopped page by page; these flags are the second wall: no name
# resolves, and what goes to an address goes to a proxy that is not there (loopback included, which is normally exempt).
FLAGS: Final = (
    "--headless",
    "--remote-debugging-port=0",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
    "--hide-scrollbars",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=socks5://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
)


@dataclass(frozen=True, slots=True)
class Account:
    """Who Chromium runs as; no ids means "as we are"."""

    name: str
    user_id: int | None = None
    group_id: int | None = None


class _Told(TypedDict):
    """The keeper's answer."""

    endpoint: str | None
    group: int
    log: str


class Chromium:
    """A Chromium process group and the address it listens at. `isolation` says in words how it is kept apart."""

    def __init__(self, keeper: subprocess.Popen[bytes], endpoint: str, group: int, isolation: str) -> None:
        self._keeper = keeper
        self.endpoint = endpoint
        self.group = group
        self.isolation = isolation

    @classmethod
    def start(cls, executable: Path) -> Self:
        """Start it, with the strongest isolation that works here.

        The sandbox of Chromium needs user namespaces, which some containers forbid. Then it runs without, still as
        another user if we are root, and `isolation` says so. Raises RenderError if it does not start at all.
        """
        account = unprivileged_account(executable)
        as_root = os.geteuid() == 0 and account.user_id is None
        if as_root:  # Chromium refuses its sandbox to root
            return cls._start(executable, account, sandbox=False)
        try:
            return cls._start(executable, account, sandbox=True)
        except SandboxUnavailable:
            return cls._start(executable, account, sandbox=False)

    @classmethod
    def _start(cls, executable: Path, account: Account, *, sandbox: bool) -> Self:
        command = [str(executable), *FLAGS, *(() if sandbox else ("--no-sandbox",))]
        order = {
            "command": command,
            "user_id": account.user_id,
            "group_id": account.group_id,
            "start_seconds": START_SECONDS,
        }
        keeper = subprocess.Popen(
            [sys.executable, "-I", "-S", str(KEEPER), json.dumps(order)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C on a terminal is for us, who then stop it in order
        )
        answer = _first_line(keeper, START_SECONDS + STOP_SECONDS)
        told: _Told = json.loads(answer) if answer else {"endpoint": None, "group": 0, "log": ""}
        if told["endpoint"] is None:
            _end(keeper)
            raise _why_not(executable, told["log"])
        return cls(keeper, told["endpoint"], told["group"], _isolation(account, sandbox=sandbox))

    @property
    def alive(self) -> bool:
        return self._keeper.poll() is None

    def kill(self) -> None:
        """End every process of it, now; safe to call twice."""
        _end(self._keeper)


class SandboxUnavailable(RenderError):
    """This machine does not let Chromium build its sandbox."""


def unprivileged_account(executable: Path) -> Account:
    """User nobody when we are root and nobody can reach the program; else whoever we are."""
    current = Account(pwd.getpwuid(os.geteuid()).pw_name if os.geteuid() != 0 else "root")
    if os.geteuid() != 0:
        return current
    try:
        user, group = pwd.getpwnam(UNPRIVILEGED[0]), grp.getgrnam(UNPRIVILEGED[1])
    except KeyError:
        return current
    return Account(UNPRIVILEGED[0], user.pw_uid, group.gr_gid) if _open_to_others(executable) else current


def _open_to_others(executable: Path) -> bool:
    path = executable.resolve()
    return bool(path.stat().st_mode & stat.S_IXOTH) and all(p.stat().st_mode & stat.S_IXOTH for p in path.parents)


def _isolation(account: Account, *, sandbox: bool) -> str:
    if account.name == "root":
        return "not isolated: Chromium runs as root without its sandbox"
    user = f"user {account.name}" if account.user_id is not None else "our own user"
    return f"{user}, browser sandbox, no network" if sandbox else f"{user}, no browser sandbox, no network"


def _first_line(keeper: subprocess.Popen[bytes], seconds: float) -> bytes:
    if keeper.stdout is None:
        return b""
    ready, _, _ = select.select([keeper.stdout], [], [], seconds)
    return keeper.stdout.readline() if ready else b""


def _end(keeper: subprocess.Popen[bytes]) -> None:
    for stream in (keeper.stdin, keeper.stdout):
        if stream is not None:
            stream.close()
    try:
        keeper.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        keeper.terminate()
        keeper.wait()


def _why_not(executable: Path, log: str) -> RenderError:
    if "No usable sandbox" in log or "Failed to move to new namespace" in log:
        return SandboxUnavailable("Chromium's sandbox is not available here")
    lines = [line for line in log.splitlines() if "dbus" not in line and line.strip()]
    return RenderError(f"{executable} did not start: {lines[-1].strip() if lines else 'it said nothing'}")

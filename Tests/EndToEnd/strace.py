"""errctl under strace, which lets a system call fail or kills at it; for the suites Faults and Kills."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]


def require():
    """Ends as skipped where processes can't be traced."""
    if not shutil.which("strace"):
        print("this needs strace")
        sys.exit(SKIPPED)
    if subprocess.run(["strace", "-qq", "-e", "trace=none", "true"], capture_output=True).returncode != 0:
        print("strace may not trace processes here")
        sys.exit(SKIPPED)


class Ended:
    """A process that ended: its status, its outputs, the files of its folder."""

    def __init__(self, status, output, complaint, files, was_hit, is_dispatch):
        self.status, self.output, self.complaint = status, output, complaint
        self.files, self.was_hit, self.is_dispatch = files, was_hit, is_dispatch


def contents(folder):
    found = {}
    for path in sorted(folder.rglob("*")):
        try:
            if path.is_file():
                found[str(path.relative_to(folder))] = path.read_bytes()
        except FileNotFoundError:
            pass  # another process has moved it meanwhile
    return found


def write(files, folder):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def run(command, folder, inject=None, calls=None, seconds=60):
    """Status None: it did not end. A process that a signal ended has its negative number."""
    log = folder.with_name(folder.name + ".strace")
    if inject:
        command = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={calls}", "-e", f"inject={inject}", *command]
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "SWIFT_BACKTRACE": "enable=no"},
    )
    try:
        output, complaint = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, complaint = process.communicate()
        status = None
    was_hit, is_dispatch = False, False
    if inject:
        text = log.read_text(errors="replace") if log.exists() else ""
        was_hit = "INJECTED" in text or "killed by SIGKILL" in text or status == -signal.SIGKILL
        # libdispatch counts the threads that run by /proc, and traps where it may not.
        is_dispatch = any("/proc/" in line and "stat" in line for line in text.splitlines() if "INJECTED" in line)
        log.unlink(missing_ok=True)
    return Ended(status, output, complaint.decode(errors="replace"), contents(folder), was_hit, is_dispatch)


def temporary():
    return tempfile.TemporaryDirectory(prefix="errctl-strace-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)

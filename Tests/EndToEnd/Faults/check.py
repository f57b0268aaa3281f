#!/usr/bin/env python3
"""A system call that fails is not a silent loss: for each command the first call of a kind fails, then the second, and so on,
by strace. And each command that writes may write files of a limited size only (RLIMIT_FSIZE).

    Tests/EndToEnd/Faults/check.py ERRCTL [WORD]    only the commands and faults with this word

No run is ended by a signal or never ends. A run with the status of an undisturbed one wrote what that one wrote; any other
has a status for it and says why. Files are as they were or as they become, never in between, and no temporary file is left.
"""

import concurrent.futures
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import strace
import writers

# The nth calls that fail; the loader makes the first twenty of some kinds.
MOST = 60
FAULTS = [
    ("openat", "EMFILE"), ("read", "EIO"), ("read", "EINTR"), ("pread64", "EIO"),
    ("write", "ENOSPC"), ("write", "EIO"), ("write", "EINTR"), ("write", "EAGAIN"), ("fsync", "EIO"),
    ("rename", "EIO"), ("renameat2", "EIO"), ("renameat2", "EINVAL"), ("close", "EIO"),
    ("newfstatat", "EIO"), ("fstat", "EIO"), ("lseek", "EIO"), ("unlink", "EIO"), ("getdents64", "EIO"),
    ("readlink", "EIO"), ("getcwd", "EIO"), ("access", "EIO"), ("mkdir", "ENOSPC"), ("fchmod", "EPERM"),
    ("pipe2", "EMFILE"), ("fcntl", "EIO"),
]
LIMITS = (0, 1, 2, 16)
# Unusable input, unwritten output.
STATUSES = (2, 74)
# What the loader says, and its status, where errctl has not begun.
LOADER = "error while loading shared libraries"


def faults_of(ended, whole, files, name, call):
    """What is wrong with a run whose call failed; empty if nothing is."""
    if ended.status is None:
        return "it never ended"
    if ended.is_dispatch and ended.status < 0:
        return ""
    if ended.status < 0 or ended.status >= 128:
        return f"it ended by a signal: {ended.status} {ended.complaint[:200]}"
    if ended.status == 127 and LOADER in ended.complaint:
        return ""
    for path, text in ended.files.items():
        if ".errctl-" in path:
            if call != "unlink":
                return f"it left {path}"
        elif text not in (files.get(path), whole.files.get(path)):
            return f"{path} is torn: {len(text)} bytes"
    if any(path not in ended.files for path in files):
        return "a file is gone"
    if ended.status == whole.status:
        if ended.output != whole.output:
            return f"status {ended.status}, but the output differs: {ended.output[-200:]!r} {ended.complaint[:200]}"
        if ended.files != whole.files and ".errctl-" not in "".join(ended.files):
            return f"status {ended.status}, but the files differ: {ended.complaint[:200]}"
        return ""
    if ended.status not in STATUSES:
        return f"status {ended.status}: {ended.complaint[:200]}"
    if not ended.complaint.strip() and not (ended.status == 2 and ended.output):
        # What fails may be the complaint itself.
        return "" if call == "write" else f"status {ended.status} without a word"
    return ""


def attack(errctl, name, arguments, call, error, folder, whole):
    """Runs until no call is left to fail; the faults found, and the number of runs."""
    found = []
    for number in range(1, MOST + 1):
        place = folder / f"{number}"
        place.mkdir()
        strace.write(writers.FILES, place)
        ended = strace.run([errctl, *arguments], place, f"{call}:error={error}:when={number}", call)
        if ended.was_hit or ended.status is None:
            fault = faults_of(ended, whole, writers.FILES, name, call)
            if fault:
                found.append(f"{name}: {call} {error}, call {number}: {fault}")
        if not ended.was_hit:
            return found, number
    return found, MOST


def limit(errctl, name, arguments, blocks, folder, whole):
    """Runs once where a file may have so many blocks of 512 bytes; the faults found, and the number of runs."""
    strace.write(writers.FILES, folder)
    limited = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", errctl, *arguments]
    fault = faults_of(strace.run(limited, folder), whole, writers.FILES, name, "write")
    return [f"{name}: files of {blocks} blocks: {fault}"] if fault else [], 1


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    strace.require()
    errctl, word = os.path.abspath(sys.argv[1]), (sys.argv[2:] + [""])[0]
    with strace.temporary() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for number, (name, arguments) in enumerate({**writers.READERS, **writers.WRITERS}.items()):
            folder = pathlib.Path(work) / f"{number}"
            (folder / "whole").mkdir(parents=True)
            strace.write(writers.FILES, folder / "whole")
            whole = strace.run([errctl, *arguments], folder / "whole")
            for call, error in FAULTS:
                if word not in f"{name} {call} {error}":
                    continue
                place = folder / f"{call}-{error}"
                place.mkdir()
                jobs.append(pool.submit(attack, errctl, name, arguments, call, error, place, whole))
            for blocks in LIMITS if name in writers.WRITERS and word in f"{name} limit" else []:
                place = folder / f"limit-{blocks}"
                place.mkdir()
                jobs.append(pool.submit(limit, errctl, name, arguments, blocks, place, whole))
        results = [job.result() for job in jobs]
    found = [fault for faults, _ in results for fault in faults]
    print("\n".join(found))
    print(f"{sum(runs for _, runs in results)} runs, {len(found)} faults")
    sys.exit(1 if found else 0)


main()

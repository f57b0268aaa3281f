#!/usr/bin/env python3
"""What a killed process leaves behind, for strace kills at each call that matters, and other harm of the same kind.

    Tests/EndToEnd/Kills/check.py ERRCTL RECORDER

- errctl, killed before its first, second, … call of a kind: every file is the old one or the new one, and the same command
  then does what it would have done.
- Two processes that record into one file with rotation, one of them killed: what either counted as written is in the files
  once, and errctl replay reads all of it.
- A full disk: what was counted is there, no line is torn; errctl says that it could not write.
- A file saved while errctl fmt replaces it: that save is never lost.
- Without /proc: status 2 and a sentence.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import strace
import writers

MOST = 30
CALLS = ["write", "fsync", "rename", "renameat2", "fchmod", "fchown", "unlink", "mkdir"]
found, skipped, checked = [], [], {}


def require(holds, sentence):
    if not holds:
        found.append(sentence)


def count(name, number=1):
    checked[name] = checked.get(name, 0) + number


# --- errctl, killed ------------------------------------------------------------------------------------------


def kill_writer(errctl, name, arguments, call, folder, whole):
    for number in range(1, MOST + 1):
        place = folder / f"{call}-{number}"
        place.mkdir()
        strace.write(writers.FILES, place)
        ended = strace.run([errctl, *arguments], place, f"{call}:signal=KILL:when={number}", call)
        if not ended.was_hit:
            return number - 1
        what = f"{name}, killed at {call} {number}"
        temporary = [path for path in ended.files if ".errctl-" in path]
        for path, text in ended.files.items():
            known = (writers.FILES.get(path), whole.files.get(path))
            # init writes new files in place, and never over others.
            is_new = name == "init" and whole.files.get(path, b"").startswith(text)
            require(path in temporary or text in known or is_new, f"{what}: {path} is torn: {len(text)} bytes")
        require(all(path in ended.files for path in writers.FILES), f"{what}: a file is gone")
        if name == "init":
            continue
        after = strace.run([errctl, *arguments], place)
        for path in temporary:
            after.files.pop(path, None)
        if ended.files.items() >= writers.FILES.items():
            require(after.status == whole.status, f"{what}: then the status is {after.status}: {after.complaint[:200]}")
        require(after.files == whole.files, f"{what}: then the files differ: {after.complaint[:200]}")
    return MOST


def kill_writers(errctl, folder):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for number, (name, arguments) in enumerate(writers.WRITERS.items()):
            place = folder / f"{number}"
            (place / "whole").mkdir(parents=True)
            strace.write(writers.FILES, place / "whole")
            whole = strace.run([errctl, *arguments], place / "whole")
            jobs += [pool.submit(kill_writer, errctl, name, arguments, call, place, whole) for call in CALLS]
        count("kills of errctl", sum(job.result() for job in jobs))


# --- two that record -----------------------------------------------------------------------------------------


def recorded(folder):
    """The ids in the files, and the lines that are none."""
    ids, broken = [], []
    for path in folder.glob("errors.ndjson*"):
        text = path.read_bytes()
        for line in text.splitlines():
            try:
                ids.append(json.loads(line)["id"])
            except ValueError:
                broken.append(f"{path.name}: {line[:80]!r}")
        if text and not text.endswith(b"\n"):
            broken.append(f"{path.name} ends inside a line")
    return ids, broken


def counted(output):
    """The last counts that a recorder printed: written, failed, dropped, rotations."""
    lines = output.decode().splitlines()
    return [int(word) for word in lines[-1].split()] if lines else [0, 0, 0, 0]


def kill_recorder(errctl, recorder, call, number, folder):
    """Kills one of two at its nth call; whether it came so far."""
    folder.mkdir()
    arguments = [str(folder / "errors.ndjson"), "4096", "60"]
    command = lambda name: [recorder, arguments[0], name, "400", *arguments[1:]]
    with subprocess.Popen(command("b"), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as other:
        try:
            killed = strace.run(command("a"), folder, f"{call}:signal=KILL:when={number}", call)
            output, _ = other.communicate(timeout=120)
        finally:
            other.kill()
    what = f"two record, one killed at {call} {number}"
    check_recorded(errctl, what, folder, {"a": counted(killed.output), "b": counted(output)})
    require(counted(output)[0] == 400, f"{what}: the other wrote {counted(output)} of 400")
    return killed.was_hit


def check_recorded(errctl, what, folder, counts):
    ids, broken = recorded(folder)
    require(not broken, f"{what}: broken: {broken[:3]}")
    require(len(ids) == len(set(ids)), f"{what}: {len(ids) - len(set(ids))} ids are there twice")
    for name, (written, failed, dropped, _) in counts.items():
        if failed == 0 and dropped == 0:
            missing = {f"{name}-{number}" for number in range(1, written + 1)} - set(ids)
            require(not missing, f"{what}: counted and not there: {sorted(missing)[:5]} of {len(missing)}")
        require(sum(one.startswith(name + "-") for one in ids) >= written, f"{what}: {name} counted {written}, fewer are there")
    paths = sorted(str(path) for path in folder.glob("errors.ndjson*"))
    if not ids:
        return
    (folder / "rules.yaml").write_bytes(writers.RULES)
    replay = subprocess.run(
        [errctl, "replay", str(folder / "rules.yaml"), *paths, "--format", "json"], capture_output=True, text=True
    )
    ledger = json.loads(replay.stdout)["ledger"] if replay.returncode == 0 else {}
    require(
        ledger.get("records") == len(ids) and ledger.get("rejected") == 0,
        f"{what}: replay reads {ledger.get('records')} of {len(ids)}: {replay.stderr[:200]}",
    )


def kill_recorders(errctl, recorder, folder):
    points = [("write", n) for n in (1, 2, 3, 7, 20, 61, 150, 333)]
    points += [("rename", n) for n in (1, 2, 3, 59, 60, 61, 100, 200)]
    points += [("flock", n) for n in (1, 2, 9, 40)] + [("openat", n) for n in (12, 20, 40)] + [("close", n) for n in (8, 15, 30)]
    hits = sum(kill_recorder(errctl, recorder, call, number, folder / f"{call}-{number}") for call, number in points)
    require(hits > len(points) // 2, f"only {hits} of {len(points)} points were reached")
    count("kills of a recorder beside another", hits)


def cut_recorder(errctl, recorder, folder):
    """A killed machine leaves half a line: the next process ends it, and loses nothing."""
    folder.mkdir()
    (folder / "errors.ndjson").write_bytes(b'{"type":"Recorded","id":"old-1"}\n{"type":"Recor')
    ended = strace.run([recorder, str(folder / "errors.ndjson"), "a", "50", "1000000", "5"], folder)
    ids, broken = recorded(folder)
    require(len(broken) == 1 and "old-1" in ids, f"half a line: {broken}")
    require(sum(one.startswith("a-") for one in ids) == counted(ended.output)[0] == 50, "half a line: records are lost")
    count("half a line before a recording")


# --- a full disk -----------------------------------------------------------------------------------------------


def fill(errctl, recorder):
    """A disk of 64 KiB, where this user may mount one."""
    with tempfile.TemporaryDirectory() as name:
        disk = pathlib.Path(name) / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True).returncode:
            skipped.append("a full disk: this user may not mount one")
            return
        try:
            ended = strace.run([recorder, str(disk / "errors.ndjson"), "a", "1200", "1000000", "5"], pathlib.Path(name))
            written, failed, _, _ = counted(ended.output)
            ids, broken = recorded(disk)
            require(failed > 0, "a full disk: no record failed")
            require(not broken, f"a full disk: broken: {broken[:3]}")
            require(len(ids) == written, f"a full disk: {written} counted, {len(ids)} there")
            (disk / "errors.ndjson").unlink()
            log = pathlib.Path(name) / "app.log"
            log.write_bytes(writers.LOG * 20)
            for option, result in (("--records", "records.ndjson"), ("--write", "app.mapping.yaml")):
                (disk / "full").write_bytes(b"")
                subprocess.run(["dd", "if=/dev/zero", f"of={disk}/full", "bs=4k"], capture_output=True)
                ended = strace.run([errctl, "inspect", str(log), option, str(disk / result)], pathlib.Path(name))
                left = [path.name for path in disk.iterdir() if path.name != "full"]
                require(ended.status == 74 and ended.complaint, f"inspect {option}, a full disk: status {ended.status}")
                require(not left, f"inspect {option}, a full disk: it left {left}")
            count("full disks", 3)
        finally:
            subprocess.run(["umount", str(disk)], check=True)


# --- another writer --------------------------------------------------------------------------------------------


def save_beside(errctl, folder, what, delays, save):
    """Lets fmt wait before its nth exchange, and saves the file meanwhile."""
    folder.mkdir()
    file = folder / "rules.yaml"
    file.write_bytes(writers.RULES)
    log = folder.with_name(folder.name + ".strace")
    inject = [word for when in delays for word in ("-e", f"inject=renameat2:delay_enter=1500000:when={when}")]
    process = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=renameat2,fsync", *inject, errctl, "fmt", "rules.yaml"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    save(file, log, process)
    _, complaint = process.communicate(timeout=60)
    count("saves while fmt works")
    return process.returncode, complaint, strace.contents(folder)


def wait(holds, process):
    while not holds() and process.poll() is None:
        time.sleep(0.005)
    return process.poll() is None


def synced(log):
    """The temporary file is complete: the exchange is next."""
    return log.exists() and "fsync" in log.read_text()


def races(errctl, folder):
    theirs = b"version: 1 # theirs\n"
    last = b"version: 1 # the last save\n"

    def in_place(file, log, process):
        require(wait(lambda: synced(log), process), "fmt ended before the save")
        file.write_bytes(theirs)

    def as_editors_do(file, log, process):
        require(wait(lambda: synced(log), process), "fmt ended before the save")
        new = file.with_name("new")
        new.write_bytes(theirs)
        new.rename(file)

    for name, save in (("in place", in_place), ("by a rename", as_editors_do)):
        status, complaint, files = save_beside(errctl, folder / name.replace(" ", "-"), name, [1], save)
        require(files.get("rules.yaml") == theirs, f"a save {name} is lost: {files.get('rules.yaml', b'')[:40]!r}")
        require(status == 74 and "changed meanwhile" in complaint, f"a save {name}: status {status}: {complaint}")
        require(list(files) == ["rules.yaml"], f"a save {name}: left {sorted(files)}")

    def twice(file, log, process):
        as_editors_do(file, log, process)
        # The two have changed places: the formatted text is there, and is about to be taken back.
        require(wait(lambda: file.read_bytes() not in (theirs, writers.RULES), process), "fmt ended before the second save")
        new = file.with_name("new")
        new.write_bytes(last)
        new.rename(file)

    status, complaint, files = save_beside(errctl, folder / "twice", "twice", ["1..2"], twice)
    require(last in files.values(), f"the second of two saves is lost: {sorted(files)} {complaint}")
    require(theirs in files.values() or files.get("rules.yaml") == last, f"both saves are lost: {sorted(files)}")
    require(status == 74 and complaint, f"two saves: status {status}: {complaint}")
    other = [name for name in files if name != "rules.yaml"]
    require(all(name in complaint for name in other), f"two saves: {other} is not named: {complaint}")


# --- without /proc ---------------------------------------------------------------------------------------------


def without_proc(errctl, folder):
    folder.mkdir()
    (folder / "faulty.yaml").write_bytes(b"version: 1\nresponders: 5\n")
    hidden = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    if subprocess.run([*hidden, "true"], capture_output=True).returncode:
        skipped.append("without /proc: this user may not hide it")
        return
    ended = strace.run([*hidden, errctl, "validate", "faulty.yaml"], folder)
    require(ended.status == 2 and "/proc" in ended.complaint, f"without /proc: {ended.status} {ended.complaint}")
    count("runs without /proc")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    strace.require()
    errctl, recorder = (os.path.abspath(path) for path in sys.argv[1:])
    with strace.temporary() as name:
        work = pathlib.Path(name)
        kill_writers(errctl, work / "writers")
        (work / "recorders").mkdir()
        kill_recorders(errctl, recorder, work / "recorders")
        cut_recorder(errctl, recorder, work / "cut")
        fill(errctl, recorder)
        (work / "races").mkdir()
        races(errctl, work / "races")
        without_proc(errctl, work / "proc")
    print("\n".join(found))
    for one in skipped:
        print(f"not run: {one}")
    print(", ".join(f"{number} {name}" for name, number in checked.items()) + f": {len(found)} faults")
    sys.exit(1 if found else 0)


main()

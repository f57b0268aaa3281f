#!/usr/bin/env bash
# Runs the machine's systemd as process 1 of namespaces of its own with the units of a folder: live.sh FOLDER
# It reads FOLDER/units; it writes FOLDER/journal.json, what journalctl tells, and FOLDER/state, what each unit came to.
# Outside of FOLDER nothing changes but a cgroup of its own, which is removed again. Status 77 and a reason where this can't be run.
set -u
folder=$2

outside() {
  [ "$(id -u)" = 0 ] || { echo "namespaces need root"; exit 77; }
  for program in systemctl journalctl unshare; do command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }; done
  [ -x /lib/systemd/systemd ] || { echo "systemd is not installed"; exit 77; }
  cgroups=$(mktemp -d)
  mount -t cgroup2 none "$cgroups" 2>/dev/null || { rmdir "$cgroups"; echo "there is no cgroup v2"; exit 77; }
  own=$cgroups/errctl-services-$$
  trap clean EXIT
  mkdir "$own" || { echo "no cgroup can be made"; exit 77; }
  (
    echo $BASHPID >"$own/cgroup.procs" &&
      exec unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child --propagation private "$0" inside "$folder"
  ) >"$folder/manager.log" 2>&1 &
  manager=$!
  for _ in $(seq 1200); do
    [ -e "$folder/done" ] && return
    kill -0 $manager 2>/dev/null || break
    sleep 0.1
  done
  echo "systemd did not end within two minutes: $(tail -n 1 "$folder/manager.log")"
  exit 77
}

clean() {
  [ -n "${manager:-}" ] && kill -9 $manager 2>/dev/null && wait $manager 2>/dev/null
  for _ in $(seq 30); do
    find "$own" -depth -type d -exec rmdir {} + 2>/dev/null
    [ -d "$own" ] || break
    sleep 0.1
  done
  umount "$cgroups" && rmdir "$cgroups"
}

inside() {
  mount -t proc proc /proc
  umount -l /sys/fs/cgroup 2>/dev/null
  mount -t cgroup2 none /sys/fs/cgroup || exit 1
  mount -t tmpfs none /run
  units=/run/systemd/system
  mkdir -p $units /run/log/journal /run/empty /run/lock
  mount -t tmpfs none /etc/systemd
  mkdir -p /etc/systemd/system
  # No unit of the machine's own.
  for own in system system-generators; do mount --bind /run/empty /usr/lib/systemd/$own 2>/dev/null; done
  echo 11111111111111111111111111111111 >/run/id
  [ -e /etc/machine-id ] && mount --bind /run/id /etc/machine-id
  printf '[Journal]\nStorage=volatile\nRateLimitIntervalSec=0\nReadKMsg=no\nAudit=no\n' >/etc/systemd/journald.conf
  printf '[Unit]\nDefaultDependencies=no\n[Socket]\nListenStream=/run/systemd/journal/stdout\nListenDatagram=/run/systemd/journal/socket\nPassCredentials=yes\nReceiveBuffer=8M\nService=systemd-journald.service\n' >$units/systemd-journald.socket
  printf '[Unit]\nDefaultDependencies=no\nRequires=systemd-journald.socket\n[Service]\nType=notify\nExecStart=/usr/lib/systemd/systemd-journald\nSockets=systemd-journald.socket\n' >$units/systemd-journald.service
  printf '[Unit]\nDefaultDependencies=no\nAfter=systemd-journald.service\n[Service]\nExecStart=%s units %s\n' "$0" "$folder" >$units/errctl-driver.service
  printf '[Unit]\nDefaultDependencies=no\nRequires=systemd-journald.socket\nAfter=systemd-journald.service\nWants=errctl-driver.service systemd-journald.service\n' >$units/default.target
  export container=other
  exec /lib/systemd/systemd --system --log-target=journal-or-kmsg --log-level=info --show-status=no
}

# By the driver, a service of that systemd.
units() {
  cp -r "$folder/units/." /run/systemd/system/
  names=$(cd "$folder/units" && echo *.service)
  limited=$(cd "$folder/units" && echo limit-*.service)
  runs=$(cd "$folder/units" && echo run-*.service)
  # What nothing names is unloaded when it has ended, and forgotten.
  printf '[Unit]\nDefaultDependencies=no\nAfter=%s\n' "$names" >/run/systemd/system/errctl-keep.target
  systemctl daemon-reload
  systemctl start errctl-keep.target
  systemctl start --no-block $names 2>/dev/null
  # A unit rests once it waits for its restart, an hour, or has ended; one with a limit, once it has failed for good; one with
  # runs of its own, also once it has ended well.
  for _ in $(seq 600); do
    systemctl show -p Id -p LoadState -p SubState -p Result -p ExecMainCode -p ExecMainStatus -p Job $names >"$folder/state"
    grep -q '^SubState=\(start\|stop\|running\|final\|condition\|cleaning\)\|^Job=.' "$folder/state" ||
      systemctl show -p SubState $limited | grep -q '^SubState=[^f]' ||
      systemctl show -p SubState $runs | grep -q '^SubState=[^fd]' || break
    sleep 0.2
  done
  journalctl --sync
  journalctl -o json --no-pager >"$folder/journal.json"
  touch "$folder/done"
}

"$1"

#!/usr/bin/env bash
# Runs a systemd as process 1 of namespaces of its own with the units of a folder: live.sh outside FOLDER [ROOT]
# It is the machine's, or that of another Debian unpacked in ROOT. It reads FOLDER/units; it writes FOLDER/journal.json, what journalctl tells, and FOLDER/state, what each unit came to.
# Outside of FOLDER (and of ROOT) nothing changes but a cgroup of its own, which is removed again. Status 77 and a reason where this can't be run.
set -u
source "$(dirname "$0")/namespaces.sh"
folder=$2
root=${3:-}

outside() {
  outside_needs systemctl journalctl
  [ -x "$root/lib/systemd/systemd" ] || { echo "systemd is not installed"; exit 77; }
  own_cgroup services
  (in_namespaces "$0" inside "$folder" "$root") >"$folder/manager.log" 2>&1 &
  manager=$!
  for _ in $(seq 1200); do
    [ -e "$folder/done" ] && return
    kill -0 $manager 2>/dev/null || break
    sleep 0.1
  done
  echo "systemd did not end within two minutes: $(tail -n 1 "$folder/manager.log")"
  exit 77
}

inside() {
  if [ -n "$root" ]; then
    mount --bind "$root" "$root"
    mount --rbind /dev "$root/dev"
    for shared in "$folder" "$(dirname "$0")"; do mkdir -p "$root$shared" && mount --bind "$shared" "$root$shared" || exit 1; done
    mount -t sysfs none "$root/sys" 2>/dev/null
  fi
  mount -t proc proc "$root/proc"
  umount -l "$root/sys/fs/cgroup" 2>/dev/null
  mount -t cgroup2 none "$root/sys/fs/cgroup" || exit 1
  mount -t tmpfs none "$root/run"
  units=$root/run/systemd/system
  mkdir -p "$units" "$root"/run/{log/journal,empty,lock}
  mount -t tmpfs none "$root/etc/systemd"
  mkdir -p "$root/etc/systemd/system"
  # No unit of the machine's own.
  for own in system system-generators; do mount --bind "$root/run/empty" "$root/usr/lib/systemd/$own" 2>/dev/null; done
  echo 11111111111111111111111111111111 >"$root/run/id"
  [ -e "$root/etc/machine-id" ] && mount --bind "$root/run/id" "$root/etc/machine-id"
  printf '[Journal]\nStorage=volatile\nRateLimitIntervalSec=0\nReadKMsg=no\nAudit=no\n' >"$root/etc/systemd/journald.conf"
  printf '[Unit]\nDefaultDependencies=no\n[Socket]\nListenStream=/run/systemd/journal/stdout\nListenDatagram=/run/systemd/journal/socket\nPassCredentials=yes\nReceiveBuffer=8M\nService=systemd-journald.service\n' >"$units/systemd-journald.socket"
  printf '[Unit]\nDefaultDependencies=no\nRequires=systemd-journald.socket\n[Service]\nType=notify\nExecStart=/usr/lib/systemd/systemd-journald\nSockets=systemd-journald.socket\n' >"$units/systemd-journald.service"
  printf '[Unit]\nDefaultDependencies=no\nAfter=systemd-journald.service\n[Service]\nExecStart=%s units %s\n' "$0" "$folder" >"$units/errctl-driver.service"
  printf '[Unit]\nDefaultDependencies=no\nRequires=systemd-journald.socket\nAfter=systemd-journald.service\nWants=errctl-driver.service systemd-journald.service\n' >"$units/default.target"
  export container=other
  exec chroot "${root:-/}" /lib/systemd/systemd --system --log-target=journal-or-kmsg --log-level=info --show-status=no
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

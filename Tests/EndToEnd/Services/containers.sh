#!/usr/bin/env bash
# Runs containers of Docker or Podman in namespaces of its own: containers.sh outside docker|podman FOLDER [ROOT]
# The engine is the machine's, or that of Debian's packages unpacked in ROOT. It reads FOLDER/containers, a line for each: its name, its
# restart policy, and the exit statuses of its runs, after which it stays up. It writes FOLDER/events, and FOLDER/state: name, number of
# restarts, state, exit status. Status 77 and a reason where this can't be run.
set -u
source "$(dirname "$0")/namespaces.sh"
engine=$2
folder=$3
root=${4:-}
[ -n "$root" ] && export PATH=$root/usr/bin:$root/usr/sbin:$root/bin:$root/sbin:$PATH LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu

outside() {
  [ "$engine" = docker ] && needed="dockerd containerd runc docker" || needed="podman crun conmon"
  outside_needs busybox $needed
  ldd "$(command -v busybox)" >/dev/null 2>&1 && { echo "busybox is not static"; exit 77; }
  own_cgroup containers
  (in_namespaces timeout 300 "$0" inside "$engine" "$folder" "$root") >"$folder/engine.log" 2>&1
  [ -e "$folder/done" ] || { echo "$engine does not run here: $(grep -v '^$' "$folder/engine.log" | tail -n 1)"; exit 77; }
}

# The engine's command line.
run() {
  if [ "$engine" = docker ]; then
    docker -H unix:///run/docker.sock "$@"
  else
    podman --root /run/storage --runroot /run/podman --storage-driver vfs --events-backend file --cgroup-manager cgroupfs \
      --conmon "$(command -v conmon)" --runtime "$(command -v crun)" "$@"
  fi
}

inside() {
  mount -t proc proc /proc
  umount -l /sys/fs/cgroup 2>/dev/null
  mount -t cgroup2 none /sys/fs/cgroup || exit 1
  mount -t tmpfs none /run
  mount -t tmpfs none /var/lib
  mkdir -p /run/image/bin /run/lock
  cp "$(command -v busybox)" /run/image/bin/busybox
  for name in sh sleep wc; do ln -s busybox /run/image/bin/$name; done
  options="--network none"
  if [ "$engine" = docker ]; then
    dockerd --iptables=false --ip6tables=false --bridge=none --storage-driver=vfs --exec-root /run/docker -H unix:///run/docker.sock \
      >"$folder/dockerd.log" 2>&1 &
    for _ in $(seq 300); do run version >/dev/null 2>&1 && break; sleep 0.1; done
    run version >/dev/null || exit 1
    run events --format '{{json .}}' >"$folder/events" &
  else
    # Debian's crun sets limits that namespaces do not allow.
    options="$options --cgroups=disabled --ulimit nofile=1024:1024 --ulimit nproc=1024:1024"
    mkdir -p /etc/containers
    mount -t tmpfs none /etc/containers
    echo '{"default":[{"type":"insecureAcceptAnything"}]}' >/etc/containers/policy.json
  fi
  tar -C /run/image -c . | run import - errctl:1 >/dev/null || exit 1
  while read -r name policy statuses; do
    script="echo >>/runs; n=\$(wc -l </runs); set -- $statuses; [ \$n -le \$# ] || exec sleep 1000; shift \$((n-1)); exit \$1"
    run run -d --name "$name" --label "com.docker.compose.service=$name" $options --restart "$policy" errctl:1 /bin/sh -c "$script" >/dev/null || exit 1
  done <"$folder/containers"
  settle || exit 1
  [ "$engine" = podman ] && run events --stream=false --format json >"$folder/events"
  sleep 1
  touch "$folder/done"
}

# Waits until each container has ended for good, or stays up after all of its runs.
settle() {
  names=$(cut -d' ' -f1 "$folder/containers")
  for _ in $(seq 400); do
    run inspect -f '{{.Name}} {{.RestartCount}} {{.State.Status}} {{.State.ExitCode}}' $names | sed 's,^/,,' >"$folder/state"
    paste -d' ' "$folder/containers" "$folder/state" | awk '
      { runs = NF - 6; count = $(NF - 2); state = $(NF - 1); if (state != "exited" && !(state == "running" && count == runs)) open = 1 }
      END { exit open }' && return
    sleep 0.3
  done
  echo "the containers do not come to rest: $(cat "$folder/state")"
  return 1
}

"$1"

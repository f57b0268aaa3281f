# Sourced by scripts that run a manager of services in namespaces and in a cgroup of its own.

# outside_needs PROGRAMS… ends with status 77 and a reason where namespaces can't be made, or a program is missing.
outside_needs() {
  [ "$(id -u)" = 0 ] || { echo "namespaces need root"; exit 77; }
  local program
  for program in unshare "$@"; do command -v "$program" >/dev/null || { echo "$program is not installed"; exit 77; }; done
}

# own_cgroup NAME makes the cgroup $own, which is removed when the script ends.
own_cgroup() {
  cgroups=$(mktemp -d)
  mount -t cgroup2 none "$cgroups" 2>/dev/null || { rmdir "$cgroups"; echo "there is no cgroup v2"; exit 77; }
  own=$cgroups/errctl-$1-$$
  trap clean EXIT
  mkdir "$own" || { echo "no cgroup can be made"; exit 77; }
}

# Ends the process $manager, if there is one, and removes the cgroup.
clean() {
  [ -n "${manager:-}" ] && kill -9 $manager 2>/dev/null && wait $manager 2>/dev/null
  for _ in $(seq 30); do
    find "$own" -depth -type d -exec rmdir {} + 2>/dev/null
    [ -d "$own" ] || break
    sleep 0.1
  done
  umount "$cgroups" && rmdir "$cgroups"
}

# in_namespaces COMMAND… becomes a command in the cgroup and in namespaces of its own; for a subshell.
in_namespaces() {
  echo $BASHPID >"$own/cgroup.procs" &&
    exec unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child --propagation private "$@"
}

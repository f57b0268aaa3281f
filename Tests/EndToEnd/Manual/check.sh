#!/usr/bin/env bash
# The man pages in docs/man are what errctl's commands say of themselves, man finds nothing wrong with them, and what
# `./dev install` puts in place works: the binary, the pages, and completions that each shell reads.
# $1: errctl. UPDATE_GOLDENS=1 rewrites docs/man, and still fails.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "$*"; failed=$((failed + 1)); }

python3 scripts/manual.py "$errctl" "$work/man"
if ! diff -ru docs/man "$work/man"; then
  fail "docs/man is not what scripts/manual.py writes; UPDATE_GOLDENS=1 rewrites it"
  if [[ -n ${UPDATE_GOLDENS:-} ]]; then rm -rf docs/man && cp -r "$work/man" docs/man; fi
fi
for topic in $("$errctl" help topics | awk '/^  [a-z]/ { print $1 }'); do
  "$errctl" help "$topic" >"$work/topic" && [[ -s $work/topic ]] || fail "errctl help $topic prints nothing"
done
pages=0
for page in "$work"/man/*.1; do
  pages=$((pages + 1))
  if command -v man >/dev/null; then
    warnings=$(man --warnings -l "$page" 2>&1 >"$work/shown") || fail "man can't show $(basename "$page")"
    [[ -z $warnings ]] || fail "$(basename "$page"): $warnings"
    grep -q '^NAME' "$work/shown" && grep -q '^SEE ALSO' "$work/shown" || fail "$(basename "$page") lacks a section"
  fi
  if command -v mandoc >/dev/null; then
    # The system's own name is nothing that a page of ours knows.
    warnings=$(mandoc -T lint -W warning "$page" | grep -v 'unknown manual section\|referenced manual not found') || true
    [[ -z $warnings ]] || fail "$warnings"
  fi
done
((pages >= 5)) || fail "there are $pages pages"

source scripts/install.sh
install_files "$errctl" "$work/prefix" >"$work/said"
"$work/prefix/bin/errctl" --version >/dev/null || fail "the installed errctl does not run"
cmp -s docs/man/errctl.1 "$work/prefix/share/man/man1/errctl.1" || fail "errctl.1 is not installed"
while read -r word file; do
  [[ $word != installed || -s $file ]] || fail "$file is said to be installed, and is not"
done <"$work/said"
completions=$work/prefix/share
if command -v bash >/dev/null; then
  bash -n "$completions/bash-completion/completions/errctl" || fail "bash can't read its completions"
  bash -c "source '$completions/bash-completion/completions/errctl' && complete -p errctl" >/dev/null || fail "bash does not complete errctl"
fi
if command -v zsh >/dev/null; then zsh -n "$completions/zsh/site-functions/_errctl" || fail "zsh can't read its completions"; fi
if command -v fish >/dev/null; then fish -n "$completions/fish/vendor_completions.d/errctl.fish" || fail "fish can't read its completions"; fi
# Help is as wide as a terminal: a line ends where the next word would not have fitted, and none is cut.
ragged() {
  awk 'previous != "" && /^[^ ]/ && length(previous) + 1 + index($0 " ", " ") - 1 < 78 { print previous " | " $0 }
    /^USAGE/ { exit } /^  / && length($0) > 79 { print } { previous = /^[^ ]/ && !/^[A-Z ]+$/ ? $0 : "" }'
}
for command in $("$errctl" --help | awk '/^[A-Z]+ SUBCOMMANDS:/ { on = 1; next } on && /^  [a-z]/ { sub(/,.*/, "", $1); print $1 }'); do
  for file in bash-completion/completions/errctl zsh/site-functions/_errctl fish/vendor_completions.d/errctl.fish; do
    grep -q -- "$command" "$completions/$file" || fail "$file does not know $command"
  done
  lines=$(COLUMNS=80 "$errctl" "$command" --help | ragged)
  [[ -z $lines ]] || fail "the help of $command breaks lines in other places than it is wide: $lines"
  [[ -e docs/man/errctl-$command.1 ]] || fail "there is no page errctl-$command(1)"
done
echo "manual: $pages pages, $failed failed"
((failed == 0))

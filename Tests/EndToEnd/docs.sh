#!/usr/bin/env bash
# Runs what the pages show: a block after `<!-- file: NAME -->` is a file, a block after `<!-- run: COMMAND -->` is what
# the command prints with the files as they stand there. A `## ` heading starts anew, without files. Where a section
# has rules.yaml, rules.json and errors.ndjson, both rule files answer alike. $1: errctl; $2…: pages (all where none).
# Links to files and headings lead somewhere. UPDATE_GOLDENS=1 rewrites what is printed, and still fails so that no run
# blesses itself.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")/../.."
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$errctl" "$work/bin/errctl"
ln -s "$PWD/Tests/EndToEnd/outcomes.py" "$work/bin/outcomes" # resolutions, as the pages show them

# Cuts a page into steps: N.file or N.run with its name or command, N.text with its block; N.new at a heading.
cut_page() { # page, folder
  awk -v folder="$2" '
    function begin(kind, name) { step++; base = folder "/" sprintf("%04d", step); print name > (base "." kind); close(base "." kind) }
    !open && /^## / { begin("new", $0) }
    !open && /^<!-- (file|run): .* -->$/ {
      kind = $2 == "file:" ? "file" : "run"; name = $0
      sub(/^<!-- (file|run): /, "", name); sub(/ -->$/, "", name); armed = 1; next
    }
    /^```/ && open { open = 0; close(out); next }
    /^```/ && armed { armed = 0; open = 1; begin(kind, name); out = base ".text"; printf "" > out
      print FNR > (base ".line"); close(base ".line"); next }
    /^```/ { foreign = !foreign; next }
    open { print > out; next }
    armed && !foreign && NF { print FILENAME ":" FNR ": no block follows “" name "”" > (folder "/fault"); armed = 0 }
  ' "$1"
}

# Puts what was printed in place of what a page shows.
rewrite() { # page, folder
  local actual
  for actual in "$2"/*.actual; do
    [[ ! -e $actual ]] || printf '%s %s\n' "$(<"${actual%.*}.line")" "$actual"
  done | awk '
    FILENAME == "-" { at[$1] = $2; next }
    FNR in at { print; while ((getline line < at[FNR]) > 0) print line; skipping = 1; next }
    skipping && /^```/ { skipping = 0 }
    !skipping { print }
  ' - "$1" >"$work/page"
  cp "$work/page" "$1"
}

# The links of a page to files and headings of this repository that are not there.
broken_links() { # page
  local link file anchor target
  awk '/^```/ { code = !code } !code { gsub(/`[^`]*`/, ""); print }' "$1" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' | sort -u \
    | while IFS= read -r link; do
      case $link in *://*) continue ;; esac
      file=${link%%#*}
      target=$1
      [[ -z $file ]] || target=$(dirname "$1")/$file
      if [[ ! -e $target ]]; then
        echo "$1: there is no $link"
      elif [[ $link == *#* ]]; then
        anchor=${link#*#}
        awk '/^```/ { code = !code } !code && sub(/^#+ /, "") { print tolower($0) }' "$target" \
          | sed "s/[][\`'’.,:;!?()/&“”…+]//g; s/ /-/g" | grep -qxF -- "$anchor" || echo "$1: there is no heading $link"
      fi
    done
}

# Whether YAML and JSON of a section answer alike, where it has both.
compare_twins() { # page, folder
  [[ -e $2/rules.yaml && -e $2/rules.json && -e $2/errors.ndjson ]] || return 0
  if (cd "$2" && errctl replay rules.yaml errors.ndjson --resolutions a && errctl replay rules.json errors.ndjson --resolutions b) >/dev/null \
    && cmp "$2/a" "$2/b"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: rules.yaml and rules.json answer differently"
  fi
}

PATH=$work/bin:$PATH
export REPOSITORY=$PWD # for pages that show files of it
export ERRCTL_SYSTEMD=257 # whatever this machine has
while IFS= read -r page; do
  rm -rf "$work/steps" "$work/here"
  mkdir "$work/steps" "$work/here"
  cut_page "$page" "$work/steps"
  if [[ -e $work/steps/fault ]]; then
    failed=$((failed + 1))
    cat "$work/steps/fault"
  fi
  for step in "$work"/steps/*.new "$work"/steps/*.file "$work"/steps/*.run; do
    [[ ! -e $step ]] || echo "$step"
  done | sort >"$work/order"
  while IFS= read -r step; do
    text=${step%.*}.text
    case $step in
    *.new)
      compare_twins "$page" "$work/here"
      rm -rf "$work/here"
      mkdir "$work/here"
      ;;
    *.file)
      name=$(<"$step")
      mkdir -p "$(dirname "$work/here/$name")"
      cp "$text" "$work/here/$name"
      ;;
    *.run)
      (cd "$work/here" && sh -c "$(<"$step")") >"$work/actual" 2>&1 </dev/null || true
      if diff -u "$text" "$work/actual"; then
        passed=$((passed + 1))
      else
        failed=$((failed + 1))
        echo "$page: “$(<"$step")” prints something else"
        cp "$work/actual" "${step%.*}.actual"
      fi
      ;;
    esac
  done <"$work/order"
  compare_twins "$page" "$work/here"
  broken=$(broken_links "$page") || true
  if [[ -n $broken ]]; then
    failed=$((failed + 1))
    echo "$broken"
  fi
  if [[ -n ${UPDATE_GOLDENS:-} ]]; then rewrite "$page" "$work/steps"; fi
done < <(if (($#)); then printf '%s\n' "$@"; else git ls-files '*.md'; fi)
echo "pages: $passed passed, $failed failed"
((failed == 0 && passed > 0))

#!/usr/bin/env bash
# The Python package on every interpreter that is here, as its wheel has it: check.sh ERRCTL LIBRARY
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1") library=$(realpath "$2")
cd "$(dirname "$0")/../../.."
folder=Tests/EndToEnd/Python
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
source scripts/wheel.sh
pack_wheel "$errctl" "$library" "$work/dist"
wheel=$(echo "$work"/dist/*.whl)
python3 -m zipfile -e "$wheel" "$work/package"
chmod +x "$work/package/errctl/bin/errctl"

# The header is C and C++.
clang -std=c99 -Wall -Wextra -Werror -fsyntax-only -x c Sources/engine/CErrctl/include/errctl.h
clang -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++ Sources/engine/CErrctl/include/errctl.h
shown=$(nm -D --defined-only "$library" | awk '{ print $3 }')
[[ -z $(grep -v '^errctl_' <<<"$shown" || true) ]] || { echo "the library shows other symbols than its own: $shown"; exit 1; }
needed=$(objdump -p "$library" | awk '/NEEDED/ { print $2 }')
[[ -z $(grep -vE '^(libc|libm|libgcc_s|ld-linux-x86-64|libpthread|libdl)\.so' <<<"$needed" || true) ]] || { echo "the library needs $needed"; exit 1; }

interpreters=()
while read -r python; do [[ ! -x $python ]] || interpreters+=("$python"); done < <(ls -d "$HOME"/.pyenv/versions/3.*/bin/python 2>/dev/null | sort -V)
((${#interpreters[@]})) || interpreters=("$(command -v python3)")
for python in "${interpreters[@]}"; do
  PYTHONPATH=$work/package "$python" "$folder/behaviour.py" 2>&1 | tail -n 4 | grep -E '^(OK|Ran)' | paste -sd ' '
  # Those between the oldest and the newest draw fewer.
  sets=40
  if [[ $python == "${interpreters[0]}" ]]; then sets=200; fi
  PYTHONPATH=$work/package "$python" "$folder/agreement.py" "$errctl" "$sets"
  PYTHONPATH=$work/package "$python" "$folder/faults.py" "$errctl" 2>&1 | tail -n 4 | grep -E '^(OK|FAILED|Ran|[0-9])' | paste -sd ' '
done

# The oldest with a pip that knows the wheel's tag, and this one, install it from the file alone.
for python in "${interpreters[0]}" "$(command -v python3)"; do
  venv=$work/venv-$RANDOM
  "$python" -m venv "$venv"
  "$venv/bin/pip" install -q --upgrade pip >&2 || { echo "PyPI cannot be reached"; exit 77; }
  "$venv/bin/pip" install -q --no-index "$wheel" >&2
  "$venv/bin/python" "$folder/readme.py" Python/README.md docs/reference/python.md
  [[ $("$venv/bin/errctl" --version) == $("$errctl" --version) ]]
  [[ $("$venv/bin/python" -c 'import errctl; print(errctl.__version__)') == $("$errctl" --version) ]]
  "$venv/bin/errctl" replay no-such-file 2>/dev/null </dev/null && exit 1 || [[ $? == 2 ]]
done

venv=.build-authoring/python
if ! cmp -s "$folder/requirements.txt" "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$folder/requirements.txt" >&2 || { echo "$(<"$folder/requirements.txt") cannot be installed"; exit 77; }
  cp "$folder/requirements.txt" "$venv/installed.txt"
fi
PYTHONPATH=$work/package "$venv/bin/python" "$folder/readme.py" docs/reference/python.md
for file in adapters.py frames.py protocols.py; do PYTHONPATH=$work/package "$venv/bin/python" "$folder/$file" 2>&1 | tail -n 30; done
"$venv/bin/mypy" --no-error-summary --python-version 3.10 --config-file Python/pyproject.toml Python/errctl
ERRCTL_PACKAGE=$work/package Tests/EndToEnd/Airflow/check.sh "$errctl" rules_policy.py

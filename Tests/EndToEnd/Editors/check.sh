#!/usr/bin/env bash
# Editors as people use them: Debian's Neovim and Emacs with the set-ups of docs/reference/editors.md: check.sh ERRCTL
set -euo pipefail
folder=$(dirname "$0")
for program in nvim tmux; do
  command -v "$program" >/dev/null || { echo "$program is not installed"; exit 77; }
done
python3 "$folder/neovim.py" "$1"
if emacs --batch -f package-initialize --eval "(progn (require 'eglot) (require 'yaml-mode))" 2>/dev/null; then
  python3 "$folder/emacs.py" "$1"
else
  echo "not run: emacs.py, because Emacs with eglot and yaml-mode is not installed (emacs-nox, elpa-eglot, elpa-yaml-mode)"
fi

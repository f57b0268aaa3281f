# Puts errctl, its man pages and its shell completions in place. Sourced by ./dev and by Tests/EndToEnd/Manual/check.sh.

install_files() { # errctl, prefix
  local errctl=$1 prefix=$2 page
  install -d "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
    "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
  install "$errctl" "$prefix/bin/errctl"
  echo "installed $prefix/bin/errctl"
  for page in docs/man/*.1; do
    install -m 644 "$page" "$prefix/share/man/man1/"
    echo "installed $prefix/share/man/man1/$(basename "$page")"
  done
  install_completion "$prefix" bash bash-completion/completions/errctl
  install_completion "$prefix" zsh zsh/site-functions/_errctl
  install_completion "$prefix" fish fish/vendor_completions.d/errctl.fish
}

install_completion() { # prefix, shell, file
  "$1/bin/errctl" --generate-completion-script "$2" >"$1/share/$3"
  chmod 644 "$1/share/$3"
  echo "installed $1/share/$3"
}

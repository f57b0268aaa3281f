# Packs what is released. Sourced by ./dev and by Tests/EndToEnd/Release/check.sh.

source scripts/install.sh

# A folder's archive and its checksum. What is packed is the same bytes for the same files: names in order, no owner, and
# the time of the commit.
pack_release() { # errctl, folder
  local errctl=$1 folder=$2 name stage
  name=errctl-$("$errctl" --version)-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
  stage=$(mktemp -d)
  install_files "$errctl" "$stage/$name" >/dev/null
  install -d "$stage/$name/share/errctl/schemas" "$stage/$name/share/errctl/rules"
  install -m 644 schemas/*.json "$stage/$name/share/errctl/schemas/"
  install -m 644 rules/shop/rules.yaml rules/shop/stream.ndjson "$stage/$name/share/errctl/rules/"
  install -m 644 README.md CHANGELOG.md "$stage/$name/"
  python3 scripts/notice.py .build-static >"$stage/$name/NOTICE" || return
  mkdir -p "$folder"
  archive_folder "$stage" "$name" | gzip -n -9 >"$folder/$name.tar.gz"
  (cd "$folder" && checksum "$name.tar.gz" >"$name.tar.gz.sha256")
  rm -rf "$stage"
  echo "packed $folder/$name.tar.gz ($(wc -c <"$folder/$name.tar.gz" | tr -d ' ') bytes)"
}

archive_folder() { # where, name
  local time; time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
  if tar --version 2>/dev/null | grep -q GNU; then
    tar -C "$1" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -cf - "$2"
  else
    tar -C "$1" --uid 0 --gid 0 -cf - "$2"
  fi
}

checksum() { # file; as `sha256sum --check` reads it
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

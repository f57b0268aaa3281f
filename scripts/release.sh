# Packs what is released. Sourced by ./dev and by the suites that install it.
#
# The same files and the same commit give the same bytes: names in order, no owner, and the time of the commit.

source scripts/install.sh
source scripts/wheel.sh

platform=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
release_time() { git log -1 --format=%ct 2>/dev/null || echo 315532800; }

# Everything, into a folder: for users of pip, apt, containers, VS Code, npm and Homebrew, and an archive for all others.
pack_release() { # errctl, liberrctl.so, engine.wasm, folder, URL of the folder where it will be, or empty
  local version; version=$("$1" --version)
  mkdir -p "$4"
  pack_archive "$1" "$4" || return
  pack_wheel "$1" "$2" "$4" || return
  pack_debian "$1" "$4" || return
  pack_image "$1" "$4" || return
  python3 scripts/vsix.py "$4/errctl-$version.vsix" >/dev/null || return
  pack_npm "$3" "$version" "$4" || return
  if [[ -n $5 ]]; then write_formula "$version" "$4" "$5"; else echo "no formula: --url names where the archive will be"; fi
  list_parts "$version" "$4" || return
  (cd "$4" && for file in *; do [[ $file == SHA256SUMS || $file == *.sha256 ]] || checksum "$file"; done >SHA256SUMS)
  (cd "$4" && wc -c -- * | head -n -1)
}

# An archive and its checksum.
pack_archive() { # errctl, folder
  local errctl=$1 folder=$2 name stage
  name=errctl-$("$errctl" --version)-$platform
  stage=$(mktemp -d)
  install_files "$errctl" "$stage/$name" >/dev/null
  install_shared "$stage/$name/share/errctl"
  install -m 644 README.md CHANGELOG.md "$stage/$name/"
  python3 scripts/notice.py .build-static >"$stage/$name/NOTICE" || return
  mkdir -p "$folder"
  archive_folder "$stage" "$name" | gzip -n -9 >"$folder/$name.tar.gz"
  (cd "$folder" && checksum "$name.tar.gz" >"$name.tar.gz.sha256")
  rm -rf "$stage"
}

install_shared() { # share/errctl of a prefix
  install -d "$1/schemas" "$1/rules"
  install -m 644 schemas/*.json "$1/schemas/"
  install -m 644 rules/shop/rules.yaml rules/shop/stream.ndjson "$1/rules/"
}

archive_folder() { # where, name
  if tar --version 2>/dev/null | grep -q GNU; then
    tar -C "$1" --sort=name --mtime="@$(release_time)" --owner=0 --group=0 --numeric-owner -cf - "$2"
  else
    tar -C "$1" --uid 0 --gid 0 -cf - "$2"
  fi
}

checksum() { # file; as `sha256sum --check` reads it
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

# A package for Debian and its derivatives.
pack_debian() { # errctl, folder
  local version stage doc maintainer time; version=$("$1" --version) time=$(release_time)
  command -v dpkg-deb >/dev/null || { echo "no Debian package: there is no dpkg-deb here"; return 0; }
  maintainer=$(git log -1 --format='%an <%ae>')
  stage=$(mktemp -d) doc=$stage/usr/share/doc/errctl
  install_files "$1" "$stage/usr" >/dev/null
  install_shared "$stage/usr/share/errctl"
  gzip -n -9 "$stage"/usr/share/man/man1/*.1
  sed -i '1{/^#!/d}' "$stage/usr/share/bash-completion/completions/errctl"
  mv "$stage/usr/share/zsh/site-functions" "$stage/usr/share/zsh/vendor-completions"
  install -d "$doc" "$stage/DEBIAN" "$stage/usr/share/lintian/overrides"
  python3 scripts/notice.py --debian .build-static >"$doc/copyright" || return
  gzip -n -9 <CHANGELOG.md >"$doc/changelog.gz"
  printf 'errctl (%s-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -u -R -d "@$time")" | gzip -n -9 >"$doc/changelog.Debian.gz"
  cat >"$stage/usr/share/lintian/overrides/errctl" <<'OVERRIDES'
# One program for every release of Debian: it needs no library of the system.
errctl: statically-linked-binary
errctl: embedded-library
# The first one is published outside of Debian.
errctl: initial-upload-closes-no-bugs
OVERRIDES
  chmod 644 "$stage/usr/share/lintian/overrides/errctl"
  cat >"$stage/DEBIAN/control" <<CONTROL
Package: errctl
Version: $version-1
Section: utils
Priority: optional
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk "$stage/usr" | cut -f 1)
Description: Lint and preview of error-handling rules
 Error-handling rules are data in YAML or JSON: which errors are alike, who
 handles them, when to retry, when to give up. errctl checks rule files and
 the retry policies of other systems, tests them, and replays recorded errors
 and logs through them, so that everybody sees what would happen.
CONTROL
  (cd "$stage" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  chmod -R u+rwX,go+rX,go-w "$stage"
  find "$stage" -exec touch -h -d "@$time" {} +
  SOURCE_DATE_EPOCH=$time dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$stage" \
    "$2/errctl_$version-1_$(dpkg --print-architecture).deb" >/dev/null || return
  rm -rf "$stage"
}

# An image with the program alone, for a user without rights.
pack_image() { # errctl, folder
  local name stage container tools
  command -v buildah >/dev/null || { echo "no container image: there is no buildah here"; return 0; }
  name=errctl-$("$1" --version)-$platform-oci
  stage=$(mktemp -d)
  tools=(buildah --root "$stage/storage" --runroot "$stage/run" --storage-driver vfs)
  container=$("${tools[@]}" from scratch) || return
  install -D -m 755 "$1" "$stage/root/bin/errctl"
  install -d -m 755 "$stage/root/work"
  find "$stage/root" -exec touch -d "@$(release_time)" {} +
  "${tools[@]}" copy -q "$container" "$stage/root" / >/dev/null
  "${tools[@]}" config --user 65534:65534 --workingdir /work --entrypoint '["/bin/errctl"]' --cmd '' \
    --label org.opencontainers.image.title=errctl --label "org.opencontainers.image.version=$("$1" --version)" "$container"
  "${tools[@]}" commit -q --omit-timestamp "$container" errctl >/dev/null || return
  "${tools[@]}" push -q --compression-format zstd --compression-level 19 errctl "oci:$stage/$name:errctl" >/dev/null || return
  archive_folder "$stage/$name" . >"$2/$name.tar"
  rm -rf "$stage"
}

# The engine for Node, browsers and bundlers.
pack_npm() { # engine.wasm, version, folder
  local stage; stage=$(mktemp -d)
  command -v npm >/dev/null || { echo "no npm package: there is no npm here"; return 0; }
  cp editors/npm/* "$stage/"
  install -m 644 "$1" "$stage/engine.wasm"
  { cat Sources/faces/CWorkbench/Assets/playground/engine.js editors/npm/index.js; } >"$stage/index.js"
  python3 scripts/notice.py --engine >"$stage/NOTICE" || return
  sed "s/\"version\": \".*\"/\"version\": \"$2\"/" editors/npm/package.json >"$stage/package.json"
  chmod 644 "$stage"/*
  (cd "$stage" && npm pack --offline --silent >/dev/null) && mv "$stage"/*.tgz "$3/" || return
  rm -rf "$stage"
}

write_formula() { # version, folder, URL
  local name=errctl-$1-$platform.tar.gz
  cat >"$2/errctl.rb" <<FORMULA
class Errctl < Formula
  desc "Lint and preview of error-handling rules"
  homepage "$3"
  url "$3/$name"
  sha256 "$(cut -d ' ' -f 1 "$2/$name.sha256")"

  depends_on :linux
  depends_on arch: :${platform##*-}

  def install
    prefix.install Dir["*"]
  end

  test do
    system bin/"errctl", "validate", share/"errctl/rules/rules.yaml"
  end
end
FORMULA
}

# The bill of materials, in CycloneDX.
list_parts() { # version, folder
  local venv=.build-wheel/venv
  SOURCE_DATE_EPOCH=$(release_time) "$venv/bin/python" scripts/parts.py "$1" "$2" >"$2/errctl-$1.cdx.json"
}

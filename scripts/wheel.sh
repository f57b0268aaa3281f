# Packs the Python package. Sourced by ./dev and by Tests/EndToEnd/Python/check.sh.

# A wheel that carries a program and a library, with the platform's tag that they need: auditwheel reads it from them.
pack_wheel() { # errctl, liberrctl.so, folder
  local stage=.build-wheel/stage venv=.build-wheel/venv version
  version=$("$1" --version)
  if ! cmp -s scripts/wheel-requirements.txt "$venv/installed.txt"; then
    python3 -m venv "$venv" && "$venv/bin/pip" install -q -r scripts/wheel-requirements.txt >&2 || return
    cp scripts/wheel-requirements.txt "$venv/installed.txt"
  fi
  rm -rf "$stage" .build-wheel/made .build-wheel/tagged
  mkdir -p "$stage/errctl/bin" "$stage/errctl/lib" "$3"
  cp Python/pyproject.toml Python/setup.py Python/README.md "$stage/"
  cp Python/errctl/*.py Python/errctl/py.typed "$stage/errctl/"
  python3 scripts/notice.py .build-static >"$stage/NOTICE" || return
  install -m 755 "$1" "$stage/errctl/bin/errctl"
  install -m 755 "$2" "$stage/errctl/lib/liberrctl.so"
  # The same bytes for the same files.
  local -x SOURCE_DATE_EPOCH; SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 315532800)
  ERRCTL_WHEEL_VERSION=$version "$venv/bin/pip" wheel -q --no-deps --no-build-isolation -w .build-wheel/made "$stage" || return
  PATH=$PWD/$venv/bin:$PATH auditwheel repair -w .build-wheel/tagged .build-wheel/made/*.whl >.build-wheel/auditwheel.log 2>&1 \
    || { cat .build-wheel/auditwheel.log >&2; return 1; }
  rm -f "$3"/errctl-*.whl
  mv .build-wheel/tagged/*.whl "$3/"
  ls "$3"/errctl-*.whl | while read -r wheel; do echo "$wheel: $(wc -c <"$wheel" | tr -d ' ') bytes"; done
}

# The suites that `./dev test` runs, in order, and what it says at the end. Sourced by ./dev.

passed=0
failed=0
failures=()

# Runs one suite; its output is shown, its result counted.
suite() { # name, command...
  local name=$1
  shift
  say "$name"
  local start=$SECONDS
  if "$@"; then
    passed=$((passed + 1))
    echo "ok: $name ($((SECONDS - start)) s)"
  else
    failed=$((failed + 1))
    failures+=("$name")
    echo "FAILED: $name ($((SECONDS - start)) s)"
  fi
}

conclude() {
  say "result"
  if [[ ! -d ../shared/data ]]; then
    echo "not run: the public suites (402 YAML cases, 318 JSON cases, 1,203 pattern cases): ../shared/data is not here"
  fi
  for name in ${failures[@]+"${failures[@]}"}; do echo "failed suite: $name"; done
  echo "$passed passed, $failed failed"
  ((failed == 0))
}

swift_tests() { swift test --parallel "$@" 2>&1 | grep -vE '^(◇|↳|✔|\[[0-9]+/[0-9]+\])|passed after .* seconds|^􀟈|^􁁛' ; return "${PIPESTATUS[0]}"; }

without_yaml() { swift build --product errctl --disable-default-traits --scratch-path .build-json; }

rule_sets() {
  local errctl=$PWD/.build/debug/errctl
  "$errctl" validate rules && ERRCTL=$errctl rules/check.sh
}

sanitized() { # the parsers and the engine under the address sanitizer
  ERRCTL_TEST_SCALE=quick swift_tests --sanitize=address --scratch-path .build-asan --filter 'RuleEngineTests|ReplayTests|ErrorStreamsTests'
}

threads() { # the replayer's workers under the thread sanitizer
  ERRCTL_TEST_SCALE=quick swift_tests --sanitize=thread --scratch-path .build-tsan --filter 'ReplayTests'
}

released() { swift build -c release --product errctl; }

allocations() { Tests/Allocations/check.sh .build/release/errctl; }

run_quick() {
  export ERRCTL_TEST_SCALE=quick
  suite "formatter" verb_lint
  suite "build" swift build --build-tests
  suite "tests, quick" swift_tests
  suite "rule sets" rule_sets
  conclude
}

run_all() {
  setup_python
  suite "formatter" verb_lint
  suite "build" swift build --build-tests
  suite "tests" swift_tests
  suite "rule sets" rule_sets
  suite "without libyaml" without_yaml
  suite "the recording program" Examples/RecordedShop/check.sh
  suite "release build" released
  suite "no allocation per record" allocations
  suite "address sanitizer" sanitized
  suite "thread sanitizer" threads
  conclude
}

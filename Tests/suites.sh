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

# Runs Swift's tests and shows what counts: the suites' own counts, what failed, and the closing line.
swift_tests() {
  local log status=0
  log=$(mktemp)
  swift test "$@" >"$log" 2>&1 || status=$?
  grep -aE '^([A-Za-z][A-Za-z0-9 .-]{2,}(, [a-z]+)?: [0-9]|not run|✘|error:|.*: error: |[✔✘] Test run )' "$log" | cut -c1-400 || true
  if ((status != 0)); then tail -n 40 "$log" | cut -c1-400; fi
  rm -f "$log"
  return $status
}

tests_quick() { ERRCTL_TEST_SCALE=quick swift_tests; }

without_yaml() { swift build -q --product errctl --disable-default-traits --scratch-path .build-json; }

rule_sets() {
  local errctl=$PWD/.build/debug/errctl
  "$errctl" validate rules && ERRCTL=$errctl rules/check.sh
}

seed_systems() { Tests/SeedSystems/check.sh; }

sanitized() { # the parsers and the engine under the address sanitizer; XCTest's and Process's own leaks are not ours
  ASAN_OPTIONS=detect_leaks=0 ERRCTL_TEST_SCALE=quick ERRCTL_TEST_TARGETS=RuleEngineTests,ReplayTests,PatternsTests \
    swift_tests --sanitize=address --scratch-path .build-asan
}

threads() { # the replayer's workers and the running chain under the thread sanitizer
  ERRCTL_TEST_SCALE=quick ERRCTL_TEST_TARGETS=ReplayTests,ErrorHandlingTests \
    swift_tests --sanitize=thread --scratch-path .build-tsan
}

# The engine's and the reasoning's tests again as users run them, with all the numbers that are promised. Its own folder:
# what is built for tests is not what users get.
tests_in_full() {
  ERRCTL_TEST_TARGETS=PatternsTests,RuleEngineTests,ReplayTests,ReasoningTests,decisions \
    swift_tests -c release --scratch-path .build-tests
}

decisions() { # what an error costs in a running program; built with the tests in full
  command -v valgrind >/dev/null || install_package valgrind
  Tests/Decisions/check.sh "$PWD/.build-tests/release/decisions"
}

adapters() { Tests/adapters.sh; }

pages() { Tests/docs.sh "$PWD/.build/debug/errctl"; }

schemas() { Tests/Schema/check.sh "$PWD/.build/debug/errctl"; }

editor() {
  command -v node >/dev/null || install_package nodejs node
  Tests/Schema/editor.sh "$PWD/.build/debug/errctl"
}

reports() { Tests/Reports/check.sh "$PWD/.build/debug/errctl"; }

conversions() { Tests/Converting/check.sh "$PWD/.build/debug/errctl"; }

formats() { Tests/Formats/check.sh "$PWD/.build/debug/errctl"; }

manual() { Tests/Manual/check.sh "$PWD/.build/debug/errctl"; }

benchmarks() { # built, so that they stay buildable; `./dev bench` runs them
  [[ -e /usr/include/re2/re2.h ]] || install_package libre2-dev re2
  touch Benchmarks/Package.swift # SwiftPM does not see new files of a package it depends on by path
  swift build -c release --package-path Benchmarks --product patterns-bench -q
}

# A release build keeps one core busy: it begins while other tests run, and is waited for in its turn.
begin_release() {
  release_log=$(mktemp)
  ./dev build --release >"$release_log" 2>&1 &
  release_build=$!
}

released() {
  local status=0
  wait "$release_build" || status=$?
  tail -n 12 "$release_log"
  rm -f "$release_log"
  return $status
}

allocations() { Tests/Allocations/check.sh .build-static/errctl; }

instructions() { # a record's, within 5 % of Tests/Instructions/thresholds.json, of the build that users get
  Tests/Instructions/check.py "$PWD/.build-static/errctl"
}

run_quick() {
  suite "formatter" verb_lint
  suite "build" swift build --build-tests -q
  suite "tests" tests_quick
  suite "rule sets" rule_sets
  suite "seed systems" seed_systems
  suite "pages" pages
  conclude
}

run_all() {
  setup_python
  suite "formatter" verb_lint
  suite "build" swift build --build-tests -q
  suite "tests" tests_quick
  suite "rule sets" rule_sets
  suite "seed systems" seed_systems
  suite "pages" pages
  suite "adapters" adapters
  suite "schemas" schemas
  suite "editor" editor
  suite "reports" reports
  suite "conversions" conversions
  suite "formats" formats
  suite "manual" manual
  begin_release
  suite "without libyaml" without_yaml
  suite "the recording program" Examples/RecordedShop/check.sh
  suite "tests in full, released" tests_in_full
  suite "what a decision costs" decisions
  suite "the build that users get" released
  suite "no allocation per record" allocations
  suite "instructions per record" instructions
  suite "benchmarks build" benchmarks
  suite "address sanitizer" sanitized
  suite "thread sanitizer" threads
  suite "fuzzing patterns" verb_fuzz "${ERRCTL_FUZZ_SECONDS:-30}"
  conclude
}

# The suites that `./dev test` runs, in order, and what it says at the end. Sourced by ./dev.

passed=0
failed=0
failures=()
failed_tests=$(mktemp)

# Runs one suite; its output is shown, its result counted, with the time it took and how much of a processor's.
suite() { # name, command...
  local name=$1 start=$SECONDS used result=ok
  shift
  say "$name"
  processor_seconds
  used=$processor_seconds
  if "$@"; then
    passed=$((passed + 1))
  else
    result=FAILED
    failed=$((failed + 1))
    failures+=("$name")
  fi
  processor_seconds
  echo "$result: $name ($((SECONDS - start)) s, $((processor_seconds - used)) of a processor)"
}

# Notes what this shell's children, and theirs, have used of a processor so far. (In a shell of its own they were none.)
processor_seconds() {
  local file; file=$(mktemp)
  times >"$file"
  processor_seconds=$(tail -n 1 "$file" | awk '{ for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } printf "%d", sum }')
  rm -f "$file"
}

conclude() {
  say "result"
  if [[ ! -d ../shared/data ]]; then
    echo "not run: the public suites (402 YAML cases, 318 JSON cases, 1,203 pattern cases): ../shared/data is not here"
  fi
  cat "$failed_tests"
  rm -f "$failed_tests"
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
  if ((status != 0)); then
    # What a sanitizer found stands anywhere in it, with where it was found.
    grep -aE -m 3 -A 12 '^(WARNING: ThreadSanitizer|==[0-9]+==ERROR: AddressSanitizer)' "$log" | cut -c1-200 || true
    tail -n 40 "$log" | cut -c1-400
    # Said again at the end, where it is looked for.
    grep -aE '^✘|: error: ' "$log" | cut -c1-400 | head -n 20 >>"$failed_tests" || true
  fi
  rm -f "$log"
  return $status
}

build_tests() { quietly swift build --build-tests "${for_itself[@]}"; }

tests_quick() { ERRCTL_TEST_SCALE=quick swift_tests "${for_itself[@]}"; }

# In a run of everything these are run under sanitizers, and released: not a third time.
under_address=PatternsTests,RuleEngineTests,ReplayTests
under_thread=ReplayTests,ErrorHandlingTests

build_others() { ERRCTL_OTHER_TEST_TARGETS=$under_address,$under_thread build_tests; }

tests_others() {
  ERRCTL_OTHER_TEST_TARGETS=$under_address,$under_thread ERRCTL_UNDER_TEST=$errctl tests_quick
}

without_yaml() { # what builds without the trait: no module but Source asks for libyaml
  local upcoming=() feature
  for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do upcoming+=(-enable-upcoming-feature "$feature"); done
  find Sources/Source -name '*.swift' -print0 \
    | xargs -0 swiftc -typecheck -whole-module-optimization -warnings-as-errors -swift-version 6 "${upcoming[@]}" \
      -package-name errctl -module-name Source -I "$built/Modules" -Xcc -fmodule-map-file=Sources/CScan/include/module.modulemap
}

rule_sets() {
  "$errctl" validate rules && ERRCTL=$errctl rules/check.sh
}

seed_systems() { ERRCTL=$errctl Tests/EndToEnd/SeedSystems/check.sh; }

# Lines are all that a sanitizer's report needs of debug information.
sanitizable=("${modules[@]}" -Xswiftc -gline-tables-only)

sanitized() { # the parsers and the engine under the address sanitizer; XCTest's and Process's own leaks are not ours
  # What is skipped draws rule sets at random as the others do, or looks at schemas, which touch no memory of their own.
  ASAN_OPTIONS=detect_leaks=0 ERRCTL_TEST_SCALE=sanitized ERRCTL_TEST_TARGETS=$under_address \
    swift_tests --sanitize=address --scratch-path .build-asan "${sanitizable[@]}" \
    --skip 'SchemaTests|ReferenceTests|OracleTests|ExplanationAgreementTests|LearningTests|ProfileTests' \
    --skip 'ReplacementGrowthTests|HeirAgreementTests|ConversionTests|EnumerationTests|LanguageTests'
}

threads() { # the replayer's workers and the running chain under the thread sanitizer; ADR 9 says why its locks are what they are
  # What is skipped has one thread, or does no more with several than the rest.
  ERRCTL_TEST_SCALE=sanitized ERRCTL_TEST_TARGETS=$under_thread \
    swift_tests --sanitize=thread --scratch-path .build-tsan "${sanitizable[@]}" \
    --skip 'LearningTests|ConversionTests|BuiltInFormatTests|TextStreamTests|StreamExplainerTests|RuleAccountTests' \
    --skip 'LoggerTests|TextLayoutTests|StackTraceTests|InnerTextTests|DocumentShapeTests|WrappedStreamTests|ProducedStreamTests'
}

# The engine's and the reasoning's tests again as users run them, with all the numbers that are promised. Its own folder:
# what is built for tests is not what users get.
tests_in_full() {
  ERRCTL_TEST_TARGETS=PatternsTests,RuleEngineTests,ReplayTests,ReasoningTests,EditsTests,ErrorHandlingTests,decisions \
    swift_tests -c release --scratch-path .build-tests -debug-info-format none
}

decisions() { # what an error costs in a running program, and what chains leave behind; built with the tests in full
  Tests/EndToEnd/Decisions/check.sh "$PWD/.build-tests/release/decisions"
}

examples() { Tests/EndToEnd/Examples/check.sh "$built"; }

server() { # over HTTP, its recording replayed, the steps of its tutorial; most of its time builds what it depends on
  wait_for_release
  Examples/Server/check.sh "$PWD/.build-static/errctl" "${whole[@]}"
}

adapters() { Tests/EndToEnd/adapters.sh; }

documentation() { Tests/EndToEnd/Documentation/check.sh "$built/Modules"; }

pages() { Tests/EndToEnd/docs.sh "$errctl"; }

schemas() { Tests/EndToEnd/Schema/check.sh "$errctl"; }

editor() { Tests/EndToEnd/Schema/editor.sh "$errctl"; }

reports() { Tests/EndToEnd/Reports/check.sh "$errctl"; }

conversions() { Tests/EndToEnd/Converting/check.sh "$errctl"; }

formats() { Tests/EndToEnd/Formats/check.sh "$errctl"; }

web_pages() { # in a real browser; where none can be installed it says so and is no failure
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || (install_package chromium chromium) || true
  command -v dot >/dev/null || (install_package graphviz) || true
  Tests/EndToEnd/Pages/check.sh "$errctl"
}

manual() { Tests/EndToEnd/Manual/check.sh "$errctl"; }

benchmarks() { # built, so that they stay buildable; `./dev bench` runs them
  touch Benchmarks/Package.swift # SwiftPM does not see new files of a package it depends on by path
  swift build --package-path Benchmarks --product patterns-bench -q -debug-info-format none
}

# What suites need beside Swift, before any of them runs: two installations at a time would be in each other's way.
setup_all() {
  setup_python
  command -v node >/dev/null || install_package nodejs node
  [[ -e /usr/include/re2/re2.h || -e /opt/homebrew/include/re2/re2.h ]] || install_package libre2-dev re2
  if [[ $(uname -s) == Linux ]] && ! command -v valgrind >/dev/null; then install_package valgrind; fi
}

# Suites beside the others: builds keep one core busy for minutes. Their output is shown, and counted, when they are joined.
begin_beside() { # function that runs suites
  beside_log=$(mktemp)
  (
    passed=0 failed=0 failures=()
    "$1"
    printf '%s\n' "$passed" "$failed" ${failures[@]+"${failures[@]}"} >"$beside_log.result"
  ) >"$beside_log" 2>&1 &
  beside=$!
  trap 'pkill -P "$beside" 2>/dev/null; kill "$beside" 2>/dev/null; exit 130' INT TERM
}

join_beside() {
  local results=()
  wait "$beside" || true
  cat "$beside_log"
  if [[ -e $beside_log.result ]]; then
    while IFS= read -r line; do results+=("$line"); done <"$beside_log.result"
    passed=$((passed + results[0]))
    failed=$((failed + results[1]))
    failures+=("${results[@]:2}")
  else
    failed=$((failed + 1))
    failures+=("the suites beside the others ended early")
  fi
  rm -rf "$beside_log" "$beside_log".*
}

released() { ./dev build --release 2>&1 | tail -n 12; }

mutants() { # no change of a rule goes unnoticed that nobody explains where it stands
  .build-static/errctl mutate --no-cache rules/*/rules.yaml | grep -v ': explained: '
}

many_cases() { Tests/EndToEnd/ManyCases/check.sh .build-static/errctl; }

archive() { Tests/EndToEnd/Release/check.sh .build-static/errctl; }

checks_of_many_rules() { Tests/EndToEnd/Checking/check.py "$PWD/.build-static/errctl"; }

allocations() { Tests/EndToEnd/Allocations/check.sh .build-static/errctl; }

instructions() { # a record's, within 5 % of Tests/EndToEnd/Instructions/thresholds.json, of the build that users get
  Tests/EndToEnd/Instructions/check.py "$PWD/.build-static/errctl"
}

# The suites ask the program that the build made, or the one that users get, which is many times as fast.
errctl=$built/errctl

run_quick() {
  suite "formatter" verb_lint
  suite "build" build_tests
  suite "tests" tests_quick
  suite "rule sets" rule_sets
  suite "seed systems" seed_systems
  suite "pages" pages
  conclude
}

run_all() {
  setup_all
  begin_beside run_released
  errctl=$PWD/.build-static/errctl
  suite "formatter" verb_lint
  suite "build" build_others
  suite "adapters" adapters
  suite "documentation" documentation
  suite "without libyaml" without_yaml
  suite "examples" examples
  run_by_either
  wait_for_release
  suite "tests" tests_others
  suite "rule sets" rule_sets
  suite "seed systems" seed_systems
  suite "pages" pages
  suite "schemas" schemas
  suite "editor" editor
  suite "reports" reports
  suite "conversions" conversions
  suite "formats" formats
  suite "web pages" web_pages
  suite "manual" manual
  join_beside
  conclude
}

run_released() {
  suite "the build that users get" released
  touch "$beside_log.built"
  suite "the archive that is released" archive
  suite "changes of the rules that no test notices" mutants
  suite "checks of many rules" checks_of_many_rules
  suite "ten thousand cases" many_cases
  suite "no allocation per record" allocations
  suite "instructions per record" instructions
  suite "tests in full, released" tests_in_full
  suite "what a decision costs" decisions
  run_by_either
}

# What has a build of its own, and is for whoever has nothing else to do first.
run_by_either() {
  either "address sanitizer" sanitized
  either "thread sanitizer" threads
  either "server" server
  either "fuzzing patterns" verb_fuzz "${ERRCTL_FUZZ_SECONDS:-30}"
  either "benchmarks build" benchmarks
}

either() { # name, command...: a suite that is run once, by these or by those beside them
  if mkdir "$beside_log.${1// /-}" 2>/dev/null; then suite "$@"; fi
}

wait_for_release() { # what users get is built by the suites beside these
  while [[ ! -e $beside_log.built ]] && kill -0 "$beside" 2>/dev/null; do sleep 1; done
}

# The suites of `./dev test`, in order, and what it says at the end. Sourced by ./dev.
#
# `suite_NAME` is run by `./dev test NAME` too; the comment behind it is what a wrong name gets to see. A suite that cannot
# run here ends with 77, its last line saying why, and counts as skipped.

passed=0
failed=0
skipped=0
notes=() # what failed and what was skipped, said again at the end

# Runs one suite; its output is shown, its result counted, with the time it took and how much of a processor's.
run() { # name
  local name=$1 start=$SECONDS used result status=0 log
  log=$(mktemp)
  say "${name//-/ }"
  processor_seconds
  used=$processor_seconds
  { "suite_${name//-/_}" 2>&1 || echo $? >"$log.status"; } | tee "$log"
  [[ ! -e $log.status ]] || status=$(<"$log.status")
  case $status in
    0) result=passed passed=$((passed + 1)) ;;
    77) result=skipped skipped=$((skipped + 1)) notes+=("skipped: ${name//-/ }: $(tail -n 1 "$log")") ;;
    *) result=FAILED failed=$((failed + 1)) notes+=("failed: ${name//-/ }") ;;
  esac
  # What failed and what was skipped inside it is said again at the end, where it is looked for.
  while IFS= read -r line; do
    notes+=("  ${line:0:300}")
    [[ $line == ✘* || $line == *': error: '* ]] || skipped=$((skipped + 1))
  done < <(grep -aE '^(✘ Test|➜|not run:)|: error: ' "$log" | head -n 30)
  rm -f "$log" "$log.status"
  processor_seconds
  echo "$result: ${name//-/ } ($((SECONDS - start)) s, $((processor_seconds - used)) of a processor)"
}

# Notes what this shell's children, and theirs, have used of a processor so far. (In a shell of its own they were none.)
processor_seconds() {
  local file; file=$(mktemp)
  times >"$file"
  processor_seconds=$(tail -n 1 "$file" | awk '{ for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } printf "%d", sum }')
  rm -f "$file"
}

tell_results() { # for whoever runs several: the counts, then what is said at the end
  echo "$passed $failed $skipped"
  for note in ${notes[@]+"${notes[@]}"}; do echo "$note"; done
}

conclude() {
  say "result"
  for note in ${notes[@]+"${notes[@]}"}; do echo "$note"; done
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
}

# Runs Swift's tests and shows what counts: the suites' own counts, what failed or was skipped, and the closing line.
swift_tests() {
  local log status=0
  log=$(mktemp)
  swift test "$@" >"$log" 2>&1 || status=$?
  grep -aE '^([A-Za-z][A-Za-z0-9 .-]{2,}(, [a-z]+)?: [0-9]|✘|➜|error:|.*: error: |[✔✘] Test run )' "$log" | cut -c1-400 || true
  if ((status != 0)); then
    # What a sanitizer found stands anywhere in it, with where it was found.
    grep -aE -m 3 -A 12 '^(WARNING: ThreadSanitizer|==[0-9]+==ERROR: AddressSanitizer)' "$log" | cut -c1-200 || true
    tail -n 40 "$log" | cut -c1-400
  fi
  rm -f "$log"
  return $status
}

# --- ./dev test -------------------------------------------------------------------------------------------

first=(tests seed-systems rule-sets pages manual) # behind the formatter and the build

suite_formatter() { verb_lint; } # what the formatter finds

suite_build() { quietly swift build --build-tests "${for_itself[@]}"; } # errctl and all tests, not optimized

suite_tests() { ERRCTL_TEST_SCALE=quick swift_tests "${for_itself[@]}"; } # Swift's tests, the command line's cases among them

suite_rule_sets() { # rules/: they are without findings, and do with their streams what they are to do
  need_errctl || return
  "$errctl" validate rules && "$errctl" fmt --check rules Examples && ERRCTL=$errctl rules/check.sh
}

suite_seed_systems() { # 164 conformance cases of nine error-handling systems
  need_errctl || return
  ERRCTL=$errctl Tests/EndToEnd/SeedSystems/check.sh
}

suite_pages() { # what the documentation shows, run; and its links
  need_errctl || return
  command -v python3 >/dev/null || install_package python3 python3
  Tests/EndToEnd/docs.sh "$errctl"
}

# --- ./dev test deep --------------------------------------------------------------------------------------

# Two at a time: what builds longest comes first, and what runs the build that users get behind what needs another.
deep=(
  released tests-in-full address-sanitizer thread-sanitizer server fuzzing benchmarks adapters documentation without-libyaml web-assembly examples
  faults kills archive mutants checks-of-many-rules many-cases shards allocations instructions decisions
  schemas editor language-server agents workbench vscode editors reports conversions grpc states-language botocore clients services proxies sentry telemetry airflow litellm python spark formats producers drivers llm web-pages secrets site
)

suite_released() { ./dev build --release 2>&1 | tail -n 12; } # errctl as users get it

# Lines are all that a sanitizer's report needs of debug information.
sanitizable=("${modules[@]}" -Xswiftc -gline-tables-only)

suite_address_sanitizer() { # what parses and answers, under the address sanitizer
  # XCTest's and Process's own leaks are not ours. What is skipped draws rule sets at random as the others do, or looks at
  # schemas, which touch no memory of their own.
  ASAN_OPTIONS=detect_leaks=0 ERRCTL_TEST_SCALE=sanitized \
    ERRCTL_TEST_TARGETS=PatternsTests,RuleEngineTests,ErrorStreamsTests,ReplayTests,CInterfaceTests \
    swift_tests --sanitize=address --scratch-path .build-asan "${sanitizable[@]}" \
    --skip 'SchemaTests|ReferenceTests|OracleTests|ExplanationAgreementTests|CacheLimitTests|ProfileTests' \
    --skip 'ReplacementGrowthTests|HeirAgreementTests|ConversionTests|EnumerationTests|LanguageTests'
}

suite_thread_sanitizer() { # the replayer's workers and the running chain under the thread sanitizer; docs/adr/0009-locks.md
  # What is skipped has one thread, or does no more with several than the rest.
  ERRCTL_TEST_SCALE=sanitized ERRCTL_TEST_TARGETS=ReplayTests,ErrorHandlingTests,CInterfaceTests \
    swift_tests --sanitize=thread --scratch-path .build-tsan "${sanitizable[@]}" \
    --skip 'CacheLimitTests|ConversionTests|StreamExplainerTests|RuleAccountTests'
}

suite_tests_in_full() { # all that is promised of what is drawn at random, and the load, optimized as users run it
  ERRCTL_TEST_TARGETS=PatternsTests,RuleEngineTests,ErrorStreamsTests,ReplayTests,ReasoningTests,EditsTests,ErrorHandlingTests \
    swift_tests -c release --scratch-path .build-tests -debug-info-format none
}

suite_server() { # the server over HTTP, its recording replayed, the steps of its tutorial
  need_errctl || return
  Examples/Server/check.sh "$errctl" "${whole[@]}"
}

suite_fuzzing() { verb_fuzz; } # coverage-guided, all targets in six minutes

suite_benchmarks() { # built, so that they stay buildable; `./dev bench` runs them
  touch Benchmarks/Package.swift # SwiftPM does not see new files of a package it depends on by path
  swift build --package-path Benchmarks --product patterns-bench -q -debug-info-format none
}

suite_adapters() { Tests/EndToEnd/adapters.sh; } # the adapters for Apple's platforms are read by the compiler

suite_documentation() { # DocC reads the libraries' pages without a warning
  need_products || return
  Tests/EndToEnd/Documentation/check.sh "$built/Modules"
}

suite_without_libyaml() { # what builds without the trait: no module but Source asks for libyaml
  need_products || return
  local upcoming=() feature package
  for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do upcoming+=(-enable-upcoming-feature "$feature"); done
  package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' _) # SwiftPM's name of this package
  find Sources/ground/Source -name '*.swift' -print0 \
    | xargs -0 swiftc -typecheck -whole-module-optimization -warnings-as-errors -swift-version 6 "${upcoming[@]}" \
      -package-name "$package" -module-name Source -I "$built/Modules" -Xcc -fmodule-map-file=Sources/ground/CScan/include/module.modulemap
}

suite_web_assembly() { need_errctl && Tests/EndToEnd/WebAssembly/check.sh "$errctl"; } # the engine as WebAssembly does what errctl does, in Node and Chromium; the page that has it

suite_examples() { # the examples that need nothing but this package do what their pages say
  need_products || return
  Tests/EndToEnd/Examples/check.sh "$built"
}

suite_faults() { need_errctl && Tests/EndToEnd/Faults/check.py "$errctl"; } # each system call fails once: nothing is lost silently

suite_kills() { # killed at each write and rename, two that record, full disks, saves while fmt works: nothing lost, nothing torn
  need_errctl && quietly swift build --product recorder "${for_itself[@]}" || return
  Tests/EndToEnd/Kills/check.py "$errctl" "$built/recorder"
}

suite_archive() { # what is released: packed twice, the same bytes; each part used as its users do, but on this machine
  if command -v apt-get >/dev/null && ! command -v buildah >/dev/null; then (install_package buildah) || true; fi
  quietly need_all_of_release && Tests/EndToEnd/Release/check.sh .build-static/errctl-static "$library" .build-playground/engine.wasm
}

suite_bare() { # what is released on systems with nothing of ours: Debian 11, 12 and 13, offline, without rights; minutes
  quietly need_all_of_release && Tests/EndToEnd/Release/bare.sh .build-static/errctl-static "$library" .build-playground/engine.wasm
}

suite_mutants() { # no change of a rule goes unnoticed that nobody explains where it stands
  need_release || return
  "$released" mutate --no-cache rules/*/rules.yaml rules/originals/*/rules.yaml | grep -v ': explained: '
}

suite_checks_of_many_rules() { need_release && Tests/EndToEnd/Checking/check.py "$released"; } # 10,000, in time

suite_many_cases() { need_release && Tests/EndToEnd/ManyCases/check.sh "$released"; } # ten thousand test cases, in time

suite_shards() { need_release && Tests/EndToEnd/Shards/check.py "$released"; } # the shop's day in shards, merged: one replay's bytes

suite_allocations() { need_release && Tests/EndToEnd/Allocations/check.sh "$released"; } # a record makes none

suite_instructions() { need_release && Tests/EndToEnd/Instructions/check.py "$released"; } # a record's, within 5 % of thresholds.json

suite_decisions() { # what an error costs in a running program, and what chains leave behind
  quietly build_released decisions && Tests/EndToEnd/Decisions/check.sh "$PWD/.build-static/release/decisions"
}

suite_schemas() { need_errctl && Tests/EndToEnd/Schema/check.sh "$errctl"; } # the JSON schemas, asked by another validator

suite_editor() { need_errctl && Tests/EndToEnd/Schema/editor.sh "$errctl"; } # what a language server makes of the schemas

suite_language_server() { need_errctl && Tests/EndToEnd/LanguageServer/check.sh "$errctl"; } # errctl lsp: its features, and that no frame, message or edit confuses it

suite_agents() { need_errctl && Tests/EndToEnd/Agents/check.sh "$errctl"; } # errctl mcp: every tool, ways out of the folder, wrong messages

suite_workbench() { # errctl serve in a browser: an author's work, texts that mean harm, requests of strangers
  need_errctl && Tests/EndToEnd/Workbench/check.sh "$errctl"
}

suite_vscode() { need_errctl && Tests/EndToEnd/VSCode/check.sh "$errctl"; } # the extension for VS Code, driven through a stand-in for its API

suite_editors() { need_errctl && Tests/EndToEnd/Editors/check.sh "$errctl"; } # Neovim in a terminal and Emacs, with the set-ups of the page about editors

suite_reports() { need_errctl && Tests/EndToEnd/Reports/check.sh "$errctl"; } # what `errctl test` writes, read by those who read it

suite_conversions() { need_errctl && Tests/EndToEnd/Converting/check.sh "$errctl"; } # what `errctl convert` writes, read by other readers of YAML

suite_grpc() { need_errctl && Tests/EndToEnd/GRPC/check.sh "$errctl"; } # gRPC's own retries and throttling, beside a rule file with its numbers

suite_states_language() { need_errctl && Tests/EndToEnd/StatesLanguage/check.sh "$errctl"; } # state machines executed by moto, beside a replay of their errors

suite_sentry() { need_errctl && Tests/EndToEnd/Sentry/check.sh "$errctl"; } # fingerprint rules whose globs Sentry's own library compares, beside a replay

suite_telemetry() { need_errctl && Tests/EndToEnd/Telemetry/check.sh "$errctl"; } # failures that the SDKs of OpenTelemetry and Sentry export, each read once

suite_botocore() { need_errctl && Tests/EndToEnd/Botocore/check.sh "$errctl"; } # retry tables that botocore decides by, beside a replay of the failed tries

suite_clients() { need_errctl && Tests/EndToEnd/Clients/check.sh "$errctl"; } # nine Python clients before a server that fails, beside a replay by the rules of the page about them

suite_services() { need_errctl && Tests/EndToEnd/Services/check.sh "$errctl"; } # services of systemd, Docker and Podman as those treated and told of them, beside their files and streams

suite_proxies() { need_errctl && Tests/EndToEnd/Proxies/check.sh "$errctl"; } # HAProxy and nginx before a server that fails by a plan, beside a replay of its failures and of their logs

suite_airflow() { need_errctl && Tests/EndToEnd/Airflow/check.sh "$errctl"; } # retry policies that Airflow's task runner decides by, beside a replay of the failed tries

suite_litellm() { need_errctl && Tests/EndToEnd/LiteLLM/check.sh "$errctl"; } # random settings that LiteLLM's Router decides by, beside a replay of the errors that it got

suite_python() { # the Python package on every interpreter that is here: its decisions beside a replay of what it records; its wheel
  need_library && need_release && Tests/EndToEnd/Python/check.sh "$released" "$library"
}

suite_spark() { # previews, resolutions and comparisons on Spark, beside a replay by one process; a killed executor; the notebook
  need_library && need_release && Tests/EndToEnd/Spark/check.sh "$released" "$library"
}

suite_formats() { need_errctl && Tests/EndToEnd/Formats/check.sh "$errctl"; } # what `errctl validate` writes, and hooks and workflows, as their users run them

suite_producers() { need_errctl && Tests/EndToEnd/Producers/check.sh "$errctl"; } # logs of real programs: samples read by hand, and nineteen programs run here

suite_drivers() { # failures of 24 clients of databases and brokers, raised by their servers: the recorder's records beside a log
  need_library && need_release && Tests/EndToEnd/Drivers/check.sh "$released" "$library"
}

suite_llm() { # failures of fifteen clients of language models' providers, and of five libraries above them, under rules/llm-providers: records, text and JSON
  need_library && need_errctl && Tests/EndToEnd/LLM/check.sh "$errctl" "$library"
}

suite_web_pages() { need_errctl && Tests/EndToEnd/Pages/check.sh "$errctl"; } # what errctl draws and writes for people, in a real browser

suite_secrets() { need_errctl && Tests/EndToEnd/Secrets/check.py "$errctl"; } # 92 kinds of secrets, every command, every format: none is printed

suite_site() { Tests/EndToEnd/Site/check.sh; } # the documentation site: built, its links checked, nothing loaded from a network

suite_manual() { need_errctl && Tests/EndToEnd/Manual/check.sh "$errctl"; } # man pages, and what `./dev install` puts in place

# --- what suites need ---------------------------------------------------------------------------------------

# Beside Swift, before any of them runs: two installations at a time would be in each other's way.
setup_deep() {
  setup_python
  command -v node >/dev/null || install_package nodejs node
  [[ -e /usr/include/re2/re2.h || -e /opt/homebrew/include/re2/re2.h ]] || install_package libre2-dev re2
  if [[ $(uname -s) == Linux ]] && ! command -v valgrind >/dev/null; then install_package valgrind; fi
  # Where processes may not be traced, what needs it is skipped.
  if [[ $(uname -s) == Linux ]] && ! command -v strace >/dev/null; then (install_package strace) || true; fi
  (source scripts/playground.sh && setup_playground .build-playground) || true
  # Where no browser can be installed, what needs one is skipped.
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || (install_package chromium chromium) || true
  command -v dot >/dev/null || (install_package graphviz) || true
  command -v nvim >/dev/null || (install_package neovim) || true
  command -v tmux >/dev/null || (install_package tmux) || true
  Tests/EndToEnd/Schema/python.sh >/dev/null
}

errctl=${ERRCTL_UNDER_TEST:-$built/errctl}
released=$PWD/.build-static/errctl
library=$PWD/.build-static/liberrctl.so

need_errctl() { # the one that ERRCTL_UNDER_TEST names, or the debug build
  [[ -n ${ERRCTL_UNDER_TEST:-} ]] || quietly swift build --product errctl "${for_itself[@]}"
}

need_products() { quietly swift build "${for_itself[@]}"; }

need_release() { quietly ./dev build --release; }

need_all_of_release() {
  source scripts/playground.sh
  build_for_release
}

need_library() { quietly ./dev build --library; }

# --- runs ---------------------------------------------------------------------------------------------------

# The compiler, and all files of the checkout as they are now, in a word; nothing where that can't be said.
state_of_files() {
  local names contents
  names=$(git ls-files -co --exclude-standard 2>/dev/null) && contents=$(git hash-object --stdin-paths <<<"$names" 2>/dev/null) || return 0
  printf '%s\n' "$(swift --version 2>&1)" "$names" "$contents" | git hash-object --stdin
}

run_first() {
  local state record=.build-dev/passed
  state=$(state_of_files)
  if [[ -n $state && -e $record && $(head -n 1 "$record") == "$state" ]]; then
    say "nothing has changed since all of this passed; ./dev test NAME runs one suite again"
    sed 1d "$record"
    return
  fi
  rm -f "$record"
  run formatter
  run build
  if ((failed == 0)); then
    # What tests and what runs errctl keeps both processors busy; SwiftPM is asked no more, it would wait for the tests.
    export ERRCTL_UNDER_TEST=$errctl
    run_beside "${first[@]}"
  fi
  if ((failed == 0)) && [[ -n $state && $(state_of_files) == "$state" ]]; then
    { echo "$state"; conclude; } | tee "$record" | sed 1d
  else
    conclude
  fi
}

run_deep() {
  setup_deep
  export ERRCTL_UNDER_TEST=$released # many times as fast
  export ERRCTL_TEST_SCALE=deep
  run_beside "${deep[@]}"
  conclude
}

# Runs suites two at a time, each in a process of its own; what it says is shown when it ends.
run_beside() { # names...
  local name counts p f s
  export ERRCTL_RESULTS; ERRCTL_RESULTS=$(mktemp -d)
  # shellcheck disable=SC2016
  printf '%s\n' "$@" | xargs -P 2 -I NAME sh -c './dev test NAME >"$ERRCTL_RESULTS/NAME.log" 2>&1; cat "$ERRCTL_RESULTS/NAME.log"' || true
  for name in "$@"; do
    if ! counts=$(cat "$ERRCTL_RESULTS/$name" 2>/dev/null); then
      counts="0 1 0"
      notes+=("failed: ${name//-/ }, which ended early")
    fi
    read -r p f s <<<"$(head -n 1 <<<"$counts")"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    while IFS= read -r note; do notes+=("$note"); done < <(sed 1d <<<"$counts")
  done
  rm -rf "$ERRCTL_RESULTS"
  unset ERRCTL_RESULTS
}

# A target of Swift's tests, one of their suites, or one of the suites above.
run_named() { # name
  local name=$1 target folder
  if declare -F "suite_${name//-/_}" >/dev/null; then
    run "$name"
    if [[ -z ${ERRCTL_RESULTS:-} ]]; then conclude; else tell_results >"$ERRCTL_RESULTS/$name"; fi
    return
  fi
  if [[ $name == *Tests && -d Tests/$name ]]; then
    target=$name
    set --
  else
    folder=$(grep -rlE "^ *((final|private|fileprivate) )*(struct|class|actor|enum) $name\b" Tests/*Tests --include='*.swift' | head -n 1 || true)
    target=$(cut -d/ -f2 <<<"$folder")
    [[ -n $target ]] || no_such_suite "$name"
    set -- --filter "^$target\\.$name/"
  fi
  ERRCTL_TEST_SCALE=${ERRCTL_TEST_SCALE-quick} ERRCTL_TEST_TARGETS=$target swift_tests "${for_itself[@]}" "$@"
}

no_such_suite() { # name
  {
    echo "dev: there is no test target or suite “$1”; there are:"
    echo
    ls -d Tests/*Tests | sed 's|^Tests/|  |'
    echo
    sed -nE 's/^suite_([a-z_]+)\(\) \{.*# (.*)$/\1 \t\2/p' Tests/suites.sh | awk -F '\t' '{ gsub(/_/, "-", $1); print "  " $1 "\t" $2 }' | expand -t 26
    echo
    echo "and the types under Tests/*Tests, such as FormatterTests"
  } >&2
  exit 64
}

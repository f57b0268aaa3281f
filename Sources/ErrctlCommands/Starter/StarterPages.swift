extension StarterFile {
  /// What CI runs; any CI that runs a shell script can.
  static let starterCheck = #"""
    #!/bin/sh
    # What CI asks of the rules, with errctl installed: sh check.sh
    # In GitHub Actions, as steps of a job:      - run: sh check.sh
    # In GitLab CI, as a job:                    errctl: { script: [ sh check.sh ] }
    # Beside the changed lines of a pull request: errctl validate . --format github
    set -eu
    cd "$(dirname "$0")"
    errctl validate .                                  # every mistake, each at its place
    errctl fmt --check .                               # one layout, so that a diff shows what changed
    errctl test . --min-coverage 100                   # the rules do what was meant, and all is come by
    errctl replay --strict rules.yaml stream.ndjson    # and every line of the stream is understood

    """#

  /// The project's page; a test runs its commands.
  static let starterReadme = #"""
    # Error handling as data

    `rules.yaml` says what the app does about its errors; `stream.ndjson` are errors that were recorded, one to a line.

    ```sh
    errctl validate .                                   # is anything wrong with the rules?
    errctl fmt .                                        # bring them into one layout; comments stay
    errctl test .                                       # do they do what rules.test.yaml expects?
    errctl replay rules.yaml stream.ndjson              # what would they have done that morning?
    errctl explain rules.yaml --stream stream.ndjson --id 5   # and why that, with the fifth error?
    errctl explain rules.yaml --error '{"status": 429, "origin": "com.podcasts.search"}'
    ```

    - **Try it:** take `busy` out of the rule `again` and replay once more: three errors end elsewhere, and a test says so.
    - **Your own errors:** replace `stream.ndjson`. The library's `ErrorRecorder` writes any Swift `Error` as such a line.
    - **What matters here:** `.errctl.yaml` says how much each check does; `errctl codes` lists them.
    - **In an editor** that speaks yaml-language-server, the files that begin with its line are completed and checked while
      you type, by what is in `schemas`. After an update of errctl:
      `for kind in rule-file test-suite configuration; do errctl schema $kind > schemas/$kind.json; done`
    - **In CI:** `sh check.sh`.

    """#
}

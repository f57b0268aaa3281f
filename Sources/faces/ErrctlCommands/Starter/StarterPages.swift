extension StarterFile {
  /// A script for any CI that runs a shell script.
  static let starterCheck = #"""
    #!/bin/sh
    # The checks for CI, with errctl installed: sh check.sh
    # In GitHub Actions, as steps of a job:      - run: sh check.sh
    # In GitLab CI, as a job:                    errctl: { script: [ sh check.sh ] }
    # To annotate pull requests:                  errctl validate . --format github
    set -eu
    cd "$(dirname "$0")"
    errctl validate .                                  # reports all mistakes with their places
    errctl fmt --check .                               # one layout keeps diffs small
    errctl test . --min-coverage 100                   # all tests pass and cover everything
    errctl replay --strict rules.yaml stream.ndjson    # every line of the stream is valid

    """#

  /// A test runs its commands.
  static let starterReadme = #"""
    # Error handling as data

    `rules.yaml` defines how the app handles errors. `stream.ndjson` holds recorded errors, one per line.

    ```sh
    errctl validate .                                   # check the rules
    errctl fmt .                                        # format them; comments stay
    errctl test .                                       # run the tests in rules.test.yaml
    errctl replay rules.yaml stream.ndjson              # preview what the rules would have done
    errctl explain rules.yaml --stream stream.ndjson --id 5   # explain the fifth error
    errctl explain rules.yaml --error '{"status": 429, "origin": "com.podcasts.search"}'
    ```

    - **Try it:** remove `busy` from the rule `again` and replay once more: three errors end differently, and a test fails.
    - **Your own errors:** replace `stream.ndjson`. The library's `ErrorRecorder` writes any Swift `Error` as such a line.
    - **Levels:** `.errctl.yaml` sets the level of each check; `errctl codes` lists the checks.
    - **In an editor** with yaml-language-server, completion and checks work as you type, using the files in `schemas`.
      After an update of errctl, write the schemas again:
      `for kind in rule-file test-suite configuration; do errctl schema $kind > schemas/$kind.json; done`
    - **In CI:** `sh check.sh`.

    """#
}

"""The commands of the suites Faults and Kills, with the files that they begin with."""

import pathlib

RULES = b"""version:   1
responders:
  - id: app
    rules:
      - id: busy
        when: { status:  503 }
        then: { retry: { maxAttempts: 3 } }
      - id: denied
        when: { type: "Denied" }
        then: cancel
"""
FIXABLE = (pathlib.Path(__file__).parents[1] / "ChecksTests/Fixes/unused-name.before.yaml").read_bytes()
SUITE = b"""version: 1
cases:
  - name: busy
    error: { status: 503 }
    expect: { by: busy }
"""
STREAM = b"".join(
    b'{"type":"%s","status":%d,"id":"%d"}\n' % ([b"Denied", b"Lost"][n % 2], 503 if n % 3 == 0 else 404, n) for n in range(300)
)
LOG = b"".join(
    b'{"@timestamp":"2026-11-25T10:00:%02dZ","log.level":"error","message":"it failed","ecs.version":"1.6.0"}\n' % (n % 60)
    for n in range(200)
)
# Without the configuration, or the rules below it, there are other findings.
CONFIGURATION = b"version: 1\nlevels: { code-without-domain: error }\n"
FINDING = b"version: 1\nresponders: [ { id: app, rules: [ { id: four, when: { code: 4 }, then: cancel } ] } ]\n"
FILES = {
    "rules.yaml": RULES, "rules.test.yaml": SUITE, "fixable.yaml": FIXABLE, "stream.ndjson": STREAM, "app.log": LOG,
    "set/.errctl.yaml": CONFIGURATION, "set/shop/rules.yaml": FINDING,
    "set/web/rules.yaml": FINDING,
}

# Those that write files.
WRITERS = {
    "fmt": ["fmt", "rules.yaml"],
    "fix": ["validate", "--fix", "fixable.yaml"],
    "resolutions": ["replay", "rules.yaml", "stream.ndjson", "--jobs", "1", "--resolutions", "out.ndjson"],
    "records": ["inspect", "app.log", "--records", "records.ndjson"],
    "mapping": ["inspect", "app.log", "--write", "app.mapping.yaml"],
    "convert": ["convert", "rules.yaml", "--output", "rules.json"],
    "init": ["init", "project"],
}
READERS = {
    "validate": ["validate", "rules.yaml", "rules.test.yaml"],
    "validate a folder": ["validate", "set"],
    "validate --dry-run": ["validate", "--dry-run", "fixable.yaml"],
    "fmt --check": ["fmt", "--check", "rules.yaml"],
    "replay": ["replay", "rules.yaml", "stream.ndjson", "--jobs", "1"],
    "replay with threads": ["replay", "rules.yaml", "stream.ndjson", "app.log", "--jobs", "2", "--format", "json"],
    "test": ["test", "rules.yaml"],
    "diff": ["diff", "rules.yaml", "fixable.yaml"],
    "convert": ["convert", "rules.yaml"],
}

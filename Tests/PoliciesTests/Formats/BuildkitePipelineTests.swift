import RuleEngine
import Testing

@Suite("A pipeline of Buildkite")
struct BuildkitePipelineTests {
  private func pipeline(_ step: String) -> String {
    "steps:\n  - { command: make test, key: tests, \(step) }\n  - wait\n"
  }

  private static let whole = #"""
    soft_fail: [ { exit_status: 42 } ], retry: { manual: { permit_on_passed: true }, automatic: [ { exit_status: -1, limit: 3 }, { signal: SIGKILL, signal_reason: [ agent_stop, none ], limit: 0 }, { exit_status: [ 1, 2 ] } ] }
    """#

  @Test func `is read without findings if a rule file says all of it`() {
    let compilation = compiled(pipeline(Self.whole), name: "pipeline.yml")
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "buildkite")
    #expect(compilation.chain != nil)
  }

  @Test(
    arguments: [
      "steps:\n  - script: make\n    displayName: Build\n",
      "kind: pipeline\nsteps:\n  - { name: test, image: golang, commands: [ go test ] }\n",
      "steps:\n  - { name: gcr.io/cloud-builders/docker, args: [ build ] }\n",
      "runs: { using: composite, steps: [ { run: make, shell: bash } ] }\n",
    ]
  )
  func `pipelines of other systems are none`(text: String) {
    #expect(compiled(text, name: "pipeline.yml").policyFormat == nil)
  }

  @Test(
    arguments: [
      ("limit: 3", "limit: 11", "faulty-policy"), ("limit: 3", "limit: -1", "faulty-policy"),
      ("limit: 3", "limit: two", "faulty-policy"), ("limit: 3", #"limit: "3""#, "faulty-policy"),
      ("limit: 3", "limit: $TRIES", "lost-in-import"), ("limit: 3", "limits: 3", "faulty-policy"),
      ("exit_status: -1", "exit_status: 256", "faulty-policy"),
      ("exit_status: -1", "exit_status: lost", "faulty-policy"),
      ("exit_status: -1", "exit_code: -1", "faulty-policy"),
      ("[ 1, 2 ]", "[]", "faulty-policy"), ("[ 1, 2 ]", #"[ 1, "*" ]"#, "faulty-policy"),
      ("SIGKILL", "SIGKIL", "faulty-policy"), ("SIGKILL", "9", "faulty-policy"),
      ("agent_stop", "agent_stopped", "faulty-policy"), ("[ agent_stop, none ]", "[]", "faulty-policy"),
      ("{ permit_on_passed: true }", "false", "lost-in-import"),
      ("permit_on_passed: true", "allowed: false", "lost-in-import"),
      ("permit_on_passed: true", "allow: false", "faulty-policy"),
      ("retry: {", "retries: {", "faulty-policy"), ("automatic: [", "automatically: [", "faulty-policy"),
      ("soft_fail: [ { exit_status: 42 } ]", "soft_fail: 42", "faulty-policy"),
      ("{ exit_status: 42 }", "{ exit_status: [ 42 ] }", "faulty-policy"),
      ("{ exit_status: 42 }", "{}", "faulty-policy"),
      ("command: make test, ", "trigger: other, ", "faulty-policy"),
      ("  - wait", "  - { command: make, key: tests }", "faulty-policy"),
    ]
  )
  func `has one finding for each thing that Buildkite rejects or a rule file can't say`(
    good: String,
    bad: String,
    code: String
  ) {
    let text = pipeline(Self.whole)
    #expect(text.contains(good))
    let found = compiled(text.replacing(good, with: bad), name: "pipeline.yml").diagnostics
    #expect(found.map { $0.code } == [code], "\(found)")
  }

  private static let rules = """
    steps:
      - key: tests
        command: x
        soft_fail: [ { exit_status: "*" } ]
        retry:
          automatic:
            - { exit_status: -1, limit: 2 }
            - { signal: SIGKILL, signal_reason: [ agent_stop, none ], limit: 5 }
            - { exit_status: 1, limit: 0 }
            - limit: 3
    """

  @Test(
    arguments: [
      // The first rule that matches decides, even if it allows no try.
      (#""code": -1"#, "retry 1/3 by job/tests.automatic.0"),
      (#""code": 42"#, "retry 1/4 by job/tests.automatic.3"),
      (#""code": 1"#, "proceed by build/tests.soft_fail"),
      // “*” is from 1 to 255, and no job without an exit status.
      (#""code": 256"#, "abort by otherwise"), (#""type": "expired""#, "abort by otherwise"),
      // Conditions on the signal and its reason hold together.
      (
        #""code": 9, "signal": "sigkill", "signal_reason": "agent_stop""#,
        "retry 1/6 by job/tests.automatic.1"
      ),
      (#""code": 9, "signal": "KILL""#, "retry 1/6 by job/tests.automatic.1"),
      (#""code": 9, "signal": "SIGTERM""#, "retry 1/4 by job/tests.automatic.3"),
      (#""code": 9, "signal": "SIGKILL", "signal_reason": "cancel""#, "retry 1/4 by job/tests.automatic.3"),
      // Nobody tries a canceled job again.
      (#""code": 9, "cancelled": true"#, "cancel by ignored"),
    ]
  )
  func `the first rule that matches decides`(job: String, decision: String) throws {
    let error = #"{"domain": "buildkite", "origin": "tests", "operation": "1", \#(job)}"#
    #expect(try decisions(Self.rules, name: "pipeline.yml", [error]) == [decision])
  }

  @Test func `each rule counts its own tries of a job, whatever the number of its try`() throws {
    let jobs = [("1", -1), ("1", 7), ("1", -1), ("2", -1), ("1", 7), ("1", -1), ("1", 7), ("1", 7)]
    let errors = jobs.enumerated().map {
      #"{"domain": "buildkite", "origin": "tests", "operation": "\#($1.0)", "attempt": \#($0 + 1), "code": \#($1.1)}"#
    }
    #expect(
      try decisions(Self.rules, name: "pipeline.yml", errors) == [
        "retry 1/3 by job/tests.automatic.0", "retry 1/4 by job/tests.automatic.3",
        "retry 2/3 by job/tests.automatic.0", "retry 1/3 by job/tests.automatic.0",
        "retry 2/4 by job/tests.automatic.3", "proceed by build/tests.soft_fail",
        "retry 3/4 by job/tests.automatic.3", "proceed by build/tests.soft_fail",
      ]
    )
  }

  @Test(
    arguments: [
      ("Test linux", "retry 1/3 by job/Test *.automatic"),
      ("Test 3 of 10", "retry 1/3 by job/Test *.automatic"),
      ("Test all", "abort by build/Test all.failed"), ("Tests", "abort by otherwise"),
      ("deploy $5", "retry 1/3 by job/deploy $5.automatic"),
      ("make\\nmake check", "retry 1/3 by job/make.automatic"),
      ("Lint", "abort by otherwise"), ("build", "abort by otherwise"), ("", "abort by otherwise"),
    ]
  )
  func `a job is known by its step's key, label or command`(origin: String, decision: String) throws {
    let steps = """
      steps:
        - { label: "Test {{matrix}}", command: x, matrix: [ linux, mac ], retry: { automatic: true } }
        - { label: Test all, command: x }
        - { label: deploy $$5, command: x, retry: { automatic: { exit_status: 1 } } }
        - { commands: [ make, make check ], retry: { automatic: true } }
        - { group: More, steps: [ { name: Lint, command: x, retry: { automatic: false } } ] }
      """
    let error = #"{"domain": "buildkite", "origin": "\#(origin)", "operation": "1", "code": 1}"#
    #expect(try decisions(steps, name: "pipeline.yml", [error]) == [decision])
  }

  @Test func `findings stand where the pipeline says it, once for an alias`() {
    let text = """
      common: &common
        retry: &retry
          automatic: [ { exit_status: 1, limit: 20 } ]
      steps:
        - { <<: *common, label: A, command: x }
        - label: A
          command: y
          retry: { automatic: true }
        - label: B
          command: y
          retry:
            <<: *retry
            manual: false
      """
    #expect(
      findings(text, name: "pipeline.yml") == [
        "3:43 faulty-policy: A job is tried again at most 10 times: “limit” must be from 0 to 10.",
        "6:12 lost-in-import: Jobs of another step have this name, too. The rules are those of that step: give each step a “key”.",
        "13:15 lost-in-import: No rule can say that nobody may try a job again by hand.",
      ]
    )
  }
}

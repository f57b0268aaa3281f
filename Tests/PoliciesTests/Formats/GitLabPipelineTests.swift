import RuleEngine
import Testing

@Suite("A pipeline of GitLab CI/CD")
struct GitLabPipelineTests {
  private func job(_ retry: String) -> String { "rspec:\n  script: rspec\n  retry: \(retry)\n" }

  private static let name = ".gitlab-ci.yml"

  /// The cases of “validation” in `spec/lib/gitlab/ci/config/entry/retry_spec.rb` of gitlab-org/gitlab (gitlabhq/gitlabhq,
  /// 0ab4502a249863c6cbbb8f02b52a0352205881b1), and whether GitLab takes them.
  @Test(
    arguments: [
      ("2", true), ("{ max: 2 }", true), ("{ max: 1, exit_codes: 255 }", true),
      ("{ max: 1, exit_codes: [ 255, 142 ] }", true), ("{ max: 1, when: unknown_failure }", true),
      ("{ max: 1, when: always }", true),
      ("{ max: 1, when: [ unknown_failure, runner_system_failure ] }", true),
      ("true", false), ("-1", false), ("1.5", false), ("10", false),
      ("{ max: 2, unknown_key: something }", false), ("{ max: -1 }", false), ("{ max: 1.5 }", false),
      ("{ max: 10 }", false), ("{ max: 1, exit_codes: true }", false),
      ("{ max: 1, exit_codes: [ string 1, string 2 ] }", false),
      (#"{ max: 1, exit_codes: [ 255, "155" ] }"#, false),
      ("{ max: 1, when: true }", false), ("{ max: 1, when: unknown_reason }", false),
      ("{ max: 1, when: [ unknown_reason, runner_system_failure ] }", false),
    ]
  )
  func `is rejected if GitLab rejects it`(retry: String, isValid: Bool) {
    let compilation = compiled(job(retry), name: Self.name)
    #expect(
      Set(compilation.diagnostics.map { $0.code }) == (isValid ? [] : ["faulty-policy"]),
      "\(compilation.diagnostics)"
    )
    #expect(compilation.policyFormat == "gitlab")
    #expect((compilation.chain != nil) == isValid)
  }

  /// The cases of `#allowed?` in `spec/lib/gitlab/ci/build/auto_retry_spec.rb` of the same repository
  /// (14497073dcf5ee76f9bbc169b4713c511b003faa): a job's retries so far, its `retry`, why it failed, whether it is tried again.
  private static let cases: [(Int, String?, String?, Bool)] = [
    (0, "{ max: 0 }", nil, false), (2, "{ max: 2 }", nil, false), (1, "{ max: 2 }", nil, true),
    (1, "{ max: '2' }", nil, true), (0, "{ when: [ api_failure ], max: 2 }", "api_failure", true),
    (0, "{ when: [ always ], max: 2 }", "api_failure", true),
    (0, "{ when: [ script_failure ], max: 2 }", "api_failure", false),
    (1, "{ when: [ scheduler_failure ], max: 1 }", "scheduler_failure", false),
    (1, nil, "scheduler_failure", true),
  ]

  @Test(arguments: cases)
  func `tries again what GitLab does`(retries: Int, retry: String?, reason: String?, isRetried: Bool) throws {
    let text = (retry.map { job($0) } ?? "rspec:\n  script: rspec\n") + "other: { script: x, retry: 1 }\n"
    let type = reason.map { ", \"type\": \"\($0)\"" } ?? ""
    let error =
      #"{"domain": "gitlab", "origin": "rspec", "operation": "1", "attempt": \#(retries + 1)\#(type)}"#
    #expect(try decisions(text, name: Self.name, [error])[0].hasPrefix("retry") == isRetried)
  }

  private func decision(_ text: String, _ job: String) throws -> String {
    try decisions(text, name: Self.name, [#"{"domain": "gitlab", "operation": "1", "attempt": 1, \#(job)}"#])[
      0
    ]
  }

  private static let shared = """
    default:
      retry: { max: 2, when: [ runner_system_failure, stuck_or_timeout_failure ] }
    .lint:
      retry: { max: 1, when: [ script_failure ], exit_codes: 137 }
    .all:
      retry: { max: 2 }
    lint: { script: x, extends: [ .all, .lint ], parallel: 3 }
    own: { script: x, extends: .lint, retry: { max: 2 } }
    same: { script: x, retry: !reference [ .lint, retry ] }
    plain: { script: x }
    none: { script: x, inherit: { default: [ image ] } }
    never: { script: x, retry: 0 }
    merged: &merged { script: x, retry: 2, <<: { retry: 1 } }
    """

  @Test(
    arguments: [
      // What a job extends is merged key by key, and its own keys replace them.
      (#""origin": "lint 2/3", "type": "script_failure""#, "retry 1/2 by pipeline/lint"),
      (#""origin": "lint", "type": "api_failure", "code": 137"#, "retry 1/2 by pipeline/lint"),
      (#""origin": "lint 2/3", "type": "api_failure""#, "cancel by pipeline/lint.failed"),
      (#""origin": "own", "type": "script_failure""#, "retry 1/3 by pipeline/own"),
      (#""origin": "same", "type": "script_failure""#, "retry 1/2 by pipeline/same"),
      // Without a retry of its own a job has the default one, unless it inherits none.
      (#""origin": "plain", "type": "no_updates_running""#, "retry 1/3 by pipeline/default"),
      (#""origin": "plain", "type": "script_failure""#, "cancel by otherwise"),
      (#""origin": "none", "type": "runner_system_failure""#, "cancel by pipeline/none.failed"),
      (#""origin": "own", "type": "runner_system_failure""#, "cancel by pipeline/own.failed"),
      // GitLab tries again on its own what it could not schedule, and never what can't succeed.
      (#""origin": "plain", "type": "scheduler_failure""#, "retry 1/3 by pipeline/scheduler"),
      (#""origin": "lint", "type": "scheduler_failure""#, "retry 1/3 by pipeline/lint.scheduler"),
      (#""origin": "never", "type": "scheduler_failure""#, "cancel by pipeline/never"),
      (#""origin": "merged", "type": "ci_quota_exceeded""#, "cancel by pipeline/merged.failed"),
      // Ruby's merge keys replace what stands before them.
      (#""origin": "merged", "type": "script_failure""#, "retry 1/2 by pipeline/merged"),
    ]
  )
  func `a job has the retry that GitLab gives it`(job: String, decision: String) throws {
    #expect(try self.decision(Self.shared, job) == decision)
  }

  @Test func `findings stand where the pipeline says it`() {
    let text = """
      spec:
        inputs: { tries: { default: 2 } }
      ---
      include: other.yml
      .again: &again
        retry: { max: 1, when: [ stuck_or_timeout_failure, script_failur ] }
      a: { script: x, <<: *again }
      b: { script: x, <<: *again }
      c: { script: x, retry: "$[[ inputs.tries ]]" }
      d: { script: x, retry: { when: script_failure } }
      e: { script: x, extends: .elsewhere, retry: { max: 1, when: [ ci_quota_exceeded ] } }
      f: { trigger: other, retry: 1 }
      """
    #expect(
      findings(text, name: Self.name) == [
        "4:10 lost-in-import: Included files are not read: their jobs and templates are not among the rules.",
        "6:54 faulty-policy: “script_failur” is no reason of a failure. GitLab rejects the pipeline. Did you mean “script_failure”?",
        "9:24 lost-in-import: An input is filled in here. The rules have its default.",
        "10:24 faulty-policy: Without “max”, GitLab tries nothing again. Write how many retries there are, 1 or 2.",
        "11:63 faulty-policy: GitLab never tries a job again after “ci_quota_exceeded”. Delete it.",
        "12:29 faulty-policy: A trigger job has no retries. GitLab rejects the pipeline: delete its “retry”.",
      ]
    )
  }

  @Test(
    arguments: [
      ("extends: b", "extends: a", "leads back to the job itself"),
      ("extends: b", "extends: c", "must name a job"),
      ("retry: 1", "retry: !reference [ c, retry ]", "names nothing"),
      ("retry: 1", "retry: !reference [ b, retry ]", "leads through more than 10 others"),
    ]
  )
  func `circles and names that lead nowhere are rejected`(good: String, bad: String, message: String) {
    let text = "a: { script: x, extends: b }\nb: { script: x, retry: 1 }\n"
    #expect(compiled(text, name: Self.name).diagnostics.isEmpty)
    let found = compiled(text.replacing(good, with: bad), name: Self.name).diagnostics
    #expect(found.contains { $0.code == "faulty-policy" && $0.message.contains(message) }, "\(found)")
  }

  @Test(
    arguments: [
      "services: { web: { image: x, retry: 1, stage: y } }\n",
      "version: 1\nresponders: [ { id: a, retry: x } ]\n",
      "a: { retry: { maxAttempts: 3 } }\n",
    ]
  )
  func `other documents are none`(text: String) {
    #expect(compiled(text, name: "a.yml").policyFormat == nil)
  }
}

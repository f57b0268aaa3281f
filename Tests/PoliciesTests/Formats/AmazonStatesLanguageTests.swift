import RuleEngine
import Testing

@Suite("A state machine in the Amazon States Language")
struct AmazonStatesLanguageTests {
  /// One task with these members; what follows it is called `Done`.
  private func machine(_ members: String) -> String {
    #"{"StartAt": "Work", "States": {"Work": {"Type": "Task", "Resource": "arn", "Next": "Done", \#(members)}, "Done": {"Type": "Succeed"}}}"#
  }

  private static let whole = #"""
    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 4, "BackoffRate": 1.5, "MaxDelaySeconds": 60, "JitterStrategy": "FULL", "Comment": "c"}, {"ErrorEquals": ["States.ALL"]}], "Catch": [{"ErrorEquals": ["States.DataLimitExceeded"], "Next": "Done"}, {"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Done"}]
    """#

  @Test func `is read without findings if a rule file says all of it`() {
    let compilation = compiled(machine(Self.whole))
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "asl")
    #expect(compilation.chain != nil)
  }

  @Test func `without retriers and catchers every error fails the execution`() {
    let compilation = compiled(machine(#""Comment": "none""#))
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.chain != nil)
  }

  @Test(
    arguments: [
      (#""IntervalSeconds": 2"#, #""IntervalSeconds": 0"#, "faulty-policy"),
      (#""IntervalSeconds": 2"#, #""IntervalSeconds": 100000000"#, "faulty-policy"),
      (#""IntervalSeconds": 2"#, #""IntervalSeconds": 1.5"#, "faulty-policy"),
      (#""IntervalSeconds": 2"#, #""IntervalSeconds": "{% 2 %}""#, "faulty-policy"),
      (#""MaxAttempts": 4"#, #""MaxAttempts": -1"#, "faulty-policy"),
      (#""MaxAttempts": 4"#, #""MaxAttempts": 100000000"#, "faulty-policy"),
      (#""MaxAttempts": 4"#, #""MaxAttempts": 1000"#, "lost-in-import"),
      (#""BackoffRate": 1.5"#, #""BackoffRate": 0.5"#, "faulty-policy"),
      (#""BackoffRate": 1.5"#, #""BackoffRate": "2""#, "faulty-policy"),
      (#""BackoffRate": 1.5"#, #""BackoffRate": 2000"#, "lost-in-import"),
      (#""MaxDelaySeconds": 60"#, #""MaxDelaySeconds": 0"#, "faulty-policy"),
      (#""MaxDelaySeconds": 60"#, #""MaxDelaySeconds": 31622400"#, "faulty-policy"),
      (#""JitterStrategy": "FULL""#, #""JitterStrategy": "full""#, "faulty-policy"),
      (#""Comment": "c""#, #""Backoff": 2"#, "faulty-policy"), (#"["Busy"]"#, "[]", "faulty-policy"),
      (#"["Busy"]"#, #""Busy""#, "faulty-policy"), (#"["Busy"]"#, "[5]", "faulty-policy"),
      (#"["Busy"]"#, #"["States.ALL"]"#, "faulty-policy"),
      (#"["Busy"]"#, #"["States.Runtime", "Busy"]"#, "faulty-policy"),
      (#"["Busy"]"#, #"["States.Timout"]"#, "faulty-policy"),
      (#"{"ErrorEquals": ["States.ALL"]}]"#, #"{"ErrorEquals": ["States.ALL", "Busy"]}]"#, "faulty-policy"),
      (#""Next": "Done"}]"#, #""Next": "Donee"}]"#, "faulty-policy"),
      (#", "Next": "Done"}]"#, "}]", "faulty-policy"),
    ]
  )
  func `has one finding for each thing that AWS rejects or a rule file can't say`(
    good: String,
    bad: String,
    code: String
  ) {
    let text = machine(Self.whole)
    #expect(text.contains(good))
    #expect(compiled(text.replacing(good, with: bad)).diagnostics.map { $0.code } == [code])
  }

  @Test func `a reserved name is an error of the machine's own where one of its states raises it`() {
    func found(_ raised: String) -> [String] {
      findings(
        #"{"StartAt": "A", "States": {"A": {"Type": "Parallel", "Branches": [{"StartAt": "B", "States": {"B": {"Type": "Fail", "Error": "\#(raised)"}}}], "#
          + #""Catch": [{"ErrorEquals": ["States.Done"], "Next": "C"}], "End": true}, "C": {"Type": "Succeed"}}}"#
      )
    }
    #expect(found("States.Done") == [])
    #expect(found("Done").contains { $0.contains("“States.Done” is not an error of") })
  }

  @Test func `findings stand where the definition says it`() {
    let text = """
      {
        "StartAt": "Each",
        "TimeoutSeconds": 300,
        "States": {
          "Each": {
            "Type": "Map",
            "ItemProcessor": {
              "ProcessorConfig": { "Mode": "DISTRIBUTED", "ExecutionType": "STANDARD" },
              "StartAt": "Each",
              "States": { "Each": { "Type": "Succeed", "Retry": [] } }
            },
            "Retry": { "ErrorEquals": ["States.ALL"] },
            "End": true
          }
        }
      }
      """
    #expect(
      findings(text) == [
        "3:21 lost-in-import: No rule can say that an execution ends after this time, its retries included.",
        "8:28 lost-in-import: Each item is an execution of its own: its errors do not reach the Map state's responder, which has errors of its own.",
        "10:21 faulty-policy: Two states have this name. AWS rejects the state machine: rename one of them.",
        "10:50 faulty-policy: Only Task, Parallel and Map states have “Retry”.",
        "12:16 faulty-policy: “Retry” must be a list. It is a mapping.",
      ]
    )
  }

  @Test func `any names make responders with ids of their own`() {
    let handlers =
      #""Retry": [{"ErrorEquals": ["States.ALL"]}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "{x}"}], "End": true"#
    let states = ["#", "a/b", "a.b", "a.b.Catch", "a.b.Catch-2", "{x}", "é \\\" ☃"].map {
      "\"\($0)\": {\"Type\": \"Task\", \(handlers)}"
    }
    let compilation = compiled(#"{"StartAt": "{x}", "States": {\#(states.joined(separator: ", "))}}"#)
    #expect(
      compilation.diagnostics.map { $0.description } == [
        "policy.json:1:124: note: States.ALL does not stand for States.DataLimitExceeded, which fails the execution. Catch it by name, here and in 6 other states. [terminal-error]"
      ]
    )
    #expect(compilation.chain != nil)
  }
}

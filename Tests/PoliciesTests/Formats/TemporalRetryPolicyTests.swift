import Policies
import RuleEngine
import Testing

@Suite("A retry policy of Temporal")
struct TemporalRetryPolicyTests {
  private static let whole = #"""
    {
      "initialInterval": "1s",
      "backoffCoefficient": 2,
      "maximumInterval": "100s",
      "maximumAttempts": 5,
      "nonRetryableErrorTypes": ["CardDeclined", "TemporalTimeout:Heartbeat"]
    }
    """#

  private static let history = #"""
    {
      "events": [
        { "eventId": "1", "eventType": "EVENT_TYPE_WORKFLOW_EXECUTION_STARTED", "workflowExecutionStartedEventAttributes": { "workflowType": { "name": "Order" }, "retryPolicy": { "maximumAttempts": 2 } } },
        { "eventId": "5", "eventType": "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED", "activityTaskScheduledEventAttributes": { "activityType": { "name": "charge" }, "scheduleToCloseTimeout": "0s", "retryPolicy": { "maximumAttempts": 3 } } }
      ]
    }
    """#

  private static let defaults = """
    history.defaultActivityRetryPolicy:
      - value: { InitialIntervalInSeconds: 1, MaximumIntervalCoefficient: 100.0, BackoffCoefficient: 2.0, MaximumAttempts: 3 }
        constraints: { namespace: shop }
      - value: { initialIntervalInSeconds: 2s, MaximumAttempts: 9 }
    history.persistenceMaxQPS:
      - value: 3000
    """

  @Test(arguments: [Self.whole, Self.history, Self.defaults])
  func `is read without findings if a rule file says all of it`(text: String) {
    let compilation = compiled(text, name: text.hasPrefix("{") ? "policy.json" : "dynamicconfig.yaml")
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "temporal")
    #expect(compilation.chain != nil)
  }

  @Test(
    arguments: [
      #"{"version": 1, "responders": [{"id": "app"}], "maximumAttempts": 3}"#, #"{"maximumAttempts": 3}"#,
      #"{"events": []}"#, #"{"events": [{"eventId": 1, "type": "login"}]}"#,
    ]
  )
  func `a rule file, and what is like a policy, is none`(text: String) {
    #expect(compiled(text).policyFormat == nil)
  }

  @Test(
    arguments: [
      (#""maximumAttempts": 5"#, #""maximumAttempts": 0"#, "lost-in-import"),
      (#""maximumAttempts": 5"#, #""maximumAttempts": 2000"#, "lost-in-import"),
      (#""maximumAttempts": 5"#, #""maximumAttempts": -3"#, "faulty-policy"),
      (#""maximumAttempts": 5"#, #""maximumAttempts": "5""#, ""),
      (#""maximumAttempts": 5"#, #""maximum_attempts": 5"#, ""),
      (#""maximumAttempts": 5"#, #""maximumAttempts": null"#, "lost-in-import"),
      (#""maximumAttempts": 5"#, #""maxAttempts": 5"#, "lost-in-import faulty-policy"),
      (#""maximumAttempts": 5"#, #""maximumAttempts": "many""#, "faulty-policy"),
      (#""initialInterval": "1s""#, #""initialInterval": "-22s""#, "faulty-policy"),
      (#""initialInterval": "1s""#, #""initialInterval": "1m""#, "faulty-policy"),
      (#""initialInterval": "1s""#, #""initialInterval": 1"#, "faulty-policy"),
      (#""initialInterval": "1s""#, #""initialInterval": "200s""#, "faulty-policy"),
      (#""initialInterval": "1s""#, #""initialInterval": "0s""#, ""),
      (#""maximumInterval": "100s""#, #""maximumInterval": "0.5s""#, "faulty-policy"),
      (#""maximumInterval": "100s""#, #""maximumInterval": "40000000s""#, "lost-in-import"),
      (#""backoffCoefficient": 2"#, #""backoffCoefficient": 0.8"#, "faulty-policy"),
      (#""backoffCoefficient": 2"#, #""backoffCoefficient": 0"#, ""),
      (#""backoffCoefficient": 2"#, #""backoffCoefficient": "1.5""#, ""),
      (#""backoffCoefficient": 2"#, #""backoffCoefficient": 2000"#, "lost-in-import"),
      (#""TemporalTimeout:Heartbeat""#, #""TemporalTimeout:Unspecified""#, "faulty-policy"),
      (#""TemporalTimeout:Heartbeat""#, #""TemporalTimeout:heartbeat""#, "faulty-policy"),
      (#""TemporalTimeout:Heartbeat""#, #""TemporalTimeout:ScheduleToClose""#, ""),
      (#""TemporalTimeout:Heartbeat""#, "5", "faulty-policy"),
      (#"["CardDeclined", "TemporalTimeout:Heartbeat"]"#, #""CardDeclined""#, "faulty-policy"),
    ]
  )
  func `has its findings for each thing that Temporal rejects or a rule file can't say`(
    good: String,
    bad: String,
    codes: String
  ) throws {
    #expect(try findingCodes(in: Self.whole, changing: good, to: bad) == codes)
  }

  @Test(
    arguments: [
      ("InitialIntervalInSeconds: 1", "InitialIntervalInSeconds: soon", "faulty-policy"),
      ("MaximumAttempts: 3", "MaximumAttempts: three", "faulty-policy"),
      ("MaximumAttempts: 3", "MaximumAttempts: -1", "faulty-policy"),
      ("MaximumAttempts: 3", "maximumIntervalInSeconds: 100", "lost-in-import faulty-policy"),
      ("BackoffCoefficient: 2.0", "BackoffCoefficient: 0.5", "faulty-policy"),
      ("MaximumIntervalCoefficient: 100.0", "MaximumIntervalCoefficient: 0.5", ""),
      ("constraints: { namespace: shop }", "constraints: { taskQueueName: shop }", "faulty-policy"),
      ("history.defaultActivity", "workflow.defaultActivity", "faulty-policy"),
      ("constraints: { namespace: shop }", "constraints: { namespaces: shop }", "faulty-policy"),
      ("history.persistenceMaxQPS", "system.defaultActivityRetryPolicy", "faulty-policy"),
      ("history.persistenceMaxQPS", "History.defaultActivityRetryPolicy", "faulty-policy faulty-policy"),
      ("    constraints: { namespace: shop }\n", "", "faulty-policy"),
    ]
  )
  func `a server's defaults have their findings, too`(good: String, bad: String, codes: String) throws {
    #expect(try findingCodes(in: Self.defaults, changing: good, to: bad, name: "dynamicconfig.yaml") == codes)
  }

  @Test func `a history says where an activity has another policy, or a timeout that ends its retries`() {
    let more = #"""
      { "eventId": "9", "eventType": "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED", "activityTaskScheduledEventAttributes": { "activityType": { "name": "charge" }, "retryPolicy": { "maximumAttempts": 4 } } },
          { "eventId": "12", "eventType": "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED", "activityTaskScheduledEventAttributes": { "activityType": { "name": "ship" }, "scheduleToCloseTimeout": "60s", "retryPolicy": { "maximumAttempts": 4 } } }
        ]
      """#
    let text = Self.history.replacing("\n  ]", with: ",\n    \(more)")
    #expect(
      findings(text) == [
        "5:169 lost-in-import: “charge” has another policy here than at line 4, which is the one of its rules.",
        "6:179 lost-in-import: Temporal counts “scheduleToCloseTimeout” from the start; the rule's deadline begins with the first failure.",
      ]
    )
  }
}

// MARK: - Temporal's own tests

/// The tables of the server's tests, at commit 6805caea59e35d0611ed96be69641b8d86bff11c of https://github.com/temporalio/temporal.
@Suite("Temporal's own tables of retries")
struct TemporalRetryTableTests {
  /// `TestIsRetryableFailure` of common/retrypolicy/retry_policy_test.go. Only failures of applications and timeouts have a type.
  @Test(
    arguments: [
      (#"{"message": "nil failure"}"#, "", true), (#"{"type": "TemporalTimeout:Unspecified"}"#, "", false),
      (#"{"message": "canceled failure", "cancelled": true}"#, "", false),
      (#"{"type": "TemporalTimeout:StartToClose"}"#, "", true),
      (#"{"type": "TemporalTimeout:StartToClose"}"#, "TemporalTimeout:StartToClose", false),
      (#"{"type": "TemporalTimeout:ScheduleToStart"}"#, "", false),
      (#"{"type": "TemporalTimeout:ScheduleToStart"}"#, "TemporalTimeout:ScheduleToStart", false),
      (#"{"type": "TemporalTimeout:ScheduleToClose"}"#, "", false),
      (#"{"type": "TemporalTimeout:ScheduleToClose"}"#, "TemporalTimeout:ScheduleToClose", false),
      (#"{"type": "TemporalTimeout:Heartbeat"}"#, "", true),
      (#"{"type": "TemporalTimeout:Heartbeat"}"#, "TemporalTimeout:Heartbeat", false),
      (#"{"type": "TemporalTimeout:Heartbeat"}"#, "TemporalTimeout:StartToClose", true),
      (#"{"message": "server failure"}"#, "", true),
      (#"{"message": "server failure", "nonRetryable": true}"#, "", false),
      (#"{"message": "application failure", "nonRetryable": true}"#, "", false),
      (#"{"type": "type"}"#, "", true), (#"{"type": "type"}"#, "otherType", true),
      (#"{"type": "type"}"#, "otherType,type", false), (#"{"type": "type"}"#, "type", false),
      (#"{"message": "child workflow failure", "underlying": [{"nonRetryable": true}]}"#, "", true),
    ]
  )
  func `which failures are tried again`(failure: String, excluded: String, isTriedAgain: Bool) throws {
    let types = excluded.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ", ")
    let resolution = try resolution(
      of: failure,
      by: #"{"maximumAttempts": 5, "nonRetryableErrorTypes": [\#(types)]}"#
    )
    #expect(resolution.contains(#""evaluation":"\#(isTriedAgain ? "retry" : "cancel")""#), "\(resolution)")
  }

  /// `TestEnsureRetryPolicyDefaults` of the same file, as the delays that come of it, and `Test_nextBackoffInterval` of
  /// service/history/workflow/retry_test.go, but for the policies that the server rejects.
  @Test(
    arguments: [
      (#""maximumAttempts": 0, "initialInterval": "0s""#, 1, "1"),
      (#""maximumAttempts": 0, "initialInterval": "0s""#, 9, "100"),
      (#""maximumAttempts": 120, "initialInterval": "2s""#, 9, "200"),
      (#""maximumAttempts": 120, "maximumInterval": "1000s""#, 9, "256"),
      (#""maximumAttempts": 120, "maximumInterval": "1000s""#, 11, "1000"),
      (#""maximumAttempts": 120, "backoffCoefficient": 1.5"#, 3, "2.25"),
      (#""maximumAttempts": 49, "backoffCoefficient": 2"#, 49, nil),
      (
        #""maximumAttempts": 5, "initialInterval": "5s", "maximumInterval": "10s", "backoffCoefficient": 2"#,
        1, "5"
      ),
      (
        #""maximumAttempts": 5, "initialInterval": "2s", "maximumInterval": "200s", "backoffCoefficient": 3"#,
        4, "54"
      ),
      (
        #""maximumAttempts": 10, "initialInterval": "3s", "maximumInterval": "10s", "backoffCoefficient": 2"#,
        10, nil
      ),
      (
        #""maximumAttempts": 0, "initialInterval": "2s", "maximumInterval": "1800s", "backoffCoefficient": 2"#,
        10, "1024"
      ),
    ]
  )
  func `how long is waited`(policy: String, attempt: Int, delay: String?) throws {
    let resolution = try resolution(of: #"{"type": "Busy", "attempt": \#(attempt)}"#, by: "{\(policy)}")
    if let delay {
      #expect(resolution.contains(#""delay":\#(delay)}"#), "\(resolution)")
    } else {
      #expect(resolution.contains(#""evaluation":"cancel""#), "\(resolution)")
    }
  }

  /// `TestValidateRetryPolicy` of common/retrypolicy/retry_policy_test.go.
  @Test(
    arguments: [
      (#""backoffCoefficient": 0.5, "maximumAttempts": 1"#, false),
      (#""initialInterval": "-22s", "maximumAttempts": 0"#, true),
      (#""backoffCoefficient": 0.8, "maximumAttempts": 0"#, true),
      (#""backoffCoefficient": 2.0, "maximumInterval": "-2s""#, true),
      (#""backoffCoefficient": 2.0, "maximumInterval": "5s", "initialInterval": "10s""#, true),
      (#""backoffCoefficient": 2.0, "maximumAttempts": -3"#, true),
      (
        #""backoffCoefficient": 1, "nonRetryableErrorTypes": ["TemporalTimeout:StartToClose", "TemporalTimeout:ScheduleToStart", "TemporalTimeout:ScheduleToClose", "TemporalTimeout:Heartbeat"]"#,
        false
      ),
      (#""backoffCoefficient": 1, "nonRetryableErrorTypes": ["TemporalTimeout:Unspecified"]"#, true),
      (#""backoffCoefficient": 1, "nonRetryableErrorTypes": ["TemporalTimeout:unknown"]"#, true),
    ]
  )
  func `which policies are rejected`(policy: String, isRejected: Bool) {
    #expect(compiled("{\(policy)}").diagnostics.contains { $0.severity == .error } == isRejected)
  }
}

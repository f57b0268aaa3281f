import RuleEngine
import Testing

@Suite("Retry strategies of AWS Batch")
struct AWSBatchJobTests {
  private static let whole = #"""
    {
      "jobDefinitionName": "train",
      "type": "container",
      "retryStrategy": {
        "attempts": 3,
        "evaluateOnExit": [
          { "onStatusReason": "Host EC2*", "action": "RETRY" },
          { "onExitCode": "13*", "onReason": "OutOfMemoryError*", "action": "exit" },
          { "onExitCode": "42", "action": "EXIT" }
        ]
      }
    }
    """#

  private func error(_ members: String, attempt: Int = 1, operation: Int = 1) -> String {
    #"{"domain": "aws.batch", "origin": "train", "operation": "\#(operation)", "attempt": \#(attempt), "attributes": {\#(members)}}"#
  }

  @Test func `is read without findings`() {
    #expect(compiled(Self.whole).diagnostics.isEmpty, "\(compiled(Self.whole).diagnostics)")
  }

  @Test func `the first entry whose conditions are all met decides, and any other failure is tried again`()
    throws
  {
    let errors = [
      error(#""statusReason": "Host EC2 (instance i-1) terminated.", "exitCode": 42"#),
      error(#""statusReason": "Essential container in task exited", "exitCode": 42"#),
      error(#""reason": "OutOfMemoryError: Container killed", "exitCode": 137"#),
      error(#""reason": "OutOfMemoryError: Container killed", "exitCode": 1"#, operation: 2),
      error(#""exitCode": 137"#, operation: 3),
      error(#""exitCode": 1"#, attempt: 3, operation: 4),
    ]
    #expect(
      try decisions(Self.whole, errors) == [
        "retry 1/3 by train.attempts/count", "cancel by train/evaluateOnExit.2",
        "cancel by train/evaluateOnExit.1",
        "retry 1/3 by train.attempts/count", "retry 1/3 by train.attempts/count",
        "cancel by train.attempts/count",
      ]
    )
  }

  @Test func `one attempt is not a retry, and so is none that is written`() throws {
    for strategy in ["{ \"attempts\": 1 }", "{}"] {
      let text = "{ \"jobDefinitionName\": \"train\", \"retryStrategy\": \(strategy) }"
      #expect(try decisions(text, [error("\"exitCode\": 1")]) == ["cancel by train.attempts/count"])
    }
  }

  @Test func `lists of definitions and templates of CloudFormation are read, too`() throws {
    let list = "{ \"jobDefinitions\": [ \(Self.whole), \(Self.whole.replacing("train", with: "test")) ] }"
    #expect(compiled(list).diagnostics.isEmpty, "\(compiled(list).diagnostics)")
    let template = """
      AWSTemplateFormatVersion: "2010-09-09"
      Resources:
        Train:
          Type: AWS::Batch::JobDefinition
          Properties:
            Type: container
            RetryStrategy: { Attempts: 2, EvaluateOnExit: [ { OnExitCode: "42", Action: EXIT } ] }
        Bucket: { Type: AWS::S3::Bucket, Properties: { Tipe: a } }
      """
    #expect(
      compiled(template, name: "template.yaml").diagnostics.isEmpty,
      "\(compiled(template, name: "t.yaml").diagnostics)"
    )
    #expect(
      try decisions(template, name: "template.yaml", [error("\"exitCode\": 42"), error("\"exitCode\": 1")])
        == [
          "cancel by Train/evaluateOnExit.0", "retry 1/2 by Train.attempts/count",
        ]
    )
  }

  @Test(
    arguments: [
      ("\"attempts\": 3", "\"attempts\": 11", "faulty-policy"),
      ("\"attempts\": 3", "\"attempts\": 0", "faulty-policy"),
      ("\"attempts\": 3,", "", "faulty-policy"),
      ("\"attempts\": 3", "\"attempt\": 3", "faulty-policy faulty-policy"),
      ("\"action\": \"exit\"", "\"action\": \"STOP\"", "faulty-policy"),
      (", \"action\": \"exit\"", "", "faulty-policy"), ("\"13*\"", "\"a\"", "faulty-policy"),
      ("\"13*\"", "\"999\"", "faulty-policy"), ("\"Host EC2*\"", "\"Host * EC2*\"", "faulty-policy"),
      ("\"onStatusReason\"", "\"OnStatusReason\"", "faulty-policy"),
      ("\"retryStrategy\"", "\"retryStrategies\"", "faulty-policy"),
    ]
  )
  func `has its findings for what AWS rejects or what has no effect`(good: String, bad: String, codes: String)
    throws
  {
    #expect(try findingCodes(in: Self.whole, changing: good, to: bad) == codes)
  }
}

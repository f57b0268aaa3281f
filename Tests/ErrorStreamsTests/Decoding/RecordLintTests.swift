import ErrorStreams
import Foundation
import Inspection
import RuleEngine
import SystemPackage
import Testing

@Suite("The lint of errctl's own records")
struct RecordLintTests {
  private static func faults(_ lines: String...) throws -> [String] {
    let pipe = try FileDescriptor.pipe()
    defer { try? pipe.readEnd.close() }
    try pipe.writeEnd.writeAll("\(lines.joined(separator: "\n"))\n".utf8)
    try pipe.writeEnd.close()
    let inspection = try StreamInspection(
      pipe.readEnd,
      input: .detected(FormatTable()),
      limits: Limits(),
      samples: 0
    ) { _ in }
    return inspection.lint.faults.map { $0.message }
  }

  private static func record(_ members: String) -> String {
    #"{"origin":"app","type":"Shop.E",\#(members)}"#
  }

  @Test(
    "A member that means a field is named with the field",
    arguments: [
      ("statusCode", "status"), ("http_status", "status"), ("Status", "status"), ("sttaus", "status"),
      ("timestamp", "time"), ("tiem", "time"), ("retry_after", "retryAfter"), ("retryafter", "retryAfter"),
      ("errorCode", "code"), ("mesage", "message"), ("canceled", "cancelled"), ("severty", "severity"),
      ("operatoin", "operation"), ("catgory", "category"), ("causes", "underlying"),
    ]
  )
  func misspelt(member: String, field: String) throws {
    #expect(
      try Self.faults(Self.record(#""\#(member)":5"#)) == [
        "“\(member)” is an attribute, not a field, in 1 record (line 1). Write “\(field)”."
      ]
    )
  }

  @Test(
    "A member of a name of its own is none",
    arguments: [
      "mode", "tape", "base", "node", "region", "events", "times", "codes", "data", "state", "version",
      "user",
      "host", "completed", "elapsed", "level", "session", "orders", "name", "kind",
    ]
  )
  func ownNames(member: String) throws {
    #expect(try Self.faults(Self.record(#""\#(member)":5"#)) == [])
  }

  @Test("A member beside the field that it resembles is none")
  func besideTheField() throws {
    #expect(try Self.faults(Self.record(#""status":503,"statusCode":503"#)) == [])
  }

  @Test(
    "A value that its field can not have is named with the type to write",
    arguments: [
      (
        #""status":"503""#,
        "“status” is a text in 1 record (line 1: “503”), so it is an attribute. Write 503 without quotes."
      ),
      (
        #""status":"down""#,
        "“status” is a text in 1 record (line 1), so it is an attribute. Write an integer."
      ),
      (
        #""retryAfter":-30"#,
        "“retryAfter” is a negative number in 1 record (line 1), so it is ignored. Write a duration such as 200ms."
      ),
      (
        #""retryAfter":"-5s""#,
        "“retryAfter” is a text in 1 record (line 1: “-5s”), so it is ignored. Write a duration such as 200ms."
      ),
      (
        #""cancelled":"yes""#,
        "“cancelled” is a text in 1 record (line 1), so it is an attribute. Write true or false."
      ),
      (
        #""time":"yesterday""#,
        "“time” is a text in 1 record (line 1), so it is an attribute. Write an RFC 3339 time."
      ),
    ]
  )
  func mistyped(members: String, message: String) throws {
    #expect(try Self.faults(Self.record(members)) == [message])
  }

  @Test("Values that fit, and null, are none")
  func fitting() throws {
    #expect(try Self.faults(Self.record(#""status":503.0,"retryAfter":"5s","code":null,"attempt":1"#)) == [])
  }

  @Test("The records are counted, with the line of the first among blank ones")
  func counts() throws {
    #expect(
      try Self.faults(
        Self.record(#""status":503"#),
        "",
        Self.record(#""orgin":"a""#).replacing("origin", with: "id"),
        Self.record(#""orgin":"b""#).replacing("origin", with: "id")
      )
        == ["“orgin” is an attribute, not a field, in 2 records (first in line 3). Write “origin”."]
    )
  }

  @Test(
    "Records that only may be errctl's own are looked at, too",
    arguments: [
      (
        #"{"type":"HTTPError","statusCode":503}"#,
        "“statusCode” is an attribute, not a field, in 1 record (line 1). Write “status”."
      ),
      (
        #"{"type":"IOException","retryAfter":-30,"host":"db","shard":4,"user":{"id":7}}"#,
        "“retryAfter” is a negative number in 1 record (line 1), so it is ignored. Write a duration such as 200ms."
      ),
      (
        #"{"message":"lost","orgin":"shop"}"#,
        "“orgin” is an attribute, not a field, in 1 record (line 1). Write “origin”."
      ),
    ]
  )
  func uncertain(record: String, message: String) throws {
    #expect(try Self.faults(record) == [message])
  }

  @Test(
    "Objects that are no error of errctl's own are not looked at",
    arguments: [
      #"{"Time":"2026-11-27T23:06:16Z","Action":"run","statusCode":503}"#,
      #"{"type":"start","orgin":"shop","host":"db"}"#,
      #"{"status":"503","timestamp":"2026-11-27T23:06:16Z"}"#,
    ]
  )
  func notOurs(line: String) throws {
    #expect(try Self.faults(line) == [])
  }

  @Test("The log of another program has members of its own")
  func otherLogs() throws {
    #expect(
      try Self.faults(
        #"{"level":"error","msg":"late","statusCode":"503","timestamp":"2026-11-21T01:41:19Z"}"#
      ) == []
    )
  }
}

import ErrorStreams
import Foundation
import Testing

/// rsyslog writes a message's control characters as `#` and three octal digits.
@Suite("Control characters in lines, and as rsyslog escapes them")
struct ControlEscapesTests {
  private static let trace =
    #"Traceback (most recent call last):#012  File "s.py", line 5, in f#012KeyError: 'x'#012#012The above exception was the direct cause of the following exception:#012#012Traceback (most recent call last):#012#011File "s.py", line 8, in <module>#012RuntimeError: declined"#

  private func records(_ lines: String...) throws -> [[String: Any]] {
    let stream = try ReadStream(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(stream.rejected.isEmpty)
    return try stream.records.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(
    "A traceback in one line has its type, message and causes, and is an error",
    arguments: [
      "2026-11-27T23:26:12.779364+00:00 vm shop: ERROR pay could not pay#012",
      "Nov 27 23:26:12 vm shop[17]: could not pay#012",
      "<11>Nov 27 23:26:12 vm shop: error: could not pay#012",
      "<11>1 2026-11-27T23:26:12.779364+00:00 vm shop - - -  ERROR pay could not pay#012",
      "Nov 27 23:26:12 vm shop[17]: 2026-11-27 23:26:12,001 ERROR pay: could not pay#015#012",
    ]
  )
  func tracebackOfOneLine(heading: String) throws {
    let records = try records(heading + Self.trace)
    #expect(records.count == 1)
    let record = try #require(records.first)
    #expect(record["type"] as? String == "RuntimeError")
    #expect(record["message"] as? String == "declined")
    let causes = record["underlying"] as? [[String: Any]]
    #expect(causes?.map { $0["type"] as? String } == ["KeyError"])
    let attributes = record["attributes"] as? [String: Any]
    #expect((attributes?["message"] as? String)?.hasSuffix("could not pay") == true)
  }

  @Test("Lines that are no trace are the message and its other lines")
  func severalLines() throws {
    let records = try records("Nov 27 23:26:15 vm shop: error: SELECT a #012FROM b#012WHERE x")
    #expect(records.first?["message"] as? String == "SELECT a")
    #expect((records.first?["attributes"] as? [String: Any])?["more"] as? String == "FROM b\nWHERE x")
  }

  @Test("A JSON object over several lines is read as an object")
  func objectOverLines() throws {
    let records = try records(
      ##"Nov 27 23:26:14 vm shop: {#012 "level": "error",#012 "message": "declined"#012}"##
    )
    #expect(records.first?["message"] as? String == "declined")
    #expect(records.first?["severity"] as? String == "error")
  }

  @Test(
    "A number is not an escape",
    arguments: ["order #012 failed, see bug#012", "#0123 at #011", "ticket#012."]
  )
  func numbers(text: String) throws {
    let records = try records("Nov 27 23:26:13 vm shop: error: \(text)")
    #expect(records.map { $0["message"] as? String } == [text])
  }

  @Test("Colors are no part of the message")
  func colors() throws {
    let records = try records("Nov 27 23:26:13 vm shop: #033[31mERROR: declined#033[0m")
    #expect(records.map { $0["message"] as? String } == ["declined"])
    #expect(records.map { $0["severity"] as? String } == ["error"])
  }

  @Test("Progress that a terminal shows before a line is not part of it")
  func progress() throws {
    let records = try records(
      "26/11/27 23:15:43 WARN NativeCodeLoader: careful",
      "\r[Stage 0:>      (0 + 1) / 1]\r26/11/27 23:16:21 ERROR Executor: Exception in task 0.0",
      "java.lang.IllegalStateException: declined",
      "\tat a.B.c(B.java:1)",
      "\r[Stage 1:>      (0 + 1) / 1]\r[Stage 1:==>   (1 + 0) / 1]\r26/11/27 23:16:22 WARN Executor: slow"
    )
    #expect(
      records.map { $0["time"] as? String } == [
        "2026-11-27T23:15:43Z", "2026-11-27T23:16:21Z", "2026-11-27T23:16:22Z",
      ]
    )
    #expect(records.map { $0["type"] as? String } == [nil, "java.lang.IllegalStateException", nil])
  }

  @Test("Further lines of the record are no second list of its lines")
  func furtherLines() throws {
    let records = try records("Nov 27 23:26:12 vm shop: error: declined#012" + Self.trace, "  at a place")
    #expect(records.map { $0["type"] as? String } == ["RuntimeError"])
  }
}

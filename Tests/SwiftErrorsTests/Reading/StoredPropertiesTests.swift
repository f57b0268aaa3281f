import Foundation
import SwiftErrors
import Testing

struct StoredPropertiesTests {
  struct ParsingError: Error {
    let line: Int
    let file: String?
    let password: String
  }

  struct Declined: Error {}

  struct Reflected: Error, CustomReflectable {
    let token: String
    var customMirror: Mirror { Mirror(self, children: ["harmless": token]) }
  }

  struct Refused: ProblemError {
    let document: Problem
    var problem: Problem? { document }
  }

  final class Node: Error, @unchecked Sendable {
    var next: Node?
  }

  @Test func `a struct's properties are its payload, in order, and secret ones are hidden`() {
    let record = RecordedError(ParsingError(line: 3, file: nil, password: "hunter2"))
    #expect(record.case == nil)
    #expect(record.payload == [3, nil, "[redacted]"])
    #expect(RecordedError(Declined()).payload.isEmpty)
  }

  @Test func `a struct that stands for an NSError has no payload`() {
    #expect(RecordedError(URLError(.timedOut)).payload.isEmpty)
    #expect(RecordedError(CocoaError(.fileNoSuchFile)).payload.isEmpty)
    #expect(RecordedError(POSIXError(.EPIPE)).payload.isEmpty)
  }

  @Test func `a problem is recorded once`() throws {
    let record = try parsed(Refused(document: Problem(title: "Refused", status: 403)))
    #expect(record["payload"] == nil)
    #expect(record["status"] as? Int == 403)
  }

  @Test func `a mirror of the type's own making is not believed`() {
    #expect(RecordedError(Reflected(token: "t-123")).payload.isEmpty)
  }

  @Test func `an object that contains itself ends`() {
    let node = Node()
    node.next = node
    #expect(RecordedError(node).payload.isEmpty)
    node.next = nil
  }
}

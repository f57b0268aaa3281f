import ErrorStreams
import Testing

@Suite("KSCrash's reports")
struct KSCrashContainerTests {
  private static func record(error: String, _ others: String = "") throws -> String? {
    let report =
      #"{"report":{"timestamp":1795225279},"system":{"process_name":"Shop"},"crash":{"error":\#(error)\#(others)}}"#
    let read = try ReadStream(Array("\(report)\n".utf8))
    #expect(read.format == "kscrash")
    return read.records.first
  }

  @Test("A signal, a Mach exception and KSCrash's own kinds are the type")
  func kinds() throws {
    #expect(
      try Self.record(error: #"{"type":"signal","signal":{"signal":15,"name":"SIGTERM"}}"#)
        == #"{"time":"2026-11-21T01:41:19Z","origin":"Shop","severity":"fatal","type":"SIGTERM","domain":"SIGNAL","code":15,"platform":"darwin","attributes":{"signal":"SIGTERM","process":"Shop"}}"#
    )
    #expect(
      try Self.record(
        error:
          #"{"type":"mach","mach":{"exception_name":"EXC_BAD_ACCESS","code_name":"KERN_INVALID_ADDRESS"},"signal":{"signal":0}}"#
      )?.contains(#""type":"EXC_BAD_ACCESS","message":"KERN_INVALID_ADDRESS""#) == true
    )
    let deadlock = try Self.record(
      error: #"{"type":"deadlock"}"#,
      #","diagnosis":"Main thread deadlocked in run\nOriginated at main""#
    )
    #expect(deadlock?.contains(#""type":"deadlock","message":"Main thread deadlocked in run""#) == true)
  }

  @Test("Without addresses of images the program's own name decides which frame is its own")
  func origin() throws {
    let record = try Self.record(
      error: #"{"type":"mach","mach":{"exception_name":"EXC_CRASH"}}"#,
      #","threads":[{"crashed":false},{"crashed":true,"backtrace":{"contents":[{"object_name":"UIKit","symbol_name":"run"},{"object_name":"Shop","symbol_name":"main"}]}}]"#
    )
    #expect(record?.contains(#""origin":"main""#) == true)
  }
}

package import Bytes

/// The body of a jetsam event report (`.ips`): the processes of a device that ran low on memory. Those with a reason were
/// ended for it (Apple: “Identifying high-memory use with jetsam event reports”).
package struct JetsamContainer: DocumentContainer {
  package init() {}

  package var summary: String {
    "a line with a header, then the report, with a record for each ended process"
  }

  package var markers: Mapping.Markers {
    Mapping.Markers(["memoryStatus", "processes"], any: [["largestProcess", "product", "kernel"]])
  }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    var count = 0
    _ = tape.first(in: tape.member(ByteSlice("processes"), of: 0)) { process in
      let reason = tape.string("reason", in: process)
      guard !reason.isEmpty else { return false }
      var document = CrashDocument()
      document.append("time", tape.string("date"))
      document.append("incident", tape.string("incident"))
      document.append("origin", tape.string("name", in: process))
      document.append("type", reason)
      document.append("domain", ByteSlice("JETSAM"))
      document.append(Self.ofProcess, of: process, tape)
      document.append(Self.ofReport, of: 0, tape)
      document.end(to: &text)
      count += 1
      return false
    }
    return count
  }

  private static let ofProcess: [(StaticString, StaticString)] = [
    ("pid", "pid"), ("states", "states"), ("pages", "rpages"), ("mostPages", "lifetimeMax"),
  ]

  private static let ofReport: [(StaticString, StaticString)] = [
    ("pageSize", "memoryStatus.pageSize"), ("largestProcess", "largestProcess"), ("os", "build"),
    ("model", "product"),
  ]
}

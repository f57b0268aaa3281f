import ErrorStreams
import Testing

@Suite("Reports of processes that Apple's systems ended")
struct JetsamContainerTests {
  // The layout of Apple's “Identifying high-memory use with jetsam event reports”.
  private static func report(_ processes: String) -> [UInt8] {
    Array(
      """
      {"bug_type":"298","timestamp":"2026-11-21 01:41:20.00 +0100","os_version":"iPhone OS 18.1 (22B83)","incident_id":"32B05E8B"}
      {
        "crashReporterKey" : "b9aa4fba",
        "kernel" : "Darwin Kernel Version 24.1.0",
        "product" : "iPhone14,5",
        "incident" : "32B05E8B",
        "date" : "2026-11-21 01:41:19.48 +0100",
        "build" : "iPhone OS 18.1 (22B83)",
        "memoryStatus" : {
          "pageSize" : 16384,
          "memoryPages" : {"active" : 195361, "free" : 11374}
        },
        "largestProcess" : "Shop",
        "processes" : [
          {"pid" : 31, "name" : "backboardd", "states" : ["active"], "rpages" : 19240},
          \(processes)
        ]
      }

      """.utf8
    )
  }

  @Test("Each process with a reason is a record, and the others none")
  func reasons() throws {
    let read = try ReadStream(
      Self.report(
        #"{"pid":1052,"name":"Shop","states":["frontmost"],"lifetimeMax":92802,"rpages":92802,"reason":"per-process-limit"}, {"pid":9,"name":"financed","rpages":804,"reason":"vm-pageshortage"}"#
      )
    )
    #expect(read.format == "apple-jetsam")
    #expect(read.counts.malformed == 0)
    #expect(read.counts.passedOver == 1)
    #expect(read.counts.inner == 1)
    #expect(
      read.records.first
        == #"{"time":"2026-11-21T01:41:19.48+01:00","id":"32B05E8B","origin":"Shop","severity":"fatal","type":"per-process-limit","domain":"JETSAM","platform":"darwin","attributes":{"pid":1052,"states":["frontmost"],"pages":92802,"mostPages":92802,"pageSize":16384,"largestProcess":"Shop","os":"iPhone OS 18.1 (22B83)","model":"iPhone14,5"}}"#
    )
    #expect(
      read.records.last?.contains(#""origin":"financed","severity":"fatal","type":"vm-pageshortage""#) == true
    )
    #expect(read.records.count == 2)
  }

  @Test("A report of no ended process has no error")
  func none() throws {
    let read = try ReadStream(Self.report(#"{"pid":9,"name":"financed","rpages":804}"#))
    #expect(read.format == "apple-jetsam")
    #expect(read.records.isEmpty)
    #expect(read.counts.passedOver == 2)
    #expect(read.counts.malformed == 0)
  }
}

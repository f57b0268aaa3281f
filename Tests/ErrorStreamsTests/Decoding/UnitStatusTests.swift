import ErrorStreams
import Foundation
import RuleEngine
import SystemPackage
import Testing

/// Lines of systemctl 252 and 257.
@Suite("What systemctl's status tells")
struct UnitStatusTests {
  private static let failed = """
    × shop.service - Shop
         Loaded: loaded (/etc/systemd/system/shop.service; enabled; preset: enabled)
        Drop-In: /etc/systemd/system/shop.service.d
                 └─10-restart.conf
         Active: failed (Result: core-dump) since Fri 2026-11-27 23:46:06 UTC; 9s ago
       Duration: 64ms
        Process: 46 ExecStartPre=/usr/bin/true (code=exited, status=0/SUCCESS)
        Process: 47 ExecStart=/usr/bin/shop (code=dumped, signal=SEGV)
       Main PID: 47 (code=dumped, signal=SEGV)
            CPU: 7ms

    """
  private static let waits = """
    ● work.service - Work
         Loaded: loaded (/run/systemd/system/work.service; static)
         Active: activating (auto-restart) (Result: exit-code) since Fri 2026-11-27 23:46:06 UTC; 9s ago
        Process: 37 ExecStartPre=/bin/sh -c exit 3 (code=exited, status=3/NOTIMPLEMENTED)
        Process: 38 ExecStopPost=/bin/sh -c exit 4 (code=exited, status=4/NOPERMISSION)

    """
  private static let refused = """
    × pay.service - Pay
         Active: failed (Result: start-limit-hit) since Fri 2026-11-27 23:46:06 UTC; 9s ago
        Process: 61 ExecStart=/bin/true (code=exited, status=0/SUCCESS)
       Main PID: 61 (code=exited, status=0/SUCCESS)

    """
  private static let missing = """
    × env.service
         Active: failed (Result: resources)

    """
  private static let well = """
    ● mail.service - Mail
         Active: active (running) since Fri 2026-11-27 23:46:06 UTC; 9s ago
    TriggeredBy: ● mail.socket
        Process: 80 ExecReload=/bin/sh -c exit 5 (code=exited, status=5)
          Tasks: 1 (limit: 4915)

    ○ path.service - Path
         Active: inactive (dead) (Result: exec-condition) since Fri 2026-11-27 23:46:08 UTC; 8s ago
      Condition: start condition failed at Fri 2026-11-27 23:46:08 UTC; 7s ago
                 └─ ConditionPathExists=/no/such/path was not met

    """

  private static let failures = [
    "shop.service core-dump SIGSEGV main", "work.service exit-code 3 control",
    "pay.service start-limit-hit", "env.service resources",
  ]

  /// Origin, domain, code and the process of each record.
  private static func facts(_ records: [String]) throws -> [String] {
    try records.map { record in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      let attributes = object["attributes"] as? [String: Any]
      let values = [
        object["origin"], object["domain"], object["code"], attributes?["process"],
      ]
      return values.compactMap { $0.map { "\($0)" } }.joined(separator: " ")
    }
  }

  @Test("is one error for each unit that failed, without lines of the journal")
  func heads() throws {
    let read = try ReadStream(
      Array([Self.failed, Self.waits, Self.refused, Self.missing, Self.well].joined(separator: "\n").utf8)
    )
    #expect(try Self.facts(read.records) == Self.failures)
    #expect(read.counts.malformed == 0)
    #expect(try Self.facts(ReadStream(Array(Self.failed.utf8)).records) == [Self.failures[0]])
    #expect(try ReadStream(Array((Self.well + "\n").utf8)).records.isEmpty)
  }

  @Test("is the failure that the lines of the journal below tell again, and no other")
  func journal() throws {
    let text = """
      \(Self.failed)
      Nov 27 23:40:06 vm systemd[1]: shop.service: Failed with result 'watchdog'.
      Nov 27 23:46:06 vm systemd[1]: Started shop.service - Shop.
      Nov 27 23:46:06 vm systemd[1]: shop.service: Main process exited, code=dumped, status=11/SEGV
      Nov 27 23:46:05 vm systemd[1]: shop.service: Failed with result 'core-dump'.
      Nov 27 23:46:06 vm systemd[1]: shop.service: Start request repeated too quickly.
      Nov 27 23:46:06 vm systemd[1]: shop.service: Failed with result 'core-dump'.
      Nov 27 23:46:06 vm systemd[1]: Failed to start shop.service - Shop.

      \(Self.refused)
      Nov 27 23:46:06 vm systemd[1]: pay.service: Start request repeated too quickly.
      Nov 27 23:46:06 vm systemd[1]: pay.service: Failed with result 'start-limit-hit'.

      """
    let read = try ReadStream(Array(text.utf8))
    let expected = [
      Self.failures[0], "shop.service watchdog", "shop.service start-limit-hit", Self.failures[2],
    ]
    #expect(try Self.facts(read.records) == expected)
    #expect(read.records[0].hasPrefix(#"{"origin":"shop.service""#))
    #expect(read.records[0].contains(#""time":"2026-11-27T23:46:06Z""#))
  }

  @Test("does not depend on where chunks of the text end", arguments: [64, 100, 333, 1_000])
  func chunks(size: Int) throws {
    let text = [Self.failed, Self.waits, Self.refused, Self.missing, Self.well].joined(separator: "\n")
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-status-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
    defer { try? descriptor.close() }
    var reader = RecordReader(descriptor, named: "log", limits: Limits(), chunkSize: size)
    var lines = Chunk()
    var records: [String] = []
    while try reader.read(into: &lines) {
      records += String(decoding: lines.bytes.slice.buffer, as: UTF8.self).split(separator: "\n").map {
        String($0)
      }
    }
    #expect(try Self.facts(records) == Self.failures)
  }
}

import ErrorStreams
import Foundation
import RuleEngine
import SystemPackage
import Testing

@Suite("Failures of systemd's services")
struct UnitFailuresTests {
  /// Messages of systemd 252 and 257: a service that is restarted and given up, one that is killed, one whose program is missing,
  /// one that is stopped, a reload.
  private static let messages: [(identifier: String, unit: String, message: String)] = [
    ("systemd[1]", "shop.service", "Started shop.service - Shop."),
    ("systemd[1]", "shop.service", "shop.service: Main process exited, code=exited, status=7/NOTRUNNING"),
    ("systemd[1]", "work.service", "work.service: Main process exited, code=killed, status=9/KILL"),
    ("systemd[1]", "shop.service", "shop.service: Failed with result 'exit-code'."),
    ("systemd[1]", "work.service", "work.service: Failed with result 'signal'."),
    ("systemd[1]", "shop.service", "shop.service: Scheduled restart job, restart counter is at 1."),
    ("systemd[1]", "shop.service", "Started shop.service - Shop."),
    ("systemd[1]", "shop.service", "shop.service: Main process exited, code=exited, status=7/NOTRUNNING"),
    ("systemd[1]", "shop.service", "shop.service: Failed with result 'exit-code'."),
    ("systemd[1]", "shop.service", "shop.service: Start request repeated too quickly."),
    ("systemd[1]", "shop.service", "shop.service: Failed with result 'exit-code'."),
    ("systemd[1]", "shop.service", "Failed to start shop.service - Shop."),
    ("systemd[1]", "miss.service", "miss.service: Failed at step EXEC spawning /usr/bin/miss: No such file"),
    ("systemd[1]", "miss.service", "miss.service: Main process exited, code=exited, status=203/EXEC"),
    ("systemd[1]", "miss.service", "miss.service: Failed with result 'exit-code'."),
    ("systemd[1]", "stop.service", "Stopping stop.service - Stop..."),
    ("systemd[1]", "stop.service", "stop.service: State 'stop-sigterm' timed out. Killing."),
    ("systemd[1]", "stop.service", "stop.service: Main process exited, code=killed, status=9/KILL"),
    ("systemd[1]", "stop.service", "stop.service: Failed with result 'timeout'."),
    ("systemd[1]", "web.service", "web.service: Control process exited, code=exited, status=5/NOTINSTALLED"),
    ("systemd[1]", "web.service", "Reload failed for web.service - Web."),
  ]

  private static let failures = [
    "shop.service exit-code 7 main 1", "work.service signal SIGKILL main 1",
    "shop.service exit-code 7 main 2",
    "shop.service start-limit-hit", "miss.service exit-code 203 main 1",
    "stop.service timeout SIGKILL main 1 stop", "web.service reload 5 control",
  ]

  enum Style: CaseIterable {
    case json, short, shortISO, withUnit, verbose, export

    var text: String {
      UnitFailuresTests.messages.enumerated().map { index, line in
        let second = String(format: "%02d", index)
        switch self {
        case .json:
          return
            #"{"__REALTIME_TIMESTAMP":"17958201\#(second)000000","PRIORITY":"5","SYSLOG_IDENTIFIER":"systemd","UNIT":"\#(line.unit)","_SYSTEMD_UNIT":"init.scope","MESSAGE":"\#(line.message)"}"#
        case .short: return "Nov 27 23:46:\(second) vm \(line.identifier): \(line.message)"
        case .shortISO: return "2026-11-27T23:46:\(second)+00:00 vm \(line.identifier): \(line.message)"
        case .withUnit:
          return "Fri 2026-11-27 23:46:\(second) UTC vm init.scope[1]: \(line.message)"
        case .verbose:
          return """
            Fri 2026-11-27 23:46:\(second).000001 UTC [s=2ac3f581960f42f6ba8b6129b1970601;i=\(index);b=0a;m=c6;t=66;x=ad]
                PRIORITY=5
                UNIT=\(line.unit)
                MESSAGE=\(line.message)
            """
        case .export:
          return """
            __CURSOR=s=2ac3f581960f42f6ba8b6129b1970601;i=\(index);b=0a;m=c6;t=66;x=ad
            __REALTIME_TIMESTAMP=17958201\(second)000000
            PRIORITY=5
            UNIT=\(line.unit)
            MESSAGE=\(line.message)

            """
        }
      }
      .joined(separator: "\n") + "\n"
    }
  }

  /// Origin, domain, code, the process, the try and the job of each record.
  private static func facts(_ records: [String]) throws -> [String] {
    try records.map { record in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      let attributes = object["attributes"] as? [String: Any]
      let values = [
        object["origin"], object["domain"], object["code"], attributes?["process"], object["attempt"],
        attributes?["job"],
      ]
      return values.compactMap { $0.map { "\($0)" } }.joined(separator: " ")
    }
  }

  @Test("are one error each, in every style of the journal", arguments: Style.allCases)
  func styles(style: Style) throws {
    let read = try ReadStream(Array(style.text.utf8))
    #expect(try Self.facts(read.records) == Self.failures, "\(read.format)")
    #expect(read.counts.malformed == 0)
  }

  @Test("are the same, wherever chunks of the log end", arguments: [200, 400, 1_000])
  func chunks(size: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-units-\(UUID().uuidString)")
    try Data(Style.shortISO.text.utf8).write(to: file)
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

  /// The origin, the number of the try and how long it lasted.
  private static func tries(_ records: [String]) throws -> [String] {
    try records.map { record in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      let attributes = object["attributes"] as? [String: Any]
      return [object["attempt"], attributes?["lasted"]].map { $0.map { "\($0)" } ?? "-" }.joined(
        separator: " "
      )
    }
  }

  @Test("say how long each run lasted, in every style of the journal", arguments: Style.allCases)
  func runs(style: Style) throws {
    let read = try ReadStream(Array(style.text.utf8))
    #expect(try Self.tries(read.records) == ["1 3s", "1 -", "2 2s", "- -", "1 -", "1 -", "- -"])
  }

  @Test("have sentences about units without a description, too")
  func descriptions() throws {
    let text = """
      Nov 27 23:46:01 vm systemd[1]: Starting shop.service...
      Nov 27 23:46:03 vm systemd[1]: shop.service: Failed with result 'watchdog'.
      Nov 27 23:46:03 vm systemd[1]: Failed to start shop.service.
      """
    let read = try ReadStream(Array(text.utf8))
    #expect(try Self.tries(read.records) == ["1 2s"])
  }

  @Test("count a start by hand as the first one, and a year's end as no run")
  func starts() throws {
    let text = """
      Dec 31 23:59:50 vm systemd[1]: shop.service: Scheduled restart job, restart counter is at 4.
      Dec 31 23:59:50 vm systemd[1]: Stopped shop.service - Shop.
      Dec 31 23:59:50 vm systemd[1]: Starting shop.service - Shop...
      Dec 31 23:59:51 vm systemd[1]: Started shop.service - Shop.
      Dec 31 23:59:52 vm systemd[1]: shop.service: Failed with result 'watchdog'.
      Dec 31 23:59:55 vm systemd[1]: Started shop.service - Shop.
      Jan  1 00:00:05 vm systemd[1]: shop.service: Failed with result 'watchdog'.
      """
    let read = try ReadStream(Array(text.utf8))
    #expect(try Self.tries(read.records) == ["5 2s", "1 -"])
  }

  @Test("stay lines of their own if records are kept apart")
  func apart() throws {
    let read = try ReadStream(
      Array(Style.shortISO.text.utf8),
      input: .detected(FormatTable(keepsApart: true))
    )
    #expect(read.records.count > Self.failures.count)
    #expect(try Self.facts(read.records).contains("shop.service 7"))
  }

  @Test("are one error each for mounts, and in syslog's own lines")
  func mounts() throws {
    let lines = [
      "mnt.mount: Mount process exited, code=exited, status=32/n/a",
      "mnt.mount: Failed with result 'exit-code'.",
      "Failed to mount mnt.mount - /mnt.",
    ]
    let text = lines.map { "<29>1 2026-11-27T23:46:01Z vm systemd 1 - - \($0)\n" }.joined()
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "syslog")
    #expect(try Self.facts(read.records) == ["mnt.mount exit-code 32 control 1"])
  }

  @Test("count the restarts that systemd counts, also those after a good end")
  func restarts() throws {
    let text = """
      2026-11-27T23:46:01+00:00 vm systemd[1]: shop.service: Scheduled restart job, restart counter is at 41.
      2026-11-27T23:46:02+00:00 vm systemd[1]: shop.service: Main process exited, code=dumped, status=11/SEGV
      2026-11-27T23:46:02+00:00 vm systemd[1]: shop.service: Failed with result 'core-dump'.
      """
    let read = try ReadStream(Array(text.utf8))
    #expect(try Self.facts(read.records) == ["shop.service core-dump SIGSEGV main 42"])
  }
}

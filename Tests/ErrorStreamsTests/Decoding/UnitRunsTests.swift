import ErrorStreams
import Foundation
import Testing

@Suite("Runs of restarts of systemd's services")
struct UnitRunsTests {
  enum Style: CaseIterable {
    case json, short, shortISO, withUnit, verbose, export

    /// The text of messages, each with its second.
    func text(_ lines: [(second: Int, message: String)]) -> String {
      lines.enumerated().map { index, line in
        let clock = String(format: "%02d:%02d", 10 + line.second / 60, line.second % 60)
        let microseconds = 1_795_776_600_000_000 + line.second * 1_000_000
        switch self {
        case .json:
          return
            #"{"__REALTIME_TIMESTAMP":"\#(microseconds)","PRIORITY":"6","UNIT":"any.service","_SYSTEMD_UNIT":"init.scope","MESSAGE":"\#(line.message)"}"#
        case .short: return "Nov 27 10:\(clock) vm systemd[1]: \(line.message)"
        case .shortISO: return "2026-11-27T10:\(clock)+00:00 vm systemd[1]: \(line.message)"
        case .withUnit: return "Fri 2026-11-27 10:\(clock) UTC vm init.scope[1]: \(line.message)"
        case .verbose:
          return """
            Fri 2026-11-27 10:\(clock).000001 UTC [s=2ac3f581960f42f6ba8b6129b1970601;i=\(index);b=0a;m=c6;t=66;x=ad]
                PRIORITY=6
                UNIT=any.service
                MESSAGE=\(line.message)
            """
        case .export:
          return """
            __CURSOR=s=2ac3f581960f42f6ba8b6129b1970601;i=\(index);b=0a;m=c6;t=66;x=ad
            __REALTIME_TIMESTAMP=\(microseconds)
            PRIORITY=6
            UNIT=any.service
            MESSAGE=\(line.message)

            """
        }
      }
      .joined(separator: "\n") + "\n"
    }
  }

  /// The operation and the try of each record, and whether it ended well.
  private static func runs(_ text: String) throws -> [String] {
    try ReadStream(Array(text.utf8)).records.map { record in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      #expect(object["origin"] as? String == object["operation"] as? String)
      let values = [object["operation"], object["attempt"]].map { $0.map { "\($0)" } ?? "-" }
      return values.joined(separator: " ") + (object["completed"] == nil ? "" : " up")
    }
  }

  private static func crash(_ second: Int, _ unit: String = "shop") -> [(second: Int, message: String)] {
    [
      (second, "\(unit).service: Main process exited, code=exited, status=7/NOTRUNNING"),
      (second, "\(unit).service: Failed with result 'exit-code'."),
    ]
  }

  private static func restart(_ second: Int, _ counter: Int) -> [(second: Int, message: String)] {
    [
      (second, "shop.service: Scheduled restart job, restart counter is at \(counter)."),
      (second, "Started shop.service - Shop."),
    ]
  }

  @Test(
    "end once the service stays up, which the first line after ten seconds shows",
    arguments: Style.allCases
  )
  func up(style: Style) throws {
    let lines =
      [(0, "Started shop.service - Shop.")] + Self.crash(1) + Self.restart(2, 1) + Self.crash(3)
      + Self.restart(4, 2)
      + [
        (5, "Started pay.service - Pay."), (14, "Starting mail.service - Mail..."),
        (30, "Started mail.service."),
      ]
    #expect(try Self.runs(style.text(lines)) == ["shop.service 1", "shop.service 2", "shop.service 3 up"])
  }

  @Test("end before the next failure if that comes after ten seconds, and not if it comes earlier")
  func crashes() throws {
    let lines =
      Self.crash(1) + Self.restart(2, 1) + Self.crash(12) + Self.restart(13, 2) + Self.crash(22)
      + Self.restart(23, 3)
    #expect(
      try Self.runs(Style.shortISO.text(lines)) == [
        "shop.service 1", "shop.service 2 up", "shop.service 2", "shop.service 3",
      ]
    )
  }

  @Test("end if the service ends well, is done, or is stopped while it is up")
  func goodEnds() throws {
    let stopped = [(4, "Stopping shop.service - Shop..."), (4, "shop.service: Deactivated successfully.")]
    let lines =
      Self.crash(1) + Self.restart(2, 1) + stopped + Self.crash(5, "job")
      + [(6, "Starting job.service - Job..."), (7, "job.service: Deactivated successfully.")]
      + Self.crash(8, "once") + [(9, "Finished once.service - Once.")]
    #expect(
      try Self.runs(Style.shortISO.text(lines)) == [
        "shop.service 1", "shop.service 2 up", "job.service 1", "job.service 1 up", "once.service 1",
        "once.service 1 up",
      ]
    )
  }

  @Test("end without success if systemd gives up or somebody stops a service that does not end well")
  func badEnds() throws {
    let lines =
      Self.crash(1) + [
        (2, "shop.service: Start request repeated too quickly."),
        (2, "shop.service: Failed with result 'exit-code'."),
      ]
      + Self.crash(3, "pay") + [(4, "Stopping pay.service - Pay...")] + Self.crash(5, "pay")
      + [(30, "Started mail.service - Mail.")]
    #expect(
      try Self.runs(Style.shortISO.text(lines)) == [
        "shop.service 1", "shop.service -", "pay.service 1", "pay.service 1",
      ]
    )
  }
}

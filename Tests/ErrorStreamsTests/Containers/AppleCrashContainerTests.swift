import ErrorStreams
import RuleEngine
import Testing

@Suite("Apple crash reports as JSON")
struct AppleCrashContainerTests {
  private static let header =
    #"{"app_name":"Shop","timestamp":"2026-11-21 01:41:20.00 +0100","bug_type":"309"}"#

  /// A report as ReportCrash writes it: the header on a line, the body over several.
  private static func report(_ members: String, path: String = "/Applications/Shop.app/Contents/MacOS/Shop")
    -> [UInt8]
  {
    let body = """
      {
        "captureTime" : "2026-11-21 01:41:19.4839 +0100",
        "procName" : "Shop",
        "procPath" : "\(path)",
        \(members),
        "usedImages" : [
          {"name" : "Shop", "path" : "\(path)"},
          {"name" : "AppKit", "path" : "/System/Library/Frameworks/AppKit.framework/AppKit"},
          {"name" : "Cart", "path" : "/Applications/Shop.app/Contents/Frameworks/Cart.framework/Cart"}
        ]
      }
      """
    return Array("\(header)\n\(body)\n".utf8)
  }

  @Test("The header is passed over, and the report is one record")
  func header() throws {
    let read = try ReadStream(
      Self.report(
        #""exception" : {"type" : "EXC_BAD_ACCESS", "signal" : "SIGSEGV"}, "threads" : [{"triggered" : true, "frames" : [{"imageIndex" : 0, "imageOffset" : 12}]}]"#
      )
    )
    #expect(read.format == "apple-crash")
    #expect(read.counts.passedOver == 1)
    #expect(read.counts.malformed == 0)
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.4839+01:00","origin":"Shop + 12","severity":"fatal","type":"EXC_BAD_ACCESS","platform":"darwin","attributes":{"image":"Shop","signal":"SIGSEGV","process":"Shop"}}"#
      ]
    )
  }

  @Test("An uncaught exception has its name and reason, and its origin is where it was thrown")
  func exception() throws {
    let read = try ReadStream(
      Self.report(
        #"""
        "exception" : {"type" : "EXC_CRASH", "signal" : "SIGABRT"},
        "termination" : {"namespace" : "SIGNAL", "code" : 6, "indicator" : "Abort trap: 6"},
        "asi" : {"libsystem_c.dylib" : ["abort() called"], "CoreFoundation" : ["*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 2 isn't there'"]},
        "lastExceptionBacktrace" : [{"imageIndex" : 1, "symbol" : "-[NSApplication run]"}, {"imageIndex" : 2, "symbol" : "-[Cart total]"}],
        "faultingThread" : 0, "threads" : [{"frames" : [{"imageIndex" : 0, "symbol" : "main"}]}]
        """#
      )
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.4839+01:00","origin":"-[Cart total]","severity":"fatal","type":"NSRangeException","domain":"SIGNAL","code":6,"message":"index 2 isn't there","platform":"darwin","attributes":{"exception":"EXC_CRASH","image":"Cart","signal":"SIGABRT","process":"Shop"}}"#
      ]
    )
  }

  @Test("A termination by the system has its namespace, code and details")
  func watchdog() throws {
    let read = try ReadStream(
      Self.report(
        #"""
        "exception" : {"type" : "EXC_CRASH", "signal" : "SIGKILL"},
        "termination" : {"namespace" : "FRONTBOARD", "code" : 2343432205, "details" : ["scene-update watchdog transgression"]},
        "faultingThread" : 1, "threads" : [{"frames" : []}, {"name" : "worker", "frames" : [{"imageIndex" : 1, "symbol" : "poll"}]}]
        """#
      )
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.4839+01:00","origin":"Shop","severity":"fatal","type":"EXC_CRASH","domain":"FRONTBOARD","code":2343432205,"message":"scene-update watchdog transgression","platform":"darwin","attributes":{"thread":"worker","signal":"SIGKILL","process":"Shop"}}"#
      ]
    )
  }

  @Test("A program of the system has its own frames")
  func system() throws {
    let read = try ReadStream(
      Self.report(
        #""exception" : {"type" : "EXC_CRASH"}, "faultingThread" : 0, "threads" : [{"frames" : [{"imageIndex" : 1, "symbol" : "poll"}, {"imageIndex" : 0, "symbol" : "run"}]}]"#,
        path: "/System/Applications/Shop.app/Contents/MacOS/Shop"
      )
    )
    #expect(read.records.first?.contains(#""origin":"run""#) == true)
  }

  @Test("Reports one after the other are a record each")
  func several() throws {
    let report = Self.report(#""exception" : {"type" : "EXC_CRASH"}, "threads" : []"#)
    let read = try ReadStream(report + report)
    #expect(read.records.count == 2)
    #expect(read.counts.passedOver == 2)
  }
}

import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("Lines of one record that each have its prefix")
struct PrefixedLinesTests {
  private static var times: TimeDefaults {
    var times = TimeDefaults()
    times.years = .first(2026)
    return times
  }

  private static func read(_ text: String) throws -> ReadStream {
    try ReadStream(Array(text.utf8), times: times)
  }

  @Test("An uncaught exception is one record with its type, message and causes")
  func exception() throws {
    let read = try Self.read(
      """
      --------- beginning of crash
      11-21 01:41:19.483  1234  1234 E AndroidRuntime: FATAL EXCEPTION: main
      11-21 01:41:19.483  1234  1234 E AndroidRuntime: Process: com.shop, PID: 1234
      11-21 01:41:19.483  1234  1234 E AndroidRuntime: com.shop.NoCart: no cart
      11-21 01:41:19.483  1234  1234 E AndroidRuntime: \tat com.shop.Cart.total(Cart.kt:42)
      11-21 01:41:19.483  1234  1234 E AndroidRuntime: Caused by: java.net.ConnectException: refused
      11-21 01:41:19.483  1234  1234 E AndroidRuntime: \t... 8 more
      11-21 01:41:20.000  1234  1234 I Process : Sending signal. PID: 1234 SIG: 9

      """
    )
    #expect(read.format == "logcat")
    #expect(read.records.count == 1)
    #expect(read.counts.continued == 5)
    #expect(read.counts.passedOver == 1)
    #expect(
      read.records.first?.contains(
        #""type":"com.shop.NoCart","message":"no cart","underlying":[{"type":"java.net.ConnectException","message":"refused"}]"#
      ) == true
    )
  }

  @Test("A trace printed line by line, later each, is one record; two traces are two")
  func printed() throws {
    let read = try Self.read(
      """
      11-21 01:41:20.000  1234  1300 W System.err: java.io.IOException: closed
      11-21 01:41:20.001  1234  1300 W System.err: \tat com.shop.Net.read(Net.java:7)
      11-21 01:41:20.002  1234  1300 W System.err: java.io.IOException: closed
      11-21 01:41:20.003  1234  1300 W System.err: \tat com.shop.Net.read(Net.java:7)

      """
    )
    #expect(read.records.count == 2)
    #expect(read.records.allSatisfy { $0.contains(#""type":"java.io.IOException","message":"closed""#) })
  }

  @Test("Messages of the same prefix and time are records of their own")
  func messages() throws {
    let read = try Self.read(
      """
      11-21 01:41:21.000  1234  1234 E Cart    : charge failed
      11-21 01:41:21.000  1234  1234 E Cart    : charge failed again
      11-21 01:41:21.000  1234  1234 E Cart    : java.io.IOException: closed
      11-21 01:41:21.000  1234  1234 E Cart    : java.io.IOException: closed

      """
    )
    #expect(read.records.count == 3)
  }

  @Test("A native crash and an application that does not respond are one record each, up to another time")
  func crashes() throws {
    let read = try Self.read(
      """
      11-21 01:41:22.000   500   510 E ActivityManager: ANR in com.shop (com.shop/.Main)
      11-21 01:41:22.000   500   510 E ActivityManager: PID: 1234
      11-21 01:41:22.000   500   510 E ActivityManager: Reason: Input dispatching timed out
      11-21 01:41:22.500   500   510 E ActivityManager: other
      11-21 01:41:23.000   700   700 F DEBUG   : *** *** *** *** *** *** *** ***
      11-21 01:41:23.000   700   700 F DEBUG   : pid: 1234, tid: 1234, name: com.shop  >>> com.shop <<<
      11-21 01:41:23.000   700   700 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0
      11-21 01:41:23.000   700   700 F DEBUG   : Abort message: 'no cart'
      11-21 01:41:23.000   700   700 F DEBUG   :       #00 pc 0000000000000000  libshop.so (total+4)

      """
    )
    #expect(read.records.count == 3)
    #expect(read.records.first?.contains(#""type":"ANR","message":"Input dispatching timed out""#) == true)
    #expect(
      read.records.last?.contains(
        #""severity":"fatal","platform":"linux","type":"SIGSEGV","message":"no cart""#
      ) == true
    )
  }

  @Test(
    "Each layout of logcat is read with its tag, level and process",
    arguments: [
      "11-21 01:41:19.483  1234  1234 E Cart    : charge failed",
      "11-21 01:41:19.483 10037  1234  1234 E Cart    : charge failed",
      "11-21 01:41:19.483 +0000  1234  1234 E Cart    : charge failed",
      "2026-11-21 01:41:19.483  1234  1234 E Cart    : charge failed",
      "2026-11-21 01:41:19.483 +0000  1234  1234 E Cart    : charge failed",
      "11-21 01:41:19.483 E/Cart    ( 1234): charge failed",
      "1795225279.483  1234  1234 E Cart    : charge failed",
      "E/Cart    ( 1234): charge failed",
      "E( 1234) charge failed  (Cart)",
      "2026-11-21 01:41:19.483  1234-1234  Cart                    com.shop                             E  charge failed",
      "2026-11-21 01:41:19.483 1234-1234/com.shop E/Cart: charge failed",
      "[ 11-21 01:41:19.483  1234: 1234 E/Cart     ]\ncharge failed",
      "[ 2026-11-21 01:41:19.483 +0000  1234: 1234 E/Cart     ]\ncharge failed",
    ]
  )
  func layouts(line: String) throws {
    let read = try Self.read("\(line)\n")
    #expect(read.format.hasPrefix("logcat"))
    #expect(read.counts.malformed == 0)
    let record = try #require(read.records.first)
    #expect(
      record.contains(#""origin":"Cart","severity":"error","platform":"linux","message":"charge failed""#)
    )
    #expect(record.contains(#""pid":"1234""#))
    #expect(line.hasPrefix("E") || record.hasPrefix(#"{"time":"2026-11-21T01:41:19.483Z""#))
  }

  @Test("Of logcat -v tag there are a level, a tag and a message, and text about I/O is none")
  func tags() throws {
    let read = try Self.read("E/Cart    : charge failed\nI/Cart    : paid\n")
    #expect(read.format == "logcat")
    #expect(
      read.records == [#"{"origin":"Cart","severity":"error","platform":"linux","message":"charge failed"}"#]
    )
    #expect(try Self.read("I/O: disk failure\nI/O error: disk failure\n").format != "logcat")
  }

  @Test("The lines that Android Studio shows without the prefix belong to the record")
  func studio() throws {
    let read = try Self.read(
      """
      2026-11-21 01:41:19.389 25954-25954 AndroidRuntime          com.shop                             E  FATAL EXCEPTION: main
                                                                                                          Process: com.shop, PID: 25954
                                                                                                          java.lang.IllegalStateException: no cart
                                                                                                          \tat com.shop.Cart.total(Cart.kt:42)
      2026-11-21 01:41:20.725 25954-25954 Cart                    com.shop                             W  slow

      """
    )
    #expect(read.records.count == 2)
    #expect(
      read.records.first?.contains(#""type":"java.lang.IllegalStateException","message":"no cart""#) == true
    )
  }

  /// OpenStack's oslo.log, which logs a traceback so.
  private static let mapping = """
    mapping: 1
    name: oslo
    text:
      patterns: '(?P<time>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+) (?P<pid>\\d+) (?P<level>[A-Z]+) (?P<logger>[\\w.]+) (?:\\[[^\\]]*\\] )?(?P<message>.*)'
      prefixed: { same: [ pid, logger ], text: message }
    fields: { time: time, origin: logger, severity: level }
    logMessage: message
    stack: message
    """

  private static let oslo = """
    2026-11-21 01:41:19.123 17 ERROR nova.compute [req-1 - -] [instance: x] Instance failed to spawn
    2026-11-21 01:41:19.124 17 ERROR nova.compute Traceback (most recent call last):
    2026-11-21 01:41:19.125 17 ERROR nova.compute   File "/nova/compute.py", line 3, in spawn
    2026-11-21 01:41:19.125 17 ERROR nova.compute     raise NoHost()
    2026-11-21 01:41:19.126 17 ERROR nova.compute NoHost: no valid host
    2026-11-21 01:41:20.000 17 INFO nova.compute [req-2 - -] retrying
    2026-11-21 01:41:21.000 18 ERROR nova.compute [req-3 - -] failed

    """

  private static func plan() throws -> FormatPlan {
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(
      name: "oslo.mapping.yaml",
      bytes: Array(mapping.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    return FormatPlan(try #require(mapping))
  }

  @Test("A mapping may say so, too")
  func mapped() throws {
    let read = try ReadStream(Array(Self.oslo.utf8), input: .format(try Self.plan(), FormatTable()))
    #expect(read.records.count == 2)
    #expect(read.counts.continued == 4)
    #expect(read.counts.notErrors == 1)
    #expect(read.records.first?.contains(#""type":"NoHost","message":"no valid host""#) == true)
  }

  @Test("Chunks of any size read the same")
  func chunks() async throws {
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
      """
    var replays = try Replays(rules: rules)
    replays.options.input = .format(try Self.plan(), FormatTable())
    let text = Array(Array(repeating: Self.oslo, count: 8).joined().utf8)
    let (whole, _) = try await replays.run([text], jobs: 1, chunkSize: 1 << 18)
    for size in [5, 64, 300] {
      let (parts, _) = try await replays.run([text], jobs: 1, chunkSize: size)
      #expect(whole.lineCounts == parts.lineCounts, "\(size)")
    }
    #expect(whole.lineCounts.continued > 0)
  }
}

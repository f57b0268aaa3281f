import ErrorStreams
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("Records of several lines among records of other formats")
struct MixedLinesTests {
  private static let text = """
    {"level":"error","msg":"of JSON"}
    11-21 01:41:19.483  1234  1234 E AndroidRuntime: FATAL EXCEPTION: main
    11-21 01:41:19.483  1234  1234 E AndroidRuntime: Process: com.shop, PID: 1234
    11-21 01:41:19.483  1234  1234 E AndroidRuntime: com.shop.NoCart: no cart
    11-21 01:41:19.483  1234  1234 E AndroidRuntime: \tat com.shop.Cart.total(Cart.kt:42)
    11-21 01:41:19.483  1234  1234 E AndroidRuntime: Caused by: java.net.ConnectException: refused
    11-21 01:41:19.483  1234  1234 E AndroidRuntime: \t... 8 more
    11-21 01:41:20.000  1234  1234 E Cart    : charge failed
    {"level":"error","msg":"of JSON again"}
    2026-11-21 01:41:21.483 Shop[453:8010] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'bad'
    *** First throw call stack:
    (
    \t0   CoreFoundation 0x0 x + 2
    )
    any other line
    Nov 21, 2026 1:41:22 AM com.shop.Pay charge
    SEVERE: failed
    java.io.IOException: closed
    \tat a.b(C.java:1)
    2026-11-21 01:41:23,001 ERROR [main] com.shop.Pay - charge failed
    java.io.IOException: closed
    \tat a.b(C.java:1)

    """

  @Test("Lines with a prefix are joined, and those of formats whose records go on over any line")
  func joined() throws {
    let read = try ReadStream(Array(Self.text.utf8), input: .mixed(FormatTable()))
    #expect(read.counts.malformed == 0)
    #expect(read.records.count == 7)
    #expect(read.counts.continued == 15)
    #expect(
      read.records.dropFirst().first?.contains(
        #""type":"com.shop.NoCart","message":"no cart","underlying":[{"type":"java.net.ConnectException","message":"refused"}]"#
      ) == true
    )
    #expect(read.records.dropFirst(2).first?.contains(#""message":"charge failed""#) == true)
    #expect(read.records.dropFirst(4).first?.contains(#""type":"NSRangeException","message":"bad""#) == true)
    #expect(
      read.records.dropFirst(5).first?.contains(
        #""origin":"com.shop.Pay","severity":"error","type":"java.io.IOException","message":"closed""#
      ) == true
    )
    #expect(read.records.last?.contains(#""origin":"com.shop.Pay""#) == true)
  }

  @Test("Chunks of any size read the same")
  func chunks() async throws {
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
      """
    var replays = try Replays(rules: rules)
    replays.options.input = .mixed(FormatTable())
    replays.options.limits = Limits()
    let text = Array(Array(repeating: Self.text, count: 3).joined().utf8)
    let (whole, outputs) = try await replays.run([text], jobs: 1, chunkSize: 1 << 18)
    #expect(whole.lineCounts.continued == 45)
    for size in [5, 64, 300] {
      let (parts, other) = try await replays.run([text], jobs: 1, chunkSize: size)
      #expect(whole.lineCounts == parts.lineCounts, "\(size)")
      #expect(outputs.resolutions == other.resolutions, "\(size)")
    }
  }
}

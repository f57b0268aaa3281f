import ErrorStreams
import Testing

@Suite("Tracebacks of Ray's tasks, and frames of Python without a heading")
struct RayTraceTests {
  private static let frames = [
    #"  File "/srv/app/pay.py", line 6, in pay"#, "    raise ConnectionError('gateway 3')",
    "ConnectionError: gateway 3",
  ]

  private static func read(_ lines: [String]) throws -> ReadStream {
    try ReadStream(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test(
    "have Ray's heading, with colors or without",
    arguments: [
      "ray::pay() (pid=31593, ip=192.0.2.2)", "\u{1b}[36mray::pay()\u{1b}[39m (pid=31593, ip=192.0.2.2)",
      "ray::Shop.pay() (pid=31593, ip=192.0.2.2, actor_id=7, repr=<shop.Shop object at 0x7f>)",
    ]
  )
  func headings(_ heading: String) throws {
    let read = try Self.read([heading] + Self.frames)
    #expect(read.format == "trace")
    #expect(read.counts.malformed == 0)
    #expect(read.records.count == 1)
    #expect(read.records.first?.contains(#""type":"ConnectionError""#) == true)
    #expect(read.records.first?.contains(#""message":"gateway 3""#) == true)
  }

  @Test("frames behind a log's line are its trace, and what another process says ends it")
  func behindLine() throws {
    let log =
      "2026-11-27 23:24:32,287\tERROR worker.py:439 -- Unhandled error: ray::pay() (pid=31715, ip=192.0.2.2)"
    let other =
      "\u{1b}[33m(raylet)\u{1b}[0m Task pay failed. There are 1 retries remaining. Error: User exception:"
    let heading = "\u{1b}[36mray::pay()\u{1b}[39m (pid=31715, ip=192.0.2.2)"
    let read = try Self.read([log] + Self.frames + [other, heading] + Self.frames)
    try #require(read.records.count == 2)
    #expect(read.counts.malformed == 1)
    #expect(read.records[0].contains(#""time":"2026-11-27T23:24:32.287Z""#))
    #expect(read.records.allSatisfy { $0.contains(#""type":"ConnectionError""#) })
    #expect(!read.records[0].contains("raylet"))
  }

  @Test("a line behind such frames that is not an exception's is not part of the trace")
  func noException() throws {
    let log = "2026-11-27 23:24:32,287 ERROR shop: careful"
    let read = try Self.read([
      log, #"  File "/srv/app/pay.py", line 6, in pay"#, "and then something else", log,
    ])
    #expect(read.records.count == 2)
    #expect(read.counts.malformed == 1)
  }
}

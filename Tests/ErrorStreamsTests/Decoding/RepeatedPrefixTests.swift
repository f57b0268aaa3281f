import ErrorStreams
import Testing

@Suite("Lines that begin alike, to the number of Erlang's process")
struct RepeatedPrefixTests {
  private static let start = "2026-11-27 23:07:20.860642+00:00 [error] <0.679.0> "

  private static func read(_ lines: [String]) throws -> ReadStream {
    try ReadStream(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test("are one error of several lines")
  func same() throws {
    let read = try Self.read([
      Self.start + "Error on AMQP connection <0.679.0> (state: starting):",
      Self.start + "PLAIN login refused: user x - invalid credentials",
      Self.start + "closing it",
    ])
    #expect(read.records.count == 1)
    #expect(read.counts.continued == 2)
    #expect(read.records.first?.contains("Error on AMQP connection") == true)
    #expect(read.records.first?.contains("PLAIN login refused") == true)
  }

  @Test(
    "another time, level or process is another error",
    arguments: [
      "2026-11-27 23:07:20.860643+00:00 [error] <0.679.0> ",
      "2026-11-27 23:07:20.860642+00:00 [warning] <0.679.0> ",
      "2026-11-27 23:07:20.860642+00:00 [error] <0.680.0> ",
    ]
  )
  func others(_ other: String) throws {
    let read = try Self.read([Self.start + "refused", other + "refused"])
    #expect(read.records.count == 2)
    #expect(read.counts.continued == 0)
  }

  @Test("a time in whole seconds does not make one message of two lines")
  func seconds() throws {
    let start = "2026-11-27 23:07:20 [error] <0.679.0> "
    #expect(try Self.read([start + "refused", start + "refused"]).records.count == 2)
  }
}

import ErrorStreams
import Testing

@Suite("Last words of programs of Haskell")
struct HaskellTraceTests {
  private static func read(_ text: String) throws -> ReadStream { try ReadStream(Array(text.utf8)) }

  private static let calls = """
    CallStack (from HasCallStack):
      error, called at h.hs:1:8 in main:Main

    """

  @Test("a message is known by the calls behind it, whatever its lines")
  func message() throws {
    for (message, known) in [("declined", "declined"), ("declined\nsecond", #"declined\nsecond"#)] {
      let read = try Self.read("pay: \(message)\n\(Self.calls)pay: went on\n")
      #expect(read.format == "trace")
      try #require(read.records.count == 1)
      #expect(read.records[0].hasPrefix(#"{"origin":"pay","message":"\#(known)""#))
      #expect(read.counts.malformed == 1)
    }
  }

  @Test("only the last line that a program begins is the message")
  func last() throws {
    let read = try Self.read("pay: starting\npay: declined\n\(Self.calls)")
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""message":"declined""#))
  }

  @Test("since GHC 9.10 the type is told, and the message stands between empty lines")
  func uncaught() throws {
    let read = try Self.read(
      """
      pay: Uncaught exception ghc-internal:GHC.Internal.Exception.ErrorCall:

      declined

      HasCallStack backtrace:
        error, called at h.hs:1:8 in main:Main
      pay: went on

      """
    )
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""type":"GHC.Internal.Exception.ErrorCall","message":"declined""#))
    #expect(read.counts.malformed == 1)
  }

  @Test("among a log's lines it is an error by itself")
  func amongLines() throws {
    let line = "2026-11-27 23:24:27,354 ERROR shop: careful\n"
    let read = try Self.read(line + "pay: declined\n" + Self.calls + line)
    #expect(read.records.count == 3)
    #expect(read.counts.malformed == 0)
  }

  @Test("a line that a program begins is none without the calls")
  func without() throws {
    let line = "2026-11-27 23:24:27,354 ERROR shop: careful\n"
    let read = try Self.read(line + "pay: fine\n\n" + line + "pay: fine")
    #expect(read.records.count == 2)
    #expect(read.counts.malformed == 2)
  }
}

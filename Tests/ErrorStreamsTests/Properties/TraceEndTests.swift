import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("The end of a trace")
struct TraceEndTests {
  /// Records that end with a trace, each as its producer writes it, some with a message of several lines.
  private static let traces = [
    """
    [2026-11-27 22:57:54 +0000] [8] [ERROR] Error handling request GET /bad
    Traceback (most recent call last):
      File "a.py", line 4, in deep
        raise ValueError("x")
    ValueError: x

    """,
    """
    Traceback (most recent call last):
      File "a.py", line 4, in deep
    sqlalchemy.exc.IntegrityError: (psycopg.errors.UniqueViolation) duplicate key value
    DETAIL:  Key (id)=(7) already exists.

    [SQL: INSERT INTO orders (id) VALUES (%(id)s)]
    (Background on this error at: https://sqlalche.me/e/20/gkpj)

    """,
    """
    2026-11-21 01:41:19,483 ERROR [main] com.shop.Pay - charge failed
    com.shop.Timeout: upstream timed out
    \tat com.shop.Pay.charge(Pay.java:12)
    Caused by: java.net.ConnectException: refused
    \tat com.shop.Net.open(Net.java:3)

    """,
    """
    TypeError: x is undefined
        at pay (/app/pay.js:3:5)

    """,
    """
    panic: boom

    goroutine 1 [running]:
    main.main()
    \t/app/main.go:7 +0x1d

    """,
  ]
  /// Their first lines are a heading, indented, or the first of a report.
  private static let others = ["trace", "tracing-pretty", "csv", "apple-crash-text"]
  /// The first line of each format's example.
  private static let lines: [(name: String, line: String)] = BuiltInFormats.all.compactMap { format in
    // What has no level may be a line of the message.
    if others.contains(format.name) || format.isWithoutLevel { return nil }
    let line = String(format.example.prefix { $0 != "\n" })
    guard let read = try? ReadStream(Array("\(line)\n".utf8)), read.rejected.isEmpty,
      read.counts.malformed == 0
    else { return nil }
    return (format.name, line)
  }

  @Test("is before a line of any format", arguments: traces)
  func line(trace: String) throws {
    let alone = try ReadStream(Array(trace.utf8))
    #expect(alone.records.count == 1)
    #expect(alone.counts.malformed == 0)
    for (index, (name, line)) in Self.lines.enumerated() where !Scale.isQuick || index % 3 == 0 {
      let read = try ReadStream(Array("\(trace)\(line)\n".utf8))
      #expect(read.counts.continued == alone.counts.continued, "\(name): \(line)")
    }
  }
}

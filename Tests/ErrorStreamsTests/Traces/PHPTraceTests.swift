import ErrorStreams
import Testing

// php-src, Zend/zend_exceptions.c: `__toString` writes the innermost exception first.
@Suite("PHP's exceptions that caused others")
struct PHPTraceTests {
  private static let chain = """
    Stack trace:
    #0 /app/db.php(9): PDO->__construct('mysql')
    #1 {main}

    Next Shop\\Unavailable: no database in /app/db.php:12
    Stack trace:
    #0 {main}

    Next Shop\\ChargeFailed: charge failed in /app/pay.php:21
    Stack trace:
    #0 {main}
    """

  private static let error =
    #""type":"Shop\\ChargeFailed","message":"charge failed in /app/pay.php:21","underlying":[{"type":"Shop\\Unavailable","message":"no database in /app/db.php:12"},{"type":"PDOException","message":"refused in /app/db.php:9"}]"#

  private static func records(_ text: String) throws -> [String] {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.counts.malformed == 0, "\(read.format): \(read.rejected)")
    return read.records
  }

  @Test(
    "The last one was thrown, in PHP's error log, at its command line and on a page",
    arguments: ["[21-Nov-2026 01:41:19 UTC] PHP Fatal error:  ", "PHP Fatal error:  ", "Fatal error: "]
  )
  func log(beginning: String) throws {
    let records = try Self.records(
      """
      \(beginning)Uncaught PDOException: refused in /app/db.php:9
      \(Self.chain)
        thrown in /app/pay.php on line 21

      """
    )
    #expect(records.count == 1)
    let record = try #require(records.first)
    #expect(record.contains(#""origin":"php","severity":"fatal",\#(Self.error),"attributes":{"more":""#))
  }

  @Test("One by itself keeps its type and message, and a warning has no type")
  func single() throws {
    let records = try Self.records(
      """
      [21-Nov-2026 01:41:19 UTC] PHP Fatal error:  Uncaught Shop\\Timeout: no answer in /app/pay.php:12
      Stack trace:
      #0 {main}
        thrown in /app/pay.php on line 12
      [21-Nov-2026 01:41:20 UTC] PHP Fatal error:  Uncaught Shop\\Silent in /app/pay.php:13
      Stack trace:
      #0 {main}
        thrown in /app/pay.php on line 13
      [21-Nov-2026 01:41:21 UTC] PHP Warning:  Undefined variable $x in /app/pay.php on line 3

      """
    )
    #expect(records.count == 3)
    #expect(
      records.first?.contains(
        #""type":"Shop\\Timeout","message":"no answer in /app/pay.php:12","attributes":{"more":"Stack trace:\n"#
      ) == true
    )
    #expect(records.dropFirst().first?.contains(#""type":"Shop\\Silent","attributes":{"more""#) == true)
    #expect(
      records.last
        == #"{"time":"2026-11-21T01:41:21Z","origin":"php","severity":"warning","message":"Undefined variable $x in /app/pay.php on line 3"}"#
    )
  }

  @Test("Without a log, and as a member of JSON, they are read alike")
  func elsewhere() throws {
    let trace = "PDOException: refused in /app/db.php:9\n\(Self.chain)"
    #expect(try Self.records("\(trace)\n").first?.hasPrefix("{\(Self.error),") == true)
    let namespaced = "Shop\\Timeout: no answer in /app/pay.php:3\nStack trace:\n#0 {main}\n"
    let record = try Self.records(namespaced)
    #expect(record.count == 1)
    #expect(
      record.first?.hasPrefix(#"{"type":"Shop\\Timeout","message":"no answer in /app/pay.php:3","#) == true
    )
    let json = trace.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    let line =
      #"{"@timestamp":"2026-11-21T01:41:19Z","@version":"1","level":"ERROR","message":"m","stack_trace":""#
    #expect(try Self.records(line + json + "\"}\n").first?.contains(Self.error) == true)
  }

  @Test("Of more exceptions than are kept, the thrown one is kept")
  func long() throws {
    let next = (0..<80).map { "\n\nNext Cause\($0): c in /a.php:1\nStack trace:\n#0 {main}" }.joined()
    let records = try Self.records("Shop\\Root: r in /a.php:1\nStack trace:\n#0 {main}\(next)\n")
    #expect(records.first?.hasPrefix(#"{"type":"Cause79","message":"c in /a.php:1""#) == true)
  }

  @Test("A line that only ends in a place is not an exception")
  func others() throws {
    for line in ["something went wrong in /app/pay.php:3", "note: seen in /app/pay.php:3"] {
      let read = try ReadStream(Array("\(line)\n".utf8))
      #expect(read.records.isEmpty)
    }
    let read = try ReadStream(Array("ERROR: failed in /app/pay.php:3\n".utf8))
    #expect(read.records == [#"{"severity":"error","message":"failed in /app/pay.php:3"}"#])
  }
}

import ErrorStreams
import Testing

@Suite("Statuses and codes in the texts of clients in Python")
struct HTTPTextsTests {
  private static let texts: [(type: String, message: String, part: String)] = [
    ("openai.RateLimitError", "Error code: 429 - Rate limit reached", #""status":429"#),
    ("anthropic.InternalServerError", "Error code: 529 - overloaded", #""status":529"#),
    (
      "ai21.errors.TooManyRequestsError",
      "Failed with http status code: 429 (TooManyRequestsError). Details: Too Many Requests", #""status":429"#
    ),
    (
      "requests.exceptions.HTTPError", "503 Server Error: Service Unavailable for url: http://pay/x",
      #""status":503"#
    ),
    ("httpx.HTTPStatusError", "Client error '404 Not Found' for url 'http://pay/x'", #""status":404"#),
    ("urllib.error.HTTPError", "HTTP Error 502: Bad Gateway", #""status":502"#),
    (
      "aiohttp.client_exceptions.ClientResponseError",
      "500, message='Internal Server Error', url='http://pay'",
      #""status":500"#
    ),
    ("werkzeug.exceptions.ServiceUnavailable", "503 Service Unavailable: not now", #""status":503"#),
    ("google.api_core.exceptions.ServiceUnavailable", "503 failed to connect", #""status":503"#),
    (
      "botocore.errorfactory.ThrottlingException",
      "An error occurred (ThrottlingException) when calling the PutItem operation: Rate exceeded",
      #""code":"ThrottlingException""#
    ),
    ("psycopg.errors.UniqueViolation", "duplicate key value violates unique constraint", #""code":"23505""#),
  ]

  @Test("A traceback tells them", arguments: texts)
  func trace(type: String, message: String, part: String) throws {
    let text =
      "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    x()\n\(type): \(message)\n"
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 1 && read.records[0].contains(part), "\(read.records)")
  }

  @Test("So does a record of a logger or of telemetry that has the type and the text alone", arguments: texts)
  func record(type: String, message: String, part: String) throws {
    let parts = type.split(separator: ".")
    let module = parts.dropLast().joined(separator: ".")
    for text in [
      #"{"level":"error","msg":"failed","error":{"type":"\#(type)","message":"\#(message)"}}"#,
      #"{"event_id":"5173e3e0","timestamp":"2026-11-28T00:32:57Z","platform":"python","exception":{"values":"#
        + #"[{"module":"\#(module)","type":"\#(parts.last ?? "")","value":"\#(message)"}]}}"#,
      #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a1","spanId":"s1","name":"x","#
        + #""status":{"code":2,"message":"\#(message)"},"#
        + #""attributes":[{"key":"error.type","value":{"stringValue":"\#(type)"}}]}]}]}]}"#,
    ] {
      let read = try ReadStream(Array(text.utf8))
      #expect(read.records.count == 1 && read.records[0].contains(part), "\(read.records) of \(text)")
    }
  }

  @Test(
    "A number of something else is none, and a status that the log has stays",
    arguments: [
      ("shop.OrderError", "503 Server Error: none", ""),
      ("requests.exceptions.ConnectionError", "111 refused", ""),
      ("openai.APIConnectionError", "Connection error.", ""), ("werkzeug.exceptions.Gone", "4100 items", ""),
      ("openai.RateLimitError", "Error code: 429 - Rate limit reached", #","status":503"#),
    ]
  )
  func others(type: String, message: String, rest: String) throws {
    let text =
      #"{"level":"error","msg":"failed","error":{"type":"\#(type)","message":"\#(message)"}\#(rest)}"#
    let record = try #require(try ReadStream(Array(text.utf8)).records.first)
    #expect(record.contains(#""status":503"#) == !rest.isEmpty && !record.contains("429,"), "\(record)")
  }
}

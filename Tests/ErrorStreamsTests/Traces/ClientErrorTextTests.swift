import ErrorStreams
import Testing

@Suite("Texts of clients of models, of AWS and of HTTP")
struct ClientErrorTextTests {
  /// The record of an exception that a program logged.
  private static func record(_ exception: String) throws -> String {
    let log =
      "2026-11-27 23:35:59,202 ERROR agent: model call failed\nTraceback (most recent call last):\n"
      + "  File \"/srv/agent.py\", line 8, in ask\n    call()\n\(exception)\n2026-11-27 23:36:01,000 ERROR agent: next\n"
    let read = try ReadStream(Array(log.utf8))
    #expect(read.counts.malformed == 0)
    #expect(read.records.count == 2, "\(read.records)")
    return read.records.first ?? ""
  }

  private static func json(_ type: String, _ message: String) throws -> String {
    let line =
      #"{"event":"model call failed","level":"error","timestamp":"2026-11-27T10:00:00Z","#
      + #""exception":[{"exc_type":"\#(type)","exc_value":"\#(message)","frames":[]}]}"#
    return try ReadStream(Array(line.utf8)).records.first ?? ""
  }

  @Test(
    "A status and a code are read from the text, in a trace and in a log as JSON",
    arguments: [
      (
        "openai.RateLimitError: Error code: 429 - {'error': {'message': 'You are over \\'it\\'', 'type': 'tokens', 'param': None, 'code': 'rate_limit_exceeded'}}",
        429, "rate_limit_exceeded"
      ),
      (
        "anthropic.OverloadedError: Error code: 529 - {'type': 'error', 'error': {'type': 'overloaded_error', 'message': 'Overloaded'}, 'request_id': 'r1'}",
        529, "overloaded_error"
      ),
      ("openai.InternalServerError: Error code: 502", 502, nil),
      (
        "google.genai.errors.ClientError: 429 RESOURCE_EXHAUSTED. {'error': {'code': 429, 'message': 'Quota', 'status': 'RESOURCE_EXHAUSTED'}}",
        429, "RESOURCE_EXHAUSTED"
      ),
      (
        "pydantic_ai.exceptions.ModelHTTPError: status_code: 409, model_name: m, body: {'message': 'Busy.', 'type': 'conflict_error', 'param': None, 'code': None}",
        409, "conflict_error"
      ),
      (
        "cohere.errors.too_many_requests_error.TooManyRequestsError: headers: {'date': 'now'}, status_code: 429, body: {'message': 'slow'}",
        429, nil
      ),
      (
        "mistralai.client.errors.SDKError: API error occurred: Status 429. Body: {\\\"object\\\":\\\"error\\\",\\\"type\\\":\\\"rate_limited\\\",\\\"code\\\":\\\"1300\\\"}",
        429, "1300"
      ),
      ("ollama._types.ResponseError: model 'm' not found (status code: 404)", 404, nil),
      ("ollama._types.ResponseError: llama runner process has terminated (status code: 500)", 500, nil),
      ("ollama._types.ResponseError: server busy (status code: 503)", 503, nil),
      ("httpx.HTTPStatusError: Server error '503 Service Unavailable' for url 'http://127.0.0.1/'", 503, nil),
      (
        "botocore.errorfactory.ThrottlingException: An error occurred (ThrottlingException) when calling the Converse operation: Slow down",
        nil, "ThrottlingException"
      ),
      (
        "botocore.exceptions.ClientError: An error occurred (503) when calling the Converse operation: m",
        503, "503"
      ),
      (
        "azure.core.exceptions.HttpResponseError: Operation returned an invalid status 'Too Many Requests'",
        429,
        nil
      ),
      (
        "anthropic.APIStatusError: {'type': 'error', 'error': {'type': 'api_error', 'message': 'oops'}}", nil,
        "api_error"
      ),
    ] as [(String, Int?, String?)]
  )
  func statusAndCode(_ exception: String, _ status: Int?, _ code: String?) throws {
    let colon = try #require(exception.firstRange(of: ": "))
    let message = exception[colon.upperBound...]
    let name = exception[..<colon.lowerBound].split(separator: ".").last.map(String.init) ?? ""
    let records = try [
      Self.record(exception.replacing("\\\"", with: "\"").replacing("\\'", with: "\\'")),
      Self.json(name, String(message.replacing("\\'", with: "\\\\'"))),
    ]
    for record in records {
      if let status {
        #expect(record.contains("\"status\":\(status)"), "\(record)")
      } else {
        #expect(!record.contains("\"status\":"), "\(record)")
      }
      if let code {
        #expect(record.contains("\"code\":\"\(code)\"") || record.contains("\"code\":\(code)"), "\(record)")
      } else {
        #expect(!record.contains("\"code\":"), "\(record)")
      }
    }
  }

  @Test(
    "The tries before an error are its attempt",
    arguments: [
      "botocore.errorfactory.InternalServerException: An error occurred (InternalServerException) when calling the Converse operation (reached max retries: 2): Oops",
      "litellm.exceptions.RateLimitError: litellm.RateLimitError: OpenAIException - slow\n\nLiteLLM: model group 'g' failed with the error above. LiteLLM Retried: 2 times, LiteLLM Max Retries: 3",
    ]
  )
  func attempt(_ exception: String) throws {
    #expect(try Self.record(exception).contains("\"attempt\":3"))
  }

  @Test("A retry that a client announces is the attempt that failed")
  func announced() throws {
    let line =
      "2026-11-27 10:00:00,000 WARNING openai._base_client: Retrying request to /chat/completions in 3.0 seconds (retry 2 of 2)"
    #expect(try ReadStream(Array(line.utf8)).records.first?.contains("\"attempt\":2") == true)
  }

  @Test(
    "The bodies of AWS have code and status",
    arguments: [
      (
        #"{"time":"2026-11-27T10:00:00Z","status":429,"message":"Slow","__type":"ThrottlingException"}"#,
        [#""code":"ThrottlingException""#, #""status":429"#]
      ),
      (
        #"{"Error":{"Message":"Slow","Code":"ThrottlingException"},"ResponseMetadata":{"HTTPStatusCode":429}}"#,
        [#""code":"ThrottlingException""#, #""status":429"#, #""message":"Slow""#]
      ),
    ]
  )
  func bodies(_ body: String, _ parts: [String]) throws {
    let record = try ReadStream(Array(body.utf8)).records.first ?? ""
    for part in parts { #expect(record.contains(part), "\(record)") }
  }

  @Test("A delay is read from Google's RetryInfo and from words")
  func delay() throws {
    let google =
      "google.genai.errors.ClientError: 429 RESOURCE_EXHAUSTED. {'error': {'code': 429, 'message': 'Quota', 'status': 'RESOURCE_EXHAUSTED', "
      + "'details': [{'@type': 'type.googleapis.com/google.rpc.RetryInfo', 'retryDelay': '32.4s'}]}}"
    #expect(try Self.record(google).contains(#""retryAfter":"32.4s""#))
    let words = "groq.RateLimitError: Error code: 429 - {'error': {'message': 'Please try again in 7.66s.'}}"
    #expect(try Self.record(words).contains(#""retryAfter":"7.66s""#))
    let minutes =
      "groq.RateLimitError: Error code: 429 - {'error': {'message': 'Please try again in 2m59.5s.'}}"
    #expect(try !Self.record(minutes).contains("retryAfter"))
  }

  @Test("An error that wraps a client's has its status")
  func wrapper() throws {
    let text =
      "openai.RateLimitError: Error code: 429 - slow\n\nThe above exception was the direct cause of the following exception:\n\n"
      + "Traceback (most recent call last):\n  File \"/srv/agent.py\", line 9, in ask\n    call()\n"
      + "litellm.exceptions.RateLimitError: litellm.RateLimitError: OpenAIException - slow"
    let record = try Self.record(text)
    #expect(record.contains(#""type":"litellm.exceptions.RateLimitError""#))
    #expect(record.contains(#""status":429,"#))
  }

  @Test("Without a trace, the message of an error has its status; that of an information makes none")
  func withoutTrace() throws {
    let error = "2026-11-27 10:00:00,000 ERROR agent: Error code: 429 - slow\n"
    #expect(try ReadStream(Array(error.utf8)).records.first?.contains("\"status\":429") == true)
    let info = "2026-11-27 10:00:00,000 INFO agent: Error code: 429 - slow\n"
    #expect(try ReadStream(Array((error + info).utf8)).records.count == 1)
    let member =
      #"{"event":"call failed","level":"error","timestamp":"2026-11-27T10:00:00Z","error":"An error occurred (ThrottlingException) when calling the Converse operation: Slow"}"#
    #expect(
      try ReadStream(Array(member.utf8)).records.first?.contains(#""code":"ThrottlingException""#) == true
    )
  }

  @Test(
    "Other texts with numbers and braces have neither",
    arguments: [
      "app.Broken: 429 apples", "app.Broken: Error code: 42", "app.Broken: Error code: 4290 - x",
      "app.Broken: {'a': 1}", "app.Broken: Server error 'x'", "app.Broken: 200 OK. {'code': 'x'}",
      "app.Broken: (status code: -1)", "app.Broken: An error occurred (see below)",
      "app.Broken: status_code: abc",
      "app.Broken: {'error': ", "app.Broken: {'error': {'code': 'x", "app.Broken: {\"",
      "app.Broken: API error occurred: Status ",
    ]
  )
  func others(_ exception: String) throws {
    let record = try Self.record(exception)
    #expect(!record.contains("\"status\":"), "\(record)")
    if !exception.contains("'x") { #expect(!record.contains("\"code\":"), "\(record)") }
  }

  @Test("The message of an exception is whole, with its further and its empty lines, in a chain, too")
  func wholeMessage() throws {
    let text = "app.HttpError: status 422\nFor more: https://x.example\n\nInput is too long"
    let whole = #""message":"status 422\nFor more: https://x.example\n\nInput is too long""#
    #expect(try Self.record(text).contains(whole))
    let chain =
      text
      + "\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n"
      + "  File \"/srv/agent.py\", line 9, in ask\n    call()\napp.Overloaded: Model is overloaded"
    let record = try Self.record(chain)
    #expect(record.contains(#""message":"Model is overloaded""#))
    #expect(record.contains(whole))
  }
}

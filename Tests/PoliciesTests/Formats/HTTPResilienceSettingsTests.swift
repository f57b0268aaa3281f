import RuleEngine
import Testing

private func settings(_ section: String) -> String {
  #"{"Logging": {"LogLevel": {"Default": "Warning"}}, "Resilience": {"Catalog": {\#(section)}}}"#
}

@Suite("Settings of .NET's resilience handler")
struct HTTPResilienceSettingsTests {
  private static let whole = settings(
    #"""
    "Retry": { "MaxRetryAttempts": 5, "Delay": "00:00:00.5", "BackoffType": "Exponential", "UseJitter": false, "MaxDelay": "00:00:10" }, "AttemptTimeout": { "Timeout": "00:00:02" }
    """#
  )

  @Test func `are read without findings if a rule file says all of it`() {
    let compilation = compiled(Self.whole)
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "polly")
    #expect(compilation.chain != nil)
  }

  @Test(
    arguments: [
      #"{"version": 1, "responders": [{"id": "a"}], "meta": {"Retry": {"UseJitter": true, "MaxRetryAttempts": 2}}}"#,
      #"{"Datasite": {"MaxRetryAttempts": 3, "RetryDelayMs": 1000}}"#, #"{"Retry": {"MaxRetryAttempts": 3}}"#,
    ]
  )
  func `a rule file and other retries are none`(text: String) {
    #expect(compiled(text).policyFormat == nil)
  }

  @Test(
    arguments: [
      (#""MaxRetryAttempts": 5"#, #""MaxRetryAttempts": 0"#, "faulty-policy"),
      (#""MaxRetryAttempts": 5"#, #""maxretryattempts": "5""#, ""),
      (#""MaxRetryAttempts": 5"#, #""MaxRetries": 5"#, "faulty-policy"),
      (#""MaxRetryAttempts": 5"#, #""MaxRetryAttempts": 5000"#, "lost-in-import"),
      (#""00:00:00.5""#, "2", "faulty-policy"), (#""00:00:00.5""#, #""2s""#, "faulty-policy"),
      (#""00:00:00.5""#, #""00:00:60""#, "faulty-policy"), (#""00:00:00.5""#, #""1.00:00:00""#, ""),
      (#""00:00:00.5""#, #""-00:00:01""#, "faulty-policy"), (#""00:00:00.5""#, #""00:01""#, ""),
      (#""00:00:00.5""#, #""1.00:00:01""#, "faulty-policy"), (#""00:00:00.5""#, #""00:00:00""#, ""),
      (#""Exponential""#, #""exponential""#, ""), (#""Exponential""#, "2", ""),
      (#""Exponential""#, "1", ""), (#""Exponential""#, #""Fibonacci""#, "faulty-policy"),
      (#""UseJitter": false"#, #""UseJitter": "no""#, "lost-in-import faulty-policy"),
      (#""UseJitter": false"#, #""UseJitter": true"#, "lost-in-import"),
      (
        #""AttemptTimeout": { "Timeout": "00:00:02" }"#, #""TotalRequestTimeout": { "Timeout": "00:01:00" }"#,
        "lost-in-import"
      ),
      (
        #""AttemptTimeout": { "Timeout": "00:00:02" }"#, #""AttemptTimeout": { "Timeout": "00:00:16" }"#,
        "faulty-policy"
      ),
      (
        #""AttemptTimeout": { "Timeout": "00:00:02" }"#, #""CircuitBreaker": { "FailureRatio": 0.5 }"#,
        "lost-in-import"
      ),
      (
        #""AttemptTimeout": { "Timeout": "00:00:02" }"#, #""CircuitBreaker": { "FailureRatio": 50 }"#,
        "lost-in-import faulty-policy"
      ),
      (
        #""AttemptTimeout": { "Timeout": "00:00:02" }"#, #""CircuitBreaker": { "Duration": "00:00:05" }"#,
        "lost-in-import faulty-policy"
      ),
    ]
  )
  func `have their findings for each thing that .NET rejects or ignores, or a rule file can't say`(
    good: String,
    bad: String,
    codes: String
  ) throws {
    #expect(try findingCodes(in: Self.whole, changing: good, to: bad) == codes)
  }

  @Test func `delays grow by the first one where they are linear, and are cut after they were drawn`() throws
  {
    func delay(_ attempt: Int, _ more: String) throws -> String {
      let text = settings(
        #""Retry": { "MaxRetryAttempts": 9, "BackoffType": "Linear", "Delay": "00:00:04"\#(more) }"#
      )
      let found = try resolution(of: #"{"status": 503, "attempt": \#(attempt), "id": "a"}"#, by: text)
      return String(found.split(separator: "delay\":").last?.prefix { "0123456789.".contains($0) } ?? "")
    }
    #expect(try (1...3).map { try delay($0, #", "UseJitter": false"#) } == ["4", "8", "12"])
    // A delay of 36 s, less or more a quarter, is cut at 20 s.
    #expect(try delay(9, #", "MaxDelay": "00:00:20""#) == "20")
  }

  @Test(arguments: [
    ("", "3"), (#", "ShouldRetryAfterHeader": true"#, "3"), (#", "ShouldRetryAfterHeader": false"#, "8"),
  ])
  func `a Retry-After header takes the place of the delay, unless it is switched off`(
    more: String,
    delay: String
  ) throws {
    let text = settings(
      #""Retry": { "MaxRetryAttempts": 9, "BackoffType": "Constant", "UseJitter": false, "Delay": "00:00:08"\#(more) }"#
    )
    let found = try resolution(of: #"{"status": 503, "attempt": 1, "retryAfter": 3}"#, by: text)
    #expect(found.contains(#""delay":\#(delay)}"#), "\(found)")
  }

  @Test func `each section is a client, by its key`() throws {
    let retry = #""Retry": { "MaxRetryAttempts": 1, "UseJitter": false }"#
    let text = "{\"Resilience\": {\"a\": {\(retry)}, \"b\": {\(retry.replacing("1", with: "9"))}}}"
    #expect(try resolution(of: #"{"origin": "a", "status": 503, "attempt": 2}"#, by: text).contains("cancel"))
    #expect(try resolution(of: #"{"origin": "b", "status": 503, "attempt": 2}"#, by: text).contains("retry"))
  }
}

// MARK: - The originals' own tests

/// The tables of the tests of https://github.com/dotnet/extensions at commit 5862342c9a100ca33f5d1f2bd58c511bde1e8f40 and of
/// https://github.com/App-vNext/Polly at commit 173d6d1d2e28a4697f1ac1d22da68f77ff19a0c9.
@Suite("Polly's own tables of retries")
struct PollyTableTests {
  /// dotnet/extensions, `HttpClientResiliencePredicatesTests`.
  @Test(
    arguments: [
      (#"{"type": "System.InvalidCastException"}"#, false),
      (#"{"type": "System.Net.Http.HttpRequestException"}"#, true),
      (#"{"type": "Polly.Timeout.TimeoutRejectedException"}"#, true), (#"{"status": 200}"#, false),
      (#"{"status": 400}"#, false), (#"{"status": 413}"#, false), (#"{"status": 500}"#, true),
      (#"{"status": 505}"#, true), (#"{"status": 408}"#, true), (#"{"status": 429}"#, true),
    ]
  )
  func `which outcomes are tried again`(outcome: String, isTriedAgain: Bool) throws {
    let resolution = try resolution(
      of: outcome,
      by: settings(#""Retry": { "MaxRetryAttempts": 3, "UseJitter": true }"#)
    )
    #expect(resolution.contains(#""evaluation":"\#(isTriedAgain ? "retry" : "cancel")""#), "\(resolution)")
  }

  /// Polly, `RetryHelperTests`: Constant_Ok, Constant_Jitter_Ok, Exponential_Ok, MaxDelay_Ok. An attempt counts from 0 there.
  @Test(
    arguments: [
      (#""BackoffType": "Constant", "UseJitter": false, "Delay": "00:00:00""#, 3, 0.0...0.0),
      (#""BackoffType": "Constant", "UseJitter": false, "Delay": "00:00:01""#, 1, 1...1),
      (#""BackoffType": "Constant", "UseJitter": false, "Delay": "00:00:01""#, 3, 1...1),
      (#""BackoffType": "Constant", "UseJitter": true, "Delay": "00:00:00""#, 2, 0...0),
      (#""BackoffType": "Constant", "UseJitter": true, "Delay": "00:00:01""#, 1, 0.75...1.25),
      (#""BackoffType": "Constant", "UseJitter": true, "Delay": "00:00:01""#, 2, 0.75...1.25),
      (#""BackoffType": "Exponential", "UseJitter": false, "Delay": "00:00:00""#, 2, 0...0),
      (#""BackoffType": "Exponential", "UseJitter": false, "Delay": "00:00:01""#, 1, 1...1),
      (#""BackoffType": "Exponential", "UseJitter": false, "Delay": "00:00:01""#, 2, 2...2),
      (#""BackoffType": "Exponential", "UseJitter": false, "Delay": "00:00:01""#, 3, 4...4),
      (
        #""BackoffType": "Exponential", "UseJitter": false, "Delay": "00:00:10", "MaxDelay": "00:00:01""#, 3,
        1...1
      ),
      (
        #""BackoffType": "Constant", "UseJitter": false, "Delay": "00:00:10", "MaxDelay": "00:00:01""#, 3,
        1...1
      ),
    ]
  )
  func `how long is waited`(retry: String, attempt: Int, bounds: ClosedRange<Double>) throws {
    let resolution = try resolution(
      of: #"{"status": 503, "attempt": \#(attempt)}"#,
      by: settings(#""Retry": { \#(retry) }"#)
    )
    let start = try #require(resolution.firstRange(of: #""delay":"#), "\(resolution)").upperBound
    let delay = try #require(Double(resolution[start...].prefix { $0.isNumber || $0 == "." }))
    #expect(bounds.contains(delay))
  }

  /// The medians of 50,000 draws of `RetryHelper.DecorrelatedJitterBackoffV2` with a `Delay` of 2 s: the middle of the rule's delays.
  @Test(arguments: zip(1...5, [1.79, 2.27, 4.04, 8.05, 16.04]))
  func `random exponential delays have the medians of Polly's formula`(attempt: Int, median: Double) throws {
    let policy = settings(
      #""Retry": { "MaxRetryAttempts": 5, "Delay": "00:00:02" }, "TotalRequestTimeout": { "Timeout": "01:00:00" }"#
    )
    let chain = try #require(compiled(policy).chain)
    var evaluator = RuleEvaluator(chain)
    let delays = (0..<4_000).compactMap { operation -> Double? in
      let record = #"{"status": 503, "attempt": \#(attempt), "operation": "\#(operation)"}"#
      let text = (try? evaluator.resolution(of: record, explained: false)) ?? ""
      return text.firstRange(of: #""delay":"#).flatMap { range in
        Double(text[range.upperBound...].prefix { $0.isNumber || $0 == "." })
      }
    }
    #expect(delays.count == 4_000)
    #expect(abs(delays.sorted()[2_000] / median - 1) < 0.05)
  }

  /// dotnet/extensions, `HttpStandardResilienceOptionsCustomValidatorTests`.
  @Test(
    arguments: [
      (
        #""CircuitBreaker": { "SamplingDuration": "00:00:01" }, "TotalRequestTimeout": { "Timeout": "00:00:01" }"#,
        2
      ),
      (
        #""AttemptTimeout": { "Timeout": "00:00:30" }, "CircuitBreaker": { "SamplingDuration": "00:01:00" }"#,
        0
      ),
      (
        #""AttemptTimeout": { "Timeout": "00:00:30" }, "CircuitBreaker": { "SamplingDuration": "00:01:00.010" }"#,
        0
      ),
      (#""TotalRequestTimeout": { "Timeout": "00:00:02" }, "AttemptTimeout": { "Timeout": "00:00:03" }"#, 1),
      (#""TotalRequestTimeout": { "Timeout": "00:00:02" }"#, 1),
      (
        #""AttemptTimeout": { "Timeout": "00:00:30" }, "CircuitBreaker": { "SamplingDuration": "00:00:15" }"#,
        1
      ),
    ]
  )
  func `which timeouts are rejected`(section: String, count: Int) {
    let text = settings(#""Retry": { "MaxRetryAttempts": 1, "BackoffType": "Linear" }, \#(section)"#)
    #expect(compiled(text).diagnostics.count { $0.severity == .error } == count)
  }
}

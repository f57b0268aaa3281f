import RuleEngine
import Testing

/// An application with one instance, `one`.
private func application(_ instance: String, configs: String = "") -> String {
  "resilience4j: { retry: { \(configs.isEmpty ? "" : "configs: { \(configs) }, ")instances: { one: { \(instance) } } } }\n"
}

private func found(_ text: String) -> [String] {
  compiled(text, name: "application.yml").diagnostics.map { $0.code }
}

@Suite("Retries of Resilience4j")
struct Resilience4jRetryTests {
  private static let whole = """
    spring: { application: { name: shop } }
    resilience4j:
      retry:
        configs:
          default:
              maxAttempts: 4
              ignoreExceptions: [ com.shop.Denied ]
        instances:
          one:
            waitDuration: 1s
            enableExponentialBackoff: true
            exponentialBackoffMultiplier: 2
            exponentialMaxWaitDuration: 10s
            retryExceptions: [ java.io.IOException ]
    """

  @Test func `are read without findings if a rule file says all of it`() {
    let compilation = compiled(Self.whole, name: "application.yml")
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "resilience4j")
    #expect(compilation.chain != nil)
  }

  @Test func `a rule file, and an application without retries, are none`() {
    #expect(compiled("version: 1\nresponders: [ { id: app } ]\n", name: "rules.yaml").policyFormat == nil)
    let breakers = "resilience4j: { circuitbreaker: { instances: { a: { slidingWindowSize: 5 } } } }\n"
    #expect(compiled(breakers, name: "application.yml").policyFormat == nil)
  }

  @Test(
    arguments: [
      "resilience4j.retry.instances.one.max-attempts: 5\n",
      "resilience4j.retry:\n  instances:\n    one: { max_attempts: 5 }\n",
      "resilience4j: { retry: { backends: { one: { MAXATTEMPTS: '5' } } } }\n",
      #"{"resilience4j": {"retry.instances": {"[one]": {"maxAttempts": 5}}}}"#,
      "resilience4j: { retry: { configs: { default: { maxAttempts: 5 } }, instances: { other: { maxAttempts: 2 } } } }\n",
    ]
  )
  func `are found in any spelling that Spring reads`(text: String) throws {
    let resolution = try resolution(
      of: #"{"origin": "one", "type": "a.B", "attempt": 4}"#,
      by: text,
      name: text.hasPrefix("{") ? "application.json" : "application.yml"
    )
    #expect(resolution.contains(#""maxAttempts":5"#), "\(resolution)")
  }

  @Test(
    arguments: [
      ("maxAttempts: 4", "maxAttempts: 0", "faulty-policy"), ("maxAttempts: 4", "maxAttempts: '4'", ""),
      ("maxAttempts: 4", "maxAttempts: many", "faulty-policy"),
      ("maxAttempts: 4", "maxAttempts: 2000", "lost-in-import"),
      ("maxAttempts: 4", "maxRetryAttempts: 4", "faulty-policy"),
      ("maxAttempts: 4", "maxAttemps: 4", "faulty-policy"),
      ("maxAttempts: 4", "maxAttempts: ${TRIES:4}", "lost-in-import"),
      ("maxAttempts: 4", "maxAttempts: ${TRIES}", "lost-in-import"),
      ("maxAttempts: 4", "resultPredicate: com.shop.Empty", "lost-in-import"),
      ("maxAttempts: 4", "eventConsumerBufferSize: 4", ""),
      ("waitDuration: 1s", "waitDuration: PT1S", ""), ("waitDuration: 1s", "waitDuration: 1000", ""),
      ("waitDuration: 1s", "waitDuration: soon", "faulty-policy"),
      ("waitDuration: 1s", "waitDuration: -1s", "faulty-policy"),
      ("waitDuration: 1s", "waitDuration: 0", "faulty-policy"),
      ("waitDuration: 1s", "baseConfig: other", "faulty-policy faulty-policy"),
      ("waitDuration: 1s", "baseConfig: default", "faulty-policy"),
      ("enableExponentialBackoff: true", "enableExponentialBackoff: false", "faulty-policy faulty-policy"),
      (
        "enableExponentialBackoff: true", "enableExponentialBackoff: perhaps",
        "faulty-policy faulty-policy faulty-policy"
      ),
      ("exponentialBackoffMultiplier: 2", "exponentialBackoffMultiplier: 0", "faulty-policy"),
      ("exponentialBackoffMultiplier: 2", "exponentialBackoffMultiplier: 0.5", "lost-in-import"),
      ("exponentialBackoffMultiplier: 2", "exponentialBackoffMultiplier: 1.7", ""),
      ("waitDuration: 1s", "waitDuration: 1001ms\n        randomizedWaitFactor: 0.2", "faulty-policy"),
      ("exponentialBackoffMultiplier: 2", "randomizedWaitFactor: 0.2", "faulty-policy faulty-policy"),
      ("exponentialMaxWaitDuration: 10s", "exponentialMaxWaitDuration: 0", "faulty-policy"),
      ("[ java.io.IOException ]", "java.io.IOException, com.shop.Busy", ""),
      ("[ java.io.IOException ]", "[ java.io.SocketTimeoutException ]", "faulty-policy"),
      ("[ java.io.IOException ]", "[ IOException ]", "faulty-policy"),
      ("[ java.io.IOException ]", "[ 5 ]", "faulty-policy"), ("[ java.io.IOException ]", "[]", ""),
    ]
  )
  func
    `have their findings for each thing that is rejected, without effect, or more than a rule file can say`(
      good: String,
      bad: String,
      codes: String
    ) throws
  {
    #expect(try findingCodes(in: Self.whole, changing: good, to: bad, name: "application.yml") == codes)
  }

  @Test func `what is lost, and what has no effect, stands at its line`() {
    let text = """
      resilience4j:
        retry:
          instances:
            one:
              waitDuration: 101ms
              enableExponentialBackoff: true
              exponentialMaxWaitDuration: 1s
            two:
              maxRetryAttempts: 5
              enableRandomizedWait: true
        circuitbreaker:
          instances:
            one: { slidingWindowSize: 10 }

      """
    let found = compiled(text, name: "application.yml").diagnostics.map {
      "\($0.range.start.line):\($0.range.start.column) \($0.code): \($0.message)"
    }
    #expect(
      found == [
        "5:23 lost-in-import: Resilience4j drops what is less than a millisecond of each delay, before it makes the next one of it.",
        "7:37 faulty-policy: “exponentialMaxWaitDuration” has no effect without “exponentialBackoffMultiplier”, which is nowhere beside it.",
        "9:9 faulty-policy: Resilience4j 2 has no “maxRetryAttempts”, which has no effect. Write “maxAttempts”.",
        "10:31 faulty-policy: “enableRandomizedWait” has no effect without “waitDuration”, which is nowhere beside it.",
        "13:7 lost-in-import: The circuit breaker “one” opens at a share of failed calls; one of a rule file opens at a number of errors.",
      ]
    )
  }

  @Test func `a later document replaces an earlier one, and one for a profile is left out`() throws {
    let text = """
      spring: { profiles: { active: dev } }
      resilience4j: { retry: { instances: { one: { maxAttempts: 4, waitDuration: 1s } } } }
      ---
      resilience4j.retry.instances.one.max-attempts: 6
      ---
      spring.config.activate.on-profile: prod
      resilience4j.retry.instances.one.max-attempts: 9

      """
    #expect(found(text) == ["lost-in-import"])
    let resolution = try resolution(
      of: #"{"origin": "one", "status": 503}"#,
      by: text,
      name: "application.yml"
    )
    #expect(resolution.contains(#""maxAttempts":6,"delay":1}"#), "\(resolution)")
  }

  @Test func `configs that are based on each other end`() {
    let configs = "a: { baseConfig: b }, b: { baseConfig: a }"
    #expect(found(application("baseConfig: a", configs: configs)).contains("faulty-policy"))
  }

  @Test func `an instance whose delays depend on the others is said`() {
    let configs =
      "default: { enableExponentialBackoff: true, waitDuration: 1s, exponentialBackoffMultiplier: 2 }, shared: { maxAttempts: 5 }"
    #expect(
      found(application("baseConfig: shared, waitDuration: 2s", configs: configs)) == ["lost-in-import"]
    )
  }
}

// MARK: - Resilience4j's own tests

/// The tables of Resilience4j's tests, at commit af9e7c979f17804f23cc1b76dd7cf268fb58b5c7 of
/// https://github.com/resilience4j/resilience4j.
@Suite("Resilience4j's own tables of retries")
struct Resilience4jTableTests {
  private func delay(_ text: String, origin: String, attempt: Int) throws -> Double? {
    let resolution = try resolution(
      of: #"{"origin": "\#(origin)", "type": "a.B", "attempt": \#(attempt)}"#,
      by: text,
      name: "application.yml"
    )
    guard let start = resolution.firstRange(of: #""delay":"#)?.upperBound else { return nil }
    return Double(resolution[start...].prefix { $0.isNumber || $0 == "." })
  }

  /// `RetryConfigurationPropertiesTest`: retryProperties, createRetryPropertiesWithSharedConfigs, createRetryPropertiesWithDefaultConfig,
  /// createRetryPropertiesWithWaitDurationSetToZero, retryConfigWithBaseConfig. `RetryConfigBuilderTest`: the wait intervals.
  /// `IntervalFunctionTest`: generatesCappedExponentialIntervals. The last number is of the tries; behind the last of them no delay.
  @Test(
    arguments: [
      (
        "maxAttempts: 3, waitDuration: 1000ms, enableExponentialBackoff: false, enableRandomizedWait: false",
        "", 1, 1, 3
      ),
      (
        "maxAttempts: 2, enableExponentialBackoff: true, exponentialBackoffMultiplier: 1.0, waitDuration: 100ms, exponentialMaxWaitDuration: 99ms",
        "", 1, 0.099, 2
      ),
      (
        "baseConfig: defaultConfig, waitDuration: 200ms",
        "defaultConfig: { maxAttempts: 3, waitDuration: 100ms }", 1, 0.2, 3
      ),
      (
        "baseConfig: sharedConfig, waitDuration: 300ms",
        "sharedConfig: { maxAttempts: 2, waitDuration: 100ms }", 1, 0.3, 2
      ),
      (
        "waitDuration: 200ms",
        "default: { maxAttempts: 3, waitDuration: 100ms }, sharedConfig: { maxAttempts: 2 }", 1, 0.2, 3
      ),
      (
        "baseConfig: sharedConfig, waitDuration: 300ms",
        "default: { maxAttempts: 3 }, sharedConfig: { maxAttempts: 2 }", 1, 0.3, 2
      ),
      (
        "baseConfig: sharedConfig",
        "defaultConfig: { maxAttempts: 10, waitDuration: 100ms }, sharedConfig: { waitDuration: 1000ms, baseConfig: defaultConfig }",
        1, 1, 10
      ),
      ("waitDuration: 0", "", 1, 0, 3), ("waitDuration: 5ms", "", 1, 0.005, 3),
      ("waitDuration: 10s", "", 2, 10, 3),
      ("failAfterMaxAttempts: true", "", 1, 0.5, 3),
      (
        "maxAttempts: 99, waitDuration: 100ms, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2, exponentialMaxWaitDuration: 100000ms",
        "", 11, 100, 99
      ),
      (
        "maxAttempts: 99, waitDuration: 100ms, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2, exponentialMaxWaitDuration: 100000ms",
        "", 10, 51.2, 99
      ),
    ]
  )
  func `how long is waited`(instance: String, configs: String, attempt: Int, seconds: Double, tries: Int)
    throws
  {
    let text = application(instance, configs: configs)
    #expect(try delay(text, origin: "one", attempt: attempt) == seconds)
    #expect(try delay(text, origin: "one", attempt: tries - 1) != nil)
    #expect(try delay(text, origin: "one", attempt: tries) == nil)
  }

  /// `createRetryPropertiesWithDefaultConfig` of the same file: an unknown instance has the default config.
  @Test func `an unknown instance has the default config`() throws {
    let text = application("waitDuration: 200ms", configs: "default: { maxAttempts: 3, waitDuration: 100ms }")
    #expect(try delay(text, origin: "unknownBackend", attempt: 1) == 0.1)
    #expect(try delay(text, origin: "unknownBackend", attempt: 3) == nil)
  }

  /// `exponentialRandomBackoffConfig` of the same file, and `IntervalFunctionTest`: generatesRandomizedIntervals.
  @Test(
    arguments: [
      (
        "waitDuration: 1000ms, enableExponentialBackoff: true, enableRandomizedWait: true, randomizedWaitFactor: 0.5, exponentialBackoffMultiplier: 2.0, exponentialMaxWaitDuration: 3000ms",
        [0.5...1.5, 1...3]
      ),
      (
        "waitDuration: 100ms, enableRandomizedWait: true, randomizedWaitFactor: 0.5",
        [0.05...0.15, 0.05...0.15]
      ),
    ]
  )
  func `between which bounds a random delay is`(instance: String, bounds: [ClosedRange<Double>]) throws {
    for (index, range) in bounds.enumerated() {
      let delay = try #require(try delay(application(instance), origin: "one", attempt: index + 1))
      #expect(range.contains(delay))
    }
  }

  /// The illegal arguments of `RetryConfigurationPropertiesTest`, its createPropertiesWithUnknownConfig, and `IntervalFunctionTest`:
  /// shouldRejectNonPositiveDuration.
  @Test(
    arguments: [
      "waitDuration: -1ms", "maxAttempts: 0", "exponentialBackoffMultiplier: 0.0",
      "exponentialMaxWaitDuration: -1ms",
      "randomizedWaitFactor: -0.001", "randomizedWaitFactor: 1.0", "baseConfig: unknownConfig",
      "waitDuration: 0, enableExponentialBackoff: true", "waitDuration: 0, enableRandomizedWait: true",
      "waitDuration: 100ms, enableExponentialBackoff: true, exponentialBackoffMultiplier: 1, exponentialMaxWaitDuration: 0",
      "waitDuration: 100ms, enableExponentialBackoff: true, enableRandomizedWait: true, exponentialBackoffMultiplier: 1, randomizedWaitFactor: 0.5, exponentialMaxWaitDuration: 0",
    ]
  )
  func `what is rejected`(instance: String) {
    let compilation = compiled(application(instance), name: "application.yml")
    #expect(compilation.diagnostics.contains { $0.code == "faulty-policy" && $0.severity == .error })
  }

  /// `CommonRetryConfigurationPropertiesTest`: each of these makes a config.
  @Test(
    arguments: [
      "", "waitDuration: 1s", "waitDuration: 1s, enableExponentialBackoff: true",
      "waitDuration: 1s, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2.0",
      "waitDuration: 1s, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2.0, exponentialMaxWaitDuration: 5s",
      "waitDuration: 1s, enableRandomizedWait: true",
      "waitDuration: 1s, enableRandomizedWait: true, randomizedWaitFactor: 0.5",
      "waitDuration: 1s, enableRandomizedWait: true, enableExponentialBackoff: true",
      "waitDuration: 1s, enableRandomizedWait: true, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2.0",
      "waitDuration: 1s, enableRandomizedWait: true, randomizedWaitFactor: 0.5, enableExponentialBackoff: true, exponentialBackoffMultiplier: 2.0, exponentialMaxWaitDuration: 5s",
    ]
  )
  func `what is accepted`(instance: String) {
    let base = instance.isEmpty ? "baseConfig: default" : "baseConfig: default, \(instance)"
    let compilation = compiled(
      application(base, configs: "default: { waitDuration: 1s }"),
      name: "application.yml"
    )
    #expect(compilation.chain != nil, "\(compilation.diagnostics)")
  }

  /// `RetryConfigBuilderTest`: shouldUseIgnoreExceptionToBuildPredicate, shouldUseRecordExceptionToBuildPredicate,
  /// shouldUseIgnoreExceptionOverRecordToBuildPredicate. The letters are those of ``failures`` that are tried again.
  @Test(
    arguments: [
      ("ignoreExceptions: [ java.lang.RuntimeException, t.ExtendsExtendsException ]", "abcd"),
      ("retryExceptions: [ java.lang.RuntimeException, t.ExtendsExtendsException ]", "efg"),
      (
        "retryExceptions: [ java.lang.RuntimeException, t.ExtendsExtendsException ], ignoreExceptions: [ t.ExtendsException, t.ExtendsRuntimeException ]",
        "e"
      ),
    ]
  )
  func `which exceptions are tried again`(lists: String, expected: String) throws {
    let retried = try Self.failures.filter { _, failure in
      try resolution(of: failure, by: application(lists), name: "application.yml").contains(
        #""evaluation":"retry""#
      )
    }
    #expect(String(retried.map { $0.0 }) == expected)
  }

  private static let failures: [(Character, String)] = [
    ("a", #"{"type": "java.lang.Exception", "is": ["java.lang.Throwable"]}"#),
    ("b", #"{"type": "t.ExtendsError", "is": ["java.lang.Error", "java.lang.Throwable"]}"#),
    ("c", #"{"type": "t.ExtendsException", "is": ["java.lang.Exception", "java.lang.Throwable"]}"#),
    ("d", #"{"type": "t.ExtendsException2", "is": ["java.lang.Exception", "java.lang.Throwable"]}"#),
    ("e", #"{"type": "java.lang.RuntimeException", "is": ["java.lang.Exception", "java.lang.Throwable"]}"#),
    (
      "f",
      #"{"type": "t.ExtendsRuntimeException", "is": ["java.lang.RuntimeException", "java.lang.Exception", "java.lang.Throwable"]}"#
    ),
    (
      "g",
      #"{"type": "t.ExtendsExtendsException", "is": ["t.ExtendsException", "java.lang.Exception", "java.lang.Throwable"]}"#
    ),
  ]
}

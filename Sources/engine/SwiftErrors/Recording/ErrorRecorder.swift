public import Foundation

/// Writes any Swift error as one line of NDJSON for `errctl replay`.
///
/// ```swift
/// let recorder = ErrorRecorder(
///   knownProtocols: [.conformance("AlertableError") { $0 is any AlertableError }],
///   now: { Date() },
///   sink: { line in log.append(line) }
/// )
/// recorder.record(error, origin: "com.shop.checkout.payment", operation: "pay", attempt: 2)
/// ```
///
/// It neither prints nor reads a clock: lines go to the sink, times come from `now`. A line is passed as a
/// whole, so tasks can share a sink that writes each line in one piece.
public struct ErrorRecorder<Failure: Error>: Sendable {
  /// The policy of recording.
  public let policy: RecordingPolicy

  private let now: (@Sendable () -> Date)?
  private let sink: @Sendable ([UInt8]) throws(Failure) -> Void

  /// A recorder.
  ///
  /// `knownProtocols` are the app's own, beside `KnownProtocol.standard`. Without `now`, a record has the time that is
  /// passed to `record`, or none. `sink` takes one record per call: UTF-8, ending in a line feed.
  public init(
    knownProtocols: [KnownProtocol] = [], redaction: Redaction = .default,
    limits: RecordingLimits = RecordingLimits(), platform: RecordedError.Platform = .current,
    now: (@Sendable () -> Date)? = nil, sink: @escaping @Sendable ([UInt8]) throws(Failure) -> Void
  ) {
    let policy = RecordingPolicy(
      knownProtocols: knownProtocols, redaction: redaction, limits: limits, platform: platform)
    self.init(policy: policy, now: now, sink: sink)
  }

  /// A recorder with the policy of a running chain (`ChainSettings.policy`) or of another recorder.
  ///
  /// Without `now`, a record has the time that is passed to `record`, or none. `sink` takes one record per
  /// call: UTF-8, ending in a line feed.
  public init(
    policy: RecordingPolicy, now: (@Sendable () -> Date)? = nil,
    sink: @escaping @Sendable ([UInt8]) throws(Failure) -> Void
  ) {
    self.policy = policy
    self.now = now
    self.sink = sink
  }

  /// Records an error and its occurrence; throws the sink's error.
  public func record(_ error: any Error, _ occurrence: ErrorOccurrence) throws(Failure) {
    var occurrence = occurrence
    occurrence.time = occurrence.time ?? now?()
    try sink(RecordedError(error, occurrence, policy: policy).line)
  }

  /// Records that an operation ended well: its origin, operation, try, time and attributes. Quotas of tokens ask for such records,
  /// and shared ones by any of these; throws the sink's error.
  public func recordCompletion(_ occurrence: ErrorOccurrence) throws(Failure) {
    var occurrence = occurrence
    occurrence.time = occurrence.time ?? now?()
    try sink(CompletedOperation(occurrence, policy: policy).line)
  }

  /// Records an error; throws the sink's error.
  ///
  /// `attempt` counts from 1, `retryAfter` is the requested delay, `elapsed` the time since the first failure; the parameters are those of `ErrorOccurrence`.
  public func record(
    _ error: any Error, origin: String, operation: String? = nil, attempt: Int? = nil,
    retryAfter: Duration? = nil, elapsed: Duration? = nil, time: Date? = nil, id: String? = nil,
    severity: RecordedError.Severity? = nil, isFatal: Bool? = nil, answers: [JSONValue] = [],
    attributes: [String: JSONValue] = [:]
  ) throws(Failure) {
    let occurrence = ErrorOccurrence(
      time: time, id: id, origin: origin, severity: severity, isFatal: isFatal, operation: operation,
      attempt: attempt, retryAfter: retryAfter, elapsed: elapsed, answers: answers, attributes: attributes)
    try record(error, occurrence)
  }
}

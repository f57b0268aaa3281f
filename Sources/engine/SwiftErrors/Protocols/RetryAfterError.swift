/// An error with a requested delay, such as the `Retry-After` of an HTTP response.
///
/// A rule's retry waits at least that long. A delay in the occurrence overrides it.
public protocol RetryAfterError: Error {
  /// The requested delay, or nil. Negative values count as zero; fractions of a millisecond are dropped.
  var retryAfter: Duration? { get }
}

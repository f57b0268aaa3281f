/// An error that says how long the other side asked to wait: the `Retry-After` of an HTTP response, say.
///
/// A rule's retry waits at least that long. Where the occurrence says it too, the occurrence's holds.
public protocol RetryAfterError: Error {
  /// The wish; nil where there was none. Negative counts as zero, fractions of a millisecond are dropped.
  var retryAfter: Duration? { get }
}

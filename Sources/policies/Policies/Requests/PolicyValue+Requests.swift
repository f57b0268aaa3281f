internal import Records
internal import Source

/// Findings about the routes of requests.
extension PolicyValue {
  /// Reports a condition on requests that no record shows.
  func unseen() {
    lost("Records do not contain “\(key)”, so the rule also matches other requests.")
  }

  /// Reports a time after which a request ends.
  func timeoutLost(_ timeout: TimeSpan) {
    lost(
      "The timeout (\(timeout.shortText)) counts from the start of a request; the rule's deadline begins with the first failure."
    )
  }

  /// Reports a time after which a try ends.
  func tryTimeoutLost() { lost("No rule ends a try that is too slow: it is an error with the code “UT”.") }
}

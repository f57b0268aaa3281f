extension RecordedError {
  /// What `error` is, and what happened.
  ///
  /// Reads nothing but the error and the arguments: no clock, no environment.
  public init(
    _ error: any Error,
    _ occurrence: ErrorOccurrence = ErrorOccurrence(),
    policy: RecordingPolicy = RecordingPolicy()
  ) {
    var reader = ErrorReader(policy: policy)
    self = reader.record(of: error, occurrence)
  }
}

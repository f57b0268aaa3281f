extension RecordedError {
  /// Reads `error` and its occurrence.
  ///
  /// Reads only the error and the arguments: no clock, no environment.
  public init(
    _ error: any Error, _ occurrence: ErrorOccurrence = ErrorOccurrence(),
    policy: RecordingPolicy = RecordingPolicy()
  ) {
    var reader = ErrorReader(policy: policy)
    self = reader.record(of: error, occurrence)
  }
}

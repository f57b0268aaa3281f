package struct UnrecognizedLines: BitwiseCopyable {
  package var lines = 0
  /// JSON objects that are not errors.
  package var objects = 0
}

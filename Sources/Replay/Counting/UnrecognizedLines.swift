struct UnrecognizedLines: BitwiseCopyable {
  var lines = 0
  /// JSON objects that are not errors.
  var objects = 0
}

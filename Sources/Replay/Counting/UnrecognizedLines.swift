/// The lines before the first record.
struct UnrecognizedLines: BitwiseCopyable {
  var lines = 0
  /// JSON objects among them, which are not errors.
  var objects = 0
}

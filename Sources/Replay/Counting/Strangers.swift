/// What came before the first record.
struct Strangers: BitwiseCopyable {
  /// Lines with something on them.
  var lines = 0
  /// Those that are JSON objects, yet no errors.
  var objects = 0
}

internal import Bytes

struct UnrecognizedLines: BitwiseCopyable {
  var lines = 0
  /// JSON objects that are not errors.
  var objects = 0
}

extension UnrecognizedLines {
  mutating func code(with coder: inout ByteCoder) {
    coder.code(&lines)
    coder.code(&objects)
  }
}

internal import Bytes

struct UnrecognizedLines: BitwiseCopyable {
  var lines = 0
  /// JSON objects that are not errors.
  var objects = 0
}

extension UnrecognizedLines {
  mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &lines)
    coder.code(natural: &objects)
  }
}

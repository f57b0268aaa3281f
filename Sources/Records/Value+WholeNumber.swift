internal import Bytes

extension Value {
  /// The integer that a number written as `503.0` is; any other value is itself.
  var asWhole: Value {
    guard kind == .decimal, let whole = WholeNumber(text), let integer = whole.integer else { return self }
    return Value(
      kind: .integer,
      text: text[0..<whole.length],
      bits: UInt64(bitPattern: integer),
      index: index
    )
  }
}

extension Field {
  /// Whether an integer is expected, or is one of what is: there `503.0` is 503.
  package var takesIntegers: Bool {
    switch self {
    case .status, .attempt, .code, .id, .severity: true
    default: false
    }
  }
}

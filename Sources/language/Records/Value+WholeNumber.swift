internal import Bytes

extension Value {
  /// The integer of a number such as `503.0`; any other value is unchanged.
  var asWhole: Value {
    guard kind == .decimal, let whole = WholeNumber(text), let integer = whole.integer else { return self }
    return Value(
      kind: .integer, text: text[0..<whole.length], bits: UInt64(bitPattern: integer), index: index)
  }
}

extension Field {
  /// Whether it may be an integer, so that `503.0` counts as 503.
  package var takesIntegers: Bool {
    switch self {
    case .status, .attempt, .code, .id, .severity: true
    default: false
    }
  }
}

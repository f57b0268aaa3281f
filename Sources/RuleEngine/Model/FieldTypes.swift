extension Field {
  /// Whether a recorded value has the type the contract gives the field; one that has not is an attribute.
  func accepts(_ value: Value) -> Bool {
    switch self {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event:
      value.kind == .string
    case .time:
      Timestamp(value) != nil
    case .id, .code:
      value.kind == .string || value.isInteger
    case .status, .attempt:
      value.kind == .integer
    case .fatal, .cancelled:
      value.kind == .bool
    case .severity:
      switch value.kind {
      case .string: Severity(word: value.text) != nil
      case .integer: Severity(number: Int64(bitPattern: value.bits)) != nil
      case .missing, .null, .bool, .decimal, .array, .object: false
      }
    case .retryAfter:
      value.kind == .string && TimeSpan(value.text) != nil
    case .platform:
      value.kind == .string && (value.text == "darwin" || value.text == "linux")
    case .problem, .attributes, .with:
      value.kind == .object
    case .underlying:
      value.kind == .object || value.kind == .array
    case .is:
      value.kind == .string || value.kind == .array
    case .payload, .options, .answers:
      true
    }
  }
}

extension Timestamp {
  /// The time that a record's value means: RFC 3339, or Unix seconds as a number; nil for any other value.
  init?(_ value: Value) {
    switch value.kind {
    case .string: self.init(value.text)
    case .integer, .decimal:
      guard let number = value.number else { return nil }
      self.init(unixSeconds: number.double)
    case .missing, .null, .bool, .array, .object: return nil
    }
  }
}

internal import Records
internal import Source

/// A duration as JSON has those of protocol buffers: `0.25s`.
struct ProtobufDuration: DurationNotation {
  let wanted = "a number of seconds such as \"0.5s\""

  func span(of node: Node) -> TimeSpan? { node.string.flatMap { $0.isSeconds ? TimeSpan($0) : nil } }
}

/// A duration of protocol buffers in seconds, without a limit to its length and its digits.
struct LongProtobufDuration: DurationNotation {
  let wanted = ProtobufDuration().wanted

  func span(of node: Node) -> Double? {
    guard let text = node.string, text.isSeconds, let seconds = Double(text.dropLast()), seconds.isFinite
    else {
      return nil
    }
    return seconds
  }
}

extension String {
  fileprivate var isSeconds: Bool { hasSuffix("s") && !hasSuffix("ms") }
}

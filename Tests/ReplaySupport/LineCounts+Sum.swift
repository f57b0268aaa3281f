package import Counting

extension LineCounts {
  /// Whether the parts add up to the lines read.
  package var addsUp: Bool {
    let parts = [
      blank, passedOver, continued, records, joined, completed, filtered, notErrors, malformed, tooLong,
      truncated,
    ]
    return lines + inner == parts.reduce(0, +)
  }
}

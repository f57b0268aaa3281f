internal import Records

extension RetryPolicy.Backoff {
  /// Longer delays before jitter are not told apart, in microseconds.
  package static let mostMicroseconds = 0x1p58

  /// The delays of the first tries that may be drawn, from the shortest to the longest, in microseconds.
  package func ranges(_ count: Int) -> [ClosedRange<Double>] {
    let longest = maxIncludesJitter ? Self.mostMicroseconds : Double(max.microseconds)
    var base = Swift.min(Double(initial.microseconds), longest)
    return (0..<Swift.max(0, count)).map { place in
      if !delays.isEmpty {
        base = Swift.min(Double(delays[Swift.min(place, delays.count - 1)].microseconds), longest)
      } else if place > 0 {
        base = Swift.min(base * multiplier, longest)
      }
      let range = jitter.range(of: base)
      return maxIncludesJitter ? range.clamped(to: 0...Double(max.microseconds)) : range
    }
  }

  /// The longest delay before jitter and before `max`, of so many tries; in microseconds.
  package func longest(of tries: Int) -> Double {
    guard delays.isEmpty else {
      return delays.prefix(tries).map { Double($0.microseconds) }.max() ?? 0
    }
    var longest = Double(initial.microseconds)
    for _ in 1..<Swift.max(1, tries) { longest *= multiplier }
    return longest
  }
}

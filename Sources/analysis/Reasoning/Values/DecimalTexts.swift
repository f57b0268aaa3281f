internal import Records

/// Numbers as an expression: `4[5-9][0-9]|[5-9][0-9]{2}` for 450 to 999.
enum DecimalTexts {
  /// Anchored, for canonical texts. Nil if the set has no whole number.
  static func expression(_ numbers: NumberSet) -> String? {
    var paths = numbers.wholeRanges.flatMap { range -> [String] in
      let below = range.lowerBound < 0 ? magnitudes(range.clamped(to: Int64.min...(-1))) : []
      let above = range.upperBound >= 0 ? magnitudes(range.clamped(to: 0...Int64.max)) : []
      return below.map { "-\($0)" } + above
    }
    if numbers.isUnboundedBelow { paths += magnitudes(beyond: Int64.min.magnitude).map { "-\($0)" } }
    if numbers.isUnboundedAbove { paths += magnitudes(beyond: Int64.max.magnitude) }
    return paths.isEmpty ? nil : "^(?:\(paths.joined(separator: "|")))$"
  }

  /// Nil for a text that is not canonical. Beyond 64 bits it is beyond every bound.
  static func number(_ text: String) -> Number? {
    if let integer = TextPredicate.canonicalInteger(text) { return .integer(integer) }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard let first = digits.first, first != UInt8(ascii: "0"),
      digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return nil }
    return .decimal(isNegative ? -.infinity : .infinity)
  }

  /// Beyond the 64-bit range by `distance`, on either side.
  static func beyond(_ numbers: NumberSet, _ distance: UInt64) -> [String] {
    (numbers.isUnboundedAbove ? ["\(Int64.max.magnitude + 1 + distance)"] : [])
      + (numbers.isUnboundedBelow ? ["-\(Int64.min.magnitude + 1 + distance)"] : [])
  }

  /// The expressions of the magnitudes, without sign.
  private static func magnitudes(_ range: ClosedRange<Int64>) -> [String] {
    let ends = [range.lowerBound.magnitude, range.upperBound.magnitude].sorted()
    return magnitudes(digits(ends[0]), digits(ends[1]))
  }

  /// The expressions of larger magnitudes, without sign; `greatest` has 19 digits.
  private static func magnitudes(beyond greatest: UInt64) -> [String] {
    let next = digits(greatest + 1)
    return between(next[...], Array(repeating: 9, count: next.count)[...])
      + ["[1-9][0-9]{\(next.count),}"]
  }

  private static func magnitudes(_ least: [Int], _ greatest: [Int]) -> [String] {
    // Texts of the same length compare like their numbers.
    var paths: [String] = []
    for length in least.count...greatest.count {
      let first = length == least.count ? least : [1] + Array(repeating: 0, count: length - 1)
      let last = length == greatest.count ? greatest : Array(repeating: 9, count: length)
      paths += between(first[...], last[...])
    }
    return paths
  }

  private static func digits(_ number: UInt64) -> [Int] { "\(number)".utf8.map { Int($0) - 48 } }

  /// The expressions of the texts between two of the same length.
  private static func between(_ least: ArraySlice<Int>, _ greatest: ArraySlice<Int>) -> [String] {
    guard let low = least.first, let high = greatest.first else { return [""] }
    let (lows, highs) = (least.dropFirst(), greatest.dropFirst())
    if low == high { return between(lows, highs).map { "\(low)\($0)" } }
    let (zeros, nines) = (lows.map { _ in 0 }[...], lows.map { _ in 9 }[...])
    var (first, last) = (low, high)
    var paths: [String] = []
    if !lows.elementsEqual(zeros) {
      paths += between(lows, nines).map { "\(low)\($0)" }
      first += 1
    }
    if !highs.elementsEqual(nines) {
      paths += between(zeros, highs).map { "\(high)\($0)" }
      last -= 1
    }
    if first <= last {
      let digit = first == last ? "\(first)" : "[\(first)-\(last)]"
      paths.append(lows.isEmpty ? digit : "\(digit)[0-9]{\(lows.count)}")
    }
    return paths
  }
}

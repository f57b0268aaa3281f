internal import Records
internal import RuleLanguage

/// Stored as the ascending points at which membership changes.
struct NumberSet: Hashable, Sendable {
  /// Just before or just after a number.
  struct Cut: Hashable, Comparable {
    let number: Number
    let isAfter: Bool

    static func < (left: Cut, right: Cut) -> Bool {
      left.number == right.number ? !left.isAfter && right.isAfter : left.number < right.number
    }
  }

  private let beginsInside: Bool
  private let cuts: [Cut]

  static let none = NumberSet(beginsInside: false, cuts: [])
  static let all = NumberSet(beginsInside: true, cuts: [])

  private init(beginsInside: Bool, cuts: [Cut]) {
    self.beginsInside = beginsInside
    self.cuts = cuts
  }

  init(_ range: NumberRange) {
    guard !range.isEmpty else {
      self = .none
      return
    }
    var cuts: [Cut] = []
    if let lower = range.lower { cuts.append(Cut(number: lower, isAfter: range.excludesLower)) }
    if let upper = range.upper { cuts.append(Cut(number: upper, isAfter: !range.excludesUpper)) }
    self.init(beginsInside: range.lower == nil, cuts: cuts)
  }

  init(_ ranges: [NumberRange]) {
    self = ranges.reduce(.none) { $0.union(NumberSet($1)) }
  }

  init(_ number: Number) {
    self.init(NumberRange(number))
  }

  /// Equal texts are equal sets.
  var written: String {
    let changes = cuts.map { cut in
      let number =
        switch cut.number {
        case .integer(let value): "\(value)"
        case .decimal(let value): "\(value)"
        }
      return "\(cut.isAfter ? ">" : "=")\(number)"
    }
    return "\(beginsInside ? "in" : "out")\(changes.joined())"
  }

  var isEmpty: Bool { !beginsInside && cuts.isEmpty }
  var isAll: Bool { beginsInside && cuts.isEmpty }

  var complement: NumberSet { NumberSet(beginsInside: !beginsInside, cuts: cuts) }

  func union(_ other: NumberSet) -> NumberSet {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return merged(other) { $0 || $1 }
  }

  func intersection(_ other: NumberSet) -> NumberSet {
    if isAll { return other }
    if other.isAll { return self }
    if isEmpty || other.isEmpty { return .none }
    return merged(other) { $0 && $1 }
  }

  func isDisjoint(with other: NumberSet) -> Bool {
    if isEmpty || other.isEmpty { return true }
    if isAll || other.isAll { return false }
    var (left, right) = (0, 0)
    var (inLeft, inRight) = (beginsInside, other.beginsInside)
    while !inLeft || !inRight {
      let isLeft: Bool
      let isRight: Bool
      if left < cuts.count, right < other.cuts.count {
        isLeft = cuts[left] <= other.cuts[right]
        isRight = !isLeft || cuts[left] == other.cuts[right]
      } else {
        (isLeft, isRight) = (left < cuts.count, right < other.cuts.count)
        if !isLeft, !isRight { return true }
      }
      if isLeft {
        inLeft.toggle()
        left += 1
      }
      if isRight {
        inRight.toggle()
        right += 1
      }
    }
    return false
  }

  private func merged(_ other: NumberSet, _ isIn: (Bool, Bool) -> Bool) -> NumberSet {
    var result: [Cut] = []
    var (left, right) = (0, 0)
    var (inLeft, inRight) = (beginsInside, other.beginsInside)
    let begins = isIn(inLeft, inRight)
    var inside = begins
    while left < cuts.count || right < other.cuts.count {
      let cut: Cut
      if right == other.cuts.count || (left < cuts.count && cuts[left] <= other.cuts[right]) {
        cut = cuts[left]
      } else {
        cut = other.cuts[right]
      }
      if left < cuts.count, cuts[left] == cut {
        inLeft.toggle()
        left += 1
      }
      if right < other.cuts.count, other.cuts[right] == cut {
        inRight.toggle()
        right += 1
      }
      if isIn(inLeft, inRight) != inside {
        inside.toggle()
        result.append(cut)
      }
    }
    return NumberSet(beginsInside: begins, cuts: result)
  }

  func contains(_ number: Number) -> Bool {
    let place = Cut(number: number, isAfter: false)
    var inside = beginsInside
    for cut in cuts {
      guard cut <= place else { break }
      inside.toggle()
    }
    return inside
  }

  var isUnboundedAbove: Bool { contains(.decimal(.infinity)) }
  var isUnboundedBelow: Bool { contains(.decimal(-.infinity)) }

  /// Restricted to 64 bits, with whole bounds. Empty if it contains none.
  var wholes: NumberSet {
    if cuts.isEmpty { return self }
    return NumberSet(
      wholeRanges.map { NumberRange(from: .integer($0.lowerBound), to: .integer($0.upperBound)) })
  }

  var wholeRanges: [ClosedRange<Int64>] {
    intervals.compactMap { first, last in
      let lower = first.map { Self.whole(atOrAbove: $0) } ?? .some(Int64.min)
      let upper = last.map { Self.whole(atOrBelow: $0) } ?? .some(Int64.max)
      guard let lower, let upper, lower <= upper else { return nil }
      return lower...upper
    }
  }

  /// Nil stands for no bound.
  private var intervals: [(Cut?, Cut?)] {
    var intervals: [(Cut?, Cut?)] = []
    var start: Cut?
    var inside = beginsInside
    for cut in cuts {
      if inside { intervals.append((start, cut)) }
      start = cut
      inside.toggle()
    }
    if inside { intervals.append((start, nil)) }
    return intervals
  }

  private static func whole(atOrAbove cut: Cut) -> Int64? {
    switch cut.number {
    case .integer(let value):
      if !cut.isAfter { return value }
      return value == .max ? nil : value + 1
    case .decimal(let value):
      let up = value.rounded(.up)
      if up >= 0x1p63 || up.isNaN { return nil }
      if up < -0x1p63 { return .min }
      let whole = Int64(up)
      if up == value, cut.isAfter { return whole == .max ? nil : whole + 1 }
      return whole
    }
  }

  private static func whole(atOrBelow cut: Cut) -> Int64? {
    switch cut.number {
    case .integer(let value):
      if cut.isAfter { return value }
      return value == .min ? nil : value - 1
    case .decimal(let value):
      let down = value.rounded(.down)
      if down < -0x1p63 || down.isNaN { return nil }
      if down >= 0x1p63 { return .max }
      let whole = Int64(down)
      if down == value, !cut.isAfter { return whole == .min ? nil : whole - 1 }
      return whole
    }
  }

  /// A 64-bit number that reads well: one of `wanted`, or one near a bound.
  func whole(preferring wanted: [Int64]) -> Int64? {
    for number in wanted where contains(.integer(number)) { return number }
    for (first, last) in intervals {
      if first == nil, last == nil { return 0 }
      for bound in [first.flatMap(Self.whole(atOrAbove:)), last.flatMap(Self.whole(atOrBelow:))] {
        if let bound, contains(.integer(bound)) { return bound }
      }
    }
    return nil
  }

  /// Written with a point, if possible not a whole number. Nil if no `Double` is in the set.
  var decimal: Double? {
    for (first, last) in intervals {
      let lower = first?.number.double ?? (last?.number.double ?? 1) - 1
      let upper = last?.number.double ?? lower + 1
      for candidate in [lower + 0.5, (lower + upper) / 2, lower, upper, lower.nextUp, upper.nextDown]
      where candidate.isFinite && contains(.decimal(candidate)) { return candidate }
    }
    return nil
  }

  /// The numbers at and beside the bounds, one of them in the set if it has bounds and whole numbers.
  var landmarks: [Int64] {
    var landmarks: [Int64] = []
    for cut in cuts {
      for whole in [Self.whole(atOrAbove: cut), Self.whole(atOrBelow: cut)] {
        if let whole { landmarks.append(whole) }
      }
    }
    return landmarks
  }
}

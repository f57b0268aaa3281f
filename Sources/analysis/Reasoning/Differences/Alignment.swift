internal import Source
internal import RuleLanguage
internal import Engine

/// The differing clauses and categories of two rule sets that are otherwise equal.
///
/// Rules are aligned in order, like lines in a text diff: a moved rule is a removed one and an added one.
struct Alignment {
  struct Pair {
    let one: Int?
    let other: Int?
  }

  /// The clauses by the equal clause of the other rule set.
  private(set) var alike: [Int: Int] = [:]
  private(set) var pairs: [Pair] = []
  private(set) var categories: [Int] = []

  private let one: RuleProgram
  private let other: RuleProgram
  private let namesClauses: Bool

  /// Longer lists are paired by position.
  private static let mostCompared = 250_000

  /// Nil if more than rules and conditions of categories differ: responders, policies, origins, breakers or what
  /// they count.
  init?(_ one: RuleProgram, _ other: RuleProgram, namesClauses: Bool) {
    (self.one, self.other, self.namesClauses) = (one, other, namesClauses)
    guard one.responders.count == other.responders.count, one.origins.isIdentical(other.origins),
      one.fallback == other.fallback, one.platform == other.platform,
      one.ignored.isIdentical(other.ignored), one.unwraps.isIdentical(other.unwraps),
      one.breakers.isIdentical(other.breakers), one.quotas.isIdentical(other.quotas),
      one.unhandledWithoutPath == other.unhandledWithoutPath,
      one.categories.count == other.categories.count, one.defaultCategory == other.defaultCategory
    else { return nil }
    for (index, category) in one.categories.enumerated() {
      guard category.name.text.isIdentical(other.categories[index].name.text) else { return nil }
      if !category.condition.isIdentical(other.categories[index].condition) { categories.append(index) }
    }
    if !one.breakers.isEmpty, !categories.isEmpty { return nil }
    for (responder, met) in zip(one.responders, other.responders) {
      guard responder.isLikeBesidesRules(met) else { return nil }
      align(Array(responder.ruleIndices), Array(met.ruleIndices))
      align(Array(responder.eventIndices), Array(met.eventIndices))
      for (clause, counterpart) in [
        (responder.otherwiseIndex, met.otherwiseIndex), (responder.alwaysIndex, met.alwaysIndex),
      ] {
        if let clause, let counterpart { align([clause], [counterpart]) }
      }
    }
    // Breakers may count raised errors that differ.
    // A shared quota depends on what happens elsewhere.
    guard (pairs.isEmpty && categories.isEmpty) || one.countsTheSame(as: other) && one.quotas.isEmpty else {
      return nil
    }
  }

  private func isSame(_ clause: Int, _ counterpart: Int) -> Bool {
    let (declared, met) = (one.clauses[clause], other.clauses[counterpart])
    guard declared.isEnabled == met.isEnabled else { return false }
    if !declared.isEnabled { return true }
    return (!namesClauses || declared.name.isIdentical(met.name)) && declared.hasSameCondition(as: met)
      && declared.rate.isIdentical(met.rate) && declared.hasSameEffects(as: met)
  }

  private mutating func align(_ clauses: [Int], _ others: [Int]) {
    var start = 0
    var (end, otherEnd) = (clauses.count, others.count)
    while start < min(end, otherEnd), isSame(clauses[start], others[start]) {
      alike[others[start]] = clauses[start]
      start += 1
    }
    while end > start, otherEnd > start, isSame(clauses[end - 1], others[otherEnd - 1]) {
      (end, otherEnd) = (end - 1, otherEnd - 1)
      alike[others[otherEnd]] = clauses[end]
    }
    let (left, right) = (Array(clauses[start..<end]), Array(others[start..<otherEnd]))
    var (next, otherNext) = (0, 0)
    for (match, counterpart) in longestMatch(left, right) {
      pair(left[next..<match], right[otherNext..<counterpart])
      alike[right[counterpart]] = left[match]
      (next, otherNext) = (match + 1, counterpart + 1)
    }
    pair(left[next...], right[otherNext...])
  }

  private func longestMatch(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    guard !left.isEmpty, !right.isEmpty, left.count * right.count <= Self.mostCompared else { return [] }
    let width = right.count + 1
    var isSame: [Bool] = []
    for clause in left { for counterpart in right { isSame.append(self.isSame(clause, counterpart)) } }
    var length = Array(repeating: 0, count: (left.count + 1) * width)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        let index = row * width + column
        length[index] =
          isSame[row * right.count + column]
          ? length[index + width + 1] + 1 : max(length[index + width], length[index + 1])
      }
    }
    var matches: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < left.count, column < right.count {
      let index = row * width + column
      if isSame[row * right.count + column] {
        matches.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if length[index + width] >= length[index + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return matches
  }

  /// Pairs the clauses by name, then by position if both sides have the same number.
  private mutating func pair(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) {
    var (start, otherStart) = (left.startIndex, right.startIndex)
    for index in left.indices {
      let name = one.clauses[left[index]].name
      let rest = right[otherStart...]
      guard let found = rest.firstIndex(where: { other.clauses[$0].name.isIdentical(name) }) else { continue }
      pairAsTheyStand(left[start..<index], right[otherStart..<found])
      pairs.append(Pair(one: left[index], other: right[found]))
      (start, otherStart) = (index + 1, found + 1)
    }
    pairAsTheyStand(left[start...], right[otherStart...])
  }

  private mutating func pairAsTheyStand(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) {
    if left.count == right.count {
      pairs += zip(left, right).map { Pair(one: $0, other: $1) }
    } else {
      pairs += left.map { Pair(one: $0, other: nil) } + right.map { Pair(one: nil, other: $0) }
    }
  }
}

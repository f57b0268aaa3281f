internal import Edits
internal import Engine
internal import Reasoning
internal import Reports
internal import RuleLanguage
internal import Source

/// Rules in the order of how often they decide.
extension Simplifier {
  /// Fewer errors say little about the next ones.
  private static let fewestErrors = 100
  private static let shownRules = 4

  /// Moves rules that decide more often in front of others, as far as no error matches both.
  ///
  /// Only where errors are asked one rule less on average: otherwise the order that the author chose is worth more.
  mutating func sortRules(of responder: Node, _ decided: [Int]) {
    guard let list = responder["rules"], let rules = list.elements, let id = responder["id"]?.string,
      let reordering = Reordering(list)
    else { return }
    let clauses = rules.map { self.clauses(of: $0) }
    guard clauses.joined().allSatisfy({ isFirstOfDeclared($0) }) else { return }
    let counts = clauses.map { $0.reduce(0) { $0 + (decided.indices.contains($1) ? decided[$1] : 0) } }
    let total = counts.reduce(0, +)
    guard total >= Self.fewestErrors else { return }
    let (before, best) = (Self.asked(Array(rules.indices), counts), Self.asked(Self.sorted(counts), counts))
    guard before - best >= total, let order = order(reordering.groups, clauses, counts) else { return }
    let after = Self.asked(order, counts)
    guard before - after >= total else { return }
    let shown = order.filter { counts[$0] > 0 }.map {
      "\(Figures.number(counts[$0])) by \(Self.name(rules[$0]))"
    }
    let others = shown.count - Self.shownRules
    let words =
      shown.prefix(Self.shownRules).joined(separator: ", ")
      + (others > 0 ? " and the others by \(Figures.counted(others, "rule"))" : "")
    propose(reordering.edits(order), keepsComments: true) { change in
      Diagnostic(
        "rare-rules-first", .note,
        "“\(id)” decided \(Figures.counted(total, "error")): \(words). With the most frequent first, it asks \(Self.average(after, total)) rules on average, not \(Self.average(before, total)). Sort them.",
        at: responder["id"]?.range ?? list.range, fix: change)
    }
  }

  private func isFirstOfDeclared(_ clause: Int) -> Bool {
    let policy = rules.program.responders[rules.program.clauses[clause].responder].policy
    return policy.match == .first && policy.order == .declared
  }

  /// The number of rules that all errors are asked until one decides.
  private static func asked(_ order: [Int], _ counts: [Int]) -> Int {
    order.enumerated().reduce(0) { $0 + ($1.offset + 1) * counts[$1.element] }
  }

  private static func sorted(_ counts: [Int]) -> [Int] {
    counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
  }

  private static func average(_ sum: Int, _ count: Int) -> String { Figures.ratio(sum * 100 / count) }

  /// The order by counts in which no rule passes another that matches some of its errors; nil if that is the order now.
  private func order(_ groups: [Range<Int>], _ clauses: [[Int]], _ counts: [Int]) -> [Int]? {
    var pairs: Set<[Int]> = []
    let responders = Set(clauses.joined().map { rules.program.clauses[$0].responder })
    for responder in responders {
      for (one, other) in reasoner.possibleOverlaps(ofResponder: responder) { pairs.insert([one, other]) }
    }
    func mayMeet(_ one: Int, _ other: Int) -> Bool {
      clauses[one].contains { clause in
        clauses[other].contains { met in
          (pairs.contains([clause, met]) || pairs.contains([met, clause]))
            && !reasoner.overlap(clause, met).answer.isNever
        }
      }
    }
    var order: [Int] = []
    for group in groups {
      var left = Array(group)
      var before: [Int: [Int]] = [:]
      for index in group { before[index] = group.prefix { $0 < index }.filter { mayMeet($0, index) } }
      // A rule is as urgent as those that have to stay behind it.
      var urgency = counts
      for index in group.reversed() {
        for earlier in before[index] ?? [] { urgency[earlier] = max(urgency[earlier], urgency[index]) }
      }
      while !left.isEmpty {
        let free = left.filter { index in before[index]?.allSatisfy { !left.contains($0) } ?? true }
        let next = free.max { (urgency[$0], counts[$0], $1) < (urgency[$1], counts[$1], $0) }
        guard let next else { return nil }
        order.append(next)
        left.removeAll { $0 == next }
      }
    }
    return order == Array(clauses.indices) ? nil : order
  }
}

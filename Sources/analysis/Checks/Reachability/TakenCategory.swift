internal import Records
internal import Engine
internal import Reasoning
internal import RuleLanguage
internal import Source

struct TakenCategory: Check {
  let page = CheckPage(
    "taken-category",
    .reachability,
    .warning,
    summary: "An earlier rule takes the errors of a category, or of a range in it.",
    meaning: """
      A rule for a category comes too late for errors that an earlier rule of the same responder takes by what they are, for example \
      by their status. If it takes all of them, or all of a range such as 5xx, the rule does not mean the whole category, \
      although it reads so. A rule for one value of several is a special case, and fine. Only records that name the category themselves still reach it.
      """,
    advice: "Move the rule above the earlier one, or take the condition out of the category.",
    fires: """
      version: 1
      categories: [ { name: busy, when: { status: [ 429, 5xx ] } } ]
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 5xx }, then: abort }
            - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }

      """,
    silent: """
      version: 1
      categories: [ { name: busy, when: { status: [ 429, 5xx ] } } ]
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503 }, then: abort }
            - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    for responder in rules.program.responders where responder.policy.match == .first {
      let inOrder = responder.enabledRules
      let taking = TakingRules(inOrder)
      for (place, clause) in inOrder.enumerated() {
        guard let part = CategoryPart(clause.condition, rules.program) else { continue }
        let earlier = taking.rules(before: place, like: part.whole)
        if !earlier.isEmpty { check(clause, part, earlier, reasoner, &findings) }
      }
    }
  }

  private func check(
    _ clause: RuleProgram.Clause, _ part: CategoryPart, _ earlier: [RuleProgram.Clause], _ reasoner: Reasoner,
    _ findings: inout Findings
  ) {
    var taken: [(name: String, by: RuleProgram.Clause)] = []
    var open = 0
    var hasRange = false
    for (condition, own) in part.alternatives {
      // What an earlier category takes is not an error of this one.
      guard reasoner.satisfiable(condition).witness != nil else { continue }
      let by = earlier.first { reasoner.counterexample(toSubset: condition, of: $0.condition).isNever }
      if let by {
        taken.append((own.written, by))
        hasRange = hasRange || own.comparesRange
      } else {
        open += 1
      }
    }
    // A rule for one value among several is a special case, which is meant to come first.
    guard open == 0 || taken.count > open || hasRange else { return }
    guard let first = taken.first, let when = clause.when else { return }
    let related = [Diagnostic.Related("the rule that is evaluated first", at: first.by.title)]
    let advice = "Move this rule above it, or narrow “\(first.by.name)”."
    if open == 0 {
      findings.report(
        "Earlier rules take every error that fits the category “\(part.category)”, the first is “\(first.by.name)”. \(advice)",
        at: when.range,
        related: related)
    } else {
      let names = taken.map { "“\($0.name)”" }.joined(separator: ", ")
      findings.report(
        "“\(first.by.name)” is evaluated first and takes every error that has the category “\(part.category)” because of \(names). \(advice)",
        at: when.range, level: .note, related: related)
    }
  }
}

/// A condition that asks for one category, with the category's own condition in its place.
private struct CategoryPart {
  let category: String
  let whole: Condition
  private let own: Condition
  private let others: [Condition]
  private let earlier: ArraySlice<RuleProgram.Category>

  /// The whole, split where the category's condition has alternatives, each with the alternative alone.
  var alternatives: [(whole: Condition, own: Condition)] {
    let split: [Condition] = if case .any(let parts) = own { parts } else { [own] }
    let before = earlier.compactMap { $0.condition }.map { Condition.not($0) }
    return split.map { part in (.all([part] + others + before), part) }
  }

  init?(_ condition: Condition, _ program: RuleProgram) {
    let parts: [Condition] = if case .all(let parts) = condition { parts } else { [condition] }
    let asking = parts.compactMap { part -> Int? in
      guard case .category(let indices, _) = part, indices.count == 1 else { return nil }
      return indices.first
    }
    guard asking.count == 1, let index = asking.first, index < program.categories.count,
      let own = program.categories[index].condition, !own.asksCategory
    else { return nil }
    let others = parts.filter { if case .category = $0 { false } else { true } }
    guard !others.contains(where: { $0.asksCategory }) else { return nil }
    earlier = program.categories[..<index]
    category = program.categories[index].name.text
    whole = .all(others + [own])
    (self.own, self.others) = (own, others)
  }
}

/// The rules of a responder that decide every error that they match by values alone, by the subjects that they compare and by the
/// values that they require.
private struct TakingRules {
  private struct Group {
    let rules: [(place: Int, clause: RuleProgram.Clause, needs: RequiredValues)]
    let index: RequiredValues.Index
  }

  private var bySubjects: [Set<Subject>: Group] = [:]

  init(_ inOrder: [RuleProgram.Clause]) {
    let taking = inOrder.indices.filter { inOrder[$0].takesAll }
    for (subjects, places) in Dictionary(grouping: taking, by: { inOrder[$0].condition.comparedSubjects })
    where !subjects.isEmpty {
      let rules = places.map { ($0, inOrder[$0], RequiredValues(inOrder[$0].condition)) }
      bySubjects[subjects] = Group(rules: rules, index: RequiredValues.Index(rules.map { $0.2 }))
    }
  }

  /// The rules before a place that compare no other subjects than a condition and may match its errors, in order.
  func rules(before end: Int, like condition: Condition) -> [RuleProgram.Clause] {
    if bySubjects.isEmpty { return [] }
    let subjects = condition.comparedSubjects
    let needs = RequiredValues(condition)
    var found: [(place: Int, clause: RuleProgram.Clause)] = []
    for (own, group) in bySubjects where own.isSubset(of: subjects) {
      for index in group.index.candidates(for: needs.values) ?? Array(group.rules.indices) {
        let rule = group.rules[index]
        if rule.place >= end { break }
        if !needs.excludes(rule.needs) { found.append((rule.place, rule.clause)) }
      }
    }
    return found.sorted { $0.place < $1.place }.map { $0.clause }
  }
}

extension RuleProgram.Clause {
  /// Whether the rule decides every error that it matches, whatever its category.
  fileprivate var takesAll: Bool {
    guard rate == nil, !condition.asksCategory, let verdict else { return false }
    switch verdict {
    case .evaluation, .retry, .escalate: return true
    default: return false
    }
  }
}

extension Condition {
  fileprivate var asksCategory: Bool {
    contains { part in if case .category = part { true } else { false } }
  }

  /// Whether it compares a number with a class or a range, such as 5xx.
  fileprivate var comparesRange: Bool {
    contains { part in
      guard case .compare(_, .number(let ranges), _) = part else { return false }
      return ranges.contains { $0.lower != $0.upper }
    }
  }

  /// The values that it compares with, as they are written.
  fileprivate var written: String {
    switch self {
    case .compare(_, _, let source): source.expected
    case .all(let parts): parts.map { $0.written }.joined(separator: " and ")
    default: "…"
    }
  }
}

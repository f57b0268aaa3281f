internal import Bytes
internal import Source

/// Makes each responder complete, so that later stages know nothing of `extends`.
package struct Inheritance {
  /// Complete, in the order of the file.
  package private(set) var responders: [ResponderDeclaration] = []
  /// Complete: checked, but never visited.
  package private(set) var abstract: [ResponderDeclaration] = []
  package private(set) var isSound = true

  private let declared: [ResponderDeclaration]
  private let places: [String: Int]
  private let vocabulary: Vocabulary
  /// The index of each responder's base, or nil.
  private var bases: [Int?]
  private let defaultPolicy: ResponderPolicy
  /// Counted as if written out, because a short file could grow without bound.
  private var inheritedNodes = 0

  package init(_ file: RuleFile, _ declared: [ResponderDeclaration], vocabulary: Vocabulary) {
    self.declared = declared
    self.vocabulary = vocabulary
    defaultPolicy = file.defaults.policy
    let before = vocabulary.diagnostics.all.count
    places = Self.places(declared, in: &vocabulary.diagnostics)
    bases = Array(repeating: nil, count: declared.count)
    for (index, responder) in declared.enumerated() {
      bases[index] = responder.extends.flatMap { base($0.from, knowsAll: file.knowsAll("responders")) }
    }
    cutCycles()
    let whole = inherit()
    responders = whole.filter { !$0.isAbstract }
    abstract = whole.filter { $0.isAbstract }
    isSound = vocabulary.diagnostics.all.count == before
  }

  /// The places by id; duplicate ids are reported.
  private static func places(_ declared: [ResponderDeclaration], in diagnostics: inout Diagnostics)
    -> [String: Int]
  {
    var places: [String: Int] = [:]
    for (index, responder) in declared.enumerated() where !responder.id.text.isEmpty {
      if let first = places[responder.id.text] {
        diagnostics.report(
          Diagnostic(
            "duplicate-id", "A responder “\(responder.id.text)” already exists. Give this one another id.",
            at: responder.id.range, related: [.init("the first one", at: declared[first].id.range)]))
        continue
      }
      places[responder.id.text] = index
    }
    return places
  }

  private func base(_ name: Named, knowsAll: Bool) -> Int? {
    if let place = places[name.text] { return place }
    guard knowsAll, !name.isFaulty else { return nil }
    let question = Suggestion.question(for: name.text, among: places.keys.sorted())
    vocabulary.diagnostics.report(
      Diagnostic(
        "unknown-responder", "The responder “\(name.text)” does not exist.\(question)", at: name.range))
    return nil
  }

  /// Reports each cycle at its last `from`, and cuts it there, so that the rest can be checked.
  private mutating func cutCycles() {
    var visits = Array(repeating: -1, count: declared.count)
    for start in declared.indices where visits[start] < 0 {
      var place: Int? = start
      while let index = place, visits[index] < 0 {
        visits[index] = start
        place = bases[index]
      }
      guard let first = place, visits[first] == start else { continue }
      var cycle = [first]
      while let next = bases[cycle[cycle.count - 1]], next != first { cycle.append(next) }
      report(cycle: cycle)
    }
  }

  private mutating func report(cycle: [Int]) {
    func place(_ index: Int) -> SourceRange {
      declared[index].extends?.from.range ?? declared[index].id.range
    }
    let steps = cycle.sorted { place($0).bytes.lowerBound < place($1).bytes.lowerBound }
    guard let last = steps.last, let end = cycle.firstIndex(of: last) else { return }
    let order = cycle[(end + 1)...] + cycle[...end]
    let names = ([last] + order).map { declared[$0].id.text }.joined(separator: " → ")
    let message =
      cycle.count == 1
      ? "“\(declared[last].id.text)” extends itself. Name another responder, or remove “extends”."
      : "These responders extend each other in a cycle: \(names). Remove “extends” from one of them."
    vocabulary.diagnostics.report(
      Diagnostic(
        "extends-cycle",
        message,
        at: place(last),
        related: steps.dropLast().map {
          .init("the responder that “\(declared[$0].id.text)” extends", at: place($0))
        }
      )
    )
    bases[last] = nil
  }

  private mutating func inherit() -> [ResponderDeclaration] {
    var whole = declared
    // Whether everything that a responder inherits is known, so that an unknown name is certainly a mistake.
    var isKnown = Array(repeating: false, count: declared.count)
    var isDone = isKnown
    var nodes = bases.contains { $0 != nil } ? declared.map { $0.heritableNodes } : []
    for start in declared.indices {
      var way: [Int] = []
      var place: Int? = start
      while let index = place, !isDone[index] {
        way.append(index)
        place = bases[index]
      }
      for index in way.reversed() {
        isDone[index] = true
        if let base = bases[index], admits(nodes[base], heir: index) {
          isKnown[index] = isKnown[base] && declared[index].knowsAllRules
          nodes[index] += nodes[base]
          take(from: whole[base], isWhole: isKnown[base], into: &whole[index])
        } else {
          isKnown[index] = declared[index].knowsAllRules && !declared[index].isHeir
          RuleInheritance(heir: declared[index], base: nil, isWhole: false, vocabulary: vocabulary)
            .check(whole[index])
        }
      }
    }
    return whole
  }

  private func take(from base: ResponderDeclaration, isWhole: Bool, into heir: inout ResponderDeclaration) {
    heir.policy = heir.policy ?? base.policy
    let rules = RuleInheritance(heir: heir, base: base, isWhole: isWhole, vocabulary: vocabulary)
    heir.rules = rules.merged(heir.rules, base.rules, isLastFirst: isLastFirst(heir))
    heir.events = rules.merged(heir.events, base.events)
    heir.otherwise = heir.otherwise ?? base.otherwise
    heir.always = heir.always ?? base.always
  }

  private func isLastFirst(_ responder: ResponderDeclaration) -> Bool {
    var reportedElsewhere = Diagnostics()
    let policy = PolicyReader.policy(responder.policy?.value, over: defaultPolicy, in: &reportedElsewhere)
    return policy.order == .lastFirst
  }

  private mutating func admits(_ nodes: Int, heir index: Int) -> Bool {
    let limits = vocabulary.limits
    let isExceeded = inheritedNodes > limits.ruleFileNodes
    inheritedNodes += nodes
    guard inheritedNodes > limits.ruleFileNodes else { return true }
    if !isExceeded, let from = declared[index].extends?.from {
      vocabulary.diagnostics.report(
        Diagnostic(
          "limit-exceeded",
          "The rules that responders inherit have too many values. Extend shorter responders. \(limits.hint("rule-file-nodes"))",
          at: from.range))
    }
    return false
  }
}

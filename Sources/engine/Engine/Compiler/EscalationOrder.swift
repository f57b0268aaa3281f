internal import Bytes
internal import RuleLanguage
internal import Source

/// The escalation tree and its entry points: `parent`, `escalation`, `origins`, `defaults.responder`.
struct EscalationOrder {
  /// The index of each responder's parent, or nil for a root.
  private(set) var parents: [Int?]
  /// The responder for unknown origins; nil if there is none.
  private(set) var fallback: Int?
  private let vocabulary: Vocabulary
  private let places: [String: Int]
  private let abstract: [String: Named]
  private let knowsAll: Bool

  init(_ file: RuleFile, _ inheritance: Inheritance, vocabulary: Vocabulary) {
    let declared = inheritance.responders
    self.vocabulary = vocabulary
    knowsAll = file.knowsAll("responders")
    let before = vocabulary.diagnostics.all.count
    var places: [String: Int] = [:]
    for (index, responder) in declared.enumerated() where !responder.id.text.isEmpty {
      places[responder.id.text] = places[responder.id.text] ?? index
    }
    self.places = places
    abstract = Dictionary(
      inheritance.abstract.map { ($0.id.text, $0.id) }, uniquingKeysWith: { first, _ in first })
    parents = Array(repeating: nil, count: declared.count)
    for (index, responder) in declared.enumerated() {
      guard let parent = responder.parent else { continue }
      parents[index] = place(of: parent)
    }
    readEscalation(file.escalation, declared)
    reportCycles(declared)
    // After another error, a second root may be only a consequence of it.
    let isWhole =
      knowsAll && inheritance.isSound && file.defaults.isWhole && file.hasWholeEscalation
      && declared.allSatisfy { $0.isWhole } && vocabulary.diagnostics.all.count == before
    findFallback(file, declared, reportsRoots: isWhole)
  }

  private func place(of name: Named) -> Int? {
    if let place = places[name.text] { return place }
    if let responder = abstract[name.text] {
      vocabulary.diagnostics.report(
        Diagnostic(
          "abstract-responder",
          "“\(name.text)” is abstract, so no error reaches it. Name a responder that extends it.",
          at: name.range, related: [.init("the abstract responder", at: responder.range)]))
      return nil
    }
    guard knowsAll, !name.isFaulty else { return nil }
    vocabulary.diagnostics.report(
      Diagnostic(
        "unknown-responder",
        "There is no responder “\(name.text)”.\(Suggestion.question(for: name.text, among: places.keys.sorted()))",
        at: name.range))
    return nil
  }

  private mutating func readEscalation(_ names: [Named], _ declared: [ResponderDeclaration]) {
    var seen: [Int: Named] = [:]
    var chain: [(index: Int, name: Named)] = []
    for name in names {
      guard let index = place(of: name) else { continue }
      if let first = seen[index] {
        vocabulary.diagnostics.report(
          Diagnostic(
            "duplicate-id", "“\(name.text)” is listed twice in “escalation”. Delete one of them.",
            at: name.range, related: [.init("first listed here", at: first.range)]))
        continue
      }
      seen[index] = name
      chain.append((index, name))
    }
    for (step, next) in zip(chain, chain.dropFirst()) {
      if let parent = declared[step.index].parent, parent.text != next.name.text {
        vocabulary.diagnostics.report(
          Diagnostic(
            "escalation-conflict",
            "“\(step.name.text)” escalates to “\(next.name.text)” here, but its “parent” is “\(parent.text)”. Make them agree.",
            at: step.name.range, related: [.init("its parent", at: parent.range)]))
        continue
      }
      parents[step.index] = next.index
    }
    if let last = chain.last, let parent = declared[last.index].parent {
      vocabulary.diagnostics.report(
        Diagnostic(
          "escalation-conflict",
          "“escalation” ends at “\(last.name.text)”, but its “parent” is “\(parent.text)”. Add “\(parent.text)” to the list, or delete the “parent”.",
          at: last.name.range, related: [.init("its parent", at: parent.range)]))
      // It is unclear which of the two applies, so a cycle that only one of them causes is not reported
      // again.
      parents[last.index] = nil
    }
  }

  private mutating func reportCycles(_ declared: [ResponderDeclaration]) {
    var isDone = Array(repeating: false, count: declared.count)
    for start in declared.indices where !isDone[start] {
      var path: [Int] = []
      var place: Int? = start
      while let index = place, !isDone[index], !path.contains(index) {
        path.append(index)
        place = parents[index]
      }
      if let index = place, let first = path.firstIndex(of: index) {
        report(cycle: Array(path[first...]), declared)
      }
      for index in path { isDone[index] = true }
    }
  }

  /// Reports a cycle at the parent written last, and cuts it there so that the other checks can run.
  private mutating func report(cycle: [Int], _ declared: [ResponderDeclaration]) {
    func place(_ index: Int) -> SourceRange { declared[index].parent?.range ?? declared[index].id.range }
    let steps = cycle.sorted()
    guard let last = steps.last, let end = cycle.firstIndex(of: last) else { return }
    let order = cycle[(end + 1)...] + cycle[...end]
    let names = ([last] + order).map { declared[$0].id.text }.joined(separator: " → ")
    let message =
      cycle.count == 1
      ? "“\(declared[last].id.text)” escalates to itself. Delete “parent” to make it a root."
      : "These responders escalate in a cycle: \(names). Make one of them a root: delete its “parent”."
    vocabulary.diagnostics.report(
      Diagnostic(
        "escalation-cycle", message, at: place(last),
        related: steps.dropLast().map { .init("the parent of “\(declared[$0].id.text)”", at: place($0)) }))
    parents[last] = nil
  }

  private mutating func findFallback(_ file: RuleFile, _ declared: [ResponderDeclaration], reportsRoots: Bool)
  {
    if declared.isEmpty {
      if let node = file.respondersNode, node.elements?.isEmpty == true {
        vocabulary.diagnostics.report(.wrongValue(node, "This rule set has no responder. Add at least one."))
      }
      return
    }
    if let name = file.defaults.responder {
      fallback = name.text == "none" && places["none"] == nil ? nil : place(of: name)
      return
    }
    let roots = declared.indices.filter { declared[$0].parent == nil && parents[$0] == nil }
    if roots.count > 1, reportsRoots {
      let (root, other) = (declared[roots[0]].id.text, declared[roots[1]].id.text)
      let names = roots.map { "“\(declared[$0].id.text)”" }
      let list = "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
      vocabulary.diagnostics.report(
        Diagnostic(
          "several-roots",
          "\(list) have no parent. If “\(other)” escalates to “\(root)”, add “parent: \(root)” to it. If they are roots, name the responder of unknown origins: “defaults: { responder: … }”, or “none”.",
          at: declared[roots[1]].id.range, related: [.init("the first root", at: declared[roots[0]].id.range)]
        ))
    }
    fallback = roots.first
  }

  func origins(_ declared: [ResponderDeclaration]) -> [RuleProgram.Origin] {
    var claimed: [String: RuleProgram.Origin] = [:]
    var order: [String] = []
    func claim(_ name: String, _ set: (inout RuleProgram.Origin) -> Void) {
      if claimed[name] == nil { order.append(name) }
      set(&claimed[name, default: RuleProgram.Origin(name: name)])
    }
    var claims: [String: Named] = [:]
    for (index, responder) in declared.enumerated() {
      if places[responder.id.text] == index { claim(responder.id.text) { $0.id = index } }
      for origin in responder.origins {
        if let first = claims[origin.text] {
          vocabulary.diagnostics.report(
            Diagnostic(
              "duplicate-origin", "“\(origin.text)” is already claimed. An origin has one responder.",
              at: origin.range, related: [.init("the first claim", at: first.range)]))
          continue
        }
        claims[origin.text] = origin
        if origin.text.hasSuffix(".*"), !origin.text.dropLast(2).contains("*"), origin.text.count > 2 {
          claim(String(origin.text.dropLast(2))) { $0.prefix = index }
        } else if origin.text.contains("*") {
          let name = origin.text.prefix { $0 != "*" }
          let isAtEnd = name.count == origin.text.count - 1 && name.count > 0 && name.last != "."
          vocabulary.diagnostics.report(
            Diagnostic(
              "wrong-value",
              isAtEnd
                ? "Before the “*” of an origin there is a dot. Write “\(name).*” for “\(name)” and all origins below it."
                : "“*” is allowed only at the end of an origin, after a dot: “com.shop.*”. For all other origins, use “defaults.responder”.",
              at: origin.range))
        } else {
          claim(origin.text) { $0.exact = index }
        }
      }
    }
    return order.compactMap { claimed[$0] }
  }
}

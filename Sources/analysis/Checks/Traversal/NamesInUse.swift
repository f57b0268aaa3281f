internal import RuleLanguage
package import Engine
internal import Source

/// Names of a rule set that code uses too, without duplicates, in the order of their first use.
package struct NamesInUse: Sendable {
  /// The ids of the responders without abstract ones.
  package private(set) var responders: [String] = []
  /// Inherited rules are listed at each responder that extends theirs.
  package private(set) var rules: [(responder: String, rule: String)] = []
  package private(set) var categories: [String] = []
  package private(set) var breakers: [String] = []
  package private(set) var performances: [String] = []
  package private(set) var events: [String] = []

  package init(_ program: RuleProgram) {
    var seen: Set<String> = []
    func add(_ name: Node?, _ kind: String, to names: inout [String]) {
      guard let name = name?.string, seen.insert("\(kind) \(name)").inserted else { return }
      names.append(name)
    }
    responders = program.responders.map { $0.id.text }
    rules = program.responders.flatMap { responder in
      (responder.rules + responder.events).filter { $0.hasOwnID }.map { (responder.id.text, $0.name) }
    }
    categories = program.categories.map { $0.name.text }
    breakers = program.breakers.map { $0.name.text }
    program.eachAction { action in
      switch action.kind.key {
      case "perform": add(action.kind.value, "performance", to: &performances)
      case "present":
        for button in action.kind.value["buttons"]?.elements ?? [] {
          add(button["then"]?["emit"], "event", to: &events)
        }
      default: break
      }
    }
    for (_, clause) in program.allClauses {
      add(clause.then?.value["emit"], "event", to: &events)
      guard clause.kind == .eventRule else { continue }
      add(clause.then?.value["transform"]?["event"], "event", to: &events)
      // An operator or a pattern is not an event's name.
      for value in clause.when?["event"].map({ program.values(of: $0) }) ?? []
      where value.string.map({ !$0.contains("*") }) ?? false {
        add(value, "event", to: &events)
      }
    }
  }
}

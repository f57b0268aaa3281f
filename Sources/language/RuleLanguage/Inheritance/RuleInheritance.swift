internal import Bytes
internal import Source

/// Inherited in a list and replaced by name: a rule.
protocol Heritable {
  var id: Named { get set }
  var hasOwnID: Bool { get }
  var replaces: Named? { get }
  /// The responder where it is written, once it is inherited.
  var home: String? { get set }
}

extension RuleDeclaration: Heritable {}

struct RuleInheritance {
  let heir: ResponderDeclaration
  let base: ResponderDeclaration?
  /// Everything it inherits is known, so an unknown name is certainly a mistake.
  let isWhole: Bool
  let vocabulary: Vocabulary

  /// A replacing rule takes the place of the replaced one; other own rules are tried before or after the
  /// inherited ones. `isLastFirst`: the list is tried from its end.
  func merged<Rule: Heritable>(_ own: [Rule], _ base: [Rule], isLastFirst: Bool = false) -> [Rule] {
    var inherited = base.map { inherit($0) }
    let names = self.names(of: base)
    var replaced: [Int: Named] = [:]
    var rest: [Rule] = []
    for rule in own {
      guard let name = rule.replaces else {
        rest.append(rule)
        continue
      }
      guard let place = names[name.text] else {
        reportUnknown(name, base, inherited)
        rest.append(rule)
        continue
      }
      if let first = replaced[place] {
        report(
          "duplicate-replacement",
          "“\(name.text)” is already replaced. Keep one of the replacing rules, and remove “replaces” from the other.",
          at: name, related: [.init("the rule that replaces it", at: first.range)])
        rest.append(rule)
        continue
      }
      replaced[place] = name
      inherited[place] = rule
    }
    check(own, beside: inherited.indices.filter { replaced[$0] == nil }.map { inherited[$0] })
    let standsAfter = (heir.extends?.mode == .append) != isLastFirst
    return standsAfter ? inherited + rest : rest + inherited
  }

  func check(_ responder: ResponderDeclaration) {
    check(responder.rules)
    check(responder.events)
  }

  private func check(_ own: [some Heritable]) {
    check(own, beside: [])
    guard heir.isWhole, !heir.isHeir else { return }
    for case let name? in own.map({ $0.replaces }) where !name.isFaulty {
      report(
        "replaces-without-extends",
        "“\(heir.id.text)” does not inherit any rules. Add “extends”, or remove “replaces”.", at: name)
    }
  }

  /// The name is made of its responder and ordinal if it has no id.
  private func inherit<Rule: Heritable>(_ rule: Rule) -> Rule {
    guard let base, rule.home == nil else { return rule }
    var rule = rule
    rule.home = base.id.text
    if !rule.hasOwnID { rule.id = Named("\(base.id.text)/\(rule.id.text)", rule.id.range) }
    return rule
  }

  /// The names that `replaces` may use: in the base (`again`, `#3`), or after the id of the base or of the responder
  /// where they are written (`base/again`).
  private func names(of rules: [some Heritable]) -> [String: Int] {
    var names: [String: Int] = [:]
    for (place, rule) in rules.enumerated() {
      let name = rule.id.text
      for name in [name, "\(base?.id.text ?? "")/\(name)", rule.home.map { "\($0)/\(name)" } ?? name] {
        names[name] = names[name] ?? place
      }
    }
    return names
  }

  private func reportUnknown<Rule: Heritable>(_ name: Named, _ base: [Rule], _ inherited: [Rule]) {
    guard isWhole, !name.isFaulty else { return }
    let names = zip(base, inherited).flatMap { [$0.id.text, $1.id.text] }
    let question = Suggestion.question(for: name.text, among: names)
    let shown = base.prefix(8).map { $0.id.text }.joined(separator: ", ")
    let list = base.isEmpty ? " Remove “replaces”." : " It has \(shown)\(base.count > 8 ? ", …" : "")."
    let advice = question.isEmpty ? list : question
    report(
      "unknown-rule", "“\(self.base?.id.text ?? "")” has no rule “\(name.text)” to replace.\(advice)",
      at: name)
  }

  /// Also with inherited rules that remain.
  private func check<Rule: Heritable>(_ own: [Rule], beside inherited: [Rule]) {
    let foreign = Dictionary(
      inherited.filter { $0.hasOwnID }.map { ($0.id.text, $0.id) }, uniquingKeysWith: { first, _ in first })
    var seen: [String: Named] = [:]
    for rule in own where rule.hasOwnID && !rule.id.isFaulty {
      if let first = seen[rule.id.text] {
        report(
          "duplicate-id", "“\(heir.id.text)” already has a rule “\(rule.id.text)”. Give this one another id.",
          at: rule.id, related: [.init("the first one", at: first.range)])
      } else if let other = foreign[rule.id.text] {
        report(
          "duplicate-id",
          "“\(heir.id.text)” inherits a rule “\(rule.id.text)”. Give this one another id, or replace the inherited rule "
            + "with “replaces: \(rule.id.text)”.", at: rule.id,
          related: [.init("the inherited rule", at: other.range)])
      }
      seen[rule.id.text] = seen[rule.id.text] ?? rule.id
    }
  }

  private func report(_ code: String, _ message: String, at name: Named, related: [Diagnostic.Related] = []) {
    vocabulary.diagnostics.report(Diagnostic(code, message, at: name.range, related: related))
  }
}

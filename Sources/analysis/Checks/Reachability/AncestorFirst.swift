internal import Engine
internal import Reasoning
internal import Source

struct AncestorFirst: Check {
  let page = CheckPage(
    "ancestor-first",
    .reachability,
    .warning,
    summary: "A rule's errors are all taken by an earlier rule for an ancestor of its type.",
    meaning: """
      An earlier rule matches a type that, under types, is declared as an ancestor of this rule's type. A name below \
      type also matches errors of descendants, so the earlier rule takes the errors of both types, like catch \
      clauses in the wrong order. errctl proves this as for unreachable-rule, and reports it here instead.
      """,
    advice: "Put the rule for the narrower type first, as with catch clauses.",
    fires: """
      version: 1
      types:
        TimeoutError: { is: [ NetworkError ] }
      responders:
        - id: app
          rules:
            - { id: network, when: { type: NetworkError }, then: cancel }
            - { id: slow, when: { type: TimeoutError }, then: { retry: { maxAttempts: 3 } } }

      """,
    silent: """
      version: 1
      types:
        TimeoutError: { is: [ NetworkError ] }
      responders:
        - id: app
          rules:
            - { id: slow, when: { type: TimeoutError }, then: { retry: { maxAttempts: 3 } } }
            - { id: network, when: { type: NetworkError }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let order = TypeOrder(rules) else { return }
    for group in rules.writtenClauses {
      guard let found = order.ancestor(before: group) else { continue }
      let same = found.blocker.saysTheSame
      findings.report(
        "This rule never takes effect: “\(found.type)” is declared to be “\(found.ancestor.name)”, "
          + "which \(rules.list([found.blocker])) matches first, with \(same ? "the same" : "another") verdict. "
          + (same ? "Delete it, or move it up." : "Move it up."),
        at: group[0].clause.title,
        related: [
          .init("the rule for “\(found.ancestor.name)”", at: found.ancestor.place),
          .init("the declaration", at: found.declaration),
        ]
      )
    }
  }
}

/// Rules that come after a rule for an ancestor of their type.
struct TypeOrder {
  struct Found {
    let type: String
    let ancestor: (name: String, place: SourceRange)
    let declaration: SourceRange
    let blocker: Blocker
  }

  private let rules: CheckedRules
  private let reasoner: Reasoner
  private let ancestors: DeclaredAncestors
  private let text: UnreachableText
  private let unreached: Set<Int>

  /// Nil if no ancestors are declared, or without a chain.
  init?(_ rules: CheckedRules) {
    guard let reasoner = rules.reasoner else { return nil }
    ancestors = DeclaredAncestors(rules.program)
    guard !ancestors.isEmpty else { return nil }
    self.rules = rules
    self.reasoner = reasoner
    text = UnreachableText(rules: rules)
    unreached = UnreachableResponder.unreached(rules)
  }

  /// The rule for an ancestor that alone takes every error of a rule; nil if there is none.
  func ancestor(before group: [PlacedClause]) -> Found? {
    guard let placed = group.first, placed.clause.kind == .rule else { return nil }
    let types = placed.clause.condition.comparedTypes(asAncestor: false)
    guard types.contains(where: { ancestors.hasAncestors($0.name) }), text.isNever(group, unreached, reasoner)
    else {
      return nil
    }
    let reached = group.first {
      $0.clause.isEnabled && $0.responder.isEnabled && !unreached.contains($0.responderIndex)
    }
    guard let reached else { return nil }
    let blockers = reasoner.reachability(ofClause: reached.index).blockers
    guard blockers.count == 1, let blocker = blockers.first, case .clause(let index) = blocker.kind else {
      return nil
    }
    let earlier = reasoner.program.clauses[index].condition.comparedTypes(asAncestor: true)
    // With several types, each must be below one that the earlier rule names.
    let found = types.compactMap { type in
      earlier.lazy.compactMap { ancestor in
        ancestors.declaration(of: ancestor.name, above: type.name).map {
          Found(type: type.name, ancestor: ancestor, declaration: $0, blocker: blocker)
        }
      }.first
    }
    return found.count == types.count ? found.first : nil
  }
}

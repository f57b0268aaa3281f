package import RuleEngine

/// One thing of a rule set that tests may come by.
package struct CoverageItem: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case rule, verdict, button, category, otherwise, escalation, eventRule

    /// Several of them, for people.
    package var plural: String {
      switch self {
      case .rule: "rules"
      case .verdict: "verdicts"
      case .button: "buttons"
      case .category: "categories"
      case .otherwise: "otherwise"
      case .escalation: "escalation steps"
      case .eventRule: "event rules"
      }
    }
  }

  package let kind: Kind
  /// `app/again`, `app/again: no try left`, `app/ask: Cancel`, `login → app`.
  package let name: String
  /// Where it is written.
  package let place: SourceRange
  /// How often it was come by.
  package let count: Int
  /// Why it was not; nil where it was, or where nobody asked.
  package internal(set) var reason: String?
  /// What the reason is looked for.
  let subject: Subject

  /// What an item is, by its places in the chain.
  enum Subject: Sendable {
    case station([Int])
    case verdict([Int], isExhausted: Bool)
    case button([Int], index: Int)
    case category(Int)
    case escalation(Int)
  }

  package var isCovered: Bool { count > 0 }
}

/// How much of a rule set tests came by.
package struct CoverageReport: Sendable {
  /// The rule file.
  package let file: String
  /// Everything, in the order of the files.
  package internal(set) var items: [CoverageItem]

  package var covered: Int { items.count { $0.isCovered } }

  /// How many of a kind there are, and how many of them were come by.
  package func counts(_ kind: CoverageItem.Kind) -> (covered: Int, total: Int) {
    let own = items.filter { $0.kind == kind }
    return (own.count { $0.isCovered }, own.count)
  }

  /// So many of so many in percent with one digit, never rounded up.
  package static func percent(_ covered: Int, of total: Int) -> String {
    guard total > 0 else { return "100%" }
    let tenths = covered * 1_000 / total
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  package var percent: String { Self.percent(covered, of: items.count) }

  /// Whether the share is at least so many thousandths of a percent.
  package static func isEnough(_ covered: Int, of total: Int, thousandths: Int) -> Bool {
    covered * 100_000 >= thousandths * total
  }
}

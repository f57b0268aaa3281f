package import Source

package struct CoverageItem: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case rule, verdict, button, category, otherwise, escalation, eventRule, breaker, unwrap

    package var plural: String {
      switch self {
      case .rule: "rules"
      case .verdict: "verdicts"
      case .button: "buttons"
      case .category: "categories"
      case .otherwise: "otherwise"
      case .escalation: "escalation steps"
      case .eventRule: "event rules"
      case .breaker: "breakers"
      case .unwrap: "unwraps"
      }
    }
  }

  package let kind: Kind
  /// `app/again`, `app/again: exhausted`, `app/ask: Cancel`, `login → app`.
  package let name: String
  package let place: SourceRange
  package let count: Int
  /// The reason why it was not covered. Nil if it was, or if no reason was requested.
  package internal(set) var reason: String?
  let subject: Subject

  enum Subject: Sendable {
    case clause([Int])
    case verdict([Int], isExhausted: Bool)
    case button([Int], index: Int)
    /// A failure, by the indices of its actions in the chain.
    case failure([Int], actions: [Int])
    case category(Int)
    case escalation(Int)
    case breaker(Int)
    case unwrap(Int)
  }

  package var isCovered: Bool { count > 0 }

  /// The name, and the reason why it was not covered.
  package var gap: String { name + (reason.map { ": \($0)" } ?? "") }

  /// The items that are not covered. For a rule that was never evaluated, its verdict says nothing new.
  package static func gaps(_ items: [CoverageItem]) -> [CoverageItem] {
    items.enumerated().filter { index, item in
      !item.isCovered
        && (item.reason == nil
          || !items[..<index].contains {
            !$0.isCovered && $0.reason == item.reason && item.name.hasPrefix("\($0.name): ")
          })
    }.map { $0.element }
  }
}

package struct CoverageReport: Sendable {
  package let file: String
  package internal(set) var items: [CoverageItem]

  package var covered: Int { items.count { $0.isCovered } }

  package func counts(_ kind: CoverageItem.Kind) -> (covered: Int, total: Int) {
    let own = items.filter { $0.kind == kind }
    return (own.count { $0.isCovered }, own.count)
  }

  /// A percentage with one decimal, never rounded up.
  package static func percent(_ covered: Int, of total: Int) -> String {
    guard total > 0 else { return "100%" }
    let tenths = covered * 1_000 / total
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  package var percent: String { Self.percent(covered, of: items.count) }

  /// The percentage, and the two numbers: `93.7% (15 of 16)`.
  package static func share(_ covered: Int, of total: Int) -> String {
    "\(percent(covered, of: total)) (\(covered) of \(total))"
  }

  var share: String { Self.share(covered, of: items.count) }

  /// The threshold is in thousandths of a percent.
  package static func isEnough(_ covered: Int, of total: Int, thousandths: Int) -> Bool {
    covered * 100_000 >= thousandths * total
  }
}

extension SourceFile {
  /// A line with spaces for its tabs.
  package func shownLine(_ number: Int) -> String {
    String(decoding: bytes[lineRange(number)], as: UTF8.self).map { $0 == "\t" ? " " : "\($0)" }.joined()
  }
}

package import Counting
internal import Bytes
internal import Engine

/// The largest kinds of errors of each category and of each rule.
package struct KindTable: Sendable {
  /// The kinds of a category, or of what a rule handled.
  package struct Group: Sendable {
    package let name: String
    package let errors: Int
    /// The largest ones, most frequent first.
    package let kinds: [ErrorKind]
    /// The number of all kinds; nil if there were too many to count.
    package let kindCount: Int?
  }

  package let categories: [Group]
  package let rules: [Group]
  private static let kept = 20

  init(
    _ chain: ResponderChain, _ counts: borrowing KindCounts, _ outcomes: borrowing OutcomeCounts,
    keepingRecords: Bool
  ) {
    var names = counts.makeNames(keepingRecords: keepingRecords)
    let byCategory = counts.entries { $0.category }
    var categories: [Group] = []
    for (index, name) in (chain.categories + ["none"]).enumerated() {
      let errors = outcomes.byCategory.errors(ofCategory: index)
      let place = index < chain.categories.count ? index : -1
      if errors > 0 {
        categories.append(Self.group(name, errors, counts, &names, among: byCategory[place, default: []]))
      }
    }
    self.categories = categories
    let byClause = counts.entries { $0.clause }
    var rules: [Group] = []
    for (index, clause) in chain.clauses.enumerated() where clause.kind != .always {
      let errors = outcomes.answered[index]
      guard errors > 0 else { continue }
      let group = Self.group(
        chain.name(ofClause: index), errors, counts, &names, among: byClause[index, default: []])
      // An event rule handles no errors.
      if !group.kinds.isEmpty || counts.others > 0 { rules.append(group) }
    }
    self.rules = rules
  }

  private static func group(
    _ name: String, _ errors: Int, _ counts: borrowing KindCounts, _ names: inout KindNames,
    among entries: [Int]
  ) -> Group {
    let kinds = counts.kinds(atMost: kept, &names, among: entries)
    return Group(
      name: name, errors: errors, kinds: kinds.largest, kindCount: counts.others > 0 ? nil : kinds.count)
  }
}

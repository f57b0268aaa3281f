internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct DifferingSibling: Check {
  let page = CheckPage(
    "differing-sibling",
    .retries,
    .note,
    summary: "Two responders have the same retry for lists of errors that differ in one.",
    meaning: """
      The rules stand at responders beside each other, have the same retry, and list the same errors, but for one that a \
      list lacks; or one list names errors where the other rule retries all but a few. Often an error was added in one place \
      and forgotten in the other: there it is never retried.
      """,
    advice: "Add the error to the other list, or suppress the finding if the difference is intended.",
    fires: """
      version: 1
      responders:
        - id: app
        - id: cart
          parent: app
          rules: [ { id: again, when: { type: [ Busy, Slow, Reset ] }, then: { retry: { maxAttempts: 5 } } } ]
        - id: stock
          parent: app
          rules: [ { id: again, when: { type: [ Busy, Slow ] }, then: { retry: { maxAttempts: 5 } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
        - id: cart
          parent: app
          rules: [ { id: again, when: { type: [ Busy, Slow, Reset ] }, then: { retry: { maxAttempts: 5 } } } ]
        - id: stock
          parent: app
          rules: [ { id: again, when: { type: [ Busy, Slow ] }, then: { retry: { maxAttempts: 9 } } } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let listing = rules.program.retryRules.filter { $0.policy.maxAttempts > 1 && $0.clause.rate == nil }
      .compactMap { ListingRule($0) }
    var shorter: [ListingRule.Key: [ListingRule]] = [:]
    var general: [String: [ListingRule]] = [:]
    for rule in listing {
      if rule.excludes {
        general[rule.key.group, default: []].append(rule)
      } else if rule.names.count > 1 {
        shorter[rule.key, default: []].append(rule)
      }
    }
    var reported: Set<WrittenAt> = []
    func report(_ rule: ListingRule, beside other: ListingRule, _ message: String) {
      guard rule.isBeside(other, rules.program), reported.insert(WrittenAt(rule.range)).inserted else {
        return
      }
      findings.report(
        message, at: rule.range, related: [.init("the list of “\(other.name)”", at: other.range)])
    }
    for other in listing where !other.excludes {
      for name in other.names.sorted() {
        for rule in shorter[other.key.without(name)] ?? []
        where rule.names.count + 1 == other.names.count && rule.names.isSubset(of: other.names) {
          report(
            rule, beside: other,
            "“\(rule.name)” does not retry “\(name)”, as “\(other.name)” does. Add it, or leave it out there, too."
          )
        }
      }
    }
    for rule in shorter.values.joined() {
      for other in (general[rule.key.group] ?? []).prefix(Self.mostCompared)
      where other.names.isDisjoint(with: rule.names) {
        report(
          rule, beside: other,
          "“\(rule.name)” retries only the errors of its list, “\(other.name)” all but a few. "
            + "Write the same in both places if they are meant to be alike.")
      }
    }
  }

  /// Rules that retry all errors but some, for each list.
  private static let mostCompared = 100
}

/// A rule whose condition has one list of texts.
private struct ListingRule {
  /// The rules with the same condition but for the list, and the same retry, whatever they count by; and the list, in any order.
  struct Key: Hashable {
    let group: String
    private(set) var list: Int

    func without(_ name: String) -> Key { Key(group: group, list: list ^ name.hashValue) }
  }

  let name: String
  let range: SourceRange
  let names: Set<String>
  /// The list has the errors that the rule does not match.
  let excludes: Bool
  let key: Key
  private let responder: Int

  init?(_ rule: RetryRule) {
    guard let when = rule.clause.when else { return nil }
    let negated = when.members?.count == 1 ? when["not"] : nil
    let condition = negated ?? when
    let lists = Self.lists(in: condition)
    guard lists.count == 1, let list = lists.first else { return nil }
    let texts = (list.elements ?? []).compactMap { $0.string }
    guard !texts.isEmpty, texts.count == list.elements?.count else { return nil }
    name = rule.name
    range = list.range
    names = Set(texts)
    excludes = negated != nil
    responder = rule.clause.responder
    key = Key(
      group: "\(Self.text(of: condition)) \(Self.text(of: rule.policy))",
      list: names.reduce(0) { $0 ^ $1.hashValue })
  }

  private static func lists(in node: Node) -> [Node] {
    if node.elements != nil { return [node] }
    return (node.members ?? []).flatMap { lists(in: $0.value) }
  }

  /// The text of a rule without the texts of its list.
  private static func text(of node: Node) -> String {
    if node.elements != nil { return "[]" }
    guard let members = node.members else { return JSONWriter.line(node) }
    return members.map { "\($0.key): \(text(of: $0.value))" }.joined(separator: ", ")
  }

  private static func text(of policy: RetryPolicy) -> String {
    let backoff = policy.backoff
    let delays = [backoff.initial, backoff.max, policy.within].map { $0.microseconds }
    let listed = backoff.delays.map { $0.microseconds }
    return
      "\(policy.maxAttempts) \(delays) \(listed) \(backoff.multiplier) \(backoff.jitter) \(backoff.maxIncludesJitter) \(policy.exhausted)"
  }

  /// Whether the rules are at two responders, neither of which is above the other.
  func isBeside(_ other: ListingRule, _ program: RuleProgram) -> Bool {
    !program.path(from: responder).contains(other.responder)
      && !program.path(from: other.responder).contains(responder)
  }
}

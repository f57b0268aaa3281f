package import Bytes
internal import Records
package import Source

/// Lists, codes, matchers, categories, looked up during compilation.
package final class Vocabulary {
  let registry: Registry
  let limits: Limits
  package var diagnostics: Diagnostics
  package private(set) var codes: [String: CodeTable]
  let types: TypeTable
  package let alerts: NamedAlerts
  package let categories: [CategoryDeclaration]
  /// The categories as declared, then `defaults.category` unless it is among them.
  package let categoryNames: [String]
  let lists: [String: Node.Member]
  private var faultyLists: Set<String> = []
  private let matchers: [String: Node.Member]
  package private(set) var namedConditions: [String: Condition] = [:]
  /// Reported; uses of them stay silent.
  private var faultyMatchers: Set<String> = []
  private let file: RuleFile
  /// Outermost first, to detect cycles.
  private var open: [String] = []
  private var expansion = Expansion()
  var rejected: Node.Member?
  /// The conditions of the categories, in order; nil for one that has only a name.
  package private(set) var categoryConditions: [Condition?] = []
  /// The breakers in order, without those that have a fault.
  package private(set) var breakers: [Breaker] = []
  /// The shared quotas in order, without those that have a fault.
  package private(set) lazy var quotas = file.quotas.compactMap {
    SharedQuotaReader(vocabulary: self).quota($0)
  }
  /// The entries in order, without those that have a fault.
  package private(set) var unwraps: [Unwrap] = []

  package init(_ file: RuleFile, registry: Registry, limits: Limits, diagnostics: Diagnostics) {
    self.file = file
    self.registry = registry
    self.limits = limits
    var diagnostics = diagnostics
    types = TypeTable(file.types, in: &diagnostics)
    alerts = NamedAlerts(file.alerts, knowsAll: file.knowsAll("alerts"))
    self.diagnostics = diagnostics
    categories = file.categories
    let declared = file.categories.map { $0.name.text }
    categoryNames =
      declared + (file.defaults.category.map { declared.contains($0.text) ? [] : [$0.text] } ?? [])
    lists = Dictionary(file.lists.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    matchers = Dictionary(file.matchers.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    codes = Dictionary(uniqueKeysWithValues: CodeTable.builtIn.map { ($0.domain, $0) })
    readLists()
    readCodes()
  }

  /// The plugin has usually reported a reason.
  func noteRejection(of member: Node.Member) {
    rejected = rejected ?? member
  }

  /// If no other finding explains why there is no chain.
  package func reportRejection() {
    if let rejected, !diagnostics.hasErrors { diagnostics.report(.silentPlugin(rejected)) }
  }

  func knowsAll(_ key: String) -> Bool { file.knowsAll(key) }

  package func translateAll() {
    _ = quotas
    for member in file.matchers where namedConditions[member.key] == nil {
      if !faultyMatchers.contains(member.key) { _ = translate(member.key, member, scope: .rule) }
    }
    var seen: [String: Named] = [:]
    for (index, category) in categories.enumerated() {
      if !category.name.isFaulty, let first = seen[category.name.text] {
        diagnostics.report(
          Diagnostic(
            "duplicate-name", "A category “\(category.name.text)” already exists. Rename this one.",
            at: category.name.range, related: [.init("the first one", at: first.range)]))
      }
      seen[category.name.text] = seen[category.name.text] ?? category.name
      // A faulty matcher is already reported; as a name only it causes no further findings.
      categoryConditions.append(category.when.flatMap { condition(of: $0, scope: .category(index)) })
    }
    breakers = file.breakers.compactMap { BreakerReader(vocabulary: self).breaker($0) }
    unwraps = file.defaults.unwrap.compactMap { entry in
      let condition = entry.when.map { self.condition(of: $0, scope: .unwrap) } ?? .always
      let verdict = Verdict(unwrapping: entry.path, in: &diagnostics)
      guard let condition, let verdict else { return nil }
      return Unwrap(
        range: entry.range, when: entry.when, condition: condition, path: entry.path.text, verdict: verdict)
    }
  }

  package func condition(of node: Node, scope: MatcherContext.Scope) -> Condition? {
    guard let members = node.members else {
      diagnostics.report(noMatcher(node, scope))
      return nil
    }
    let context = MatcherContext(vocabulary: self, scope: scope, siblings: members)
    var conditions: [Condition] = []
    var complete = true
    for member in members {
      guard let plugin = registry.matcher(member.key) else {
        reportUnknown(member)
        complete = false
        continue
      }
      guard isInPlace(member, scope) else {
        complete = false
        continue
      }
      if case .null = member.value.content {
        diagnostics.report(.nullValue(of: member))
        complete = false
        continue
      }
      if let condition = plugin.condition(for: member.value, in: context) {
        conditions.append(condition)
      } else {
        if !diagnostics.hasErrors { diagnostics.report(.silentPlugin(member)) }
        complete = false
      }
    }
    guard complete else { return nil }
    switch conditions.count {
    case 0: return .always
    case 1: return conditions[0]
    default: return .all(conditions)
    }
  }

  /// A value in place of a matcher's mapping, with the matcher that was probably meant.
  private func noMatcher(_ node: Node, _ scope: MatcherContext.Scope) -> Diagnostic {
    let expected = "a matcher (a mapping)"
    if let name = node.string {
      let key = matchers[name] != nil ? "matcher" : categoryNames.contains(name) ? "category" : nil
      if let key { return .wrongType(node, expected: expected, advice: "Write { \(key): \(name) }.") }
    }
    if case .event = scope, node.elements != nil {
      return .wrongType(node, expected: expected, advice: "Write a rule for each event, or { event: [ … ] }.")
    }
    if let elements = node.elements, elements.count > 1, elements.allSatisfy({ $0.members != nil }) {
      let advice = "Write { any: [ … ] } if one of them is enough, or { all: [ … ] } if all must hold."
      return .wrongType(node, expected: expected, advice: advice)
    }
    return .wrongType(node, expected: "\(expected), such as { status: 5xx }")
  }

  /// Event matchers in event rules, and nothing else there.
  private func isInPlace(_ member: Node.Member, _ scope: MatcherContext.Scope) -> Bool {
    if case .unwrap = scope, member.key == "category" {
      diagnostics.report(
        Diagnostic(
          "wrong-place",
          "Errors are unwrapped before they have a category. Write type, domain or another of the error's own fields.",
          at: member.keyRange))
      return false
    }
    if case .breaker = scope, member.key == "custom" {
      diagnostics.report(.pluginOfBreaker(at: member.keyRange))
      return false
    }
    if member.key == "open", let place = scope.placeWithoutBreakers {
      diagnostics.report(.misplacedOpen(at: member.keyRange, in: place))
      return false
    }
    let isEventKey = member.key == "event" || member.key == "with"
    var isEventRule = false
    if case .event = scope { isEventRule = true }
    guard isEventKey != isEventRule else { return true }
    diagnostics.report(
      Diagnostic(
        "wrong-place",
        isEventKey
          ? "“\(member.key)” is allowed in event rules only. Move this rule under “events”."
          : "An event rule can match “event” and “with” only. Remove “\(member.key)”.", at: member.keyRange))
    return false
  }

  private func reportUnknown(_ member: Node.Member) {
    if member.key == "rate" {
      diagnostics.report(.misplacedRate(member))
      return
    }
    diagnostics.report(
      Diagnostic(
        "unknown-key", "“\(member.key)” is not a matcher.\(advice(forUnknown: member))", at: member.keyRange))
  }

  /// `$name` stands for a list's items; nil if an unknown list was reported.
  func expanded(_ node: Node) -> [Node]? {
    guard let text = node.string, text.hasPrefix("$"), text.count > 1 else { return [node] }
    let name = String(text.dropFirst())
    guard let list = lists[name] else {
      guard file.knowsAll("lists") else { return nil }
      let question = Suggestion.question(for: name, among: lists.keys.sorted())
      let advice = question.isEmpty ? " Write { equals: \"\(text)\" } for the text itself." : question
      diagnostics.report(
        Diagnostic(
          "unknown-list", "The list “\(name)” does not exist under “lists”.\(advice)", at: node.range))
      return nil
    }
    return faultyLists.contains(name) ? nil : list.value.elements
  }

  /// The node, or the items of the list that it names; an unknown list is not reported.
  func scalars(of node: Node) -> [Node] {
    guard let text = node.string, text.hasPrefix("$"), let list = lists[String(text.dropFirst())] else {
      return [node]
    }
    return list.value.elements ?? []
  }

  /// The condition of a named matcher; nil if a fault was reported.
  func namedMatcher(_ name: String, at node: Node, scope: MatcherContext.Scope) -> Condition? {
    guard !faultyMatchers.contains(name) else { return nil }
    guard let member = matchers[name] else {
      guard file.knowsAll("matchers") else { return nil }
      // A matcher being translated would refer to itself.
      let known = matchers.keys.filter { !open.contains($0) }.sorted()
      diagnostics.report(
        Diagnostic(
          "unknown-matcher",
          "The matcher “\(name)” does not exist under “matchers”.\(Suggestion.question(for: name, among: known))",
          at: node.range))
      return nil
    }
    if open.contains(name) {
      let path = (open.drop { $0 != name } + [name]).joined(separator: " → ")
      diagnostics.report(
        Diagnostic(
          "matcher-cycle", "This matcher uses itself in a cycle: \(path). Remove one of them.",
          at: node.range, related: [.init("its definition", at: member.keyRange)]))
      return nil
    }
    guard !expansion.isExceeded else { return nil }
    guard open.count < Expansion.depthLimit else {
      expansion.report(at: node, to: &diagnostics)
      return nil
    }
    // Only rules share it: in a category, or about another error, the same words may mean something else.
    var condition: Condition?
    if case .rule = scope { condition = namedConditions[name] }
    guard let named = condition ?? translate(name, member, scope: scope),
      expansion.admits(named, at: node, to: &diagnostics)
    else { return nil }
    return named
  }

  private func translate(_ name: String, _ member: Node.Member, scope: MatcherContext.Scope) -> Condition? {
    open.append(name)
    defer { open.removeLast() }
    guard let condition = condition(of: member.value, scope: scope) else {
      faultyMatchers.insert(name)
      return nil
    }
    let named = Condition.named(name, condition)
    if case .rule = scope { namedConditions[name] = named }
    return named
  }

  /// Whether there is a breaker of this name; an unknown one is reported.
  func hasBreaker(_ name: String, at node: Node) -> Bool {
    if file.breakers.contains(where: { $0.key == name }) { return true }
    guard file.knowsAll("breakers") else { return false }
    let known = file.breakers.map { $0.key }.sorted()
    diagnostics.report(
      Diagnostic(
        "unknown-breaker",
        "The breaker “\(name)” does not exist under “breakers”.\(Suggestion.question(for: name, among: known))",
        at: node.range))
    return false
  }

  /// The quota that rules share by this name; an unknown one is reported. Nil for a faulty one.
  func quota(_ name: Named) -> SharedQuota? {
    if let known = quotas.first(where: { $0.name.text == name.text }) { return known }
    guard file.knowsAll("quotas"), !file.quotas.contains(where: { $0.key == name.text }) else { return nil }
    let known = file.quotas.map { $0.key }.sorted()
    diagnostics.report(
      Diagnostic(
        "unknown-quota",
        "The quota “\(name.text)” does not exist under “quotas”.\(Suggestion.question(for: name.text, among: known))",
        at: name.range))
    return nil
  }

  /// Reports each `open` of a condition that may come from a named matcher.
  package func reportOpen(of condition: Condition, in place: String) {
    condition.reduce(into: ()) { _, part in
      if case .open(_, let source) = part { diagnostics.report(.misplacedOpen(at: source.range, in: place)) }
    }
  }

  func category(_ name: String, at node: Node, in context: MatcherContext) -> Condition? {
    if case .nested = context.scope {
      return .compare(.field(.category), .name(name), context.source(node))
    }
    let glob = GlobPattern(name)
    let indices = categoryNames.indices.filter { glob.matches(categoryNames[$0]) }
    guard !indices.isEmpty else {
      guard file.knowsAll("categories") else { return nil }
      diagnostics.report(
        Diagnostic(
          "unknown-category",
          "The category “\(name)” does not exist under “categories”.\(Suggestion.question(for: name, among: categoryNames))",
          at: node.range))
      return nil
    }
    guard case .category(let own) = context.scope else {
      return .category(Set(indices), context.source(node))
    }
    return earlierCategories(indices, before: own, at: node)
  }

  private func earlierCategories(_ indices: [Int], before own: Int, at node: Node) -> Condition? {
    var conditions: [Condition] = []
    for index in indices {
      guard index < categories.count else {
        diagnostics.report(
          .wrongValue(
            node, "The category “\(categoryNames[index])” has no “when”. Use a category that has one."))
        return nil
      }
      let used = categories[index].name
      guard index < own else {
        diagnostics.report(
          Diagnostic(
            "later-category",
            index == own
              ? "A category can't use itself. Use an earlier category."
              : "A category can use only earlier categories. Move “\(used.text)” up.", at: node.range,
            related: [.init("the definition of “\(used.text)”", at: used.range)]))
        return nil
      }
      guard let condition = categoryConditions[index] else {
        if categories[index].when == nil {
          diagnostics.report(
            Diagnostic(
              "wrong-value", "The category “\(used.text)” has no “when”. Add one, or use another category.",
              at: node.range, related: [.init("its definition", at: used.range)]))
        }
        return nil
      }
      guard expansion.admits(condition, at: node, to: &diagnostics) else { return nil }
      conditions.append(.named(used.text, condition))
    }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  func range(of bytes: Range<Int>, in node: Node) -> SourceRange {
    ScalarOffsets(of: node).range(of: bytes)
  }

  private func readLists() {
    for member in file.lists {
      let before = diagnostics.all.count
      if let elements = member.value.elements {
        if elements.isEmpty {
          diagnostics.report(.wrongValue(member.value, "This list is empty. Write at least one value."))
        }
        for element in elements where element.scalar == nil {
          diagnostics.report(.wrongType(element, expected: "a single value"))
        }
        for element in elements where element.string?.hasPrefix("$") == true {
          diagnostics.report(
            .wrongValue(element, "A list can't contain a list. Write out the values of “\(element.text)”."))
        }
      } else {
        diagnostics.report(.wrongType(member.value, expected: "a list with at least one value"))
      }
      if diagnostics.all.count > before { faultyLists.insert(member.key) }
    }
  }

  private func readCodes() {
    var places: [String: [String: SourceRange]] = [:]
    for member in file.codes { readCodes(member, &places[member.key, default: [:]]) }
  }

  /// `places` has the codes that other files added.
  private func readCodes(_ member: Node.Member, _ places: inout [String: SourceRange]) {
    guard let symbols = member.value.members else {
      diagnostics.report(.wrongType(member.value, expected: "a mapping of symbols to codes"))
      return
    }
    var table = codes[member.key] ?? CodeTable(domain: member.key, codes: [:])
    for symbol in symbols {
      if table.codes[symbol.key] != nil {
        let first = places[symbol.key]
        diagnostics.report(
          Diagnostic(
            "duplicate-name",
            "\(member.key) already has a \(first == nil ? "built-in " : "")code “\(symbol.key)”. Remove this one.",
            at: symbol.keyRange, related: first.map { [.init("the first one", at: $0)] } ?? []))
        continue
      }
      places[symbol.key] = symbol.keyRange
      switch symbol.value.content {
      case .integer(let code): table.codes[symbol.key] = .integer(code)
      case .string(let code): table.codes[symbol.key] = .string(code)
      case .null, .bool, .decimal, .sequence, .mapping:
        diagnostics.report(.wrongType(symbol.value, expected: "a code: an integer or a string"))
        // It stands for itself, so that using it is not a second fault.
        table.codes[symbol.key] = .string(symbol.key)
      }
    }
    codes[member.key] = table
  }
}

extension MatcherContext.Scope {
  /// Where `open` may not stand, in words.
  fileprivate var placeWithoutBreakers: String? {
    switch self {
    case .category: "a category"
    case .unwrap: "an entry of “unwrap”"
    case .breaker: "a breaker"
    case .nested: "a matcher about another error"
    // An event rule is told what it can match.
    case .rule, .event: nil
    }
  }
}

extension Diagnostic {
  static func pluginOfBreaker(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "wrong-place",
      "A breaker counts errors by what they are, so it can't ask a plugin. Match a member of the error.",
      at: range)
  }

  fileprivate static func misplacedOpen(at range: SourceRange, in place: String) -> Diagnostic {
    Diagnostic(
      "wrong-place", "“open” can't stand in \(place): only a rule's “when” may ask a breaker. Move it there.",
      at: range)
  }
}

internal import Records
internal import RuleLanguage
internal import Source

/// The parts of a rule file that operators can change, by kind.
package struct RuleFileSites {
  struct Matcher {
    enum Kind {
      case matcher
      case event
      /// The members of `problem`, `attributes` and similar keys.
      case fields
      /// Operators, such as `{ atLeast: 3 }`.
      case operators
    }

    let node: Node
    let kind: Kind
  }

  struct Value {
    let key: String
    let node: Node
    let field: String
  }

  struct Verdict {
    enum Place { case rule, otherwise, button, event }
    let node: Node
    let place: Place
  }

  let root: Node
  let names: RuleSetNames
  private(set) var matchers: [Matcher] = []
  /// The members `all` and `any`, each with its mapping.
  private(set) var combinators: [(member: Node.Member, mapping: Node)] = []
  private(set) var values: [Value] = []
  private(set) var categories: [Node] = []
  private(set) var categoryList: Node?
  private(set) var responders: [Node] = []
  private(set) var ruleLists: [Node] = []
  private(set) var verdicts: [Verdict] = []
  private(set) var retries: [Node] = []
  private(set) var rates: [Node] = []
  private(set) var breakers: [Node] = []
  /// The entries of `quotas`.
  private(set) var quotas: [Node] = []
  private(set) var throttles: [(throttle: Node, action: Node)] = []
  /// The verdicts of actions that fail, each with its action.
  private(set) var failures: [(verdict: Node, action: Node, isOfEvent: Bool)] = []
  private(set) var actionLists: [Node] = []
  private(set) var alerts: [Node] = []
  private(set) var policies: [Node] = []
  private(set) var unhandled: [Node] = []

  init(_ root: Node, _ names: RuleSetNames) {
    self.root = root
    self.names = names
    for member in root["matchers"]?.members ?? [] { add(matcher: member.value, .matcher) }
    for member in root["lists"]?.members ?? [] { add("lists", member.value, of: "lists") }
    categoryList = root["categories"]
    for category in categoryList?.elements ?? [] {
      categories.append(category)
      if let when = category["when"] { add(matcher: when, .matcher) }
    }
    for member in root["breakers"]?.members ?? [] where member.value.members != nil {
      breakers.append(member.value)
      if let when = member.value["when"] { add(matcher: when, .matcher) }
    }
    quotas = (root["quotas"]?.members ?? []).map { $0.value }.filter { $0.members != nil }
    for member in root["alerts"]?.members ?? [] { add(alert: member.value) }
    for responder in root["responders"]?.elements ?? [] { add(responder: responder) }
    if let defaults = root["defaults"] {
      for entry in defaults["unwrap"]?.elements ?? [] { entry["when"].map { add(matcher: $0, .matcher) } }
      if let retry = defaults["retry"], retry.members != nil { retries.append(retry) }
      if let policy = defaults["policy"], policy.members != nil { policies.append(policy) }
      if let node = defaults["unhandled"], node.members != nil { unhandled.append(node) }
    }
  }

  private mutating func add(responder: Node) {
    guard responder.members != nil else { return }
    responders.append(responder)
    if let policy = responder["policy"], policy.members != nil { policies.append(policy) }
    if let node = responder["unhandled"], node.members != nil { unhandled.append(node) }
    for key in ["rules", "events"] {
      guard let list = responder[key], let rules = list.elements else { continue }
      ruleLists.append(list)
      for rule in rules {
        if let when = rule["when"] { add(matcher: when, key == "events" ? .event : .matcher) }
        if let actions = rule["do"] { add(actions: actions, isOfEvent: key == "events") }
        if let then = rule["then"] { add(verdict: then, key == "events" ? .event : .rule) }
      }
    }
    if let otherwise = responder["otherwise"] {
      if let actions = otherwise["do"] { add(actions: actions) }
      if let then = otherwise["then"] { add(verdict: then, .otherwise) }
    }
    if let always = responder["always"] { add(actions: always) }
  }

  // Matchers

  static let operators: Set<String> = [
    "equals", "contains", "hasPrefix", "hasSuffix", "glob", "matches", "ignoreCase", "lessThan", "atMost",
    "atLeast", "greaterThan", "exists", "exactly",
  ]

  private mutating func add(matcher: Node, _ kind: Matcher.Kind) {
    guard let members = matcher.members else { return }
    matchers.append(Matcher(node: matcher, kind: kind))
    for member in members {
      switch member.key {
      case "all", "any":
        combinators.append((member, matcher))
        for element in member.value.elements ?? [] { add(matcher: element, .matcher) }
      case "not", "underlying", "rootCause", "inside": add(matcher: member.value, .matcher)
      case "matcher", "custom", "open": continue
      case "rate": if member.value.members != nil { rates.append(member.value) }
      case "problem", "attributes", "with", "payload": add(fields: member.value)
      default: add(member.key, member.value, of: member.key)
      }
    }
  }

  private mutating func add(fields: Node) {
    guard let members = fields.members else { return }
    if members.allSatisfy({ Self.operators.contains($0.key) }) { return add("exists", fields, of: "exists") }
    matchers.append(Matcher(node: fields, kind: .fields))
    for member in members {
      if member.key == "ext" {
        add(fields: member.value)
      } else {
        add(member.key, member.value, of: member.key)
      }
    }
  }

  private mutating func add(_ key: String, _ value: Node, of field: String) {
    switch value.content {
    case .mapping(let members):
      guard members.allSatisfy({ Self.operators.contains($0.key) }) else {
        return add(matcher: value, .matcher)
      }
      matchers.append(Matcher(node: value, kind: .operators))
      for member in members { add(member.key, member.value, of: field) }
    case .sequence(let elements):
      values.append(Value(key: key, node: value, field: field))
      for element in elements where element.elements == nil { add(key, element, of: field) }
    case .null, .bool, .integer, .decimal, .string:
      values.append(Value(key: key, node: value, field: field))
    }
  }

  // Actions and verdicts

  private mutating func add(actions: Node, isOfEvent: Bool = false) {
    guard let elements = actions.elements else { return }
    actionLists.append(actions)
    for action in elements {
      if let throttle = action["throttle"], throttle.members != nil { throttles.append((throttle, action)) }
      if let verdict = action["failed"], verdict.string != nil {
        failures.append((verdict, action, isOfEvent))
      }
      if let alert = action["present"] { add(alert: alert, isOfEvent: isOfEvent) }
    }
  }

  private mutating func add(alert: Node, isOfEvent: Bool = false) {
    guard let buttons = alert["buttons"]?.elements else { return }
    alerts.append(alert)
    for button in buttons {
      if let actions = button["do"] { add(actions: actions, isOfEvent: isOfEvent) }
      if let then = button["then"] { add(verdict: then, .button) }
    }
  }

  private mutating func add(verdict: Node, _ place: Verdict.Place) {
    verdicts.append(Verdict(node: verdict, place: place))
    if let retry = verdict["retry"], retry.members != nil { retries.append(retry) }
  }
}

internal import RuleLanguage
internal import Source

/// The conditions of one rule. Sentry wants all matchers of an exception on the same one, and so for messages.
struct FingerprintConditions {
  private let rule: PolicyValue
  private var exception: [(isNegated: Bool, matcher: Node)] = []
  private var message: [(isNegated: Bool, matcher: Node)] = []
  private var others: [Node] = []
  private var unseen: [String] = []
  /// A glob that is none.
  private var neverHolds = false

  /// Whether they ask for texts that are for people.
  var comparesTexts: Bool {
    (exception + message).contains { entry in
      guard let text = entry.matcher["message"] else { return false }
      return text["exists"] == nil
    }
  }

  init(of rule: PolicyValue) { self.rule = rule }

  private var place: SourceRange { rule.place }

  private static let keys = [
    "error.type": "type", "error.value": "value", "stack.module": "module", "stack.abs_path": "path",
    "stack.package": "package", "stack.function": "function", "message": "message", "logger": "logger",
    "level": "level", "type": "type", "value": "value", "module": "module", "path": "path",
    "package": "package",
    "function": "function", "family": "family", "app": "app", "sdk": "sdk", "release": "release",
    "thread.id": "thread.id", "thread.name": "thread.name", "thread.state": "thread.state",
    "thread.crashed": "thread.crashed", "thread.current": "thread.current",
  ]

  mutating func add(_ matcher: PolicyValue) {
    guard let written = matcher.elements, written.count == 2, let key = written[0].string,
      written[1].string != nil
    else {
      matcher.fault("A matcher must be a list of a key and a pattern.")
      return
    }
    let isNegated = key.hasPrefix("!")
    let name = isNegated ? String(key.dropFirst()) : key
    if name.hasPrefix("tags.") {
      compare(.attribute(name), written[1], isNegated)
    } else if let known = Self.keys[name] {
      add(known, written[1], isNegated)
    } else if name == "[]" {
      unseen.append("a frame's neighbour")
    } else {
      let question = Suggestion.question(for: name, among: Self.keys.keys.sorted())
      matcher.fault("“\(name)” is not a matcher. Sentry rejects the rules.\(question)")
    }
  }

  private mutating func add(_ key: String, _ pattern: PolicyValue, _ isNegated: Bool) {
    switch key {
    case "type": compare(.type, pattern, isNegated)
    case "value": compare(.value, pattern, isNegated)
    case "message": compare(.message, pattern, isNegated)
    case "logger": compare(.origin, pattern, isNegated)
    case "release": compare(.release, pattern, isNegated)
    case "level": addLevel(pattern, isNegated)
    case "family": addFamily(pattern.text, isNegated, at: pattern.place)
    default: unseen.append(key)
    }
  }

  private enum Subject {
    case type, value, message, origin, release
    case attribute(String)

    var ignoresCase: Bool {
      switch self {
      case .value, .message, .release: true
      case .type, .origin, .attribute: false
      }
    }

    var isPath: Bool {
      if case .release = self { true } else { false }
    }
  }

  private mutating func compare(_ subject: Subject, _ value: PolicyValue, _ isNegated: Bool) {
    let (pattern, place) = (value.text, value.place)
    guard let glob = GlobsetPattern(pattern, separates: subject.isPath, isPath: subject.isPath) else {
      reportNoGlob(value, isNegated)
      // There must be an exception all the same.
      switch subject {
      case .type, .value: exception.append((false, Node(["type": ["exists": true]], at: place)))
      case .message, .origin, .release, .attribute: break
      }
      return
    }
    let operators = operators(glob, pattern, subject, at: place)
    switch subject {
    case .type:
      if glob.literal == nil, glob.expression != ".*" {
        value.lost("A record's type begins with its module, in which the glob may match, too.")
      }
      exception.append((isNegated, Node(["type": .node(Self.type(glob, at: place))], at: place)))
    case .value: exception.append((isNegated, Node(["message": .node(operators)], at: place)))
    case .message: message.append((isNegated, Node(["message": .node(operators)], at: place)))
    case .origin: other(Node(["origin": .node(operators)], at: place), isNegated)
    case .attribute(let name): other(.attribute(name, operators), isNegated)
    case .release: other(release(glob, pattern, subject, at: place), isNegated)
    }
  }

  private mutating func other(_ matcher: Node, _ isNegated: Bool) {
    others.append(isNegated ? Node(["not": .node(matcher)], at: matcher.range) : matcher)
  }

  private mutating func reportNoGlob(_ pattern: PolicyValue, _ isNegated: Bool) {
    if !isNegated { neverHolds = true }
    pattern.doubt(
      "“\(pattern.text)” is not a glob, so it matches nothing. Write a backslash before a bracket that means itself."
    )
  }

  private static func type(_ glob: GlobsetPattern, at place: SourceRange) -> Node {
    if let literal = glob.literal, !literal.contains("*") { return .text(literal, at: place) }
    if glob.expression == ".*" { return .exists(true, at: place) }
    return Node(["matches": .text("(?s)(?:^|\\.)(?:\(glob.expression))$")], at: place)
  }

  private func operators(_ glob: GlobsetPattern, _ pattern: String, _ subject: Subject, at place: SourceRange)
    -> Node
  {
    if glob.expression == ".*" { return .exists(true, at: place) }
    let operation: (key: String, value: ImportedValue)
    if let literal = glob.literal, !subject.isPath {
      operation = ("equals", .text(literal))
    } else if !subject.isPath, !pattern.contains("**"), !pattern.contains(where: { "[]{}\\,".contains($0) }) {
      operation = ("glob", .text(pattern))
    } else {
      operation = ("matches", .text("(?s)^(?:\(glob.expression))$"))
    }
    return Node(.mapping([operation] + (subject.ignoresCase ? [("ignoreCase", true)] : [])), at: place)
  }

  /// A release is compared as a path, and if it does not begin with a slash, then with one before it, too.
  private func release(_ glob: GlobsetPattern, _ pattern: String, _ subject: Subject, at place: SourceRange)
    -> Node
  {
    let whole = Node.attribute("release", operators(glob, pattern, subject, at: place))
    let behind = glob.expressionsBehindSlash
    guard !behind.isEmpty, glob.expression != ".*" else { return whole }
    let rest: ImportedValue = [
      "matches": .text("(?s)^(?:\(behind.joined(separator: "|")))$"), "ignoreCase": true,
    ]
    let added: ImportedValue = [
      ["attributes": ["release": rest]], ["not": ["attributes": ["release": ["hasPrefix": "/"]]]],
    ]
    return Node(["any": [.node(whole), ["all": added]]], at: place)
  }

  // MARK: - Levels and families

  private mutating func addLevel(_ value: PolicyValue, _ isNegated: Bool) {
    let levels = ["debug", "info", "warning", "error", "fatal"]
    guard let glob = GlobsetPattern(value.text.lowercased(), separates: false, isPath: false),
      let expression = try? Regex("(?s)^(?:\(glob.expression))$")
    else {
      reportNoGlob(value, isNegated)
      return
    }
    let found = levels.filter { $0.contains(expression) != isNegated }
    if found.isEmpty {
      neverHolds = true
      value.doubt("“\(value.text)” is not a level. Sentry's are \(levels.joined(separator: ", ")).")
    } else if found.count < levels.count {
      others.append(Node(["severity": .oneOf(found.map { .text($0) })], at: value.place))
    }
  }

  private static let families = [
    "native": ["objc", "cocoa", "swift", "native", "c"], "javascript": ["javascript", "node"],
  ]

  private mutating func addFamily(_ pattern: String, _ isNegated: Bool, at place: SourceRange) {
    let flags = pattern.split(separator: ",").map { String($0) }
    if flags.contains("all") {
      if isNegated { neverHolds = true }
      return
    }
    func isOn(_ platforms: [String]) -> ImportedValue { ["attributes": ["platform": .texts(platforms)]] }
    var any = ["native", "javascript"].filter { flags.contains($0) }.map { isOn(Self.families[$0] ?? []) }
    if flags.contains("other") { any.append(["not": isOn(Self.families.values.joined().sorted())]) }
    guard !any.isEmpty else {
      if !isNegated { neverHolds = true }
      return
    }
    other(Node(.any(of: any), at: place), isNegated)
  }

  // MARK: - All of them

  /// Nil, and reported, if the rule has to be left out.
  func condition() -> Node? {
    if let key = unseen.first {
      rule.lost("No record shows “\(key)”: the rule is left out, and its errors go on to the next ones.")
      return nil
    }
    guard !neverHolds else { return nil }
    var conditions = others.map { ImportedValue.node($0) }
    if !message.isEmpty { conditions.append(inside(message, isException: false)) }
    if !exception.isEmpty { conditions.append(inside(exception, isException: true)) }
    if conditions.isEmpty { return Node(["any": [.mapping([])]], at: place) }
    return Node(conditions.count == 1 ? conditions[0] : ["all": .list(conditions)], at: place)
  }

  /// One exception, or one message, for which all of them hold.
  private func inside(_ matchers: [(isNegated: Bool, matcher: Node)], isException: Bool) -> ImportedValue {
    var members: [(key: String, value: ImportedValue)] = []
    var all: [ImportedValue] = []
    for (isNegated, matcher) in matchers {
      let member = matcher.members?.first
      if !isNegated, let member, !members.contains(where: { $0.key == member.key }) {
        members.append((member.key, .node(member.value)))
      } else {
        all.append(isNegated ? ["not": .node(matcher)] : .node(matcher))
      }
    }
    // A message without an exception has no type.
    if isException, !members.contains(where: { $0.key == "type" }) {
      members.append(("type", ["exists": true]))
    }
    if !all.isEmpty { members.append(("all", .list(all))) }
    return ["inside": .mapping(members)]
  }
}

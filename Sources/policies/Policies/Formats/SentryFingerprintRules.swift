internal import RuleLanguage
internal import Source

/// Sentry's fingerprint rules: which errors are one group. Each is a category; nothing is decided.
///
/// The format: text, or the JSON in which Sentry stores it; `src/sentry/grouping/fingerprinting/`. The first rule that matches
/// decides. Records are those of errctl's stream format `sentry`, which have no stacks.
struct SentryFingerprintRules: PolicyFormat {
  let name = "sentry"
  let summary = "Sentry fingerprint rules: a category for each group"

  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    FingerprintRuleParser.read(file, in: &diagnostics)
  }

  func recognizes(_ root: Node) -> Bool {
    guard let rules = root["rules"]?.elements, !rules.isEmpty else { return false }
    return rules.allSatisfy { $0["matchers"]?.elements != nil && $0["fingerprint"]?.elements != nil }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    var groups: [Group] = []
    for rule in root["rules"]?.elements ?? [] {
      guard let group = Self.read(rule, in: &diagnostics) else { continue }
      let fingerprint = group.fingerprint
      if groups.last?.fingerprint == fingerprint {
        groups[groups.count - 1].merge(group)
        continue
      }
      if let first = groups.first(where: { $0.fingerprint == fingerprint }) {
        diagnostics.report(
          .policyLoss(
            "This is the group of line \(first.rule.range.start.line). Rules stand between them, so it is a category of its own.",
            at: rule.range))
      }
      groups.append(group)
    }
    var ids = RuleIDs()
    let categories = groups.map { $0.category(ids.id($0.fingerprint.joined(separator: " "))) }
    let place = root.range
    let silent = Node.mapping([("report", .text("none", at: place))], at: place)
    let responder = Node.mapping([("id", .text("events", at: place)), ("unhandled", silent)], at: place)
    return .ruleFile(
      named: "Sentry's fingerprint rules",
      others: categories.isEmpty ? [] : [("categories", .list(categories, at: place))],
      responders: [responder], at: place)
  }

  /// Rules one after the other with the same fingerprint.
  private struct Group {
    let fingerprint: [String]
    let rule: Node
    var conditions: [Node]
    var suppressed: [(code: String, reason: String)]

    mutating func merge(_ other: Group) {
      conditions += other.conditions
      for entry in other.suppressed where !suppressed.contains(where: { $0.code == entry.code }) {
        suppressed.append(entry)
      }
    }

    func category(_ name: String) -> Node {
      let place = rule.range
      let when =
        conditions.count == 1 ? conditions[0] : .mapping([("any", .list(conditions, at: place))], at: place)
      var members: [(String, Node)] = [("name", .text(name, at: place))]
      if let title = rule["attributes"]?["title"]?.string {
        members.append(("description", .text(title, at: place)))
      }
      let reasons = suppressed.map { ($0.code, Node.text($0.reason, at: place)) }
      members += [("when", when), ("suppress", .mapping(reasons, at: place))]
      return .mapping(members, at: place)
    }
  }

  // MARK: - Rules

  /// Nil, and reported, if no category can say it.
  private static func read(_ rule: Node, in diagnostics: inout Diagnostics) -> Group? {
    let fingerprint = (rule["fingerprint"]?.elements ?? []).map { $0.text }
    for part in rule["fingerprint"]?.elements ?? [] { reportVariable(part, in: &diagnostics) }
    for member in rule["attributes"]?.members ?? [] where member.key != "title" {
      diagnostics.report(
        .policyFault(
          "“\(member.key)” is no attribute of a group. Sentry knows only “title”.", at: member.value.range))
    }
    var conditions = FingerprintConditions(at: rule.range)
    for matcher in rule["matchers"]?.elements ?? [] { conditions.add(matcher, in: &diagnostics) }
    guard let condition = conditions.condition(in: &diagnostics) else { return nil }
    var suppressed = [
      (code: "endless-category", reason: "Fingerprint rules group errors and decide nothing.")
    ]
    if conditions.comparesTexts {
      suppressed.append(("localised-text", "Sentry groups by what the program said."))
    }
    return Group(fingerprint: fingerprint, rule: rule, conditions: [condition], suppressed: suppressed)
  }

  private static let variables = [
    "default", "transaction", "message", "raw_message", "type", "error.type", "value", "raw_value",
    "error.value",
    "error.raw_value", "function", "stack.function", "path", "stack.abs_path", "stack.filename", "module",
    "stack.module", "package", "stack.package", "level", "logger",
  ]

  private static func reportVariable(_ part: Node, in diagnostics: inout Diagnostics) {
    guard part.text.hasPrefix("{{"), part.text.hasSuffix("}}") else { return }
    let name = part.text.dropFirst(2).dropLast(2).filter { $0 != " " }
    if name == "default" {
      diagnostics.report(
        .policyLoss(
          "“{{ default }}” is the group that Sentry finds itself. The category has all errors of the rule.",
          at: part.range))
    } else if variables.contains(name) || name.hasPrefix("tags.") {
      diagnostics.report(
        .policyLoss(
          "Each value of “\(name)” makes a group of its own. The category has all of them.", at: part.range))
    } else {
      let question = Suggestion.question(for: name, among: variables)
      diagnostics.report(
        .policyDoubt(
          "“\(name)” is no variable that Sentry knows. It has no value.\(question)", at: part.range))
    }
  }
}

// MARK: - Conditions

/// What one rule asks for. Sentry wants all matchers of an exception on the same one, and so for messages.
private struct FingerprintConditions {
  private let place: SourceRange
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

  init(at place: SourceRange) { self.place = place }

  private static let keys = [
    "error.type": "type", "error.value": "value", "stack.module": "module", "stack.abs_path": "path",
    "stack.package": "package", "stack.function": "function", "message": "message", "logger": "logger",
    "level": "level", "type": "type", "value": "value", "module": "module", "path": "path",
    "package": "package",
    "function": "function", "family": "family", "app": "app", "sdk": "sdk", "release": "release",
    "thread.id": "thread.id", "thread.name": "thread.name", "thread.state": "thread.state",
    "thread.crashed": "thread.crashed", "thread.current": "thread.current",
  ]

  mutating func add(_ matcher: Node, in diagnostics: inout Diagnostics) {
    guard let written = matcher.elements, written.count == 2, let key = written[0].string,
      let pattern = written[1].string
    else {
      diagnostics.report(.policyFault("A matcher must be a list of a key and a pattern.", at: matcher.range))
      return
    }
    let isNegated = key.hasPrefix("!")
    let name = isNegated ? String(key.dropFirst()) : key
    if name.hasPrefix("tags.") {
      compare(.attribute(name), pattern, isNegated, at: written[1].range, in: &diagnostics)
    } else if let known = Self.keys[name] {
      add(known, pattern, isNegated, at: written[1].range, in: &diagnostics)
    } else if name == "[]" {
      unseen.append("a frame's neighbour")
    } else {
      let question = Suggestion.question(for: name, among: Self.keys.keys.sorted())
      diagnostics.report(
        .policyFault("“\(name)” is no matcher. Sentry rejects the rules.\(question)", at: matcher.range))
    }
  }

  private mutating func add(
    _ key: String, _ pattern: String, _ isNegated: Bool, at place: SourceRange,
    in diagnostics: inout Diagnostics
  ) {
    switch key {
    case "type": compare(.type, pattern, isNegated, at: place, in: &diagnostics)
    case "value": compare(.value, pattern, isNegated, at: place, in: &diagnostics)
    case "message": compare(.message, pattern, isNegated, at: place, in: &diagnostics)
    case "logger": compare(.origin, pattern, isNegated, at: place, in: &diagnostics)
    case "release": compare(.release, pattern, isNegated, at: place, in: &diagnostics)
    case "level": addLevel(pattern, isNegated, at: place, in: &diagnostics)
    case "family": addFamily(pattern, isNegated, at: place)
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

  private mutating func compare(
    _ subject: Subject, _ pattern: String, _ isNegated: Bool, at place: SourceRange,
    in diagnostics: inout Diagnostics
  ) {
    guard let glob = GlobsetPattern(pattern, separates: subject.isPath, isPath: subject.isPath) else {
      reportNoGlob(pattern, isNegated, at: place, in: &diagnostics)
      // There must be an exception all the same.
      switch subject {
      case .type, .value: exception.append((false, .mapping([("type", .exists(true, at: place))], at: place)))
      case .message, .origin, .release, .attribute: break
      }
      return
    }
    switch subject {
    case .type:
      if glob.literal == nil, glob.expression != ".*" {
        diagnostics.report(
          .policyLoss("A record's type begins with its module, in which the glob may match, too.", at: place))
      }
      exception.append((isNegated, .mapping([("type", Self.type(glob, at: place))], at: place)))
    case .value:
      exception.append(
        (isNegated, .mapping([("message", operators(glob, pattern, subject, at: place))], at: place)))
    case .message:
      message.append(
        (isNegated, .mapping([("message", operators(glob, pattern, subject, at: place))], at: place)))
    case .origin:
      other(.mapping([("origin", operators(glob, pattern, subject, at: place))], at: place), isNegated)
    case .attribute(let name):
      other(.attribute(name, operators(glob, pattern, subject, at: place)), isNegated)
    case .release: other(release(glob, pattern, subject, at: place), isNegated)
    }
  }

  private mutating func other(_ matcher: Node, _ isNegated: Bool) {
    others.append(isNegated ? .mapping([("not", matcher)], at: matcher.range) : matcher)
  }

  private mutating func reportNoGlob(
    _ pattern: String, _ isNegated: Bool, at place: SourceRange, in diagnostics: inout Diagnostics
  ) {
    if !isNegated { neverHolds = true }
    diagnostics.report(
      .policyDoubt(
        "“\(pattern)” is no glob, so it matches nothing. Write a backslash before a bracket that means itself.",
        at: place))
  }

  private static func type(_ glob: GlobsetPattern, at place: SourceRange) -> Node {
    if let literal = glob.literal, !literal.contains("*") { return .text(literal, at: place) }
    if glob.expression == ".*" { return .exists(true, at: place) }
    return .mapping([("matches", .text("(?s)(?:^|\\.)(?:\(glob.expression))$", at: place))], at: place)
  }

  private func operators(_ glob: GlobsetPattern, _ pattern: String, _ subject: Subject, at place: SourceRange)
    -> Node
  {
    if glob.expression == ".*" { return .exists(true, at: place) }
    let operation: (String, Node)
    if let literal = glob.literal, !subject.isPath {
      operation = ("equals", .text(literal, at: place))
    } else if !subject.isPath, !pattern.contains("**"), !pattern.contains(where: { "[]{}\\,".contains($0) }) {
      operation = ("glob", .text(pattern, at: place))
    } else {
      operation = ("matches", .text("(?s)^(?:\(glob.expression))$", at: place))
    }
    return .mapping(
      [operation] + (subject.ignoresCase ? [("ignoreCase", .boolean(true, at: place))] : []), at: place)
  }

  /// A release is compared as a path, and if it does not begin with a slash, then with one before it, too.
  private func release(_ glob: GlobsetPattern, _ pattern: String, _ subject: Subject, at place: SourceRange)
    -> Node
  {
    let whole = Node.attribute("release", operators(glob, pattern, subject, at: place))
    let behind = glob.expressionsBehindSlash
    guard !behind.isEmpty, glob.expression != ".*" else { return whole }
    let rest = Node.mapping(
      [
        ("matches", .text("(?s)^(?:\(behind.joined(separator: "|")))$", at: place)),
        ("ignoreCase", .boolean(true, at: place)),
      ],
      at: place
    )
    let slash = Node.attribute("release", .mapping([("hasPrefix", .text("/", at: place))], at: place))
    let added = [.attribute("release", rest), Node.mapping([("not", slash)], at: place)]
    return .mapping(
      [("any", .list([whole, .mapping([("all", .list(added, at: place))], at: place)], at: place))], at: place
    )
  }

  // MARK: - Levels and families

  private mutating func addLevel(
    _ pattern: String, _ isNegated: Bool, at place: SourceRange, in diagnostics: inout Diagnostics
  ) {
    let levels = ["debug", "info", "warning", "error", "fatal"]
    guard let glob = GlobsetPattern(pattern.lowercased(), separates: false, isPath: false),
      let expression = try? Regex("(?s)^(?:\(glob.expression))$")
    else {
      reportNoGlob(pattern, isNegated, at: place, in: &diagnostics)
      return
    }
    let found = levels.filter { $0.contains(expression) != isNegated }
    if found.isEmpty { neverHolds = true }
    if found.count < levels.count, !found.isEmpty {
      others.append(
        .mapping([("severity", .oneOf(found.map { .text($0, at: place) }, at: place))], at: place))
    } else if found.isEmpty {
      diagnostics.report(
        .policyDoubt("“\(pattern)” is no level. Sentry's are \(levels.joined(separator: ", ")).", at: place))
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
    let platforms = { (names: [String]) in Node.list(names.map { .text($0, at: place) }, at: place) }
    var any = ["native", "javascript"].filter { flags.contains($0) }
      .map { Node.attribute("platform", platforms(Self.families[$0] ?? [])) }
    if flags.contains("other") {
      let known = Self.families.values.joined().sorted()
      any.append(.mapping([("not", .attribute("platform", platforms(known)))], at: place))
    }
    guard !any.isEmpty else {
      if !isNegated { neverHolds = true }
      return
    }
    other(any.count == 1 ? any[0] : .mapping([("any", .list(any, at: place))], at: place), isNegated)
  }

  // MARK: - All of them

  /// Nil, and reported, if the rule has to be left out.
  func condition(in diagnostics: inout Diagnostics) -> Node? {
    if let key = unseen.first {
      diagnostics.report(
        .policyLoss(
          "No record shows “\(key)”: the rule is left out, and its errors go on to the next ones.", at: place)
      )
      return nil
    }
    guard !neverHolds else { return nil }
    var conditions = others
    if !message.isEmpty { conditions.append(inside(message, isException: false)) }
    if !exception.isEmpty { conditions.append(inside(exception, isException: true)) }
    if conditions.isEmpty {
      return .mapping([("any", .list([.mapping([], at: place)], at: place))], at: place)
    }
    return conditions.count == 1
      ? conditions[0] : .mapping([("all", .list(conditions, at: place))], at: place)
  }

  /// One exception, or one message, for which all of them hold.
  private func inside(_ matchers: [(isNegated: Bool, matcher: Node)], isException: Bool) -> Node {
    var members: [(String, Node)] = []
    var all: [Node] = []
    for (isNegated, matcher) in matchers {
      let member = matcher.members?.first
      if !isNegated, let member, !members.contains(where: { $0.0 == member.key }) {
        members.append((member.key, member.value))
      } else {
        all.append(isNegated ? .mapping([("not", matcher)], at: place) : matcher)
      }
    }
    // A message without an exception has no type.
    if isException, !members.contains(where: { $0.0 == "type" }) {
      members.append(("type", .exists(true, at: place)))
    }
    if !all.isEmpty { members.append(("all", .list(all, at: place))) }
    return .mapping([("inside", .mapping(members, at: place))], at: place)
  }
}

internal import RuleLanguage
internal import Source

/// A pipeline of Buildkite: which failed jobs its steps try again, and which failures a build survives.
///
/// The format: “Retry” and “Soft fail” in Buildkite's documentation, and `buildkite/pipeline-schema`. A step's rules are asked in
/// order. The first one that matches decides, and counts its own tries. What a step does not try again climbs to the build, which
/// goes on after a soft failure.
struct BuildkitePipeline: PolicyFormat {
  let name = "buildkite"
  let summary = "Buildkite pipeline: retry and soft_fail of steps"

  func recognizes(_ root: Node) -> Bool {
    let documents = root.elements ?? [root]
    // Before there were pipelines with environments, a file was a list of steps.
    if root.elements != nil, BuildkiteStep.areSteps(documents) { return true }
    return documents.contains { BuildkiteStep.areSteps($0["steps"]?.elements ?? []) }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    var steps: [BuildkiteStep] = []
    let documents = root.elements ?? [root]
    if BuildkiteStep.areSteps(documents) {
      steps = BuildkiteStep.steps(documents, in: &diagnostics)
    } else {
      for document in documents {
        steps += BuildkiteStep.steps(document["steps"]?.elements ?? [], in: &diagnostics)
      }
    }
    let named = BuildkiteStep.told(steps, in: &diagnostics)
    var (ids, buildIDs) = (RuleIDs(), RuleIDs())
    let retries = named.flatMap { $0.step.retries($0.name, isFollowed: $0.isFollowed, &ids) }
    let survived = named.flatMap { $0.step.survived($0.name, isFollowed: $0.isFollowed, &buildIDs) }
    // An origin begins at the responder whose id it is, so these must be the names of no steps.
    var responders = RuleIDs()
    responders.reserve(named.compactMap { $0.name.exact })
    let (job, build) = (responders.id("job"), responders.id("build"))
    let most = named.compactMap { $0.step.mostRetries }.max { $0.limit < $1.limit }
    let ends = Node.mapping([("then", .text("abort", at: place))], at: place)
    return .mapping(
      [
        ("version", .integer(1, at: place)), ("name", .text("Buildkite pipeline", at: place)),
        ("defaults", Self.defaults(job, at: most?.place ?? place)),
        (
          "responders",
          .list(
            [
              .mapping(
                [
                  ("id", .text(build, at: place)), ("rules", .list(survived, at: place)), ("otherwise", ends),
                ],
                at: place
              ),
              .mapping(
                [
                  ("id", .text(job, at: place)), ("parent", .text(build, at: place)),
                  ("rules", .list(retries, at: place)),
                ],
                at: place
              ),
            ],
            at: place
          )
        ),
      ],
      at: place
    )
  }

  /// A new job is made at once, and each rule counts for itself the tries of a job.
  ///
  /// - Parameter place: where most retries are written, for what is said about retries without a delay.
  private static func defaults(_ job: String, at place: SourceRange) -> Node {
    let keys = ["operation", "origin"].map { Node.text($0, at: place) }
    let backoff = Node.mapping(
      [("initial", .text("0s", at: place)), ("jitter", .text("none", at: place))], at: place)
    let retry: [(String, Node)] = [
      ("per", .list(keys, at: place)), ("within", .longestDelay(at: place)), ("backoff", backoff),
      ("exhausted", .text("escalate", at: place)),
    ]
    return .mapping([("responder", .text(job, at: place)), ("retry", .mapping(retry, at: place))], at: place)
  }
}

// MARK: - Steps

/// A command step, with what its failures lead to.
private struct BuildkiteStep {
  /// Where the step's name stands.
  private let place: SourceRange
  private let name: BuildkiteName
  private let hasKey: Bool
  private let automatic: [AutomaticRetry]
  private let softFailures: [SoftFailure]

  private static let commandKeys = ["command", "commands", "script"]
  private static let otherKinds = ["wait", "waiter", "block", "input", "manual", "trigger", "group"]

  /// Whether a list can only be the steps of a pipeline.
  static func areSteps(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      if let word = node.string { return ["wait", "waiter", "block"].contains(word) }
      if let inner = commandKeys.lazy.compactMap({ node[$0] }).first(where: { $0.members != nil }) {
        return areSteps([inner])
      }
      if node["group"] != nil, node["steps"]?.elements != nil { return true }
      if node["retry"]?["automatic"] != nil || node["retry"]?["manual"] != nil { return true }
      if otherKinds.dropLast().contains(where: { node[$0] != nil }) { return true }
      return commandKeys.dropLast().contains { node[$0] != nil }
        && ["soft_fail", "agents", "plugins", "label", "key"].contains { node[$0] != nil }
    }
  }

  static func steps(_ nodes: [Node], in diagnostics: inout Diagnostics) -> [BuildkiteStep] {
    nodes.flatMap { node -> [BuildkiteStep] in
      guard node.members != nil else { return [] }
      // The older notation has the step below its kind.
      if let inner = commandKeys.lazy.compactMap({ node[$0] }).first(where: { $0.members != nil }) {
        return steps([inner], in: &diagnostics)
      }
      let kind =
        node["type"]?.string
        ?? (commandKeys + ["plugins"]).first { node[$0] != nil } ?? otherKinds.first { node[$0] != nil }
      guard let kind, otherKinds.contains(kind) else {
        return BuildkiteStep(node, in: &diagnostics).map { [$0] } ?? []
      }
      for member in node.members ?? [] where member.key == "retry" {
        diagnostics.report(
          .policyFault(
            "A \(kind) step has no retries. Buildkite rejects the pipeline: move “retry” to command steps.",
            at: member.keyRange))
      }
      return kind == "group" ? steps(node["steps"]?.elements ?? [], in: &diagnostics) : []
    }
  }

  /// Nil for a step without a command.
  private init?(_ node: Node, in diagnostics: inout Diagnostics) {
    let key = ["key", "id", "identifier"].lazy.compactMap { node[$0] }.first { $0.string?.isEmpty == false }
    let label = ["label", "name"].lazy.compactMap { node[$0] }.first { $0.string?.isEmpty == false }
    for member in node.members ?? [] where !["retry", "soft_fail", "skip"].contains(member.key) {
      let isRetry = member.key.lowercased().hasPrefix("retr")
      let question =
        isRetry ? " Did you mean “retry”?" : Suggestion.question(for: member.key, among: ["soft_fail"])
      guard !question.isEmpty else { continue }
      diagnostics.report(
        .policyFault(
          "“\(member.key)” is no key of a command step. Buildkite rejects the pipeline.\(question)",
          at: member.keyRange))
    }
    automatic = node["retry"].map { AutomaticRetry.rules($0, in: &diagnostics) } ?? []
    softFailures = node["soft_fail"].map { SoftFailure.conditions($0, in: &diagnostics) } ?? []
    for adjustment in node["matrix"]?["adjustments"]?.elements ?? [] {
      guard let failure = adjustment.members?.first(where: { $0.key == "soft_fail" }) else { continue }
      diagnostics.report(
        .policyLoss(
          "Only some jobs of the matrix fail softly, and a record does not tell which. The rules know the step's own “soft_fail”.",
          at: failure.keyRange))
    }
    hasKey = key != nil
    if let key {
      (name, place) = (BuildkiteName(key, isLabel: false), key.range)
    } else if let label {
      (name, place) = (BuildkiteName(label, isLabel: true), label.range)
    } else {
      let command = Self.commandKeys.lazy.compactMap { node[$0] }.first
      guard let command, let name = BuildkiteName(command: command) else { return nil }
      (self.name, place) = (name, command.range)
    }
  }

  /// The steps whose jobs can be told from one another, those with one name first.
  static func told(_ steps: [BuildkiteStep], in diagnostics: inout Diagnostics) -> [(
    step: BuildkiteStep, name: BuildkiteName, isFollowed: Bool
  )] {
    var first: [BuildkiteName: BuildkiteStep] = [:]
    var told: [BuildkiteStep] = []
    for step in steps {
      guard let other = first[step.name] else {
        first[step.name] = step
        told.append(step)
        continue
      }
      if step.hasKey, other.hasKey {
        diagnostics.report(
          .policyFault(
            "Two steps have this key. Buildkite rejects the pipeline: change one of them.", at: step.place,
            related: [.init("the other step", at: other.place)]))
        continue
      }
      guard !step.saysTheSame(as: other) else { continue }
      diagnostics.report(
        .policyLoss(
          "Jobs of another step have this name, too. The rules are those of that step: give each step a “key”.",
          at: step.place, related: [.init("the other step", at: other.place)]))
    }
    let ordered = told.filter { $0.name.exact != nil } + told.filter { $0.name.exact == nil }
    return ordered.enumerated().map { index, step in
      (step, step.name, ordered[(index + 1)...].contains { $0.name.mayBe(step.name) })
    }
  }

  var mostRetries: (limit: Int64, place: SourceRange)? {
    automatic.max { $0.limit.value < $1.limit.value }.map { ($0.limit.value, $0.limit.place) }
  }

  private func saysTheSame(as other: BuildkiteStep) -> Bool {
    var (own, others) = (RuleIDs(), RuleIDs())
    let left = retries(name, isFollowed: false, &own) + survived(name, isFollowed: false, &own)
    let right =
      other.retries(name, isFollowed: false, &others) + other.survived(name, isFollowed: false, &others)
    return left.map { JSONWriter.text(of: $0) } == right.map { JSONWriter.text(of: $0) }
  }

  // MARK: Rules

  /// - Parameter isFollowed: whether rules of another step match the same names.
  func retries(_ name: BuildkiteName, isFollowed: Bool, _ ids: inout RuleIDs) -> [Node] {
    let rules = automatic.enumerated().map { index, retry in
      let id = automatic.count == 1 ? "automatic" : "automatic.\(index)"
      return rule(ids.id("\(name.id).\(id)"), retry.members, then: retry.verdict, at: retry.place)
    }
    return rules + end(isFollowed, "\(name.id).failed", then: "escalate", &ids)
  }

  func survived(_ name: BuildkiteName, isFollowed: Bool, _ ids: inout RuleIDs) -> [Node] {
    let rules = softFailures.enumerated().map { index, failure in
      let id = softFailures.count == 1 ? "soft_fail" : "soft_fail.\(index)"
      let proceeds = Node.text("proceed", at: failure.place)
      return rule(ids.id("\(name.id).\(id)"), failure.members, then: proceeds, at: failure.place)
    }
    return rules + end(isFollowed, "\(name.id).failed", then: "abort", &ids)
  }

  private func rule(_ id: String, _ members: [(String, Node)], then verdict: Node, at range: SourceRange)
    -> Node
  {
    let origin: [(String, Node)] = [("origin", name.matcher(at: place))]
    return .mapping(
      [("id", .text(id, at: range)), ("when", .mapping(origin + members, at: range)), ("then", verdict)],
      at: range)
  }

  /// Keeps the step's errors from the rules of another one.
  private func end(_ isNeeded: Bool, _ id: String, then verdict: String, _ ids: inout RuleIDs) -> [Node] {
    isNeeded ? [rule(ids.id(id), [], then: .text(verdict, at: place), at: place)] : []
  }
}

/// What the jobs of a step are called in an export: the step's key, or else its label, or else its command.
private struct BuildkiteName: Hashable {
  /// Between two of them stands what is filled in later.
  private let pieces: [String]

  /// - Parameter isLabel: whether a matrix and the number of a parallel job fill something in, too.
  init(_ node: Node, isLabel: Bool) {
    pieces = Self.pieces(of: node.string ?? node.text, isLabel: isLabel)
  }

  init?(command: Node) {
    let lines = (command.elements ?? [command]).map { $0.string ?? $0.text }
    let text = lines.joined(separator: "\n")
    guard !text.isEmpty else { return nil }
    pieces = Self.pieces(of: text, isLabel: true)
  }

  var exact: String? { pieces.count == 1 ? pieces[0] : nil }

  var id: String {
    let line = pieces.joined(separator: "*").split(separator: "\n", maxSplits: 1).first ?? ""
    return String(line.prefix(60))
  }

  func matcher(at place: SourceRange) -> Node {
    if let exact { return .mapping([("equals", .text(exact, at: place))], at: place) }
    let pattern = pieces.map { Self.escaped($0) }.joined(separator: ".*")
    return .mapping([("matches", .text("(?s)^\(pattern)$", at: place))], at: place)
  }

  /// Whether a job may have this name and the other one.
  func mayBe(_ other: BuildkiteName) -> Bool {
    let (ownFirst, ownLast) = (pieces[0], pieces[pieces.count - 1])
    let (first, last) = (other.pieces[0], other.pieces[other.pieces.count - 1])
    guard exact == nil else { return other.exact == exact }
    if let name = other.exact {
      return name.hasPrefix(ownFirst) && name.hasSuffix(ownLast)
    }
    return (first.hasPrefix(ownFirst) || ownFirst.hasPrefix(first))
      && (last.hasSuffix(ownLast) || ownLast.hasSuffix(last))
  }

  private static func pieces(of text: String, isLabel: Bool) -> [String] {
    var pieces = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      // `$$` and `\$` are a dollar sign.
      case "$" where rest.first == "$", "\\" where rest.first == "$":
        pieces[pieces.count - 1].append(rest.removeFirst())
      case "$" where rest.first == "{":
        rest = rest.drop { $0 != "}" }.dropFirst()
        pieces.append("")
      case "$" where rest.first.map({ $0.isLetter || $0 == "_" }) == true:
        rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "_" }
        pieces.append("")
      case "{" where isLabel && rest.hasPrefix("{matrix"):
        rest = rest.drop { $0 != "}" }.dropFirst(2)
        pieces.append("")
      case "%" where isLabel && rest.first.map({ "nNtT".contains($0) }) == true:
        rest.removeFirst()
        pieces.append("")
      default: pieces[pieces.count - 1].append(character)
      }
    }
    return pieces
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0.isLetter || $0.isNumber || $0.isWhitespace || !$0.isASCII ? "\($0)" : "\\\($0)" }.joined()
  }
}

// MARK: - Automatic retries

/// A rule of `retry.automatic`.
private struct AutomaticRetry {
  let place: SourceRange
  /// Of the rule's `when`.
  let members: [(String, Node)]
  let verdict: Node
  let limit: (value: Int64, place: SourceRange)

  private static let keys = ["exit_status", "signal", "signal_reason", "limit"]
  private static let limits: ClosedRange<Int64> = 0...10
  private static let usualLimit: Int64 = 2
  private static let reasons = [
    "agent_incompatible", "agent_refused", "agent_stop", "cancel", "process_run_error", "signature_rejected",
    "stack_error",
  ]

  static func rules(_ node: Node, in diagnostics: inout Diagnostics) -> [AutomaticRetry] {
    if node.isNull {
      diagnostics.report(
        .policyDoubt("“retry” has no value here. Delete it, or write what it allows.", at: node.range))
      return []
    }
    guard var retry = LegacyMapping(node, "the retries of a step", in: &diagnostics) else { return [] }
    if let manual = retry.take("manual") { reportManual(manual, in: &diagnostics) }
    let automatic = retry.take("automatic")
    retry.reject(unless: ["automatic", "manual"], by: "Buildkite", in: &diagnostics)
    guard let automatic else { return [] }
    if let isOn = BuildkiteWord.boolean(automatic) {
      guard isOn else { return [] }
      return [AutomaticRetry(at: automatic.range, whole: [], limit: usualLimit, limitPlace: automatic.range)]
    }
    guard automatic.elements != nil || automatic.members != nil else {
      diagnostics.report(
        .policyFault("“automatic” must be true, false, a rule, or a list of rules.", at: automatic.range))
      return []
    }
    return (automatic.elements ?? [automatic]).compactMap { AutomaticRetry($0, in: &diagnostics) }
  }

  private init(at place: SourceRange, whole members: [(String, Node)], limit: Int64, limitPlace: SourceRange)
  {
    self.place = place
    self.limit = (limit, limitPlace)
    self.members = members.isEmpty ? BuildkiteExit.any(at: place) : members
    guard limit > 0 else {
      // The rule matches, so no other one is asked.
      verdict = .text("escalate", at: limitPlace)
      return
    }
    let tries = Node.mapping([("maxAttempts", .integer(limit + 1, at: limitPlace))], at: limitPlace)
    verdict = .mapping([("retry", tries)], at: place)
  }

  private init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard var rule = LegacyMapping(node, "a retry rule", in: &diagnostics) else { return nil }
    let before = diagnostics.errorCount
    let exit = rule.take("exit_status")
    let exits =
      exit.map { BuildkiteExit.codes($0, in: &diagnostics) } ?? .some(BuildkiteExit.any(at: node.range))
    var (attributes, mixtures) = ([(String, Node)](), [Node]())
    if let signal = rule.take("signal") {
      switch Self.words(signal, "signal", in: &diagnostics, known: Self.signal) {
      case .any: break
      case .one(let operators): attributes.append(("signal", operators))
      case .mixture(let ways): mixtures.append(ways)
      }
    }
    if let reason = rule.take("signal_reason") {
      switch Self.words(reason, "signal_reason", in: &diagnostics, known: Self.reason) {
      case .any: break
      case .one(let operators): attributes.append(("signal_reason", operators))
      case .mixture(let ways): mixtures.append(ways)
      }
    }
    var limit = (value: Self.usualLimit, place: node.range)
    if let written = rule.take("limit") { limit = (Self.limit(written, in: &diagnostics), written.range) }
    rule.reject(unless: Self.keys, by: "Buildkite", in: &diagnostics)
    guard diagnostics.errorCount == before, let exits else { return nil }
    var members = exits
    if !attributes.isEmpty { members.append(("attributes", .mapping(attributes, at: node.range))) }
    if mixtures.count == 1 { members.append(("any", mixtures[0])) }
    if mixtures.count == 2 {
      let both = mixtures.map { Node.mapping([("any", $0)], at: $0.range) }
      members.append(("all", .list(both, at: node.range)))
    }
    self.init(at: node.range, whole: members, limit: limit.value, limitPlace: limit.place)
  }

  private static func limit(_ node: Node, in diagnostics: inout Diagnostics) -> Int64 {
    guard let value = BuildkiteWord.integer(node, orElse: usualLimit, in: &diagnostics) else {
      diagnostics.report(.policyFault("“limit” must be an integer from 0 to 10.", at: node.range))
      return usualLimit
    }
    if !limits.contains(value) {
      diagnostics.report(
        .policyFault("A job is tried again at most 10 times: “limit” must be from 0 to 10.", at: node.range))
    }
    return value
  }

  // MARK: Signals

  private enum Words {
    case any
    /// Operators of the attribute.
    case one(Node)
    /// A list of matchers: none, or one of several words.
    case mixture(Node)
  }

  private static func words(
    _ node: Node, _ key: String, in diagnostics: inout Diagnostics,
    known: (Node, inout Diagnostics) -> [String]
  ) -> Words {
    let place = node.range
    let words = node.elements ?? [node]
    if words.isEmpty {
      diagnostics.report(.policyFault("“\(key)” must name one at least. It is an empty list.", at: place))
    }
    guard !words.contains(where: { $0.string == "*" }) else { return .any }
    var names: [Node] = []
    var isNone = false
    for word in words {
      guard let text = word.string else {
        diagnostics.report(
          .policyFault("“\(key)” must be a word, or a list of words. It is \(word.kindName).", at: word.range)
        )
        continue
      }
      isNone = isNone || text.lowercased() == "none"
      if text.lowercased() != "none" { names += known(word, &diagnostics).map { .text($0, at: word.range) } }
    }
    let missing = Node.mapping([("exists", .boolean(false, at: place))], at: place)
    guard !names.isEmpty else { return isNone ? .one(missing) : .any }
    var operators = [("equals", Node.oneOf(names, at: place))]
    if key == "signal" { operators.append(("ignoreCase", .boolean(true, at: place))) }
    let named = Node.mapping(operators, at: place)
    guard isNone else { return .one(named) }
    let ways = [missing, named].map { way in
      Node.mapping([("attributes", .mapping([(key, way)], at: place))], at: place)
    }
    return .mixture(.list(ways, at: place))
  }

  /// With and without its prefix.
  private static func signal(_ node: Node, in diagnostics: inout Diagnostics) -> [String] {
    let name = (node.string ?? "").uppercased()
    let plain = name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
    if !BuildkiteWord.signals.contains(plain) {
      let question = Suggestion.question(for: plain, among: BuildkiteWord.signals)
      diagnostics.report(.policyDoubt("No signal is called “\(node.text)”.\(question)", at: node.range))
    }
    return ["SIG\(plain)", plain]
  }

  private static func reason(_ node: Node, in diagnostics: inout Diagnostics) -> [String] {
    let name = node.string ?? ""
    if !reasons.contains(name) {
      let question = Suggestion.question(for: name, among: reasons + ["none"])
      diagnostics.report(
        .policyFault(
          "“\(name)” is no signal reason. Buildkite rejects the pipeline.\(question)", at: node.range))
    }
    return [name]
  }

  // MARK: Manual retries

  private static func reportManual(_ node: Node, in diagnostics: inout Diagnostics) {
    if BuildkiteWord.boolean(node) == true { return }
    var isAllowed = BuildkiteWord.boolean(node)
    if isAllowed == nil {
      guard var manual = LegacyMapping(node, "the manual retries", in: &diagnostics) else { return }
      let allowed = manual.take("allowed")
      isAllowed = allowed.flatMap { BuildkiteWord.boolean($0) } ?? true
      manual.skip("reason", "permit_on_passed")
      manual.reject(unless: ["allowed", "permit_on_passed", "reason"], by: "Buildkite", in: &diagnostics)
      if let allowed, BuildkiteWord.boolean(allowed) == nil {
        diagnostics.report(.policyFault("“allowed” must be true or false.", at: allowed.range))
      }
    }
    guard isAllowed == false else { return }
    diagnostics.report(
      .policyLoss("No rule can say that nobody may try a job again by hand.", at: node.range))
  }
}

// MARK: - Soft failures

/// A condition below `soft_fail`.
private struct SoftFailure {
  let place: SourceRange
  /// Of the rule's `when`.
  let members: [(String, Node)]

  static func conditions(_ node: Node, in diagnostics: inout Diagnostics) -> [SoftFailure] {
    if let isOn = BuildkiteWord.boolean(node) {
      return isOn ? [SoftFailure(place: node.range, members: [])] : []
    }
    guard let elements = node.elements else {
      diagnostics.report(
        .policyFault("“soft_fail” must be true, false, or a list of exit statuses.", at: node.range))
      return []
    }
    return elements.compactMap { element in
      guard var condition = LegacyMapping(element, "a soft failure", in: &diagnostics) else { return nil }
      let exit = condition.take("exit_status")
      condition.reject(unless: ["exit_status"], by: "Buildkite", in: &diagnostics)
      guard let exit else {
        diagnostics.report(.policyFault("A soft failure needs its “exit_status”.", at: element.range))
        return nil
      }
      if exit.string == "*" {
        return SoftFailure(place: element.range, members: BuildkiteExit.failures(at: exit.range))
      }
      guard exit.elements == nil else {
        diagnostics.report(
          .policyFault("An “exit_status” of soft failures is one integer, or \"*\".", at: exit.range))
        return nil
      }
      return BuildkiteExit.codes(exit, in: &diagnostics).map {
        SoftFailure(place: element.range, members: $0)
      }
    }
  }
}

// MARK: - Values

/// Conditions on the exit status of a job.
private enum BuildkiteExit {
  /// `*` is any of these, so not the −1 of a lost agent.
  static func any(at place: SourceRange) -> [(String, Node)] { members(.text("1...255", at: place)) }

  /// Any but 0.
  static func failures(at place: SourceRange) -> [(String, Node)] {
    members(.list([.integer(-1, at: place), .text("1...255", at: place)], at: place))
  }

  /// Nil, and reported, if there is none.
  static func codes(_ node: Node, in diagnostics: inout Diagnostics) -> [(String, Node)]? {
    if node.string == "*" { return any(at: node.range) }
    let elements = node.elements ?? [node]
    if elements.isEmpty {
      diagnostics.report(
        .policyDoubt("An empty list matches no exit status. Delete it, or name one.", at: node.range))
      return nil
    }
    var codes: [Node] = []
    for element in elements {
      guard let code = BuildkiteWord.integer(element, orElse: nil, in: &diagnostics) else {
        diagnostics.report(
          .policyFault(
            "An “exit_status” must be an integer, a list of integers, or \"*\".", at: element.range))
        return nil
      }
      if !(-1...255).contains(code) {
        diagnostics.report(
          .policyDoubt("No job ends with this exit status: valid are −1 and 0 to 255.", at: element.range))
      }
      codes.append(.integer(code, at: element.range))
    }
    return members(.oneOf(codes, at: node.range))
  }

  private static func members(_ codes: Node) -> [(String, Node)] {
    [("domain", .text("buildkite", at: codes.range)), ("code", codes)]
  }
}

/// Words and numbers as Buildkite takes them.
private enum BuildkiteWord {
  static let signals = [
    "ABRT", "ALRM", "BUS", "CHLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "KILL", "PIPE", "PROF", "PWR",
    "QUIT",
    "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN", "TTOU", "URG", "USR1", "USR2", "VTALRM",
    "WINCH", "XCPU", "XFSZ",
  ]

  static func boolean(_ node: Node) -> Bool? {
    if case .bool(let value) = node.content { return value }
    return node.string == "true" ? true : node.string == "false" ? false : nil
  }

  /// Nil if it is no integer.
  ///
  /// - Parameter fallback: for a variable without a default; nil to reject it.
  static func integer(_ node: Node, orElse fallback: Int64?, in diagnostics: inout Diagnostics) -> Int64? {
    if case .integer(let value) = node.content { return value }
    guard let text = node.string else { return nil }
    if let value = Int64(text) {
      diagnostics.report(
        .policyDoubt("Buildkite's schema wants an integer, not a text. Write \(value).", at: node.range))
      return value
    }
    guard text.hasPrefix("$"), let value = usual(text) ?? fallback else { return nil }
    diagnostics.report(
      .policyLoss("This is filled in when the pipeline is uploaded. The rule says \(value).", at: node.range))
    return value
  }

  /// The default of `${NAME:-3}`.
  private static func usual(_ variable: String) -> Int64? {
    guard variable.hasPrefix("${"), variable.hasSuffix("}"), let dash = variable.firstIndex(of: "-") else {
      return nil
    }
    return Int64(variable[variable.index(after: dash)...].dropLast())
  }
}

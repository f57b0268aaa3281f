package import Engine
internal import Edits
internal import Reasoning
internal import Reports
package import Source

/// Finds what a rule file could do without. Each finding has a fix that is proved: every error and every event has the same
/// outcome before and after it, and after all fixes together.
package struct Simplifier {
  package typealias Rules = (chain: ResponderChain, program: RuleProgram)

  let rules: Rules
  let reasoner: Reasoner
  let root: Node
  let file: SourceFile
  private let isFormatted: Bool
  private let options: Options
  private let compile: ([UInt8]) -> Rules?
  private var findings: [Diagnostic] = []
  /// The edits of the findings, which can be made together, and the rules with them.
  private var edits: [SourceEdit] = []
  private var edited: Reasoner
  private var stepsOfProofs = 0
  /// The clauses of each rule of the file: in its responder, and in those that inherit it.
  private let clauses: [Range<Int>: [Int]]

  package struct Options {
    /// The steps of proofs, a byte that is compiled for one among them, after which no further rule or condition is looked at.
    package var steps = 4_000_000
    /// The names that suites and gates have for rules, `again` or `app/again`, and so may not be gone.
    package var namesElsewhere: Set<String> = []
    /// The number of a stream's errors that each clause decided; nil for no stream.
    package var decided: [Int]?
    /// Whether the findings are no longer needed.
    package var isCancelled: () -> Bool = { false }

    package init() {}
  }

  /// Few steps for a proof: a change that takes more is not proposed.
  private static var limits: ReasoningLimits {
    var limits = ReasoningLimits()
    limits.steps = 8_000
    return limits
  }

  /// The findings about the entry file, in its order.
  ///
  /// - Parameters:
  ///   - rules: without errors.
  ///   - compile: compiles another text of the entry file; nil if it has errors.
  package static func findings(
    in rules: Rules, options: Options = Options(), compile: @escaping ([UInt8]) -> Rules?
  ) -> [Diagnostic] {
    guard let root = rules.program.roots.first else { return [] }
    var simplifier = Self(rules, root, options, compile)
    simplifier.run()
    return simplifier.findings.sorted { $0.range.bytes.lowerBound < $1.range.bytes.lowerBound }
  }

  private init(_ rules: Rules, _ root: Node, _ options: Options, _ compile: @escaping ([UInt8]) -> Rules?) {
    (self.rules, self.root, self.options, self.compile) = (rules, root, options, compile)
    file = root.range.file
    reasoner = Reasoner(rules.chain, rules.program, limits: Self.limits)
    edited = reasoner
    var clauses: [Range<Int>: [Int]] = [:]
    for (index, clause) in rules.program.clauses.enumerated() where clause.range.file === file {
      clauses[clause.range.bytes, default: []].append(index)
    }
    self.clauses = clauses
    isFormatted = Formatter().format(name: file.name, bytes: file.bytes).text == file.bytes
  }

  /// Whether nothing more is looked for that takes searches.
  private var isSpent: Bool { reasoner.stepsTaken + stepsOfProofs >= options.steps || options.isCancelled() }

  private mutating func run() {
    let lists = (root["responders"]?.elements ?? []).compactMap { $0["rules"]?.elements }
    var reached: [Node] = []
    for list in lists {
      for index in list.indices {
        if isReached(list[index]) {
          reached.append(list[index])
        } else {
          removeRule(list[index], behind: list[..<index])
        }
      }
    }
    for list in lists {
      // A rule that took up another one may take up the next one, too, in a round of its own.
      var last = -1
      for index in list.indices.dropFirst() where last < index - 1 {
        if merge(list[index - 1], list[index]) { last = index }
      }
    }
    for rule in reached {
      if let when = rule["when"] { removeConditions(in: when, of: rule) }
    }
    for category in root["categories"]?.elements ?? [] {
      if let when = category["when"] { removeConditions(in: when, of: nil) }
    }
    writeMatchersInPlace()
    nameLists()
    if let decided = options.decided {
      for responder in root["responders"]?.elements ?? [] { sortRules(of: responder, decided) }
    }
    if isSpent, !options.isCancelled() { findings.append(notSimplified) }
  }

  private var notSimplified: Diagnostic {
    Diagnostic(
      "not-simplified", .note,
      "The proofs ended after \(Figures.number(options.steps)) steps, so some rules and conditions of this file were not looked at. Split the file to have all of it looked at.",
      at: root.members?.first { $0.key == "responders" }?.keyRange ?? root.range)
  }

  /// Whether a rule answers an error, or may.
  private func isReached(_ rule: Node) -> Bool {
    isSpent || !clauses(of: rule).allSatisfy { reasoner.answers($0).isNever }
  }

  private mutating func removeRule(_ rule: Node, behind others: ArraySlice<Node>) {
    // A rule with a verdict of its own may stand at the wrong place: unreachable-rule says so.
    guard others.contains(where: { Self.rest(of: $0) == Self.rest(of: rule) }), decideAlike(before: rule),
      let patch = Removal.patch(of: WrittenPlace(rule.range)?.element)
    else { return }
    propose([patch.edit]) { change in
      Diagnostic(
        "needless-rule", .note,
        "Without \(Self.name(rule)), every error is decided by the same rule as before. Delete it.",
        at: rule["id"]?.range ?? rule.range, fix: change)
    }
  }

  /// Whether the rules that leave nothing to a rule decide as it does.
  private func decideAlike(before rule: Node) -> Bool {
    clauses(of: rule).allSatisfy { clause in
      let blockers = reasoner.reachability(ofClause: clause).blockers
      return !blockers.isEmpty && blockers.allSatisfy { $0.saysTheSame }
    }
  }

  func clauses(of rule: Node) -> [Int] {
    rule.range.file === file ? clauses[rule.range.bytes] ?? [] : []
  }

  /// - Parameter rule: the rule whose whole condition the matcher is.
  private mutating func removeConditions(in matcher: Node, of rule: Node?) {
    guard let members = matcher.members else { return }
    for member in members {
      if member.key == "any" || member.key == "all" {
        for element in member.value.elements ?? [] { removeConditions(in: element, of: nil) }
      }
      if let rule, isNeeded(member, of: rule) { continue }
      guard members.count > 1, !isSpent, let patch = Removal.patch(of: WrittenPlace(member.keyRange)) else {
        continue
      }
      propose([patch.edit]) { change in
        Diagnostic(
          "needless-condition", .note,
          "“\(member.key)” excludes no error that would otherwise get here. Delete it.", at: member.keyRange,
          fix: change)
      }
    }
  }

  /// Makes one rule of two that differ in their conditions alone.
  private mutating func merge(_ one: Node, _ other: Node) -> Bool {
    guard !isSpent, !isNamedElsewhere(one), !isNamedElsewhere(other),
      let first = one["when"], let second = other["when"],
      Self.rest(of: one) == Self.rest(of: other),
      one.members?.contains(where: { $0.key == "id" }) == other.members?.contains(where: { $0.key == "id" }),
      let removal = Removal.patch(of: WrittenPlace(other.range)?.element)
    else { return false }
    let joined = Self.joined(first, second)
    let isJoinedLast = joined.map { Self.mayStandForOthers($0) } ?? true
    let conditions = (isJoinedLast ? [second, first, joined] : [joined, second, first]).compactMap { $0 }
    func change(_ condition: Node) -> [SourceEdit] {
      [replacing(first, by: condition), removal.edit]
    }
    let either = change(.made([("any", .made([first, second]))]))
    return conditions.contains { condition in
      propose(change(condition), through: either) { change in
        Diagnostic(
          "mergeable-rules", .note,
          "\(Self.name(one)) and \(Self.name(other)) differ in their conditions alone. Make one rule of them\(Self.advice(other)).",
          at: other["id"]?.range ?? other.range,
          related: [.init("the first one", at: one["id"]?.range ?? one.range)], fix: change)
      }
    }
  }

  /// A sentence on the name that goes; empty if there is none.
  private static func advice(_ rule: Node) -> String {
    rule["id"]?.string.map { "; whatever else names “\($0)” must then name the first one" } ?? ""
  }

  private func isNamedElsewhere(_ rule: Node) -> Bool {
    clauses(of: rule).contains {
      options.hasName(of: rules.program.clauses[$0], rules.chain.name(ofClause: $0))
    }
  }

  /// The edit that writes a condition in another one's place, in the notation of that one.
  private func replacing(_ old: Node, by new: Node) -> SourceEdit {
    if file.name.lowercased().hasSuffix(".json") {
      return SourceEdit(old.range.bytes, JSONWriter.line(new))
    }
    if old.style == .flow || old.members?.isEmpty ?? true {
      return SourceEdit(old.range.bytes, FlowText.yaml(of: new))
    }
    let column = file.position(of: old.range.bytes.lowerBound).column
    return SourceEdit(old.range.bytes, FlowText.block(of: new, indentation: column - 1))
  }

  /// A condition with the values of both in the list of one key; nil if they differ in more.
  private static func joined(_ one: Node, _ other: Node) -> Node? {
    guard let mine = one.members, let theirs = other.members, mine.map({ $0.key }) == theirs.map({ $0.key })
    else { return nil }
    let differing = mine.indices.filter {
      JSONWriter.line(mine[$0].value) != JSONWriter.line(theirs[$0].value)
    }
    guard differing.count == 1, let index = differing.first, let values = Self.values(mine[index].value),
      let more = Self.values(theirs[index].value), !["all", "any"].contains(mine[index].key)
    else { return nil }
    let known = Set(values.map { JSONWriter.line($0) })
    let all = values + more.filter { !known.contains(JSONWriter.line($0)) }
    return .made(mine.indices.map { (mine[$0].key, $0 == index ? .made(all) : mine[$0].value) })
  }

  /// Whether a list has a class, a range or a glob, which may have the other values.
  private static func mayStandForOthers(_ condition: Node) -> Bool {
    (condition.members ?? []).contains { member in
      member.value.elements?.contains { value in
        value.string.map { $0.contains("*") || $0.contains("...") || $0.hasSuffix("xx") } ?? false
      } ?? false
    }
  }

  /// The values of a list of scalars, or of a scalar; nil for others.
  private static func values(_ node: Node) -> [Node]? {
    if let elements = node.elements { return elements.allSatisfy { $0.isSingle } ? elements : nil }
    return node.isSingle ? [node] : nil
  }

  private static func rest(of rule: Node) -> String {
    let members = (rule.members ?? []).filter { $0.key != "id" && $0.key != "when" }
    return JSONWriter.line(.made(members.map { ($0.key, $0.value) }))
  }

  static func name(_ rule: Node) -> String {
    rule["id"]?.string.map { "“\($0)”" } ?? "this rule"
  }

  /// Reports a change if it is proved, alone and with those before it, to leave each error to the rule that decides it now.
  ///
  /// - Parameters:
  ///   - step: a change that gives all errors of one rule to another, and is the same as this one from there on.
  ///   - keepsComments: the change moves comments; else what is taken out must have none.
  ///   - mustShorten: the change is of use only where it makes the file shorter.
  @discardableResult
  mutating func propose(
    _ change: [SourceEdit], through step: [SourceEdit]? = nil, keepsComments: Bool = false,
    mustShorten: Bool = false, _ finding: (Patch) -> Diagnostic
  ) -> Bool {
    guard !options.isCancelled() else { return false }
    guard keepsComments || change.allSatisfy({ !hasComment($0.range) }) else { return false }
    guard !change.contains(where: { edits.contains($0) }),
      EditRound(edits + change, in: file.bytes).waiting.isEmpty
    else { return false }
    let text = text(with: change)
    guard !mustShorten || Self.length(text) < Self.length(file.bytes) else { return false }
    guard let alone = proved(text, from: reasoner, through: step.map { self.text(with: $0) }) else {
      return false
    }
    if edits.isEmpty {
      edited = alone
    } else {
      let steps = step.map { self.text(with: edits + $0) }
      guard let together = proved(self.text(with: edits + change), from: edited, through: steps) else {
        return false
      }
      edited = together
    }
    findings.append(finding(Patch(from: file, to: text)))
    edits += change
    return true
  }

  /// The length of a text, a line break counted as one byte.
  private static func length(_ text: [UInt8]) -> Int { text.count { $0 != 0x0D } }

  func hasComment(_ range: Range<Int>) -> Bool { file.bytes[range].contains(UInt8(ascii: "#")) }

  private func text(with edits: [SourceEdit]) -> [UInt8] {
    let text = EditRound(edits, in: file.bytes).text
    return isFormatted ? Formatter().format(name: file.name, bytes: text).text ?? text : text
  }

  /// The rules of a text if it is proved that they are the same.
  private mutating func proved(_ text: [UInt8], from rules: Reasoner, through step: [UInt8]?) -> Reasoner? {
    guard let step else { return same(text, rules, comparesClauses: true) }
    return same(step, rules, comparesClauses: false).flatMap { same(text, $0, comparesClauses: true) }
  }

  private mutating func same(_ text: [UInt8], _ rules: Reasoner, comparesClauses: Bool) -> Reasoner? {
    stepsOfProofs += text.count
    guard let new = compile(text) else { return nil }
    let other = Reasoner(new.chain, new.program, limits: Self.limits)
    let before = rules.stepsTaken
    let isSame = rules.isSame(as: other, comparesClauses: comparesClauses)
    if rules !== reasoner { stepsOfProofs += rules.stepsTaken - before }
    return isSame ? other : nil
  }
}

extension Patch {
  /// The part that differs.
  fileprivate init(from file: SourceFile, to text: [UInt8]) {
    var start = 0
    while start < min(file.bytes.count, text.count), file.bytes[start] == text[start] { start += 1 }
    var (end, last) = (file.bytes.count, text.count)
    while end > start, last > start, file.bytes[end - 1] == text[last - 1] {
      (end, last) = (end - 1, last - 1)
    }
    // No character is cut in two.
    while start > 0, start < file.bytes.count, file.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < file.bytes.count, file.bytes[end] & 0xC0 == 0x80 { (end, last) = (end + 1, last + 1) }
    self.init(
      SourceRange(file: file, bytes: start..<end), String(decoding: text[start..<last], as: UTF8.self))
  }

  var edit: SourceEdit { SourceEdit(range.bytes, replacement) }
}

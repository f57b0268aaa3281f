package import Engine
internal import Edits
internal import Reasoning
package import Source

/// Finds what a rule file could do without. Each finding has a fix that is proved: every error and every event has the same
/// outcome before and after it, and after all fixes together.
package struct Simplifier {
  package typealias Rules = (chain: ResponderChain, program: RuleProgram)

  private let rules: Rules
  private let reasoner: Reasoner
  private let root: Node
  private let file: SourceFile
  private let isFormatted: Bool
  private let compile: ([UInt8]) -> Rules?
  private var findings: [Diagnostic] = []
  /// The edits of the findings, which can be made together.
  private var edits: [SourceEdit] = []

  /// The steps of all proofs, after which nothing more is proposed: what is left may be proposed when the file is checked again.
  private static let mostSteps = 4_000_000

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
  package static func findings(in rules: Rules, compile: @escaping ([UInt8]) -> Rules?) -> [Diagnostic] {
    guard let root = rules.program.roots.first, let file = rules.program.roots.first?.range.file else {
      return []
    }
    var simplifier = Self(rules, root, file, compile)
    simplifier.run()
    return simplifier.findings.sorted { $0.range.bytes.lowerBound < $1.range.bytes.lowerBound }
  }

  private init(_ rules: Rules, _ root: Node, _ file: SourceFile, _ compile: @escaping ([UInt8]) -> Rules?) {
    (self.rules, self.root, self.file, self.compile) = (rules, root, file, compile)
    reasoner = Reasoner(rules.chain, rules.program, limits: Self.limits)
    isFormatted = Formatter().format(name: file.name, bytes: file.bytes).text == file.bytes
  }

  private mutating func run() {
    let lists = (root["responders"]?.elements ?? []).compactMap { $0["rules"]?.elements }
    for rule in lists.joined() { removeRule(rule) }
    for list in lists {
      // A rule that took up another one may take up the next one, too, in a round of its own.
      var last = -1
      for index in list.indices.dropFirst() where last < index - 1 {
        if merge(list[index - 1], list[index]) { last = index }
      }
    }
    let conditions =
      lists.joined().compactMap { $0["when"] }
      + (root["categories"]?.elements ?? []).compactMap { $0["when"] }
    for condition in conditions { removeConditions(in: condition) }
  }

  private mutating func removeRule(_ rule: Node) {
    // A rule that answers an error is not asked about any further.
    let clauses = rules.program.clauses.indices.filter {
      rules.program.clauses[$0].range.file === file
        && rules.program.clauses[$0].range.bytes == rule.range.bytes
    }
    guard clauses.allSatisfy({ reasoner.answers($0).isNever }),
      let patch = Removal.patch(of: WrittenPlace(rule.range))
    else { return }
    propose([patch.edit], comparesClauses: true) { change in
      Diagnostic(
        "needless-rule", .note,
        "Without \(Self.name(rule)), every error is decided by the same rule as before. Delete it.",
        at: rule["id"]?.range ?? rule.range, fix: change)
    }
  }

  private mutating func removeConditions(in matcher: Node) {
    guard let members = matcher.members else { return }
    for member in members {
      if member.key == "any" || member.key == "all" {
        for element in member.value.elements ?? [] { removeConditions(in: element) }
      }
      guard members.count > 1, let patch = Removal.patch(of: WrittenPlace(member.keyRange)) else { continue }
      propose([patch.edit], comparesClauses: true) { change in
        Diagnostic(
          "needless-condition", .note,
          "“\(member.key)” excludes no error that would otherwise get here. Delete it.", at: member.keyRange,
          fix: change)
      }
    }
  }

  /// Makes one rule of two that differ in their conditions alone.
  private mutating func merge(_ one: Node, _ other: Node) -> Bool {
    guard let first = one["when"], let second = other["when"], Self.rest(of: one) == Self.rest(of: other),
      one.members?.contains(where: { $0.key == "id" }) == other.members?.contains(where: { $0.key == "id" }),
      let removal = Removal.patch(of: WrittenPlace(other.range))
    else { return false }
    let conditions = [Self.joined(first, second), second, first].compactMap { $0 }
    return conditions.contains { condition in
      let edit = SourceEdit(first.range.bytes, JSONWriter.line(condition))
      return propose([edit, removal.edit], comparesClauses: false) { change in
        Diagnostic(
          "mergeable-rules", .note,
          "\(Self.name(one)) and \(Self.name(other)) differ in their conditions alone. Make one rule of them.",
          at: other["id"]?.range ?? other.range,
          related: [.init("the first one", at: one["id"]?.range ?? one.range)], fix: change)
      }
    }
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
    return .made(mine.indices.map { (mine[$0].key, $0 == index ? .made(values + more) : mine[$0].value) })
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

  private static func name(_ rule: Node) -> String {
    rule["id"]?.string.map { "“\($0)”" } ?? "this rule"
  }

  /// Reports a change if it is proved, alone and with those before it.
  @discardableResult
  private mutating func propose(
    _ change: [SourceEdit], comparesClauses: Bool, _ finding: (Patch) -> Diagnostic
  ) -> Bool {
    guard reasoner.stepsTaken < Self.mostSteps else { return false }
    // What is taken out takes no comment with it.
    guard change.allSatisfy({ !file.bytes[$0.range].contains(UInt8(ascii: "#")) }) else { return false }
    guard EditRound(edits + change, in: file.bytes).waiting.isEmpty else { return false }
    let text = text(with: change)
    guard isSame(text, comparesClauses), edits.isEmpty || isSame(self.text(with: edits + change), false)
    else {
      return false
    }
    findings.append(finding(Patch(from: file, to: text)))
    edits += change
    return true
  }

  private func text(with edits: [SourceEdit]) -> [UInt8] {
    let text = EditRound(edits, in: file.bytes).text
    return isFormatted ? Formatter().format(name: file.name, bytes: text).text ?? text : text
  }

  private func isSame(_ text: [UInt8], _ comparesClauses: Bool) -> Bool {
    guard let new = compile(text) else { return false }
    let (answer, _) = reasoner.differences(
      from: Reasoner(new.chain, new.program, limits: Self.limits), comparesClauses: comparesClauses, upTo: 1)
    if case .never = answer { return true }
    return false
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

  fileprivate var edit: SourceEdit { SourceEdit(range.bytes, replacement) }
}

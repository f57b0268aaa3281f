internal import Edits
internal import JSONRPC
internal import LanguageServer
internal import Reasoning
internal import Engine
internal import Source
internal import Secrets

/// A rule for errors that nobody handles: it matches a record of them and, proved, no error that is handled now.
struct DraftedRule {
  private let rules: RuleSetOfFile
  private let snapshot: Snapshot
  private let entry: String
  /// The root node of the rule file.
  private let root: Node
  /// The responder at which the record's escalation ends.
  private let responder: String

  static func answer(
    _ params: Params, _ workbench: Workbench, _ snapshot: Snapshot, _ cancellation: Cancellation
  ) throws(ResponseError) -> Node {
    let rules = try RuleSetOfFile(workbench.rules, snapshot)
    let number = try params.count("record")
    let found = try SampleRecord.find(.number(number), [], rules, snapshot, hidingBy: .off) {
      cancellation.isCancelled
    }
    guard let explanation = found?.explanation else {
      throw ResponseError(.requestFailed, "There is no record \(number).")
    }
    let ending = explanation.ending
    guard !ending.isHandled, !ending.isEvent, !ending.isIgnored, let responder = ending.root else {
      throw ResponseError(.requestFailed, "The record is handled, so it needs no further rule.")
    }
    let draft = try DraftedRule(rules, workbench, snapshot, responder)
    return try draft.rule(for: explanation.record.json) { cancellation.isCancelled }
  }

  private init(_ rules: RuleSetOfFile, _ workbench: Workbench, _ snapshot: Snapshot, _ responder: String)
    throws(ResponseError)
  {
    guard
      let root = rules.program.roots.first(where: { root in
        (root["responders"]?.elements ?? []).contains { $0["id"]?.string == responder }
      }), root.range.file.name == workbench.rules
    else {
      throw ResponseError(
        .requestFailed,
        "The responder “\(responder)” is in an imported file, or not written as one. Write the rule by hand.")
    }
    (self.rules, self.snapshot, self.root, self.responder) = (rules, snapshot, root, responder)
    entry = workbench.rules
  }

  /// The action and the verdict of the draft in the proof: nothing else can have the same.
  private static let mark: Node = .made([
    ("do", .made([.made([(key: "perform", value: .made("errctl-draft"))])])), ("then", .made("abort")),
  ])

  private func rule(for record: String, isCancelled: () -> Bool) throws(ResponseError) -> Node {
    let error = Node.made(json: record) ?? .null
    // An error that nobody handles now ends at this “otherwise”; with the draft it ends there or at the draft.
    let before = try reasoner(adding: nil)
    var stolen: String?
    // The rule file is no place for a secret of the log.
    let isSecret = Redactor(isOn: true).json(record) != record
    for condition in Self.conditions(of: error, withMessage: !isSecret) where !isCancelled() {
      let name = name(for: error)
      let after = try reasoner(adding: (name, condition))
      var evaluator = RuleEvaluator(after.chain, limits: snapshot.texts.limits)
      guard let ending = try? evaluator.explanation(of: record).ending, let clause = ending.clause,
        after.chain.name(ofClause: clause) == "\(responder)/\(name)"
      else { continue }
      switch before.difference(from: after) {
      case .never: return try answer(name, condition)
      case .shown(let witness): stolen = stolen ?? witness.json
      case .depends, .notDecided: break
      }
    }
    let example = stolen.map { " For example, it would change \($0)." } ?? ""
    throw ResponseError(
      .requestFailed,
      "No condition on the type, the code, the status or the message matches this error and, proved, none that is "
        + "handled now.\(example)")
  }

  /// The conditions from the narrowest that names a kind of error.
  private static func conditions(of error: Node, withMessage: Bool) -> [Node] {
    func condition(_ keys: String...) -> Node? {
      let members = keys.compactMap { key in error[key].map { (key: key, value: $0) } }
      guard members.count == keys.count else { return nil }
      return .made(
        members.map { key, value in
          // The whole message; a plain text would be a part of it.
          (key, key == "message" ? .made([(key: "equals", value: value)]) : value)
        }
      )
    }
    return [
      condition("type", "case"), condition("domain", "code"), condition("type", "code"),
      condition("type", "status"), condition("type"),
      condition("problem"), condition("status"), withMessage ? condition("message") : nil,
    ].compactMap { $0 }
  }

  /// A name of letters, digits and hyphens, unlike all others.
  private func name(for error: Node) -> String {
    let source =
      error["case"]?.string ?? error["type"]?.string ?? error["domain"]?.string.map {
        "\($0)-\(error["code"]?.text ?? "")"
      } ?? "draft"
    let last = error["case"] == nil ? source.split(separator: ".").last.map { String($0) } ?? source : source
    var name = ""
    for scalar in last.unicodeScalars.prefix(60) {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isPlain {
        if scalar.properties.isUppercase, !name.isEmpty, name.last != "-" { name += "-" }
        name += String(scalar).lowercased()
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
    }
    while name.last == "-" { name.removeLast() }
    if name.first?.isLetter != true { name = "draft\(name.isEmpty ? "" : "-\(name)")" }
    let taken = Set(rules.chain.clauses.map { $0.name })
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }

  /// The rules with a mark for what nobody handles, and with the draft, which does the same.
  private func reasoner(adding draft: (name: String, condition: Node)?) throws(ResponseError) -> Reasoner {
    let responders = (root["responders"]?.elements ?? []).map { element -> Node in
      guard element["id"]?.string == responder else { return element }
      var members = (element.members ?? []).filter { $0.key != "rules" }.map {
        (key: $0.key, value: $0.value)
      }
      var own = element["rules"]?.elements ?? []
      if let draft {
        let mark = (Self.mark.members ?? []).map { (key: $0.key, value: $0.value) }
        own.append(.made([("id", .made(draft.name)), ("when", draft.condition)] + mark))
      }
      members.append((key: "rules", value: .made(own)))
      members.append((key: "otherwise", value: Self.mark))
      return .made(members)
    }
    let members = (root.members ?? []).map { member in
      (key: member.key, value: member.key == "responders" ? Node.made(responders) : member.value)
    }
    let compilation = rules.compile(JSONWriter.line(.made(members)), snapshot)
    guard let chain = compilation.chain, let program = compilation.program else {
      throw ResponseError(
        .requestFailed, "The rule can't be added to “\(responder)” by itself. Write it by hand.")
    }
    return Reasoner(chain, program)
  }

  private func answer(_ name: String, _ condition: Node) throws(ResponseError) -> Node {
    let text = "  - { id: \(name), when: \(JSONWriter.line(condition)), then: cancel }\n"
    let element = root["responders"]?.elements?.first { $0["id"]?.string == responder }
    guard let list = element?["rules"], let edit = ListEnd.adding(text, to: list, root.range.file) else {
      throw ResponseError(.requestFailed, "Add the rule to “\(responder)” by hand:\n\(text)")
    }
    return .made([
      ("edit", snapshot.workspaceEdit([(root.range.file, [edit])])),
      ("name", .made("\(responder)/\(name)")),
      ("line", .made(root.range.file.position(of: edit.range.lowerBound).line - 1)),
    ])
  }
}

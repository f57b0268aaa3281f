internal import Source

/// A value of a policy with its place, its name in messages, and the findings of the whole policy.
struct PolicyValue {
  let node: Node
  /// The key that it has in its mapping.
  let key: String
  let dialect: PolicyDialect
  let findings: PolicyFindings

  init(_ node: Node, _ findings: PolicyFindings, key: String = "", _ dialect: PolicyDialect = .strict) {
    (self.node, self.findings, self.key, self.dialect) = (node, findings, key, dialect)
  }

  var place: SourceRange { node.range }
  var string: String? { node.string }
  var text: String { node.text }
  var isNull: Bool { node.isNull }
  var elements: [PolicyValue]? { node.elements?.map { with($0) } }
  /// The elements of a list, or the value alone.
  var elementsOrSelf: [PolicyValue] { elements ?? [self] }
  var members: [Node.Member]? { node.members }

  /// The value of a key; nothing is said about the other ones.
  subscript(key: String) -> PolicyValue? {
    guard let members, let index = dialect.index(of: key, in: members), !dialect.ignores(members[index].value)
    else { return nil }
    return PolicyValue(members[index].value, findings, key: key, dialect)
  }

  /// Another value of the policy.
  func with(_ node: Node) -> PolicyValue { PolicyValue(node, findings, key: key, dialect) }

  /// The same value at another place, such as that of its key.
  func at(_ place: SourceRange) -> PolicyValue {
    with(Node(node.content, style: node.style, range: place, text: node.text))
  }

  func reading(_ dialect: PolicyDialect) -> PolicyValue { PolicyValue(node, findings, key: key, dialect) }

  /// A typed value that was read here.
  func setting<Value>(_ value: Value) -> Setting<Value> { Setting(value: value, source: self) }

  // MARK: Findings

  /// Reports something that the rule file can't say, or says otherwise.
  func lost(_ message: String, related: [Diagnostic.Related] = []) {
    findings.report(.policyLoss(message, at: place, related: related))
  }

  /// Reports something that the policy's own system rejects.
  func fault(_ message: String, related: [Diagnostic.Related] = []) {
    findings.report(.policyFault(message, at: place, related: related))
  }

  /// Reports something that some programs of the policy's system reject, or that has no effect.
  func doubt(_ message: String, related: [Diagnostic.Related] = []) {
    findings.report(.policyDoubt(message, at: place, related: related))
  }

  /// Reports that the value is not as it must be: `an integer of at least 1`.
  func mustBe(_ wanted: String) { fault("“\(key)” must be \(wanted).") }
}

/// A typed value of a policy, and the value as it is written.
struct Setting<Value> {
  let value: Value
  let source: PolicyValue

  var place: SourceRange { source.place }
}

/// The names and values that a policy's system takes for the same.
struct PolicyDialect {
  enum Keys {
    case exact
    /// The spellings of protocol buffers, whose JSON has two of each name: `num_retries` and `numRetries`.
    case protocolBuffers
    /// Names without case, as .NET has them.
    case anyCase
    /// Names without case and signs, as Spring has them: `max-attempts`.
    case anySpelling
  }

  var keys = Keys.exact
  /// Whether a text may stand for a number or a flag.
  var readsTexts = false
  /// Whether null is a value that is not there.
  var ignoresNull = false
  /// Whether an empty text is a value that is not there.
  var ignoresEmpty = false

  static let strict = PolicyDialect()
  static let protocolBuffers = PolicyDialect(keys: .protocolBuffers, readsTexts: true, ignoresNull: true)

  func isKey(_ written: String, _ key: String) -> Bool {
    switch keys {
    case .exact: written == key
    case .protocolBuffers: written == key || written == key.lowerCamelCase || written == key.snakeCase
    case .anyCase: written.lowercased() == key.lowercased()
    case .anySpelling: PolicyGrammar.plain(written) == PolicyGrammar.plain(key)
    }
  }

  /// Where the member with this key is; of two spellings, the one that is asked for, and without case the first one.
  func index(of key: String, in members: [Node.Member]) -> Int? {
    let exact = keys == .anyCase ? nil : members.firstIndex { $0.key == key }
    return exact ?? members.firstIndex { isKey($0.key, key) }
  }

  func ignores(_ node: Node) -> Bool { ignoresNull && node.isNull || ignoresEmpty && node.string == "" }
}

extension String {
  fileprivate var snakeCase: String { map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined() }

  var lowerCamelCase: String {
    let words = split(separator: "_", omittingEmptySubsequences: false)
    return words.dropFirst().reduce(into: String(words.first ?? "")) {
      $0 += $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

internal import Source

/// The keys that the mappings of a format may have, and what its system does about any other key.
struct PolicyGrammar: Sendable {
  /// The name of the mapping that a whole document is.
  static let root = "root"

  private let mappings: [String: Mapping]
  private let dialect: PolicyDialect
  private let kinds: [String: @Sendable (Node) -> String?]

  /// - Parameter kinds: the kind of a value, by the name of its mapping: a `state` of the kind `Task` is a `state.Task`.
  init(
    dialect: PolicyDialect = .strict, kinds: [String: @Sendable (Node) -> String?] = [:],
    _ mappings: [String: Mapping]
  ) {
    (self.dialect, self.kinds, self.mappings) = (dialect, kinds, mappings)
  }

  /// The name of a value's mapping, by its kind.
  private func special(_ name: String, of node: Node) -> String {
    guard let kind = kinds[name]?(node) else { return name }
    let special = "\(name).\(kind)"
    return mappings[special] == nil ? name : special
  }

  /// The keys of one kind of mapping.
  struct Mapping: Sendable {
    /// The mapping in messages: `a retry policy`.
    let kind: String
    let answer: PolicyAnswer
    /// Whether any other key may stand in it, too. Only those that are nearly one of its own are reported.
    let isOpen: Bool
    /// Whether its keys are compared without case, whatever the format's dialect is.
    let ignoresCase: Bool
    /// Whether keys of inner mappings have another meaning here, so that none of them is misplaced.
    let isOuter: Bool
    /// Each key with the name of the mapping, or of the mappings of a list, that it leads to.
    fileprivate let keys: [(name: String, inner: String?)]
    /// The name of the mappings that any other key leads to.
    fileprivate let others: String?
    /// The beginning of keys that say nothing: a dot, or `x-`.
    fileprivate let prefix: String?
    /// The name of the mappings that these keys lead to.
    fileprivate let hidden: String?
    /// The keys by which a value tells that its own key is a name.
    fileprivate let signs: Set<String>

    /// - Parameters:
    ///   - signs: the keys by which a value tells that its own key is a name, however near to one of these keys.
    ///   - keys: words, `key` or `key:mapping`; `*:mapping` stands for any key, and `.*:mapping` or `x-*` for any that begins so.
    init(
      _ kind: String, _ answer: PolicyAnswer, isOpen: Bool = false, ignoresCase: Bool = false,
      isOuter: Bool = false,
      namesHave signs: Set<String> = [],
      _ keys: String...
    ) {
      (self.kind, self.answer, self.signs) = (kind, answer, signs)
      var all: [(name: String, inner: String?)] = []
      var others: String?
      var (prefix, hidden) = (String?.none, String?.none)
      for word in keys.joined(separator: " ").split(separator: " ") {
        let parts = word.split(separator: ":").map { String($0) }
        switch parts[0] {
        case "*": others = parts.last
        case let word where word.hasSuffix("*"):
          (prefix, hidden) = (String(word.dropLast()), parts.count > 1 ? parts[1] : nil)
        default: all.append((parts[0], parts.count > 1 ? parts[1] : nil))
        }
      }
      (self.keys, self.others, self.prefix, self.hidden) = (all, others, prefix, hidden)
      (self.ignoresCase, self.isOuter) = (ignoresCase, isOuter)
      self.isOpen = isOpen || isOuter || others != nil
    }

    fileprivate var names: [String] { keys.map { $0.name } }
    fileprivate var below: [String] { (keys.map { $0.inner } + [others, hidden]).compactMap { $0 } }

    /// The mapping that a key leads to which is none of these.
    fileprivate func inner(ofOther key: String) -> String? { isHidden(key) ? hidden : others }

    fileprivate func isHidden(_ key: String) -> Bool { prefix.map { key.hasPrefix($0) } ?? false }

    /// Whether a key is a name by what its value says.
    fileprivate func isName(_ value: Node) -> Bool { signs.contains { value[$0] != nil } }
  }

  /// The names that a mapping leads to but that have no mapping: a mistake in the table.
  var missing: [String] {
    mappings.values.flatMap { $0.below }.filter { mappings[$0] == nil }
  }

  private func isKey(_ written: String, _ key: String, in mapping: Mapping) -> Bool {
    dialect.isKey(written, key) || mapping.ignoresCase && written.lowercased() == key.lowercased()
  }

  // MARK: - Reporting

  /// Reports the keys of a value, or of a list of values, that its system does not know.
  func report(in value: PolicyValue, as name: String = root) {
    if let elements = value.elements {
      for element in elements { report(in: element, as: name) }
      return
    }
    let name = special(name, of: value.node)
    guard let mapping = mappings[name] else { return }
    for member in value.members ?? [] where !Self.isNotation(member.key) {
      let inner: String?
      if let known = mapping.keys.first(where: { isKey(member.key, $0.name, in: mapping) }) {
        inner = known.inner
      } else {
        inner = mapping.inner(ofOther: member.key)
        // A key that other systems ignore may hold what aliases take.
        let isHolder = mapping.isOpen && member.isAnchored
        if !mapping.isName(member.value), !mapping.isHidden(member.key), !isHolder {
          report(member.key, in: mapping, named: name, at: value.at(member.keyRange))
        }
      }
      if let inner { report(in: value.with(member.value), as: inner) }
    }
  }

  /// Keys of YAML, of GitLab and of protocol buffers' JSON that are no fields.
  private static func isNotation(_ key: String) -> Bool {
    key == "<<" || key == "!reference" || key == "@type"
  }

  private func report(_ key: String, in mapping: Mapping, named name: String, at place: PolicyValue) {
    let near = mapping.names.first { Self.isNear(key, $0) }
    if near == nil, let home = home(of: key, but: name, in: mapping) {
      mapping.answer.report(key, of: mapping.kind, " It belongs in \(home.kind).", nil, at: place)
    } else if let near {
      mapping.answer.report(key, of: mapping.kind, " Did you mean “\(near)”?", near, at: place)
    } else if !mapping.isOpen {
      let question = Suggestion.question(for: key, among: mapping.names)
      mapping.answer.report(key, of: mapping.kind, question, nil, at: place)
    }
  }

  /// Words that say nothing about their mapping.
  private static let common: Set<String> = ["name", "value", "type", "key", "id", "Type", "Comment"]

  /// The mapping where a misplaced key belongs. In an open mapping a key is misplaced only if it belongs somewhere below it.
  private func home(of key: String, but name: String, in mapping: Mapping) -> Mapping? {
    if mapping.isOuter || Self.common.contains(key) { return nil }
    func has(_ other: String) -> Bool {
      guard other != name, let candidate = mappings[other], candidate.kind != mapping.kind else {
        return false
      }
      return candidate.names.contains { dialect.isKey(key, $0) }
    }
    var reached: [String] = mapping.below
    var next = 0
    while next < reached.count {
      for inner in mappings[reached[next]]?.below ?? [] where !reached.contains(inner) {
        reached.append(inner)
      }
      next += 1
    }
    let home = reached.first(where: has) ?? (mapping.isOpen ? nil : mappings.keys.sorted().first(where: has))
    return home.flatMap { mappings[$0] }
  }

  // MARK: - Corrections

  /// The value with each key that is nearly a known one written as that one.
  func corrected(_ node: Node, as name: String = root) -> Node {
    if let elements = node.elements {
      return Node(.sequence(elements.map { corrected($0, as: name) }), style: node.style, range: node.range)
    }
    guard let members = node.members, let mapping = mappings[special(name, of: node)] else { return node }
    let rewritten = members.map { member -> Node.Member in
      var key = member.key
      let known = mapping.keys.first { isKey(key, $0.name, in: mapping) }
      let meant =
        known
        ?? mapping.keys.first { candidate in
          !mapping.isName(member.value) && !mapping.isHidden(member.key) && Self.isNear(key, candidate.name)
            && !members.contains { dialect.isKey($0.key, candidate.name) }
        }
      if known == nil, let meant { key = meant.name }
      guard let inner = meant == nil ? mapping.inner(ofOther: member.key) : meant?.inner else {
        return Node.Member(key: key, keyRange: member.keyRange, value: member.value)
      }
      return Node.Member(
        key: key, keyRange: member.keyRange, value: self.corrected(member.value, as: inner))
    }
    return Node(.mapping(rewritten), style: node.style, range: node.range)
  }

  /// Whether two keys are one but for their case, the signs between their words, their number, or one letter: another one, one
  /// more, one less, or two in the other order.
  static func isNear(_ key: String, _ other: String) -> Bool {
    if key == other { return false }
    let (first, second) = (plain(key), plain(other))
    if first == second || singular(first) == singular(second) { return true }
    let shorter = min(first.count, second.count)
    guard shorter >= 3, abs(first.count - second.count) <= 1 else { return false }
    return Suggestion.distance(of: first, from: second) == 1
  }

  private static func singular(_ word: String) -> String {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return word.hasSuffix("s") && word.count > 3 ? String(word.dropLast()) : word
  }

  /// The letters and figures of a key, without case.
  static func plain(_ key: String) -> String { key.lowercased().filter { $0.isLetter || $0.isNumber } }
}

/// The answer of a policy's system to a key that it does not know.
enum PolicyAnswer: Sendable {
  /// The whole config is rejected for a field.
  case rejected(by: String)
  case ignored(by: String)
  /// A key is rejected where it stands.
  case rejectedKey(by: String)
  /// A program does not start with a keyword of its configuration that it does not know.
  case notStarted(String)
  /// The programs of one system differ: the answer of each.
  case differs(String)
  /// gRPC's libraries ignore other fields. Go's takes a name in any case for the field.
  case grpc

  /// - Parameter near: the key that is meant, if it is nearly the same.
  func report(_ key: String, of kind: String, _ advice: String, _ near: String?, at place: PolicyValue) {
    switch self {
    case .rejected(let system):
      place.fault("“\(key)” is not a field of \(kind). \(system) rejects the config.\(advice)")
    case .ignored(let system):
      place.doubt("“\(key)” is not a field of \(kind). \(system) ignores it.\(advice)")
    case .rejectedKey(let system):
      place.fault("“\(key)” is not a key of \(kind). \(system) rejects it.\(advice)")
    case .notStarted(let program):
      place.fault("“\(key)” is not a keyword of \(kind). \(program) does not start.\(advice)")
    case .differs(let answers):
      place.doubt("“\(key)” is not a field of \(kind). \(answers)\(advice)")
    case .grpc:
      let isCase = near.map { $0.lowercased() == key.lowercased() } ?? false
      let answer =
        isCase ? "Only gRPC in Go takes it for “\(near ?? "")”, the others ignore it." : "gRPC ignores it."
      place.doubt(
        "“\(key)” is not a field of \(kind). \(answer)\(isCase ? " Write “\(near ?? "")”." : advice)")
    }
  }

  /// `kubectl` checks fields strictly unless it is told otherwise; the API drops unknown ones from what other clients send.
  static let kubernetes = PolicyAnswer.differs("kubectl rejects it, and other clients of Kubernetes lose it.")
}

extension Node.Member {
  /// Whether the value has an anchor of YAML: `key: &name value`.
  fileprivate var isAnchored: Bool {
    let bytes = keyRange.file.bytes
    let rest = bytes[min(keyRange.bytes.upperBound, bytes.count)...].prefix(8)
    return rest.drop {
      [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ":"), UInt8(ascii: " ")].contains($0)
    }.first
      == UInt8(ascii: "&")
  }
}

internal import Source

/// A mapping of a policy while it is read. A key that nobody asks for is reported when the mapping is closed.
final class PolicyMapping {
  /// The mapping itself, at whose place missing keys are reported.
  let value: PolicyValue
  /// The mapping's name in messages: `a retry policy`.
  private let kind: String
  private var unread: [Node.Member]

  init(_ value: PolicyValue, _ kind: String, _ members: [Node.Member]) {
    (self.value, self.kind, unread) = (value, kind, members)
  }

  var node: Node { value.node }
  var place: SourceRange { value.place }
  var findings: PolicyFindings { value.findings }

  // MARK: Values

  /// The value of a key, which is read now; nil if it is not there.
  func take(_ key: String) -> PolicyValue? {
    guard let index = value.dialect.index(of: key, in: unread) else { return nil }
    let found = unread.remove(at: index).value
    return value.dialect.ignores(found) ? nil : PolicyValue(found, findings, key: key, value.dialect)
  }

  /// The value of a key, which is read now, also if it is null.
  func takeWritten(_ key: String) -> PolicyValue? {
    unread.firstIndex { $0.key == key }.map { index in
      PolicyValue(unread.remove(at: index).value, findings, key: key, value.dialect)
    }
  }

  /// The value of a key that must be there.
  ///
  /// - Parameter consequence: a sentence about the system's answer if it is not.
  func required(_ key: String, _ consequence: String) -> PolicyValue? {
    if let found = take(key) { return found }
    value.fault("“\(key)” is missing\(consequence)")
    return nil
  }

  func list(_ key: String) -> [PolicyValue] { take(key)?.list() ?? [] }

  func integer(_ key: String, _ bounds: ClosedRange<Int64>, _ wanted: String? = nil) -> Setting<Int64>? {
    take(key)?.integer(bounds, wanted)
  }

  func number(_ key: String, _ bounds: NumberBounds = .any) -> Setting<Double>? { take(key)?.number(bounds) }

  func flag(_ key: String) -> Setting<Bool>? { take(key)?.flag() }

  func text(_ key: String) -> Setting<String>? { take(key)?.requiredText() }

  func duration<Notation: DurationNotation>(_ key: String, _ notation: Notation) -> Setting<Notation.Span>? {
    take(key)?.duration(notation)
  }

  // MARK: Other keys

  /// Leaves out keys that have nothing to do with errors.
  func skip(_ keys: String...) {
    unread.removeAll { member in keys.contains { value.dialect.isKey(member.key, $0) } }
  }

  /// Reports the keys that nobody asked for: no rule file has a place for them.
  func close() {
    for member in unread {
      at(member).lost("“\(member.key)” of \(kind) has no counterpart in a rule file.")
    }
  }

  /// Reports the keys that nobody asked for and that are none of the known ones, which have nothing to do with errors.
  func close(knowing known: [String], _ consequence: Consequence) {
    for member in unread where !known.contains(where: { value.dialect.isKey(member.key, $0) }) {
      let question = Suggestion.question(for: member.key, among: known)
      consequence.report(member.key, of: kind, question, at: at(member))
    }
  }

  private func at(_ member: Node.Member) -> PolicyValue { value.at(member.keyRange) }

  /// The answer of a policy's system to a key that it does not know.
  enum Consequence {
    /// The whole config is rejected for a field.
    case rejected(by: String)
    case ignored(by: String)
    /// A key is rejected where it stands.
    case rejectedKey(by: String)
    /// A setting of this name has no such key.
    case withoutEffect

    fileprivate func report(_ key: String, of kind: String, _ question: String, at place: PolicyValue) {
      switch self {
      case .rejected(let system):
        place.fault("“\(key)” is no field of \(kind). \(system) rejects the config.\(question)")
      case .ignored(let system):
        place.doubt("“\(key)” is no field of \(kind). \(system) ignores it.\(question)")
      case .rejectedKey(let system):
        place.fault("“\(key)” is no key of \(kind). \(system) rejects it.\(question)")
      case .withoutEffect:
        place.doubt("\(kind) has no “\(key)”, which has no effect.\(question)")
      }
    }
  }
}

internal import Source

/// A mapping of a policy. Which keys it may have, its format's ``PolicyGrammar`` says.
struct PolicyMapping {
  /// The mapping itself, at whose place missing keys are reported.
  let value: PolicyValue
  private let members: [Node.Member]

  init(_ value: PolicyValue, _ members: [Node.Member]) { (self.value, self.members) = (value, members) }

  var node: Node { value.node }
  var place: SourceRange { value.place }
  var findings: PolicyFindings { value.findings }

  // MARK: Values

  /// The value of a key; nil if it is not there.
  func take(_ key: String) -> PolicyValue? {
    guard let index = value.dialect.index(of: key, in: members) else { return nil }
    let found = members[index].value
    return value.dialect.ignores(found) ? nil : PolicyValue(found, findings, key: key, value.dialect)
  }

  /// The value of a key, also if it is null.
  func takeWritten(_ key: String) -> PolicyValue? {
    members.first { $0.key == key }.map { PolicyValue($0.value, findings, key: key, value.dialect) }
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
}

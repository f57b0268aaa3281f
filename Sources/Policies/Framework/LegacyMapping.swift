internal import Source

/// A mapping of a policy while it is read. What nobody asks for is lost, and ``close(in:)`` says so.
struct LegacyMapping {
  let node: Node
  /// In messages: `a retry policy`.
  private let what: String
  private var unread: [Node.Member]

  /// Nil, and reported, if the value is no mapping.
  init?(_ node: Node, _ what: String, in diagnostics: inout Diagnostics) {
    guard let members = node.members else {
      diagnostics.report(
        .policyFault("This must be \(what), a mapping. It is \(node.kindName).", at: node.range))
      return nil
    }
    self.node = node
    self.what = what
    unread = members
  }

  /// The value of a key, which is read now.
  mutating func take(_ key: String) -> Node? {
    guard let index = unread.firstIndex(where: { $0.key == key }) else { return nil }
    return unread.remove(at: index).value
  }

  /// The elements of a list, which is read now; empty, and reported, if it is no list.
  mutating func takeList(_ key: String, in diagnostics: inout Diagnostics) -> [Node] {
    guard let value = take(key) else { return [] }
    return elements(of: value, key, in: &diagnostics)
  }

  private func elements(of value: Node, _ key: String, in diagnostics: inout Diagnostics) -> [Node] {
    if let elements = value.elements { return elements }
    diagnostics.report(.policyFault("“\(key)” must be a list. It is \(value.kindName).", at: value.range))
    return []
  }

  /// The value of a field of a protocol buffer's message, which is read now; null is that it is not there.
  mutating func take(field: String) -> Node? {
    let value = take(field) ?? take(field.lowerCamelCase)
    return value?.isNull ?? true ? nil : value
  }

  /// The elements of such a field.
  mutating func takeList(field: String, in diagnostics: inout Diagnostics) -> [Node] {
    guard let value = take(field: field) else { return [] }
    return elements(of: value, field, in: &diagnostics)
  }

  /// Keys that have nothing to do with errors.
  mutating func skip(_ keys: String...) { unread.removeAll { keys.contains($0.key) } }

  /// Reports the keys that nobody asked for, and that the policy's own system rejects.
  ///
  /// - Parameters:
  ///   - known: all keys that there are.
  ///   - system: its name.
  func reject(unless known: [String], by system: String, in diagnostics: inout Diagnostics) {
    for member in unread {
      let question = Suggestion.question(for: member.key, among: known)
      diagnostics.report(
        .policyFault(
          "“\(member.key)” is no key of \(what). \(system) rejects it.\(question)", at: member.keyRange))
    }
  }

  /// Reports the keys that nobody asked for.
  func close(in diagnostics: inout Diagnostics) {
    for member in unread {
      diagnostics.report(
        .policyLoss("“\(member.key)” of \(what) has no counterpart in a rule file.", at: member.keyRange))
    }
  }

  /// Reports the keys that are no fields of the message. Its other fields have nothing to do with errors.
  ///
  /// - Parameter consequence: what the policy's system does with such a key.
  func rejectKeys(otherThan fields: [String], _ consequence: Consequence, in diagnostics: inout Diagnostics) {
    let known = Set(fields + fields.map { $0.lowerCamelCase })
    for member in unread where !known.contains(member.key) {
      let question = Suggestion.question(for: member.key, among: fields)
      let message = "“\(member.key)” is no field of \(what). \(consequence.text)\(question)"
      diagnostics.report(
        consequence.isFault
          ? .policyFault(message, at: member.keyRange) : .policyDoubt(message, at: member.keyRange))
    }
  }

  /// What a policy's system does with a key that it does not know.
  enum Consequence {
    case rejected(by: String)
    case ignored(by: String)

    fileprivate var isFault: Bool {
      if case .rejected = self { true } else { false }
    }

    fileprivate var text: String {
      switch self {
      case .rejected(let system): "\(system) rejects the config."
      case .ignored(let system): "\(system) ignores it."
      }
    }
  }
}

internal import Source

/// Collects the names of a file.
struct NameCollector {
  private(set) var all: [NameUse] = []

  mutating func declare(_ kind: NameUse.Kind, _ member: Node.Member, owner: String? = nil) {
    let end = max(member.keyRange.bytes.upperBound, member.value.range.bytes.upperBound)
    let whole = SourceRange(file: member.keyRange.file, bytes: member.keyRange.bytes.lowerBound..<end)
    add(kind, member.key, Self.inner(member.keyRange), owner: owner, whole: whole)
  }

  mutating func declare(_ kind: NameUse.Kind, _ node: Node?, in whole: Node, owner: String? = nil) {
    guard let node, let name = node.string, !name.isEmpty else { return }
    add(kind, name, Self.inner(node.range), owner: owner, whole: whole.range)
  }

  /// A text, or each text of a list.
  mutating func use(_ kind: NameUse.Kind, _ node: Node?, owner: String? = nil) {
    guard let node else { return }
    for element in node.elements ?? [node] {
      guard let name = element.string, !name.isEmpty else { continue }
      if name.hasPrefix("$") { continue }
      add(kind, name, Self.inner(element.range), owner: owner, whole: nil)
    }
  }

  /// `responder/rule`, or a rule alone.
  mutating func useRule(_ node: Node?) {
    guard let node else { return }
    for element in node.elements ?? [node] {
      guard let text = element.string, !text.isEmpty else { continue }
      guard let slash = text.firstIndex(of: "/") else {
        add(.rule, text, Self.inner(element.range), owner: nil, whole: nil)
        continue
      }
      let (responder, rule) = (String(text[..<slash]), String(text[text.index(after: slash)...]))
      let inner = Self.inner(element.range)
      let (first, second) = (responder.utf8.count, rule.utf8.count)
      // An escape in quotes would make the text longer than the name.
      guard inner.bytes.count == first + 1 + second, !responder.isEmpty, !rule.isEmpty else { continue }
      let start = inner.bytes.lowerBound
      add(
        .responder, responder, SourceRange(file: inner.file, bytes: start..<(start + first)), owner: nil,
        whole: nil)
      let place = SourceRange(file: inner.file, bytes: (start + first + 1)..<inner.bytes.upperBound)
      add(.rule, rule, place, owner: responder, whole: nil)
    }
  }

  /// `$name` of a list, anywhere below a node.
  mutating func useLists(_ node: Node) {
    switch node.content {
    case .string(let text):
      guard text.hasPrefix("$"), text.count > 1 else { return }
      let inner = Self.inner(node.range)
      guard inner.bytes.count == text.utf8.count else { return }
      let place = SourceRange(file: inner.file, bytes: (inner.bytes.lowerBound + 1)..<inner.bytes.upperBound)
      add(.list, String(text.dropFirst()), place, owner: nil, whole: nil)
    case .sequence(let elements): for element in elements { useLists(element) }
    case .mapping(let members): for member in members { useLists(member.value) }
    case .null, .bool, .integer, .decimal: return
    }
  }

  private mutating func add(
    _ kind: NameUse.Kind, _ name: String, _ range: SourceRange, owner: String?, whole: SourceRange?
  ) {
    // An alias stands for a value that is written elsewhere.
    guard range.text == name else { return }
    all.append(
      NameUse(kind: kind, name: name, owner: owner, range: range, isDeclaration: whole != nil, whole: whole))
  }

  /// The range without quotes.
  private static func inner(_ range: SourceRange) -> SourceRange {
    let bytes = range.file.bytes
    let place = range.bytes.clamped(to: 0..<bytes.count)
    guard place.count >= 2, let first = bytes[place].first,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
      bytes[place].last == first
    else { return range }
    return SourceRange(file: range.file, bytes: (place.lowerBound + 1)..<(place.upperBound - 1))
  }
}

internal import Edits
internal import Engine
internal import Source

/// Lists of values that stand at several places.
extension Simplifier {
  private struct Places {
    let key: String
    var lists: [Node]
  }

  /// Fewer values are read faster than a name.
  private static let fewestValues = 3
  /// So many are worth a name that stands at two places.
  private static let manyValues = 6

  mutating func nameLists() {
    var groups: [String: Places] = [:]
    var order: [String] = []
    eachCondition { key, value in
      guard let values = value.elements, values.count >= Self.fewestValues,
        values.allSatisfy({ $0.isSingle }),
        value.range.file === file, !hasComment(value.range.bytes)
      else { return }
      let group = "\(key): \(Self.key(values))"
      if groups[group] == nil { order.append(group) }
      var places = groups[group] ?? Places(key: key, lists: [])
      // An alias stands for a list that is written elsewhere.
      guard !places.lists.contains(where: { $0.range.bytes == value.range.bytes }) else { return }
      places.lists.append(value)
      groups[group] = places
    }
    for group in order {
      guard let all = groups[group] else { continue }
      // Few steps may not suffice for lists in different orders.
      let first = JSONWriter.line(all.lists[0])
      let alike = Places(key: all.key, lists: all.lists.filter { JSONWriter.line($0) == first })
      _ = name(all) || alike.lists.count < all.lists.count && name(alike)
    }
  }

  private mutating func name(_ places: Places) -> Bool {
    if let name = nameOfList(like: places.lists[0]) { return useName(name, at: places) }
    let isLong = places.lists[0].elements.map { $0.count >= Self.manyValues } ?? false
    return places.lists.count >= (isLong ? 2 : 3) && giveName(to: places)
  }

  private mutating func useName(_ name: String, at places: Places) -> Bool {
    propose(at: places, name, []) {
      "The same \($0) values have the name “\(name)” under “lists”. Write $\(name)."
    }
  }

  private mutating func giveName(to places: Places) -> Bool {
    let name = newName(for: places.key)
    guard let definition = definition(name, of: places.lists[0]) else { return false }
    return propose(at: places, name, [definition]) { count in
      "The same \(count) values stand at \(places.lists.count) places. Name them under “lists”, such as “\(name)”."
    }
  }

  private mutating func propose(
    at places: Places, _ name: String, _ edits: [SourceEdit], _ message: (Int) -> String
  ) -> Bool {
    let message = message(places.lists[0].elements?.count ?? 0)
    let edits = edits + places.lists.map { replacement(of: $0, by: name) }
    return propose(edits, mustShorten: true) { change in
      Diagnostic(
        "repeated-list", .note, message, at: places.lists[0].range,
        related: places.lists.dropFirst().map { .init("the same values", at: $0.range) }, fix: change)
    }
  }

  // Names

  private static func key(_ values: [Node]) -> String {
    values.map { JSONWriter.line($0) }.sorted().joined(separator: ",")
  }

  /// The name under `lists` of this file that stands for the same values.
  private func nameOfList(like list: Node) -> String? {
    let values = Self.key(list.elements ?? [])
    return root["lists"]?.members?.first { Self.key($0.value.elements ?? []) == values }?.key
  }

  /// `statuses` for the values of `status`, with a number if another list has the name.
  private func newName(for key: String) -> String {
    let letters = key.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let word = letters.last.map { String($0) } ?? ""
    let plural =
      word.isEmpty || word.first?.isNumber == true
      ? "values"
      : word.hasSuffix("s") ? "\(word)es" : word.hasSuffix("y") ? "\(word.dropLast())ies" : "\(word)s"
    let taken = Set(rules.program.roots.flatMap { $0["lists"]?.members ?? [] }.map { $0.key })
    guard taken.contains(plural) else { return plural }
    return (2...).lazy.map { "\(plural)\($0)" }.first { !taken.contains($0) } ?? plural
  }

  // Edits

  private var isJSON: Bool { file.name.lowercased().hasSuffix(".json") }

  private func replacement(of list: Node, by name: String) -> SourceEdit {
    let text = isJSON ? "\"$\(name)\"" : "$\(name)"
    guard list.style != .flow, !isJSON, let last = list.elements?.last else {
      return SourceEdit(list.range.bytes, text)
    }
    // From the colon to the last element, so that the name stands beside its key.
    var start = list.range.bytes.lowerBound
    while start > 0, file.bytes[start - 1] != UInt8(ascii: ":") { start -= 1 }
    return SourceEdit(start..<last.range.bytes.upperBound, " \(text)")
  }

  /// The edit that writes a list under its name: in front of the other lists, or before the first key that may use one.
  private func definition(_ name: String, of list: Node) -> SourceEdit? {
    let values =
      list.style == .flow
      ? String(decoding: file.bytes[list.range.bytes], as: UTF8.self) : FlowText.yaml(of: list)
    let member = isJSON ? "\"\(name)\": \(values)" : "\(name): \(values)"
    if let lists = root["lists"] {
      guard lists.range.file === file, let first = lists.members?.first?.keyRange.bytes.lowerBound else {
        return nil
      }
      if isJSON || lists.style == .flow {
        guard !hasComment(lists.range.bytes.lowerBound..<first) else { return nil }
        return SourceEdit(first..<first, "\(member), ")
      }
      // Directly below the key, above the first one's comments.
      guard let key = root.members?.first(where: { $0.key == "lists" })?.keyRange.bytes.upperBound else {
        return nil
      }
      let line = file.lineRange(file.position(of: key).line + 1).lowerBound
      let indentation = String(repeating: " ", count: file.position(of: first).column - 1)
      return SourceEdit(line..<line, "\(indentation)\(member)\n")
    }
    let users = ["types", "matchers", "categories", "breakers", "quotas", "alerts", "responders"]
    guard let next = root.members?.first(where: { users.contains($0.key) }) else { return nil }
    let start = next.keyRange.bytes.lowerBound
    if isJSON || root.style == .flow {
      return SourceEdit(start..<start, isJSON ? "\"lists\": {\(member)},\n  " : "lists: { \(member) }, ")
    }
    let line = firstLine(ofCommentsAbove: file.position(of: start).line)
    let offset = file.lineRange(line).lowerBound
    return SourceEdit(offset..<offset, "lists:\n  \(member)\n\n")
  }

  /// The first line of the comments directly above a line, or the line itself.
  private func firstLine(ofCommentsAbove line: Int) -> Int {
    var line = line
    while line > 1, file.bytes[file.lineRange(line - 1)].first == UInt8(ascii: "#") { line -= 1 }
    return line
  }

  // Conditions

  /// Calls `visit` with the keys and values of all conditions: below `when`, and of named matchers.
  private func eachCondition(_ visit: (String, Node) -> Void) {
    for member in root["matchers"]?.members ?? [] { Self.each(in: member.value, visit) }
    Self.eachWhen(in: root) { Self.each(in: $0, visit) }
  }

  /// Keys whose values are no conditions.
  private static let others: Set<String> = [
    "meta", "examples", "with", "suppress", "do", "lists", "matchers",
  ]
  private static let withoutValues: Set<String> = ["custom", "with", "rate", "open", "matcher"]

  private static func eachWhen(in node: Node, _ visit: (Node) -> Void) {
    for member in node.members ?? [] {
      if member.key == "when" {
        visit(member.value)
      } else if !others.contains(member.key) {
        eachWhen(in: member.value, visit)
      }
    }
    for element in node.elements ?? [] { eachWhen(in: element, visit) }
  }

  private static func each(in matcher: Node, _ visit: (String, Node) -> Void) {
    for member in matcher.members ?? [] where !withoutValues.contains(member.key) {
      visit(member.key, member.value)
      each(in: member.value, visit)
    }
    for element in matcher.elements ?? [] { each(in: element, visit) }
  }
}

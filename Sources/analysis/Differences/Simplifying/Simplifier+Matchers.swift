internal import Edits
internal import Engine
internal import Source

/// Names that stand for nothing that has not got a name already.
extension Simplifier {
  /// Writes a named matcher into the rule or category whose whole condition it is, if nothing else asks for it.
  ///
  /// Categories stay, however few rules ask for them: a resolution names the category of its error, and a record may name it, too.
  mutating func writeMatchersInPlace() {
    guard let matchers = root["matchers"]?.members else { return }
    let named =
      (root["categories"]?.elements ?? []).map { ($0, $0["name"]?.string) }
      + (root["responders"]?.elements ?? []).flatMap { $0["rules"]?.elements ?? [] }.map {
        ($0, $0["id"]?.string)
      }
    var uses: [String: Int] = [:]
    for root in rules.program.roots { Self.count(in: root, &uses) }
    for matcher in matchers where uses[matcher.key] == 1 {
      for case (let place, let name?) in named {
        guard let when = place["when"], let members = when.members, members.count == 1,
          members[0].key == "matcher", members[0].value.string == matcher.key,
          let removal = Removal.patch(of: WrittenPlace(matcher.keyRange))
        else { continue }
        let value = matcher.value
        let text =
          value.style == .flow
          ? String(decoding: file.bytes[value.range.bytes], as: UTF8.self) : FlowText.yaml(of: value)
        let end = when.style == .flow ? when.range.bytes.upperBound : members[0].value.range.bytes.upperBound
        let edit = SourceEdit(when.range.bytes.lowerBound..<end, text)
        propose([edit, removal.edit]) { change in
          Diagnostic(
            "needless-name", .note,
            "Only “\(name)” asks for the matcher “\(matcher.key)”, and for nothing else. Write the condition there.",
            at: matcher.keyRange, related: [.init("the only place", at: when.range)], fix: change)
        }
      }
    }
  }

  /// Counts the matchers by the names that are asked for anywhere.
  private static func count(in node: Node, _ uses: inout [String: Int]) {
    for member in node.members ?? [] {
      if member.key == "matcher" {
        for name in member.value.elements ?? [member.value] { uses[name.text, default: 0] += 1 }
      }
      count(in: member.value, &uses)
    }
    for element in node.elements ?? [] { count(in: element, &uses) }
  }
}

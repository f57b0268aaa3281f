internal import Records
internal import Source

/// Reads `performed` of a case or a step: the results of actions whose failure has a verdict.
enum PerformedReader {
  /// A mapping with the member `performed`; nil if there is none or a fault was reported.
  static func results(_ section: Section, _ diagnostics: inout Diagnostics) -> Node? {
    guard let member = section.member("performed") else { return nil }
    guard isWhole(member, &diagnostics) else { return nil }
    return Node(.mapping([member]), style: .flow, range: member.value.range)
  }

  /// Reports what is not a result.
  static func isWhole(_ member: Node.Member, _ diagnostics: inout Diagnostics) -> Bool {
    let words = PerformedResult.allCases.map { $0.name }
    var isWhole = true
    for element in member.value.elements ?? [member.value] {
      if let word = element.string, words.contains(word) { continue }
      isWhole = false
      diagnostics.report(.wrongWord(element, for: member.key, of: words))
    }
    return isWhole
  }
}

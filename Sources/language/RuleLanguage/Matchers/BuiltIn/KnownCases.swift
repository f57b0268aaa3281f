internal import Bytes
internal import Source

extension CasePattern {
  func checkCases(at node: Node, in context: MatcherContext) {
    if let dot = name.lastIndex(of: "."), dot != name.startIndex, !name.contains("*") {
      Self.check(String(name[name.index(after: dot)...]), of: String(name[..<dot]), at: node, in: context)
    }
    for case .nested(let pattern) in values ?? [] { pattern.checkCases(at: node, in: context) }
  }

  private static func check(_ name: String, of type: String, at node: Node, in context: MatcherContext) {
    let types = context.vocabulary.types
    let covering = types.covering(type)
    // A short name may mean any of these types, or an undeclared one.
    let isSure = !covering.isEmpty
    let meant = isSure ? covering : types.below(type)
    let known = meant.compactMap { $0.cases }
    guard let first = meant.first, known.count == meant.count, !known.contains(where: { $0.contains(name) })
    else { return }
    let cases = known.flatMap { $0 }
    let question = Suggestion.question(for: name, among: cases)
    let shown = cases.prefix(12) + (cases.count > 12 ? ["…"] : [])
    let has = cases.isEmpty ? "none" : shown.joined(separator: ", ")
    let advice = question.isEmpty ? " It has \(has)." : question
    let otherType = isSure ? "" : " For a case of another type, write more of that type's name."
    context.report(
      Diagnostic(
        "unknown-case", isSure ? .error : .warning,
        "“\(first.name)” has no case “\(name)”.\(advice)\(otherType)", at: node.range))
  }
}

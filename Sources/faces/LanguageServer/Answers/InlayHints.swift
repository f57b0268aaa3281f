internal import RuleLanguage
internal import JSONRPC
internal import Engine
internal import Source

/// `textDocument/inlayHint`: what a text means without saying it, the budget of a retry without one and inherited rules.
enum InlayHints {
  private static let mostNames = 5

  static func answer(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    let range = try params.params("range")
    let encoding = snapshot.client.encoding
    let start = encoding.offset(of: try Position(range.params("start")), in: document.file)
    let end = encoding.offset(of: try Position(range.params("end")), in: document.file)
    var hints: [Int: String] = [:]
    for unit in snapshot.units.keys.sorted(by: { snapshot.isSooner($0, $1) }) where unit.kind == .rules {
      guard let program = snapshot.units[unit]?.reading.compilation?.program else { continue }
      for (responder, clause) in program.allClauses {
        if let (place, text) = budget(clause), isHere(place, document) {
          hints[place.bytes.upperBound] = text
        }
        _ = responder
      }
      for responder in program.responders + program.abstract {
        if let (place, text) = inherited(responder), isHere(place, document) {
          hints[place.bytes.upperBound] = text
        }
      }
    }
    let shown = hints.filter { min(start, end) <= $0.key && $0.key <= max(start, end) }
    return .made(
      shown.sorted { $0.key < $1.key }.map { offset, text in
        .made([
          ("position", encoding.position(of: offset, in: document.file).node), ("label", .made(text)),
          ("paddingLeft", .made(true)),
        ])
      }
    )
  }

  private static func isHere(_ place: SourceRange, _ document: Document) -> Bool {
    place.file.name == document.file.name && place.file.bytes == document.file.bytes
  }

  /// The budget of `then: retry` and of a `retry` without `maxAttempts`, shown after the word.
  private static func budget(_ clause: RuleProgram.Clause) -> (SourceRange, String)? {
    guard clause.home == nil, let then = clause.then, case .retry(let policy)? = clause.verdict else {
      return nil
    }
    let text = "maxAttempts: \(policy.maxAttempts)"
    if then.value.string == "retry" { return (then.value.range, text) }
    guard let member = then.value.members?.first(where: { $0.key == "retry" }),
      member.value["maxAttempts"] == nil
    else { return nil }
    return (member.keyRange, text)
  }

  /// The names of the inherited rules, shown after the name of the responder that is extended.
  private static func inherited(_ responder: RuleProgram.Responder) -> (SourceRange, String)? {
    guard let base = responder.base else { return nil }
    let names = responder.clauses.filter { $0.home != nil }.map { $0.name }
    guard !names.isEmpty else { return nil }
    let rest = names.count - mostNames
    let listed = names.prefix(mostNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return (base.range, "inherits \(listed)")
  }
}

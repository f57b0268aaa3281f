internal import Bytes
internal import Counting
internal import Engine
internal import Source

/// The errors that drafts take, told from the shapes of a stream's errors alone: if each draft takes all errors of a shape or none.
struct DraftShares {
  /// The drafts at the end of a responder, in order, with their conditions but for those on messages, which all run.
  private struct Group {
    let drafts: [(index: Int, draft: RuleDraft)]
    let chain: ResponderChain
  }

  private var groups: [String: Group] = [:]

  /// Nil if the conditions can't be asked apart from their file.
  ///
  /// - Parameter compile: compiles the rules of one responder.
  init?(_ drafts: [RuleDraft], compile: (_ responder: String, _ rules: Node) -> ResponderChain?) {
    for (responder, own) in Dictionary(grouping: drafts.enumerated(), by: { $0.element.responder }) {
      guard let chain = compile(responder, .made(own.map { Self.ruleBesidesMessage($0.element) })) else {
        return nil
      }
      groups[responder] = Group(drafts: own.map { ($0.offset, $0.element) }, chain: chain)
    }
  }

  private static func ruleBesidesMessage(_ draft: RuleDraft) -> Node {
    let rest = (draft.condition.members ?? []).filter { $0.key != "message" }
      .map { (key: $0.key, value: $0.value) }
    return .made(
      [("id", .made(draft.name))] + (rest.isEmpty ? [] : [("when", .made(rest))]) + [
        ("then", .made("cancel"))
      ])
  }

  /// The number of errors that each draft takes; nil if one takes only some errors of a shape.
  ///
  /// - Parameter chain: the chain whose errors were counted.
  func taken(_ shapes: ErrorShapes, of chain: ResponderChain, _ limits: Limits) -> [Int: Int]? {
    var taken: [Int: Int] = [:]
    for (responder, group) in groups {
      var evaluator = RuleEvaluator(group.chain, limits: limits)
      for shape in shapes.shapes where chain.responders[shape.responder] == responder {
        guard let draft = Self.first(of: group, &evaluator, shape.record) else { return nil }
        if draft >= 0 { taken[draft, default: 0] += shape.errors }
      }
    }
    return taken
  }

  /// The first draft that takes the errors of a shape; -1 for none, and nil if one takes only some.
  private static func first(of group: Group, _ evaluator: inout RuleEvaluator, _ shape: [UInt8]) -> Int? {
    let isRead = shape.withUnsafeBytes { line in
      guard evaluator.read(ByteSlice(line)) == nil else { return false }
      evaluator.run()
      return true
    }
    guard isRead else { return nil }
    let template = Node.made(json: String(decoding: shape, as: UTF8.self))?["message"]?.string
    for (place, (index, draft)) in group.drafts.enumerated()
    where evaluator.evaluator.outcome.hasRun(ClauseIndex(place)) {
      guard let message = draft.condition["message"] else { return index }
      guard let template else { continue }
      switch pattern(of: message)?.share(of: FoldedText(template: template)) {
      case .all: return index
      case .part, nil: return nil
      case .nothing: continue
      }
    }
    return -1
  }

  private static func pattern(of message: Node) -> FoldedText? {
    if let text = message.string ?? message["equals"]?.string { return FoldedText(literal: text) }
    return message["glob"]?.string.map { FoldedText(glob: $0) }
  }
}

package import Replay
package import RuleEngine

/// A chain of responders as `errctl graph` draws it, with or without what a stream's errors did on it.
package struct ChainGraph: Sendable {
  /// How it is written.
  package enum Format: String, CaseIterable, Sendable {
    case mermaid, dot, svg
  }

  /// A responder.
  struct Responder: Sendable {
    let name: String
    let parent: Int?
    let isEnabled: Bool
    let rules: Int
    let eventRules: Int
    let hasOtherwise: Bool
    /// Rules that pass on what they match: `escalate`, or no try left.
    let escalating: Int
    /// Events that its rules emit, and errors that its event rules raise, each once.
    var emits: [String] = []
    var raises: [String] = []
    /// What came by, where a stream was replayed.
    let counts: ReplayPicture.Responder?
  }

  let name: String
  let responders: [Responder]
  /// The places of those that are drawn, in the order of the file.
  let drawn: [Int]

  /// - Parameters:
  ///   - name: what the drawing is called.
  ///   - picture: what a stream's errors did, or nil.
  ///   - most: how many responders are drawn: those that most errors came to, else the first, with all above them.
  package init(_ program: RuleProgram, name: String, picture: ReplayPicture?, most: Int) {
    self.name = name
    let responders = program.responders.enumerated().map { index, responder in
      let rules = responder.rules
      let events = responder.events
      let others = [responder.otherwise].compactMap { $0 }
      let verdicts = (rules + others + events).flatMap { $0.verdicts }
      return Responder(
        name: responder.id.text,
        parent: responder.parent,
        isEnabled: responder.isEnabled,
        rules: rules.count,
        eventRules: events.count,
        hasOtherwise: responder.otherwise != nil,
        escalating: (rules + others).count { $0.verdicts.contains { $0.escalates } },
        emits: Self.unique(verdicts.compactMap { $0.emitted }),
        raises: Self.unique(verdicts.compactMap { $0.raised }),
        counts: picture?.responders[index]
      )
    }
    self.responders = responders
    drawn = DrawnResponders.places(
      responders.count,
      most: most,
      parent: { responders[$0].parent },
      wanted: { responders[$0].counts?.arrived ?? 0 }
    )
  }

  var leftOut: Int { responders.count - drawn.count }

  /// That not all are drawn, or nil.
  package var note: String? {
    leftOut == 0
      ? nil : "\(Figures.counted(leftOut, "responder")) of \(responders.count) left out; --most N draws more"
  }

  package func text(_ format: Format) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    case .svg: svg
    }
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  // MARK: - What is written about a responder, whatever the format

  /// The lines below its name.
  func lines(of responder: Responder) -> [String] {
    var first = [Figures.counted(responder.rules, "rule")]
    if responder.eventRules > 0 { first.append(Figures.counted(responder.eventRules, "event rule")) }
    if responder.hasOtherwise { first.append("otherwise") }
    if !responder.isEnabled { first.append("disabled") }
    var lines = [first.joined(separator: ", ")]
    if let counts = responder.counts {
      let nobody = responder.parent == nil ? counts.arrived - counts.answered : 0
      lines.append("\(GroupedNumber.text(counts.entered)) raised here")
      lines.append(
        "answers \(GroupedNumber.text(counts.answered)) of \(GroupedNumber.text(counts.arrived))"
          + (nobody > 0 ? ", nobody \(GroupedNumber.text(nobody))" : "")
      )
    }
    if !responder.emits.isEmpty { lines.append("emits \(Self.list(responder.emits))") }
    return lines
  }

  /// What stands at the arrow to the next one up.
  func label(of responder: Responder) -> String {
    var parts: [String] = []
    if let counts = responder.counts { parts.append(GroupedNumber.text(counts.left)) }
    if responder.escalating > 0 {
      parts.append(responder.escalating == 1 ? "1 rule escalates" : "\(responder.escalating) rules escalate")
    }
    return parts.joined(separator: ", ")
  }

  static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { Shown.cut($0, to: 40) }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}

extension RuleProgram.Station {
  /// Everything it may say: its own verdict, and those of its buttons.
  fileprivate var verdicts: [Verdict] {
    [verdict].compactMap { $0 } + actions.flatMap { $0.alert?.buttons ?? [] }.compactMap { $0.verdict }
  }
}

extension Verdict {
  fileprivate var escalates: Bool {
    switch self {
    case .escalate: return true
    case .retry(let policy):
      if case .escalate = policy.exhausted { return true }
      return false
    case .evaluation, .retryByPerson, .continue, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
      .raise:
      return false
    }
  }

  fileprivate var emitted: String? {
    if case .emit(let replacement, _) = self { return replacement.word("event") }
    return nil
  }

  fileprivate var raised: String? {
    guard case .raise(let replacement) = self else { return nil }
    let name = [replacement.word("type"), replacement.word("case")].compactMap { $0 }.joined(separator: ".")
    if !name.isEmpty { return name }
    return replacement.word("domain") ?? replacement.word("message") ?? "an error"
  }
}

extension Replacement {
  fileprivate func word(_ key: String) -> String? {
    guard let value = members.first(where: { $0.key == key })?.value else { return nil }
    if case .scalar(.string(let text)) = value { return text }
    return nil
  }
}

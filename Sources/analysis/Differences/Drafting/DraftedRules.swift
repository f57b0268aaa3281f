package import Counting
package import Engine
package import Replay
internal import Reports
package import Secrets
internal import Source

/// Rules for the largest kinds of errors that nobody handles, and what a replay with these rules shows.
package struct DraftedRules {
  /// A record of a stream, as the rules decide it now.
  package struct Recorded {
    package let json: String
    package let category: String?

    package init(json: String, category: String?) {
      (self.json, self.category) = (json, category)
    }
  }

  package let leftover: Leftover
  package var kinds: [DraftedKind] = []
  /// Nil until the rules with the drafts have been replayed.
  package private(set) var left: Int?
  /// Whether the errors were compared one by one. Otherwise the place of the drafts proves what is said of the others.
  package private(set) var isCompared = false
  /// The errors, of those that are handled now, that are decided otherwise with the drafts.
  package private(set) var changed = 0
  private let summary: ReplaySummary
  private var drafting: RuleDrafting
  private let most: Int
  private let redactor: Redactor

  /// Many kinds may be handled by the rule for another one.
  private static let kindsPerDraft = 20

  /// - Parameters:
  ///   - summary: the stream, replayed with the rules, with the kinds of their deciders.
  ///   - most: the largest number of drafts.
  package init(
    _ summary: ReplaySummary, _ drafting: RuleDrafting, atMost most: Int, hidingBy redactor: Redactor
  ) {
    (self.summary, self.drafting, self.most, self.redactor) = (summary, drafting, most, redactor)
    leftover = Leftover(of: summary, ended: drafting.ending)
  }

  /// The rules with the drafts so far, whose verdicts are all the same.
  package var chain: ResponderChain { drafting.chain }

  /// The records that drafts are made of, as far as they were kept, and the ascending ordinals of the others.
  package func records(of kinds: [ErrorKind]) -> (kept: [UInt64: Recorded], others: [UInt64]) {
    let kinds = kinds.prefix(Self.kindsPerDraft * most)
    // The category of an error that changes on its way may depend on those before it.
    guard !drafting.changesErrors else { return ([:], kinds.map { $0.firstOrdinal }.sorted()) }
    var (kept, others): ([UInt64: Recorded], [UInt64]) = ([:], [])
    for kind in kinds {
      if let record = kind.record, let recorded = drafting.recorded(String(decoding: record, as: UTF8.self)) {
        kept[kind.firstOrdinal] = recorded
      } else {
        others.append(kind.firstOrdinal)
      }
    }
    return (kept, others.sorted())
  }

  /// Adds drafts for kinds. Those that an earlier draft handles have none of their own.
  ///
  /// - Parameter records: the records by their ordinals.
  /// - Returns: whether a replay with ``chain`` may show more: errors of one kind that rules made different ones.
  package mutating func add(
    _ kinds: [ErrorKind], _ records: [UInt64: Recorded], isCancelled: () -> Bool
  ) -> Bool {
    let start = self.kinds.count
    let known = Set(self.kinds.map { $0.ordinal })
    let others = kinds.compactMap { records[$0.firstOrdinal].flatMap { Node.made(json: $0.json) } }
    var messages: MessagesOfTypes?
    for kind in kinds where self.kinds.count < most && !known.contains(kind.firstOrdinal) {
      if isCancelled() { return false }
      guard let record = records[kind.firstOrdinal] else { continue }
      var next = DraftedKind(
        kind: kind, example: redactor.json(record.json), ordinal: kind.firstOrdinal, category: record.category
      )
      guard drafting.leaves(record.json) else {
        // An earlier draft has it, or else a rule that it meets only where others came before it.
        if let rule = drafting.decider(ofAlone: record.json) {
          next.refusal = redactor.text(RuleDrafting.Refusal.isHandledAlone(rule: rule).reason)
          self.kinds.append(next)
        }
        continue
      }
      do throws(RuleDrafting.Refusal) {
        let type = Node.made(json: record.json)?["type"]?.string
        if let type, GenericTypes.contains(type), messages == nil {
          messages = MessagesOfTypes(summary.shapes)
        }
        let alike = type.flatMap { messages?[$0] } ?? []
        next.draft = try drafting.draft(for: record.json, among: others, alike: alike)
      } catch {
        next.refusal = redactor.text(error.reason)
      }
      next.decide(by: summary)
      self.kinds.append(next)
    }
    return drafting.changesErrors && self.kinds.count < most
      && self.kinds[start...].contains { $0.draft != nil }
  }

  /// The kinds with a draft, in the order in which the drafts stand behind one another.
  package var drafts: [DraftedKind] { kinds.filter { $0.draft != nil } }

  /// Takes the counts of the errors by shape, if they tell which errors each draft takes. Because of the drafts' place, none of the
  /// others is decided otherwise.
  ///
  /// - Returns: false if a comparison has to tell.
  package mutating func takeShapes(of chain: ResponderChain) -> Bool {
    // An error that a rule raises may need a rule itself.
    guard summary.unhandledRaised == 0, let shapes = summary.shapes,
      let taken = drafting.taken(by: drafts.compactMap { $0.draft }, shapes, of: chain)
    else { return false }
    let places = kinds.indices.filter { kinds[$0].draft != nil }
    for (index, place) in places.enumerated() { kinds[place].handled = taken[index] ?? 0 }
    left = leftover.errors - kinds.reduce(0) { $0 + $1.handled }
    return true
  }

  /// Takes the rules compared with those with the drafts, record by record.
  package mutating func take(_ comparison: ReplayComparison) {
    isCompared = true
    changed = comparison.inOtherGroups
    var handled: [String: Int] = [:]
    for group in comparison.groups {
      if leftover.isOf(group.old) {
        handled[group.new.name, default: 0] += group.count
      } else if group.changes.matter {
        changed += group.count
      }
    }
    for index in kinds.indices {
      guard let draft = kinds[index].draft else { continue }
      kinds[index].handled = handled["\(draft.responder)/\(draft.name)"] ?? 0
    }
    left = leftover.errors - kinds.reduce(0) { $0 + $1.handled }
  }

  /// The result in one or two sentences.
  package var result: String {
    guard leftover.errors > 0 else { return nothing }
    guard let left else {
      return
        "No rule could be drafted for the \(Figures.counted(leftover.errors, "error")) \(leftover.errors == 1 ? "that is" : "that are") \(leftover.words)."
    }
    let errors = Figures.counted(summary.lineCounts.errors, "error")
    let rules = drafts.count == 1 ? "this rule" : "these \(Figures.number(drafts.count)) rules"
    let rest =
      left == 0
      ? "no error is left"
      : "\(Figures.number(left)) of \(Figures.number(leftover.errors)) \(left == 1 ? "is" : "are") left"
    let others =
      changed == 0
      ? "Every other error is decided as before (\(isCompared ? "\(errors) compared" : "proved for every error"))."
      : "\(Figures.counted(changed, "other error")) \(changed == 1 ? "is" : "are") decided otherwise: errctl diff shows them."
    let ending = leftover.ending == .unhandled ? "unhandled" : "to an “otherwise”"
    return "With \(rules), \(rest) \(ending). \(others)\(assumptions)"
  }

  /// The records on whose assumed results the counts rest; empty if there are none.
  private var assumptions: String {
    let count = summary.assumed
    guard count > 0 else { return "" }
    return " \(Figures.counted(count, "record")) \(count == 1 ? "has" : "have") an assumed answer or result."
  }

  /// The sentence where there is nothing to draft.
  private var nothing: String {
    if summary.lineCounts.errors == 0 { return "The streams have no errors." }
    let others = Leftover.otherwise(summary).reduce(0) { $0 + $1.errors }
    guard leftover.ending == .unhandled else { return "No error ends at an “otherwise”." }
    guard others > 0 else { return "Every error is handled." }
    return
      "Every error is handled, \(Figures.number(others)) by an “otherwise” alone: errctl suggest --of otherwise drafts rules for them."
  }
}

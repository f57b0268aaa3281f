internal import Bytes
internal import Counting
internal import Engine
internal import Explanations
internal import PageAnswers
internal import Records
internal import Secrets

/// The evaluation of recorded errors, a line of JSON each, counted as a replay counts them.
struct StreamRun {
  struct RejectedLine {
    let number: Int
    let reason: String
  }

  /// Errors of one kind, in the order of ``ShownOutcome``.
  struct Kind {
    let name: String
    let outcomes: [Int]

    var count: Int { outcomes.reduce(0, +) }
  }

  let chain: ResponderChain
  /// A line of JSON each.
  let resolutions: String
  let lines: LineCounts
  /// The errors in the order of ``ShownOutcome``; and those that each clause handled, but for `always`.
  let outcomes: [Int]
  let handled: [(clause: Int, outcomes: [Int])]
  /// The most frequent first.
  let kinds: [Kind]
  /// The first of them.
  let rejectedLines: [RejectedLine]
  /// Whether the text has no more lines than these.
  let isWhole: Bool
  private static let shown = 20

  /// - Parameter writesErrors: whether resolutions have the recorded error's identity, under `of`.
  init(_ chain: ResponderChain, _ text: [UInt8], _ limits: Limits, writesErrors: Bool) {
    self.chain = chain
    let redactor = Redactor(isOn: true)
    var options = CountingOptions()
    (options.wantsDetail, options.kinds, options.mostKinds) = (true, .outcomes, RecordedLines.most)
    var all = StreamCounts(chain, options, redactor, limits)
    var counts = StreamCounts(chain, options, redactor, limits)
    var evaluator = RuleEvaluator(chain, limits: limits)
    var (resolutions, rejectedLines, end) = ("", [RejectedLine](), 0)
    func reject(_ number: Int, _ reason: String) {
      guard rejectedLines.count < Self.shown else { return }
      rejectedLines.append(RejectedLine(number: number, reason: reason))
    }
    if writesErrors { evaluator.writeErrors() }
    isWhole = RecordedLines.forEach(in: text) { number, line in
      counts.lines.lines += 1
      end += line.count + 1
      guard line.count <= limits.recordBytes else {
        counts.lines.tooLong += 1
        reject(number, "The line is too long. \(limits.hint("record-bytes"))")
        return true
      }
      guard !line.isBlank else {
        counts.lines.blank += 1
        return true
      }
      guard let fault = evaluator.read(line) else {
        counts.lines.records += 1
        if evaluator.evaluator.isEvent { counts.lines.events += 1 }
        evaluator.run()
        resolutions += evaluator.lastResolution
        resolutions += "\n"
        counts.count(evaluator.evaluator, evaluator.records)
        return true
      }
      counts.lines.count(fault, of: line, isLast: end > text.count)
      if case .completed = fault { return true }
      reject(number, redactor.text(InvalidRecord(fault, limits: limits).sentence))
      return true
    }
    all.take(&counts, after: 0)
    all.settle(&counts)
    let detail = all.detail.detail(chain, firstUnhandled: [])
    (self.resolutions, self.rejectedLines, lines) = (resolutions, rejectedLines, all.lines)
    outcomes = detail.outcomes
    let clauses = chain.clauses.indices.filter { chain.clauses[$0].kind != .always }
    handled = zip(clauses, detail.answers).map { (clause: $0, outcomes: $1) }
    kinds = Self.kinds(all.kinds)
  }

  var errors: Int { outcomes.reduce(0, +) }

  /// The lines that are neither blank nor a record nor a completed operation.
  var rejected: Int { lines.rejected + lines.notErrors }

  private static func kinds(_ counts: borrowing KindCounts) -> [Kind] {
    var names = counts.makeNames()
    let entries = counts.entries { $0.category }
    var byOutcome: [[UInt64: Int]] = []
    for outcome in ShownOutcome.allCases {
      let kinds = counts.kinds(&names, among: entries[outcome.rawValue, default: []]).largest
      byOutcome.append(Dictionary(uniqueKeysWithValues: kinds.map { ($0.hash, $0.count) }))
    }
    return counts.kinds(&names).largest.map { kind in
      Kind(name: kind.name, outcomes: byOutcome.map { $0[kind.hash] ?? 0 })
    }
  }

  /// The record with this ordinal, from 1, after all before it; nil if there are fewer.
  static func explanation(ofRecord ordinal: Int, _ chain: ResponderChain, _ text: [UInt8], _ limits: Limits)
    -> Explanation?
  {
    var explanation: Explanation?
    var evaluator = RuleEvaluator(chain, limits: limits)
    evaluator.redactor = Redactor(isOn: true)
    _ = RecordedLines.forEach(in: text) { _, line in
      guard line.count <= limits.recordBytes, !line.isBlank, evaluator.read(line) == nil else { return true }
      guard evaluator.records == ordinal else {
        evaluator.run()
        return true
      }
      explanation = evaluator.explain()
      return false
    }
    return explanation
  }
}

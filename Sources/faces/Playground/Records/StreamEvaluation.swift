internal import Records
internal import Bytes
internal import Engine
internal import PageAnswers
internal import Secrets

/// The evaluation of recorded errors, a line of JSON each.
struct StreamEvaluation {
  struct RejectedLine {
    let number: Int
    let reason: String
  }

  let chain: ResponderChain
  /// A line of JSON each.
  private(set) var resolutions = ""
  private(set) var tally: OutcomeTally
  private(set) var records = 0
  private(set) var completed = 0
  private(set) var rejected = 0
  /// The first of them.
  private(set) var rejectedLines: [RejectedLine] = []
  private(set) var isWhole = true
  private static let shown = 20

  /// - Parameter writesErrors: whether resolutions have the recorded error's identity, under `of`.
  init(_ chain: ResponderChain, _ text: [UInt8], _ limits: Limits, writesErrors: Bool) {
    self.chain = chain
    tally = OutcomeTally(clauses: chain.clauses.count)
    let redactor = Redactor(isOn: true)
    var evaluator = RuleEvaluator(chain, limits: limits)
    if writesErrors { evaluator.writeErrors() }
    isWhole = RecordedLines.forEach(in: text) { number, line in
      if line.isBlank { return true }
      guard line.count <= limits.recordBytes else {
        reject(number, "The line is too long. \(limits.hint("record-bytes"))")
        return true
      }
      switch evaluator.read(line) {
      case nil:
        evaluator.run()
        resolutions += evaluator.lastResolution
        resolutions += "\n"
        tally.count(evaluator.evaluator, redactor)
        records += 1
      case .completed?: completed += 1
      case let fault?: reject(number, redactor.text(InvalidRecord(fault, limits: limits).sentence))
      }
      return true
    }
  }

  private mutating func reject(_ number: Int, _ reason: String) {
    rejected += 1
    if rejectedLines.count < Self.shown { rejectedLines.append(RejectedLine(number: number, reason: reason)) }
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

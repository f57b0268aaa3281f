internal import Explanations
internal import Differences
internal import Replay
internal import Reports
internal import Engine
package import Source
internal import Secrets
internal import Counting

/// The number of errors of a sample stream that each clause of a rule set handles.
package struct RuleCounts: Sendable {
  /// The clauses that are written at one place: several, where responders inherit it.
  package struct Entry: Sendable {
    /// Its first byte.
    package internal(set) var anchor: SourceRange
    /// `responder/rule`; nil for a whole responder.
    let rule: String?
    package let title: String
    /// Some record shows what it does.
    var isExplained = false
    /// It counts the errors that nobody handles.
    var isUnhandled = false
  }

  package internal(set) var entries: [Entry] = []
  /// The number of errors that each clause of the rule set handled.
  private(set) var decided: [Int] = []
  /// The part of a stream that is missing in the counts.
  private(set) var missing: String?
  /// The reason why there are no counts; nil if there are some.
  private(set) var fault: String?
  /// The stamps of the stream's files.
  private(set) var stamps: [String] = []

  /// Nil if `isCancelled` says that they are no longer needed.
  init?(
    _ compilation: RuleSet.Compilation, _ source: SampleSource, _ texts: Texts,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    do {
      let sample = try SampleStream(source, texts)
      stamps = sample.stamps
      var options = try sample.options(texts)
      options.redactor = .off
      let (chosen, streams) = (options, sample.streams(texts.files))
      let summary = try BackgroundTask.wait {
        let replayer = Replayer(chain, chosen, output: nil, rejects: nil) { _ in !isCancelled() }
        return try await replayer.run(streams)
      }
      guard !isCancelled(), !summary.read.isPartial else { return nil }
      missing =
        zip(streams, summary.sources).lazy.compactMap { stream, source in
          source.fault.map { "\(stream.name): \($0)" }
        }.first
      count(summary, chain, program)
    } catch let failure as SampleStream.Unusable {
      fault = failure.reason
    } catch let failure as Replayer.Failure {
      fault = texts.files.reason(failure)
    } catch {
      fault = "\(error)"
    }
    if isCancelled() { return nil }
  }

  private struct Sum {
    var rule: String
    var isEventRule = false
    var answered = 0
    var passedOn = 0
    var exhausted = 0
  }

  private mutating func count(_ summary: ReplaySummary, _ chain: ResponderChain, _ program: RuleProgram) {
    let errors = summary.outcomes.categories.reduce(0) { $0 + $1.errors }
    var sums: [SourcePlace: Sum] = [:]
    var order: [SourceRange] = []
    var byResponder = [Int](repeating: 0, count: chain.responders.count)
    let shown = chain.clauses.indices.filter { chain.clauses[$0].kind != .always }
    decided = [Int](repeating: 0, count: chain.clauses.count)
    for (index, counted) in zip(shown, summary.clauses) where counted.isEnabled {
      let clause = chain.clauses[index]
      if !counted.isEventRule { decided[index] = counted.answered }
      let anchor = Self.anchor(clause.range)
      var sum = sums[SourcePlace(anchor)] ?? Sum(rule: chain.name(ofClause: index))
      if sums[SourcePlace(anchor)] == nil { order.append(anchor) }
      if sum.answered == 0, counted.answered > 0 { sum.rule = chain.name(ofClause: index) }
      sum.isEventRule = counted.isEventRule
      sum.answered += counted.answered
      if let account = counted.retryAccount {
        sum.exhausted += account.allExhausted
      } else {
        sum.passedOn += max(0, counted.fired - counted.answered)
      }
      sums[SourcePlace(anchor)] = sum
      if !counted.isEventRule { byResponder[clause.responder] += counted.answered }
    }
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      entries.append(
        Entry(
          anchor: Self.anchor(responder.range), rule: nil,
          title:
            "answered \(Figures.number(byResponder[index])) of \(Figures.number(errors)) · \(Figures.share(byResponder[index], of: errors))"
        ))
    }
    if let unhandled = unhandled(summary, program) { entries.append(unhandled) }
    for anchor in order {
      guard let sum = sums[SourcePlace(anchor)] else { continue }
      let total = sum.isEventRule ? "\(Figures.counted(summary.events, "event"))" : Figures.number(errors)
      var parts = ["answered \(Figures.number(sum.answered)) of \(total)"]
      if sum.passedOn > 0 { parts.append("\(Figures.number(sum.passedOn)) passed on") }
      if sum.exhausted > 0 { parts.append("\(Figures.number(sum.exhausted)) exhausted") }
      entries.append(
        Entry(
          anchor: anchor, rule: sum.rule, title: parts.joined(separator: " · "),
          isExplained: sum.answered + sum.passedOn + sum.exhausted > 0))
    }
  }

  /// The errors that nobody handles, at the first root; nil if there are none.
  private func unhandled(_ summary: ReplaySummary, _ program: RuleProgram) -> Entry? {
    let leftover = Leftover(of: summary, ended: .unhandled)
    guard leftover.errors > 0, let root = program.responders.first(where: { $0.parent == nil }) else {
      return nil
    }
    let kinds = (leftover.hasMore ? "more than " : "") + Figures.counted(leftover.kinds.count, "kind")
    return Entry(
      anchor: Self.anchor(root.range), rule: nil,
      title: "\(Figures.counted(leftover.errors, "error")) that nobody handles · \(kinds)", isUnhandled: true)
  }

  private static func anchor(_ range: SourceRange) -> SourceRange {
    let start = range.bytes.lowerBound
    return SourceRange(file: range.file, bytes: start..<min(start + 1, range.file.bytes.count))
  }

  /// Whether the same is said of the same places.
  func shows(thatOf other: RuleCounts) -> Bool {
    entries.elementsEqual(other.entries) {
      $0.title == $1.title && $0.rule == $1.rule && $0.anchor.bytes == $1.anchor.bytes
        && $0.anchor.file.name == $1.anchor.file.name
    }
  }
}

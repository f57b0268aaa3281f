internal import Bytes
internal import Counting
internal import Differences
internal import Edits
internal import Engine
internal import JSONRPC
internal import Replay
internal import Secrets
internal import Source

/// `errctl.draftRules`: a rule for each of the largest kinds of errors of the sample stream that nobody handles.
enum DraftedRulesOfStream {
  /// Each takes another compilation, and somebody waits.
  private static let most = 100

  static func answer(_ identity: String, _ snapshot: Snapshot) -> CommandWork {
    CommandWork { cancellation throws(ResponseError) in
      try draft(identity, snapshot) { cancellation.isCancelled }
    }
  }

  private static func draft(
    _ identity: String, _ snapshot: Snapshot, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResponseError) -> CommandAnswer {
    let rules = try RuleSetOfFile(identity, snapshot)
    let replay = try SampleReplay(rules, snapshot, isCancelled)
    let drafting = RuleDrafting(
      (rules.chain, rules.program), inFile: identity, limits: snapshot.texts.limits
    ) { json in
      let compilation = rules.compile(json, snapshot)
      guard let chain = compilation.chain, let program = compilation.program else { return nil }
      return (chain, program)
    }
    let root = drafting.root
    var drafted = DraftedRules(
      try replay.summary(rules.chain), drafting, atMost: most, hidingBy: Redactor(isOn: true))
    var kinds = drafted.leftover.kinds
    while true {
      let (kept, others) = drafted.records(of: kinds)
      let records = try replay.records(others, drafted.chain).merging(kept) { $1 }
      guard drafted.add(kinds, records, isCancelled: isCancelled) else { break }
      kinds = Leftover(of: try replay.summary(drafted.chain), ended: .unhandled).kinds
    }
    if !drafted.drafts.isEmpty, !drafted.takeShapes(of: rules.chain) {
      drafted.take(try replay.comparison(with: drafted.chain))
    }
    return try answer(drafted, root, snapshot)
  }

  private static func answer(_ drafted: DraftedRules, _ root: Node, _ snapshot: Snapshot)
    throws(ResponseError) -> CommandAnswer
  {
    let edits: [SourceEdit]
    do throws(DraftEdits.NoList) {
      edits = try DraftEdits.edits(drafted.drafts, in: root)
    } catch {
      throw ResponseError(
        .requestFailed,
        "Line \(error.place.file.position(of: error.place.bytes.lowerBound).line): \(error.reason)")
    }
    let refusals = drafted.kinds.compactMap { kind in kind.refusal.map { "\(kind.kind.name): \($0)" } }
    let file = root.range.file
    guard let first = edits.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else {
      var answer = CommandAnswer("drafted rules", ([drafted.result] + refusals).joined(separator: "\n"))
      answer.message = answer.text
      return answer
    }
    let patch = UnifiedDifference.text(
      Array(file.bytes), EditRound(edits, in: Array(file.bytes)).text, name: PathText.name(of: file.name))
    let result = "\(drafted.result) Decide each verdict."
    var answer = CommandAnswer("drafted rules", ([result] + refusals + ["", patch]).joined(separator: "\n"))
    answer.message = result
    answer.edit = snapshot.workspaceEdit([(file, edits)])
    let line = file.position(of: first.range.lowerBound).line - 1
    answer.place = SuiteOfRules.place(snapshot.uri(of: file.name), line: line)
    return answer
  }
}

/// The sample stream of a rule file, evaluated by its rules and by others.
private struct SampleReplay {
  private let rules: RuleSetOfFile
  private let snapshot: Snapshot
  private let options: ReplayOptions
  private let streams: [Replayer.Stream]
  private let isCancelled: @Sendable () -> Bool

  init(_ rules: RuleSetOfFile, _ snapshot: Snapshot, _ isCancelled: @escaping @Sendable () -> Bool)
    throws(ResponseError)
  {
    let stream = try rules.stream(snapshot.texts)
    do throws(SampleStream.Unusable) {
      var options = try stream.options(snapshot.texts)
      options.redactor = Redactor(isOn: true)
      options.counting.kinds = .deciders
      options.counting.shapes = .unhandled
      self.options = options
    } catch {
      throw ResponseError(.requestFailed, error.reason)
    }
    (self.rules, self.snapshot, self.isCancelled) = (rules, snapshot, isCancelled)
    streams = stream.streams(snapshot.texts.files)
  }

  func summary(_ chain: ResponderChain) throws(ResponseError) -> ReplaySummary {
    try run(chain) { try await $0.run($1) }
  }

  func comparison(with chain: ResponderChain) throws(ResponseError) -> ReplayComparison {
    try run(rules.chain) { try await $0.compare($1, with: chain) }
  }

  /// The records with these ascending ordinals.
  func records(_ ordinals: [UInt64], _ chain: ResponderChain) throws(ResponseError)
    -> [UInt64: DraftedRules.Recorded]
  {
    var explainer = StreamExplainer(chain, options)
    var rest = ordinals[...]
    var records: [UInt64: DraftedRules.Recorded] = [:]
    try SampleRecord.each(streams, snapshot) { descriptor throws(StreamExplainer.Failure) in
      rest = try explainer.explain(in: descriptor, ordinals: rest) { explanation, line in
        records[explanation.record.ordinal] = .init(
          json: String(line), category: explanation.ending.category)
      }
      return !rest.isEmpty && !isCancelled()
    }
    return records
  }

  private func run<Result: Sendable>(
    _ chain: ResponderChain,
    _ body: @escaping @Sendable (Replayer, [Replayer.Stream]) async throws -> Result
  ) throws(ResponseError) -> Result {
    let (options, streams, isCancelled) = (options, streams, isCancelled)
    do {
      return try BackgroundTask.wait {
        try await body(
          Replayer(chain, options, output: nil, rejects: nil) { _ in !isCancelled() }, streams)
      }
    } catch let failure as Replayer.Failure {
      throw ResponseError(.requestFailed, snapshot.texts.files.reason(failure))
    } catch {
      throw ResponseError(.requestFailed, "\(error)")
    }
  }
}

internal import Bytes
internal import Explanations
import ArgumentParser
import Replay
internal import Engine
internal import Records
internal import Source
import Secrets

struct ExplainCommand: ParsableCommand, VersionedCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    _superCommandName: "errctl",
    abstract:
      "Explain one error: which responders it reached, what was compared, and why it ended as it did.",
    discussion: """
      EXAMPLES
        errctl explain rules/shop/rules.yaml --error '{"status": 503}'
        errctl explain rules/shop/rules.yaml rules/shop/stream.ndjson --id 41 \\
          --rule app/later

      A record of a stream is evaluated after all records before it, as in a \
      replay, so that counters, throttles and random delays are the same.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The rule file.")
  var rules: String

  @Option(help: ArgumentHelp("A recorded error as JSON, or “-” for standard input.", valueName: "json"))
  var error: String?

  @Argument(
    help: ArgumentHelp("The streams, or folders of streams, that hold the record.", valueName: "streams"))
  var listedStreams: [String] = []

  @Option(
    name: .customLong("stream"),
    help: ArgumentHelp("A stream, like those behind the rule file. Repeatable.", valueName: "file"))
  var moreStreams: [String] = []

  @Option(
    help: ArgumentHelp("The id of the record. Without an id, its number, counted from 1.", valueName: "id"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "The number of the record among all records of the streams, counted from 1.", valueName: "n"))
  var record: Int?

  @Option(
    help: ArgumentHelp("Explain why this rule (or RESPONDER/RULE) did or did not match.", valueName: "rule"))
  var rule: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @OptionGroup var evaluation: RunOptions

  @OptionGroup var stubs: StubOptions

  @Option(name: .customLong("system"), help: SystemVersions.help)
  var system: [String] = []

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var shared: SharedOptions

  private var streams: [String] { listedStreams + moreStreams }

  func validate() throws {
    let isOfStream = !streams.isEmpty || id != nil || record != nil
    if error != nil, isOfStream {
      throw ValidationError("Name an error with --error, or a record of a stream with --id, not both.")
    }
    if error == nil {
      if id != nil, record != nil {
        throw ValidationError("Name the record with --id or --record, not both.")
      }
      if let record, record < 1 { throw ValidationError("--record takes a number of 1 or more.") }
    }
    if error != nil, evaluation.selection.isGiven {
      throw ValidationError("--since, --until, --where and --sample are for records of a stream.")
    }
    let inputs = [rules] + streams + [error].compactMap { $0 }
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
  }

  /// Not part of `validate()`, so that a mistyped option is reported first.
  private func checkIsComplete() throws {
    guard error == nil else { return }
    if streams.isEmpty {
      throw CommandFailure(.usage, "Name an error with --error, or a record of a stream with --id.")
    }
    if id == nil, record == nil {
      throw CommandFailure(.usage, "Name a record of the stream with --id or --record.")
    }
  }

  func run() throws {
    try checkIsComplete()
    let limits = try shared.limits()
    let registry = try stubs.registry()
    let chain = try InputFile.rules(
      rules, registry: registry, limits: limits, recordFilter: evaluation.selection.recordFilter,
      terminalStyle: shared.color.terminalStyle(for: 2)
    ).chain
    try stubs.check(registry, against: chain, rules: rules)
    let options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    let clause = try rule.map { try chain.clause(named: $0, of: InputFile.shown(rules)) }
    let explanation = try explanation(chain, options)
    let account = clause.map { RuleExplanation(of: $0, in: explanation, chain) }
    let output = CheckedOutput.standardOutput
    switch format {
    case .text:
      let terminalStyle = shared.color.terminalStyle(for: 1)
      let text =
        account.map {
          ExplanationText.text(of: $0, in: explanation, terminalStyle: terminalStyle, in: options.zone)
        }
        ?? ExplanationText.text(of: explanation, terminalStyle: terminalStyle, in: options.zone)
      try output.write(text)
    case .json:
      let resolution = explanation.explainedResolution
      try output.write(account.map { "\(resolution.dropLast()),\($0.json)}" } ?? resolution)
      try output.write("\n")
    }
    try output.flush()
  }

  private func explanation(_ chain: ResponderChain, _ options: ReplayOptions) throws -> Explanation {
    if error == nil { return try explanationOfRecord(chain, options) }
    let bytes =
      error == "-"
      ? try InputFile.read("-", limit: options.limits.recordBytes) : Array((error ?? "").utf8)
    let name = error == "-" ? "standard input" : "--error"
    guard bytes.count <= options.limits.recordBytes else {
      let limit = options.limits.recordBytes
      throw CommandFailure(
        .unusableInput,
        "\(name): This record is too long (limit record-bytes = \(limit)). Raise it with --limit record-bytes=N."
      )
    }
    var evaluator = RuleEvaluator(
      chain, seed: options.seed, limits: options.limits, presetAnswers: options.unrecorded.presetAnswers)
    evaluator.redactor = redaction.redactor
    if !options.unrecorded.failing.isEmpty { evaluator.fail(actionsNamed: options.unrecorded.failing) }
    do throws(InvalidRecord) {
      return try evaluator.explanation(of: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(
        .unusableInput, redaction.redactor.text("\(name): \(error.description)\(Self.misspelt(bytes))"))
    }
  }

  /// The hint about a misspelt member, after a full stop; the object is not an error.
  private static func misspelt(_ bytes: [UInt8]) -> String {
    var diagnostics = Diagnostics()
    let node = SourceReader().read(name: "error.json", bytes: bytes, into: &diagnostics).node
    let members = node?.members ?? []
    guard !members.contains(where: { member in Field.required.contains { $0.name == member.key } }) else {
      return ""
    }
    for member in members {
      let meant = Field.required.first { Suggestion.isSlip(member.key, of: $0.name) }
      if let meant { return ". Did you mean “\(meant.name)” instead of “\(member.key)”?" }
    }
    return ""
  }

  private func explanationOfRecord(_ chain: ResponderChain, _ options: ReplayOptions) throws -> Explanation {
    let files = try StreamFiles(streams, order: options.order)
    var options = options
    try files.settleSample(&options, chain)
    var explainer = StreamExplainer(chain, options, hidingBy: redaction.redactor)
    var found: Explanation?
    if options.order == .time {
      do {
        found = try explainer.explain(id, record: record.map { UInt64($0) }, inOrder: files.again)
      } catch let failure as Replayer.Failure {
        throw CommandFailure(.unusableInput, StreamFiles.message(failure))
      }
    }
    var missing = MissingParts(explainer.faults)
    if options.order == .given {
      missing = try files.each { stream, descriptor in
        do throws(StreamExplainer.Failure) {
          if let record {
            found = try explainer.explain(record: UInt64(record), in: descriptor, named: stream.name)
          } else {
            found = try explainer.explain(id ?? "", in: descriptor, named: stream.name)
          }
        } catch {
          throw CommandFailure(.unusableInput, InputFile.sentence(error, of: stream.name))
        }
        return found == nil ? .ended(explainer.faults.last?.fault) : .enough
      }
    }
    if let found { return found }
    try missing.say()
    let names = streams.map { InputFile.shown($0) }.joined(separator: ", ")
    if explainer.records == 0, evaluation.selection.isGiven {
      throw CommandFailure(
        .unusableInput, "\(names): --since, --until, --where or --sample leaves no record to explain.")
    }
    if let record {
      let count = explainer.records == 1 ? "1 record" : "\(explainer.records) records"
      throw CommandFailure(.unusableInput, "\(names): There is no record \(record), only \(count).")
    }
    let wanted = id ?? ""
    throw CommandFailure(
      .unusableInput,
      redaction.redactor.text(Self.sentence(explainer.absence(of: wanted), id: wanted, stream: names)))
  }

  private static func sentence(_ absence: StreamExplainer.Absence, id: String, stream: String) -> String {
    guard absence.records > 0 else { return "\(stream): No record could be read." }
    var text = "\(stream): No record has the id “\(id)”."
    if let own = absence.idInPlaceOfOrdinal {
      text += " Record \(id) has an id of its own, “\(own)”."
    } else if let ordinal = UInt64(id), ordinal > absence.records,
      absence.nearIDs.allSatisfy({ UInt64($0) != nil })
    {
      let records = absence.records == 1 ? "1 record" : "\(absence.records) records"
      return "\(stream): There is no record \(id), only \(records)."
    } else if let nearest = absence.nearIDs.first {
      let others = absence.nearIDs.dropFirst().map { " or “\($0)”" }.joined()
      text += " Did you mean “\(nearest)”\(others)?"
    }
    let records = absence.records == 1 ? "1 record" : "\(absence.records) records"
    return text + " There are \(records); a record without an id is named by its number."
  }
}

extension ResponderChain {
  fileprivate func clause(named name: String, of rules: String) throws -> Int {
    let matching = clauses(named: name)
    if matching.count == 1 { return matching[0] }
    guard matching.isEmpty else {
      let names = matching.map { self.name(ofClause: $0) }
      throw CommandFailure(
        .usage, "--rule “\(name)” is ambiguous. Write one of \(names.joined(separator: ", ")).")
    }
    let known = clauses.indices.flatMap { [clauses[$0].name, self.name(ofClause: $0)] }
    let candidates =
      name.contains("/") ? known.filter { $0.contains("/") } : known.filter { !$0.contains("/") }
    let question = Suggestion.question(for: name, among: candidates)
    throw CommandFailure(.usage, "\(rules) has no rule “\(name)”, which --rule names.\(question)")
  }
}

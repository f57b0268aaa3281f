import ArgumentParser
import Replay
import RuleEngine

/// `errctl explain`: the whole climb of one error.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    _superCommandName: "errctl",
    abstract: "Show one error's whole climb: who was asked, what was compared, why it ended as it did.",
    discussion: """
      EXAMPLES
        errctl explain rules/shop/rules.yaml --error '{"status": 503}'
        errctl explain rules/shop/rules.yaml --id 41 --rule app/later \\
          --stream rules/shop/stream.ndjson

      A record of a stream is answered after all that came before it, as in a \
      replay: what is remembered and the delays that are drawn are the same.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The rule file.")
  var rules: String

  @Option(
    help: ArgumentHelp("A recorded error, as JSON; “-” reads it from standard input.", valueName: "json")
  )
  var error: String?

  @Option(
    name: .customLong("stream"),
    help: ArgumentHelp(
      "A stream, or a folder of them, that holds the record. May be repeated: they are read one after the other.",
      valueName: "file"
    )
  )
  var streams: [String] = []

  @Option(
    help: ArgumentHelp("The record's id in the stream: its own, else its ordinal from 1.", valueName: "id")
  )
  var id: String?

  @Option(
    help: ArgumentHelp(
      "The record's place among all records of the streams, from 1, whatever its id is.",
      valueName: "n"
    )
  )
  var record: Int?

  @Option(help: ArgumentHelp("Why this rule (or RESPONDER/RULE) did or did not answer.", valueName: "rule"))
  var rule: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @OptionGroup var evaluation: EvaluationOptions

  @OptionGroup var stubs: StubOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    let isOfStream = !streams.isEmpty || id != nil || record != nil
    if error != nil, isOfStream {
      throw ValidationError("Name an error with --error, or a record with --stream and --id, not both.")
    }
    if error == nil {
      if id != nil, record != nil {
        throw ValidationError("Say which record with --id or --record, not both.")
      }
      if let record, record < 1 { throw ValidationError("--record takes a number from 1 on.") }
    }
    if error != nil, evaluation.selection.isGiven {
      throw ValidationError("--since, --until, --where and --sample are for records of a stream.")
    }
    let inputs = [rules] + streams + [error].compactMap { $0 }
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
  }

  /// Says what is missing: only here, so that an option with a slip in it is said to be one first.
  private func checkIsComplete() throws {
    guard error == nil else { return }
    if streams.isEmpty {
      throw CommandFailure(.usage, "Name an error with --error, or a record with --stream and --id.")
    }
    if id == nil, record == nil {
      throw CommandFailure(.usage, "Say which record of the stream with --id, or with --record.")
    }
  }

  func run() throws {
    try checkIsComplete()
    let limits = try shared.limits()
    let registry = try stubs.registry()
    let chain = try InputFile.rules(
      rules,
      registry: registry,
      limits: limits,
      sieve: evaluation.selection.sieve,
      paint: shared.color.paint(for: 2)
    ).chain
    try stubs.check(registry, against: chain, rules: rules)
    let options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    let station = try rule.map { try chain.station(asked: $0, of: InputFile.shown(rules)) }
    let explanation = try explanation(chain, options)
    let account = station.map { RuleAccount(of: $0, in: explanation, chain) }
    let output = CheckedOutput.standardOutput
    switch format {
    case .text:
      let paint = shared.color.paint(for: 1)
      let text =
        account.map { ExplanationText.text(of: $0, in: explanation, paint: paint) }
        ?? ExplanationText.text(of: explanation, paint: paint)
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
        "\(name): this record is too long (limit record-bytes = \(limit); raise it with --limit record-bytes=N)"
      )
    }
    var responding = Responding(
      chain,
      seed: options.seed,
      limits: options.limits,
      presetAnswers: options.presetAnswers
    )
    do throws(RecordRefusal) {
      return try responding.explanation(of: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(.unusableInput, "\(name): \(error.description)")
    }
  }

  /// The explanation of the record that is asked for, which stands in one of the streams.
  private func explanationOfRecord(_ chain: ResponderChain, _ options: ReplayOptions) throws -> Explanation {
    let files = try StreamFiles(streams, order: options.order)
    var options = options
    try files.settleSample(&options, chain)
    var explainer = StreamExplainer(chain, options)
    var found: Explanation?
    if options.order == .time {
      do {
        found = try explainer.explain(id, record: record.map { UInt64($0) }, inOrder: files.streams)
      } catch let failure as Replayer.Failure {
        throw CommandFailure(.unusableInput, StreamFiles.message(failure))
      }
    }
    if options.order == .given {
      try files.each { stream, descriptor in
        do throws(StreamExplainer.Failure) {
          if let record {
            found = try explainer.explain(record: UInt64(record), in: descriptor)
          } else {
            found = try explainer.explain(id ?? "", in: descriptor)
          }
        } catch {
          throw CommandFailure(.unusableInput, InputFile.sentence(error, of: stream.name))
        }
        return found == nil
      }
    }
    if let found { return found }
    let names = streams.map { InputFile.shown($0) }.joined(separator: ", ")
    if let record {
      let count = explainer.records == 1 ? "1 record" : "\(explainer.records) records"
      throw CommandFailure(.unusableInput, "\(names): there is no record \(record), but \(count)")
    }
    let wanted = id ?? ""
    throw CommandFailure(
      .unusableInput,
      Self.sentence(explainer.absence(of: wanted), id: wanted, stream: names)
    )
  }

  /// That no record has an id, and which have one like it.
  private static func sentence(_ absence: StreamExplainer.Absence, id: String, stream: String) -> String {
    guard absence.records > 0 else { return "\(stream): no record could be read" }
    var text = "\(stream): no record has the id “\(id)”."
    if let own = absence.idInPlaceOfOrdinal {
      text += " Record \(id) goes by an id of its own, “\(own)”."
    } else if let nearest = absence.nearIDs.first {
      let others = absence.nearIDs.dropFirst().map { " or “\($0)”" }.joined()
      text += " Did you mean “\(nearest)”\(others)?"
    }
    let records = absence.records == 1 ? "1 record" : "\(absence.records) records"
    return text + " It has \(records); one without an id of its own goes by its ordinal."
  }
}

extension ResponderChain {
  /// The one station that the user asks about.
  fileprivate func station(asked name: String, of rules: String) throws -> Int {
    let matching = stations(named: name)
    if matching.count == 1 { return matching[0] }
    guard matching.isEmpty else {
      let names = matching.map { self.name(ofStation: $0) }
      throw CommandFailure(
        .usage,
        "--rule “\(name)” stands for several. Write one of \(names.joined(separator: ", "))."
      )
    }
    let known = stations.indices.flatMap { [stations[$0].name, self.name(ofStation: $0)] }
    let candidates =
      name.contains("/") ? known.filter { $0.contains("/") } : known.filter { !$0.contains("/") }
    let question = Suggestion.question(for: name, among: candidates)
    throw CommandFailure(.usage, "--rule names no rule of \(rules): “\(name)”.\(question)")
  }
}

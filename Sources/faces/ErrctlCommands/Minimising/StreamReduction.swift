import ArgumentParser
import Replay
import Reports
internal import Bytes
internal import Engine
internal import Records
internal import ErrorStreams
internal import Secrets
internal import Source

/// The smallest part of a stream for which expressions hold that hold for the whole.
struct StreamReduction {
  /// The parts of the written stream.
  enum Form: String {
    case records, lines
  }

  /// The replays of a run, the last one of what is written among them.
  static let most = 200
  /// The replays that stay for the members of the records.
  private static let reserve = 40
  /// Members are left out of no more records than a person looks at.
  private static let fewRecords = 100

  let recordsBefore: Int
  private(set) var records = 0
  private(set) var form = Form.records
  private(set) var replays = 0
  private(set) var text: [UInt8] = []
  /// The expressions that hold in the last replay.
  private(set) var results: [GateResult] = []
  /// Whether no record, and no line of a log, can be left out.
  private(set) var isSmallest = false
  /// The members of the records that can't be left out; nil if that was not tried, or not for each.
  private(set) var needed: [String]?

  /// A replay of a stream in an input format, and what the expressions come to.
  typealias Trial = nonisolated(nonsending) (Replayer.Stream, StreamInput) async throws -> [GateResult]

  /// - Throws: a failure of the command if nothing holds for the whole.
  nonisolated(nonsending) init(
    of gathered: GatheredRecords, by keys: [[[Subject]]], input: StreamInput, limits: Limits, _ trial: Trial
  ) async throws {
    recordsBefore = gathered.ranges.count
    let all = Array(gathered.ranges.indices)
    let whole = try await Self.results(gathered.text, .native, trial)
    let wanted = whole.filter { $0.fails }.map { $0.expression }
    guard !wanted.isEmpty else {
      let reasons = whole.map { "“\($0.expression)” does not hold for the stream: \($0.reason)." }
      throw CommandFailure(
        .unusableInput, reasons.isEmpty ? ["The stream has no record that errctl can take."] : reasons)
    }
    func shows(_ results: [GateResult]) -> Bool {
      wanted.allSatisfy { text in results.contains { $0.expression == text && $0.fails } }
    }
    // The first one is done, and the last one is made in any case.
    var minimiser = Minimiser(trials: Self.most - 2)
    nonisolated(nonsending) func shows(records: [Int]) async throws -> Bool {
      shows(try await Self.results(gathered.text(of: records), .native, trial))
    }
    var left = try await minimiser.cut(all) { try await shows(records: $0) }
    for keys in keys {
      let groups = RecordGroups.groups(of: left, by: keys, limits) { gathered.line($0) }
      guard groups.count > 1, groups.count < left.count else { continue }
      let kept = try await minimiser.minimise(Array(groups.indices), reserve: Self.reserve) {
        try await shows(records: $0.flatMap { groups[$0] }.sorted())
      }
      left = kept.flatMap { groups[$0] }.sorted()
    }
    left = try await minimiser.minimise(left, reserve: Self.reserve) { try await shows(records: $0) }
    isSmallest = minimiser.isSmallest
    records = left.count
    text = gathered.text(of: left)
    if let lines = gathered.logLines(of: left),
      let shorter = try await Self.smallest(
        lines, &minimiser, { shows(try await Self.results($0, input, trial)) })
    {
      (text, form) = (shorter, .lines)
    }
    if left.count <= Self.fewRecords {
      let members = RecordMembers(left.map { gathered.line($0) })
      let places = try await minimiser.minimise(Array(members.paths.indices)) {
        shows(try await Self.results(members.text(with: $0), .native, trial))
      }
      if form == .records, places.count < members.paths.count { text = members.text(with: places) }
      if minimiser.isSmallest { needed = places.map { members.paths[$0].joined(separator: ".") } }
    }
    results = try await Self.results(text, form == .lines ? input : .native, trial).filter {
      wanted.contains($0.expression)
    }
    replays = Self.most - minimiser.trials
    guard shows(results) else {
      throw CommandFailure(
        .unusableInput, "What was left does not show it any more when it is replayed again.")
    }
  }

  /// The lines of a log that still show it, with the first ones of all records; nil if they don't, apart from the others.
  private nonisolated(nonsending) static func smallest(
    _ lines: [GatheredRecords.LogLine], _ minimiser: inout Minimiser,
    _ shows: nonisolated(nonsending) ([UInt8]) async throws -> Bool
  ) async throws -> [UInt8]? {
    nonisolated(nonsending) func isShown(with further: [Int]) async throws -> Bool {
      try await shows(text(of: lines, further))
    }
    let further = lines.indices.filter { !lines[$0].isFirst }
    guard minimiser.trials > 1 else { return nil }
    minimiser.spend()
    if try await isShown(with: []) { return text(of: lines, []) }
    minimiser.spend()
    guard !further.isEmpty, try await isShown(with: further) else { return nil }
    return text(of: lines, try await minimiser.minimise(further) { try await isShown(with: $0) })
  }

  private static func text(of lines: [GatheredRecords.LogLine], _ further: [Int]) -> [UInt8] {
    let kept = Set(further)
    return lines.indices.filter { lines[$0].isFirst || kept.contains($0) }
      .flatMap { lines[$0].bytes + [UInt8(ascii: "\n")] }
  }

  /// None if the stream can't be read, or has no record.
  private nonisolated(nonsending) static func results(
    _ text: [UInt8], _ input: StreamInput, _ trial: Trial
  ) async throws -> [GateResult] {
    let scratch = try ScratchStream(text)
    do {
      return try await trial(scratch.stream(named: "the stream"), input)
    } catch is Replayer.Failure {
      return []
    }
  }
}

extension StreamReduction {
  static func check(_ names: [String]) throws {
    guard names.contains("-") else { return }
    throw ValidationError("A stream is read again and again to cut it. Name files, not “-”.")
  }

  var sentence: String {
    let lines = form == .lines ? ", in \(Figures.counted(lineCount, "line")) of the log," : ""
    return
      "\(Figures.counted(records, "record")) of \(Figures.counted(recordsBefore, "record"))\(lines) "
      + "\(records == 1 ? "shows" : "show") it (\(Figures.counted(replays, "replay")))\(ending)."
      + neededMembers
  }

  /// A sentence on the members without which it is not shown; empty where that is not known.
  private var neededMembers: String {
    guard let needed, let last = needed.last else { return "" }
    let names = needed.count == 1 ? last : "\(needed.dropLast().joined(separator: ", ")) and \(last)"
    return
      " Of \(records == 1 ? "its" : "their") members, \(names) \(needed.count == 1 ? "is" : "are") needed."
  }

  private var ending: String {
    guard isSmallest else {
      return "; \(Self.most) replays were too few to try each one: minimise the result again"
    }
    return records == 1 ? "" : "; leave any one of them out, and the rest does not show it"
  }

  private var hasSecrets: Bool {
    let redactor = Redactor(isOn: true)
    return text.split(separator: UInt8(ascii: "\n")).contains { line in
      let line = String(decoding: line, as: UTF8.self)
      return form == .lines ? redactor.text(line) != line : redactor.json(line) != line
    }
  }

  private var lineCount: Int { text.count { $0 == UInt8(ascii: "\n") } }

  var json: String {
    JSONWriter.text(
      of: .made([
        ("form", .made(form.rawValue)), ("before", .made(recordsBefore)), ("records", .made(records)),
        ("lines", .made(lineCount)), ("replays", .made(replays)), ("isSmallest", .made(isSmallest)),
        ("neededMembers", needed.map { .made($0.map { .made($0) }) } ?? .null),
        ("gates", .made(results.compactMap { Node.made(json: $0.json) })),
      ]))
  }

  /// Writes the stream, and what it shows: on standard output, or beside the stream on standard error.
  ///
  /// - Parameter error: whether the report goes to standard error in any case.
  func write(to file: String?, asJSON: Bool, beside error: Bool = false) throws {
    let output = try OutputFile(file ?? "-")
    try text.withUnsafeBytes { try output.write($0) }
    try output.close()
    let isBeside = file == nil || error
    let report = isBeside ? CheckedOutput.standardError : CheckedOutput.standardOutput
    if asJSON {
      try report.write(json)
    } else {
      let prefix = isBeside ? "errctl: " : ""
      for result in results {
        try report.write(EscapedText.of("\(prefix)holds: \(result.expression) (\(result.reason))") + "\n")
      }
      try report.write(EscapedText.of(prefix + sentence) + "\n")
      if hasSecrets {
        try report.write("\(prefix)The stream has secrets of the log. --redact hides them.\n")
      }
    }
    try report.flush()
  }
}

internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

/// Reads the error of a step, or the operation that ended well: written in place, from a fragment, or from a record of
/// the stream, merged.
struct StepErrorReader {
  let records: FoundRecords
  /// The names of the rule set. Nil without rules.
  let words: RuleSetWords?
  let limits: Limits
  private let scratch: Scratch

  /// A reference, so that copies of the reader share nothing by accident.
  private final class Scratch {
    var record: ErrorRecord

    init(_ limits: Limits) { record = ErrorRecord(limits) }
  }

  init(records: FoundRecords, words: RuleSetWords?, limits: Limits) {
    self.records = records
    self.words = words
    self.limits = limits
    scratch = Scratch(limits)
  }

  /// Whether a step is an operation that ended well, and has no outcome.
  static func isCompletion(_ step: Node) -> Bool {
    guard case .bool(true)? = step["completed"]?.content else { return false }
    return true
  }

  /// The error as a value and as JSON; nil if it is none, which is reported. The step's `own` members, with
  /// fragments expanded, win over those of the record.
  func error(_ own: Node?, record id: Node?, _ diagnostics: inout Diagnostics) -> (node: Node, json: [UInt8])?
  {
    guard let id else {
      guard let own else { return nil }
      guard Self.isCompletion(own) || ExampleCheck.report(own, to: &diagnostics) else { return nil }
      return checked(own, Array(JSONWriter.line(own).utf8), at: own.range, &diagnostics)
    }
    guard let text = id.string ?? id.asInteger.map({ "\($0)" }) else {
      diagnostics.report(.wrongType(id, expected: "the id of a record of the stream"))
      return nil
    }
    guard let line = records.line(of: text) else {
      if let absence = records.absence(of: text, at: id.range) { diagnostics.report(absence) }
      return nil
    }
    var others = Diagnostics()
    let reading = SourceReader(limits: limits).read(name: "record.json", bytes: line, into: &others)
    guard let node = reading.node else { return nil }
    guard let own else { return checked(node, line, at: id.range, &diagnostics) }
    let merged = own.merged(over: node)
    return checked(merged, Array(JSONWriter.line(merged).utf8), at: own.range, &diagnostics)
  }

  private func checked(_ node: Node, _ json: [UInt8], at place: SourceRange, _ diagnostics: inout Diagnostics)
    -> (node: Node, json: [UInt8])?
  {
    let fault: RecordFault? = json.withUnsafeBytes { scratch.record.read(ByteSlice($0)) }
    if case .completed? = fault { return (node, json) }
    if let fault {
      diagnostics.report(
        Diagnostic(
          "no-error", "This is not an error: \(InvalidRecord(fault, limits: limits).reason).", at: place))
      return nil
    }
    for member in node.members ?? [] {
      let isOwn = member.keyRange.file === place.file
      if isOwn, member.key == "answers" { checkAnswers(member.value, &diagnostics) }
      if isOwn, member.key == "performed" { _ = PerformedReader.isWhole(member, &diagnostics) }
      if isOwn, member.key == Field.time.name, member.value.scalar != nil, !Field.time.accepts(member.value) {
        diagnostics.report(.noTime(member.value.range))
      } else {
        MemberCheck.report(member, to: &diagnostics)
      }
    }
    return (node, json)
  }

  private func checkAnswers(_ answers: Node, _ diagnostics: inout Diagnostics) {
    for answer in answers.elements ?? [answers] {
      let title = answer["title"] ?? answer
      guard let text = title.string else { continue }
      words?.checkAnswer(Named(text, at: title.range), &diagnostics)
    }
  }
}

extension Node {
  @inline(never)  // Inlining crashes the optimizer of Swift 6.3.1.
  var asInteger: Int64? {
    if case .integer(let integer) = content { integer } else { nil }
  }
}

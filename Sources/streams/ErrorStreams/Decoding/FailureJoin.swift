internal import Bytes
internal import Records

/// Finds the records of a chunk that tell of one failure: the same exception on nested spans, twice on one span, or on a span
/// and in its log.
///
/// A record belongs to an earlier one of its trace if their spans are the same or one is the other's parent, if their types
/// are the same but for their modules and their messages are the same, or, without a type of their own, their status. Tries
/// are side by side, so each stays a failure. It belongs to one thread.
final class FailureJoin {
  private struct Failure {
    let record: Int
    let kind: Kind
    var spans: [UInt64]
    var parents: [UInt64]
    var hasLog: Bool
  }

  /// The members that two records of one failure agree on; 0 for what a record lacks.
  private struct Kind {
    var type: UInt64 = 0
    var message: UInt64 = 0
    var code: UInt64 = 0
    var status: UInt64 = 0
    var attempt: UInt64 = 0

    func isSame(as other: Kind) -> Bool {
      guard agree(code, other.code), agree(status, other.status), agree(attempt, other.attempt) else {
        return false
      }
      if type == 0 || other.type == 0 { return status != 0 && status == other.status }
      return type == other.type && agree(message, other.message)
    }

    private func agree(_ one: UInt64, _ other: UInt64) -> Bool { one == 0 || other == 0 || one == other }
  }

  /// The failures of each trace. A trace with more is not searched further.
  private var traces: [UInt64: [Failure]] = [:]
  private static let mostOfTrace = 64
  /// The later records that tell of the failure of each one.
  private var others: [Int: [Int]] = [:]
  private var joined: Set<Int> = []
  @exclusivity(unchecked) private var tape = JSONTape()
  @exclusivity(unchecked) private var other = JSONTape()

  var count: Int { joined.count }

  func removeAll() {
    guard !traces.isEmpty else { return }
    traces.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    joined.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - record: the index of the record in its chunk.
  ///   - text: its line.
  func add(_ record: Int, _ text: ByteSlice, _ ids: FailureIds) {
    guard Self.scan(text, into: &tape) else { return }
    let kind = kind()
    var failures = traces[ids.trace] ?? []
    for index in failures.indices where failures[index].kind.isSame(as: kind) {
      let failure = failures[index]
      guard isRelated(failure, ids) else { continue }
      others[failure.record, default: []].append(record)
      joined.insert(record)
      failures[index].spans.append(ids.span)
      if ids.parent != 0 { failures[index].parents.append(ids.parent) }
      failures[index].hasLog = failure.hasLog || !ids.isSpan
      traces[ids.trace] = failures
      return
    }
    guard failures.count < Self.mostOfTrace else { return }
    failures.append(
      Failure(
        record: record, kind: kind, spans: [ids.span], parents: ids.parent == 0 ? [] : [ids.parent],
        hasLog: !ids.isSpan))
    traces[ids.trace] = failures
  }

  private func isRelated(_ failure: Failure, _ ids: FailureIds) -> Bool {
    // What is logged twice failed twice.
    if !ids.isSpan, failure.hasLog { return false }
    return failure.spans.contains(ids.span) || failure.parents.contains(ids.span)
      || ids.parent != 0 && failure.spans.contains(ids.parent)
  }

  private func kind() -> Kind {
    var kind = Kind()
    let status = text("status")
    // The convention for a type that nobody knows is the status.
    if let type = text("type"), type != status {
      kind.type = Self.lastPart(of: type).checksum()
      kind.message = text("message")?.checksum() ?? 0
    }
    kind.status = status?.checksum() ?? 0
    kind.code = text("code")?.checksum() ?? 0
    kind.attempt = text("attempt")?.checksum() ?? 0
    return kind
  }

  private func text(_ key: StaticString) -> ByteSlice? {
    guard let place = tape.member(ByteSlice(key), of: 0) else { return nil }
    let text = tape.text(of: tape[place])
    return text.isEmpty ? nil : text
  }

  private static func lastPart(of type: ByteSlice) -> ByteSlice {
    type.lastIndex(of: UInt8(ascii: ".")).map { type[($0 + 1)..<type.count] } ?? type
  }

  private static func scan(_ text: ByteSlice, into tape: inout JSONTape) -> Bool {
    tape.scan(text, depthLimit: .max, valueLimit: .max, repairs: true) == nil && tape[0].kind == .object
  }

  // MARK: - Joining

  /// Whether the record tells of an earlier record's failure.
  func isJoined(_ record: Int) -> Bool { joined.contains(record) }

  /// Appends the record with what later ones know of its failure.
  func append(_ record: Int, _ lines: [ByteSlice], to text: inout Buffer<UInt8>) {
    guard let others = others[record] else {
      text.append(lines[record])
      return
    }
    var known = Buffer<UInt8>(capacity: lines[record].count * 2)
    known.append(lines[record])
    for index in others {
      guard Self.scan(known.slice, into: &tape), Self.scan(lines[index], into: &other) else { continue }
      var merged = Buffer<UInt8>(capacity: known.count + lines[index].count)
      merge(0, 0, isWhole: true, to: &merged)
      swap(&known, &merged)
    }
    text.append(known.slice)
  }

  /// Appends the first object with the members that only the second has.
  private func merge(_ first: Int, _ second: Int, isWhole: Bool, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    var isEmpty = true
    var index = first + 1
    while index < Int(tape[first].end) {
      let value = index + 1
      defer { index = Int(tape[value].end) }
      let key = tape.text(of: tape[index])
      let place = isWhole ? other.member(key, of: second) : nil
      separate(&isEmpty, &text)
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      if let place, key == "attributes", tape[value].kind == .object, other[place].kind == .object {
        merge(value, place, isWhole: false, to: &text)
      } else if let place, key == "type", isMore(place, than: value) {
        other.appendAsWritten(at: place, to: &text)
      } else {
        tape.appendAsWritten(at: value, to: &text)
      }
    }
    index = second + 1
    while index < Int(other[second].end) {
      defer { index = Int(other[index + 1].end) }
      guard tape.member(other.text(of: other[index]), of: first) == nil else { continue }
      separate(&isEmpty, &text)
      other.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      other.appendAsWritten(at: index + 1, to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  /// A type with its module says more than one without, and any more than the status in its place.
  private func isMore(_ place: Int, than known: Int) -> Bool {
    let (new, old) = (other.text(of: other[place]), tape.text(of: tape[known]))
    return old == text("status") || new.count > old.count && Self.lastPart(of: new) == Self.lastPart(of: old)
  }

  private func separate(_ isEmpty: inout Bool, _ text: inout Buffer<UInt8>) {
    if !isEmpty { text.append(UInt8(ascii: ",")) }
    isEmpty = false
  }
}

/// The ids by which the records of one failure are found, as checksums; 0 for none.
struct FailureIds: BitwiseCopyable {
  let trace: UInt64
  let span: UInt64
  let parent: UInt64
  /// False for a log.
  let isSpan: Bool
}

extension Mapper {
  /// Nil if the document lacks a trace or a span.
  func failureIds(_ plan: MappingPlan) -> FailureIds? {
    guard let paths = plan.failures, let trace = checksum(paths.trace), let span = checksum(paths.span) else {
      return nil
    }
    return FailureIds(
      trace: trace, span: span, parent: checksum(paths.parent) ?? 0, isSpan: found.place(paths.ofSpan) != nil)
  }

  private func checksum(_ slot: Int32) -> UInt64? {
    guard let place = found.place(slot), scanned.tape[place].kind == .string, !isNoName(at: place) else {
      return nil
    }
    return scanned.tape.text(of: scanned.tape[place]).checksum()
  }
}

extension ChunkDecoder {
  /// Notes the record that was decoded last.
  mutating func noteFailure(by plan: MappingPlan) {
    guard let failures, !places.isEmpty, let ids = decoder.outer.failureIds(plan) else { return }
    failures.add(places.count - 1, decoder.lastRecord, ids)
  }

  /// Makes one record of those that tell of one failure.
  mutating func joinFailures() {
    guard let failures, failures.count > 0 else { return }
    let lines = Array(text.lines.prefix(places.count))
    var joined = Buffer<UInt8>(capacity: text.count)
    var kept = Buffer<Place>()
    for index in lines.indices where !failures.isJoined(index) {
      failures.append(index, lines, to: &joined)
      joined.append(UInt8(ascii: "\n"))
      kept.append(places[index])
    }
    counts.joined = failures.count
    decoder.replaceRecords(&joined)
    replacePlaces(&kept)
  }
}

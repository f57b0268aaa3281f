internal import Bytes
internal import Records

/// Finds the records of a chunk that tell of one failure: the same exception on nested spans, twice on one span, or on a span
/// and in its log.
///
/// A record belongs to an earlier one of its trace if their spans are the same or one is the other's parent, if their types
/// are the same but for their modules and their messages are the same, or, without a type of their own, their status. A span
/// that has the message of an exception, but not its type, is of that one. A span that knows nothing of its failure has that
/// of an error of it, or of a span inside it. Tries are side by side, so each stays a failure. It belongs to one thread.
///
/// A log of an error outside its trace, an event beside its log, and torchrun's report of a worker's exception are of one failure,
/// too.
final class FailureJoin {
  private struct Failure {
    let record: Int
    var kind: Kind
    var spans: [UInt64]
    var parents: [UInt64]
    var hasLog: Bool
    var hasEvent: Bool
  }

  /// The members that two records of one failure agree on; 0 for what a record lacks.
  private struct Kind {
    var type: UInt64 = 0
    var message: UInt64 = 0
    var code: UInt64 = 0
    var status: UInt64 = 0
    var attempt: UInt64 = 0
    var isUntold = false
    /// The message of an error without a type; empty for none.
    var said: [UInt8] = []

    /// Whether all that both know is the same.
    func agrees(with other: Kind) -> Bool {
      agree(code, other.code) && agree(status, other.status) && agree(attempt, other.attempt)
    }

    func isSame(as other: Kind) -> Bool {
      guard agrees(with: other) else { return false }
      if type == 0 || other.type == 0 { return status != 0 && status == other.status }
      return type == other.type && agree(message, other.message)
    }

    /// Whether the message of the other one, which has a type, repeats this one's, as drivers' wrappers do.
    func isTold(by other: Kind, saying message: @autoclosure () -> ByteSlice?) -> Bool {
      guard type == 0, other.type != 0, !said.isEmpty, let message = message(),
        message.count >= Self.leastMessage,
        said.count >= Self.leastMessage, agree(code, other.code), agree(status, other.status)
      else { return false }
      return said.withUnsafeBytes { message.contains(ByteSlice($0)) || ByteSlice($0).contains(message) }
    }

    /// A shorter message may be a part of any other one.
    private static let leastMessage = 4

    private func agree(_ one: UInt64, _ other: UInt64) -> Bool { one == 0 || other == 0 || one == other }
  }

  /// The failures of each trace. A trace with more is not searched further.
  private var traces: [UInt64: [Failure]] = [:]
  private static let mostOfTrace = 64
  /// The later records that tell of the failure of each one.
  private var others: [Int: [Int]] = [:]
  private var joined: Set<Int> = []
  /// The later record that tells of the failure of one that does not.
  private var tellers: [Int: Int] = [:]
  /// The last record of each exception in a trace that no log has told.
  private var unlogged: [UInt64: Int] = [:]
  /// The events of each exception in a trace, which a log with the exception in its text may tell again.
  private var raised: [UInt64: [Int]] = [:]
  /// Reports whose cause is the error that they belong to.
  private var reports: Set<Int> = []
  @exclusivity(unchecked) private var tape = JSONTape()
  @exclusivity(unchecked) private var other = JSONTape()

  var count: Int { joined.count }

  func removeAll() {
    guard !traces.isEmpty || !raised.isEmpty || !joined.isEmpty else { return }
    traces.removeAll(keepingCapacity: true)
    unlogged.removeAll(keepingCapacity: true)
    raised.removeAll(keepingCapacity: true)
    reports.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    joined.removeAll(keepingCapacity: true)
    tellers.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - record: the index of the record in its chunk.
  ///   - text: its line.
  func add(_ record: Int, _ text: ByteSlice, _ ids: FailureIds) {
    guard Self.scan(text, into: &tape) else { return }
    var kind = kind()
    kind.isUntold = ids.isUntold
    if ids.trace == 0 {
      if let earlier = unlogged.removeValue(forKey: exception(kind)) { join(record, to: earlier) }
      return
    }
    if ids.isPair, kind.type != 0 {
      let key = kind.type ^ kind.message &* 3 ^ ids.exceptions &* 7
      if ids.isSpan {
        raised[key, default: []].append(record)
      } else if raised[key]?.isEmpty == false {
        raised[key].map { join(record, to: $0[0]) }
        raised[key]?.removeFirst()
        return
      }
    }
    if ids.isPair, !ids.isSaid { return }
    let told = ids.hasLogs && ids.isSpan && kind.type != 0 ? exception(kind) : 0
    var failures = traces[ids.trace] ?? []
    if let (index, isWrapped) = match(kind, ids, among: failures) {
      let failure = failures[index]
      join(record, to: failure.record)
      if told != 0 { unlogged[told] = failure.record }
      // The spans around it have its exception, too.
      if isWrapped { failures[index].kind = kind }
      if failure.kind.isUntold, !kind.isUntold {
        failures[index].kind = kind
        tellers[failure.record] = record
      }
      failures[index].spans.append(ids.span)
      if ids.parent != 0 { failures[index].parents.append(ids.parent) }
      failures[index].hasLog = failure.hasLog || !ids.isSpan
      failures[index].hasEvent = failure.hasEvent || ids.isSpan
      traces[ids.trace] = failures
      return
    }
    if told != 0 { unlogged[told] = record }
    guard failures.count < Self.mostOfTrace else { return }
    failures.append(
      Failure(
        record: record, kind: kind, spans: [ids.span], parents: ids.parent == 0 ? [] : [ids.parent],
        hasLog: !ids.isSpan, hasEvent: ids.isSpan))
    traces[ids.trace] = failures
  }

  /// The failure of its trace that a record tells of, and whether that lacks only the type: first one that tells the same.
  private func match(_ kind: Kind, _ ids: FailureIds, among failures: [Failure]) -> (
    index: Int, isWrapped: Bool
  )? {
    for (index, failure) in failures.enumerated() where isRelated(failure, ids, true) {
      if failure.kind.isSame(as: kind) { return (index, false) }
      if failure.hasEvent, ids.isSpan, failure.kind.isTold(by: kind, saying: text("message")) {
        return (index, true)
      }
    }
    return failures.firstIndex { isUntold($0, kind) && isRelated($0, ids, false) }.map { ($0, false) }
  }

  private func join(_ record: Int, to earlier: Int) {
    others[earlier, default: []].append(record)
    joined.insert(record)
  }

  /// The exception and the place where it was raised, as a log of it has them without its trace.
  private func exception(_ kind: Kind) -> UInt64 {
    var sum = kind.type ^ kind.message &* 3
    if let attributes = tape.member(ByteSlice("attributes"), of: 0), tape[attributes].kind == .object,
      let place = tape.member(ByteSlice("culprit"), of: attributes)
    {
      sum ^= tape.text(of: tape[place]).checksum() &* 5
    }
    return sum
  }

  /// Whether one of them knows nothing of its failure, and nothing else than the other one.
  private func isUntold(_ failure: Failure, _ kind: Kind) -> Bool {
    (failure.kind.isUntold || kind.isUntold) && failure.kind.agrees(with: kind)
  }

  /// - Parameter isSame: whether they tell the same; else the one that knows nothing must be around the other one.
  private func isRelated(_ failure: Failure, _ ids: FailureIds, _ isSame: Bool) -> Bool {
    // What is logged twice failed twice.
    if !ids.isSpan, failure.hasLog { return false }
    // So did what has two events.
    if ids.isPair, ids.isSpan, failure.hasEvent { return false }
    let isInside = ids.parent != 0 && failure.spans.contains(ids.parent)
    return failure.spans.contains(ids.span)
      || (isSame || ids.isUntold) && failure.parents.contains(ids.span)
      || (isSame || failure.kind.isUntold) && isInside
  }

  private func kind() -> Kind {
    var kind = Kind()
    let status = text("status")
    // The convention for a type that nobody knows is the status.
    if let type = text("type"), type != status {
      let name = Self.lastPart(of: type)
      kind.type = name.checksum()
      kind.message = text("message").map { Self.message($0, of: name).checksum() } ?? 0
    } else if let message = text("message") {
      kind.said = Array(message.buffer.prefix(Self.longestMessage))
    }
    kind.status = status?.checksum() ?? 0
    kind.code = text("code")?.checksum() ?? 0
    kind.attempt = text("attempt")?.checksum() ?? 0
    return kind
  }

  private static let longestMessage = 512

  private func text(_ key: StaticString) -> ByteSlice? {
    guard let place = tape.member(ByteSlice(key), of: 0) else { return nil }
    let text = tape.text(of: tape[place])
    return text.isEmpty ? nil : text
  }

  private static func lastPart(of type: ByteSlice) -> ByteSlice {
    type.lastIndex(of: UInt8(ascii: ".")).map { type[($0 + 1)..<type.count] } ?? type
  }

  /// The message behind its type: a span's status is `ValueError: card 7 is blocked`.
  private static func message(_ text: ByteSlice, of type: ByteSlice) -> ByteSlice {
    guard text.hasPrefix(type), text[type.count..<text.count].hasPrefix(ByteSlice(": ")) else { return text }
    return text[(type.count + 2)..<text.count]
  }

  private static func scan(_ text: ByteSlice, into tape: inout JSONTape) -> Bool {
    tape.scan(text, depthLimit: .max, valueLimit: .max, repairs: true) == nil && tape[0].kind == .object
  }

  // MARK: - Reports

  /// Joins torchrun's reports with the records of the workers that they tell of.
  ///
  /// - Parameter lines: the records.
  func joinReports(_ lines: [ByteSlice]) {
    for report in lines.indices where lines[report].contains("ChildFailedError") {
      guard Self.scan(lines[report], into: &tape), isReport(tape) else { continue }
      let rank = rank(lines[report])
      for earlier in (0..<report).reversed().prefix(Self.mostOfTrace) where !joined.contains(earlier) {
        guard Self.scan(lines[earlier], into: &other) else { continue }
        if isReport(other) { break }
        guard isTold(byRank: rank) else { continue }
        join(report, to: earlier)
        reports.insert(report)
        break
      }
    }
  }

  private func isReport(_ tape: borrowing JSONTape) -> Bool {
    guard let type = tape.member(ByteSlice("type"), of: 0) else { return false }
    return tape.text(of: tape[type]).hasSuffix(ByteSlice("ChildFailedError"))
  }

  /// The rank in the report: `rank      : 5 (local_rank: 1)`.
  private func rank(_ report: ByteSlice) -> ByteSlice {
    guard let mark = report.firstIndex(of: ByteSlice("rank      : ")) else { return ByteSlice("") }
    var end = mark + 12
    while end < report.count, report[end].isDigit { end += 1 }
    return report[(mark + 12)..<end]
  }

  /// Whether the report is that of the other record: it has its exception as its cause or, without one, a worker that ended with
  /// an exception.
  private func isTold(byRank rank: ByteSlice) -> Bool {
    guard let type = other.member(ByteSlice("type"), of: 0),
      let attributes = other.member(ByteSlice("attributes"), of: 0), other[attributes].kind == .object
    else { return false }
    if let place = other.member(ByteSlice("rank"), of: attributes), other.text(of: other[place]) != rank {
      return false
    }
    if let causes = tape.member(ByteSlice("underlying"), of: 0) {
      return isSame("type", in: causes + 1) && isSame("message", in: causes + 1)
    }
    guard text("code") == ByteSlice("1"), other[type].kind == .string else { return false }
    if other.member(ByteSlice("trace"), of: attributes) != nil { return true }
    return other.member(ByteSlice("origin"), of: 0).map {
      other.text(of: other[$0]).contains("torch/distributed/elastic")
    } ?? false
  }

  private func isSame(_ key: StaticString, in cause: Int) -> Bool {
    let told = tape.member(ByteSlice(key), of: cause).map { tape.text(of: tape[$0]) }
    let own = other.member(ByteSlice(key), of: 0).map { other.text(of: other[$0]) }
    return (told ?? ByteSlice("")) == (own ?? ByteSlice(""))
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
    let teller = tellers[record] ?? record
    known.append(lines[teller])
    for index in [record] + others where index != teller {
      guard Self.scan(known.slice, into: &tape), Self.scan(lines[index], into: &other) else { continue }
      var merged = Buffer<UInt8>(capacity: known.count + lines[index].count)
      merge(0, 0, isWhole: true, leavesCauses: reports.contains(index), to: &merged)
      swap(&known, &merged)
    }
    text.append(known.slice)
  }

  /// Appends the first object with the members that only the second has.
  private func merge(
    _ first: Int, _ second: Int, isWhole: Bool, leavesCauses: Bool = false, to text: inout Buffer<UInt8>
  ) {
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
      let key = other.text(of: other[index])
      guard tape.member(key, of: first) == nil, !(leavesCauses && key == "underlying") else { continue }
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
  /// Whether it is a span that knows nothing of its failure.
  let isUntold: Bool
  /// Whether at most two records are of one failure: an event and its log.
  var isPair = false
  /// Whether an event or its log has the text that was logged.
  var isSaid = false
  /// The trace of an event or its log.
  var exceptions: UInt64 = 0
  /// Whether a log of the error may follow without its trace.
  var hasLogs = false
}

extension Mapper {
  /// Nil if the document lacks a trace or a span, unless it is the log of an error.
  func failureIds(_ plan: MappingPlan) -> FailureIds? {
    guard let paths = plan.failures else { return nil }
    if paths.said.count > 0 { return pairIds(paths, plan) }
    guard let trace = checksum(paths.trace), let span = checksum(paths.span) else {
      guard paths.log >= 0, found.place(paths.log) != nil, found.place(paths.trace) == nil else { return nil }
      return FailureIds(trace: 0, span: 0, parent: 0, isSpan: false, isUntold: false)
    }
    return FailureIds(
      trace: trace, span: span, parent: checksum(paths.parent) ?? 0, isSpan: found.place(paths.ofSpan) != nil,
      isUntold: paths.untold >= 0 && found.place(paths.untold) != nil, hasLogs: paths.log >= 0)
  }

  /// The ids of an event or its log: their trace together with the text that was logged.
  private func pairIds(_ paths: MappingPlan.FailurePaths, _ plan: MappingPlan) -> FailureIds? {
    guard let trace = checksum(paths.trace) ?? checksum(paths.span) else { return nil }
    let isEvent = found.place(paths.ofSpan) != nil
    for index in 0..<paths.said.count {
      guard let text = name(at: plan.lists[paths.said.first + index]) else { continue }
      let said = Self.said(text).checksum()
      return FailureIds(
        trace: trace ^ said &* 3, span: 1, parent: 0, isSpan: isEvent, isUntold: !isEvent, isPair: true,
        isSaid: true, exceptions: trace)
    }
    guard isEvent else { return nil }
    return FailureIds(
      trace: trace, span: 1, parent: 0, isSpan: true, isUntold: false, isPair: true, exceptions: trace)
  }

  private func checksum(_ slot: Int32) -> UInt64? { name(at: slot)?.checksum() }

  private func name(at slot: Int32) -> ByteSlice? {
    guard let place = found.place(slot), scanned.tape[place].kind == .string, !isNoName(at: place) else {
      return nil
    }
    return scanned.tape.text(of: scanned.tape[place])
  }

  /// The message in a line of loguru's, `TIME | LEVEL | PLACE - message`, whose trace may follow; or the whole text.
  private static func said(_ text: ByteSlice) -> ByteSlice {
    let bar = ByteSlice(" | ")
    guard text.count > 40, text[0].isDigit, text[23..<text.count].hasPrefix(bar),
      let dash = text.firstIndex(of: ByteSlice(" - "))
    else { return text }
    let message = text[(dash + 3)..<text.count]
    return message[0..<(message.firstIndex(of: TraceLines.traceback) ?? message.count)]
  }
}

extension ChunkDecoder {
  /// Notes the record that was decoded last, by its format.
  mutating func noteFailure(by plan: MappingPlan) {
    guard let failures, !places.isEmpty, let ids = decoder.outer.failureIds(plan) else { return }
    failures.add(places.count - 1, decoder.lastRecord, ids)
  }

  /// Makes one record of those that tell of one failure.
  mutating func joinFailures() {
    guard let failures else { return }
    let hasReport = decoder.outer.takeReport()
    guard failures.count > 0 || hasReport else { return }
    let lines = Array(text.lines.prefix(places.count))
    if hasReport { failures.joinReports(lines) }
    guard failures.count > 0 else { return }
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

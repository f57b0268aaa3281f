internal import Bytes
internal import Patterns

/// Matches lines for one thread. The data for each line is in flat tables by pattern, which avoids reference
/// counting.
final class TextPatternReader: LineReader {
  struct SignedGroup: BitwiseCopyable {
    let group: Int32
    let meaning: ErrorIndicator.Meaning
  }

  /// All patterns, or only the first if they are too large together.
  private let first: Extractor
  private let others: [Extractor]
  private let skipped: [Extractor]
  /// The group of the whole match and its members, by pattern.
  private let wholes: [Int]
  private let members: [[LinePatterns.Member]]
  // Unchecked, because the checks cost as much as the work; nothing here calls back to the caller.
  @exclusivity(unchecked) private var plain = Buffer<UInt8>(capacity: 256)
  @exclusivity(unchecked) private var texts = ErrorTexts()
  /// The group with each slot's value, or -1, by pattern and slot of the last plan.
  @exclusivity(unchecked) private var groups = Buffer<Int32>()
  @exclusivity(unchecked) private var lastPlan: MappingPlan?
  /// The plan's signs that have a group, concatenated by pattern, and the ends by pattern.
  @exclusivity(unchecked) private var signs = Buffer<SignedGroup>()
  @exclusivity(unchecked) private var signEnds = Buffer<Int>()

  /// The texts of another log's record in a line.
  @exclusivity(unchecked) var inner: EmbeddedTexts?

  private let preambles: [String]
  private let hasEscapes: Bool
  @exclusivity(unchecked) private var decoded = Buffer<UInt8>()
  /// The lines behind the first one of a message with escapes, by the line that was read last.
  @exclusivity(unchecked) private var more = Buffer<UInt8>()
  var prefixed: PrefixedLines?

  /// - Parameters:
  ///   - patterns: at least one.
  ///   - preambles: beginnings of lines outside of records.
  ///   - hasEscapes: whether control characters may be escaped.
  init(
    _ patterns: LinePatterns, skips: Bool = false, preambles: [String] = [], hasEscapes: Bool = false
  ) {
    self.hasEscapes = hasEscapes
    skipped = skips ? patterns.skipped.map { $0.makeExtractor() } : []
    self.preambles = preambles
    first = patterns.patterns[0].makeExtractor()
    others = patterns.patterns.dropFirst().map { $0.makeExtractor() }
    wholes = patterns.wholes
    members = patterns.members
  }

  func isBeginning(_ line: ByteSlice) -> Bool {
    let line = plain(line)
    // It ends the record before it, too.
    if !skipped.isEmpty, isSkipped(line) { return true }
    if first.firstMatch(in: line.buffer, groups: false) != nil { return true }
    if others.contains(where: { $0.firstMatch(in: line.buffer, groups: false) != nil }) { return true }
    // A line outside of records ends the one before it.
    return preambles.contains { line.begins(with: $0) }
  }

  /// For each pattern, the groups of the names that it has.
  func groups(named names: [String]) -> [[Int]] {
    members.map { members in names.compactMap { name in members.first { $0.name == name }?.group } }
  }

  /// Calls the body with the plain line, the pattern's number and the ranges of its groups; false if no pattern
  /// matches.
  func match(_ line: ByteSlice, _ body: (ByteSlice, Int, (Int) -> Range<Int>?) -> Void) -> Bool {
    let line = plain(line)
    let number = pattern(of: line)
    guard number >= 0 else { return false }
    body(line, number) { range(ofGroup: $0, of: number) }
    return true
  }

  /// Appends the line's document with another text as one of the members.
  func appendDocument(
    of line: ByteSlice, replacing name: String, by value: ByteSlice, to text: inout Buffer<UInt8>
  ) {
    let line = plain(line)
    let number = pattern(of: line)
    guard number >= 0 else { return }
    append(line, number, replacing: name, by: value, to: &text)
  }

  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let line = plain(line)
    let number = pattern(of: line)
    guard number >= 0 else { return false }
    append(line, number, to: &text)
    return true
  }

  func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineStatus {
    let line = plain(line)
    let number = pattern(of: line)
    guard number >= 0 else { return .unrecognized }
    if more.isEmpty, plan.isDecidedByFields {
      switch status(of: line, number, plan) {
      case .below: return .notAnError
      case .silent: return .silent
      case .possible: break
      }
    }
    append(line, number, to: &text)
    return .document
  }

  private func isSkipped(_ line: ByteSlice) -> Bool {
    skipped.contains { $0.firstMatch(in: line.buffer, groups: false) != nil }
  }

  @inline(__always)
  private func pattern(of line: ByteSlice) -> Int {
    if !skipped.isEmpty, isSkipped(line) { return -1 }
    if others.isEmpty {
      guard first.firstMatch(in: line.buffer) != nil else { return -1 }
      guard wholes.count > 1 else { return 0 }
      for number in wholes.indices where first.range(ofGroup: wholes[number]) != nil { return number }
      return -1
    }
    return firstOneByOne(line)
  }

  private func firstOneByOne(_ line: ByteSlice) -> Int {
    if first.firstMatch(in: line.buffer) != nil { return 0 }
    return others.firstIndex { $0.firstMatch(in: line.buffer) != nil }.map { $0 + 1 } ?? -1
  }

  @inline(__always)
  private func range(ofGroup group: Int, of number: Int) -> Range<Int>? {
    others.isEmpty || number == 0
      ? first.range(ofGroup: group) : others[number - 1].range(ofGroup: group)
  }

  private func append(
    _ line: ByteSlice, _ number: Int, replacing name: String? = nil, by value: ByteSlice = ByteSlice(""),
    to text: inout Buffer<UInt8>
  ) {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members[number] {
      let isReplaced = name != nil && member.name == name
      guard let range = self.range(ofGroup: member.group, of: number), isReplaced || !range.isEmpty else {
        continue
      }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      if member.hasPairs, !isReplaced, MessagePairs.append(line[range], key: member.key, to: &text) {
        continue
      }
      member.key.withUnsafeBytes { text.append(ByteSlice($0)) }
      JSONText.append(string: isReplaced ? value : line[range], to: &text)
    }
    text.append("}\n")
    if !more.isEmpty { text.appendMore(more.slice, after: line) }
  }

  /// The status of a line by the groups of the match, without a document.
  private func status(of line: ByteSlice, _ number: Int, _ plan: MappingPlan) -> ErrorStatus {
    if lastPlan !== plan { prepare(for: plan) }
    guard let least = plan.errors.leastSeverity else { return .possible }
    var isBelow = false
    // The group of a nested record in a known format, whose text has no other signs.
    var read: Int32 = -1
    for index in (number > 0 ? signEnds[number - 1] : 0)..<signEnds[number] {
      let sign = signs[index]
      guard sign.group != read, let range = range(ofGroup: Int(sign.group), of: number), !range.isEmpty
      else { continue }
      if sign.meaning == .record, line[range.lowerBound] != UInt8(ascii: "{"), let inner {
        switch inner.read(line[range].trimmedAtEnd, hasLevel: hasLevel(number, plan)) {
        case .unrecognized: continue
        case .record: return .possible
        case .below: isBelow = true
        case .silent: break
        }
        read = sign.group
        continue
      }
      if sign.meaning.mayIndicateError(line[range], &texts) { return .possible }
    }
    if isBelow { return .below }
    let start = number * plan.paths.slotCount
    let held = { (slot: Int32) -> ByteSlice? in
      let group = Int(self.groups[start + Int(slot)])
      guard let range = self.range(ofGroup: group, of: number), !range.isEmpty else { return nil }
      return line[range]
    }
    return plan.status(
      to: least,
      has: { held($0) != nil },
      severity: { field, slot in
        guard let text = held(slot) else { return nil }
        return plan.translatedSeverity(of: text, as: field)
          ?? ValueReader.severity(of: text, as: field.reading)
      }
    )
  }

  /// Whether the line that matched has a level.
  private func hasLevel(_ number: Int, _ plan: MappingPlan) -> Bool {
    let start = number * plan.paths.slotCount
    return plan.errors.severityFields.contains { index in
      let slots = plan.fields[index].slots
      return (slots.first..<(slots.first + slots.count)).contains { place in
        let group = Int(groups[start + Int(plan.lists[place])])
        return group >= 0 && range(ofGroup: group, of: number).map { !$0.isEmpty } ?? false
      }
    }
  }

  private func prepare(for plan: MappingPlan) {
    lastPlan = plan
    groups.removeAll()
    signs.removeAll()
    signEnds.removeAll()
    for members in members {
      let start = groups.count
      groups.append(repeating: -1, count: plan.paths.slotCount)
      for member in members {
        if let slot = plan.paths.knownSlot(of: member.name) {
          groups[start + Int(slot)] = Int32(member.group)
        }
      }
      for index in 0..<plan.errors.indicators.count {
        let sign = plan.errors.indicators[index]
        let group = groups[start + Int(sign.slot)]
        if group >= 0 { signs.append(SignedGroup(group: group, meaning: sign.meaning)) }
      }
      signEnds.append(signs.count)
    }
  }

  /// The line without a trailing carriage return and terminal codes, up to the first line feed of its message.
  private func plain(_ line: ByteSlice) -> ByteSlice {
    guard hasEscapes else { return withoutCodes(line) }
    more.removeAll()
    decoded.removeAll()
    guard ControlEscapes.appendDecoded(line, to: &decoded) else { return withoutCodes(line) }
    guard let end = decoded.slice.firstIndex(of: UInt8(ascii: "\n")) else {
      return withoutCodes(decoded.slice)
    }
    more.append(decoded.slice[(end + 1)..<decoded.count])
    return withoutCodes(decoded.slice[0..<end])
  }

  private func withoutCodes(_ line: ByteSlice) -> ByteSlice {
    var line = line
    while !line.isEmpty, line[line.count - 1] == UInt8(ascii: "\r") { line = line[0..<(line.count - 1)] }
    // A terminal shows the line in place of what a carriage return took back: progress.
    if !line.isEmpty, line[0] == UInt8(ascii: "\r"), let last = line.lastIndex(of: UInt8(ascii: "\r")) {
      line = line[(last + 1)..<line.count]
    }
    guard line.firstIndex(of: TerminalCodes.escape) != nil else { return line }
    plain.removeAll()
    TerminalCodes.appendPlain(line, to: &plain)
    return plain.slice
  }
}

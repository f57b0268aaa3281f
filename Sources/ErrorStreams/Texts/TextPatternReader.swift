internal import Patterns
internal import RuleEngine

/// What one thread matches lines with.
final class TextPatternReader: LineReader {
  private struct Member {
    let name: String
    let key: [UInt8]
    let group: Int
  }

  /// One of the patterns.
  private final class Matcher {
    /// What finds it, alone or together with the others.
    let extractor: Extractor
    /// The group that is all of it.
    let whole: Int
    let members: [Member]
    /// Which groups hold the values of a plan's slots, for the plan that was asked for last.
    @exclusivity(unchecked) private var slots: SlotGroups?

    init(_ pattern: Pattern, _ extractor: Extractor, whole: Int) {
      self.extractor = extractor
      self.whole = whole
      members = pattern.groupNames.map { name, group in
        Member(name: name, key: Array("\(name.json):".utf8), group: whole + group)
      }
    }

    func slots(of plan: MappingPlan) -> SlotGroups {
      if let slots, slots.plan === plan { return slots }
      let made = SlotGroups(plan, members.map { ($0.name, $0.group) })
      slots = made
      return made
    }
  }

  private let matchers: [Matcher]
  /// What finds any of them, the first of those that match; nil where they are too much together.
  private let all: Extractor?
  // Unchecked, because checks cost as much as what is done: nothing here calls back to whoever asks.
  @exclusivity(unchecked) private var plain = Buffer<UInt8>(capacity: 256)
  @exclusivity(unchecked) private var texts = ErrorTexts()

  init(_ patterns: [Pattern]) {
    if patterns.count > 1, let first = try? Pattern.first(of: patterns) {
      let extractor = first.pattern.makeLearningExtractor()
      matchers = zip(patterns, first.groups).map { Matcher($0, extractor, whole: $1) }
      all = extractor
    } else {
      matchers = patterns.map { Matcher($0, $0.makeLearningExtractor(), whole: 0) }
      all = nil
    }
  }

  func isBeginning(_ line: ByteSlice) -> Bool {
    let line = plain(line)
    if let all { return all.firstMatch(in: line.buffer, groups: false) != nil }
    return matchers.contains { $0.extractor.firstMatch(in: line.buffer, groups: false) != nil }
  }

  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let line = plain(line)
    guard let matcher = matcher(of: line) else { return false }
    append(line, matcher, to: &text)
    return true
  }

  func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineOutcome {
    let line = plain(line)
    guard let matcher = matcher(of: line) else { return .stranger }
    if isSurelyNoError(line, matcher, plan) { return .notAnError }
    append(line, matcher, to: &text)
    return .document
  }

  /// The first matcher that matches.
  private func matcher(of line: ByteSlice) -> Matcher? {
    if let all {
      guard all.firstMatch(in: line.buffer) != nil else { return nil }
      for matcher in matchers where all.range(ofGroup: matcher.whole) != nil { return matcher }
      return nil
    }
    for matcher in matchers where matcher.extractor.firstMatch(in: line.buffer) != nil { return matcher }
    return nil
  }

  private func append(_ line: ByteSlice, _ matcher: Matcher, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in matcher.members {
      guard let range = matcher.extractor.range(ofGroup: member.group), !range.isEmpty else { continue }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      member.key.withUnsafeBytes { text.append(ByteSlice($0)) }
      JSONText.append(string: line[range], to: &text)
    }
    text.append("}\n")
  }

  /// Whether the groups of the match tell that the line is surely no error, without a document of it.
  private func isSurelyNoError(_ line: ByteSlice, _ matcher: Matcher, _ plan: MappingPlan) -> Bool {
    guard plan.isDecidedByFields else { return false }
    let slots = matcher.slots(of: plan)
    let extractor = matcher.extractor
    let held = { (slot: Int32) -> ByteSlice? in
      guard let group = slots.group(of: slot), let range = extractor.range(ofGroup: group), !range.isEmpty
      else { return nil }
      return line[range]
    }
    return plan.isSurelyNoError(
      &texts,
      has: { held($0) != nil },
      text: held,
      severity: { field, slot in
        guard let text = held(slot) else { return nil }
        return plan.translatedSeverity(of: text, as: field)
          ?? ValueReader.severity(of: text, as: field.reading)
      }
    )
  }

  /// The line without a carriage return at its end, and without what colours it at a terminal.
  private func plain(_ line: ByteSlice) -> ByteSlice {
    var line = line
    while !line.isEmpty, line[line.count - 1] == UInt8(ascii: "\r") { line = line[0..<(line.count - 1)] }
    guard line.firstIndex(of: TerminalCodes.escape) != nil else { return line }
    plain.removeAll()
    TerminalCodes.appendPlain(line, to: &plain)
    return plain.slice
  }
}

/// Which group of a pattern holds the value of a plan's slot.
private final class SlotGroups {
  let plan: MappingPlan
  private let groups: [Int]

  init(_ plan: MappingPlan, _ members: [(name: String, group: Int)]) {
    self.plan = plan
    var groups = Array(repeating: -1, count: plan.paths.slotCount)
    for (name, group) in members {
      if let slot = plan.paths.knownSlot(of: name) { groups[Int(slot)] = group }
    }
    self.groups = groups
  }

  func group(of slot: Int32) -> Int? {
    let group = groups[Int(slot)]
    return group >= 0 ? group : nil
  }
}

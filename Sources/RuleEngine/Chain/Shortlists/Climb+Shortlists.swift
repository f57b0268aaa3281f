internal import Bytes
internal import RuleLanguage

/// Which of a responder's rules is asked next.
struct RuleAsking {
  let rules: Run
  let isReversed: Bool
  /// The station asked last, or -1.
  private(set) var current: Int32 = -1
  /// Whether it surely matches.
  private(set) var isSure = false
  fileprivate var list = Shortlists.List(candidates: 0..<0)
  fileprivate var position: Int32 = 0
  fileprivate var epoch: UInt32 = 0

  init(_ responder: CompiledResponder) {
    rules = responder.rules
    isReversed = responder.policy.order == .lastFirst
  }

  /// The next rule where each is asked.
  fileprivate mutating func nextOfAll() -> Int32? {
    let first = isReversed ? rules.endIndex - 1 : rules.startIndex
    let index = current < 0 ? first : current + (isReversed ? -1 : 1)
    guard index >= rules.startIndex, index < rules.endIndex else { return nil }
    current = index
    return index
  }

  fileprivate mutating func take(_ candidate: Shortlists.Candidate) {
    current = candidate.index
    isSure = candidate.isSure
  }

  /// Whether a rule is asked after the current one.
  fileprivate func isAhead(_ index: Int32) -> Bool {
    current < 0 || (isReversed ? index < current : index > current)
  }
}

extension Climb {
  /// The rule that is asked next: the next one or, where nobody listens, the next that may match.
  @inline(__always)
  mutating func next<Sink: StepSink & ~Copyable>(_ asking: inout RuleAsking, _ sink: inout Sink) -> Int32? {
    if Sink.listens { return asking.nextOfAll() }
    guard !asking.rules.isEmpty else { return nil }
    // It is another error now, or lists were made anew: the rules that may match it, from here on.
    if asking.epoch != epoch { list(&asking) }
    let end = asking.list.candidates.endIndex
    if asking.list.long >= 0, asking.position < end {
      let (list, place) = (asking.list.long, asking.position)
      switch nextOpen(list, from: place, category: outcome.category) {
      case .rule(let next):
        trace.choose(next, from: place, of: list, category: outcome.category)
        asking.position = next
      case .none:
        trace.choose(-1, from: place, of: list, category: outcome.category)
        asking.position = end
      case .forgotten:
        self.list(&asking)
        asking.list.long = -1
      }
    }
    guard asking.position < asking.list.candidates.endIndex else { return nil }
    let candidate = shortlists[asking.position]
    asking.position += 1
    asking.take(candidate)
    trace.reach(.station(candidate.index), category: outcome.category)
    return candidate.index
  }

  private mutating func list(_ asking: inout RuleAsking) {
    asking.list = shortlist(.rules(asking.rules.startIndex), isReversed: asking.isReversed)
    asking.position = asking.list.candidates.startIndex
    asking.epoch = epoch
    let end = asking.list.candidates.endIndex
    while asking.position < end, !asking.isAhead(shortlists[asking.position].index) { asking.position += 1 }
  }

  /// The category of the first matcher that holds, among those that may.
  mutating func shortlistedCategory<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> Int32 {
    var last: Int32 = -1
    var list = shortlist(.categories).candidates
    var position = list.startIndex
    var listEpoch = epoch
    while position < list.endIndex {
      let candidate = shortlists[position]
      position += 1
      guard candidate.index > last else { continue }
      last = candidate.index
      trace.reach(.category(candidate.index), category: -1)
      let condition = Int(tables.categories[Int(candidate.index)].condition)
      if candidate.isSure || holds(condition, error, &sink) { return candidate.index }
      if listEpoch != epoch {
        list = shortlist(.categories).candidates
        position = list.startIndex
        listEpoch = epoch
      }
    }
    return tables.defaultCategory
  }

  /// What may match the error as it is now, in the order in which it is asked.
  mutating func shortlist(_ group: ShortlistGroup, isReversed: Bool = false) -> Shortlists.List {
    var key = shortlistKey(group)
    if let list = shortlists.find(key) { return list }
    if !shortlists.hasRoom {
      // Together with all that was learnt by them.
      forgetClasses()
      key = shortlistKey(group)
    }
    return newShortlist(group, key, isReversed: isReversed)
  }

  private mutating func shortlistKey(_ group: ShortlistGroup) -> ShortlistKey {
    while true {
      let generation = classes.generation
      let key = ShortlistKey(
        group,
        domain: keyClass(shortlists.domain),
        type: keyClass(shortlists.type),
        case: keyClass(shortlists.case),
        code: keyClass(shortlists.code)
      )
      // Where there was no room for one more, the classes before it are forgotten too.
      if generation == classes.generation { return key }
    }
  }

  @inline(__always)
  mutating func keyClass(_ subject: Int32) -> Int32 {
    subject < 0 ? ValueClasses.unclassified : valueClass(of: UInt32(subject))
  }

  private mutating func newShortlist(
    _ group: ShortlistGroup,
    _ key: ShortlistKey,
    isReversed: Bool
  ) -> Shortlists.List {
    let start = shortlists.end
    switch group {
    case .ignored:
      consider(tables.ignored, as: 0)
    case .categories:
      for index in 0..<tables.categories.count {
        consider(tables.categories[index].condition, as: Int32(index))
      }
    case .rules(let first):
      considerRules(of: tables.responders[Int(tables.stations[Int(first)].responder)], isReversed: isReversed)
      let areMasked = tables.stations.count >= limits.learning.maskedStations && !masks.isGivenUp
      return shortlists.add(key, from: start, mayBeLong: areMasked, tables)
    }
    return shortlists.add(key, from: start, mayBeLong: false, tables)
  }

  /// Puts a responder's rules on the list that is being made; where there are many, those first go that a look at masks
  /// takes out.
  private mutating func considerRules(of responder: CompiledResponder, isReversed: Bool) {
    let rules = responder.rules
    guard rules.count / 8 >= limits.learning.longList else {
      for position in 0..<Int32(rules.count) {
        consider(station: isReversed ? rules.endIndex - 1 - position : rules.startIndex + position)
      }
      return
    }
    openRulesOfKind()
    for position in 0..<openWords.count {
      let word = isReversed ? openWords.count - 1 - position : position
      var open = openWords[word]
      while open != 0 {
        let bit = isReversed ? 63 - open.leadingZeroBitCount : open.trailingZeroBitCount
        open &= ~(1 << UInt64(bit))
        let station = Int32(word << 6 + bit)
        if station >= rules.startIndex, station < rules.endIndex { consider(station: station) }
      }
    }
  }

  private mutating func consider(station index: Int32) {
    let station = tables.stations[Int(index)]
    if station.isEnabled { consider(station.condition, as: index) }
  }

  /// Puts a matcher on the list that is being made, unless it surely does not hold.
  private mutating func consider(_ condition: Int32, as index: Int32) {
    guard condition >= 0 else { return }
    let possible = truthValues(Int(condition), .kind)
    guard possible.contains(.yes) else { return }
    shortlists.append(Shortlists.Candidate(index: index, isSure: !possible.contains(.no)))
  }

  /// What is known of an error when a condition is looked at.
  enum Knowledge: BitwiseCopyable {
    /// Its domain, type, case and code.
    case kind
    /// A subject's value alone, by its class.
    case value(UInt32, Int32)
    case category(Int32)
  }

  /// What a condition may come to, as far as the error is known.
  mutating func truthValues(_ index: Int, _ known: Knowledge) -> TruthValues {
    let step = tables.instructions[index]
    switch step.operation {
    case .always:
      return .yes
    case .all:
      var answers = TruthValues.yes
      var part = index + 1
      while part < Int(step.end) {
        answers = answers.and(truthValues(part, known))
        part = Int(tables.instructions[part].end)
      }
      return answers
    case .any:
      var answers = TruthValues.no
      var part = index + 1
      while part < Int(step.end) {
        answers = answers.or(truthValues(part, known))
        part = Int(tables.instructions[part].end)
      }
      return answers
    case .not:
      return truthValues(index + 1, known).inverted
    case .category:
      guard case .category(let category) = known else { return .both }
      return category >= 0 && tables.categoryFlags[Int(step.operand) + Int(category)] ? .yes : .no
    case .assumed:
      // Who asks it leaves a mark on the outcome, so it is asked whenever its turn comes.
      return [.yes, .no, .marks]
    case .anyCause, .rootCause, .payloadError, .oneElement:
      for part in index..<Int(step.end) where tables.instructions[part].operation == .assumed {
        return [.yes, .no, .marks]
      }
      return .both
    case .predicate, .exists, .isMissing, .equalText, .contains, .hasPrefix, .hasSuffix, .glob, .nameGlob,
      .equalNumber, .equalTrue, .equalFalse, .equalNull, .typeName, .typeGlob, .qualifiedCaseGlob, .number,
      .code, .duration, .severity, .strictProblem, .matches:
      guard step.atom >= 0, let valueClass = valueClass(of: step.subject, among: known) else { return .both }
      return classes.holds(step.atom, of: valueClass) ? .yes : .no
    }
  }

  /// The class of a subject's value where it is known.
  private mutating func valueClass(of subject: UInt32, among known: Knowledge) -> Int32? {
    switch known {
    case .kind:
      guard shortlists.knows(subject) else { return nil }
      let valueClass = valueClass(of: subject)
      return valueClass >= 0 ? valueClass : nil
    case .value(let one, let valueClass): return one == subject ? valueClass : nil
    case .category: return nil
    }
  }
}

/// What a condition may come to.
struct TruthValues: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  static let yes = TruthValues(rawValue: 1)
  static let no = TruthValues(rawValue: 2)
  static let both: TruthValues = [.yes, .no]
  /// Asking it leaves a mark: whatever it stands in has to be asked in full.
  static let marks = TruthValues(rawValue: 4)

  func and(_ other: TruthValues) -> TruthValues {
    let marks = union(other).intersection(.marks)
    if !marks.isEmpty { return [.yes, .no, .marks] }
    var answers = union(other).intersection(.no)
    if contains(.yes), other.contains(.yes) { answers.insert(.yes) }
    return answers
  }

  func or(_ other: TruthValues) -> TruthValues {
    inverted.and(other.inverted).inverted
  }

  var inverted: TruthValues {
    var answers = intersection(.marks)
    if contains(.yes) { answers.insert(.no) }
    if contains(.no) { answers.insert(.yes) }
    return answers
  }
}

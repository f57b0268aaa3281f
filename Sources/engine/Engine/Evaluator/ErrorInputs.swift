internal import Bytes
internal import Records
internal import RuleLanguage

/// The error under evaluation and every other input of the evaluation.
///
/// Outcomes are cached by questions and their results, so only questions are recorded. Every other access to
/// the error, the state, a person or the program goes through this type and ends caching for the error; the
/// underlying values are private.
struct ErrorInputs: ~Copyable {
  private var tracked: ErrorMatcher
  private var trace = DecisionTrace()
  private var liveInputs = LiveInputs()
  private let presets: [String?]
  /// For each action, whether it fails if no result is recorded. Empty if none does.
  private var failing: [Bool] = []
  private var recordOrdinal: UInt64?
  private var origins = OriginCache()

  init(_ matcher: consuming ErrorMatcher, presetAnswers: [String?]) {
    tracked = matcher
    presets = presetAnswers
  }

  // MARK: - Recorded questions, and inputs that are equal for errors with equal results

  /// The current error: the recorded one, until a rule replaces it.
  var error: ErrorNodeIndex { tracked.error }

  /// Whether the record is an event; event outcomes are not cached.
  var isEvent: Bool { tracked.record.isEvent }

  /// The first responder; part of the cache key.
  @inline(__always)
  mutating func firstResponder() -> ResponderIndex {
    if let only = tracked.tables.origins.only { return only }
    guard let origin = tracked.record.shortText(.origin) else { return findFirstResponder() }
    let text = ValueText(origin)
    if let known = origins.find(text) { return known }
    let responder = findFirstResponder()
    origins.remember(text, responder)
    return responder
  }

  @inline(never)
  private func findFirstResponder() -> ResponderIndex {
    tracked.tables.origins.responder(
      for: tracked.record.value(.origin, of: ErrorRecord.recorded), tracked.tables.bytes)
  }

  /// The recorded category: `none` if there is none, nil if it is not listed.
  @inline(__always)
  func listedCategory() -> CategoryIndex? {
    let own = tracked.record.slots[Int(Field.category.rawValue)]
    guard !own.isNone else { return CategoryIndex.nowhere }
    let entry = tracked.record.tape[own]
    guard entry.kind == .string else { return CategoryIndex.nowhere }
    if let name = tracked.record.shortText(entry) { return tracked.categoryNames.find(name) }
    return tracked.categoryNames.find(tracked.record.tape.text(of: entry))
  }

  /// - Parameter ordinal: the position among all records, from 1; nil if it is not known yet.
  @inline(__always)
  mutating func begin(ordinal: UInt64?) {
    recordOrdinal = ordinal
    begin()
  }

  @inline(__always)
  mutating func begin() {
    if error != ErrorRecord.recorded { tracked.change(to: ErrorRecord.recorded) }
  }

  @inline(__always)
  mutating func result(of question: Question, category: CategoryIndex) -> Int32 {
    let result = tracked.result(of: question, category: category)
    trace.note(question, result)
    return result
  }

  /// The error's own category; nil if there is none, or if it is not listed, with `unlisted` set. Part of the
  /// cache key.
  mutating func ownCategory(unlisted: inout Value?) -> CategoryIndex? {
    // The category of a replaced error does not apply to its replacement.
    tracked.record.setCategory(ErrorNode.unresolved, of: error)
    let own = tracked.record.value(.category, of: error)
    guard own.kind == .string else { return nil }
    if let category = tracked.categoryNames.find(own.text) { return category }
    unlisted = own
    trace.invalidate()
    return nil
  }

  /// Whether every breaker was read for the current error.
  var areBreakersRead: Bool { tracked.breakers.areKnown(at: tracked.index.epoch) }

  mutating func forgetBreakers() { tracked.breakers.forget() }

  mutating func setCategory(_ category: CategoryIndex) { tracked.record.setCategory(category.raw, of: error) }

  /// Whether a result was assumed since the last call. If so, caching ends.
  mutating func takeAssumption() -> Bool {
    guard tracked.hasAssumed else { return false }
    tracked.hasAssumed = false
    trace.invalidate()
    return true
  }

  // MARK: - Inputs that end caching

  var matcher: ErrorMatcher {
    @inline(__always) _read {
      trace.invalidate()
      yield tracked
    }
    @inline(__always) _modify {
      trace.invalidate()
      yield &tracked
    }
  }

  var live: LiveInputs {
    _read {
      trace.invalidate()
      yield liveInputs
    }
    _modify {
      trace.invalidate()
      yield &liveInputs
    }
  }

  func isConnected(at responder: ResponderIndex) -> Bool {
    guard liveInputs.isConnected(at: responder) else { return false }
    trace.invalidate()
    return true
  }

  func presetAnswer(at clause: ClauseIndex) -> String? {
    trace.invalidate()
    return Int(clause) < presets.count ? presets[Int(clause)] : nil
  }

  mutating func setFailing(_ flags: [Bool]) { failing = flags.contains(true) ? flags : [] }

  func fails(_ action: Index<CompiledAction>) -> Bool {
    trace.invalidate()
    return !failing.isEmpty && failing[Int(action)]
  }

  var ordinal: UInt64? {
    trace.invalidate()
    return recordOrdinal
  }

  /// Whether the record has a time.
  var hasTime: Bool {
    trace.invalidate()
    return tracked.record.time != nil
  }

  /// Ends caching for the error. Called by ``ChainState``, which has no other access to its contents.
  func disableCaching() { trace.invalidate() }

  // MARK: - Caching

  mutating func beginRecording() { trace.begin() }

  /// Stops recording, and caches the outcome by the questions recorded since ``beginRecording()``.
  mutating func endRecording(_ store: (borrowing DecisionTrace) -> CachedOutcomeIndex?) -> CachedOutcomeIndex?
  {
    defer { trace.invalidate() }
    return store(trace)
  }
}

package import Bytes
internal import Patterns
package import Records

/// Evaluates one record after the other in the same memory, on one thread; the chain is shared.
package struct Evaluator: ~Copyable {
  package let chain: ResponderChain
  let reference: TablesReference
  var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  package let limits: Limits
  package var outcome = Outcome()
  /// The error, behind an interface that tracks which of its properties decided.
  var inputs: ErrorInputs
  var cache: DecisionCache
  /// Whether a resolution has the recorded error's identity, under `of`.
  package var writesErrors = false
  /// Adds the whole record under the key ``recordMember``, from which the secrets of a resolution are known.
  package var writesRecord = false
  package static let recordMember = "(record)"
  /// The seed of random delays.
  package var seed: UInt64 = 0
  var nextAnswer = 0
  var nextResult = 0
  /// Parsed members of a replacement, while it is built.
  var namedTape = JSONTape()
  var scratch = Buffer<UInt8>(capacity: 256)

  var error: ErrorNodeIndex { inputs.error }

  /// The number of times a cache was full.
  package var timesCleared: Int {
    inputs.matcher.index.timesCleared + cache.timesCleared
  }

  /// - Parameter presetAnswers: by clause: the title of the button to choose if no answer is recorded.
  package init(_ chain: ResponderChain, limits: Limits = Limits(), presetAnswers: [String?] = []) {
    self.init(chain, limits: limits, presetAnswers: presetAnswers, requestingFirst: nil)
  }

  init(
    _ chain: ResponderChain, limits: Limits, presetAnswers: [String?], requestingFirst first: ResponderChain?
  ) {
    self.chain = chain
    self.limits = limits
    reference = chain.reference
    let matcher = ErrorMatcher(chain, limits, requestingFirst: first)
    inputs = ErrorInputs(matcher, presetAnswers: presetAnswers)
    cache = DecisionCache(limits.caches, categories: chain.tables.categories.count)
  }

  func value(ofSubject index: SubjectIndex, _ errorNode: ErrorNodeIndex) -> Value {
    inputs.matcher.value(ofSubject: index, errorNode)
  }

  /// Gives back the memory of the patterns' searches, which grows with the patterns that were asked.
  package func restSearchers() { inputs.matcher.rest() }

  package var time: Timestamp? { inputs.matcher.record.time }

  /// - Parameter start: the first responder; nil for the one of the record's origin.
  mutating func evaluateChain<Sink: StepSink & ~Copyable>(
    _ state: inout ChainState, _ sink: inout Sink, from start: ResponderIndex? = nil
  ) -> Bool {
    outcome.reset()
    (nextAnswer, nextResult) = (0, 0)
    inputs.begin()
    let origin = start ?? inputs.firstResponder()
    if inputs.isEvent { return evaluateEventRecord(from: origin, &state, &sink) }
    if !tables.unwraps.isEmpty { unwrapRaised(&sink) }
    return evaluateError(from: origin, unhandled: tables.unhandledWithoutPath, root: .nowhere, &state, &sink)
  }

  /// Evaluates the current error from a responder on; false if state is needed that is not available.
  ///
  /// - Parameter unhandled: the evaluation if no responder handles the error, and `root`, the root that
  ///   defines it.
  mutating func evaluateError<Sink: StepSink & ~Copyable>(
    from start: ResponderIndex, unhandled: Evaluation, root: ResponderIndex, _ state: inout ChainState,
    _ sink: inout Sink
  ) -> Bool {
    resolveCategory(&sink)
    if isIgnored(&sink) { return true }
    if !tables.breakers.isEmpty, !countInBreakers(&state, &sink) { return false }
    outcome.resolution.evaluation = unhandled
    outcome.resolution.root = root
    var place = start
    while let responder = tables.responders.element(at: place) {
      if responder.isEnabled {
        outcome.visit(place)
        sink.arrives(at: place)
        checkContract(ofErrors: responder.reports, of: place, &sink)
        switch evaluateConnected(at: place) {
        case .nobody: break
        case .pending: return false
        case .handled(let evaluation):
          outcome.resolution.evaluation = evaluation
          outcome.resolution.state = .handled
          outcome.resolution.connected = place
          return end(&state, &sink)
        }
        let visit = visit(responder, at: place, &state, &sink)
        if case .needsState = visit { return false }
        if !runAlwaysInChain(responder, at: place, after: visit, &state, &sink) { return false }
        switch visit {
        case .handled, .unanswered:
          return end(&state, &sink)
        case .emits(let clause, let replacement):
          let isDone = emit(replacement, from: clause, at: place, &state, &sink)
          return isDone && end(&state, &sink)
        case .notHandled, .needsState:
          break
        }
      }
      if responder.parent.isNone {
        outcome.resolution.root = place
        outcome.resolution.evaluation = responder.unhandled
      }
      place = responder.parent
    }
    return end(&state, &sink)
  }

  private mutating func end<Sink: StepSink & ~Copyable>(_ state: inout ChainState, _ sink: inout Sink) -> Bool
  {
    outcome.resolution.error = error
    return runAlways(&state, &sink)
  }

  @inline(__always)
  mutating func result(of question: Question) -> Int32 {
    let result = inputs.result(of: question, category: outcome.category)
    if inputs.takeAssumption() { outcome.resolution.isAssumed = true }
    return result
  }

  mutating func holds<Sink: StepSink & ~Copyable>(_ first: Index<ConditionInstruction>, _ sink: inout Sink)
    -> Bool
  {
    let isMatch = inputs.matcher.holds(first, error, category: outcome.category, &sink)
    if inputs.takeAssumption() { outcome.resolution.isAssumed = true }
    return isMatch
  }

  private mutating func isIgnored<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> Bool {
    guard !tables.ignored.isNone else { return false }
    let isIgnored: Bool
    if Sink.isRecording {
      sink.beginsIgnored()
      isIgnored = holds(tables.ignored, &sink)
      sink.concludes(isIgnored ? .matched : .notMatched)
    } else {
      isIgnored = result(of: Question(kind: .ignored)) == 1
    }
    guard isIgnored else { return false }
    outcome.resolution.state = .ignored
    outcome.resolution.evaluation = .cancel
    outcome.resolution.error = error
    return true
  }

  /// The error's own category if listed, or else the first that matches, or else the default.
  mutating func resolveCategory<Sink: StepSink & ~Copyable>(_ sink: inout Sink) {
    let category = category(&sink)
    inputs.setCategory(category)
    outcome.resolution.category = category
  }

  private mutating func category<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> CategoryIndex {
    var unlisted: Value?
    if let category = inputs.ownCategory(unlisted: &unlisted) {
      sink.takes(category: category, from: .record)
      return category
    }
    if let unlisted {
      sink.ignores(category: unlisted)
      if outcome.resolution.unknownCategory.isNone { outcome.resolution.unknownCategory = unlisted.index }
    }
    guard Sink.isRecording else { return CategoryIndex(result(of: Question(kind: .category))) }
    for index in tables.categories.indices {
      let condition = tables.categories[index].condition
      guard !condition.isNone else { continue }
      sink.begins(category: index)
      let isMatch = holds(condition, &sink)
      sink.concludes(isMatch ? .matched : .notMatched)
      if isMatch { return index }
    }
    if !tables.defaultCategory.isNone { sink.takes(category: tables.defaultCategory, from: .defaults) }
    return tables.defaultCategory
  }
}

package import Bytes
internal import Patterns
package import Records

/// One error's way up a chain, run again and again in the same memory: read a record, climb, look at the
/// outcome. A climb belongs to one thread; the chain it climbs is shared.
package struct Climb: ~Copyable {
  package let chain: ResponderChain
  let reference: TablesReference
  var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  package let limits: Limits
  package var outcome = Outcome()
  /// The error, asked so that what comes of it can be remembered.
  var inquiry: ErrorInquiry
  /// What came of errors before.
  var learnt: LearntAnswers
  var nextAnswer = 0
  /// What a rule names of a new error, while it is made.
  var namedTape = JSONTape()
  var scratch = Buffer<UInt8>(capacity: 256)

  /// The frame of the error as it is now: the recorded one, until a rule replaces it.
  var error: FrameIndex { inquiry.error }

  /// How often there was no room to learn more.
  package var timesForgotten: Int {
    inquiry.matcher.index.timesForgotten + learnt.timesForgotten
  }

  /// - Parameter presetAnswers: answers given ahead of the run: for each station the title, or nil.
  package init(_ chain: ResponderChain, limits: Limits = Limits(), presetAnswers: [String?] = []) {
    self.init(chain, limits: limits, presetAnswers: presetAnswers, askingFirst: nil)
  }

  /// - Parameter first: a chain for whose attributes records are asked before this one's.
  init(
    _ chain: ResponderChain,
    limits: Limits,
    presetAnswers: [String?],
    askingFirst first: ResponderChain?
  ) {
    self.chain = chain
    self.limits = limits
    reference = chain.reference
    let matcher = ErrorMatcher(chain, limits, askingFirst: first)
    inquiry = ErrorInquiry(matcher, presetAnswers: presetAnswers)
    learnt = LearntAnswers(limits.learning, categories: chain.tables.categories.count)
  }

  /// What a subject is worth in a frame; the outermost error's category is the one it was given.
  func value(ofSubject index: SubjectIndex, _ frame: FrameIndex) -> Value {
    inquiry.matcher.value(ofSubject: index, frame)
  }

  /// The time the record carries, or nil.
  package var time: Timestamp? { inquiry.matcher.record.time }

  /// Evaluates the record that was read last, whose answer has begun, for a listener.
  ///
  /// - Parameter start: the responder that is asked first; nil: the one that the record's origin finds.
  mutating func climb<Sink: StepSink & ~Copyable>(
    _ memory: inout ChainMemory,
    _ sink: inout Sink,
    from start: ResponderIndex? = nil
  ) -> Bool {
    outcome.reset()
    nextAnswer = 0
    inquiry.begin()
    let origin = start ?? inquiry.firstResponder()
    if inquiry.isEvent { return answerEventRecord(from: origin, &memory, &sink) }
    return answerError(from: origin, unhandled: tables.unhandledWithoutPath, root: .nowhere, &memory, &sink)
  }

  /// Answers the error as it is now, from a responder on; returns false where memory is needed that is not at hand.
  ///
  /// - Parameter unhandled: the evaluation where nobody is asked, and `root` the root that says so.
  mutating func answerError<Sink: StepSink & ~Copyable>(
    from start: ResponderIndex,
    unhandled: Evaluation,
    root: ResponderIndex,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool {
    resolveCategory(&sink)
    if isIgnored(&sink) { return true }
    outcome.resolution.evaluation = unhandled
    outcome.resolution.root = root
    var place = start
    while let responder = tables.responders.element(at: place) {
      if responder.isEnabled {
        outcome.visit(place)
        sink.arrives(at: place)
        checkContract(ofErrors: responder.reports, of: place, &sink)
        switch askConnected(at: place) {
        case .nobody: break
        case .notYetAsked: return false
        case .handled(let evaluation):
          outcome.resolution.evaluation = evaluation
          outcome.resolution.state = .handled
          outcome.resolution.connected = place
          return end(&memory, &sink)
        }
        let visit = visit(responder, at: place, &memory, &sink)
        if case .needsMemory = visit { return false }
        if !runAlwaysInChain(responder, after: visit, &memory, &sink) { return false }
        switch visit {
        case .handled, .unanswered:
          return end(&memory, &sink)
        case .emits(let station, let replacement):
          let isDone = emit(replacement, from: station, at: place, &memory, &sink)
          return isDone && end(&memory, &sink)
        case .notHandled, .needsMemory:
          break
        }
      }
      if responder.parent.isNone {
        outcome.resolution.root = place
        outcome.resolution.evaluation = responder.unhandled
      }
      place = responder.parent
    }
    return end(&memory, &sink)
  }

  /// Once the outcome is known: what every visited responder always does.
  private mutating func end<Sink: StepSink & ~Copyable>(
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool {
    outcome.resolution.error = error
    return runAlways(&memory, &sink)
  }

  /// Asks a question about the error.
  @inline(__always)
  mutating func ask(_ question: Question) -> Int32 {
    let answer = inquiry.ask(question, category: outcome.category)
    if inquiry.takeAssumption() { outcome.resolution.isAssumed = true }
    return answer
  }

  /// Whether a condition holds for the error, told to whoever listens.
  mutating func holds<Sink: StepSink & ~Copyable>(_ first: Index<Instruction>, _ sink: inout Sink) -> Bool {
    let isMatch = inquiry.matcher.holds(first, error, category: outcome.category, &sink)
    if inquiry.takeAssumption() { outcome.resolution.isAssumed = true }
    return isMatch
  }

  /// Whether the error is a cancellation that nobody is asked about.
  private mutating func isIgnored<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> Bool {
    guard !tables.ignored.isNone else { return false }
    let isIgnored: Bool
    if Sink.listens {
      sink.asksIgnored()
      isIgnored = holds(tables.ignored, &sink)
      sink.concludes(isIgnored ? .matched : .notMatched)
    } else {
      isIgnored = ask(Question(kind: .ignored)) == 1
    }
    guard isIgnored else { return false }
    outcome.resolution.state = .ignored
    outcome.resolution.evaluation = .cancel
    outcome.resolution.error = error
    return true
  }

  /// Gives the error its category: its own if it is listed, else the first whose matcher holds, else the default.
  mutating func resolveCategory<Sink: StepSink & ~Copyable>(_ sink: inout Sink) {
    let category = category(&sink)
    inquiry.setCategory(category)
    outcome.resolution.category = category
  }

  private mutating func category<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> CategoryIndex {
    var unlisted: Value?
    if let category = inquiry.ownCategory(unlisted: &unlisted) {
      sink.takes(category: category, from: .record)
      return category
    }
    if let unlisted {
      sink.ignores(category: unlisted)
      if outcome.resolution.unknownCategory.isNone { outcome.resolution.unknownCategory = unlisted.index }
    }
    guard Sink.listens else { return CategoryIndex(ask(Question(kind: .category))) }
    for index in tables.categories.indices {
      let condition = tables.categories[index].condition
      guard !condition.isNone else { continue }
      sink.asks(category: index)
      let isMatch = holds(condition, &sink)
      sink.concludes(isMatch ? .matched : .notMatched)
      if isMatch { return index }
    }
    if !tables.defaultCategory.isNone { sink.takes(category: tables.defaultCategory, from: .defaults) }
    return tables.defaultCategory
  }
}

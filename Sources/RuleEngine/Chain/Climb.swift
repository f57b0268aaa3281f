package import Bytes
internal import Patterns
package import Records

/// One error's way up a chain, run again and again in the same memory: read a record, climb, look at the
/// outcome. A climb belongs to one thread; the chain it climbs is shared.
package struct Climb: ~Copyable {
  package let chain: ResponderChain
  let tables: TablesReference
  package let limits: Limits
  package var record = ErrorRecord()
  package var outcome = Outcome()
  /// The record's place among all records, from 1; nil where nobody knows it yet.
  package var ordinal: UInt64?
  /// Answers given ahead of the run: for each station the title, or nil.
  package var presetAnswers: [String?]
  var scratch = Buffer<UInt8>(capacity: 256)
  /// What a rule names of a new error, while it is made.
  var namedTape = JSONTape()
  /// A searcher for each pattern, with what it learnt about the texts so far.
  let searchers: [Searcher]
  let categoryNames: CategoryNames
  /// Which values were met, and the rules that may match errors of theirs; learnt on the way.
  var classes: ValueClasses
  var shortlists: Shortlists
  /// What the record that was read last is answered by.
  var foreseen = ForeseenKind()
  /// Which rules the values that were met leave open, and those that the error does.
  var masks: RuleMasks
  var openRules = OpenRules()
  var openWords = Buffer<UInt64>()
  var topics = RuleTopics()
  /// How often there was no room for another value or list, and everything was forgotten.
  var timesCleared = 0
  /// What was asked of errors of each kind, and what came of it; what is asked now, while that is learnt.
  var graph: QuestionGraph
  var answers: KnownAnswers
  var trace = QuestionTrace()
  /// The hash of the name of the record that is answered, where it is at hand; else 0.
  var identity: UInt64 = 0
  /// By subject: its place among the attributes that records look for while they are read, or -1.
  var askedPlaces = Buffer<Int32>()
  /// By subject: the class of the error's value, where its epoch is the current one.
  var errorClasses = Buffer<ErrorClass>()
  var epoch: UInt32 = 1
  var classText = Buffer<UInt8>(capacity: 256)
  /// The frame of the error as it is now: the recorded one, until a rule replaces it.
  var error = ErrorRecord.recorded
  /// The element of an array that operators are asked about together, by its place on the tape, or -1.
  var boundElement: Int32 = -1
  var nextAnswer = 0
  /// What a running program answers.
  package var live = LiveAnswers()

  /// How often there was no room to learn more.
  package var timesForgotten: Int {
    timesCleared + graph.timesForgotten + answers.timesRefused + masks.timesForgotten
  }

  package init(_ chain: ResponderChain, limits: Limits = Limits()) {
    self.init(chain, limits: limits, askingFirst: nil)
  }

  /// - Parameter first: a chain for whose attributes records are asked before this one's.
  init(_ chain: ResponderChain, limits: Limits, askingFirst first: ResponderChain?) {
    self.chain = chain
    self.limits = limits
    tables = chain.tables
    presetAnswers = []
    searchers = chain.patterns.map { $0.makeSearcher() }
    categoryNames = CategoryNames(chain.tables)
    classes = ValueClasses(chain.tables, limits.learning)
    shortlists = Shortlists(chain.tables, limits.learning)
    let scaled = limits.learning.scaled(toRules: chain.tables.stations.count)
    masks = RuleMasks(chain.tables, scaled)
    graph = QuestionGraph(scaled)
    answers = KnownAnswers(scaled)
    errorClasses.append(repeating: ErrorClass(), count: chain.tables.subjects.count)
    if let first { _ = record.ask(first.tables) }
    askedPlaces = record.ask(chain.tables)
    record.defaultPlatform = chain.tables.defaultPlatform
    noteSlots()
  }

  /// The time the record carries, or nil.
  package var time: Timestamp? { record.time }

  /// Climbs with the record that was read last; false where memory is needed that is not at hand, and then
  /// the outcome means nothing.
  package mutating func run(_ memory: inout ChainMemory) -> Bool {
    switch answer(&memory) {
    case .known(let answer):
      take(answer.number)
      return true
    case .climbed: return true
    case .needsMemory: return false
    }
  }

  /// The same evaluation, listened to.
  ///
  /// - Parameter start: the responder that is asked first; nil: the one that the record's origin finds.
  mutating func climb<Sink: StepSink & ~Copyable>(
    _ memory: inout ChainMemory,
    _ sink: inout Sink,
    from start: Int32? = nil
  ) -> Bool {
    outcome.reset()
    error = ErrorRecord.recorded
    nextAnswer = 0
    let origin = start ?? tables.origins.responder(for: record.value(.origin, of: ErrorRecord.recorded))
    if record.isEvent { return answerEventRecord(from: origin, &memory, &sink) }
    return answerError(from: origin, unhandled: tables.unhandledWithoutPath, root: -1, &memory, &sink)
  }

  /// Answers the error as it is now, from a responder on; returns false where memory is needed that is not at hand.
  ///
  /// - Parameters:
  ///   - start: the responder that is asked first, or -1.
  ///   - unhandled: the evaluation where nobody is asked, and `root` the root that says so, or -1.
  mutating func answerError<Sink: StepSink & ~Copyable>(
    from start: Int32,
    unhandled: Evaluation,
    root: Int32,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool {
    resolveCategory(&sink)
    if isIgnored(&sink) { return true }
    outcome.resolution.evaluation = unhandled
    outcome.resolution.root = root
    var place = start
    while place >= 0 {
      let responder = tables.responders[Int(place)]
      if responder.isEnabled {
        outcome.visit(place)
        sink.arrives(at: place)
        checkContract(responder.reports, of: place, &sink)
        switch askConnected(at: place) {
        case .nobody: break
        case .notYetAsked: return false
        case .handled(let evaluation):
          outcome.resolution.evaluation = evaluation
          outcome.resolution.isHandled = true
          outcome.resolution.connected = place
          return end(&memory, &sink)
        }
        let visit = visit(responder, &memory, &sink)
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
      if responder.parent < 0 {
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

  /// Whether the error is a cancellation that nobody is asked about.
  private mutating func isIgnored<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> Bool {
    guard tables.ignored >= 0 else { return false }
    if !Sink.listens, shortlist(.ignored).candidates.isEmpty { return false }
    sink.asksIgnored()
    let isIgnored = holds(Int(tables.ignored), error, &sink)
    sink.concludes(isIgnored ? .matched : .notMatched)
    guard isIgnored else { return false }
    outcome.resolution.isIgnored = true
    outcome.resolution.isHandled = true
    outcome.resolution.evaluation = .cancel
    outcome.resolution.error = error
    return true
  }
}

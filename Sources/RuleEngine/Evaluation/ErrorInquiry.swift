internal import Bytes
internal import Records
internal import RuleLanguage

/// The error that is evaluated, and the one door through which an evaluation learns anything that no table holds.
///
/// What comes of an error is remembered for all that give the same answers to the same questions. So only questions are
/// noted; whoever looks at the error otherwise, changes it, or asks a memory, a person or a program, ends what is learnt of
/// it by going through here. There is no other way: what does so is private.
struct ErrorInquiry: ~Copyable {
  private var asked: ErrorMatcher
  private var trail = DecisionTrail()
  private var said = LiveAnswers()
  private let presets: [String?]
  private var place: UInt64?
  private var origins = OriginCache()

  init(_ matcher: consuming ErrorMatcher, presetAnswers: [String?]) {
    asked = matcher
    presets = presetAnswers
  }

  // MARK: - What is noted, or the same for all errors that are asked the same

  /// The frame of the error as it is now: the recorded one, until a rule replaces it.
  var error: FrameIndex { asked.error }

  /// Whether the record is an event; of those nothing is learnt.
  var isEvent: Bool { asked.record.isEvent }

  /// The responder that is asked first, which what is learnt begins with.
  @inline(__always)
  mutating func firstResponder() -> ResponderIndex {
    if let only = asked.tables.origins.only { return only }
    guard let origin = asked.record.shortText(.origin) else { return findFirstResponder() }
    let text = ValueText(origin)
    if let known = origins.find(text) { return known }
    let responder = findFirstResponder()
    origins.remember(text, responder)
    return responder
  }

  @inline(never)
  private func findFirstResponder() -> ResponderIndex {
    asked.tables.origins.responder(
      for: asked.record.value(.origin, of: ErrorRecord.recorded),
      asked.tables.bytes
    )
  }

  /// The category that the recorded error says it has, none where it says none; nil for one that is not listed.
  @inline(__always)
  func listedCategory() -> CategoryIndex? {
    let own = asked.record.slots[Int(Field.category.rawValue)]
    guard !own.isNone else { return CategoryIndex.nowhere }
    let entry = asked.record.tape[own]
    guard entry.kind == .string else { return CategoryIndex.nowhere }
    if let name = asked.record.shortText(entry) { return asked.categoryNames.find(name) }
    return asked.categoryNames.find(asked.record.tape.text(of: entry))
  }

  /// Begins with another record.
  ///
  /// - Parameter ordinal: its place among all records, from 1; nil where nobody knows it yet.
  @inline(__always)
  mutating func begin(ordinal: UInt64?) {
    place = ordinal
    begin()
  }

  /// Goes back to the recorded error.
  @inline(__always)
  mutating func begin() {
    if error != ErrorRecord.recorded { asked.change(to: ErrorRecord.recorded) }
  }

  /// Asks a question about the error: its answer is all that the evaluation learns of it.
  @inline(__always)
  mutating func ask(_ question: Question, category: CategoryIndex) -> Int32 {
    let answer = asked.answer(question, category: category)
    trail.note(question, answer)
    return answer
  }

  /// The category that the error says it has, where it is listed, which what is learnt begins with; else nil.
  ///
  /// - Parameter unlisted: the value where it is not listed.
  mutating func ownCategory(unlisted: inout Value?) -> CategoryIndex? {
    // What the error was before it was replaced, if it was, says nothing of what it is now.
    asked.record.setCategory(ErrorFrame.unresolved, of: error)
    let own = asked.record.value(.category, of: error)
    guard own.kind == .string else { return nil }
    if let category = asked.categoryNames.find(own.text) { return category }
    unlisted = own
    trail.leave()
    return nil
  }

  /// Notes the category that the error was given.
  mutating func setCategory(_ category: CategoryIndex) { asked.record.setCategory(category.raw, of: error) }

  /// Whether an answer was assumed since this was asked last, which ends what is learnt.
  mutating func takeAssumption() -> Bool {
    guard asked.hasAssumed else { return false }
    asked.hasAssumed = false
    trail.leave()
    return true
  }

  // MARK: - What ends what is learnt

  /// The error itself, looked at and changed as one likes.
  var matcher: ErrorMatcher {
    @inline(__always) _read {
      trail.leave()
      yield asked
    }
    @inline(__always) _modify {
      trail.leave()
      yield &asked
    }
  }

  /// What a running program answers.
  var live: LiveAnswers {
    _read {
      trail.leave()
      yield said
    }
    _modify {
      trail.leave()
      yield &said
    }
  }

  /// Whether code is connected at a responder.
  func isConnected(at responder: ResponderIndex) -> Bool {
    guard said.isConnected(at: responder) else { return false }
    trail.leave()
    return true
  }

  /// The answer that was given ahead to the alerts of a station, or nil.
  func presetAnswer(at station: StationIndex) -> String? {
    trail.leave()
    return Int(station) < presets.count ? presets[Int(station)] : nil
  }

  /// The record's place among all records, from 1; nil where nobody knows it yet.
  var ordinal: UInt64? {
    trail.leave()
    return place
  }

  /// Ends what is learnt of the error: for ``ChainMemory``, whose contents nobody sees otherwise.
  func endLearning() { trail.leave() }

  // MARK: - Learning

  /// Notes what is asked from now on.
  mutating func beginLearning() { trail.begin() }

  /// Hands over the questions asked since ``beginLearning()``.
  mutating func endLearning(_ learn: (borrowing DecisionTrail) -> AnswerIndex?) -> AnswerIndex? {
    defer { trail.leave() }
    return learn(trail)
  }
}

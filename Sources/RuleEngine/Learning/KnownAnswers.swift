package import Bytes
internal import Records

@usableFromInline package typealias AnswerIndex = Index<KnownAnswers.Answer>

/// What came of errors that nothing but questions decided: whole outcomes, each once, by number.
@usableFromInline package struct KnownAnswers: ~Copyable {
  /// One outcome; what it lists stands among ``numbers``, one list after the other.
  @usableFromInline package struct Answer: BitwiseCopyable {
    let resolution: Outcome.Resolution
    let path: Run<Int32>
    let fired: Run<Int32>
    /// Pairs of an action and its station.
    let actions: Run<Int32>
    let outOfContract: Run<Int32>
    /// What stands behind the head of its resolution, among ``texts``; empty where each error has its own.
    var text = Run<UInt8>.empty
  }

  private var answers = Buffer<Answer>()
  /// By number: whether it handles the error.
  private var handles = Buffer<Bool>()
  private var numbers = Buffer<Int32>()
  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var known: [[Int32]: AnswerIndex] = [:]
  private let limit: Int
  /// How often there was no room to learn more.
  private(set) var timesRefused = 0

  init(_ limits: LearningLimits) {
    limit = limits.outcomes
  }

  var count: Int { answers.count }

  /// Whether an answer handles the error.
  @inline(__always)
  func handles(_ number: AnswerIndex) -> Bool { handles[Int(number)] }

  /// The resolution of an answer.
  func resolution(_ number: AnswerIndex) -> Outcome.Resolution { answers[number].resolution }

  /// The number of an outcome, or nil where no more can be kept, or more came of the error than is kept here.
  mutating func number(of outcome: borrowing Outcome) -> AnswerIndex? {
    guard Self.keeps(outcome) else { return nil }
    let key = Self.key(outcome)
    if let number = known[key] { return number }
    guard answers.count < limit else {
      timesRefused += 1
      return nil
    }
    let path = note(outcome.path)
    let fired = note(outcome.fired)
    let actions = noteActions(outcome)
    let outOfContract = note(outcome.outOfContract)
    let number = answers.append(
      Answer(
        resolution: outcome.resolution,
        path: path,
        fired: fired,
        actions: actions,
        outOfContract: outOfContract
      )
    )
    handles.append(outcome.isHandled)
    known[key] = number
    return number
  }

  /// Keeps the text of an answer's resolution behind its head.
  mutating func write(_ number: AnswerIndex, _ text: ByteSlice) {
    let start = texts.endIndex
    texts.append(text)
    answers[number].text = start..<texts.endIndex
  }

  /// Whether the text of an answer is kept.
  func isWritten(_ number: AnswerIndex) -> Bool { !answers[number].text.isEmpty }

  func append(_ number: AnswerIndex, to text: inout Buffer<UInt8>) {
    text.append(texts.slice(answers[number].text))
  }

  /// Makes an outcome what it was.
  func restore(_ number: AnswerIndex, to outcome: inout Outcome) {
    let answer = answers[number]
    outcome.reset()
    outcome.resolution = answer.resolution
    for place in answer.path { outcome.path.append(Index(numbers[place])) }
    for place in answer.fired { outcome.fired.append(Index(numbers[place])) }
    for place in answer.outOfContract { outcome.outOfContract.append(Index(numbers[place])) }
    var place = answer.actions.startIndex
    while place < answer.actions.endIndex {
      let (action, station) = (numbers[place], numbers[place + 1])
      outcome.actions.append(
        Outcome.RanAction(action: Index(action), station: Index(station), frame: ErrorRecord.recorded)
      )
      place += 2
    }
  }

  private mutating func note<Element>(_ list: borrowing Buffer<Index<Element>>) -> Run<Int32> {
    let start = numbers.endIndex
    for index in 0..<list.count { numbers.append(list[index].raw) }
    return start..<numbers.endIndex
  }

  private mutating func noteActions(_ outcome: borrowing Outcome) -> Run<Int32> {
    let start = numbers.endIndex
    for index in 0..<outcome.actions.count {
      numbers.append(outcome.actions[index].action.raw)
      numbers.append(outcome.actions[index].station.raw)
    }
    return start..<numbers.endIndex
  }

  /// Whether an outcome is no more than ``restore(_:to:)`` makes of what ``key(_:)`` tells.
  private static func keeps(_ outcome: borrowing Outcome) -> Bool {
    var kept = Outcome.Resolution()
    kept.evaluation = outcome.resolution.evaluation
    kept.state = outcome.resolution.state
    kept.station = outcome.resolution.station
    kept.category = outcome.resolution.category
    kept.root = outcome.resolution.root
    kept.path = outcome.resolution.path
    kept.outOfContract = outcome.resolution.outOfContract
    guard kept == outcome.resolution, outcome.wrongAnswers == 0 else { return false }
    guard outcome.raised.isEmpty, outcome.events.isEmpty else { return false }
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      let kept = Outcome.RanAction(action: ran.action, station: ran.station, frame: ErrorRecord.recorded)
      guard kept == ran else { return false }
    }
    return true
  }

  /// What tells one outcome from another, each list behind its length.
  private static func key(_ outcome: borrowing Outcome) -> [Int32] {
    let resolution = outcome.resolution
    var key = [
      Int32(resolution.evaluation.rawValue), Int32(resolution.state.rawValue), resolution.station.raw,
      resolution.category.raw, resolution.root.raw,
    ]
    func add<Element>(_ list: borrowing Buffer<Index<Element>>) {
      key.append(Int32(list.count))
      for index in 0..<list.count { key.append(list[index].raw) }
    }
    add(outcome.path)
    add(outcome.fired)
    add(outcome.outOfContract)
    for index in 0..<outcome.actions.count {
      key.append(outcome.actions[index].action.raw)
      key.append(outcome.actions[index].station.raw)
    }
    return key
  }
}

internal import Bytes
internal import Records

/// What came of errors that nothing but questions decided: whole outcomes, each once, by number.
struct KnownAnswers: ~Copyable {
  /// One outcome; what it lists stands among ``numbers``, one list after the other.
  struct Answer: BitwiseCopyable {
    let resolution: Outcome.Resolution
    let path: Run
    let fired: Run
    /// Pairs of an action and its station.
    let actions: Run
    let outOfContract: Run
    /// What stands behind the head of its resolution, among ``texts``; empty where each error has its own.
    var text: Run = 0..<0
  }

  private var answers = Buffer<Answer>()
  /// By number: whether it handles the error.
  private var handles = Buffer<Bool>()
  private var numbers = Buffer<Int32>()
  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var known: [[Int32]: Int32] = [:]
  private let limit: Int
  /// How often there was no room to learn more.
  private(set) var timesRefused = 0

  init(_ limits: LearningLimits) {
    limit = limits.outcomes
  }

  var count: Int { answers.count }

  /// Whether an answer handles the error.
  @inline(__always)
  func handles(_ number: Int32) -> Bool { handles[Int(number)] }

  /// The resolution of an answer.
  func resolution(_ number: Int32) -> Outcome.Resolution { answers[Int(number)].resolution }

  /// The number of an outcome, or nil where no more can be kept, or more came of the error than is kept here.
  mutating func number(of outcome: borrowing Outcome) -> Int32? {
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
    let number = Int32(answers.count)
    answers.append(
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
  mutating func write(_ number: Int32, _ text: ByteSlice) {
    let start = Int32(texts.count)
    texts.append(text)
    answers[Int(number)].text = start..<Int32(texts.count)
  }

  /// Whether the text of an answer is kept.
  func isWritten(_ number: Int32) -> Bool { !answers[Int(number)].text.isEmpty }

  func append(_ number: Int32, to text: inout Buffer<UInt8>) {
    let run = answers[Int(number)].text
    text.append(texts.slice(Int(run.startIndex)..<Int(run.endIndex)))
  }

  /// Makes an outcome what it was.
  func restore(_ number: Int32, to outcome: inout Outcome) {
    let answer = answers[Int(number)]
    outcome.reset()
    outcome.resolution = answer.resolution
    for place in answer.path { outcome.path.append(numbers[Int(place)]) }
    for place in answer.fired { outcome.fired.append(numbers[Int(place)]) }
    for place in answer.outOfContract { outcome.outOfContract.append(numbers[Int(place)]) }
    var place = Int(answer.actions.startIndex)
    while place < Int(answer.actions.endIndex) {
      outcome.actions.append(
        Outcome.RanAction(action: numbers[place], station: numbers[place + 1], frame: ErrorRecord.recorded)
      )
      place += 2
    }
  }

  private mutating func note(_ list: borrowing Buffer<Int32>) -> Run {
    let start = Int32(numbers.count)
    for index in 0..<list.count { numbers.append(list[index]) }
    return start..<Int32(numbers.count)
  }

  private mutating func noteActions(_ outcome: borrowing Outcome) -> Run {
    let start = Int32(numbers.count)
    for index in 0..<outcome.actions.count {
      numbers.append(outcome.actions[index].action)
      numbers.append(outcome.actions[index].station)
    }
    return start..<Int32(numbers.count)
  }

  /// Whether an outcome is no more than ``restore(_:to:)`` makes of what ``key(_:)`` tells.
  private static func keeps(_ outcome: borrowing Outcome) -> Bool {
    var kept = Outcome.Resolution()
    kept.evaluation = outcome.resolution.evaluation
    kept.isHandled = outcome.resolution.isHandled
    kept.isIgnored = outcome.resolution.isIgnored
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
      Int32(resolution.evaluation.rawValue), resolution.isHandled ? 1 : 0, resolution.isIgnored ? 1 : 0,
      resolution.station, resolution.category, resolution.root,
    ]
    func add(_ list: borrowing Buffer<Int32>) {
      key.append(Int32(list.count))
      for index in 0..<list.count { key.append(list[index]) }
    }
    add(outcome.path)
    add(outcome.fired)
    add(outcome.outOfContract)
    for index in 0..<outcome.actions.count {
      key.append(outcome.actions[index].action)
      key.append(outcome.actions[index].station)
    }
    return key
  }
}

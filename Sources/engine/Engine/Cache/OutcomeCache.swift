public import Bytes
internal import Records

@usableFromInline package typealias CachedOutcomeIndex = Index<OutcomeCache.Entry>

/// Distinct outcomes that questions alone decided, by index.
@usableFromInline package struct OutcomeCache: ~Copyable {
  /// One outcome; its lists are stored one after the other in ``numbers``.
  @usableFromInline package struct Entry: BitwiseCopyable {
    let resolution: Outcome.Resolution
    let path: IndexRange<Int32>
    let fired: IndexRange<Int32>
    let actions: IndexRange<Int32>
    let outOfContract: IndexRange<Int32>
    /// The resolution after its head, in ``texts``; empty if it contains values of the error.
    var text = IndexRange<UInt8>.empty
  }

  private var entries = Buffer<Entry>()
  private var handles = Buffer<Bool>()
  private var numbers = Buffer<Int32>()
  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var known: [[Int32]: CachedOutcomeIndex] = [:]
  private let limit: Int
  private(set) var timesRejected = 0

  init(_ limits: CacheLimits) {
    limit = limits.outcomes
  }

  var count: Int { entries.count }

  @inline(__always)
  func handles(_ number: CachedOutcomeIndex) -> Bool { handles[Int(number)] }

  func resolution(_ number: CachedOutcomeIndex) -> Outcome.Resolution { entries[number].resolution }

  /// The index of an outcome; nil if the cache is full or the outcome has parts that are not stored here.
  mutating func number(of outcome: borrowing Outcome) -> CachedOutcomeIndex? {
    guard Self.keeps(outcome) else { return nil }
    let key = Self.key(outcome)
    if let number = known[key] { return number }
    guard entries.count < limit else {
      timesRejected += 1
      return nil
    }
    let path = note(outcome.path)
    let fired = note(outcome.fired)
    let actions = noteActions(outcome)
    let outOfContract = note(outcome.outOfContract)
    let number = entries.append(
      Entry(
        resolution: outcome.resolution, path: path, fired: fired, actions: actions,
        outOfContract: outOfContract))
    handles.append(outcome.isHandled)
    known[key] = number
    return number
  }

  mutating func write(_ number: CachedOutcomeIndex, _ text: ByteSlice) {
    let start = texts.endIndex
    texts.append(text)
    entries[number].text = start..<texts.endIndex
  }

  func isWritten(_ number: CachedOutcomeIndex) -> Bool { !entries[number].text.isEmpty }

  func append(_ number: CachedOutcomeIndex, to text: inout Buffer<UInt8>) {
    text.append(texts.slice(entries[number].text))
  }

  func restore(_ number: CachedOutcomeIndex, to outcome: inout Outcome) {
    let entry = entries[number]
    outcome.reset()
    outcome.resolution = entry.resolution
    for place in entry.path { outcome.path.append(Index(numbers[place])) }
    for place in entry.fired { outcome.fired.append(Index(numbers[place])) }
    for place in entry.outOfContract { outcome.outOfContract.append(Index(numbers[place])) }
    var place = entry.actions.startIndex
    while place < entry.actions.endIndex {
      let (action, clause) = (numbers[place], numbers[place + 1])
      outcome.actions.append(
        Outcome.RanAction(action: Index(action), clause: Index(clause), errorNode: ErrorRecord.recorded))
      place += 2
    }
  }

  private mutating func note<Element>(_ list: borrowing Buffer<Index<Element>>) -> IndexRange<Int32> {
    let start = numbers.endIndex
    for index in 0..<list.count { numbers.append(list[index].raw) }
    return start..<numbers.endIndex
  }

  private mutating func noteActions(_ outcome: borrowing Outcome) -> IndexRange<Int32> {
    let start = numbers.endIndex
    for index in 0..<outcome.actions.count {
      numbers.append(outcome.actions[index].action.raw)
      numbers.append(outcome.actions[index].clause.raw)
    }
    return start..<numbers.endIndex
  }

  /// Whether ``key(_:)`` and ``restore(_:to:)`` preserve the whole outcome.
  private static func keeps(_ outcome: borrowing Outcome) -> Bool {
    var kept = Outcome.Resolution()
    kept.evaluation = outcome.resolution.evaluation
    kept.state = outcome.resolution.state
    kept.clause = outcome.resolution.clause
    kept.category = outcome.resolution.category
    kept.root = outcome.resolution.root
    kept.path = outcome.resolution.path
    kept.outOfContract = outcome.resolution.outOfContract
    guard kept == outcome.resolution, outcome.wrongAnswers == 0 else { return false }
    guard outcome.raised.isEmpty, outcome.events.isEmpty, outcome.exhausted.isEmpty else { return false }
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      let kept = Outcome.RanAction(action: ran.action, clause: ran.clause, errorNode: ErrorRecord.recorded)
      guard kept == ran else { return false }
    }
    return true
  }

  /// The identity of an outcome: its values and lists, each list after its length.
  private static func key(_ outcome: borrowing Outcome) -> [Int32] {
    let resolution = outcome.resolution
    var key = [
      Int32(resolution.evaluation.rawValue), Int32(resolution.state.rawValue), resolution.clause.raw,
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
      key.append(outcome.actions[index].clause.raw)
    }
    return key
  }
}

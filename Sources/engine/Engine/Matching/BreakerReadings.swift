internal import Records
internal import Bytes

/// A breaker as an error of a key finds it.
struct BreakerReading: BitwiseCopyable {
  /// The errors that it counted for the key within its window, at most as many as open it.
  var count: Int32 = 0
  var isOpen = false
  /// When it opened, in microseconds, if it is open.
  var since: Int64 = 0
}

extension BreakerReading {
  /// The size of a reading, as numbers that a rerun of the evaluation reads again.
  static let words = 4

  var words: [Int32] {
    [
      count, isOpen ? 1 : 0, Int32(truncatingIfNeeded: since >> 32), Int32(truncatingIfNeeded: since),
    ]
  }

  init(words: ArraySlice<Int32>) {
    let first = words.startIndex
    count = words[first]
    isOpen = words[first + 1] == 1
    since = Int64(words[first + 2]) << 32 | Int64(UInt32(bitPattern: words[first + 3]))
  }
}

/// Every breaker as the current error finds it. Nothing is known until the state is read.
struct BreakerReadings: ~Copyable {
  private var epoch: UInt32 = 0
  private var readings = Buffer<BreakerReading>(capacity: 1)

  @inline(__always)
  func areKnown(at epoch: UInt32) -> Bool { self.epoch == epoch && !readings.isEmpty }

  subscript(breaker: BreakerIndex) -> BreakerReading { readings[Int(breaker)] }

  /// - Parameter epoch: of the error.
  mutating func begin(at epoch: UInt32) {
    self.epoch = epoch
    readings.removeAll()
  }

  /// Adds a reading, in the order of the breakers.
  mutating func add(_ reading: BreakerReading) { readings.append(reading) }

  mutating func forget() { readings.removeAll() }
}

extension ErrorMatcher {
  mutating func beginBreakers() { breakers.begin(at: index.epoch) }

  /// Whether one of the breakers that an instruction asks is open; unknown before they are read.
  mutating func isOpen<Sink: StepSink & ~Copyable>(_ step: ConditionInstruction, _ sink: inout Sink) -> Truth
  {
    guard breakers.areKnown(at: index.epoch) else { return .unknown }
    var isOpen = false
    for place in step.operand..<(step.operand + step.count) {
      let breaker = tables.askedBreakers[Int(place)]
      let reading = breakers[breaker]
      isOpen = isOpen || reading.isOpen
      sink.reads(reading, of: tables.breakers[breaker], at: breaker)
    }
    sink.compares(step, with: .missing, holds: isOpen)
    return Truth(isOpen)
  }
}

extension StepSink where Self: ~Copyable {
  @inline(__always)
  mutating func reads(_ reading: BreakerReading, of breaker: CompiledBreaker, at index: BreakerIndex) {
    let state = StateReading.breaker(
      Int(index), count: reading.count, atLeast: breaker.atLeast,
      openSince: reading.isOpen ? reading.since : nil)
    reads(state, key: breaker.per, within: breaker.within)
  }
}

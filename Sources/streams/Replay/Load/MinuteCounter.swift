internal import Counting
/// Counts of minutes in the order of time. Past minutes are summed up to bound memory.
struct MinuteCounter {
  /// The horizon in minutes; tries due later are not counted.
  static let horizon: Int64 = 1_440

  /// The tries that rules add, by minute and upstream; the first tries, which need no rule, by minute.
  private var open: [Int64: [Int32: Int]] = [:]
  private var firsts: [Int64: Int] = [:]
  private var now = Int64.min
  private(set) var minutes = 0
  private(set) var peak = 0
  private(set) var peakMinute: Int64?
  private(set) var peaks: [Int32: (count: Int, minute: Int64)] = [:]
  /// First and added tries.
  private(set) var worst: (minute: Int64, tries: RetryLoad.Tries)?
  private var added = StepSums()
  private var all = StepSums()

  mutating func add(_ upstream: Int32, at minute: Int64) {
    open[minute, default: [:]][upstream, default: 0] += 1
  }

  mutating func add(firsts count: Int, at minute: Int64) {
    firsts[minute, default: 0] += count
  }

  mutating func advance(to minute: Int64) {
    guard minute > now else { return }
    now = minute
    let over = open.keys.filter { $0 < minute } + firsts.keys.filter { $0 < minute && open[$0] == nil }
    for past in over.sorted() { close(past) }
  }

  mutating func finish() { advance(to: .max) }

  /// The timeline from the first minute with an added try.
  var timeline: RetryLoad.Timeline? {
    added.sums.isEmpty
      ? nil : RetryLoad.Timeline(start: added.start, width: added.width, tries: added.sums.map { $0.added })
  }

  /// The tries from the first minute with a try.
  var overTime: RetryLoad.OverTime? {
    all.sums.isEmpty ? nil : RetryLoad.OverTime(start: all.start, width: all.width, tries: all.sums)
  }

  private mutating func close(_ minute: Int64) {
    let counts = open.removeValue(forKey: minute) ?? [:]
    var tries = RetryLoad.Tries(firsts: firsts.removeValue(forKey: minute) ?? 0)
    for (upstream, count) in counts {
      tries.added += count
      if count > peaks[upstream]?.count ?? 0 { peaks[upstream] = (count, minute) }
    }
    if tries.all > worst?.tries.all ?? 0 { worst = (minute, tries) }
    all.add(tries, at: minute)
    guard !counts.isEmpty else { return }
    minutes += 1
    if tries.added > peak { (peak, peakMinute) = (tries.added, minute) }
    added.add(tries, at: minute)
  }
}

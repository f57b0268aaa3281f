/// Counts by minute in the order of time. Past minutes are summed up to bound memory.
struct MinuteCounter {
  /// The horizon in minutes; tries due later are not counted.
  static let horizon: Int64 = 1_440
  private static let steps = 240

  private var open: [Int64: [Int32: Int]] = [:]
  private var now = Int64.min
  private(set) var minutes = 0
  private(set) var peak = 0
  private(set) var peakMinute: Int64?
  /// By upstream: the peak count of a minute, and that minute.
  private(set) var peaks: [Int32: (count: Int, minute: Int64)] = [:]
  private var start: Int64 = 0
  private var width: Int64 = 1
  private var sums: [Int] = []

  /// Counts a try in the current minute or a later one.
  mutating func add(_ upstream: Int32, at minute: Int64) {
    open[minute, default: [:]][upstream, default: 0] += 1
  }

  mutating func advance(to minute: Int64) {
    guard minute > now else { return }
    now = minute
    for past in open.keys.filter({ $0 < minute }).sorted() { close(past) }
  }

  mutating func finish() { advance(to: .max) }

  var timeline: RetryLoad.Timeline? {
    sums.isEmpty ? nil : RetryLoad.Timeline(start: start, width: width, tries: sums)
  }

  private mutating func close(_ minute: Int64) {
    guard let counts = open.removeValue(forKey: minute) else { return }
    let total = counts.values.reduce(0, +)
    minutes += 1
    if total > peak { (peak, peakMinute) = (total, minute) }
    for (upstream, count) in counts where count > peaks[upstream]?.count ?? 0 {
      peaks[upstream] = (count, minute)
    }
    sum(total, at: minute)
  }

  /// Minutes are closed in order, so the timeline grows only at its end.
  private mutating func sum(_ total: Int, at minute: Int64) {
    if sums.isEmpty { start = minute }
    while (minute - start) / width >= Int64(Self.steps) {
      width *= 2
      let halves = stride(from: 0, to: sums.count, by: 2)
      sums = halves.map { sums[$0] + ($0 + 1 < sums.count ? sums[$0 + 1] : 0) }
    }
    let step = Int((minute - start) / width)
    if sums.count <= step { sums += Array(repeating: 0, count: step + 1 - sums.count) }
    sums[step] += total
  }
}

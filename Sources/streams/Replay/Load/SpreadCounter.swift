/// A histogram of durations with constant memory.
struct SpreadCounter {
  /// 32 steps for each doubling.
  private var counts: [Int] = []
  private var count = 0
  private var total = 0
  private var longest = 0

  mutating func add(_ milliseconds: Int64) {
    let value = Int(max(0, milliseconds))
    let place = Self.place(of: value)
    if counts.count <= place { counts += Array(repeating: 0, count: place + 1 - counts.count) }
    counts[place] += 1
    count += 1
    total = total.addingReportingOverflow(value).overflow ? .max : total + value
    longest = max(longest, value)
  }

  var spread: RetryLoad.Spread {
    RetryLoad.Spread(count: count, total: total, median: at(50), most: at(95), longest: longest)
  }

  /// Rounded down to its step.
  private func at(_ percent: Int) -> Int {
    guard count > 0 else { return 0 }
    var left = (count * percent + 99) / 100
    for (place, number) in counts.enumerated() {
      left -= number
      if left <= 0 { return min(longest, Self.least(at: place)) }
    }
    return longest
  }

  private static func place(of value: Int) -> Int {
    guard value >= 32 else { return value }
    let shift = Int.bitWidth - value.leadingZeroBitCount - 6
    return (shift + 1) * 32 + (value >> shift) - 32
  }

  private static func least(at place: Int) -> Int {
    guard place >= 32 else { return place }
    let shift = place / 32 - 1
    return (place % 32 + 32) << shift
  }
}

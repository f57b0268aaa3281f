/// Sums in the order of time. Above ``limit`` steps, their length is doubled.
struct StepSums {
  private static let limit = 240

  private(set) var start: Int64 = 0
  private(set) var width: Int64 = 1
  private(set) var sums: [RetryLoad.Tries] = []

  /// Minutes come in order, so the steps grow only at their end.
  mutating func add(_ tries: RetryLoad.Tries, at minute: Int64) {
    if sums.isEmpty { start = minute }
    while (minute - start) / width >= Int64(Self.limit) {
      width *= 2
      sums = stride(from: 0, to: sums.count, by: 2).map {
        $0 + 1 < sums.count ? sums[$0] + sums[$0 + 1] : sums[$0]
      }
    }
    let step = Int((minute - start) / width)
    while sums.count <= step { sums.append(RetryLoad.Tries()) }
    sums[step] += tries
  }
}

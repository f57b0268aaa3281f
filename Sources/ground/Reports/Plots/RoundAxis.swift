/// The upper end of an axis from 0 to a round number, whose half is round as well.
enum RoundAxis {
  private static let units = [1, 2, 3, 4, 5, 6, 8]
  private static let tens = [10, 15, 20, 25, 30, 40, 50, 60, 80]
  private static let largest = Int.max / 2_000

  static func top(for most: Int) -> Int {
    if let half = units.first(where: { $0 * 2 >= most }) { return half * 2 }
    var scale = 1
    while scale < largest {
      if let half = tens.first(where: { $0 * 2 * scale >= most }) { return half * 2 * scale }
      scale *= 10
    }
    return most
  }
}

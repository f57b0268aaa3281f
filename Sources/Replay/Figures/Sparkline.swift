package enum Sparkline {
  /// One mark for each number: a dot for 0, else an eighth to eight eighths of a block.
  ///
  /// - Parameter most: the number of a full block.
  package static func text(of numbers: [Int], most: Int) -> String {
    let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return numbers.map { number in
      number <= 0 || most <= 0 ? "·" : blocks[min(8, (number * 8 + most - 1) / most) - 1]
    }.joined()
  }
}

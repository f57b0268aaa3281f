package enum Sparkline {
  /// A dot for 0, else one to eight eighths of a block for each number.
  ///
  /// - Parameter most: a full block.
  package static func text(of numbers: [Int], most: Int) -> String {
    let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return numbers.map { number in
      number <= 0 || most <= 0 ? "·" : blocks[min(8, (number * 8 + most - 1) / most) - 1]
    }.joined()
  }
}

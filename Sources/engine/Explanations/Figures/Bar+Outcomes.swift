package import Reports

extension Bar {
  /// A bar of the errors with each outcome.
  ///
  /// - Parameter total: the number that the full width stands for.
  package static func outcomes(_ counts: [Int], of total: Int) -> Bar {
    Bar(
      ShownOutcome.displayOrder.filter { counts[$0.rawValue] > 0 }.map {
        Part(counts[$0.rawValue], look: $0.look)
      }, of: total)
  }
}

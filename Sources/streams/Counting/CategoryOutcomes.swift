internal import Bytes
internal import Engine
package import Records

/// Errors by category, evaluation, and whether they were handled.
package struct CategoryOutcomes: ~Copyable {
  private var counts: Counters
  /// The last one counts errors without a category.
  private let categories: Int
  private static let evaluations = Evaluation.allCases.count

  init(_ chain: ResponderChain) {
    categories = chain.categories.count + 1
    counts = Counters(count: categories * Self.evaluations * 2)
  }

  @inline(__always)
  mutating func count(_ resolution: Outcome.Resolution, times: Int) {
    let category = resolution.category.place ?? categories - 1
    counts[place(category, Int(resolution.evaluation.rawValue)) + (resolution.isHandled ? 1 : 0)] += times
  }

  package func errors(ofCategory category: Int) -> Int {
    (0..<Self.evaluations).reduce(0) { $0 + handled(category, $1) } + unhandled(category)
  }

  package func errors(evaluatedAs evaluation: Evaluation) -> Int {
    (0..<categories).reduce(0) { sum, category in
      let place = place(category, Int(evaluation.rawValue))
      return sum + counts[place] + counts[place + 1]
    }
  }

  package func handled(_ category: Int, _ evaluation: Int) -> Int { counts[place(category, evaluation) + 1] }

  package func unhandled(_ category: Int) -> Int {
    (0..<Self.evaluations).reduce(0) { $0 + counts[place(category, $1)] }
  }

  private func place(_ category: Int, _ evaluation: Int) -> Int {
    (category * Self.evaluations + evaluation) * 2
  }

  mutating func take(_ other: inout CategoryOutcomes) { counts.take(&other.counts) }

  mutating func code(with coder: inout ByteCoder) { coder.code(&counts) }
}

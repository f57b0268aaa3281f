public import Bytes

/// How many errors got each known answer and are not counted further yet.
@usableFromInline
package struct AnswerCounts: ~Copyable {
  @usableFromInline var counts = Buffer<Int>()
  private var pending = Buffer<AnswerIndex>()

  package init() {}

  /// Counts an error that got the answer of a number.
  @inlinable @inline(__always)
  package mutating func count(_ number: AnswerIndex) {
    if Int(number) < counts.count, counts[Int(number)] > 0 {
      counts[Int(number)] += 1
    } else {
      begin(number)
    }
  }

  /// Counts the first error that got an answer.
  @usableFromInline
  mutating func begin(_ number: AnswerIndex) {
    if counts.count <= Int(number) { counts.append(repeating: 0, count: Int(number) + 1 - counts.count) }
    pending.append(number)
    counts[Int(number)] = 1
  }

  /// Takes one of the answers that were counted, and how often; nil where there is none.
  package mutating func take() -> (number: AnswerIndex, times: Int)? {
    guard !pending.isEmpty else { return nil }
    let number = pending[pending.count - 1]
    pending.removeLast(1)
    defer { counts[Int(number)] = 0 }
    return (number, counts[Int(number)])
  }
}

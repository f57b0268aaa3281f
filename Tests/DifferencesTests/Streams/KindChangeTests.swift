import RuleEngine
import Testing

@testable import Differences

@Suite("A kind of error in two streams")
struct KindChangeTests {
  /// The change of a number of errors in two streams, the second of which is so many times as long.
  private func change(_ before: Int, _ after: Int, times: Int64 = 1) -> KindChange.Change {
    func span(_ seconds: Int64) -> CoveredSpan {
      .known(first: .init(microseconds: 0), last: .init(microseconds: seconds * 1_000_000))
    }
    return ComparedLengths(span(3_600), span(3_600 * times)).change(before, after)
  }

  @Test(
    "has grown or shrunk if its rate doubled or halved beyond chance",
    arguments: [
      (5, 30, KindChange.Change.grown), (30, 5, .shrunk), (1, 11, .grown), (1, 10, .similar),
      (5, 19, .similar),
      (1_000, 1_900, .similar), (1_000, 2_000, .grown), (1, 9, .similar), (7, 7, .similar),
    ]
  )
  func rates(_ before: Int, _ after: Int, _ expected: KindChange.Change) {
    #expect(change(before, after) == expected)
  }

  @Test("is compared by its rate, not by its number")
  func lengths() {
    #expect(change(10, 40, times: 4) == .similar)
    #expect(change(100, 100, times: 2) == .shrunk)
    #expect(change(10, 200, times: 4) == .grown)
  }

  @Test("with few errors says nothing, however long the other stream is")
  func few() {
    #expect(change(3, 3, times: 30_000) == .similar)
  }

  @Test("is compared by its number if a stream has no times")
  func untimed() {
    let lengths = ComparedLengths(.unknown("no record has a time"), .unknown("no record has a time"))
    #expect(!lengths.areKnown && lengths.change(5, 30) == .grown && lengths.ratio(5, 30) == 6)
  }
}

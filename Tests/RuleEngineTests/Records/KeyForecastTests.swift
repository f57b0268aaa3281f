@testable import Records
@testable import Source
import Testing

@Suite("Which key is expected next")
final class KeyForecastTests {
  /// Nodes are only compared.
  private let none = KeyForecast.Node.allocate(capacity: 256)

  deinit { none.deallocate() }

  private func node(_ number: Int) -> KeyForecast.Node { none + number }

  @Test("is the first one seen, and beside it the last that was neither")
  func learning() {
    var guess = KeyGuess(none: none)
    guess.learn(node(1), none: none)
    #expect(guess.likely == node(1))
    guess.learn(node(2), none: none)
    guess.learn(node(3), none: none)
    #expect(guess.likely == node(1))
    #expect(guess.other == node(3))
    #expect(guess.expects(node(1)))
    #expect(guess.expects(node(3)))
    #expect(!guess.expects(node(2)))
  }

  @Test("stays the likely one through odd records, however many")
  func staying() {
    var guess = KeyGuess(none: none)
    guess.learn(node(1), none: none)
    for odd in 2...199 {
      guess.learn(node(odd), none: none)
      guess.wasOther()
    }
    #expect(guess.likely == node(1))
  }

  @Test("becomes the other one where that goes on to follow")
  func changing() {
    var guess = KeyGuess(none: none)
    guess.learn(node(1), none: none)
    guess.learn(node(2), none: none)
    for _ in 1...200 where guess.likely != node(2) { guess.wasOther() }
    #expect(guess.likely == node(2))
    #expect(guess.other == node(1))
  }

  @Test("is seldom another one where two follow as often")
  func alternating() {
    var guess = KeyGuess(none: none)
    guess.learn(node(1), none: none)
    guess.learn(node(2), none: none)
    var changes = 0
    for record in 1...100_000 {
      let likely = guess.likely
      if likely != node(1 + record % 2) { guess.wasOther() }
      if guess.likely != likely { changes += 1 }
    }
    // After 64, 128, 256 … times that it was the other: 2,000 changes if it were after 64 each time.
    #expect((1...12).contains(changes))
  }
}

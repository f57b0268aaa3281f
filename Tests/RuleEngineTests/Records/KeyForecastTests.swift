@testable import Records
@testable import Source
import Testing

@Suite("The forecast of the next key")
final class KeyForecastTests {
  /// Nodes are only compared.
  private let none = KeyForecast.Node.allocate(capacity: 256)

  deinit { none.deallocate() }

  private func node(_ number: Int) -> KeyForecast.Node { none + number }

  @Test("offers the first key seen, and the last other one")
  func adding() {
    var guess = KeyGuess(none: none)
    guess.add(node(1), none: none)
    #expect(guess.likely == node(1))
    guess.add(node(2), none: none)
    guess.add(node(3), none: none)
    #expect(guess.likely == node(1))
    #expect(guess.other == node(3))
    #expect(guess.expects(node(1)))
    #expect(guess.expects(node(3)))
    #expect(!guess.expects(node(2)))
  }

  @Test("keeps its first choice through any number of odd records")
  func staying() {
    var guess = KeyGuess(none: none)
    guess.add(node(1), none: none)
    for odd in 2...199 {
      guess.add(node(odd), none: none)
      guess.wasOther()
    }
    #expect(guess.likely == node(1))
  }

  @Test("switches to the other key if that one keeps following")
  func changing() {
    var guess = KeyGuess(none: none)
    guess.add(node(1), none: none)
    guess.add(node(2), none: none)
    for _ in 1...200 where guess.likely != node(2) { guess.wasOther() }
    #expect(guess.likely == node(2))
    #expect(guess.other == node(1))
  }

  @Test("rarely switches if two keys follow equally often")
  func alternating() {
    var guess = KeyGuess(none: none)
    guess.add(node(1), none: none)
    guess.add(node(2), none: none)
    var changes = 0
    for record in 1...100_000 {
      let likely = guess.likely
      if likely != node(1 + record % 2) { guess.wasOther() }
      if guess.likely != likely { changes += 1 }
    }
    // After it was the other one 64, 128, 256 … times. With 64 each time there would be 2,000 changes.
    #expect((1...12).contains(changes))
  }
}

import Edits
import Testing

struct EditRoundTests {
  private func round(_ text: String, _ edits: [(Range<Int>, String)]) -> (text: String, waiting: Int) {
    let round = EditRound(edits.map { SourceEdit($0.0, $0.1) }, in: Array(text.utf8))
    return (String(decoding: round.text, as: UTF8.self), round.waiting.count)
  }

  @Test("Edits are made together in any order, and change nothing else")
  func makesEdits() {
    let text = "a: one\nb:\ttwo  # é\r\n\nc: three"
    #expect(
      round(text, [(25..<30, "3"), (3..<6, "1"), (0..<0, "# top\n")]) == (
        "# top\na: 1\nb:\ttwo  # é\r\n\nc: 3", 0
      )
    )
  }

  @Test("Of two overlapping edits the later waits; a duplicate is made once")
  func refusesOverlaps() {
    #expect(round("abcdef", [(1..<4, "x"), (3..<5, "y")]) == ("axef", 1))
    #expect(round("abcdef", [(3..<5, "y"), (1..<4, "x")]) == ("abcyf", 1))
    #expect(round("abcdef", [(1..<3, "x"), (1..<3, "x")]) == ("axdef", 0))
    #expect(round("abcdef", [(1..<3, "x"), (3..<5, "y")]) == ("axyf", 0))
  }

  @Test("A second insertion at one place, or at the edge of a replacement, waits")
  func refusesInsertionsAtOnePlace() {
    #expect(round("abc", [(1..<1, "x"), (1..<1, "y")]) == ("axbc", 1))
    #expect(round("abc", [(1..<2, "x"), (2..<2, "y")]) == ("axc", 1))
    #expect(round("abc", [(1..<2, "x"), (3..<3, "y")]) == ("axcy", 0))
  }

  @Test("An edit beyond the text waits")
  func refusesEditsBeyondTheText() {
    #expect(round("abc", [(2..<9, "x")]) == ("abc", 1))
  }

  @Test("Inserted lines get the file's line endings, and a byte order mark is kept")
  func keepsLineEndings() {
    #expect(
      round("\u{FEFF}a: 1\r\nb: 2\r\n", [(9..<9, "x: 3\ny: 4\n")]).text
        == "\u{FEFF}a: 1\r\nx: 3\r\ny: 4\r\nb: 2\r\n"
    )
    #expect(round("a: 1\r\nb: 2", [(6..<6, "x: 3\n")]).text == "a: 1\r\nx: 3\r\nb: 2")
    #expect(round("a: 1\nb: 2\nc: 3\r\n", [(0..<0, "x: 3\n")]).text == "x: 3\na: 1\nb: 2\nc: 3\r\n")
    #expect(round("a: 1\r\nb: 2\r\n", [(0..<0, "x: 3\r\n")]).text == "x: 3\r\na: 1\r\nb: 2\r\n")
  }
}

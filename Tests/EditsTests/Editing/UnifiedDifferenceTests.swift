import Edits
import Foundation
import Testing

struct UnifiedDifferenceTests {
  private func difference(_ before: String, _ after: String) -> String {
    UnifiedDifference.text(Array(before.utf8), Array(after.utf8), name: "f")
  }

  @Test("Equal texts have no difference")
  func isEmptyForEqualTexts() { #expect(difference("a\n", "a\n").isEmpty) }

  @Test("A change has three lines of context; distant changes are in separate hunks")
  func hasContext() {
    let lines = (1...20).map { "\($0)" }
    var other = lines
    other[4] = "five"
    other.remove(at: 15)
    let text = difference(lines.joined(separator: "\n") + "\n", other.joined(separator: "\n") + "\n")
    #expect(
      text == """
        --- f
        +++ f
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
        @@ -13,7 +13,6 @@
         13
         14
         15
        -16
         17
         18
         19

        """
    )
  }

  @Test("A missing final line feed is marked")
  func saysMissingLineFeed() {
    #expect(
      difference("a\nb", "a\nb\n") == """
        --- f
        +++ f
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +b

        """
    )
    #expect(difference("", "a\n") == "--- f\n+++ f\n@@ -0,0 +1 @@\n+a\n")
    #expect(difference("a\n", "") == "--- f\n+++ f\n@@ -1 +0,0 @@\n-a\n")
  }

  @Test("Applying the difference of random texts gives the other text, and it is minimal")
  func isApplied() {
    var random = SplitMix(7)
    for _ in 0..<300 {
      let before = (0..<random.next(30)).map { _ in ["a", "b", "c", "d"][random.next(4)] }
      var after = before
      for _ in 0..<random.next(6) {
        if !after.isEmpty, random.next(2) == 0 {
          after.remove(at: random.next(after.count))
        } else {
          after.insert(["a", "b", "x"][random.next(3)], at: random.next(after.count + 1))
        }
      }
      let text = difference(before.map { $0 + "\n" }.joined(), after.map { $0 + "\n" }.joined())
      #expect(apply(text, to: before) == after)
      let changed = text.split(separator: "\n").count {
        ($0.hasPrefix("+") || $0.hasPrefix("-")) && $0.count == 2
      }
      #expect(changed == before.count + after.count - 2 * commonLength(before, after))
    }
  }

  @Test("Texts without common lines are one change, found quickly")
  func givesUpInTime() {
    let before = (0..<5_000).map { "a\($0)\n" }.joined()
    let after = (0..<5_000).map { "b\($0)\n" }.joined()
    #expect(difference(before, after).utf8.count > 50_000)
  }

  private func apply(_ difference: String, to before: [String]) -> [String] {
    var result: [String] = []
    var index = 0
    for line in difference.split(separator: "\n").dropFirst(2) {
      if line.hasPrefix("@@") {
        let field = line.split(separator: " ")[1].dropFirst().split(separator: ",")
        let start = (Int(field[0]) ?? 0) - (field.count > 1 && field[1] == "0" ? 0 : 1)
        while index < start {
          result.append(before[index])
          index += 1
        }
      } else if line.hasPrefix("+") {
        result.append(String(line.dropFirst()))
      } else {
        if line.hasPrefix(" ") { result.append(before[index]) }
        index += 1
      }
    }
    return result + before[min(index, before.count)...]
  }

  /// The length of the longest common subsequence.
  private func commonLength(_ left: [String], _ right: [String]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for a in left {
      var diagonal = 0
      for (index, b) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = a == b ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }
}

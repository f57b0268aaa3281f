import Foundation
import Patterns
import Testing

@Suite("Unicode tables against google-re2", .serialized, .enabled(if: RE2Oracle.isHere, "PyPI's google-re2"))
struct RE2UnicodeTests {
  /// Where google-re2's tables, which are of another version of Unicode, differ: a class and a range, a line each.
  private var listed: Set<String> {
    let path = TestEnvironment.root.appendingPathComponent(
      "Tests/Fixtures/Patterns/re2-unicode-differences.txt"
    )
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return Set(text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))
  }

  @Test func `every property holds the scalars it holds there, but for a list`() throws {
    let python = try RE2Oracle.python.get()
    let folded = ["Lu", "Ll", "Lt", "Lo", "M", "N", "S"].map { "(?i)\\p{\($0)}" }
    let all = UnicodeProperty.names.map { "\\p{\($0)}" } + folded
    // The quick run asks only for classes that the list names.
    let named = Set(listed.map { String($0.prefix { $0 != " " }) })
    let classes = TestEnvironment.scaled(2, quick: 1) > 1 ? all : all.filter(named.contains)
    let output = try RE2Oracle.run(
      python,
      [RE2Oracle.script, "--classes"],
      input: Data(classes.joined(separator: "\n").utf8)
    )
    let answers = try output.split(separator: 0x0A).map {
      try JSONDecoder().decode([[UInt32]]?.self, from: Data($0))
    }
    #expect(answers.count == classes.count)
    var differences: Set<String> = []
    for (source, answer) in zip(classes, answers) {
      guard let answer else {
        differences.insert("\(source) refused")
        continue
      }
      guard case .scalars(let ours) = try Pattern(expression: source).node else { continue }
      let theirs = ScalarSet(answer.map { $0[0]...$0[1] })
      for range in ours.subtracting(theirs).ranges {
        differences.insert("\(source) here \(hexadecimal(range))")
      }
      for range in theirs.subtracting(ours).ranges {
        differences.insert("\(source) there \(hexadecimal(range))")
      }
    }
    for difference in differences.subtracting(listed).sorted() { Issue.record("\(difference) is not listed") }
    for difference in listed.subtracting(differences).sorted() {
      Issue.record("\(difference) is not a difference")
    }
    print(
      "google-re2: \(classes.count) classes compared on all scalars, \(differences.count) listed differences"
    )
  }

  @Test func `case is ignored in the same way`() throws {
    let python = try RE2Oracle.python.get()
    let cased = CaseFolding.cased + [0x31, 0x130, 0x131, 0x4E2D]
    let output = try RE2Oracle.run(
      python,
      [RE2Oracle.script, "--folding"],
      input: try JSONEncoder().encode(cased)
    )
    let answers = try output.split(separator: 0x0A).map {
      try JSONDecoder().decode([[UInt32]].self, from: Data($0))
    }
    #expect(answers.count == cased.count)
    for (scalar, answer) in zip(cased, answers) {
      let theirs = ScalarSet(answer.map { $0[0]...$0[1] })
      if theirs != ScalarSet(scalars: CaseFolding.orbit(of: scalar)) {
        Issue.record("\(scalar): \(theirs.ranges)")
      }
    }
    print("google-re2: \(cased.count) scalars ignore case in the same way")
  }

  private func hexadecimal(_ range: ClosedRange<UInt32>) -> String {
    String(range.lowerBound, radix: 16) + ".." + String(range.upperBound, radix: 16)
  }
}

extension ScalarSet {
  /// The scalars of the set that are not in `other`, surrogates left out.
  fileprivate func subtracting(_ other: ScalarSet) -> ScalarSet {
    inverted.union(other).union(ScalarSet([0xD800...0xDFFF])).inverted
  }
}

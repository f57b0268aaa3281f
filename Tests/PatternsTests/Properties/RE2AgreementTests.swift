import Foundation
import Patterns
import Testing

@Suite("Agreement with google-re2", .serialized, .enabled(if: RE2Oracle.isHere, "PyPI's google-re2"))
struct RE2AgreementTests {
  @Test func `generated patterns are accepted, found and taken apart as google-re2 does`() throws {
    var generator = PatternGenerator(seed: TestEnvironment.seed)
    let questions = (0..<TestEnvironment.scaled(5_600, quick: 280)).map { _ in
      let expression = generator.expression()
      return RE2Oracle.Question(
        pattern: expression,
        texts: (0..<4).map { _ in generator.text(for: expression) }
      )
    }
    let answers = try RE2Oracle.ask(questions)
    #expect(answers.count == questions.count)
    var pairs = 0
    var refused = 0
    var matched = 0
    for (question, answer) in zip(questions, answers) {
      guard let pattern = try? Pattern(expression: question.pattern) else {
        refused += 1
        if answer.error == nil { Issue.record("\(question.pattern.debugDescription) is refused") }
        continue
      }
      guard let found = answer.found, let full = answer.full else {
        Issue.record("\(question.pattern.debugDescription) is accepted, RE2: \(answer.error ?? "")")
        continue
      }
      let names = Dictionary(pattern.groupNames.map { ($0.name, $0.group) }, uniquingKeysWith: min)
      #expect(names == answer.names)
      let whole = try Pattern(expression: question.pattern, coversWholeText: true)
      for (index, text) in question.texts.enumerated() {
        pairs += 1
        if found[index] != nil { matched += 1 }
        compare(pattern, whole, text, found[index], full[index])
      }
    }
    print("google-re2: \(pairs) pairs agree, \(matched) of them match; \(refused) patterns refused by both")
    #expect(Double(matched) > Double(pairs) * 0.3)
  }

  private func compare(_ pattern: Pattern, _ whole: Pattern, _ text: String, _ found: [[Int]]?, _ full: Bool)
  {
    let what = "\(pattern.source.debugDescription) on \(text.debugDescription)"
    if pattern.makeSearcher().matches(text) != (found != nil) {
      Issue.record("\(what): RE2 says \(found != nil)")
    }
    if whole.makeSearcher().matches(text) != full { Issue.record("\(what), whole: RE2 says \(full)") }
    let extractor = pattern.makeExtractor()
    let range = Array(text.utf8).withRawBytes { extractor.firstMatch(in: $0) }
    let spans: [[Int]]? = range.map { _ in
      (0...pattern.groupCount).map { group in
        extractor.range(ofGroup: group).map { [$0.lowerBound, $0.upperBound] } ?? [-1, -1]
      }
    }
    if spans != found { Issue.record("\(what): \(spans ?? []), RE2 \(found ?? [])") }
  }
}

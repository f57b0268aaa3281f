import Edits
import Foundation
import RuleEngine
import TestSupport
import Testing

struct FormatterTests {
  private static let repository = Repository.root

  /// Every YAML and JSON file of the rule sets and of the faults.
  static let files: [String] = ["rules", "Tests/RuleEngineTests/Faults"].flatMap { folder in
    let url = repository.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }

  private func read(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.repository.appending(path: file)))
  }

  private func node(_ bytes: [UInt8], _ name: String) -> Node? {
    var diagnostics = Diagnostics()
    let node = SourceReader().read(name: name, bytes: bytes, into: &diagnostics).node
    return diagnostics.hasErrors ? nil : node
  }

  /// What is wrong with the formatting of a text; nil where nothing is, false where the text can't be read.
  private func fault(_ bytes: [UInt8], _ name: String) throws -> String? {
    let result = Formatter().format(name: name, bytes: bytes)
    guard let before = node(bytes, name) else {
      return result.text == nil ? nil : "what can't be read was formatted"
    }
    guard let text = result.text else {
      return "not formatted: \(result.diagnostics.map { "\($0.code): \($0.message)" })"
    }
    guard let after = node(text, name), before.isSame(as: after) else { return "the value changed" }
    let again = Formatter().format(name: name, bytes: text).text
    guard again == text else {
      return "not stable: \(String(decoding: again ?? [], as: UTF8.self))"
    }
    guard name.hasSuffix(".yaml"), before.members != nil || before.elements != nil else { return nil }
    let places = try CommentPlaces.of(bytes, name: name, isOrdered: false)
    let moved = try CommentPlaces.of(text, name: name, isOrdered: true)
    return places == moved ? nil : "comments moved: \(Set(places).symmetricDifference(moved).sorted())"
  }

  @Test("Every file of the repository keeps its value and its comments, and is stable")
  func formatsTheRepository() throws {
    #expect(Self.files.count > 900)
    for (index, file) in Self.files.enumerated() where !Scale.isQuick || index % 3 == 0 {
      let bytes = try read(file)
      let fault = try fault(bytes, file)
      #expect(fault == nil, "\(file): \(fault ?? "")")
      guard file.hasSuffix(".yaml"), let text = Formatter().format(name: file, bytes: bytes).text else {
        continue
      }
      #expect(findings(bytes, file) == findings(text, file), "\(file)")
    }
  }

  @Test("Rule files with inserted comments keep them, their values, and their compiled form")
  func formatsStrewnComments() throws {
    var strewn = 0
    for file in Self.files where file.hasPrefix("rules/") && file.hasSuffix(".yaml") {
      let bytes = try read(file)
      let value = try #require(node(bytes, file))
      for seed in 0..<Scale.of(8, quick: 1) {
        let text = StrewnComments.text(String(decoding: bytes, as: UTF8.self), seed: UInt64(seed))
        guard let other = node(Array(text.utf8), file), other.isSame(as: value) else { continue }
        strewn += 1
        let fault = try fault(Array(text.utf8), file)
        #expect(fault == nil, "\(file), seed \(seed): \(fault ?? "")\n\(text)")
        let formatted = try #require(Formatter().format(name: file, bytes: Array(text.utf8)).text)
        #expect(findings(formatted, file) == findings(bytes, file))
      }
    }
    #expect(strewn >= Scale.of(72, quick: 9))
  }

  /// What compiling the file finds, places aside.
  /// What is found, but for advice about a word that is quoted once it is formatted.
  private func findings(_ bytes: [UInt8], _ name: String) -> [String] {
    RuleSet.compile(name: name, bytes: bytes).diagnostics.map { finding in
      let advice = finding.message.range(of: " “[^”]*” is read as one word\\.", options: .regularExpression)
      return "\(finding.code): \(finding.message[..<(advice?.lowerBound ?? finding.message.endIndex)])"
    }.sorted()
  }

  @Test("2,000 unusual files keep their values and their comments, and are stable", arguments: 0..<8)
  func formatsOddFiles(_ part: Int) throws {
    var valid = 0
    var seeds = 0
    while valid < Scale.of(250, quick: 12), seeds < 2_500 {
      let seed = part * 2_500 + seeds
      seeds += 1
      let text = OddYAML.text(seed: UInt64(seed))
      let bytes = Array(text.utf8)
      if node(bytes, "odd.yaml") != nil { valid += 1 }
      let fault = try fault(bytes, "odd.yaml")
      #expect(fault == nil, "seed \(seed): \(fault ?? "")\n\(text)")
    }
    #expect(valid == Scale.of(250, quick: 12), "of \(seeds)")
  }
}

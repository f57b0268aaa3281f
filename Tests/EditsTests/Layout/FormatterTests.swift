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

  private func formatted(_ bytes: [UInt8], _ name: String, _ layout: Edits.Formatter.Layout) -> [UInt8]? {
    Formatter(layout: layout).format(name: name, bytes: bytes).text
  }

  /// What is wrong with the formatting of a text in both layouts, or with their agreement; nil where nothing is.
  ///
  /// `isExact` is false where comments may stand between a file's first key and its value: above the key, they are the
  /// file's.
  private func fault(_ bytes: [UInt8], _ name: String, isExact: Bool = true) throws -> String? {
    for layout in [Edits.Formatter.Layout.kept, .canonical] {
      if let fault = try fault(bytes, name, layout) { return "\(layout): \(fault)" }
    }
    guard let kept = formatted(bytes, name, .kept), let canonical = formatted(bytes, name, .canonical) else {
      return nil
    }
    guard let other = formatted(kept, name, .canonical),
      isExact ? other == canonical : lines(other) == lines(canonical)
    else {
      return
        "the canonical layout of the formatted file is another one: \(String(decoding: kept, as: UTF8.self))"
    }
    guard formatted(canonical, name, .kept) == canonical else { return "the canonical layout is not kept" }
    return name.hasSuffix(".yaml") ? try styleFault(bytes, kept, name) : nil
  }

  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// What became of blocks and of the order of keys.
  private func styleFault(_ before: [UInt8], _ after: [UInt8], _ name: String) throws -> String? {
    func compare(_ old: WrittenNode, _ new: WrittenNode, _ path: String) -> String? {
      if old.isContainer, !old.isFlow, new.isFlow { return "a block was folded at \(path)" }
      for (one, other) in zip(old.entries, new.entries) {
        // A list of matchers in the canonical spelling is a mapping.
        if one.key == nil, other.key != nil { return nil }
        let (key, newKey) = (one.keyShown, other.keyShown)
        guard key == newKey else { return "\(key) and \(newKey) changed places at \(path)" }
        if let fault = compare(one.value, other.value, "\(path)/\(key)") { return fault }
      }
      return nil
    }
    let old = try YAMLTreeBuilder.read(SourceFile(name: name, bytes: before))
    let new = try YAMLTreeBuilder.read(SourceFile(name: name, bytes: after))
    return compare(old.root.value, new.root.value, "")
  }

  /// What is wrong with one layout of a text; nil where nothing is.
  private func fault(_ bytes: [UInt8], _ name: String, _ layout: Edits.Formatter.Layout) throws -> String? {
    let result = Formatter(layout: layout).format(name: name, bytes: bytes)
    guard let before = node(bytes, name) else {
      return result.text == nil ? nil : "what can't be read was formatted"
    }
    guard let text = result.text else {
      return "not formatted: \(result.diagnostics.map { "\($0.code): \($0.message)" })"
    }
    guard let after = node(text, name), before.meansSame(as: after) else { return "the value changed" }
    let again = formatted(text, name, layout)
    guard again == text else {
      return "not stable: \(String(decoding: again ?? [], as: UTF8.self))"
    }
    guard name.hasSuffix(".yaml"), before.members != nil || before.elements != nil else { return nil }
    let places = try CommentPlaces.of(bytes, name: name, isOrdered: layout == .kept)
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
      for layout in [Edits.Formatter.Layout.kept, .canonical] {
        guard file.hasSuffix(".yaml"), let text = formatted(bytes, file, layout) else { continue }
        #expect(findings(bytes, file) == findings(text, file), "\(file)")
      }
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
      // A word that is not a flag is quoted once it is formatted.
      if finding.message.hasSuffix(" without quotes.") {
        return "\(finding.code): \(finding.message.dropLast(16))."
      }
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
      let fault = try fault(bytes, "odd.yaml", isExact: false)
      #expect(fault == nil, "seed \(seed): \(fault ?? "")\n\(text)")
    }
    #expect(valid == Scale.of(250, quick: 12), "of \(seeds)")
  }

  @Test("A block stays a block, in the author's order; what is in brackets stays there if it fits")
  func keepsTheAuthorsLayout() {
    let text = """
      responders:
          -   rules:
              - then:   cancel
                when:
                      status:
                      - 503
                      -  504
                id:  'busy'
              - {id: gone, when: {status: 404},   then: cancel}
              id: "app"
      version: 1

      """
    let shown = formatted(Array(text.utf8), "rules.yaml", .kept).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(
      shown == """
        responders:
          - rules:
              - then: cancel
                when:
                  status:
                    - 503
                    - 504
                id: busy
              - { id: gone, when: { status: 404 }, then: cancel }
            id: app
        version: 1

        """
    )
  }

  @Test(
    "A comment beside the start of the document stays there, also where keys change places",
    arguments: ["\n", "\r\n"]
  )
  func keepsTheCommentOfTheDocument(_ lineBreak: String) throws {
    let lines = ["# above", "--- # beside", "", "name: b", "version: 1", "", "responders: []", ""]
    let text = Array(lines.joined(separator: lineBreak).utf8)
    let kept = try #require(formatted(text, "rules.yaml", .kept))
    #expect(String(decoding: kept, as: UTF8.self).contains("---                                   # beside"))
    #expect(formatted(kept, "rules.yaml", .canonical) == formatted(text, "rules.yaml", .canonical))
  }

  @Test("A block without text is quoted, and its mapping on one line, as it is the next time")
  func quotesAnEmptyBlock() throws {
    let text =
      "version: 1\nresponders:\n  - id: app\n    rules:\n      - do:\n          - log: |\n            x: { a }\n"
    #expect(try fault(Array(text.utf8), "rules.yaml") == nil)
  }

  @Test("JSON keeps its line breaks after brackets, and its order")
  func keepsJSON() {
    let text = """
      {"version": 1, "lists": {
        "busy": [503,
          504]},
        "codes": { "a": {"X": 1} }}
      """
    let shown = formatted(Array(text.utf8), "rules.json", .kept).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(
      shown == """
        {
          "version": 1,
          "lists": {
            "busy": [503, 504]
          },
          "codes": { "a": { "X": 1 } }
        }

        """
    )
  }
}

extension WrittenEntry {
  fileprivate var keyShown: String {
    if case .scalar(let scalar)? = key?.content { scalar.text } else { key == nil ? "-" : "?" }
  }
}

import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Rule files damaged at random")
struct RuleFileMutationTests {
  /// The number of files of each kind.
  private static let count = Scale.of(4_000, quick: 300, sanitized: 160)

  @Test(
    "never crash the compiler, and never pass or fail without a finding",
    arguments: ["yaml", "json"],
    [1 as UInt64, 2]
  )
  func damage(ending: String, seed: UInt64) {
    if ending == "yaml", !YAMLEvents.isSupported { return }
    var damage = Damage(seed: seed, sources: FaultFixture.sources(ending: ending) + Self.shop(ending))
    for _ in 0..<(Self.count / 2) {
      let bytes = damage.next()
      guard let problem = Self.problem(ending, bytes) else { continue }
      Issue.record("\(problem):\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test("can nest matchers exactly as deep as the limit allows", arguments: ["yaml", "json"])
  func depth(ending: String) {
    if ending == "yaml", !YAMLEvents.isSupported { return }
    for limit in [64, 128] {
      var limits = Limits()
      limits.ruleFileDepth = limit
      // The file, matchers, the matcher itself; then one level for each “not”, two for each “all”.
      for (opening, closing, levels) in [("{\"not\": ", "}", 1), ("{\"all\": [", "]}", 2)] {
        let fitting = (limit - 3) / levels
        for (depth, fits) in [(fitting, true), (fitting + 1, false), (fitting * 10, false)] {
          let matcher =
            String(repeating: opening, count: depth) + "{\"status\": 500}"
            + String(repeating: closing, count: depth)
          let text = "{\"version\": 1, \"matchers\": {\"deep\": \(matcher)}}"
          let found = RuleSet.compile(name: "deep.\(ending)", bytes: Array(text.utf8), limits: limits)
          #expect(
            found.diagnostics.map { $0.code } == (fits ? [] : ["limit-exceeded"]),
            "\(depth) of \(limit)"
          )
        }
      }
    }
  }

  /// The mistake in the compilation of a file, or nil.
  private static func problem(_ ending: String, _ bytes: [UInt8]) -> String? {
    let found = FaultFixture.compile("damaged.\(ending)", bytes)
    if found.chain != nil, found.hasErrors { return "a chain beside errors" }
    let text = String(decoding: bytes, as: UTF8.self)
    if found.chain == nil, found.diagnostics.isEmpty, text.contains("responders") {
      // A fragment has no chain. Its key may be missing with the word elsewhere, or all its responders may be
      // abstract.
      let responders = read(ending, bytes)?["responders"]
      let isAbstract: (Node) -> Bool = {
        if case .bool(true) = $0["abstract"]?.content { true } else { false }
      }
      if let responders, responders.elements?.allSatisfy(isAbstract) != true {
        return "no chain, and nothing said"
      }
    }
    for finding in found.diagnostics {
      for range in [finding.range] + finding.related.map({ $0.range }) {
        let bytes = range.bytes
        if bytes.lowerBound < 0 || bytes.upperBound > range.file.bytes.count {
          return "a place outside the file"
        }
        if range.end.line < range.start.line { return "a place that ends before it begins" }
      }
      if finding.message.isEmpty { return "a finding without a message" }
      _ = DiagnosticText(terminalStyle: TerminalStyle(isOn: false)).text(of: finding)
    }
    return nil
  }

  private static func read(_ ending: String, _ bytes: [UInt8]) -> Node? {
    var ignored = Diagnostics()
    return SourceReader().read(name: "damaged.\(ending)", bytes: bytes, into: &ignored).node
  }

  private static func shop(_ ending: String) -> [[UInt8]] {
    let root = FaultFixture.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "rules/shop/rules.\(ending)")
    return (try? Data(contentsOf: file)).map { Array(repeating: Array($0), count: 20) } ?? []
  }
}

/// Damages valid files; the same for the same seed.
private struct Damage {
  private var random: SeededRandom
  private let sources: [[UInt8]]
  private static let scraps = [
    "null", "~", "\"", "'", "{", "}", "[", "]", ":", ": ", ",", "- ", "#", "&a ", "*a", "!!str ", "<<", "|\n",
    ">\n",
    "\t", "\r\n", "\0", "{error.x}", "{{", "\\", "\\ud83d", "$x", "4xx", "1e400", "-0", "é", "\u{2028}", "😀",
    "%", "---",
  ]

  init(seed: UInt64, sources: [[UInt8]]) {
    random = SeededRandom(seed: seed)
    self.sources = sources
  }

  mutating func next() -> [UInt8] {
    var bytes = sources[Int.random(in: 0..<sources.count, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.remove(at: place)
    case 3:
      let scrap = Self.scraps[Int.random(in: 0..<Self.scraps.count, using: &random)]
      bytes.insert(contentsOf: scrap.utf8, at: place)
    case 4: replaceValue(&bytes, from: place)
    default: changeLines(&bytes)
    }
  }

  /// Replaces the word at `place`.
  private mutating func replaceValue(_ bytes: inout [UInt8], from place: Int) {
    var end = place
    while end < bytes.count, (0x61...0x7A).contains(bytes[end] | 0x20) { end += 1 }
    let words = [
      "null", "5", "true", "[]", "{}", "\"\"", "retry", "id", "[ { then: cancel } ]", "{ \"a\": 1 }",
    ]
    let word = words[Int.random(in: 0..<words.count, using: &random)]
    bytes.replaceSubrange(place..<end, with: word.utf8)
  }

  /// Deletes, duplicates or swaps lines.
  private mutating func changeLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let first = Int.random(in: 0..<lines.count, using: &random)
    let second = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lines.remove(at: first)
    case 1: lines.insert(lines[first], at: second)
    case 2: lines.swapAt(first, second)
    default: lines[first] = [0x20, 0x20] + lines[first]
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }
}

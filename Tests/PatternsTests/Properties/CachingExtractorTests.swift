import Patterns
import Testing

@Suite("A caching extractor")
struct CachingExtractorTests {
  private static let expressions = [
    #"(?P<time>\d{4}-\d\d-\d\d) \[(?P<level>[a-z]+)\] (?:\*(?P<id>\d+) )?(?P<message>\C*?)(?:, client: (?P<client>[^,]*))?(?:, host: "(?P<host>[^"]*)")?$"#,
    #"(?:(?P<host>[^ ]+:\d+) )?(?P<client>[^ ]+) (?P<rest>.*)"#, "a*?(b)?(a|ab)(c|bcd)(d*)$", "(?:(a)|b)*",
    "(x*)*y", "((a|b)+?)(b*)", "a$", "", "(a|$)b*",
  ]
  private static let texts = [
    #"2026-11-21 [error] *3 no answer, really, client: 10.0.0.7, host: "shop""#, "2026-11-21 [info] started",
    "shop:80 10.0.0.7 GET / \u{E9}", "10.0.0.7 GET", "abcd", "aabbcd", "xxy", "b", "",
  ]

  @Test("It finds the same matches and groups as one that does not cache", arguments: expressions)
  func agreement(expression: String) throws {
    let pattern = try Pattern(expression: #"\A(?:"# + expression + ")")
    let plain = pattern.makeExtractor(probesFirst: false)
    let caching = AnchoredPattern(pattern).makeExtractor()
    var seed: UInt64 = 7
    for text in Self.texts {
      var bytes = Array(text.utf8)
      for _ in 0..<40 {
        bytes.withUnsafeBytes { bytes in
          #expect(caching.firstMatch(in: bytes) == plain.firstMatch(in: bytes))
          for group in 0...pattern.groupCount {
            #expect(caching.range(ofGroup: group) == plain.range(ofGroup: group), "group \(group)")
          }
        }
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let candidates: [UInt8] = [0x20, 0x2C, 0xFF, 0x61, 0x62, 0x30]
        if !bytes.isEmpty { bytes[Int(seed >> 33) % bytes.count] = candidates[Int(seed >> 40) % 6] }
      }
    }
  }

  /// A random expression, of groups, choices and repetitions of either kind.
  private static func expression(_ random: inout SeededNumbers, depth: Int = 4) -> String {
    let leaves = ["a", "b", "[ab]", ".", "[^b]", "\\d", " ", "é", "$", ""]
    guard depth > 0 else { return leaves[Int.random(in: 0..<leaves.count, using: &random)] }
    let (one, other) = (expression(&random, depth: depth - 1), expression(&random, depth: depth - 2))
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return "(\(one))"
    case 1: return "(?:\(one)|\(other))"
    case 2: return "(\(one)|\(other))"
    case 3: return "(?:\(one))*"
    case 4: return "(\(one))+?"
    case 5: return "(?:\(one)){1,3}"
    case 6: return "(?:\(one))?"
    default: return one + other
    }
  }

  /// A random text of what expressions may ask for.
  private static func text(_ random: inout SeededNumbers) -> String {
    let parts = ["a", "b", " ", "7", "é", "\n"]
    return (0..<Int.random(in: 0...9, using: &random)).map { _ in
      parts[Int.random(in: 0..<6, using: &random)]
    }.joined()
  }

  @Test("It finds the same matches whatever the pattern's conditions")
  func anyExpression() throws {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<TestEnvironment.scaled(400, quick: 80) {
      let source = Self.expression(&random)
      guard let pattern = try? Pattern(expression: #"\A(?:"# + source + ")") else { continue }
      let plain = pattern.makeExtractor(probesFirst: false)
      let caching = AnchoredPattern(pattern).makeExtractor()
      for _ in 0..<12 {
        let text = Self.text(&random)
        Array(text.utf8).withUnsafeBytes { bytes in
          let found = plain.firstMatch(in: bytes)
          #expect(caching.firstMatch(in: bytes, groups: false) == found, "\(source) in “\(text)”")
          #expect(caching.firstMatch(in: bytes) == found, "\(source) in “\(text)”")
          for group in 0...pattern.groupCount where found != nil {
            #expect(
              caching.range(ofGroup: group) == plain.range(ofGroup: group),
              "group \(group) of \(source) in “\(text)”"
            )
          }
        }
      }
    }
  }

  /// Parts of expressions as logs have them, and what they match.
  private static let parts = [
    (#"(\d{4}-\d\d-\d\d)"#, "2026-11-22"), (#"(?:(\d\d):\d\d|(-))"#, "06:30"), (#" +"#, "  "),
    (#"(\w+)"#, "worker"),
    (#"([^ ]+)"#, "pay[7]:x"), (#"\[([^\]]*)\]"#, "[a b c d e f g h i j k l m n]"),
    (#"(\d+)"#, "1234567890123456789"),
    (#""([^"]*)""#, #""GET /pay?order=42 é HTTP/1.1""#), (#"(?:(info|error|warn): )?"#, "error: "),
    (#"(.*)"#, "slow é answer"),
    (#"(?:, a: ([^,]*))?"#, ", a: 10.0.0.7"), (#"(\C*?)"#, "no answer, really"), (#"(\C*)"#, "charge failed"),
    (#"$"#, ""),
    (#"(?:([a-z.]+)=(\S*) )*"#, "a=1 logger.name=x "),
  ]

  @Test("It finds the same matches after caching to take many bytes in a step")
  func longTexts() throws {
    var random = SeededNumbers(seed: 11)
    let bytes: [UInt8] = [0x20, 0x2C, 0xFF, 0x61, 0x30, 0x5D, 0x22, 0xC3, 0x3A, 0x00]
    var shortcuts = 0
    for _ in 0..<TestEnvironment.scaled(60, quick: 20) {
      let chosen = (0..<Int.random(in: 2...6, using: &random)).map { _ in
        Self.parts[Int.random(in: 0..<Self.parts.count, using: &random)]
      }
      let source = chosen.map { $0.0 }.joined()
      let example = Array(chosen.map { $0.1 }.joined().utf8)
      let pattern = try Pattern(expression: #"\A(?:"# + source + ")")
      let plain = pattern.makeExtractor(probesFirst: false)
      let caching = AnchoredPattern(pattern).makeExtractor()
      for _ in 0..<40 {
        var text = example
        // Mostly as it was, now and then with other bytes, longer or cut off.
        for _ in 0..<Int.random(in: 0...2, using: &random) where !text.isEmpty {
          let place = Int.random(in: 0..<text.count, using: &random)
          let byte = bytes[Int.random(in: 0..<bytes.count, using: &random)]
          switch Int.random(in: 0..<4, using: &random) {
          case 0: text[place] = byte
          case 1: text.insert(byte, at: place)
          case 2: text.insert(text[place], at: place)
          default: text.removeLast(text.count - place)
          }
        }
        text.withUnsafeBytes { text in
          let found = plain.firstMatch(in: text)
          var isSame = caching.firstMatch(in: text) == found
          for group in 0...pattern.groupCount where found != nil {
            isSame = isSame && caching.range(ofGroup: group) == plain.range(ofGroup: group)
          }
          #expect(isSame, "\(source) in “\(String(decoding: text, as: UTF8.self))”")
        }
      }
      shortcuts += caching.shortcutCount
    }
    #expect(shortcuts > TestEnvironment.scaled(60, quick: 20))
  }

  @Test("For several patterns at once it finds the first that matches, like trying one after the other")
  func severalAtOnce() throws {
    var random = SeededNumbers(seed: 5)
    var isNotFirst = 0
    for _ in 0..<TestEnvironment.scaled(300, quick: 60) {
      let patterns = (0..<Int.random(in: 2...4, using: &random)).compactMap { _ in
        try? Pattern(expression: #"\A(?:"# + Self.expression(&random, depth: 3) + ")")
      }
      let (together, groups) = ParsedPattern.first(
        of: patterns.compactMap { try? ParsedPattern(expression: $0.source) }
      )
      guard let all = try? AnchoredPattern(together) else { continue }
      let extractors = patterns.map { $0.makeExtractor(probesFirst: false) }
      let caching = all.makeExtractor()
      for _ in 0..<12 {
        let text = Self.text(&random)
        Array(text.utf8).withUnsafeBytes { bytes in
          let sources = patterns.map { $0.source }
          let found = extractors.indices.first { extractors[$0].firstMatch(in: bytes) != nil }
          let range = caching.firstMatch(in: bytes)
          #expect((range == nil) == (found == nil), "\(sources) in “\(text)”")
          if range != nil, let first = bytes.first {
            #expect(together.firstBytes[Int(first)], "\(sources) in “\(text)”")
          }
          for index in groups.indices {
            let whole = caching.range(ofGroup: groups[index])
            #expect((whole != nil) == (index == found), "\(sources) in “\(text)”")
          }
          guard let found else { return }
          if found > 0 { isNotFirst += 1 }
          for group in 0...patterns[found].groupCount {
            #expect(
              caching.range(ofGroup: groups[found] + group) == extractors[found].range(ofGroup: group),
              "group \(group) of \(sources[found]) in “\(text)”"
            )
          }
        }
      }
    }
    #expect(isNotFirst > TestEnvironment.scaled(50, quick: 10))
  }
}

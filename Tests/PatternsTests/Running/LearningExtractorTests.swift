import Patterns
import Testing

@Suite("An extractor that learns")
struct LearningExtractorTests {
  private static let expressions = [
    #"(?P<time>\d{4}-\d\d-\d\d) \[(?P<level>[a-z]+)\] (?:\*(?P<id>\d+) )?(?P<message>\C*?)(?:, client: (?P<client>[^,]*))?(?:, host: "(?P<host>[^"]*)")?$"#,
    #"(?:(?P<host>[^ ]+:\d+) )?(?P<client>[^ ]+) (?P<rest>.*)"#, "a*?(b)?(a|ab)(c|bcd)(d*)$", "(?:(a)|b)*",
    "(x*)*y", "((a|b)+?)(b*)", "a$", "", "(a|$)b*",
  ]
  private static let texts = [
    #"2026-11-21 [error] *3 no answer, really, client: 10.0.0.7, host: "shop""#, "2026-11-21 [info] started",
    "shop:80 10.0.0.7 GET / \u{E9}", "10.0.0.7 GET", "abcd", "aabbcd", "xxy", "b", "",
  ]

  @Test("finds what one finds that does not, groups and all", arguments: expressions)
  func agreement(expression: String) throws {
    let pattern = try Pattern(expression: #"\A(?:"# + expression + ")")
    let plain = pattern.makeExtractor(probesFirst: false)
    let learning = pattern.makeLearningExtractor()
    var seed: UInt64 = 7
    for text in Self.texts {
      var bytes = Array(text.utf8)
      for _ in 0..<40 {
        bytes.withUnsafeBytes { bytes in
          #expect(learning.firstMatch(in: bytes) == plain.firstMatch(in: bytes))
          for group in 0...pattern.groupCount {
            #expect(learning.range(ofGroup: group) == plain.range(ofGroup: group), "group \(group)")
          }
        }
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let candidates: [UInt8] = [0x20, 0x2C, 0xFF, 0x61, 0x62, 0x30]
        if !bytes.isEmpty { bytes[Int(seed >> 33) % bytes.count] = candidates[Int(seed >> 40) % 6] }
      }
    }
  }
}

import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Masks of the rules that a value leaves open")
struct MaskTests {
  private static func limits(_ change: (inout LearningLimits) -> Void) -> Limits {
    var limits = Limits()
    limits.learning.maskedStations = 1
    change(&limits.learning)
    return limits
  }

  /// What came of records, one after the other, and how often there was no room to learn more.
  private static func answers(_ chain: ResponderChain, _ lines: [String], _ limits: Limits) -> ([String], Int)
  {
    var climb = Climb(chain, limits: limits)
    var memory = ChainMemory(isAtHand: true)
    var texts: [String] = []
    for (index, line) in lines.enumerated() {
      // A resolution has texts of the record, which lie in the line's bytes.
      Array(line.utf8).withUnsafeBytes { bytes in
        if climb.read(ByteSlice(bytes)) == nil {
          climb.ordinal = UInt64(index + 1)
          memory.advance(to: climb.time)
          _ = climb.run(&memory)
        }
        texts.append(climb.resolution(ordinal: 1, seed: 0))
      }
    }
    return (texts, climb.timesForgotten)
  }

  /// Who answered, as a resolution says it.
  private static func who(_ resolution: String) -> Substring {
    guard let start = resolution.range(of: #""by":{"#)?.upperBound else { return "" }
    return resolution[start...].prefix { $0 != "}" }
  }

  @Test("change no answer of long lists of random rules, without them, with room for few, and listened to")
  func agreement() throws {
    var forgotten = 0
    var rulesThatAnswered: Set<String> = []
    for seed in 0..<UInt64(Scale.of(10, quick: 2)) {
      var world = RandomRules(seed: seed &+ 700)
      // More than a word of a mask holds.
      world.ruleCounts = 20...45
      let rules = try Rules(Written.json(world.file()))
      let records = (0..<12).map { _ in Written.json(world.record()) }
      // The second time nothing has to be learnt, unless it was forgotten.
      let lines = records + records
      let plain = Self.answers(rules.chain, lines, Self.limits { $0.longList = .max }).0
      #expect(Self.answers(rules.chain, lines, Self.limits { $0.longList = 1 }).0 == plain, "seed \(seed)")
      for words in [0, 6] {
        let limits = Self.limits { ($0.longList, $0.maskWords) = (1, words) }
        let (texts, times) = Self.answers(rules.chain, lines, limits)
        #expect(texts == plain, "seed \(seed), \(words) words")
        forgotten += times
      }
      let tiny = Self.limits {
        ($0.longList, $0.values, $0.classes, $0.lists, $0.questions, $0.answers) = (1, 16, 6, 3, 30, 5)
      }
      #expect(Self.answers(rules.chain, lines, tiny).0 == plain, "seed \(seed), tiny")
      var listening = Responding(rules.chain)
      for (line, text) in zip(records, plain) {
        let explained = try listening.explanation(of: line).resolution
        #expect(Self.who(explained) == Self.who(text), "seed \(seed): \(line)")
        rulesThatAnswered.insert("\(seed) \(Self.who(text))")
      }
    }
    #expect(forgotten > 10 && rulesThatAnswered.count > 8, "\(forgotten), \(rulesThatAnswered.count)")
  }

  @Test(
    "leave a rule open that another of its conditions, a cause, a list's other entry or code may yet decide"
  )
  func whatStaysOpen() throws {
    // One in eight rules matches each record: the others are closed by what stands in it.
    let decoys = (0..<20).map {
      #"{"id":"d\#($0)","when":{"severity":"fatal","attributes":{"host":"h\#($0)"}},"then":"abort"}"#
    }
    let asked = [
      #"{"any":[{"severity":"fatal"},{"attributes":{"host":"here"}}]}"#,
      #"{"not":{"severity":"fatal"},"status":"5xx"}"#,
      #"{"category":"own","operation":"pay"}"#, #"{"underlying":{"severity":"fatal"},"attempt":1}"#,
      #"{"message":{"contains":"lost"},"severity":["fatal","error"]}"#,
    ]
    let rules = asked.enumerated().map { #"{"id":"a\#($0.offset)","when":\#($0.element),"then":"proceed"}"# }
    let text =
      #"{"version":1,"categories":[{"name":"own"}],"responders":[{"id":"app","rules":["#
      + (decoys + rules).joined(separator: ",") + "]}]}"
    let chain = try Rules(text).chain
    let records = [
      (#"{"type":"E","severity":"error","attributes":{"host":"here"}}"#, "app/a0"),
      (#"{"type":"E","severity":"error","status":503}"#, "app/a1"),
      (#"{"type":"E","severity":"fatal","status":503,"attributes":{"host":"h7"}}"#, "app/d7"),
      (#"{"type":"E","severity":"error","category":"own","operation":"pay"}"#, "app/a2"),
      (
        #"{"type":"E","severity":"info","attempt":1,"underlying":[{"type":"C","severity":"fatal"}]}"#,
        "app/a3"
      ),
      (#"{"type":"E","severity":"error","message":"it is lost"}"#, "app/a4"),
      (#"{"type":"E","severity":"error","message":"it is found"}"#, nil as String?),
    ]
    let lines = records.map(\.0) + records.map(\.0)
    for longList in [1, 8, Int.max] {
      let texts = Self.answers(chain, lines, Self.limits { $0.longList = longList }).0
      #expect(try texts.map { try Answered($0).by } == records.map(\.1) + records.map(\.1), "\(longList)")
    }
  }
}

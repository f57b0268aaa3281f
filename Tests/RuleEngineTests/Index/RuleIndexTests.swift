import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("The index of candidate rules")
struct RuleIndexTests {
  private static func limits(_ change: (inout CacheLimits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits.caches)
    return limits
  }

  /// Limits so low that something is evicted all the time.
  private static let tiny: [Limits] = [
    limits { $0.maskWords = 0 },
    limits { $0.maskWords = 6 },
    limits { $0.openWords = 2 },
    limits { ($0.values, $0.classes, $0.kinds, $0.decisions, $0.outcomes) = (8, 6, 3, 30, 5) },
  ]

  /// The resolutions of consecutive records, and the number of times the caches were full.
  private static func answers(_ chain: ResponderChain, _ lines: [String], _ limits: Limits) -> ([String], Int)
  {
    var evaluator = Evaluator(chain, limits: limits)
    var state = ChainState(isAtHand: true)
    var texts: [String] = []
    for (index, line) in lines.enumerated() {
      // The resolution's texts are in the line's bytes.
      Array(line.utf8).withUnsafeBytes { bytes in
        if evaluator.read(ByteSlice(bytes)) == nil {
          _ = evaluator.run(&state, ordinal: UInt64(index + 1))
        }
        texts.append(evaluator.resolution(ordinal: 1))
      }
    }
    return (texts, evaluator.timesCleared)
  }

  /// The deciding rule in a resolution.
  private static func who(_ resolution: String) -> Substring {
    guard let start = resolution.range(of: #""by":{"#)?.upperBound else { return "" }
    return resolution[start...].prefix { $0 != "}" }
  }

  @Test("gives the same outcomes as evaluating every rule in turn, with large and small limits")
  func agreement() throws {
    var forgotten = 0
    var rulesThatAnswered: Set<String> = []
    for seed in 0..<UInt64(Scale.of(10, quick: 2)) {
      var world = RandomRules(seed: seed &+ 700)
      world.hasBreakers = true
      // More than a word of a mask holds, so that they are sorted.
      world.ruleCounts = 60...90
      let rules = try Rules(Written.json(world.file()))
      let records = (0..<12).map { _ in Written.json(world.record()) }
      // The second time everything is cached, unless it was evicted.
      let lines = records + records
      let answers = Self.answers(rules.chain, lines, Limits()).0
      for (place, limits) in Self.tiny.enumerated() {
        let (texts, times) = Self.answers(rules.chain, lines, limits)
        #expect(texts == answers, "seed \(seed), limits \(place)")
        forgotten += times
      }
      var listening = RuleEvaluator(rules.chain)
      for (line, text) in zip(lines, answers) {
        let explained = try listening.explanation(of: line).resolution
        #expect(Self.who(explained) == Self.who(text), "seed \(seed): \(line)")
        rulesThatAnswered.insert("\(seed) \(Self.who(text))")
      }
    }
    #expect(forgotten > 10 && rulesThatAnswered.count > 8, "\(forgotten), \(rulesThatAnswered.count)")
  }

  @Test(
    "gives the same outcomes with so many rules that masks are stored by their changes",
    arguments: [1, 2] as [UInt64]
  )
  func manyRules(seed: UInt64) throws {
    var world = RandomRules(seed: seed &+ 7_000)
    world.ruleCounts = 1_400...1_400
    let rules = try Rules(Written.json(world.file()))
    let records = (0..<Scale.of(40, quick: 12)).map { _ in Written.json(world.record()) }
    let answers = Self.answers(rules.chain, records + records, Limits()).0
    for limits in [Self.limits { $0.maskWords = 200 }, Self.limits { $0.openWords = 40 }] {
      let (texts, times) = Self.answers(rules.chain, records + records, limits)
      #expect(texts == answers)
      #expect(times > 0)
    }
    var listening = RuleEvaluator(rules.chain)
    for (line, text) in zip(records, answers) {
      #expect(Self.who(try listening.explanation(of: line).resolution) == Self.who(text), "\(line)")
    }
    #expect(Set(answers.map { Self.who($0) }).count > 3)
  }

  @Test("keeps a rule as a candidate if another condition, cause, list entry or code may still decide")
  func whatStaysOpen() throws {
    // One in eight rules matches each record; its values exclude the others.
    let decoys = (0..<80).map {
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
    for limits in [Limits()] + Self.tiny {
      let texts = Self.answers(chain, lines, limits).0
      #expect(try texts.map { try Answered($0).by } == records.map(\.1) + records.map(\.1))
    }
  }

  @Test("finds the first of many type names: the same components from the right, of the type or an ancestor")
  func manyTypeNames() throws {
    // With fewer names each is compared by itself.
    let names =
      ["Shop.Cart.Empty", "Cart.Empty", "Empty", "t.Empty", "Net*", "Cart.Full", "Cart", "Ω.Größe"]
      + (0..<100).map { "App.Error\($0)" }
    let types = [
      "Empty", "Cart.Empty", "Shop.Cart.Empty", "Other.Cart.Empty", "Cart.Emptys", "art.Empty", "Cart.",
      ".Cart",
      "NetError", "My.NetError", "Cart.Full", "Full", "App.Error7", "Shop.App.Error77", "MyApp.Error7",
      "Error7",
      "App.Error", "My.Ω.Größe", "Größe", "App.Error99.Type",
    ]
    func matches(_ type: String, _ name: String) -> Bool {
      name == "Net*" ? type.hasPrefix("Net") : type == name || type.hasSuffix("." + name)
    }
    for order in [names, names.reversed()] {
      let rules = order.enumerated().map { #"{"id":"r\#($0)","when":{"type":"\#($1)"},"then":"proceed"}"# }
      let text =
        #"{"version":1,"responders":[{"id":"app","rules":["# + rules.joined(separator: ",") + "]}]}"
      let chain = try Rules(text).chain
      let wanted = types.map { type in order.firstIndex { matches(type, $0) }.map { "app/r\($0)" } }
      let told = types.map { #"{"type":"\#($0)"}"# }
      let inherited = types.map { #"{"type":"Sub","is":["\#($0)"]}"# }
      for limits in [Limits()] + Self.tiny {
        let texts = Self.answers(chain, told + inherited + told, limits).0
        #expect(try texts.map { try Answered($0).by } == wanted + wanted + wanted)
      }
    }
  }

  @Test("finds the first of many comparisons of a text, however it has to begin")
  func manyTexts() throws {
    let special: [(matcher: String, matches: (String) -> Bool)] = [
      (#"{"matches":"^load-7[0-9]"}"#, { $0.hasPrefix("load-7") && $0.dropFirst(6).first?.isNumber == true }),
      (#"{"matches":"(?i)^Load-"}"#, { $0.lowercased().hasPrefix("load-") }),
      (#"{"matches":"(^sync|^pull)"}"#, { $0.hasPrefix("sync") || $0.hasPrefix("pull") }),
      (#"{"matches":"-end$"}"#, { $0.hasSuffix("-end") }),
      (#"{"hasPrefix":"größe"}"#, { $0.hasPrefix("größe") }),
      (#"{"hasPrefix":"STORE","ignoreCase":true}"#, { $0.lowercased().hasPrefix("store") }),
      (#"{"equals":"store"}"#, { $0 == "store" }),
      (#"{"contains":"part"}"#, { $0.contains("part") }),
    ]
    let plain: [(matcher: String, matches: (String) -> Bool)] = (0..<100).map { number in
      number.isMultiple(of: 2)
        ? (#"{"matches":"^load-\#(number)-[0-9]+$"}"#, { $0 == "load-\(number)-5" })
        : (#"{"equals":"save-\#(number)"}"#, { $0 == "save-\(number)" })
    }
    let texts = [
      "load-70-5", "load-7", "load-71", "LOAD-3", "load-8-5", "load-8-5x", "load-88-5", "sync", "pull it",
      "syn",
      "a-end", "save-7", "save-77", "save-7-end", "größer", "groß", "Store", "store", "stor", "a part", "",
      "none",
    ]
    for order in [special + plain, plain + special] {
      let rules = order.enumerated().map {
        #"{"id":"r\#($0)","when":{"operation":\#($1.matcher)},"then":"proceed"}"#
      }
      let text =
        #"{"version":1,"responders":[{"id":"app","rules":["# + rules.joined(separator: ",") + "]}]}"
      let chain = try Rules(text).chain
      let wanted = texts.map { text in order.firstIndex { $0.matches(text) }.map { "app/r\($0)" } }
      let records = texts.map { #"{"type":"E","operation":"\#($0)"}"# }
      for limits in [Limits()] + Self.tiny {
        let found = Self.answers(chain, records + records, limits).0
        #expect(try found.map { try Answered($0).by } == wanted + wanted)
      }
    }
  }
}

import Foundation
import RuleEngine
import Testing

/// A rule set under test.
struct Rules {
  let chain: ResponderChain

  /// Compiles a rule file: JSON if it begins with a brace, or else YAML. Any finding fails the test, except
  /// for ignored members.
  init(_ text: String, registry: Registry = Registry(), sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let compilation = Self.compile(text, registry: registry)
    let found = compilation.diagnostics.filter { $0.code != "wrong-member" }
      .map { "\($0.code): \($0.message)" }
    try #require(found.isEmpty, "\(found)\n\(text)", sourceLocation: sourceLocation)
    chain = try #require(compilation.chain, sourceLocation: sourceLocation)
  }

  /// One responder with one rule, which proceeds if `when` (JSON) matches.
  init(when: String, beside members: String = "", registry: Registry = Registry(), at place: SourceLocation)
    throws
  {
    try self.init(Self.text(when: when, beside: members), registry: registry, sourceLocation: place)
  }

  static func text(when: String, beside members: String = "") -> String {
    let defaults = members.contains(#""defaults""#) ? "" : #""defaults":{"ignore":"none"},"#
    return #"{"version":1,\#(defaults)\#(members.isEmpty ? "" : members + ",")"#
      + #""responders":[{"id":"app","rules":[{"id":"asked","when":\#(when),"then":"proceed"}]}]}"#
  }

  static func compile(_ text: String, registry: Registry = Registry()) -> RuleSet.Compilation {
    let name = text.hasPrefix("{") ? "rules.json" : "rules.yaml"
    return RuleSet.compile(name: name, bytes: Array(text.utf8), registry: registry)
  }

  /// The codes of all findings in a rule file.
  static func faults(_ text: String) -> [String] {
    compile(text).diagnostics.map { $0.code }
  }

  /// The codes of all findings in a matcher.
  static func faults(when: String, beside members: String = "") -> [String] {
    faults(text(when: when, beside: members))
  }

  /// Each record's resolution as text, evaluated in order with the same state.
  func texts(_ records: [String], seed: UInt64 = 0, explained: Bool = false) throws -> [String] {
    var evaluator = RuleEvaluator(chain, seed: seed)
    var texts: [String] = []
    for record in records { texts.append(try evaluator.resolution(of: record, explained: explained)) }
    return texts
  }

  func text(_ record: String) throws -> String { try texts([record])[0] }

  func answers(_ records: [String], seed: UInt64 = 0, explained: Bool = false) throws -> [Answered] {
    try texts(records, seed: seed, explained: explained).map { try Answered($0) }
  }

  func answer(_ record: String, explained: Bool = false) throws -> Answered {
    try answers([record], explained: explained)[0]
  }
}

/// A parsed resolution.
struct Answered {
  let text: String
  let members: [String: Any]

  init(_ text: String) throws {
    self.text = text
    members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  var evaluation: String? { members["evaluation"] as? String }
  var isHandled: Bool? { members["handled"] as? Bool }
  var path: [String]? { members["path"] as? [String] }
  var category: String? { members["category"] as? String }
  /// `responder/rule`, `responder/otherwise`, or nil.
  var by: String? {
    guard let by = members["by"] as? [String: Any] else { return nil }
    if let ignored = by["ignore"] as? String { return "ignore \(ignored)" }
    return "\(by["responder"] ?? "")/\(by["rule"] ?? "otherwise")"
  }
  var retry: [String: Any]? { members["retry"] as? [String: Any] }
  var delay: Double? { retry?["delay"] as? Double }
  var attempt: Int? { retry?["attempt"] as? Int }
  var actions: [[String: Any]] { members["actions"] as? [[String: Any]] ?? [] }
  /// The names in `perform`, `log` and `present` actions, in the order in which they ran.
  var acts: [String] {
    actions.map { action in
      let alert = action["present"] as? [String: Any]
      return (action["perform"] ?? action["log"] ?? alert?["title"]) as? String ?? "?"
    }
  }
  var steps: [[String: Any]] { members["steps"] as? [[String: Any]] ?? [] }
}

/// Expects that a matcher matches exactly the errors that it should.
func expect(
  _ when: String,
  matches: [String] = [],
  not others: [String] = [],
  beside members: String = "",
  registry: Registry = Registry(),
  at place: SourceLocation = #_sourceLocation
) throws {
  let rules = try Rules(when: when, beside: members, registry: registry, at: place)
  for record in matches {
    let answered = try rules.answer(record)
    #expect(answered.by == "app/asked", "\(when) should match \(record)", sourceLocation: place)
  }
  for record in others {
    let answered = try rules.answer(record)
    #expect(answered.by == nil, "\(when) should not match \(record)", sourceLocation: place)
  }
}

extension Evaluator {
  /// Reads and evaluates a record; false if it is not a record, or if state is needed that is not available.
  mutating func run(with record: String, _ state: inout ChainState) -> Bool {
    Array(record.utf8).withUnsafeBytes { bytes in read(ByteSlice(bytes)) == nil && run(&state, ordinal: 1) }
  }
}

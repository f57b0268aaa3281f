import Reasoning
import RuleEngine
import Testing

/// Whether the last of some rules is reached.
private func reachability(_ rules: String) throws -> Reachability {
  let text = #"{"version":1,"responders":[{"id":"app","rules":[\#(rules)]}]}"#
  let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
  let chain = try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
  let program = try #require(compiled.program)
  return Reasoner(chain, program).reachability(ofClause: program.clauses.count - 1)
}

@Suite("Codes beyond 64 bits")
struct BigCodeTests {
  @Test(
    "remain if all 64-bit codes are excluded",
    arguments: [
      ("0...9223372036854775807", #"{"atLeast":0}"#, "9223372036854775808"),
      ("-9223372036854775808...0", #"{"atMost":0}"#, "-9223372036854775809"),
    ]
  )
  func beyond(first: String, second: String, code: String) throws {
    let rules =
      #"{"when":{"code":"\#(first)"},"then":"cancel"},{"when":{"code":\#(second)},"then":"abort"}"#
    let witness = try #require(try reachability(rules).answer.witness)
    #expect(witness.json.contains(code), "\(witness.json)")
    #expect(witness.evaluation == .abort)
    let taken =
      #"{"when":{"code":\#(second)},"then":"cancel"},{"when":{"code":"\#(first)"},"then":"abort"}"#
    #expect(try reachability(taken).answer.isNever)
  }

  @Test("are excluded one by one")
  func others() throws {
    let some = (0..<3).map { "922337203685477580\(8 + $0 % 2)" }.joined(separator: ",")
    let rules = #"""
      {"when":{"code":[\#(some)]},"then":"cancel"},
      {"when":{"code":{"greaterThan":9223372036854775807}},"then":"abort"}
      """#
    let witness = try #require(try reachability(rules).answer.witness)
    #expect(witness.json.contains("9223372036854775810"), "\(witness.json)")
  }
}

@Suite("Numbers written with a point")
struct DecimalTextsTests {
  @Test(
    "are not statuses, so that a rule after one that matches every status is reached",
    arguments: [
      #"{"attributes":{"http.response.status_code":{"atLeast":1}}}"#,
      #"{"attributes":{"http.response.status_code":404}}"#,
      #"{"problem":{"ext":{"status":{"lessThan":500}}}}"#,
    ]
  )
  func noStatus(_ when: String) throws {
    let rules = #"{"when":{"status":{"exists":true}},"then":"cancel"},{"when":\#(when),"then":"abort"}"#
    let witness = try #require(try reachability(rules).answer.witness)
    #expect(witness.json.contains("."), "\(witness.json)")
    #expect(witness.evaluation == .abort)
  }

  @Test("lie between whole numbers: 499.5 is in 400..<500 and not in 4xx")
  func between() throws {
    let below = #"{"when":{"attributes":{"n":{"atLeast":400,"lessThan":500}}},"then":"abort"}"#
    let numbers = #"{"when":{"attributes":{"n":"400...499"}},"then":"cancel"},\#(below)"#
    let witness = try #require(try reachability(numbers).answer.witness)
    #expect(witness.json.contains("499."), "\(witness.json)")
    // A status is whole.
    let status =
      #"{"when":{"status":"400...499"},"then":"cancel"},{"when":{"status":"400..<500"},"then":"abort"}"#
    #expect(try reachability(status).answer.isNever)
  }

  @Test("don't make a rule reachable that requires a fractional status")
  func none() throws {
    #expect(
      try reachability(#"{"when":{"status":{"greaterThan":404,"lessThan":405}},"then":"abort"}"#).answer
        .isNever
    )
    #expect(
      try reachability(#"{"when":{"attributes":{"n":{"greaterThan":404,"lessThan":405}}},"then":"abort"}"#)
        .answer.witness != nil
    )
  }
}

import Differences
import Policies
import Reasoning
import RuleEngine
import Source
import TestSupport
import Testing

/// What `export` makes of rules: the document, what is lost, and the comparison with the rules.
struct Exported {
  let document: String
  let losses: [String]
  let proof: DifferenceProof

  init(_ rules: String, as format: String, name: String = "rules.yaml") throws {
    let exporter = try #require(BuiltInPolicies.exports.first { $0.name == format })
    let exported = try Self.compiled(rules, name)
    var diagnostics = Diagnostics()
    document = JSONWriter.text(of: try #require(exporter.document(of: exported, in: &diagnostics)))
    losses = diagnostics.sorted.map { "\($0.range.start.line): \($0.message)" }
    let again = try Self.compiled(document, "exported.json")
    proof = DifferenceProof(
      old: (exported.chain, exported.program),
      new: (again.chain, again.program),
      upTo: 5,
      scope: ComparisonScope(exporter.knownErrors(to: exported), texts: exporter.textAttributes)
    )
  }

  private enum Failure: Error { case notCompiled }

  static func compiled(_ text: String, _ name: String = "rules.yaml") throws -> ExportedRules {
    var registry = Registry()
    registry.policyFormats = BuiltInPolicies.all
    let compilation = RuleSet.compile(name: name, bytes: Array(text.utf8), registry: registry)
    guard let chain = compilation.chain else {
      Issue.record("\(compilation.diagnostics)\n\(text)")
      throw Failure.notCompiled
    }
    return ExportedRules(chain, try #require(compilation.program))
  }
}

@Suite("An exported policy")
struct PolicyExportTests {
  @Test(arguments: 1...UInt64(Scale.of(400, quick: 40)))
  func `of a random service config says the same when it is read again`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let config = RandomPolicies.serviceConfig(&random)
    let exported = try Exported(config, as: "grpc", name: "config.json")
    #expect(exported.losses == [], "\(config)")
    #expect(exported.proof.verdict == .same, "\(config)\n\(exported.document)\n\(exported.proof.differences)")
  }

  @Test(arguments: 1...UInt64(Scale.of(400, quick: 40)))
  func `of random routes of Envoy's says the same when it is read again`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let routes = RandomPolicies.routes(&random)
    let exported = try Exported(routes, as: "envoy", name: "routes.json")
    #expect(exported.losses == [], "\(routes)")
    #expect(exported.proof.verdict == .same, "\(routes)\n\(exported.document)\n\(exported.proof.differences)")
  }

  @Test(arguments: 1...UInt64(Scale.of(400, quick: 40)))
  func `of a random state machine says the same when it is read again`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let machine = RandomPolicies.stateMachine(&random)
    let exported = try Exported(machine, as: "asl", name: "machine.json")
    #expect(exported.losses == [], "\(machine)")
    #expect(
      exported.proof.verdict == .same,
      "\(machine)\n\(exported.document)\n\(exported.proof.differences)"
    )
  }
}

@Suite("What a policy of another system can't say")
struct ExportLossTests {
  private func rules(_ verdict: String) -> String {
    """
    version: 1
    responders:
      - id: app
        rules:
          - id: again
            when: { domain: grpc, code: UNAVAILABLE }
            then: \(verdict)
        otherwise: { then: cancel }
    """
  }

  private static let backoff = "backoff: { initial: 1s, multiplier: 2, max: 9s, jitter: 0.2 }"

  @Test(
    arguments: [
      ("{ retry: { maxAttempts: 3, \(backoff), exhausted: escalate } }", "7: gRPC ends a request"),
      ("{ retry: { maxAttempts: 9, \(backoff), exhausted: cancel } }", "7: gRPC makes at most 5 tries"),
      ("{ retry: { maxAttempts: 3, exhausted: cancel } }", "7: gRPC's delays vary by a fifth"),
      (
        "{ retry: { maxAttempts: 3, \(backoff), exhausted: cancel, deadline: 9s } }",
        "7: gRPC counts “timeout”"
      ),
      (
        "{ retry: { maxAttempts: 3, \(backoff), exhausted: cancel, per: [origin] } }",
        "7: gRPC counts the tries"
      ),
      (
        "{ retry: { maxAttempts: 3, \(backoff), exhausted: cancel, quota: { retries: 5, within: 1m } } }",
        "7: gRPC has no"
      ),
      ("proceed", "7: gRPC gives the error to the caller"),
    ]
  )
  func `is listed for gRPC where the rule says it`(verdict: String, loss: String) throws {
    let exported = try Exported(rules(verdict), as: "grpc")
    #expect(exported.losses.contains { $0.hasPrefix(loss) }, "\(exported.losses)")
  }
}

@Suite("An exported rule file")
struct RuleFileExportTests {
  private static let retry =
    "{ retry: { maxAttempts: 4, backoff: { initial: 1s, multiplier: 2, max: 9s, jitter: 0.2 }, exhausted: cancel } }"

  @Test(
    arguments: [
      "{ domain: grpc, code: [UNAVAILABLE, ABORTED] }",
      "{ domain: grpc, code: 14, attributes: { rpc.service: [shop.Cart, shop.Stock] } }",
      "{ domain: grpc, any: [{ code: 14 }, { code: 8...10 }] }",
      "{ domain: 'grp*', category: busy }",
    ]
  )
  func `is proved to say the same, however its rules are written, whatever they say of other errors`(
    condition: String
  ) throws {
    let exported = try Exported(
      """
      version: 1
      categories: [{ name: busy, when: { domain: grpc, code: UNAVAILABLE } }]
      responders:
        - id: app
          rules:
            - { id: offline, when: { domain: NSURLErrorDomain }, do: [{ log: offline }], then: abort }
            - { id: again, when: \(condition), then: \(Self.retry) }
          otherwise: { then: cancel }
      """,
      as: "grpc"
    )
    #expect(exported.losses == [])
    #expect(exported.proof.verdict == .same, "\(exported.document)\n\(exported.proof.differences)")
    #expect(exported.document.contains("retryableStatusCodes"))
  }

  @Test(arguments: [
    "message: { contains: quota }", "type: QuotaExceeded", "attributes: { rpc.service: { glob: 'c*' } }",
  ])
  func `shows an error that ends otherwise where a rule asks for what the other system does not know`(
    condition: String
  ) throws {
    let exported = try Exported(
      """
      version: 1
      responders:
        - id: app
          rules: [{ id: quota, when: { domain: grpc, \(condition) }, then: abort }]
          otherwise: { then: cancel }
      """,
      as: "grpc"
    )
    #expect(exported.proof.verdict == .different)
    #expect(exported.proof.differences.map { $0.oldWords } == ["abort by app/quota"])
  }
}

@Suite("Rules about more errors than can be tried")
struct ExportLimitTests {
  private static let many = (0..<3_000).map { "n\($0)" }.joined(separator: ", ")

  @Test(
    arguments: [
      ("grpc", "domain: grpc, attributes: { rpc.service: [\(many)], rpc.method: [\(many)] }"),
      ("asl", "type: [\(many)]"),
      ("envoy", "attributes: { url.path: [\(many.replacing("n", with: "/n"))] }"),
    ]
  )
  func `are not exported, and it is said why`(format: String, condition: String) throws {
    let rules = try Exported.compiled(
      """
      version: 1
      responders:
        - id: app
          origins: [\(Self.many)]
          rules: [{ id: again, when: { \(condition) }, then: retry }]
      """
    )
    let exporter = try #require(BuiltInPolicies.exports.first { $0.name == format })
    var diagnostics = Diagnostics()
    #expect(exporter.document(of: rules, in: &diagnostics) == nil)
    #expect(diagnostics.all.map { $0.code } == ["limit-exceeded"])
  }
}

/// Of what a rule file says without loss.
private enum RandomPolicies {
  static func serviceConfig(_ random: inout SeededRandom) -> String {
    let names = [
      "{}", #"{"service": "a.A"}"#, #"{"service": "b.B"}"#, #"{"service": "a.A", "method": "Get"}"#,
      #"{"service": "a.A", "method": "Put"}"#, #"{"service": "b.B", "method": "Get"}"#,
    ]
    var configs: [[String]] = [[], [], []]
    for name in names {
      if let place = [0, 1, 2, nil].randomElement(using: &random)! { configs[place].append(name) }
    }
    let written = configs.filter { !$0.isEmpty }.map { names in
      let retry = Int.random(in: 0..<4, using: &random) > 0 ? ", \(retryPolicy(&random))" : ""
      return #"{"name": [\#(names.joined(separator: ", "))]\#(retry)}"#
    }
    return #"{"methodConfig": [\#(written.joined(separator: ",\n"))]}"#
  }

  private static func retryPolicy(_ random: inout SeededRandom) -> String {
    let codes = ["UNAVAILABLE", "ABORTED", "INTERNAL", "CANCELLED"].shuffled(using: &random)
      .prefix(Int.random(in: 1...3, using: &random))
    return """
      "retryPolicy": {"maxAttempts": \(Int.random(in: 2...5, using: &random)), "initialBackoff": \
      "0.\(Int.random(in: 1...9, using: &random))s", "maxBackoff": "\(Int.random(in: 1...9, using: &random))s", \
      "backoffMultiplier": \([1, 1.5, 2].randomElement(using: &random)!), "retryableStatusCodes": \(Array(codes))}
      """
  }

  static func routes(_ random: inout SeededRandom) -> String {
    let matches = [
      #"{"path": "/pay"}"#, #"{"prefix": "/pay"}"#, #"{"prefix": "/pay/card"}"#, #"{"path": "/cart"}"#,
      #"{"prefix": "/s"}"#,
    ]
    var routes = matches.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)).map { match in
      #"{"match": \#(match), "route": {\#(routePolicy(&random))}}"#
    }
    routes.append(#"{"match": {"prefix": "/"}, "route": {\#(routePolicy(&random))}}"#)
    return """
      {"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": [\(routes.joined(separator: ",\n"))]}]}
      """
  }

  private static func routePolicy(_ random: inout SeededRandom) -> String {
    if Int.random(in: 0..<4, using: &random) == 0 { return "" }
    let words = [
      "5xx", "gateway-error", "reset", "connect-failure", "retriable-4xx", "retriable-status-codes",
    ]
    .shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).joined(separator: ",")
    let codes = words.contains("codes") ? #", "retriable_status_codes": [404, 503]"# : ""
    let base = Int.random(in: 1...9, using: &random)
    return """
      "timeout": "0s", "retry_policy": {"retry_on": "\(words)", "num_retries": \(Int.random(in: 1...5, using: &random)), \
      "retry_back_off": {"base_interval": "0.\(base)s", "max_interval": "\(base)s"}\(codes)}
      """
  }

  static func stateMachine(_ random: inout SeededRandom) -> String {
    let states = ["Pay", "Ship"].prefix(Int.random(in: 1...2, using: &random)).map { state in
      let retry = handlers(&random) { retrier(&$0) }
      let caught = handlers(&random) { #", "Next": "\#(["Refund", "Tell"].randomElement(using: &$0)!)""# }
      return #""\#(state)": {"Type": "Task", "Retry": \#(retry), "Catch": \#(caught), "End": true}"#
    }
    let others = #""Refund": {"Type": "Pass", "End": true}, "Tell": {"Type": "Pass", "End": true}"#
    return #"{"StartAt": "Pay", "States": {\#(states.joined(separator: ",\n")), \#(others)}}"#
  }

  private static func handlers(_ random: inout SeededRandom, _ rest: (inout SeededRandom) -> String) -> String
  {
    let names = ["Busy", "Lambda.Unknown", "States.Timeout", "States.HeartbeatTimeout", "States.Permissions"]
    var lists = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      Array(names.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
    }
    let wildcard = ["States.ALL", "States.TaskFailed", nil].randomElement(using: &random)!
    if let wildcard { lists.append([wildcard]) }
    let written = lists.map { #"{"ErrorEquals": \#($0)\#(rest(&random))}"# }
    return "[\(written.joined(separator: ", "))]"
  }

  private static func retrier(_ random: inout SeededRandom) -> String {
    let jitter = [#", "JitterStrategy": "FULL""#, ""].randomElement(using: &random)!
    let longest = [#", "MaxDelaySeconds": 90"#, ""].randomElement(using: &random)!
    return """
      , "IntervalSeconds": \(Int.random(in: 1...60, using: &random)), "MaxAttempts": \
      \(Int.random(in: 0...4, using: &random)), "BackoffRate": \([1, 1.5, 2].randomElement(using: &random)!)\
      \(jitter)\(longest)
      """
  }
}

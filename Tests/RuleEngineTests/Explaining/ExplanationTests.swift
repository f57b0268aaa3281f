import RuleEngine
import Testing

@Suite("An explanation")
struct ExplanationTests {
  private static let file = """
    version: 1
    categories: [ { name: net, when: { status: 5xx } }, { name: odd, when: { code: 7 } } ]
    responders:
      - id: app
        rules:
          - { id: off, enabled: false, then: abort }
          - { id: tags, when: { attributes: { tags: { hasPrefix: a, hasSuffix: z } } }, then: abort }
          - { id: spent, when: { category: odd }, then: { retry: { maxAttempts: 1 } } }
          - { id: two, when: { any: [ { type: A }, { type: B } ], code: { atLeast: 5 } }, then: continue }
        otherwise: { then: cancel }
    """

  @Test("lists the clauses, the comparisons and the results in order")
  func steps() throws {
    let rules = try Rules(Self.file)
    let answered = try rules.answer(
      #"{"type":"X.A","code":7,"tags":["ab","z",{"k":\#n[1,2]}]}"#,
      explained: true
    )
    let expected = [
      #""steps":[{"category":"net","compared":[{"field":"status","expected":"5xx","holds":false}],"result":"not matched"},"#,
      #"{"category":"odd","compared":[{"field":"code","expected":"7","found":7,"holds":true}],"result":"matched"},"#,
      #"{"ignore":"cancellation","compared":[{"field":"cancelled","expected":"cancellation","holds":false},"#,
      #"{"field":"type","expected":"cancellation","found":"X.A","holds":false},"#,
      #"{"field":"domain","expected":"cancellation","holds":false},{"field":"domain","expected":"cancellation","holds":false},"#,
      #"{"field":"domain","expected":"cancellation","holds":false}],"#,
      #""structure":[{"any":[0,1,{"all":[2],"holds":false},{"all":[3],"holds":false},{"all":[4],"holds":false}],"holds":false}],"#,
      #""result":"not matched"},"#,
      #"{"responder":"app","rule":"off","result":"disabled"},"#,
      #"{"responder":"app","rule":"tags","compared":[{"field":"attributes.tags","operator":"hasPrefix","expected":"a","found":"ab","holds":true},"#,
      #"{"field":"attributes.tags","operator":"hasSuffix","expected":"z","found":"ab","holds":false},"#,
      #"{"field":"attributes.tags","operator":"hasPrefix","expected":"a","found":"z","holds":false},"#,
      #"{"field":"attributes.tags","operator":"hasPrefix","expected":"a","found":{"k":[1,2]},"holds":false}],"#,
      #""structure":[{"elements":[{"element":[0,1],"at":1,"holds":false},{"element":[2],"at":2,"holds":false},"#,
      #"{"element":[3],"at":3,"holds":false}],"holds":false}],"result":"not matched"},"#,
      #"{"responder":"app","rule":"spent","compared":[{"field":"category","expected":"odd","found":"odd","holds":true}],"#,
      #""state":[{"read":"tries","maxAttempts":1,"counted":false,"key":{"operation":null},"within":"10m"}],"result":"exhausted"},"#,
      #"{"responder":"app","rule":"two","compared":[{"field":"type","expected":"A","found":"X.A","holds":true},"#,
      #"{"field":"code","operator":"atLeast","expected":"5","found":7,"holds":true}],"structure":[{"any":[0],"holds":true},1],"result":"continue"},"#,
      #"{"responder":"app","otherwise":true,"result":"cancel"}]}"#,
    ]
    #expect(answered.text.hasSuffix(expected.joined()))
    #expect(!answered.text.contains("\n"))
  }

  /// The steps of an error under a single rule with `when`.
  private static func step(_ when: String, _ record: String) throws -> [String: Any] {
    let rules = try Rules(when: when, at: #_sourceLocation)
    return try #require(try rules.answer(record, explained: true).steps.last)
  }

  private static func structure(_ when: String, _ record: String) throws -> String {
    let text = try Rules(when: when, at: #_sourceLocation).answer(record, explained: true).text
    let found = try #require(text.firstMatch(of: /"structure":(.*),"result"/), "\(text)")
    return String(found.output.1)
  }

  static let structures: [(when: String, record: String, structure: String)] = [
    (#"{"not":{"status":1}}"#, #"{"status":1}"#, #"[{"not":[0],"holds":false}]"#),
    (#"{"not":{"status":1}}"#, #"{"status":2}"#, #"[{"not":[0],"holds":true}]"#),
    (
      #"{"not":{"status":1,"code":2}}"#, #"{"status":1}"#,
      #"[{"not":[{"all":[0,1],"holds":false}],"holds":true}]"#
    ),
    (#"{"status":[1,2,3]}"#, #"{"status":2}"#, #"[{"any":[0,1],"holds":true}]"#),
    (#"{"underlying":{"status":1}}"#, #"{"status":2}"#, #"[{"underlying":[],"holds":false}]"#),
    (
      #"{"underlying":{"status":1,"code":3}}"#,
      #"{"status":2,"underlying":[{"status":5},{"status":1,"code":3},{"status":1}]}"#,
      #"[{"underlying":[{"cause":[0],"at":1,"holds":false},{"cause":[1,2],"at":2,"holds":true}],"holds":true}]"#
    ),
    (#"{"rootCause":{"status":1}}"#, #"{"status":1}"#, #"[{"rootCause":[0],"holds":true}]"#),
    (
      #"{"payload":{"1":{"type":"E"}}}"#, #"{"type":"A","payload":[1]}"#,
      #"[{"payload":[],"at":1,"holds":false}]"#
    ),
    (
      #"{"payload":{"0":{"type":"E"}}}"#, #"{"type":"A","payload":[{"type":"E"}]}"#,
      #"[{"payload":[0],"at":0,"holds":true}]"#
    ),
  ]

  @Test("groups comparisons", arguments: structures)
  func groups(when: String, record: String, structure: String) throws {
    #expect(try Self.structure(when, record) == structure)
  }

  static let operators: [(when: String, name: String?)] = [
    (#"{"status":{"atLeast":5}}"#, "atLeast"), (#"{"status":{"lessThan":5}}"#, "lessThan"),
    (#"{"code":{"atMost":5}}"#, "atMost"), (#"{"attempt":{"greaterThan":5}}"#, "greaterThan"),
    (#"{"message":{"contains":"a"}}"#, "contains"), (#"{"message":{"matches":"a"}}"#, "matches"),
    (#"{"message":{"equals":"a"}}"#, nil), (#"{"message":"a"}"#, nil), (#"{"status":"4xx"}"#, nil),
    (#"{"status":{"exists":true}}"#, "exists"), (#"{"problem":{"strict":true}}"#, "strict"),
    (#"{"severity":"error"}"#, nil), (#"{"severity":9}"#, nil), (#"{"severity":"fatal"}"#, nil),
    (#"{"severity":{"atLeast":"error"}}"#, "atLeast"), (#"{"severity":{"atLeast":17}}"#, "atLeast"),
    (#"{"severity":{"greaterThan":"critical"}}"#, "greaterThan"),
    (#"{"severity":{"atMost":"info"}}"#, "atMost"),
    (#"{"severity":{"lessThan":"info"}}"#, "lessThan"),
  ]

  @Test("names the operator of each comparison", arguments: operators)
  func names(when: String, name: String?) throws {
    let step = try Self.step(when, #"{"type":"E"}"#)
    let compared = try #require(step["compared"] as? [[String: Any]])
    #expect(compared.last?["operator"] as? String == name)
  }

  @Test("gives the source of a category that no matcher assigned")
  func categories() throws {
    let rules = try Rules(
      "version: 1\ndefaults: {category: rest}\ncategories: [{name: a, when: {status: 1}}]\nresponders: [{id: app}]"
    )
    let steps = try [#"{"type":"E","category":"a"}"#, #"{"type":"E"}"#, #"{"type":"E","category":"odd"}"#].map
    {
      try rules.answer($0, explained: true).steps.filter { $0["category"] != nil }.map {
        "\($0["category"] ?? ""): \($0["result"] ?? "")"
      }
    }
    #expect(
      steps == [
        ["a: own"], ["a: not matched", "rest: default"],
        ["odd: not listed", "a: not matched", "rest: default"],
      ]
    )
  }
}

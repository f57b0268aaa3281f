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

  @Test("lists who was asked, what was compared and what came of it, in order")
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
      #"{"field":"domain","expected":"cancellation","holds":false}],"result":"not matched"},"#,
      #"{"responder":"app","rule":"off","result":"disabled"},"#,
      #"{"responder":"app","rule":"tags","compared":[{"field":"attributes.tags","operator":"hasPrefix","expected":"a","found":"ab","holds":true},"#,
      #"{"field":"attributes.tags","operator":"hasSuffix","expected":"z","found":"ab","holds":false},"#,
      #"{"field":"attributes.tags","operator":"hasPrefix","expected":"a","found":"z","holds":false},"#,
      #"{"field":"attributes.tags","operator":"hasPrefix","expected":"a","found":{"k":[1,2]},"holds":false}],"result":"not matched"},"#,
      #"{"responder":"app","rule":"spent","compared":[{"field":"category","expected":"odd","found":"odd","holds":true}],"result":"exhausted"},"#,
      #"{"responder":"app","rule":"two","compared":[{"field":"type","expected":"A","found":"X.A","holds":true},"#,
      #"{"field":"code","operator":"atLeast","expected":"5","found":7,"holds":true}],"result":"continue"},"#,
      #"{"responder":"app","otherwise":true,"result":"cancel"}]}"#,
    ]
    #expect(answered.text.hasSuffix(expected.joined()))
    #expect(!answered.text.contains("\n"))
  }
}

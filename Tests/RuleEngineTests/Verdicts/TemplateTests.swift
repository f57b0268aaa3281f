import Foundation
import RuleEngine
import Testing

@Suite("Templates")
struct TemplateTests {
  private static let record =
    #"{"id":"r1","time":"2026-11-20T08:15:02Z","origin":"o","type":"A.E","case":"c","payload":[5,{"k":[1, 2]},null],"#
    + #""is":["P","Q"],"domain":"d","code":"7","message":"say \"hi\"\n{error.code}","reason":"r","suggestion":"s","#
    + #""options":["x",{"title":"y","recovers":true}],"category":"net","severity":17,"cancelled":false,"operation":"op","#
    + #""attempt":2,"retryAfter":"1s","problem":{"type":"t","title":"T","status":404,"detail":"D","instance":"I","url":"u","deep":{"er":[true]}},"#
    + #""underlying":[{"type":"F"}],"platform":"linux","attributes":{"user":{"name":"Zoë"},"http.route":"/pay","n":1.50,"none":null}}"#

  private static func filled(_ template: String, _ record: String = record) throws -> String {
    let rules = try Rules(
      #"{"version":1,"categories":[{"name":"net"}],"responders":[{"id":"app","rules":[{"id":"r","do":[{"perform":"p","with":{"v":\#(template.json)}}],"then":"cancel"}]}]}"#
    )
    let text = try rules.text(record)
    let start = try #require(text.range(of: #""with":{"v":"#)).upperBound
    let end = try #require(text.range(of: #"},"responder":"app","rule":"r"}"#)).lowerBound
    return String(text[start..<end])
  }

  static let paths: [(path: String, whole: String)] = [
    ("error.id", #""r1""#), ("error.time", #""2026-11-20T08:15:02Z""#), ("error.origin", #""o""#),
    ("error.type", #""A.E""#),
    ("error.case", #""c""#), ("error.payload", #"[5,{"k":[1,2]},null]"#), ("error.payload.0", "5"),
    ("error.payload.1", #"{"k":[1,2]}"#), ("error.payload.2", "null"), ("error.is", #"["P","Q"]"#),
    ("error.domain", #""d""#),
    ("error.code", #""7""#), ("error.status", "404"), ("error.message", #""say \"hi\"\n{error.code}""#),
    ("error.reason", #""r""#), ("error.suggestion", #""s""#),
    ("error.options", #"["x",{"title":"y","recovers":true}]"#),
    ("error.category", #""net""#), ("error.severity", #""error""#), ("error.fatal", "false"),
    ("error.cancelled", "false"),
    ("error.operation", #""op""#), ("error.attempt", "2"), ("error.retryAfter", #""1s""#),
    ("error.underlying", #"[{"type":"F"}]"#),
    ("error.platform", #""linux""#), ("problem.type", #""t""#), ("problem.title", #""T""#),
    ("problem.status", "404"),
    ("problem.detail", #""D""#), ("problem.instance", #""I""#), ("problem.ext.url", #""u""#),
    ("problem.ext.deep.er", "[true]"),
    ("attributes.user.name", #""Zoë""#), ("attributes.http.route", #""/pay""#),
    ("attributes.user", #"{"name":"Zoë"}"#),
    ("attributes.n", "1.50"), ("attributes.none", "null"),
  ]

  @Test("a value that is one whole template keeps its type", arguments: paths)
  func whole(path: String, whole: String) throws {
    #expect(try Self.filled("{\(path)}") == whole)
    #expect(try Self.filled("{ \(path) }") == whole)
    #expect(try Self.filled("{\(path) ?? \"default\"}") == whole)
  }

  @Test(
    "within a text, arrays and objects are compact JSON, and inserted text is not parsed again",
    arguments: paths
  )
  func within(path: String, whole: String) throws {
    let text =
      whole.hasPrefix("\"") ? String(whole.dropFirst().dropLast()) : String(whole.json.dropFirst().dropLast())
    #expect(try Self.filled("<{\(path)}>") == "\"<\(text)>\"")
  }

  @Test("a missing value is the default, or else empty, in a whole template and within a text")
  func missing() throws {
    let bare = #"{"type":"E"}"#
    #expect(try Self.filled("{error.message}", bare) == #""""#)
    #expect(try Self.filled("a{error.message}b", bare) == #""ab""#)
    #expect(try Self.filled(#"{attributes.user ?? "some \ one"}"#, bare) == #""some \\ one""#)
    #expect(try Self.filled(#"Dear {attributes.user??"you"}!"#, bare) == #""Dear you!""#)
    #expect(try Self.filled(#"{attributes.user ?? "}"}"#, bare) == #""}""#)
    #expect(try Self.filled("{error.id}", bare) == #""1""#)
    #expect(try Self.filled("#{error.id}", bare) == ##""#1""##)
    #expect(try Self.filled("{error.id}", #"{"type":"E","id":12}"#) == #""12""#)
    #expect(try Self.filled("{problem.type}", bare) == #""""#)
    #expect(try Self.filled("{problem.type}", #"{"problem":{}}"#) == #""about:blank""#)
  }

  @Test("doubled braces are braces")
  func braces() throws {
    #expect(try Self.filled("{{{error.domain}}}") == #""{d}""#)
    #expect(try Self.filled("{{error.domain}}") == #""{error.domain}""#)
    #expect(try Self.filled("a{{}}b") == #""a{}b""#)
    #expect(try Self.filled("") == #""""#)
  }

  @Test(
    "any other use of braces is an error",
    arguments: [
      "{", "}", "{}", "{error}", "{error.}", "{error.mesage}", "{message}", "{error.event}", "{problem}",
      "{problem.ext}",
      "{problem.ext.}", "{attributes}", "{attributes.}", "{error.payload.-1}", "{error.message ?? you}",
      "{error.message ?? }", "{{error.domain}",
      "{error.domain}}", "{error.domain", "{error. domain}", "{outcome.evaluation}", "{error.payload.x}",
      "{error.message ?? \"a}",
    ]
  )
  func malformed(template: String) {
    let file =
      #"{"version":1,"responders":[{"id":"app","rules":[{"do":[{"log":\#(template.json)}],"then":"cancel"}]}]}"#
    #expect(Rules.faults(file) == ["wrong-template"])
  }

  @Test("work in shown texts, log, set and with; names and keywords are literal")
  func places() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - id: r
              do:
                - { level: warning, log: "{error.code}!" }
                - { perform: "{error.code}", with: { list: [ "{error.attempt}", { deep: "{error.code}" }, 1.5, true ], b: 1, a: x } }
                - { set: { z.y: "{error.code}", a: 2 } }
                - { wait: 1.50s }
                - nothing
                - { nothing: true }
              then: cancel
      """
    )
    let origin = #","responder":"app","rule":"r"}"#
    let expected = [
      #""actions":[{"log":"c!","level":"warning"\#(origin),"#,
      #"{"perform":"{error.code}","with":{"list":[3,{"deep":"c"},1.5,true],"b":1,"a":"x"}\#(origin),"#,
      #"{"set":{"z.y":"c","a":2}\#(origin),{"wait":"1.50s"\#(origin),{"nothing":true\#(origin),{"nothing":true\#(origin)]}"#,
    ]
    let text = try rules.text(#"{"type":"E","code":"c","attempt":3}"#)
    #expect(text.hasSuffix(expected.joined()))
  }
}

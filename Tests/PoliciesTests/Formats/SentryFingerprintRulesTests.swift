import RuleEngine
import Testing

@Suite("Sentry's fingerprint rules")
struct SentryFingerprintRulesTests {
  private static func category(_ rules: String, name: String = "rules.txt", of record: String) throws
    -> String?
  {
    var decisions = try ImportedDecisions(rules, name: name)
    return try decisions.category(of: record)
  }

  @Test func `are read without findings if categories say all of it`() {
    let compilation = compiled(
      """
      # Which of our errors are one group
      error.type:DatabaseUnavailable -> system-down
      error.type:TimeoutError message:"*timed out*" !tags.region:eu -> timeouts, title="Time is up"

      logger:shop.* level:error -> shop
      """,
      name: "rules.txt"
    )
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "sentry")
  }

  @Test(
    arguments: [
      ("notes.txt", "a: b -> c"), ("notes.txt", "Just a text."), ("notes.md", ""),
      ("rules.yaml", "type:A -> b"),
      (
        "rules.json",
        #"{"version": 1, "responders": [{"id": "app"}], "rules": [{"matchers": [], "fingerprint": []}]}"#
      ),
    ]
  )
  func `other files are none`(name: String, text: String) {
    #expect(compiled(text, name: name).policyFormat == nil)
  }

  /// getsentry/sentry, tests/sentry/grouping/test_fingerprinting.py, commit 013a86fc1b70f339ab6e18c33135c06ba17f5140: the text of
  /// test_basic_parsing, test_automatic_argument_splitting and test_discover_field_parsing, and the JSON that it stands for there.
  private static let parsed: [(line: String, json: String)] = [
    (
      "type:DatabaseUnavailable                        -> DatabaseUnavailable",
      #"[["type", "DatabaseUnavailable"]]|["DatabaseUnavailable"]"#
    ),
    (
      "function:assertion_failed module:foo            -> AssertionFailed, foo",
      #"[["function", "assertion_failed"], ["module", "foo"]]|["AssertionFailed", "foo"]"#
    ),
    ("app:true                                        -> aha", #"[["app", "true"]]|["aha"]"#),
    (
      "app:true                                        -> {{ default }}",
      #"[["app", "true"]]|["{{ default }}"]"#
    ),
    (
      "!path:**/foo/**                                 -> everything",
      #"[["!path", "**/foo/**"]]|["everything"]"#
    ),
    (
      #"!"path":**/foo/**                               -> everything"#,
      #"[["!path", "**/foo/**"]]|["everything"]"#
    ),
    (
      "logger:sentry.*                                 -> logger-, {{ logger }}",
      #"[["logger", "sentry.*"]]|["logger-", "{{ logger }}"]"#
    ),
    (#"message:"\\x\xff"                               -> stuff"#, #"[["message", "\\xÿ"]]|["stuff"]"#),
    (
      #"logger:sentry.*                                 -> logger-{{ logger }}, title="Message from {{ logger }}""#,
      #"[["logger", "sentry.*"]]|["logger-", "{{ logger }}"]|Message from {{ logger }}"#
    ),
    (
      #"logger:sentry.*                                 -> logger-{{ logger }} title="Message from {{ logger }}""#,
      #"[["logger", "sentry.*"]]|["logger-", "{{ logger }}"]|Message from {{ logger }}"#
    ),
    ("logger:test -> logger-{{ logger }}", #"[["logger", "test"]]|["logger-", "{{ logger }}"]"#),
    ("logger:test -> logger-, {{ logger }}", #"[["logger", "test"]]|["logger-", "{{ logger }}"]"#),
    (
      "logger:test2 -> logger-{{ logger }}-{{ level }}",
      #"[["logger", "test2"]]|["logger-", "{{ logger }}", "-", "{{ level }}"]"#
    ),
    (
      "logger:test2 -> logger-, {{ logger }}, -, {{ level }}",
      #"[["logger", "test2"]]|["logger-", "{{ logger }}", "-", "{{ level }}"]"#
    ),
    (
      "error.type:DatabaseUnavailable                        -> DatabaseUnavailable",
      #"[["type", "DatabaseUnavailable"]]|["DatabaseUnavailable"]"#
    ),
    (
      "stack.function:assertion_failed stack.module:foo      -> AssertionFailed, foo",
      #"[["function", "assertion_failed"], ["module", "foo"]]|["AssertionFailed", "foo"]"#
    ),
    (
      "release:foo                                     -> release-foo",
      #"[["release", "foo"]]|["release-foo"]"#
    ),
  ]

  @Test(arguments: parsed.indices) func `mean as text what Sentry's own tests say as JSON`(index: Int) throws
  {
    let (line, json) = Self.parsed[index]
    let parts = json.split(separator: "|").map { String($0) }
    let title = parts.count > 2 ? "\"title\": \"\(parts[2])\"" : ""
    let structure = """
      {"version": 1, "rules": [{"matchers": \(parts[0]), "fingerprint": \(parts[1]), "attributes": {\(title)}}]}
      """
    let (text, stored) = (compiled("# This is a config\n\(line)\n", name: "rules.txt"), compiled(structure))
    #expect(text.policyFormat == "sentry" && stored.policyFormat == "sentry")
    #expect(text.diagnostics.map { $0.message } == stored.diagnostics.map { $0.message })
    for record in [
      #"{"type":"a.DatabaseUnavailable","message":"\\xÿ","origin":"sentry.x","release":"FOO"}"#,
      #"{"message":"\\xÿ"}"#,
      #"{"message":"m","origin":"test"}"#, #"{"message":"m","origin":"test2"}"#,
      #"{"message":"m","origin":"sentry.x"}"#, #"{"message":"m","origin":"o","release":"FOO"}"#,
    ] {
      let found = try Self.category("\(line)\n", of: record)
      #expect(found == (try Self.category(structure, name: "rules.json", of: record)))
    }
  }

  /// The same repository, tests/sentry/grouping/fingerprint_inputs/: the rules of these files, their events as records, and the group.
  @Test(
    arguments: [
      (
        "fingerprint-exception-type", #"[["type", "DatabaseUnavailable"]]"#, #"["database-unavailable"]"#,
        #"{"type":"DatabaseUnavailable","message":"For some reason the database went away","platform":"java"}"#
      ),
      (
        "fingerprint-exception-value", #"[["value", "*went wrong*"]]"#,
        #"["something-went-wrong", "{{ error.value }}"]"#,
        #"{"type":"EndOfWorld","message":"something went WRONG","attributes":{"platform":"java"}}"#
      ),
      (
        "fingerprint-message", #"[["message", "*love*"]]"#, #"["what-is-love", "{{ message }}"]"#,
        #"{"message":"Hello my sweet Love"}"#
      ),
      (
        "fingerprint-message-on-value", #"[["message", "*love*"]]"#, #"["what-is-love", "{{ message }}"]"#,
        #"{"type":"NoLove","message":"something has no love."}"#
      ),
      (
        "fingerprint-on-log-info", #"[["logger", "sentry.*"], ["level", "ERROR"]]"#,
        #"["log-", "{{ logger }}", "-", "{{ level }}"]"#,
        #"{"message":"Love not found.","origin":"sentry.example.love","severity":"error"}"#
      ),
      (
        "fingerprint-on-tags", #"[["tags.foobar", "*stuff*"]]"#,
        #"["foobar-matched-stuff-", "{{ tags.barfoo }}"]"#,
        #"{"message":"Hello my sweet Love","tags":{"foobar":"my-stuff-other-stuff","barfoo":"amazing"}}"#
      ),
      (
        "fingerprint-release", #"[["release", "foo.bar@*"]]"#, #"["foo.bar-release"]"#,
        #"{"type":"DatabaseUnavailable","message":"m","release":"foo.bar@1.2.3"}"#
      ),
      (
        "fingerprint-release-matcher", #"[["release", "2.*"]]"#, #"["dogs-are-great", "{{ message }}"]"#,
        #"{"message":"Yay, dogs!","release":"2.1"}"#
      ),
      (
        "fingerprint-escape-chars", #"[["message", "\\{\\[\\*\\?\\]\\}"]]"#, #"["escaped", "{{ message }}"]"#,
        #"{"message":"{[*?]}"}"#
      ),
    ]
  )
  func `find the groups of Sentry's own tests`(
    name: String,
    matchers: String,
    fingerprint: String,
    record: String
  ) throws {
    let rules = "{\"rules\": [{\"matchers\": \(matchers), \"fingerprint\": \(fingerprint)}]}"
    #expect(try Self.category(rules, name: "rules.json", of: record) != nil, "\(name)")
    #expect(
      try Self.category(
        rules,
        name: "rules.json",
        of: #"{"type":"Other","message":"else","severity":"info"}"#
      ) == nil,
      "\(name)"
    )
  }

  @Test(
    arguments: [
      (
        "invalid.message:foo -> bar",
        "1:1 faulty-policy: “invalid.message” is not a matcher. Sentry rejects the rules."
      ),
      (
        "eror.type:A -> b",
        "1:1 faulty-policy: “eror.type” is not a matcher. Sentry rejects the rules. Did you mean “error.type”?"
      ),
      (
        "type:A -> b subtitle=\"x\"",
        "1:13 faulty-policy: “subtitle” is not an attribute of a group. Sentry knows only “title”."
      ),
      (
        "type:A -> b\n\ttype:B -> c",
        "2:1 faulty-policy: Sentry can't read the rest of this line. A rule is such as error.type:Timeout -> timeouts."
      ),
      (
        "type:A -> b\ntype:B => c",
        "2:8 faulty-policy: Sentry can't read the rest of this line. A rule is such as error.type:Timeout -> timeouts."
      ),
      (
        "type:A -> b\ntype:B ->",
        "2:10 faulty-policy: Sentry can't read the rest of this line. A rule is such as error.type:Timeout -> timeouts."
      ),
      (
        "type:A -> a{b}",
        "1:12 faulty-policy: Sentry can't read the rest of this line. A rule is such as error.type:Timeout -> timeouts."
      ),
      (
        "message:[draft -> b",
        "1:1 faulty-policy: “[draft” is not a glob, so it matches nothing. Write a backslash before a bracket that means itself."
      ),
      (
        "level:serious -> b",
        "1:1 faulty-policy: “serious” is not a level. Sentry's are debug, info, warning, error, fatal."
      ),
      (
        "type:A -> {{ errer.type }}",
        "1:11 faulty-policy: “errer.type” is not a variable that Sentry knows. It has no value. Did you mean “error.type”?"
      ),
      (
        "type:A -> a, {{ transaction }}",
        "1:14 lost-in-import: Each value of “transaction” makes a group of its own. The category has all of them."
      ),
      (
        "type:A -> {{default}}",
        "1:11 lost-in-import: “{{ default }}” is the group that Sentry finds itself. The category has all errors of the rule."
      ),
      (
        "stack.module:shop.* type:A -> b",
        "1:1 lost-in-import: No record shows “module”: the rule is left out, and its errors go on to the next ones."
      ),
      (
        "[ function:a ] | function:b -> b",
        "1:1 lost-in-import: No record shows “a frame's neighbour”: the rule is left out, and its errors go on to the next ones."
      ),
      (
        "type:Time* -> b",
        "1:1 lost-in-import: A record's type begins with its module, in which the glob may match, too."
      ),
      (
        "type:A -> a\ntype:B -> b\ntype:C -> a",
        "3:1 lost-in-import: This is the group of line 1. Rules stand between them, so it is a category of its own."
      ),
    ]
  )
  func `have one finding for each thing that Sentry rejects, ignores or categories can't say`(
    rules: String,
    finding: String
  ) {
    let found = compiled(rules, name: "rules.txt").diagnostics.filter { $0.code != "unreachable-category" }
      .map {
        "\($0.range.start.line):\($0.range.start.column) \($0.code): \($0.message)"
      }
    #expect(found == [finding])
  }

  @Test(
    arguments: [
      ("type:A !value:*x* -> g", #"{"type":"A","message":"y"}"#, true),
      ("type:A !value:*x* -> g", #"{"type":"A","message":"ax"}"#, false),
      (
        "type:A !value:*x* -> g", #"{"type":"A","message":"x","underlying":[{"type":"B","message":"y"}]}"#,
        false
      ),
      ("!type:A -> g", #"{"type":"A","message":"m","underlying":[{"type":"B","message":"y"}]}"#, true),
      ("!type:A -> g", #"{"message":"m"}"#, false), ("value:m -> g", #"{"message":"m"}"#, false),
      ("message:m -> g", #"{"message":"M"}"#, true),
      (
        "message:m value:y -> g", #"{"type":"A","message":"m","underlying":[{"type":"B","message":"y"}]}"#,
        true
      ),
      (
        "type:A value:y -> g", #"{"type":"A","message":"m","underlying":[{"type":"B","message":"y"}]}"#, false
      ),
      ("!tags.a:b -> g", #"{"message":"m"}"#, true),
      ("family:native,other -> g", #"{"message":"m","platform":"cocoa"}"#, true),
      ("family:other -> g", #"{"message":"m","platform":"node"}"#, false),
      ("!family:all -> g", #"{"message":"m"}"#, false),
      ("level:[ef]* -> g", #"{"message":"m","severity":"fatal"}"#, true),
      ("release:**/1.* -> g", #"{"message":"m","release":"SRV\\shop/1.0"}"#, true),
      ("release:1.*/a -> g", #"{"message":"m","release":"1.0/b/a"}"#, false),
      ("release:/srv/* -> g", #"{"message":"m","release":"srv/1"}"#, true),
      ("message:a?b -> g", #"{"message":"a/b"}"#, true), ("message:* -> g", #"{"message":"a\nb"}"#, true),
    ]
  )
  func `hold for one exception or one message, as in Sentry`(rules: String, record: String, isGrouped: Bool)
    throws
  {
    #expect(try (Self.category(rules, of: record) == "g") == isGrouped)
  }

  @Test func `the first one that matches decides, and nothing is decided about the error`() throws {
    var decisions = try ImportedDecisions("type:A -> a\nmessage:m -> m\ntype:B -> a\n", name: "rules.txt")
    #expect(try decisions.category(of: #"{"type":"A","message":"m"}"#) == "a")
    #expect(try decisions.category(of: #"{"type":"B","message":"m"}"#) == "m")
    #expect(try decisions.category(of: #"{"type":"B","message":"n"}"#) == "a-2")
    #expect(try decisions.decision(on: #"{"type":"B","message":"n"}"#).rule == nil)
  }
}

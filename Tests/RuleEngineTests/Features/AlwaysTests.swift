import RuleEngine
import Testing

@Suite("The always block")
struct AlwaysTests {
  private static let file = #"""
    version: 1
    responders:
      - id: app
        rules: [ { id: r, when: { type: Known }, do: [ { log: r } ], then: abort } ]
        always:
          - { perform: track, with: { how: "{outcome.evaluation}", handled: "{outcome.handled}", text: "was {outcome.handled}" } }
          - { present: { title: Noted, buttons: [ { title: Fine, do: [ { log: fine } ] }, Other ] } }
      - { id: mid, parent: app, always: [ { log: mid } ] }
      - { id: low, parent: mid, always: [ { log: low } ], rules: [ { do: [ { log: first } ], then: continue } ] }
    """#

  @Test(
    "runs once the outcome is known, from the first visited responder to the last, and can use the outcome"
  )
  func order() throws {
    let answered = try Rules(Self.file).answer(#"{"type":"Known","origin":"low"}"#)
    #expect(answered.acts == ["first", "r", "low", "mid", "track", "Noted", "fine"])
    let with = try #require(answered.actions[4]["with"] as? [String: Any])
    #expect(with["how"] as? String == "abort")
    #expect(with["handled"] as? Bool == true)
    #expect(with["text"] as? String == "was true")
    #expect(answered.text.contains(#""responder":"app","always":true,"answer":"Fine","assumed":true}"#))
    #expect(answered.members["assumed"] as? Bool == true)
  }

  @Test("runs for unhandled errors too, and never makes them handled")
  func unhandled() throws {
    let answered = try Rules(Self.file).answer(#"{"type":"E","origin":"low"}"#)
    #expect(answered.isHandled == false && answered.by == nil)
    #expect(answered.acts == ["first", "low", "mid", "track", "Noted", "fine"])
    let with = try #require(answered.actions[3]["with"] as? [String: Any])
    #expect(with["how"] as? String == "cancel" && with["handled"] as? Bool == false)
  }

  @Test("runs in the chain only if each action that has to succeed did, and each alert was answered")
  func inChain() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { policy: { always: inChain } }
      responders:
        - id: app
          always: [ { log: app } ]
          otherwise: { then: cancel }
        - id: low
          parent: app
          rules:
            - { id: a, when: { type: A }, do: [ { perform: act, failed: continue } ], then: escalate }
            - { id: b, when: { type: B }, do: [ { present: { title: Ask, buttons: [ { title: OK, then: abort } ] } } ] }
            - id: c
              when: { type: C }
              do: [ { present: { title: Note, buttons: [ { title: OK, do: [ { perform: act, failed: escalate } ] } ] } } ]
              then: abort
          otherwise: { do: [ { log: otherwise } ], then: escalate }
          always: [ { log: low } ]
      """
    )
    func acts(_ members: String) throws -> [String] {
      try rules.answer(#"{"origin":"low",\#(members)}"#).acts
    }
    #expect(try acts(#""type":"A","performed":["ok"]"#) == ["act", "low", "app"])
    #expect(try acts(#""type":"A","performed":["failed"]"#) == ["act", "otherwise", "app"])
    #expect(try acts(#""type":"A","performed":["timeout"]"#) == ["act", "otherwise", "app"])
    #expect(try acts(#""type":"B","answers":["OK"]"#) == ["Ask", "low"])
    #expect(try acts(#""type":"B","answers":[null]"#) == ["Ask"])
    #expect(try acts(#""type":"C","performed":["failed"]"#) == ["Note", "act", "app"])
  }

  @Test("cannot have a deciding alert, and only it can use the outcome")
  func restrictions() {
    let deciding =
      "version: 1\nresponders: [ { id: app, always: [ { present: { title: x, buttons: [ { title: a, then: retry } ] } } ] } ]"
    #expect(Rules.faults(deciding) == ["deciding-alert"])
    let outcome =
      #"{"version":1,"responders":[{"id":"app","rules":[{"do":[{"log":"{outcome.evaluation}"}],"then":"cancel"}]}]}"#
    #expect(Rules.faults(outcome) == ["wrong-template"])
  }
}

@Suite("A resolution")
struct ResolutionTests {
  @Test("has its keys in contract order and omits empty ones")
  func keyOrder() throws {
    let rules = try Rules(
      """
      version: 1
      name: shop
      defaults: { retry: { backoff: { initial: 1s, jitter: none } } }
      categories: [ { name: again, when: { status: 5xx } } ]
      responders:
        - { id: app, rules: [ { id: r, when: { category: again }, do: [ { present: { title: T, message: M } } ], then: retry } ] }
        - { id: ask, parent: app, rules: [ { id: d, do: [ { present: { title: Q, buttons: [ { title: Y, then: continue }, { title: N, then: cancel } ] } } ] } ], always: [ { perform: track } ] }
      """
    )
    let record =
      #"{"time":"2026-11-20T08:15:02.120Z","origin":"ask","status":503,"attempt":2,"category":"odd","operation":"o"}"#
    let expected = [
      #"{"id":"1","time":"2026-11-20T08:15:02.120Z","origin":"ask","category":"again","#,
      #""path":["ask","app"],"by":{"responder":"app","rule":"r"},"evaluation":"retry","handled":true,"assumed":true,"#,
      #""retry":{"attempt":2,"maxAttempts":3,"delay":2},"actions":["#,
      #"{"present":{"title":"Q","buttons":["Y","N"]},"responder":"ask","rule":"d","answer":"Y","assumed":true},"#,
      #"{"present":{"title":"T","message":"M","buttons":["OK"]},"responder":"app","rule":"r","answer":"OK"},"#,
      #"{"perform":"track","responder":"ask","always":true}],"unknownCategory":"odd"}"#,
    ]
    #expect(try rules.text(record) == expected.joined())
    let explained = try rules.answer(record, explained: true)
    #expect(explained.text.hasPrefix(String(try rules.text(record).dropLast())))
    #expect(explained.text.contains(#","unknownCategory":"odd","steps":["#))
  }

  @Test("is the contract's own example")
  func contractExample() throws {
    let rules = try Rules(
      """
      version: 1
      name: shop
      defaults:
        category: nonRetryable
        retry: { maxAttempts: 3, backoff: { initial: 200ms, multiplier: 2, max: 30s, jitter: full } }
        ignore: cancellation
        unhandled: { evaluation: cancel, report: error }
      lists: { noConnection: [ NSURLErrorNotConnectedToInternet, NSURLErrorNetworkConnectionLost ] }
      matchers: { offline: { domain: NSURLErrorDomain, code: $noConnection } }
      categories:
        - { name: requiresLogout, when: { any: [ { status: 401 }, { case: NetworkError.unauthorized } ] } }
        - { name: retryable, when: { any: [ { matcher: offline }, { status: 5xx }, { case: NetworkError.server } ] } }
        - { name: nonRetryable }
      responders:
        - id: app
          rules:
            - { id: logout, when: { category: requiresLogout }, do: [ { perform: logout } ], then: abort }
            - id: again
              when: { category: retryable }
              then: retry
              examples: { match: [ { status: 503 } ], noMatch: [ { status: 404 } ] }
          otherwise:
            do: [ { present: { title: Something went wrong, message: Please try again later., buttons: [ { title: OK, then: cancel } ] } } ]
          always: [ { perform: track } ]
        - id: login
          parent: app
          origins: [ "com.shop.login.*" ]
          rules:
            - id: bad-password
              when: { category: requiresLogout }
              do: [ { set: { login.label: Check your user name and password. } } ]
              then: cancel
      """
    )
    let quiet = Array(repeating: #"{"type":"Quiet","cancelled":true}"#, count: 40)
    let record =
      #"{"id":"41","time":"2026-11-20T08:15:02.120Z","origin":"com.shop.login.form","type":"NetworkError","case":"server","attempt":2}"#
    let expected = [
      #"{"id":"41","time":"2026-11-20T08:15:02.120Z","origin":"com.shop.login.form","category":"retryable","#,
      #""path":["login","app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"#,
      #""retry":{"attempt":2,"maxAttempts":3,"delay":0.238},"#,
      #""actions":[{"perform":"track","responder":"app","always":true}]}"#,
    ]
    #expect(try rules.texts(quiet + [record]).last == expected.joined())
    let exhausted = try rules.answer(#"{"type":"NetworkError","case":"server","attempt":3}"#)
    #expect(exhausted.by == "app/otherwise" && exhausted.evaluation == "cancel")
    let login = try rules.answer(#"{"status":401,"origin":"com.shop.login.x"}"#)
    #expect(
      login.text.contains(
        #"{"set":{"login.label":"Check your user name and password."},"responder":"login","#
      )
    )
  }
}

import Foundation
import Policies
import RuleEngine
import Testing

@Suite("Services of a Compose file")
struct ComposeFileTests {
  /// A service with these lines.
  private static func file(_ lines: String, more: String = "") -> String {
    "services:\n  web:\n    image: shop/web\n    \(lines)\n\(more)"
  }

  private static func compiled(_ text: String, _ engine: ContainerEngine = .docker, name: String = "a.yaml")
    -> RuleSet.Compilation
  {
    var registry = Registry()
    var versions = PolicyVersions()
    versions.containers = engine
    registry.policyFormats = BuiltInPolicies.all(versions)
    return RuleSet.compile(name: name, bytes: Array(text.utf8), registry: registry)
  }

  private static func said(_ text: String, _ engine: ContainerEngine = .docker) -> [String] {
    compiled(text, engine).diagnostics.map { "\($0.range.start.line) \($0.severity): \($0.message)" }
  }

  private static func ended(
    _ domain: String,
    _ code: Int,
    attempt: Int = 1,
    restarts: Int = 0,
    of service: String = "web"
  )
    -> String
  {
    #"{"origin":"\#(service)","operation":"c1","domain":"\#(domain)","code":\#(code),"attempt":\#(attempt),"attributes":{"restarts":\#(restarts)}}"#
  }

  // MARK: - What is decided

  @Test(
    "are started again as their policy says",
    arguments: [
      ("restart: \"no\"", "abort abort proceed"), ("restart: no", "abort abort proceed"),
      ("restart: always", "retry retry retry"), ("restart: unless-stopped", "retry retry retry"),
      ("restart: on-failure", "retry retry proceed"), ("restart: on-failure:0", "retry retry proceed"),
      ("restart: on-failure:2", "retry retry proceed"),
      ("deploy: { restart_policy: { condition: none } }", "abort abort proceed"),
      ("deploy: { restart_policy: { condition: any } }", "retry retry retry"),
      ("deploy: { restart_policy: { condition: on-failure, max_attempts: 3 } }", "retry retry proceed"),
      ("deploy: { restart_policy: { max_attempts: 3 } }", "abort abort proceed"),
    ]
  )
  func restarts(line: String, wanted: String) throws {
    let errors = [Self.ended("exit-code", 1), Self.ended("oom-kill", 137), Self.ended("success", 0)]
    let found = try decisions(Self.file(line), name: "a.yaml", errors)
    #expect(found.map { String($0.prefix { $0 != " " }) }.joined(separator: " ") == wanted)
  }

  @Test("count all restarts since they were started, however long they ran between them")
  func limit() throws {
    let errors = [(1, 0), (2, 1), (1, 1), (1, 2)].map {
      Self.ended("exit-code", 7, attempt: $0.0, restarts: $0.1)
    }
    #expect(
      try decisions(Self.file("restart: on-failure:2"), name: "a.yaml", errors) == [
        "retry 1/3 by web/restart", "retry 2/3 by web/restart", "retry 1/3 by web/restart",
        "abort by web/limit",
      ]
    )
  }

  @Test("wait for Docker twice as long each time, up to a minute")
  func delays() throws {
    var rules = try ImportedDecisions(Self.file("restart: always"), name: "a.yaml")
    var delays: [Double] = []
    for attempt in [1, 2, 5, 10, 11, 40] {
      delays.append(try rules.delay(of: Self.ended("exit-code", 1, attempt: attempt)))
    }
    #expect(delays == [0.1, 0.2, 1.6, 51.2, 60, 60])
  }

  @Test("are named as Compose labels their containers, or by the container's name")
  func origins() throws {
    let text = Self.file("restart: always\n    container_name: shop")
    let found = try decisions(
      text,
      name: "a.yaml",
      ["shop", "web", "db"].map { Self.ended("exit-code", 1, of: $0) }
    )
    #expect(found == ["retry 1/1000 by web/restart", "retry 1/1000 by web/restart", "cancel by otherwise"])
  }

  @Test func `take what they do not say from the service that they extend`() throws {
    let text = Self.file("extends: base", more: "  base: { image: a, restart: on-failure:1 }\n")
    #expect(
      try decisions(text, name: "a.yaml", [Self.ended("exit-code", 1, restarts: 1)]) == ["abort by web/limit"]
    )
  }

  @Test func `go on when their health check fails`() throws {
    let error = #"{"origin":"web","domain":"unhealthy"}"#
    #expect(
      try decisions(Self.file("restart: always"), name: "a.yaml", [error]) == ["proceed by web/unhealthy"]
    )
  }

  // MARK: - What is found

  @Test(
    "say what Docker and Compose do with what they do not take",
    arguments: [
      (
        "restart: always:3",
        "4 error: Docker takes a number of restarts with on-failure only, and creates no container. Write on-failure:3, or delete the number."
      ),
      (
        "restart: on-failure:-1",
        "4 error: The number of restarts must be an integer of at least 0. Docker creates no container."
      ),
      (
        "restart: on-failure:x",
        "4 warning: Docker Compose takes “x” for 0, so restarts do not end. Write a number."
      ),
      (
        "restart: on_failure",
        "4 error: “on_failure” is not a restart policy. Docker creates no container. Did you mean “on-failure”?"
      ),
      ("restart: false", "4 error: “restart” must be a string such as \"no\". It is a boolean."),
      (
        "restrat: always",
        "4 error: “restrat” is not a key of a service. Docker Compose rejects it. Did you mean “restart”?"
      ),
      (
        "restart: always\n    restart_policy: { condition: any }",
        "5 error: “restart_policy” is not a key of a service. Docker Compose rejects it. It belongs in “deploy”."
      ),
      (
        "deploy: { restart_policy: { condition: any, max_attempts: 3 } }",
        "4 warning: Docker takes a number of restarts with on-failure only, so Docker Compose creates no container. Swarm takes it: write condition: on-failure for both."
      ),
      (
        "deploy: { restart_policy: { max_attempts: 3 } }",
        "4 warning: Without a “condition” Docker Compose restarts nothing. Only Swarm takes it for any: write condition: any, or on-failure."
      ),
      (
        "deploy: { restart_policy: { condition: never } }",
        "4 error: “never” is not a condition of a restart. Docker creates no container."
      ),
      (
        "restart: always\n    deploy: { restart_policy: { condition: none } }",
        "4 warning: Docker Compose ignores “restart” beside “deploy.restart_policy”, which says otherwise. Delete one of them."
      ),
    ]
  )
  func faults(line: String, wanted: String) {
    #expect(Self.said(Self.file(line)).filter { !$0.contains("No rule") } == [wanted])
  }

  @Test(
    "have nothing to say about files that are right",
    arguments: [
      "restart: always\n    pre_start: [ { command: a } ]\n    post_start: [ { command: b } ]",
      "restart: on-failure:5", "restart: ''", "restart: on-failure:30", "restart: unless-stopped",
      "restart: always\n    deploy: { restart_policy: { condition: any } }",
      "x-a: 1\n    restart: always\n    deploy: { x-b: 1, restart_policy: { x-c: 1, condition: any } }",
      "restart: always\n    label_file: a\n    healthcheck: { test: a, retries: 3 }",
    ]
  )
  func silence(line: String) { #expect(Self.said(Self.file(line)) == []) }

  @Test("say that a service that always restarts never completes")
  func waiting() {
    let more =
      "  api:\n    image: api\n    depends_on: { web: { condition: service_completed_successfully } }\n"
    #expect(
      Self.said(Self.file("restart: always", more: more)) == [
        "4 warning: “web” starts again after a good end, so “api”, which waits for that end, may never start. Write on-failure."
      ]
    )
    #expect(Self.said(Self.file("restart: on-failure", more: more)) == [])
  }

  @Test("are restarted by Podman without a delay, and by “restart” alone")
  func podman() {
    #expect(
      Self.said(Self.file("restart: always:3"), .podman) == [
        "4 error: Podman takes a number of restarts with on-failure only, and creates no container. Write on-failure:3, or delete the number."
      ]
    )
    #expect(
      Self.said(Self.file("restart: \"no\"\n    deploy: { restart_policy: { condition: any } }"), .podman)
        == [
          "5 warning: podman-compose ignores “restart_policy”. Write “restart” in the service."
        ]
    )
    #expect(Self.compiled(Self.file("restart: always"), .podman).program != nil)
  }

  // MARK: - Which files

  @Test(
    "are in no other files",
    arguments: [
      ("a.yaml", "services:\n  web: { image: a, ports: [ 80 ] }"),
      ("a.yaml", "services: { web: { restart: always } }"),
      ("a.yaml", "services:\n  - { name: a, restart: always, image: b }"),
      ("a.yaml", "job: { services: [ docker ], script: a }"),
      ("compose.yaml", "services:\n  web: { image: a }"),
    ]
  )
  func others(name: String, text: String) { #expect(Self.compiled(text, name: name).policyFormat == nil) }

  @Test func `may be those of an override`() {
    let text = "services: { web: { restart: always } }"
    #expect(Self.compiled(text, name: "x/compose.override.yaml").policyFormat == "compose")
  }

  @Test(
    "are read without what an override resets, and with what it overrides",
    arguments: [
      ("restart: !override always", "retry"), ("restart: !reset null", "abort"),
      ("restart: !reset always", "abort"),
      ("deploy: !override { restart_policy: { condition: on-failure } }", "retry"),
      ("deploy: !reset { restart_policy: { condition: on-failure } }", "abort"),
      ("deploy: { restart_policy: !override { condition: !override on-failure } }", "retry"),
    ]
  )
  func tags(line: String, wanted: String) throws {
    let other = "  mail: { image: a, restart: always }\n  old: !reset null\n"
    for tag in ["", "!override"] {
      let text = "services: \(tag)\n  web: \(tag)\n    image: shop/web\n    \(line)\n\(other)"
      #expect(Self.said(text) == [])
      #expect(
        try decisions(text, name: "a.yaml", [Self.ended("exit-code", 1)]).first?.hasPrefix(wanted) == true
      )
    }
  }
}

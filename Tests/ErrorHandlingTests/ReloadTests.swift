import ErrorHandling
import RuleEngine
import Testing

@Suite("Rules are reloaded while a program runs")
struct ReloadTests {
  private func rules(_ verdict: String) -> String {
    "version: 1\nresponders: [ { id: app, rules: [ { id: a, then: \(verdict) } ] } ]\n"
  }

  @Test func `all at once, and a bad file leaves the old rules in force`() throws {
    let folder = try TemporaryFolder()
    try folder.write("rules.yaml", rules("abort"))
    let chain = try RunningChain(.file(folder.path("rules.yaml")))
    try folder.write("rules.yaml", rules("proceed"))
    #expect(chain.decide(Declined(), from: "x").evaluation == .abort)
    #expect(try chain.reload() == 2)
    #expect(chain.decide(Declined(), from: "x").evaluation == .proceed)
    #expect(chain.decide(Declined(), from: "x").version == 2)

    for (text, code) in [
      (rules("stop"), "wrong-value"), ("version: 1\nresp", "yaml-syntax"), ("", "empty-file"),
    ] {
      try folder.write("rules.yaml", text)
      let rejection = #expect(throws: RuleSetRejection.self) { try chain.reload() }
      #expect(rejection?.diagnostics.isEmpty == false, "\(code)")
      #expect(chain.status.version == 2 && !chain.status.isCurrent)
      #expect(chain.decide(Declined(), from: "x").evaluation == .proceed)
    }
    #expect(chain.status.rejections == 3)
    try folder.write("rules.yaml", rules("cancel"))
    #expect(try chain.reload() == 3)
    #expect(chain.status.isCurrent && chain.decide(Declined(), from: "x").evaluation == .cancel)
  }

  @Test func `who began with the old rules ends by them, and says so`() async throws {
    let isAsked = Gate()
    let isAnswered = Gate()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules: [ { id: ask, do: [ { present: { title: T, buttons: [ { title: A, then: abort } ] } } ] } ]
        """
      ),
      plugins: [
        .presenter { _ in
          isAsked.open()
          await isAnswered.opened()
          return .button(0)
        }
      ]
    )
    async let asked = chain.respond(to: Declined(), from: "x")
    await isAsked.opened()
    try chain.reload(.text(rules("proceed")))
    let after = await chain.respond(to: Declined(), from: "x")
    isAnswered.open()
    let before = await asked
    #expect(after.evaluation == .proceed && after.version == 2)
    #expect(before.evaluation == .abort && before.version == 1)
  }

  @Test func `budgets go on where their rules ask the same`() throws {
    func text(_ tries: Int) -> String {
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: new\(tries), when: { type: Vendor }, then: abort }
            - { id: again, then: { retry: { maxAttempts: \(tries), per: [ type ], within: 1h } } }
      """
    }
    let chain = try RunningChain(.text(text(3)), settings: ChainSettings(clock: VirtualClock().clock))
    #expect(chain.decide(Declined(), from: "x").retry?.attempt == 1)
    try chain.reload(.text(text(3).replacing("new3", with: "other")))
    #expect(chain.decide(Declined(), from: "x").retry?.attempt == 2)
    #expect(chain.decide(Declined(), from: "x").isHandled == false)
    try chain.reload(.text(text(4)))
    #expect(chain.decide(Declined(), from: "x").retry?.attempt == 1)
  }
}

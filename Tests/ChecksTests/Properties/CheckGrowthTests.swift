import Checks
import RuleEngine
import Testing

/// Counts steps, so that the load of a machine does not matter.
@Suite("The checks of twice as many rules")
struct CheckGrowthTests {
  private static let few = 80
  /// Overlapping pairs are looked at up to a fixed number, which would hide the growth of everything else.
  private static let checks = CheckList.all.filter { !["order-decides", "both-run"].contains($0.page.code) }

  @Test("take little more than twice the steps, whatever grows", arguments: GrowingRules.all)
  func linear(_ shape: GrowingRules) throws {
    let (few, many) = (try steps(shape.text(Self.few)), try steps(shape.text(2 * Self.few)))
    #expect(Double(many) < 2.3 * Double(few), "\(few) \(many)")
  }

  @Test("end at the limit, say so, and are the same again")
  func budget() throws {
    let text = GrowingRules.all[0].text(Self.few)
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
    var settings = CheckSettings()
    settings.steps = 400
    let run = CheckRun(settings: settings)
    let found = run.findings(of: compilation)
    #expect(found.contains { $0.code == "not-decided" && $0.message.contains("within 400 steps") })
    #expect(found.map { $0.message } == run.findings(of: compilation).map { $0.message })
    #expect(run.result(of: compilation).stepsTaken <= 400)
  }

  @Test("of several files take no more together, and each as many in any order")
  func parts() {
    let files = [10, Self.few, 200].map { count in
      RuleSet.compile(name: "rules.yaml", bytes: Array(GrowingRules.all[0].text(count).utf8))
    }
    var settings = CheckSettings()
    settings.steps = 1_000
    let parts = settings.parts(for: files)
    #expect(parts == settings.parts(for: files.reversed()).reversed())
    #expect(parts == parts.sorted() && parts.reduce(0, +) <= 1_000 && parts.reduce(0, +) > 990)
    for (file, part) in zip(files, parts) {
      settings.part = part
      #expect(CheckRun(settings: settings).result(of: file).stepsTaken <= part)
    }
    settings.steps = .max
    #expect(settings.parts(for: [files[1]]) == [.max])
  }

  @Test("look for no more overlaps than are shown", arguments: ["first", "all"])
  func overlaps(match: String) throws {
    let checks = CheckList.all.filter { ["order-decides", "both-run"].contains($0.page.code) }
    func text(_ count: Int) -> String {
      let rules = (0..<count).map { index in
        "      - { id: r\(index), when: { message: { contains: part\(index)- } }, then: \(["cancel", "abort"][index % 2]) }\n"
      }
      return
        "version: 1\nresponders:\n  - id: app\n    policy: { match: \(match) }\n    rules:\n\(rules.joined())"
    }
    let (few, many) = (try steps(text(40), checks), try steps(text(80), checks))
    #expect(few > 0)
    // Whether one is a special case of the other is asked of every pair under “all”, and costs little.
    #expect(many < (match == "first" ? 11 * few / 10 : 4 * few), "\(few) \(many)")
    let found = CheckRun(checks: checks).findings(
      of: RuleSet.compile(name: "rules.yaml", bytes: Array(text(80).utf8))
    )
    #expect(found.count == 101)
    #expect(found.last?.message.hasPrefix("There are more findings of this kind") == true)
  }

  @Test("of rules with the same verdict ask for no overlap")
  func sameVerdict() throws {
    let checks = CheckList.all.filter { $0.page.code == "order-decides" }
    let contained = GrowingRules.all.first { $0.testDescription == "contained texts" }
    #expect(try steps(contained?.text(Self.few) ?? "", checks) == 0)
  }

  private func steps(_ text: String, _ checks: [any Check] = Self.checks) throws -> Int {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
    #expect(!compilation.hasErrors, "\(compilation.diagnostics.prefix(3).map { $0.message })")
    return CheckRun(checks: checks).result(of: compilation).stepsTaken
  }
}

/// A rule file that grows in one respect.
struct GrowingRules: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: @Sendable (_ count: Int) -> String

  private init(_ name: String, _ text: @escaping @Sendable (_ count: Int) -> String) {
    testDescription = name
    self.text = text
  }

  /// Rules of one responder.
  private static func rules(_ name: String, _ rule: @escaping @Sendable (Int) -> String) -> GrowingRules {
    GrowingRules(name) { count in file(count, rule) }
  }

  private static func file(_ count: Int, _ rule: (Int) -> String, before: String = "") -> String {
    "version: 1\n\(before)responders:\n  - id: app\n    rules:\n"
      + lines(count) { "      - { id: r\($0), \(rule($0)) }" }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static func responders(_ count: Int, _ parent: (Int) -> Int) -> String {
    "version: 1\nresponders:\n  - id: c0\n    rules: [ { id: server, when: { status: 5xx }, then: cancel } ]\n"
      + lines(count) { index in
        "  - id: c\(index + 1)\n    parent: c\(parent(index + 1))\n    origins: [ m\(index).* ]\n"
          + "    rules: [ { id: r, when: { type: App.Error\(index) }, then: cancel } ]"
      }
  }

  private static func alternatives(_ index: Int) -> String {
    (0..<10).map { "{ type: App.Error\(index * 10 + $0) }" }.joined(separator: ", ")
  }

  static let all: [GrowingRules] = [
    rules("types") { "when: { type: App.Error\($0) }, then: cancel" },
    rules("attributes") { "when: { attributes: { size: \($0) } }, then: cancel" },
    rules("codes of a domain") { "when: { domain: com.example, code: \($0) }, then: cancel" },
    rules("cases") { "when: { case: AppError.case\($0) }, then: cancel" },
    rules("patterns") { "when: { operation: { matches: '^load-\($0)-[0-9]+$' } }, then: cancel" },
    rules("contained texts") { "when: { operation: { contains: 'part\($0)-' } }, then: cancel" },
    rules("exceptions") {
      "when: { type: App.Error\($0), not: { status: \(400 + $0 % 200) } }, then: cancel"
    },
    rules("alternatives") { "when: { any: [ \(alternatives($0)) ] }, then: cancel" },
    rules("patterns with one tail") { "when: { operation: { matches: 'x\($0 + 1).*y' } }, then: cancel" },
    rules("exceptions by cause") {
      "when: { type: App.Error\($0 / 2), not: { underlying: { domain: com.d\($0 % 2) } } }, then: cancel"
    },
    rules("retries among rules that end errors") {
      $0 % 2 == 0
        ? "when: { domain: com.example, code: \($0) }, then: cancel"
        : "when: { domain: com.example, code: \($0) }, then: { retry: { maxAttempts: 3 } }"
    },
    rules("origins") { "when: { status: 5xx, origin: m\($0) }, then: cancel" },
    rules("rates") {
      "when: { type: App.Error\($0), rate: { atLeast: 5, within: 1m } }, then: cancel"
    },
    rules("retries") {
      "when: { type: App.Error\($0) }, then: { retry: { maxAttempts: 3, backoff: { initial: 1s, max: 5s } } }"
    },
    GrowingRules("named matchers") { count in
      file(
        count,
        { "when: { matcher: m\($0) }, then: cancel" },
        before: "matchers:\n" + lines(count) { "  m\($0): { type: App.Error\($0) }" }
      )
    },
    GrowingRules("categories") { count in
      file(
        count,
        { "when: { category: c\($0) }, then: cancel" },
        before: "categories:\n" + lines(count) { "  - { name: c\($0), when: { type: App.Error\($0) } }" }
      )
    },
    GrowingRules("declared types") { count in
      file(
        count,
        { "when: { type: Error\($0) }, then: cancel" },
        before: "types:\n" + lines(count) { "  Error\($0): { is: [ BaseError ] }" }
      )
    },
    GrowingRules("alerts") { count in
      file(
        count,
        { "when: { type: App.Error\($0) }, do: [ { present: a\($0) } ]" },
        before: "alerts:\n"
          + lines(count) { "  a\($0): { title: Text \($0), buttons: [ { title: OK, then: cancel } ] }" }
      )
    },
    GrowingRules("breakers") { count in
      file(
        count,
        { "when: { type: App.Error\($0), open: b\($0) }, then: cancel" },
        before: "breakers:\n"
          + lines(count) { "  b\($0): { when: { type: App.Error\($0) }, atLeast: 5, within: 1m, stays: 1m }" }
      )
    },
    GrowingRules("breakers that are asked alone") { count in
      file(
        count,
        { "when: { open: b\($0) }, then: cancel" },
        before: "breakers:\n"
          + lines(count) { "  b\($0): { when: { status: \(400 + $0) }, atLeast: 5, within: 1m, stays: 1m }" }
      )
    },
    GrowingRules("events") { count in
      file(count) { "when: { type: App.Error\($0) }, then: { emit: event\($0) }" }
        + "    events:\n"
        + lines(count) { "      - { id: e\($0), when: { event: event\($0) }, then: handled }" }
    },
    GrowingRules("children of a root") { responders($0) { _ in 0 } },
    GrowingRules("a chain of parents") { responders($0) { $0 - 1 } },
  ]
}

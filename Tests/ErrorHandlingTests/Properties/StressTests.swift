import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

/// Many tasks, one chain, rules that change under them: as much as is promised where it is released, ten times as much with
/// `ERRCTL_TEST_SCALE=soak` (`./dev soak`).
@Suite("Load, with rules reloaded meanwhile")
struct StressTests {
  /// How much is done: of each error, reload and chain.
  struct Scale {
    let errorsEach: Int
    let reloads: Int
    let chains: Int

    static let current =
      switch ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] {
      case "soak": Scale(errorsEach: 1_000_000, reloads: 10_000, chains: 20_000)
      case "quick", "sanitized": Scale(errorsEach: 150, reloads: 12, chains: 60)
      default: whole
      }

    #if DEBUG
      private static let whole = Scale(errorsEach: 1_000, reloads: 60, chains: 300)
    #else
      private static let whole = Scale(errorsEach: 100_000, reloads: 1_000, chains: 2_000)
    #endif
  }

  static let (errorsEach, reloads, chains) = (
    Scale.current.errorsEach, Scale.current.reloads, Scale.current.chains
  )
  static let tasks = 8

  /// 100 rules with budgets and a rate, whose every name says which generation they are of.
  static func rules(_ generation: Int) -> String {
    let rules = (0..<96).map { index in
      switch index % 3 {
      case 0: "{ id: g\(generation)-\(index), when: { case: c\(index) }, then: abort }"
      case 1:
        "{ id: g\(generation)-\(index), when: { domain: acme.pay, code: \(index) }, do: [ { perform: g\(generation) } ], then: cancel }"
      default:
        "{ id: g\(generation)-\(index), when: { type: Wrapping, message: { contains: w\(index) } }, then: proceed }"
      }
    }
    return """
      version: 1
      categories: [ { name: g\(generation), when: { any: [ { type: NetworkError }, { type: Vendor } ] } }, { name: retryable } ]
      responders:
        - id: g\(generation)
          otherwise: { then: cancel }
          rules:
            - { id: g\(generation)-storm, when: { type: Declined, rate: { atLeast: 10, within: 1h, per: [ type ] } }, then: abort }
            - { id: g\(generation)-again, when: { case: server }, then: { retry: { maxAttempts: 20, per: [ type ], within: 1h } } }
        - { id: page, parent: g\(generation)-page, origins: [ "shop.*" ] }
        - id: g\(generation)-page
          parent: g\(generation)
          rules:
            - \(rules.joined(separator: "\n      - "))
            - { id: g\(generation)-out, when: { case: unauthorized }, then: { retry: { maxAttempts: 5, per: [ operation ] } } }
            - { id: g\(generation)-vendor, when: { domain: acme.pay }, do: [ { perform: g\(generation) } ], then: proceed }
      """
  }

  /// The generations that a resolution's names are of.
  static func generations(_ resolution: Resolution) -> Set<String> {
    var names = resolution.path.filter { $0 != "page" }
    if let category = resolution.category, category.hasPrefix("g") { names.append(category) }
    switch resolution.by {
    case .rule(let responder, let rule)?: names += [responder, rule]
    case .otherwise(let responder)?, .connected(let responder)?: names.append(responder)
    case .ignored?, nil: break
    }
    names += resolution.actions.compactMap { $0["perform"]?.string }
    return Set(names.map { String($0.prefix { $0 != "-" }) })
  }

  @Test(.timeLimit(.minutes(120)))
  func `no error is lost, and none is answered by a mixed rule set`() async throws {
    let outcomeCounts = OutcomeCounts(room: Self.tasks * Self.errorsEach)
    let plugins = (1...(Self.reloads + 1)).map { generation in
      ChainPlugin.perform("g\(generation)") { _ in outcomeCounts.hasPerformed() }
    }
    let chain = try RunningChain(
      .text(Self.rules(1)),
      plugins: plugins,
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    let rejected = await withTaskGroup(of: Int.self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          for index in 0..<Self.errorsEach {
            let error = sampleErrors[(index + task) % sampleErrors.count]
            // Answered, decided, and tried as an operation, in turn.
            let resolution =
              switch index % 3 {
              case 0: chain.decide(error, from: "shop.a")
              case 1: await chain.respond(to: error, from: "shop.a")
              default:
                await chain.respond(to: error, ErrorOccurrence(origin: "shop.b", operation: "op\(task)"))
              }
            outcomeCounts.note(resolution, isActing: index % 3 != 0)
          }
          return 0
        }
      }
      group.addTask {
        var rejected = 0
        for reload in 1...Self.reloads {
          if reload % 3 == 0 {
            let bad =
              reload % 2 == 0
              ? "version: 1\nresponders: [ { id: a, rules: [ { id" : Self.rules(reload) + "\n  oh: no"
            do { try chain.reload(.text(bad)) } catch { rejected += 1 }
          } else {
            _ = try? chain.reload(.text(Self.rules(reload + 1)))
          }
          await Task.yield()
        }
        outcomeCounts.isDone = true
        return rejected
      }
      group.addTask {
        // Connects and disconnects; nobody who is connected handles anything.
        while !outcomeCounts.isDone {
          let connection = chain.connect(at: "page") { _ in nil }
          await Task.yield()
          chain.disconnect(connection)
        }
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(rejected == Self.reloads / 3)
    #expect(chain.status.rejections == rejected && chain.status.version == Self.reloads - rejected + 1)
    #expect(outcomeCounts.answered == Self.tasks * Self.errorsEach && outcomeCounts.twice == 0)
    #expect(outcomeCounts.expected == outcomeCounts.performed)
    let generations = outcomeCounts.generations
    #expect(generations.values.allSatisfy { $0.count <= 1 }, "a mixed rule set answered")
    #expect(Set(generations.keys).isSubset(of: Set(1...(Self.reloads + 1))))
  }

  @Test func `chains that are made and dropped leave nothing`() async throws {
    let plugins: [ChainPlugin] = [.perform("track") { _ in }, .presenter { _ in .button(0) }]
    var halfway: Int?
    for round in 0..<Self.chains {
      let alive = WeakChain()
      do {
        let chain = try RunningChain(.text(SharedOutcomeTests.ruleSets[2]), plugins: plugins)
        _ = chain.connect(at: "app") { [weak chain] _ in chain?.status == nil ? .abort : nil }
        for error in sampleErrors.prefix(4) { await chain.respond(to: error, from: "shop.a") }
        try chain.reload(.text(SharedOutcomeTests.ruleSets[0]))
        for error in sampleErrors.prefix(4) { _ = chain.decide(error, from: "shop.a") }
        alive.chain = chain
      }
      #expect(alive.chain == nil)
      if round == Self.chains / 2 { halfway = Self.residentPages() }
    }
    // Other tests run meanwhile and take memory too: what counts is that it does not grow with the chains, each of which
    // needs some 100 pages. `Tests/EndToEnd/Decisions/check.sh` counts to the last block, in a process of its own.
    if let halfway, let after = Self.residentPages() {
      #expect(after - halfway < Self.chains / 2 * 10 + 20_000)
    }
  }

  /// What became of all errors, from any thread.
  private final class OutcomeCounts: Sendable {
    private struct State {
      /// A bit an ordinal that was given out.
      var ordinals: [UInt64]
      var answered = 0
      var twice = 0
      var generations: [Int: Set<String>] = [:]
      var expected = 0
      var performed = 0
      var isDone = false
    }

    private let state: Lock<State>

    init(room: Int) {
      state = Lock(State(ordinals: Array(repeating: 0, count: room / 64 + 1)))
    }

    /// How many answers there were, and how many had a number that another one had, or one that is none.
    var answered: Int { state.withLock { $0.answered } }
    var twice: Int { state.withLock { $0.twice } }
    /// What the resolutions of each version name.
    var generations: [Int: Set<String>] { state.withLock { $0.generations } }
    /// How many actions answers asked for that acted, and how many were done.
    var expected: Int { state.withLock { $0.expected } }
    var performed: Int { state.withLock { $0.performed } }
    var isDone: Bool {
      get { state.withLock { $0.isDone } }
      set { state.withLock { $0.isDone = newValue } }
    }

    func hasPerformed() { state.withLock { $0.performed += 1 } }

    func note(_ resolution: Resolution, isActing: Bool) {
      let names = StressTests.generations(resolution)
      state.withLock { state in
        state.answered += 1
        let (word, bit) = (Int(resolution.ordinal / 64), UInt64(1) << (resolution.ordinal % 64))
        if word >= state.ordinals.count || state.ordinals[word] & bit != 0 {
          state.twice += 1
        } else {
          state.ordinals[word] |= bit
        }
        state.generations[resolution.version, default: []].formUnion(names)
        if isActing { state.expected += resolution.actions.count }
      }
    }
  }

  private final class WeakChain {
    weak var chain: RunningChain?
  }

  /// How much memory the process has, in pages; nil where nobody says.
  private static func residentPages() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return Int(text.split(separator: " ").dropFirst().first ?? "")
  }
}

import Counting
import Replay
import ReplaySupport
import RuleEngine
import Testing

@Suite("Kinds of errors with their outcomes")
struct KindOutcomesTests {
  private let rules = """
    version: 1
    responders: [ { id: app, rules: [ { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } } ] } ]

    """

  /// The kinds, which are the same for any division of the stream.
  private func kinds(_ lines: [String], most: Int = 4_096, only: [String] = []) async throws -> KindOutcomes {
    var replays = try Replays(rules: rules)
    replays.options.wantsResolutions = false
    replays.options.counting.kinds = .outcomes
    replays.options.counting.mostKinds = most
    if !only.isEmpty {
      replays.options.only = OutcomeSelection(only, replays.chain)
      replays.options.counting.onlySelected = true
    }
    let stream = Array(lines.joined(separator: "\n").utf8)
    let one = try #require(try await replays.run([stream], jobs: 1, chunkSize: 1 << 16).0.kindsByOutcome)
    let three = try #require(try await replays.run([stream], jobs: 3, chunkSize: 90).0.kindsByOutcome)
    #expect(shown(one) == shown(three) && one.others == three.others)
    return one
  }

  private func shown(_ kinds: KindOutcomes) -> [String] {
    kinds.kinds.map { "\($0.kind.name) \($0.outcomes)" }.sorted()
  }

  private func line(_ type: String, status: Int = 503) -> String {
    #"{"type":"\#(type)","case":"a","status":\#(status),"attempt":1}"#
  }

  @Test("tell outcomes of one kind apart")
  func outcomes() async throws {
    let kinds = try await kinds([line("A"), line("A", status: 404), line("A"), line("B"), #"{"event":"x"}"#])
    // Proceed, retry, cancel, abort, unhandled.
    #expect(shown(kinds) == ["A.a [0, 2, 0, 0, 1]", "B.a [0, 1, 0, 0, 0]"])
  }

  @Test("are those of selected errors")
  func selected() async throws {
    let lines = [line("A"), line("A", status: 404), line("B")]
    #expect(shown(try await kinds(lines, only: ["unhandled"])) == ["A.a [0, 0, 0, 0, 1]"])
    #expect(shown(try await kinds(lines, only: ["B.a"])) == ["B.a [0, 1, 0, 0, 0]"])
  }

  @Test("are kept up to a limit, whole, and the same in two streams")
  func bounded() async throws {
    let types = (0..<400).map {
      "T"
        + String($0, radix: 16).map { "ghijklmnopqrstuv".dropFirst($0.hexDigitValue ?? 0).prefix(1) }.joined()
    }
    let all = types.flatMap { [line($0), line($0, status: 404)] }
    let some = types.prefix(20).flatMap { [line($0), line($0, status: 404)] }
    let (many, few) = try (await kinds(all, most: 100), await kinds(Array(some)))
    #expect(many.others > 0 && many.kinds.count < 51 && few.kinds.count == 20)
    #expect(many.kinds.allSatisfy { $0.outcomes == [0, 1, 0, 0, 1] })
    #expect(many.others + 2 * many.kinds.count == all.count)
    let kept = few.kept(by: many)
    let names = Set(many.kept(by: few).kinds.map { $0.kind.name })
    #expect(kept.kinds.allSatisfy { names.contains($0.kind.name) })
    #expect(kept.others + 2 * kept.kinds.count == some.count)
  }
}

import RuleEngine
import TestSupport
import Testing

/// Random streams of errors and completions, decided by the engine and by plain arithmetic that shares no code with it.
@Suite("Shared quotas, fixed windows, asked delays and listed delays")
struct LimitAgreementTests {
  private static let sequences = Scale.of(2_000, quick: 100)

  private enum Course { case sliding, fixed, tries }

  /// A rule set for one sequence: numbers alone, from which both sides are made.
  private struct World {
    let tokens: Int
    let success: Double
    let givesCost: Bool
    let costs: [Double]
    let isKeyed: Bool
    let window: (most: Int, seconds: Int, course: Course)
    let delays: [Double]
    let most: Double
    let use: String
    let bound: Double?
    let above: String
    let over: Double?
    let maxAttempts: Int

    init(_ random: inout SeededRandom) {
      tokens = Int.random(in: 2...12, using: &random)
      success = [0, 0.5, 1, 2][Int.random(in: 0...3, using: &random)]
      givesCost = Bool.random(using: &random)
      costs = [1.0, 1.5, 2].map { $0 * Double(Int.random(in: 1...2, using: &random)) / 2 }
      isKeyed = Bool.random(using: &random)
      window = (
        Int.random(in: 1...3, using: &random), Int.random(in: 2...20, using: &random),
        [Course.sliding, .fixed, .tries][Int.random(in: 0...2, using: &random)]
      )
      delays = (0...Int.random(in: 0...3, using: &random)).map { _ in
        Double(Int.random(in: 0...8, using: &random)) / 2
      }
      most = Double(Int.random(in: 1...4, using: &random))
      use = ["atLeast", "replace", "ignore"][Int.random(in: 0...2, using: &random)]
      bound = Bool.random(using: &random) ? Double(Int.random(in: 0...6, using: &random)) : nil
      above = ["cap", "exhausted", "backoff"][Int.random(in: 0...2, using: &random)]
      over = Bool.random(using: &random) ? Double(Int.random(in: 0...4, using: &random)) : nil
      maxAttempts = Int.random(in: 2...6, using: &random)
    }

    /// A rule for each cost, and one with a window of its own.
    var file: String {
      var wish = ["\"use\":\"\(use)\""]
      if let bound { wish += ["\"max\":\"\(bound)s\"", "\"above\":\"\(above)\""] }
      if let over { wish.append("\"maxOver\":\"\(over)s\"") }
      let retry =
        #""maxAttempts":\#(maxAttempts),"exhausted":"abort","retryAfter":{\#(wish.joined(separator: ","))},"#
        + #""backoff":{"delays":[\#(delays.map { "\"\($0)s\"" }.joined(separator: ","))],"max":"\#(most)s","jitter":"none"}"#
      let quotas =
        costs.map { #"{"of":"q","cost":\#($0)}"# }
        + [
          #"{\#(window.course == .tries ? "\"tries\"" : "\"window\":\"\(window.course)\",\"retries\""):\#(window.most),"within":"\#(window.seconds)s","per":"origin"}"#
        ]
      let rules = quotas.enumerated().map {
        #"{"id":"r\#($0)","when":{"code":\#($0)},"then":{"retry":{\#(retry),"quota":\#($1)}}}"#
      }
      let gives = #"{"success":\#(success)\#(givesCost ? #","retried":"cost""# : "")}"#
      return
        #"{"version":1,"quotas":{"q":{"tokens":\#(tokens),"gives":\#(gives)\#(isKeyed ? #","per":"origin""# : "")}},"#
        + #""responders":[{"id":"app","rules":[\#(rules.joined(separator: ","))]}]}"#
    }
  }

  /// What a record says.
  private struct Record {
    let isDone: Bool
    let rule: Int
    let origin: String
    let operation: String?
    let attempt: Int?
    let time: Int
    let asked: Double?
    let lasted: Int?

    init(_ random: inout SeededRandom, _ world: World, after time: Int) {
      isDone = Int.random(in: 0..<10, using: &random) < 4
      rule = Int.random(in: 0...world.costs.count, using: &random)
      origin = ["a", "b"][Int.random(in: 0...1, using: &random)]
      operation =
        Int.random(in: 0..<5, using: &random) == 0 ? nil : ["x", "y", "z"].randomElement(using: &random)
      attempt =
        isDone && Bool.random(using: &random) ? nil : Int.random(in: 1...world.maxAttempts, using: &random)
      self.time = time + Int.random(in: 0...6, using: &random)
      asked = Bool.random(using: &random) ? Double(Int.random(in: -1...14, using: &random)) / 2 : nil
      lasted = Bool.random(using: &random) ? Int.random(in: 0...8, using: &random) : nil
    }

    var text: String {
      var members = [isDone ? "\"completed\":true" : "\"domain\":\"d\",\"code\":\(rule)"]
      members += ["\"origin\":\"\(origin)\"", "\"time\":\(1_000_000 + time)"]
      if let operation { members.append("\"operation\":\"\(operation)\"") }
      if let attempt { members.append("\"attempt\":\(attempt)") }
      if let lasted { members.append("\"attributes\":{\"lasted\":\(lasted)}") }
      if let asked, !isDone { members.append("\"retryAfter\":\(asked)") }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// The plain arithmetic.
  private struct Arithmetic {
    let world: World
    private var left: [String: Double] = [:]
    private var last: [String: Double] = [:]
    private var granted: [String: [Int]] = [:]

    init(_ world: World) { self.world = world }

    /// A delay, or what ended the retry; nil for a completion.
    mutating func outcome(of record: Record) -> String? {
      let bucket = world.isKeyed ? record.origin : ""
      let full = Double(world.tokens)
      if record.isDone {
        var gift = world.success
        if world.givesCost, record.attempt != 1, let operation = record.operation {
          gift = last.removeValue(forKey: "\(bucket)/\(operation)") ?? gift
        }
        left[bucket] = min(full, left[bucket, default: full] + gift)
        return nil
      }
      let attempt = record.attempt ?? 1
      if attempt >= world.maxAttempts { return "attempts" }
      var delay = min(world.most, world.delays[min(attempt, world.delays.count) - 1])
      if let asked = record.asked, asked >= 0, world.use != "ignore" {
        var wish: Double? = asked
        if let bound = world.bound, asked > bound {
          if world.above == "exhausted" { return "retryAfter" }
          wish = world.above == "cap" ? bound : nil
        }
        if let over = world.over { wish = wish.map { min($0, delay + over) } }
        if let wish { delay = world.use == "replace" ? wish : max(delay, wish) }
      }
      if record.rule < world.costs.count {
        let cost = world.costs[record.rule]
        guard left[bucket, default: full] >= cost else { return "quota" }
        left[bucket] = left[bucket, default: full] - cost
        if let operation = record.operation { last["\(bucket)/\(operation)"] = cost }
      } else {
        let length = world.window.seconds
        let began = record.time - (world.window.course == .tries ? record.lasted ?? 0 : 0)
        var times = granted[record.origin] ?? []
        if world.window.course == .sliding {
          times.removeAll { began - $0 >= length }
        } else if let first = times.first, began - first >= length {
          times = []
        }
        if world.window.course == .tries {
          let next = Double(record.time) + delay
          let isInWindow = next - Double(times.first ?? began) < Double(length)
          guard times.count + 1 < world.window.most || !isInWindow else { return "quota" }
        } else {
          guard times.count < world.window.most else { return "quota" }
        }
        granted[record.origin] = times + [began]
      }
      return "\(delay)"
    }
  }

  @Test("are decided as plain arithmetic decides them")
  func agreement() throws {
    var met: [String: Int] = [:]
    for seed in 0..<Self.sequences {
      var random = SeededRandom(seed: UInt64(seed))
      let world = World(&random)
      // Only costs that the bucket has room for.
      guard world.costs.allSatisfy({ $0 <= Double(world.tokens) }) else { continue }
      let rules = try Rules(world.file)
      var evaluator = RuleEvaluator(rules.chain)
      var arithmetic = Arithmetic(world)
      var time = 0
      for number in 0..<40 {
        let record = Record(&random, world, after: time)
        time = record.time
        let wanted = arithmetic.outcome(of: record)
        let resolution = try? evaluator.resolution(of: record.text)
        let answered = try resolution.map { try Answered($0) }
        let decided = answered.map { $0.delay.map { "\($0)" } ?? $0.members["ended"] as? String ?? "?" }
        #expect(decided == wanted, "seed \(seed), record \(number): \(record.text)\n\(world.file)")
        if decided != wanted { return }
        met[wanted.map { Double($0) == nil ? $0 : "retry" } ?? "done", default: 0] += 1
      }
    }
    #expect(met.count == 5 && met.values.allSatisfy { $0 >= Self.sequences / 4 }, "\(met)")
  }
}

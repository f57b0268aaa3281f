internal import RuleLanguage
package import Records
package import ErrorStreams
package import Bytes
package import Engine
package import Secrets
package import SystemPackage

/// Observations about a rule set from recorded errors, gathered once for several checks.
public struct StreamObservations: Sendable {
  package private(set) var contents = StreamContents()
  package var records: Int { contents.records }
  /// Records without a time, and the uses that count over time.
  package private(set) var untimed = 0
  package private(set) var untimedUses: TimeUses = []
  /// The records that each clause matched.
  package private(set) var matched: [Int]
  /// The errors that each clause decided.
  package private(set) var decided: [Int]
  package private(set) var unseen: Set<Subject>
  /// Fields by which the rules count and that no record has.
  package private(set) var unseenKeys: Set<Subject>
  /// Errors that rules ask for and that others only wrap.
  package private(set) var wrapped = WrappedErrors()
  /// Members of errctl's own records that are not read as meant.
  package private(set) var lint = RecordLint()
  package private(set) var types: Set<String> = []
  /// Errors that no rule names, by the clause that handled them anyway, or by the root they reached (as -1 -
  /// root).
  package private(set) var unnamed: [Int: Kinds] = [:]
  package private(set) var outOfContract: [Int: Kinds] = [:]

  package struct Kinds: Sendable {
    /// The counts by name, with the name as it is shown.
    private var counts: [String: (shown: String, count: Int)] = [:]
    private var others = 0
    private static let most = 1_000

    mutating func count(_ evaluator: borrowing Evaluator, _ redactor: Redactor) {
      let name = evaluator.kindName()
      if counts[name] != nil {
        counts[name]?.count += 1
      } else if counts.count == Self.most {
        others += 1
      } else {
        counts[name] = (redactor.isOn ? evaluator.kindName(hidingBy: redactor) : name, 1)
      }
    }

    package var total: Int { counts.values.reduce(others) { $0 + $1.count } }

    /// The most frequent kinds: `A (12), B (3) and 4 more kinds`.
    package var text: String {
      let sorted = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      let shown = sorted.prefix(3).map { "\(Self.short($0.value.shown)) (\($0.value.count))" }.joined(
        separator: ", ")
      let rest = sorted.count - 3
      return rest > 0 ? "\(shown) and \(rest) more kind\(rest == 1 ? "" : "s")" : shown
    }

    private static func short(_ name: String) -> String {
      name.count > longest ? "\(name.prefix(longest))…" : name
    }

    private static let longest = 60
  }

  /// Whether at least half of the records have nothing but texts by which rules can tell them apart: no type, case,
  /// domain, code, status or problem.
  package var isOfTexts: Bool { records > 0 && onlyTexts * 2 >= records }
  private var onlyTexts = 0

  /// The closure passes the streams one after the other, each with its name, to its argument, which returns the
  /// reason for which a part of the stream is missing, and throws an `Errno` for a stream that can't be read.
  package init(
    _ compilation: RuleSet.Compilation, limits: Limits, times: TimeDefaults = TimeDefaults(),
    redactor: Redactor = .off,
    _ streams: ((String, FileDescriptor) throws(Errno) -> StreamFault?) throws -> Void
  ) throws {
    matched = Array(repeating: 0, count: compilation.chain?.clauses.count ?? 0)
    decided = matched
    unseen = []
    unseenKeys = []
    guard let chain = compilation.chain, let program = compilation.program else { return }
    program.eachComparison { comparing in
      if case .exists = comparing.comparison { return }
      if !comparing.isNegated { unseen.insert(comparing.subject) }
    }
    unseenKeys = Set(StateNeeds(program).uses.flatMap { $0.per })
    let isCatchAll = chain.clauses.indices.map { Self.isCatchAll($0, chain, compilation.program) }
    var evaluator = Evaluator(chain, limits: limits)
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    var chunk = Chunk()
    var observations = self
    try streams { name, stream throws(Errno) in
      var reader = RecordReader(stream, named: name, limits: limits, times: times)
      var lines = 0
      while try reader.read(into: &chunk) {
        if reader.isNative {
          observations.lint.look(at: chunk, isCertain: reader.isCertain, number: &lines, of: name)
        }
        let bytes = chunk.bytes.slice
        var start = 0
        while start < bytes.count {
          let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
          let fault = evaluator.read(bytes[start..<end])
          observations.contents.count(fault)
          if case .completed = fault { _ = evaluator.complete(&state, clock: evaluator.time) }
          if fault == nil {
            _ = evaluator.run(&state, ordinal: UInt64(observations.records))
            observations.look(at: evaluator, isCatchAll, redactor)
            observations.wrapped.look(
              at: &evaluator, observations.records, observations.unseen, observations.matched)
          }
          start = end + 1
        }
      }
      observations.contents += reader.contents
      return reader.fault
    }
    observations.untimedUses = state.untimedUses
    self = observations
  }

  package init(_ compilation: RuleSet.Compilation, streams: [FileDescriptor], limits: Limits) throws {
    try self.init(compilation, limits: limits) { look in
      for stream in streams { _ = try look("", stream) }
    }
  }

  private mutating func look(at evaluator: borrowing Evaluator, _ isCatchAll: [Bool], _ redactor: Redactor) {
    if evaluator.time == nil { untimed += 1 }
    if !Self.identity.contains(where: { evaluator.has($0) }) { onlyTexts += 1 }
    let isNamed = countMatches(evaluator, isCatchAll)
    if !evaluator.outcome.isEvent, evaluator.outcome.isHandled, let clause = evaluator.outcome.clause.place {
      decided[clause] += 1
    }
    for subject in unseen where evaluator.has(subject) { unseen.remove(subject) }
    for subject in unseenKeys where evaluator.has(subject) { unseenKeys.remove(subject) }
    if types.count < 10_000 { types.formUnion(evaluator.types()) }
    for index in 0..<evaluator.outcome.outOfContract.count {
      outOfContract[Int(evaluator.outcome.outOfContract[index]), default: Kinds()].count(evaluator, redactor)
    }
    guard !isNamed, !evaluator.outcome.isIgnored, !evaluator.outcome.isEvent else { return }
    if !evaluator.outcome.isHandled, let root = evaluator.outcome.root.place {
      unnamed[-1 - root, default: Kinds()].count(evaluator, redactor)
    } else if let clause = evaluator.outcome.clause.place, isCatchAll[clause] {
      unnamed[clause, default: Kinds()].count(evaluator, redactor)
    }
  }

  /// Counts the clauses that matched, those whose budget was exhausted included; true if one of them is a rule that names
  /// the error.
  private mutating func countMatches(_ evaluator: borrowing Evaluator, _ isCatchAll: [Bool]) -> Bool {
    var isNamed = false
    func count(_ clause: Int) {
      matched[clause] += 1
      if evaluator.chain.clauses[clause].kind == .rule, !isCatchAll[clause] { isNamed = true }
    }
    for index in 0..<evaluator.outcome.fired.count { count(Int(evaluator.outcome.fired[index])) }
    for index in 0..<evaluator.outcome.exhausted.count {
      let clause = evaluator.outcome.exhausted[index].clause
      if !evaluator.outcome.hasRun(clause) { count(Int(clause)) }
    }
    return isNamed
  }

  private static let identity: [Subject] = [
    .field(.type), .field(.domain), .field(.code), .field(.status), .field(.problem),
  ]

  private static func isCatchAll(_ index: Int, _ chain: ResponderChain, _ program: RuleProgram?) -> Bool {
    switch chain.clauses[index].kind {
    case .otherwise: return true
    case .always, .eventRule: return false
    case .rule:
      if case .always? = program?.clauses[index].condition { return true }
      return false
    }
  }
}

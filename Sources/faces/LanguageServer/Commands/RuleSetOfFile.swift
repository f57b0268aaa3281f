package import JSONRPC
internal import Checks
package import Engine
internal import Source

/// A rule file that compiles, as it is in the client.
package struct RuleSetOfFile {
  let identity: String
  package let chain: ResponderChain
  package let program: RuleProgram
  package let compilation: RuleSet.Compilation
  let sample: SampleSource?

  package init(_ identity: String, _ snapshot: Snapshot) throws(ResponseError) {
    let unit = Unit(kind: .rules, identity: identity)
    let reading =
      snapshot.units[unit]?.reading
      ?? snapshot.checker.read(
        unit, snapshot.texts, roots: snapshot.roots.map { $0.identity }, isWanted: true
      ) { _ in UnitReading() }
    guard let compilation = reading.compilation else {
      throw ResponseError(.requestFailed, "\(identity): There is no such rule file.")
    }
    let used = try EarlierRules.used(compilation, "The rules")
    self.identity = identity
    (chain, program) = used
    self.compilation = compilation
    sample = reading.sample
  }

  /// Other rules, as JSON, in place of the file's own.
  package func compile(_ json: String, _ snapshot: Snapshot) -> RuleSet.Compilation {
    RuleSet.compile(
      name: "\(identity).json", bytes: Array(json.utf8),
      imports: TextImports(entry: identity, texts: snapshot.texts, reads: ReadFiles()),
      registry: snapshot.checker.registry, limits: snapshot.texts.limits)
  }

  package func stream(_ texts: Texts) throws(ResponseError) -> SampleStream {
    guard let sample else {
      throw ResponseError(
        .requestFailed,
        "No stream belongs to these rules. Name one in .errctl.yaml, such as “stream: errors.ndjson”.")
    }
    do throws(SampleStream.Unusable) {
      return try SampleStream(sample, texts)
    } catch {
      throw ResponseError(.requestFailed, error.reason)
    }
  }

  /// `responder/rule`, or the rule's own name.
  func clauses(named rule: String) throws(ResponseError) -> Set<Int> {
    let found = chain.clauses.indices.filter {
      chain.name(ofClause: $0) == rule || chain.clauses[$0].name == rule
    }
    let whole = found.filter { chain.name(ofClause: $0) == rule }
    let clauses = whole.isEmpty ? found : whole
    guard let first = clauses.first else {
      let names = chain.clauses.indices.map { chain.name(ofClause: $0) }
      throw ResponseError(
        .requestFailed, "There is no rule “\(rule)”.\(Suggestion.question(for: rule, among: names))")
    }
    guard Set(clauses.map { chain.name(ofClause: $0) }).count == 1 else {
      let names = clauses.map { chain.name(ofClause: $0) }.joined(separator: ", ")
      throw ResponseError(.requestFailed, "“\(rule)” is ambiguous. Name one of \(names).")
    }
    return [first]
  }
}

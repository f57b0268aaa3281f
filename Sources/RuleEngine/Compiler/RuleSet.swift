/// Reads and compiles a rule file: source, node, declaration, checks, chain, every problem in one run.
public enum RuleSet {
  /// What came of a rule file.
  public struct Compilation: Sendable {
    /// The chain, or nil where an error stands in the way or the file is a fragment without a responder that is asked.
    public let chain: ResponderChain?
    /// What was found, in the order of the file.
    public let diagnostics: [Diagnostic]

    /// Whether the file is readable but no rule file: no mapping, or one without `version`.
    public let isOfAnotherKind: Bool

    /// Whether an error was found.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  /// Compiles the rule file `name` with the contents `bytes`.
  ///
  /// - Parameters:
  ///   - name: the file's name, for diagnostics; its ending tells JSON from YAML.
  ///   - bytes: what the file holds.
  ///   - registry: the matchers and actions it may use.
  ///   - limits: what it may cost.
  public static func compile(
    name: String,
    bytes: [UInt8],
    registry: Registry = Registry(),
    limits: Limits = Limits()
  ) -> Compilation {
    var diagnostics = Diagnostics()
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    var nulls = NullCheck(after: diagnostics)
    guard let root = reading.node, let rules = RuleFile(root, in: &diagnostics) else {
      return Compilation(
        chain: nil,
        diagnostics: diagnostics.sorted,
        isOfAnotherKind: reading.node.map { $0["version"] == nil } ?? false
      )
    }
    nulls.report(in: root, to: &diagnostics)
    var compiler = ChainCompiler(rules, registry: registry, limits: limits, diagnostics: diagnostics)
    let chain = compiler.compile()
    return Compilation(
      chain: chain,
      diagnostics: withoutEchoes(compiler.diagnostics.sorted, nulls: nulls.places),
      isOfAnotherKind: root["version"] == nil
    )
  }

  /// The reader's findings that say why nothing stands at a place.
  private static let explanations = [
    "number-not-finite", "undefined-alias", "alias-cycle", "missing-space-after-colon",
  ]

  /// Leaves out what only repeats that a value is null, and what is said twice of one place, such as of a value that
  /// an alias repeats.
  private static func withoutEchoes(_ diagnostics: [Diagnostic], nulls: Set<Range<Int>>) -> [Diagnostic] {
    struct Saying: Hashable {
      let code: String
      let message: String
      let place: Range<Int>
    }
    let explained = Set(
      diagnostics.filter { Self.explanations.contains($0.code) }.map { $0.range.bytes }
    )
    var said: Set<Saying> = []
    return diagnostics.filter { diagnostic in
      let place = diagnostic.range.bytes
      if !Self.explanations.contains(diagnostic.code) {
        if explained.contains(place) { return false }
        if diagnostic.code != "null-value", nulls.contains(place) { return false }
      }
      return said.insert(Saying(code: diagnostic.code, message: diagnostic.message, place: place)).inserted
    }
  }
}

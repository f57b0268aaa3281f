public import Bytes
public import RuleLanguage
public import Source

/// Reads and compiles a rule file: source, node, declaration, checks, chain, every problem in one run.
public enum RuleSet {
  /// What came of a rule file.
  public struct Compilation: Sendable {
    /// The chain, or nil where an error stands in the way or the file is a fragment without a responder that is asked.
    public let chain: ResponderChain?
    /// What was found, file by file in the order they were read, in the order of each file.
    public let diagnostics: [Diagnostic]

    /// The files it imports, directly and through others, in the order they were read.
    public let imports: [ImportedFile]

    /// Whether the file itself has `responders`; without them it is a fragment.
    public let hasResponders: Bool

    /// Whether the file is readable but no rule file: no mapping, or one without `version`.
    public let isOfAnotherKind: Bool

    /// What is to be said of such a file where rule files are looked for and it is passed over: it looks like one.
    package let passedOver: Diagnostic?

    /// The rule set as checks and reasoning see it; nil where the file is no rule file.
    package let program: RuleProgram?

    /// Whether an error was found.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  /// Compiles the rule file `name` with the contents `bytes`.
  ///
  /// - Parameters:
  ///   - name: the file's name, for diagnostics; its ending tells JSON from YAML.
  ///   - bytes: what the file holds.
  ///   - imports: what finds and reads imported files; without it `imports` is an error.
  ///   - registry: the matchers and actions it may use.
  ///   - limits: what it may cost.
  public static func compile(
    name: String,
    bytes: [UInt8],
    imports: (any ImportReader)? = nil,
    registry: Registry = Registry(),
    limits: Limits = Limits()
  ) -> Compilation {
    compile(name: name, bytes: bytes, imports: imports, registry: registry, limits: limits, sieve: nil)
  }

  /// The same with a sieve: a matcher, asked with the file's own names, that records must match to be answered at all.
  package static func compile(
    name: String,
    bytes: [UInt8],
    imports: (any ImportReader)? = nil,
    registry: Registry = Registry(),
    limits: Limits = Limits(),
    sieve: SourceFile?
  ) -> Compilation {
    var reader = RuleFileReader(imports: imports, limits: limits)
    let (root, own, all) = reader.read(name: name, bytes: bytes)
    var chain: ResponderChain?
    var program: RuleProgram?
    var diagnostics = reader.diagnostics
    var passing: Node?
    if let sieve {
      diagnostics.begin(sieve.name)
      passing = YAMLReader.read(sieve, limits: limits, into: &diagnostics)
    }
    if let all {
      let resolver = RuleResolver(all, registry: registry, limits: limits, diagnostics: diagnostics)
      let resolved = resolver.program(roots: reader.roots, sieve: passing)
      program = resolved
      diagnostics = resolver.diagnostics
      // Without a responder that is visited the file is a fragment, for others to extend.
      if !diagnostics.hasErrors, !resolved.isFragment { chain = TableLayout.chain(of: resolved) }
    }
    return Compilation(
      chain: chain,
      diagnostics: withoutEchoes(diagnostics.sorted, nulls: reader.nulls),
      imports: reader.imported,
      hasResponders: own?.responders != nil,
      isOfAnotherKind: root.map { $0["version"] == nil } ?? false,
      passedOver: root.flatMap { UnversionedFile.finding($0) },
      program: program
    )
  }

  /// The reader's findings that say why nothing stands at a place.
  private static let explanations = [
    "number-not-finite", "undefined-alias", "alias-cycle", "missing-space-after-colon",
  ]

  /// Leaves out what only repeats that a value is null, and what is said twice of one place, such as of a value that
  /// an alias repeats.
  private static func withoutEchoes(_ diagnostics: [Diagnostic], nulls: Set<SourcePlace>) -> [Diagnostic] {
    struct Saying: Hashable {
      let code: String
      let message: String
      let place: SourcePlace
    }
    let explained = Set(
      diagnostics.filter { Self.explanations.contains($0.code) }.map { SourcePlace($0.range) }
    )
    var said: Set<Saying> = []
    return diagnostics.filter { diagnostic in
      let place = SourcePlace(diagnostic.range)
      if !Self.explanations.contains(diagnostic.code) {
        if explained.contains(place) { return false }
        if diagnostic.code != "null-value", nulls.contains(place) { return false }
      }
      return said.insert(Saying(code: diagnostic.code, message: diagnostic.message, place: place)).inserted
    }
  }
}

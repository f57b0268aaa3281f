public import Bytes
public import RuleLanguage
public import Source

/// Reads and compiles a rule file, and reports every problem in one run.
public enum RuleSet {
  /// The result of compiling a rule file.
  public struct Compilation: Sendable {
    /// The chain; nil after an error, or if the file is a fragment without an enabled responder.
    public let chain: ResponderChain?
    /// The findings, by file in reading order, and by position within each file.
    public let diagnostics: [Diagnostic]

    /// The files that it imports, directly and through others, in reading order.
    public let imports: [ImportedFile]

    /// Whether the file itself has `responders`; without them it is a fragment.
    public let hasResponders: Bool

    /// The format of a policy of another system, which was read as a rule file; nil for a rule file.
    package let policyFormat: String?

    /// Whether the file is readable but not a rule file: not a mapping, or without `version`.
    public let isOfAnotherKind: Bool

    /// The finding for a file that looks like a rule file but was skipped by a search for rule files.
    package let passedOver: Diagnostic?

    /// The resolved rule set, for checks and reasoning; nil if the file is not a rule file.
    package let program: RuleProgram?

    /// Whether an error was found.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The reason why there is no chain, as a sentence with its place.
    package var fault: String {
      let finding = diagnostics.first { $0.severity == .error }
      return finding.map {
        "\(PathText.name(of: $0.range.file.name)):\($0.range.start.line): \($0.message)"
      } ?? "There is no responder."
    }
  }

  /// Compiles the rule file `name` with the contents `bytes`.
  ///
  /// - Parameters:
  ///   - name: the file's name, for diagnostics; its extension selects JSON or YAML.
  ///   - bytes: the file's contents.
  ///   - imports: loads imported files; without it, `imports` is an error.
  ///   - registry: the available matchers and actions.
  ///   - limits: limits on size and depth.
  public static func compile(
    name: String, bytes: [UInt8], imports: AnyImportReader? = nil, registry: Registry = Registry(),
    limits: Limits = Limits()
  ) -> Compilation {
    compile(name: name, bytes: bytes, imports: imports, registry: registry, limits: limits, recordFilter: nil)
  }

  /// Compiles with a record filter, a matcher that may use the file's own names. Other records are skipped.
  package static func compile(
    name: String, bytes: [UInt8], imports: AnyImportReader? = nil, registry: Registry = Registry(),
    limits: Limits = Limits(), recordFilter: SourceFile?
  ) -> Compilation {
    var reader = RuleFileReader(imports: imports, policyFormats: registry.policyFormats, limits: limits)
    let (root, own, all) = reader.read(name: name, bytes: bytes)
    var chain: ResponderChain?
    var program: RuleProgram?
    var diagnostics = reader.diagnostics
    var passing: Node?
    if let recordFilter {
      diagnostics.begin(recordFilter.name)
      passing = YAMLReader.read(recordFilter, limits: limits, into: &diagnostics)
    }
    if let all {
      let resolver = RuleResolver(all, registry: registry, limits: limits, diagnostics: diagnostics)
      let resolved = resolver.program(roots: reader.roots, recordFilter: passing)
      program = resolved
      diagnostics = resolver.diagnostics
      // A file without an enabled responder is a fragment for others to extend.
      if !diagnostics.hasErrors, !resolved.isFragment { chain = TableLayout.chain(of: resolved) }
    }
    var nulls = reader.nulls
    for keys in OutdentedKeys.all(in: reader.roots, explaining: diagnostics.all, registry: registry) {
      diagnostics.report(keys.finding)
      nulls.formUnion(keys.members.map { SourcePlace($0.keyRange) })
    }
    return Compilation(
      chain: chain, diagnostics: withoutEchoes(diagnostics.sorted, nulls: nulls), imports: reader.imported,
      hasResponders: own?.responders != nil, policyFormat: reader.policyFormat?.name,
      isOfAnotherKind: root.map { $0["version"] == nil } ?? false,
      passedOver: root.flatMap { UnversionedFile.finding($0) }, program: program)
  }

  /// Codes of reader findings that already explain a missing value.
  private static let explanations = [
    "number-not-finite", "undefined-alias", "alias-cycle", "missing-space-after-colon", "missing-indentation",
  ]

  /// Removes findings that only repeat that a value is null, and duplicates at one position (aliased values).
  private static func withoutEchoes(_ diagnostics: [Diagnostic], nulls: Set<SourcePlace>) -> [Diagnostic] {
    struct Message: Hashable {
      let code: String
      let message: String
      let place: SourcePlace
    }
    let explained = Set(
      diagnostics.filter { Self.explanations.contains($0.code) }.map { SourcePlace($0.range) })
    var reported: Set<Message> = []
    return diagnostics.filter { diagnostic in
      let place = SourcePlace(diagnostic.range)
      if !Self.explanations.contains(diagnostic.code) {
        if explained.contains(place) { return false }
        if diagnostic.code != "null-value", nulls.contains(place) { return false }
      }
      return reported.insert(Message(code: diagnostic.code, message: diagnostic.message, place: place))
        .inserted
    }
  }
}

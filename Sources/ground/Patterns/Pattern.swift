/// A text pattern: an expression, a glob, or a plain text to compare with.
///
/// Compiled once, immutable, and usable by all threads: with a ``Searcher`` (yes or no), an ``Extractor``
/// (the place of the match and of its groups) or, with others, a ``PatternSet``. A ``Language`` answers
/// questions about the matched texts.
public struct Pattern: Sendable {
  /// The text the pattern was made from.
  public let source: String
  let compiled: CompiledPattern

  /// Compiles an expression in RE2's syntax.
  ///
  /// - Parameters:
  ///   - expression: The expression, as google-re2 accepts it (https://github.com/google/re2/wiki/Syntax).
  ///   - ignoresCase: Whether case is ignored from the start, by simple case folding, as with `(?i)`.
  ///   - coversWholeText: Whether a match must cover the whole text; otherwise it is searched anywhere.
  /// - Throws: A ``PatternError`` for a syntax error or a limit.
  public init(
    expression: String, ignoresCase: Bool = false, coversWholeText: Bool = false,
    limits: PatternLimits = PatternLimits()
  ) throws(PatternError) {
    try Self.check(expression, limits)
    var parser = ExpressionParser(expression, ignoresCase: ignoresCase, limits: limits)
    let node = try parser.parse()
    source = expression
    compiled = try CompiledPattern(
      coversWholeText ? node.coveringWholeText : node, groupCount: parser.groupCount,
      groupNames: parser.groupNames, sourceLength: expression.utf8.count, limits: limits)
  }

  /// Compiles a glob, which covers the whole text: `*` stands for any characters, or none.
  ///
  /// - Parameters:
  ///   - glob: The glob. There is no escape.
  ///   - ignoresCase: Whether case is ignored, by simple case folding.
  ///   - questionMark: Whether `?` stands for one character (one Unicode scalar), or for itself.
  /// - Throws: A ``PatternError`` for a limit; every text is a glob.
  public static func glob(
    _ glob: String, ignoresCase: Bool = false, questionMark: Bool = true,
    limits: PatternLimits = PatternLimits()
  ) throws(PatternError) -> Pattern {
    try Pattern(
      source: glob, Glob.parse(glob, ignoresCase: ignoresCase, questionMark: questionMark), limits: limits)
  }

  /// Compiles a comparison with `text`, scalar by scalar.
  ///
  /// - Parameters:
  ///   - place: The place of the text in a matching text.
  ///   - ignoresCase: Whether case is ignored, by simple case folding.
  /// - Throws: A ``PatternError`` for a limit.
  public static func text(
    _ text: String, at place: Place, ignoresCase: Bool = false, limits: PatternLimits = PatternLimits()
  ) throws(PatternError) -> Pattern {
    let literal = SyntaxNode.literal(text, ignoresCase: ignoresCase)
    let node: SyntaxNode =
      switch place {
      case .whole: literal.coveringWholeText
      case .start: .sequence([.look(.startOfText), literal])
      case .end: .sequence([literal, .look(.endOfText)])
      case .anywhere: literal
      }
    return try Pattern(source: text, node, limits: limits)
  }

  /// The place of a plain text in a matching text.
  public enum Place: Hashable, Sendable {
    case whole
    case start
    case end
    case anywhere
  }

  private init(source: String, _ node: SyntaxNode, limits: PatternLimits) throws(PatternError) {
    try Self.check(source, limits)
    self.source = source
    compiled = try CompiledPattern(
      node, groupCount: 0, groupNames: [], sourceLength: source.utf8.count, limits: limits)
  }

  static func check(_ source: String, _ limits: PatternLimits) throws(PatternError) {
    let length = source.utf8.count
    guard length > limits.sourceLength else { return }
    throw PatternError(
      "The pattern is \(length) bytes long. The limit “sourceLength” is \(limits.sourceLength).",
      at: 0..<length, limit: .sourceLength)
  }

  package var node: SyntaxNode { compiled.node }

  /// The bytes that every matching text begins with; none if they may differ.
  package var beginning: [UInt8] {
    switch compiled.plan.course {
    case .isLiteral, .startsWithLiteral, .automatonIfStart:
      let literal = compiled.plan.literal
      return Array(literal.bytes.prefix(literal.masks.firstIndex { $0 != 0 } ?? literal.count))
    case .always, .endsWithLiteral, .containsLiteral, .automatonFromLiteral, .automatonIfContained: return []
    }
  }

  /// The number of groups, which are numbered from 1.
  public var groupCount: Int { compiled.groupCount }

  /// The names of groups in the order of their numbers; of duplicate names, the first group counts.
  public var groupNames: [(name: String, group: Int)] { compiled.groupNames }

  /// The size of the compiled pattern, counted like ``PatternLimits/programSize``.
  public var programSize: Int { compiled.programSize }

  /// A searcher for one thread, which tests whether texts match.
  public func makeSearcher() -> Searcher { Searcher(compiled) }

  /// An extractor for one thread, which finds matches and their groups. `probesFirst` tests a text for a
  /// match first: faster if few texts match, slower if most do.
  public func makeExtractor(probesFirst: Bool = true) -> Extractor {
    Extractor(compiled, probesFirst: probesFirst)
  }
}

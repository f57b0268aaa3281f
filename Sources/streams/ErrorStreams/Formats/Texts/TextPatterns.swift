internal import Bytes
internal import Patterns

package final class TextPatterns: LineParser {
  package let summary: String
  private let expressions: [String]
  /// Leading patterns that are specific to this format.
  private let ownCount: Int
  /// The patterns, compiled on first use, because most streams are not text.
  private let compiled = Lock<LinePatterns?>(nil)
  private let prefixed: TextMapping.Prefixed?
  private let preambles: [String]
  private let compiledOwn = Lock<LinePatterns?>(nil)
  private let firstBytes = Lock<[Bool]?>(nil)
  private let skip: [String]
  private let pairs: String?
  private let hasEscapes: Bool

  /// - Parameters:
  ///   - skip: lines that are around the records, whatever else they match.
  ///   - summary: nil for a user's own patterns.
  ///   - preambles: beginnings of lines outside of records.
  ///   - hasEscapes: whether control characters may be escaped as rsyslog does.
  package init(
    _ mapping: TextMapping, skip: [String] = [], summary: String?, preambles: [String] = [],
    hasEscapes: Bool = false
  ) {
    self.skip = skip
    pairs = mapping.pairs
    self.hasEscapes = hasEscapes
    prefixed = mapping.prefixed
    self.preambles = preambles
    expressions = mapping.patterns + mapping.common
    ownCount = mapping.patterns.count
    self.summary =
      summary
      ?? (mapping.patterns.count == 1
        ? "a line that its pattern matches" : "a line that one of its patterns matches")
  }

  package func makeReader() -> any LineReader { reader(patterns(compiled, expressions[...])) }

  package func makeDetector() -> any LineReader { reader(ownPatterns) }

  package func mayBegin(with byte: UInt8) -> Bool {
    firstBytes.withLock { known in
      let isFirst = known ?? LinePatterns.firstBytes(expressions[..<ownCount], skip: skip)
      known = isFirst
      return isFirst[Int(byte)]
    }
  }

  private var ownPatterns: LinePatterns {
    ownCount == expressions.count
      ? patterns(compiled, expressions[...]) : patterns(compiledOwn, expressions[..<ownCount])
  }

  private func patterns(_ compiled: borrowing Lock<LinePatterns?>, _ expressions: ArraySlice<String>)
    -> LinePatterns
  {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      let made = LinePatterns(expressions, skip: skip, pairs: pairs)
      compiled = made
      return made
    }
  }

  private func reader(_ patterns: LinePatterns) -> any LineReader {
    if patterns.patterns.isEmpty { return NoLines() }
    let reader = TextPatternReader(patterns, skips: true, preambles: preambles, hasEscapes: hasEscapes)
    if let prefixed { reader.prefixed = PrefixedLines(TextPatternReader(patterns), prefixed) }
    return reader
  }

  /// The finding's code, message and range in the expression; nil if it is valid.
  package static func fault(of expression: String, needsGroups: Bool = true) -> (
    code: String, message: String, range: Range<Int>?
  )? {
    do throws(PatternError) {
      let pattern = try Pattern(expression: expression)
      _ = try Pattern(expression: anchored(expression))
      guard needsGroups, pattern.groupNames.isEmpty else { return nil }
      return (
        "wrong-value",
        "This pattern has no named group, so it would read nothing. Write a group such as (?P<message>.*).",
        nil
      )
    } catch {
      return ("wrong-pattern", "This pattern can't be used. \(error.message)", error.range)
    }
  }

  package static func groups(of expression: String) -> [String]? {
    try? Pattern(expression: expression).groupNames.map { $0.name }
  }

  static func anchored(_ expression: String) -> String { #"\A(?:"# + expression + ")" }
}

private struct NoLines: LineReader {
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}

internal import Bytes
internal import Patterns

/// The patterns of a format's lines, compiled once for the readers of all threads.
final class LinePatterns: Sendable {
  struct Member: Sendable {
    let name: String
    let key: [UInt8]
    let group: Int
    /// A message with pairs behind it.
    let hasPairs: Bool
  }

  /// All as one pattern, or each by itself if they are too large together.
  let patterns: [AnchoredPattern]
  let skipped: [AnchoredPattern]
  /// The group of the whole match and its members, by pattern as written.
  let wholes: [Int]
  let members: [[Member]]

  /// Leaves out invalid expressions: they are reported when the mapping is read.
  ///
  /// - Parameters:
  ///   - skip: lines that are around the records, whatever else they match.
  ///   - pairs: the group of a message with pairs behind it.
  init(_ expressions: ArraySlice<String>, skip: [String], pairs: String?) {
    var parsed = Self.parsed(expressions)
    if parsed.count > 1, case (let together, let groups) = ParsedPattern.first(of: parsed),
      let pattern = try? AnchoredPattern(together)
    {
      patterns = [pattern]
      wholes = groups
    } else {
      let compiled = parsed.map { try? AnchoredPattern($0) }
      parsed = parsed.indices.filter { compiled[$0] != nil }.map { parsed[$0] }
      patterns = compiled.compactMap { $0 }
      wholes = parsed.map { _ in 0 }
    }
    members = zip(parsed, wholes).map { pattern, whole in
      pattern.groupNames.map { name, group in
        Member(name: name, key: Array("\(name.json):".utf8), group: whole + group, hasPairs: name == pairs)
      }
    }
    skipped = Self.parsed(skip[...]).compactMap { try? AnchoredPattern($0) }
  }

  private static func parsed(_ expressions: ArraySlice<String>) -> [ParsedPattern] {
    expressions.compactMap { try? ParsedPattern(expression: TextPatterns.anchored($0)) }
  }

  /// For each byte, whether a line may begin with it. Nothing is compiled for this.
  static func firstBytes(_ expressions: ArraySlice<String>, skip: [String]) -> [Bool] {
    var isFirst = Array(repeating: !skip.isEmpty, count: 256)
    isFirst[Int(TerminalCodes.escape)] = true
    for pattern in parsed(expressions) {
      let own = pattern.firstBytes
      for byte in own.indices where own[byte] { isFirst[byte] = true }
    }
    return isFirst
  }
}

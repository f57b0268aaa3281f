/// Reads RE2's syntax as PyPI's google-re2 accepts it. Open groups are on an explicit stack: no text can
/// exhaust the program's.
struct ExpressionParser {
  /// A group that is still open, or the whole expression.
  struct Frame {
    /// The place of its `(`, in scalars.
    var start: Int
    /// The number of the group, or nil if it does not capture.
    var group: Int?
    var outerFlags: ExpressionFlags
    var alternatives: [SyntaxNode] = []
    var items: [Item] = []
    var product = 1

    mutating func endAlternative() {
      product = max(product, items.lazy.map { $0.product }.max() ?? 1)
      alternatives.append(
        items.count == 1 ? items[0].node : items.isEmpty ? .empty : .sequence(items.map { $0.node }))
      items = []
    }
  }

  /// A part of a sequence, with the largest product of counts nested in it.
  struct Item {
    var node: SyntaxNode
    var product = 1
  }

  var source: ExpressionSource
  var flags = ExpressionFlags()
  var frames: [Frame]
  let limits: PatternLimits
  private(set) var groupCount = 0
  /// The numbers of named groups; of duplicate names, the first.
  private(set) var groupNames: [(name: String, group: Int)] = []

  init(_ text: String, ignoresCase: Bool, limits: PatternLimits) {
    source = ExpressionSource(text)
    flags.ignoresCase = ignoresCase
    frames = [Frame(start: 0, group: nil, outerFlags: flags)]
    self.limits = limits
  }

  mutating func parse() throws(PatternError) -> SyntaxNode {
    while let scalar = source.next { try parse(scalar) }
    guard frames.count == 1 else {
      let start = frames[frames.count - 1].start
      throw source.error(
        "The group is not closed. Add “)”, or write “\\(” for a parenthesis.", from: start, upTo: 1)
    }
    return close(&frames[0])
  }

  mutating func append(_ node: SyntaxNode) {
    frames[frames.count - 1].items.append(Item(node: node))
  }

  mutating func open(group: Bool, name: String? = nil, from start: Int, flags inner: ExpressionFlags)
    throws(PatternError)
  {
    guard frames.count <= limits.nesting else {
      throw source.error(
        "Groups nest deeper than \(limits.nesting), the limit “nesting”.", from: start, limit: .nesting)
    }
    if group { groupCount += 1 }
    if let name, !groupNames.contains(where: { $0.name == name }) { groupNames.append((name, groupCount)) }
    frames.append(Frame(start: start, group: group ? groupCount : nil, outerFlags: flags))
    flags = inner
  }

  private mutating func parse(_ scalar: Unicode.Scalar) throws(PatternError) {
    let start = source.position
    switch scalar {
    case "(": try parseGroup()
    case ")":
      source.skip(1)
      guard frames.count > 1, var frame = frames.popLast() else {
        throw source.error("“)” does not close a group. Write “\\)” for a parenthesis.", from: start)
      }
      let node = close(&frame)
      flags = frame.outerFlags
      frames[frames.count - 1].items.append(Item(node: node, product: frame.product))
    case "|":
      source.skip(1)
      frames[frames.count - 1].endAlternative()
    case "*", "+", "?": try parseRepetition()
    case "{":
      if countAhead() != nil {
        try parseRepetition()
      } else {
        source.skip(1)
        append(.scalar(scalar.value, ignoresCase: false))
      }
    case "[": append(.scalars(try parseClass()))
    case "\\": try parseEscape()
    case "^":
      source.skip(1)
      append(.look(flags.isMultiline ? .startOfLine : .startOfText))
    case "$":
      source.skip(1)
      append(.look(flags.isMultiline ? .endOfLine : .endOfText))
    case ".":
      source.skip(1)
      append(.scalars(flags.dotMatchesLineFeed ? .all : ScalarSet(scalar: 0x0A).inverted))
    default:
      source.skip(1)
      append(.scalar(scalar.value, ignoresCase: flags.ignoresCase))
    }
  }

  private func close(_ frame: inout Frame) -> SyntaxNode {
    frame.endAlternative()
    let node = frame.alternatives.count == 1 ? frame.alternatives[0] : .choice(frame.alternatives)
    return frame.group.map { .group($0, node) } ?? node
  }
}

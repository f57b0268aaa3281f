internal import Bytes

/// Counts the values of a YAML file, with aliases expanded, from its events, before any tree is built.
struct YAMLCensus {
  private struct Size {
    var nodes: Int
    /// The depth of nested containers, including itself.
    var height: Int
  }

  private struct Open {
    let anchor: String?
    let before: Int
    var height = 1
  }

  private let file: SourceFile
  private let limits: Limits
  private var anchors: [String: Size] = [:]
  private var open: [Open] = []
  private var written = 0
  private var expanded = 0
  private var aliases = 0
  private var largestAlias: (nodes: Int, range: Range<Int>)?

  init(file: SourceFile, limits: Limits) {
    self.file = file
    self.limits = limits
  }

  mutating func count(_ event: YAMLEvent) -> Diagnostic? {
    switch event.kind {
    case .scalar:
      if event.value.utf8.count > limits.scalarBytes {
        return exceeded("scalar-bytes", "This value is too long. Shorten it.", event.range)
      }
      add(Size(nodes: 1, height: 0), anchor: event.anchor)
    case .alias:
      aliases += 1
      if aliases > limits.aliases {
        return exceeded("aliases", "The file has too many aliases. Write the values out.", event.range)
      }
      let size = event.anchor.flatMap { anchors[$0] } ?? Size(nodes: 1, height: 0)
      if open.count + size.height > limits.ruleFileDepth {
        return exceeded("rule-file-depth", "With this alias, lists and mappings nest too deep.", event.range)
      }
      if size.nodes > largestAlias?.nodes ?? 0 { largestAlias = (size.nodes, event.range) }
      add(size, anchor: nil)
    case .sequenceStart, .mappingStart:
      if open.count >= limits.ruleFileDepth {
        return exceeded("rule-file-depth", "Lists and mappings nest too deep here.", opening(event.range))
      }
      open.append(Open(anchor: event.anchor, before: expanded))
      if let anchor = event.anchor { anchors[anchor] = nil }
      expanded += 1
    case .sequenceEnd, .mappingEnd:
      guard let closed = open.popLast() else { return nil }
      if let anchor = closed.anchor, anchors[anchor] == nil {
        anchors[anchor] = Size(nodes: expanded - closed.before, height: closed.height)
      }
      raiseHeight(to: closed.height)
      return nil
    case .streamStart, .streamEnd, .documentStart, .documentEnd: return nil
    }
    written += 1
    guard expanded <= limits.ruleFileNodes else {
      return exceeded("rule-file-nodes", "The file has too many values, with aliases expanded.", event.range)
    }
    return nil
  }

  func finish() -> Diagnostic? {
    guard let largestAlias, expanded > written * limits.aliasExpansion
    else { return nil }
    return exceeded(
      "alias-expansion",
      "Aliases expand \(written) values to \(expanded), most of them here. Use fewer aliases.",
      largestAlias.range)
  }

  private mutating func add(_ size: Size, anchor: String?) {
    expanded += size.nodes
    if let anchor { anchors[anchor] = size }
    raiseHeight(to: size.height)
  }

  private mutating func raiseHeight(to inner: Int) {
    guard let last = open.indices.last else { return }
    open[last].height = max(open[last].height, inner + 1)
  }

  private func opening(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound..<min(range.lowerBound + 1, file.bytes.count)
  }

  private func exceeded(_ limit: String, _ problem: String, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      "limit-exceeded", .error, "\(problem) \(limits.hint(limit))", at: SourceRange(file: file, bytes: range))
  }
}

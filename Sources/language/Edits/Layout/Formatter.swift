public import Bytes
internal import RuleLanguage
public import Source

/// Formats rule files, suites, mappings and configurations.
public struct Formatter: Sendable {
  /// The share of the author's own layout that stays.
  public enum Layout: Sendable {
    /// Blocks stay blocks, and keys keep their order.
    case kept
    /// The layout depends only on the values, the comments and the empty lines.
    case canonical
  }

  private let limits: Limits
  private let layout: Layout

  /// A formatter with limits and a layout.
  public init(limits: Limits = Limits(), layout: Layout = .kept) {
    self.limits = limits
    self.layout = layout
  }

  /// The result of formatting a file.
  public struct Result: Sendable {
    /// The formatted file, in UTF-8, unchanged if it is neither a list nor a mapping; nil if it can't be read
    /// or laid out.
    public let text: [UInt8]?
    /// The file as read.
    public let source: SourceFile
    /// The findings while the file was read and laid out.
    public let diagnostics: [Diagnostic]
    /// Whether it looks like a rule file: a mapping with an integer `version`, and no other format's keys.
    public let hasVersion: Bool
  }

  /// Formats `bytes`, the contents of the file `name`, whose extension is its format.
  public func format(name: String, bytes: [UInt8]) -> Result {
    var diagnostics = Diagnostics()
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    var text: [UInt8]?
    if let node = reading.node, !diagnostics.hasErrors {
      text = node.isContainer ? lay(out: reading.file, node, &diagnostics) : reading.file.bytes
    }
    var hasVersion = false
    if let node = reading.node, case .integer? = node["version"]?.content {
      hasVersion = RuleFileSign.isRuleFile(node)
    }
    return Result(text: text, source: reading.file, diagnostics: diagnostics.sorted, hasVersion: hasVersion)
  }

  private func lay(out file: SourceFile, _ node: Node, _ diagnostics: inout Diagnostics) -> [UInt8]? {
    let isJSON = file.name.lowercased().hasSuffix(".json")
    guard let written = isJSON ? NodeTreeBuilder.read(node) : try? YAMLTreeBuilder.read(file) else {
      return nil
    }
    let shape = Self.shape(of: file.name, (node.members ?? []).map { $0.key })
    let comments = written.comments
    CanonicalSpelling.write(written.root.value, shape)
    if layout == .canonical { KeyOrder.sort(written.root.value, shape) }
    let lines =
      isJSON
      ? JSONLayout.lines(of: written, in: file.bytes, layout)
      : YAMLLayout.lines(of: written, in: file.bytes, shape, layout)
    let text = LineEndings(of: file.bytes).text(of: lines)
    guard isSame(text, node, file.name), has(comments, text) else {
      diagnostics.report(changesMeaning(file))
      return nil
    }
    return text
  }

  package static func ordered(_ file: WrittenFile, name: String) -> WrittenFile {
    let keys = file.root.value.entries.compactMap { $0.keyText }
    KeyOrder.sort(file.root.value, shape(of: name, keys))
    return file
  }

  private static func shape(of name: String, _ keys: [String]) -> Shape {
    let file = name.lowercased().split(separator: "/").last ?? ""
    if file.contains(".test.") { return Shape.testSuite }
    let isOther = file.hasPrefix(".") || file.contains(".mapping.")
    let isRuleFile = keys.contains("version") || keys.contains("responders")
    return isRuleFile && !isOther ? Shape.ruleFile : Shape.unknown
  }

  private func isSame(_ text: [UInt8], _ node: Node, _ name: String) -> Bool {
    var diagnostics = Diagnostics()
    let other = SourceReader(limits: limits).read(name: name, bytes: text, into: &diagnostics).node
    return !diagnostics.hasErrors && other.map { node.meansSame(as: $0) } ?? false
  }

  private func has(_ comments: [String], _ text: [UInt8]) -> Bool {
    guard !comments.isEmpty else { return true }
    let other = try? YAMLTreeBuilder.read(SourceFile(name: "", bytes: text))
    return other.map { $0.comments.sorted() == comments.sorted() } ?? false
  }

  private func changesMeaning(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "layout-not-found", .error,
      "This file is not formatted, because the result would have another meaning. This is a bug in errctl.",
      at: SourceRange(file: file, bytes: 0..<0))
  }
}

extension Node {
  fileprivate var isContainer: Bool {
    switch content {
    case .sequence, .mapping: true
    case .null, .bool, .integer, .decimal, .string: false
    }
  }

  /// Whether both have the same value, ignoring the order of keys and the spelling.
  package func meansSame(as other: Node) -> Bool {
    isSame(as: other) || inCanonicalSpelling.isSame(as: other.inCanonicalSpelling)
  }

  /// Whether both have the same value, ignoring the order of keys.
  package func isSame(as other: Node) -> Bool {
    switch (content, other.content) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.integer(let a), .integer(let b)): return a == b
    case (.decimal(let a), .decimal(let b)): return a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): return a.utf8.elementsEqual(b.utf8)
    case (.sequence(let a), .sequence(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      guard a.count == b.count else { return false }
      let values = Dictionary(
        b.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
      return a.allSatisfy { member in
        values[Array(member.key.utf8)].map { member.value.isSame(as: $0) } ?? false
      }
    default: return false
    }
  }
}

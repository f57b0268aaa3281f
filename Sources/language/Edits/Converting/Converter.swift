package import Bytes
package import Source

/// Converts between YAML and JSON: the same value, in the canonical layout.
package struct Converter: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case yaml, json

    package init?(ofFile name: String) {
      let name = name.lowercased()
      if name.hasSuffix(".json") {
        self = .json
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        self = .yaml
      } else {
        return nil
      }
    }

    package var other: Kind { self == .yaml ? .json : .yaml }
  }

  package struct Result: Sendable {
    /// The file in the other format; nil if it can't be read, or if something in it can't be kept.
    package let text: String?
    package let diagnostics: [Diagnostic]
    package let lostComments: Int
  }

  private let limits: Limits

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  package func convert(name: String, bytes: [UInt8]) -> Result {
    var diagnostics = Diagnostics()
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    guard let kind = Kind(ofFile: name), let node = reading.node, !diagnostics.hasErrors else {
      return Result(text: nil, diagnostics: diagnostics.sorted, lostComments: 0)
    }
    let text = kind == .yaml ? JSONWriter.text(of: node) : yaml(node)
    guard let laidOut = laidOut(text, as: kind.other, like: node) else {
      diagnostics.report(changesMeaning(reading.file))
      return Result(text: nil, diagnostics: diagnostics.sorted, lostComments: 0)
    }
    let comments = kind == .yaml ? (try? YAMLTreeBuilder.read(reading.file).comments.count) ?? 0 : 0
    return Result(text: laidOut, diagnostics: diagnostics.sorted, lostComments: comments)
  }

  private func yaml(_ node: Node) -> String {
    let lines = YAMLLayout.lines(of: NodeTreeBuilder.read(node.unplaced), in: [], .unknown, .canonical)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text in the canonical layout; nil if its value differs from the node.
  func laidOut(_ text: String, as kind: Kind, like node: Node) -> String? {
    let formatter = Formatter(limits: limits, layout: .canonical)
    let result = formatter.format(name: "text.\(kind.rawValue)", bytes: Array(text.utf8))
    let written = result.text.map { String(decoding: $0, as: UTF8.self) } ?? text
    var diagnostics = Diagnostics()
    let name = "text.\(kind.rawValue)"
    let other = SourceReader(limits: limits).read(name: name, bytes: Array(written.utf8), into: &diagnostics)
      .node
    guard !diagnostics.hasErrors, let other, node.meansSame(as: other) else { return nil }
    return written
  }

  private func changesMeaning(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      "conversion-not-found", .error,
      "This file is not converted, because the result would have another meaning. This is a bug in errctl.",
      at: SourceRange(file: file, bytes: 0..<0))
  }
}

extension Node {
  var unplaced: Node {
    let nowhere = SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0)
    return unplaced(at: nowhere)
  }

  private func unplaced(at nowhere: SourceRange) -> Node {
    switch content {
    case .sequence(let elements):
      return Node(.sequence(elements.map { $0.unplaced(at: nowhere) }), style: .block, range: nowhere)
    case .mapping(let members):
      let written = members.map {
        Member(key: $0.key, keyRange: nowhere, value: $0.value.unplaced(at: nowhere))
      }
      return Node(.mapping(written), style: .block, range: nowhere)
    case .string(let string):
      return Node(content, style: string.readsAsLines ? .literal : .plain, range: nowhere, text: text)
    case .null, .bool, .integer, .decimal:
      return Node(content, style: .plain, range: nowhere, text: text)
    }
  }
}

extension String {
  fileprivate var readsAsLines: Bool {
    let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first?.first, first != " ", first != "\t" else { return false }
    return lines.allSatisfy { line in
      line.last != " " && line.last != "\t"
        && line.allSatisfy { $0 == "\t" || ($0.value >= 0x20 && EscapedText.isSafe($0)) }
    }
  }
}

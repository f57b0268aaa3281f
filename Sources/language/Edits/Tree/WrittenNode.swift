package import Source

/// A value as written in a file, with its notation and its comments.
package final class WrittenNode {
  package enum Content {
    /// An unwritten null.
    case nothing
    case scalar(WrittenScalar)
    /// An alias of an anchor's value.
    case alias(String)
    case sequence
    case mapping
  }

  package var content: Content
  package var anchor: String?
  package var entries: [WrittenEntry] = []
  /// Whether it is written in brackets or braces; an unwritten value: whether it is inside some.
  package let isFlow: Bool
  package var end: [Comment] = []
  /// Whether its first entry has a line of its own in the file: a block, or JSON with a line break after the
  /// bracket.
  var isOnLines = false
  /// Its bytes in the file; for a container, all of it.
  package var range: Range<Int>
  var line: FlowLine?

  package init(_ content: Content, isFlow: Bool = false, range: Range<Int>) {
    self.content = content
    self.isFlow = isFlow
    self.range = range
    switch content {
    case .sequence, .mapping: isOnLines = !isFlow
    case .nothing, .scalar, .alias: break
    }
  }

  package var isContainer: Bool {
    switch content {
    case .sequence, .mapping: true
    case .nothing, .scalar, .alias: false
    }
  }
}

package struct WrittenScalar {
  package let content: Node.Content
  /// A string's value; for anything else the text as written.
  package let text: String
  package let style: Node.Style
  /// Its bytes in the file, with quotes; empty without a file.
  package let range: Range<Int>
  /// The column, from 0, of its container, from which an indentation indicator counts.
  var parentColumn = 0
}

/// An element of a list or a member of a mapping, with its comments.
package final class WrittenEntry {
  package var key: WrittenNode?
  package var value: WrittenNode
  package var leading: [Comment] = []
  /// Comments on its first line: after its key, its dash, or the mark of a block scalar.
  package var header: [Comment] = []
  package var trailing: [Comment] = []
  /// Also an empty line between its leading comments and it.
  package var hasBlankBefore = false

  package init(key: WrittenNode? = nil, value: WrittenNode) {
    self.key = key
    self.value = value
  }

  var hasComments: Bool { !leading.isEmpty || !header.isEmpty || !trailing.isEmpty }
}

package struct Comment: Sendable, Equatable {
  /// The text from its `#` on, without trailing white space.
  package var text: String
  /// Its column, in characters from 0.
  package var column: Int
  package var hasBlankBefore: Bool
}

/// A file as written: its value with everything around it.
package struct WrittenFile {
  /// Directives, and comments before `---`, one per line; nil without `---`.
  package var prologue: [Comment]?
  /// The entry of the value; its comments are the document's.
  package let root: WrittenEntry
  package var end: [Comment]
}

extension WrittenFile {
  package var comments: [String] {
    let around = (prologue ?? []) + end
    return around.map { $0.text } + root.comments
  }
}

extension WrittenEntry {
  fileprivate var comments: [String] {
    let inner = value.entries.flatMap { $0.comments }
    return (leading + header + trailing + value.end).map { $0.text } + inner
  }
}

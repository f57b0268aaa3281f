package import Source

/// A value as it stands in a file: how it is written, and the comments that belong to it.
package final class WrittenNode {
  package enum Content {
    /// Nothing is written: null.
    case nothing
    case scalar(WrittenScalar)
    /// What stands for the value of an anchor.
    case alias(String)
    case sequence
    case mapping
  }

  package var content: Content
  /// The name that it is given with `&`.
  package var anchor: String?
  /// The elements of a list, the members of a mapping.
  package var entries: [WrittenEntry] = []
  /// Whether it is written in brackets or braces; of what is not written, whether it stands in some.
  package let isFlow: Bool
  /// Comments after the last entry.
  package var end: [Comment] = []
  /// Its bytes in the file, of a container the whole of it.
  package var range: Range<Int>
  /// Its text on one line in brackets, once it was asked for.
  var line: FlowLine?

  package init(_ content: Content, isFlow: Bool = false, range: Range<Int>) {
    self.content = content
    self.isFlow = isFlow
    self.range = range
  }

  package var isContainer: Bool {
    switch content {
    case .sequence, .mapping: true
    case .nothing, .scalar, .alias: false
    }
  }
}

/// A scalar as it stands in a file.
package struct WrittenScalar {
  /// What it means.
  package let content: Node.Content
  /// A string's value, anything else as it is written.
  package let text: String
  package let style: Node.Style
  /// Its bytes in the file, quotes included; empty for what no file holds.
  package let range: Range<Int>
  /// The column, from 0, of the list or mapping it stands in: what an indentation indicator counts from.
  var parentColumn = 0
}

/// An element of a list or a member of a mapping, with its comments.
package final class WrittenEntry {
  package var key: WrittenNode?
  package var value: WrittenNode
  /// Comments on lines of their own before it.
  package var leading: [Comment] = []
  /// Comments on the line where it begins: after its key, its dash, or the mark of a block scalar.
  package var header: [Comment] = []
  /// Comments on the line where it ends.
  package var trailing: [Comment] = []
  /// Whether an empty line stands before it, or between its leading comments and it.
  package var hasBlankBefore = false

  package init(key: WrittenNode? = nil, value: WrittenNode) {
    self.key = key
    self.value = value
  }

  var hasComments: Bool { !leading.isEmpty || !header.isEmpty || !trailing.isEmpty }
}

/// A comment of a file.
package struct Comment: Sendable, Equatable {
  /// From its `#` on, white space at its end left out.
  package var text: String
  /// Where it begins in its line, in characters from 0.
  package var column: Int
  /// Whether an empty line stands before it.
  package var hasBlankBefore: Bool
}

/// A file as it is written: its value with everything around it.
package struct WrittenFile {
  /// Directives, and comments before `---`, a line each; nil where no `---` is written.
  package var prologue: [Comment]?
  /// What holds the value: its comments are those of the document.
  package let root: WrittenEntry
  /// Comments after everything.
  package var end: [Comment]
}

extension WrittenFile {
  /// The text of every comment.
  package var comments: [String] {
    let around = (prologue ?? []) + end
    return around.map { $0.text } + root.comments
  }
}

extension WrittenEntry {
  /// The text of every comment of it and of what it holds.
  fileprivate var comments: [String] {
    let inner = value.entries.flatMap { $0.comments }
    return (leading + header + trailing + value.end).map { $0.text } + inner
  }
}

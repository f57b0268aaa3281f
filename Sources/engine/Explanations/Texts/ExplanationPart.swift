package import Source

/// A part of an explanation, independent of its layout: lines write it as text, and a view as HTML.
package struct ExplanationPart: Sendable {
  package typealias Paragraph = (text: String, style: TerminalStyle.Style?)

  package enum Kind: Sendable {
    /// The aside is in a less prominent style.
    case heading(String, String)
    case paragraph(String, TerminalStyle.Style?)
    /// A name in a column of this width, in characters, and the text beside it.
    case entry(mark: String, TerminalStyle.Style, name: String, nameWidth: Int, [Paragraph])
  }

  package let kind: Kind
  /// 4 columns for each level of nesting.
  package let indent: Int
  /// The clause of the chain, for an entry about one.
  package let clause: Int?

  package init(kind: Kind, indent: Int, clause: Int? = nil) {
    self.kind = kind
    self.indent = indent
    self.clause = clause
  }
}

package import Source

/// An entry of `defaults.unwrap`.
package struct UnwrapDeclaration {
  package let range: SourceRange
  package let when: Node?
  package let path: Node

  package static let keys = [
    Key(
      "when", .matcher, .absent("every error"),
      "The errors that are unwrapped; not by “category”, which comes later, nor by “rate”."),
    Key(
      "path", .defined("unwrapPath", "“payload.N”, “underlying”"), .required, "The path of the inner error."),
  ]

  /// Nil without a path, which is reported.
  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let section = Section(node, "an entry of “unwrap”", keys: Self.keys, in: &diagnostics) else {
      return nil
    }
    guard let path = section["path"] else {
      if section.isWhole {
        diagnostics.report(
          Diagnostic(
            "missing-key",
            "This entry has no path. Add “path: payload.0” (or another index) or “path: underlying”.",
            at: node.range))
      }
      return nil
    }
    range = node.range
    when = section["when"]
    self.path = path
  }
}

/// A file that is checked by itself: a rule file with its imports, a suite with its rules, a mapping, a configuration.
package struct Unit: Hashable, Sendable, Comparable {
  package let kind: DocumentKind
  /// The resolved path.
  package let identity: String

  package static func < (left: Unit, right: Unit) -> Bool { left.identity < right.identity }
}

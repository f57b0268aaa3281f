internal import Source

/// Limits the expansion of names, which can grow exponentially; translation and evaluation recurse.
struct Expansion {
  static let depthLimit = 200
  /// Conditions that names may add, over the whole file.
  private static let sizeLimit = 1_000_000

  private var size = 0
  private(set) var isExceeded = false

  /// False once a limit is exceeded, which is reported once.
  mutating func admits(_ condition: Condition, at node: Node, to diagnostics: inout Diagnostics) -> Bool {
    guard !isExceeded else { return false }
    if count(condition, depth: 1) { return true }
    report(at: node, to: &diagnostics)
    return false
  }

  mutating func report(at node: Node, to diagnostics: inout Diagnostics) {
    guard !isExceeded else { return }
    isExceeded = true
    diagnostics.report(
      Diagnostic(
        "matcher-too-large",
        "Named matchers and categories may nest \(Self.depthLimit) levels deep and expand to "
          + "\(Self.sizeLimit) conditions in total. Simplify this one.", at: node.range))
  }

  private mutating func count(_ condition: Condition, depth: Int) -> Bool {
    size += 1
    guard size <= Self.sizeLimit, depth <= Self.depthLimit else { return false }
    return condition.parts.allSatisfy { count($0, depth: depth + 1) }
  }
}

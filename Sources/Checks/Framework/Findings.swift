public import RuleEngine

/// What one check finds: each thing once, and no more than anyone reads.
public struct Findings: Sendable {
  /// How many findings of a check are said; the rest is counted.
  static let most = 100

  private let page: CheckPage
  /// What the configuration says of the check; nil where it says nothing.
  private let configured: Level?
  private var seen: Set<Place> = []
  private var found: [Diagnostic] = []

  private struct Place: Hashable {
    let file: ObjectIdentifier
    let bytes: Range<Int>
    let message: String
  }

  init(_ page: CheckPage, configured: Level?) {
    self.page = page
    self.configured = configured
  }

  /// Reports a finding.
  ///
  /// - Parameters:
  ///   - message: What is wrong, and what to do.
  ///   - range: Exactly what the message speaks of.
  ///   - level: A lower level than the check's own, where this one matters less; what the configuration says holds.
  ///   - related: Other places that explain it.
  ///   - witness: A recorded error, as JSON, that shows it.
  ///   - fix: The change that surely does what is asked for.
  public mutating func report(
    _ message: String,
    at range: SourceRange,
    level: Level? = nil,
    related: [Diagnostic.Related] = [],
    witness: String? = nil,
    fix: Patch? = nil
  ) {
    let level = configured ?? level.map { min($0, page.level) } ?? page.level
    guard let severity = level.severity else { return }
    let place = Place(file: ObjectIdentifier(range.file), bytes: range.bytes, message: message)
    guard seen.insert(place).inserted else { return }
    found.append(
      Diagnostic(page.code, severity, message, at: range, related: related, witness: witness, fix: fix)
    )
  }

  /// Whether there are so many that of another one no more is said than that there is one.
  var isFull: Bool { found.count > Self.most }

  /// What is to be said.
  var diagnostics: [Diagnostic] {
    guard found.count > Self.most else { return found }
    let rest = found[Self.most...]
    let severity = rest.map { $0.severity }.max() ?? .note
    let count = Diagnostic(
      page.code,
      severity,
      "There are \(rest.count) more findings of this kind; the first of them is here. Put those before right first.",
      at: rest[Self.most].range
    )
    return found[..<Self.most] + [count]
  }
}

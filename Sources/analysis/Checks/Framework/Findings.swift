public import Source

/// The findings of one check, without duplicates and limited in number.
public struct Findings: Sendable {
  /// The limit for one check; further findings are counted.
  static let most = 100

  private let page: CheckPage
  private let configured: Level?
  private var seen: Set<Place> = []
  private var found: [Diagnostic] = []
  /// The check ended before it had looked at everything.
  private var isCut = false

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
  ///   - message: the problem, then the remedy.
  ///   - range: the exact text that the message is about.
  ///   - level: a level below the check's default, for a less important finding. A configured level wins.
  ///   - related: other places that explain the finding.
  ///   - witness: a recorded error, as JSON, that demonstrates the finding.
  ///   - stream: several recorded errors that demonstrate it in this order.
  ///   - fix: a change that is certain to fix the problem.
  public mutating func report(
    _ message: String, at range: SourceRange, level: Level? = nil, related: [Diagnostic.Related] = [],
    witness: String? = nil, stream: [String] = [], fix: Patch? = nil
  ) {
    let level = configured ?? level.map { min($0, page.level) } ?? page.level
    guard let severity = level.severity else { return }
    let place = Place(file: ObjectIdentifier(range.file), bytes: range.bytes, message: message)
    guard seen.insert(place).inserted else { return }
    found.append(
      Diagnostic(
        page.code, severity, message, at: range, related: related, witness: witness, stream: stream, fix: fix)
    )
  }

  var isFull: Bool { found.count > Self.most }

  /// Further findings are not even counted: they would take too long to find.
  mutating func cut() { isCut = true }

  var diagnostics: [Diagnostic] {
    guard found.count > Self.most else { return found }
    let rest = found[Self.most...]
    let severity = rest.map { $0.severity }.max() ?? .note
    let count = Diagnostic(
      page.code, severity,
      "There are \(isCut ? "" : "\(rest.count) ")more findings of this kind, the first of them here. Fix the earlier ones first.",
      at: rest[Self.most].range)
    return found[..<Self.most] + [count]
  }
}

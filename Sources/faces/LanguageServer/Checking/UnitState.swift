internal import Engine
internal import Checks
internal import Source

/// A unit with the latest findings about it.
package struct UnitState: Sendable {
  package let reading: UnitReading
  /// Changes with each reading, so that proofs about an older text are dropped.
  let generation: Int
  /// All findings; nil until the proofs of this text are done.
  private(set) var proofs: [Diagnostic]?
  /// Findings of checks about an earlier text, where they stand now, until the proofs of this text are done.
  private var earlier: [Diagnostic]
  /// The counts of the sample stream; those of an earlier text, where its rules stand now, until those of this text are
  /// there.
  private(set) var counts: RuleCounts?
  private(set) var hasOwnCounts = false

  init(_ reading: UnitReading, generation: Int, earlier: UnitState?) {
    self.reading = reading
    self.generation = generation
    proofs = reading.needsProofs && !reading.isSkipped ? nil : reading.findings
    self.earlier =
      proofs == nil ? (earlier?.shown ?? []).filter { CodeList.isCheck($0.code) || $0.isAboutSuite } : []
    counts = reading.sample == nil ? nil : earlier?.counts
  }

  /// Whether the sample stream is still to be counted.
  var needsCounts: Bool {
    reading.sample != nil && !hasOwnCounts && !reading.isSkipped && !reading.isPassedOver
      && reading.compilation?.chain != nil
  }

  mutating func count(_ counts: RuleCounts) {
    self.counts = counts
    hasOwnCounts = true
  }

  mutating func prove(_ findings: [Diagnostic]) {
    proofs = findings
    earlier = []
  }

  var shown: [Diagnostic] {
    if let proofs { return proofs }
    let known = reading.findings
    return known
      + earlier.filter { old in !known.contains { $0.code == old.code && $0.isSamePlace(as: old) } }
  }

  /// Moves what is known about an earlier text.
  mutating func move(_ changes: [Document.Change], in file: SourceFile) {
    proofs = proofs?.compactMap { $0.moved(by: changes, in: file) }
    earlier = earlier.compactMap { $0.moved(by: changes, in: file) }
    guard var moved = counts else { return }
    moved.entries = moved.entries.compactMap { entry in
      var entry = entry
      guard let anchor = entry.anchor.moved(by: changes, in: file) else { return nil }
      entry.anchor = anchor
      return entry
    }
    counts = moved
  }
}

extension Diagnostic {
  fileprivate var isAboutSuite: Bool { code == "unknown-record" }

  fileprivate func isSamePlace(as other: Diagnostic) -> Bool {
    range.file.name == other.range.file.name && range.bytes == other.range.bytes
  }

  /// The same finding after changes of a file's text, without its fix; nil if they touch its place.
  fileprivate func moved(by changes: [Document.Change], in file: SourceFile) -> Diagnostic? {
    guard let place = range.moved(by: changes, in: file) else { return nil }
    let related = related.compactMap { other in
      other.range.moved(by: changes, in: file).map { Related(other.message, at: $0) }
    }
    return Diagnostic(code, severity, message, at: place, related: related, witness: witness, stream: stream)
  }
}

extension SourceRange {
  fileprivate func moved(by changes: [Document.Change], in file: SourceFile) -> SourceRange? {
    guard self.file.name == file.name else { return self }
    var range: Range<Int>? = bytes
    for change in changes { range = range?.moved(by: change) }
    return range.map { SourceRange(file: file, bytes: $0) }
  }
}

/// Stops reading a file with too many findings: a malicious file has one in every five bytes.
struct FindingBudget {
  private static let most = 1_000
  private let before: Int

  init(_ diagnostics: Diagnostics) {
    before = diagnostics.all.count
  }

  func exceeded(_ diagnostics: Diagnostics, at place: @autoclosure () -> SourceRange) -> Diagnostic? {
    diagnostics.all.count - before < Self.most ? nil : tooMany(place())
  }

  private func tooMany(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      "too-many-findings", .error, "Reading stops after \(Self.most) findings. Fix these first.", at: place)
  }
}

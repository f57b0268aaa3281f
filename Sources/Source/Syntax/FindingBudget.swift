/// Ends the reading of a file that has more findings than anyone reads: a file made for it has one in every five
/// bytes.
struct FindingBudget {
  private static let most = 1_000
  private let before: Int

  /// The budget of a file whose reading begins now.
  init(_ diagnostics: Diagnostics) {
    before = diagnostics.all.count
  }

  /// The last finding of the file, at `place`, where there are too many.
  func exceeded(_ diagnostics: Diagnostics, at place: @autoclosure () -> SourceRange) -> Diagnostic? {
    diagnostics.all.count - before < Self.most ? nil : tooMany(place())
  }

  private func tooMany(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      "too-many-findings",
      .error,
      "Reading stops after \(Self.most) findings. Fix these first.",
      at: place
    )
  }
}

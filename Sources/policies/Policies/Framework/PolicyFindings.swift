internal import Source

/// The findings about one policy, shared by all values that are read from it.
final class PolicyFindings {
  private(set) var diagnostics = Diagnostics()

  var errorCount: Int { diagnostics.errorCount }

  func report(_ diagnostic: Diagnostic) { diagnostics.report(diagnostic) }

  /// Keeps each finding once, for policies whose parts are read several times.
  func removeRepetitions() {
    var seen: Set<String> = []
    diagnostics.filter { seen.insert($0.description).inserted }
  }
}

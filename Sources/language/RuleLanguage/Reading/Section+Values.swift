internal import Records
internal import Source

/// Values that several readers read alike; nil if the key is absent, or if a fault was reported.
extension Section {
  /// An integer; `reason` says, before the range, why others are invalid.
  func integer(
    _ key: String, _ range: ClosedRange<Int64>, _ reason: String, in diagnostics: inout Diagnostics
  ) -> Int? {
    guard let value = self[key] else { return nil }
    guard case .integer(let number) = value.content else {
      diagnostics.report(
        .wrongType(value, expected: "an integer from \(range.lowerBound) to \(range.upperBound)"))
      return nil
    }
    guard range.contains(number) else {
      let advice = "Write a number from \(range.lowerBound) to \(range.upperBound)."
      diagnostics.report(.wrongValue(value, reason.isEmpty ? advice : "\(reason) \(advice)"))
      return nil
    }
    return Int(number)
  }

  /// A duration; `zero` says why it can't be zero, or is nil if it can.
  func duration(_ key: String, zero: String? = nil, in diagnostics: inout Diagnostics) -> TimeSpan? {
    guard let value = self[key] else { return nil }
    guard let span = value.string.flatMap({ TimeSpan($0) }) else {
      diagnostics.report(.wrongDuration(value))
      return nil
    }
    guard span.microseconds > 0 || zero == nil else {
      diagnostics.report(.wrongValue(value, zero ?? ""))
      return nil
    }
    return span
  }

  /// The fields of `per`, which group errors; empty if it is absent.
  func per(advice: String, _ vocabulary: Vocabulary) -> [Subject]? {
    guard let member = member("per") else { return [] }
    return KeyPathReader(vocabulary: vocabulary).subjects(member, advice: advice)
  }

  /// Reports that a required key is missing, unless another one may be meant by it.
  func require(_ key: String, _ message: String, at range: SourceRange, in diagnostics: inout Diagnostics) {
    guard self[key] == nil, isWhole else { return }
    diagnostics.report(Diagnostic("missing-key", message, at: range))
  }
}

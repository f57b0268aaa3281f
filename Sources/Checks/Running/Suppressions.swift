internal import RuleEngine

/// What authors ask to be left unsaid, and what is wrong with their asking.
struct Suppressions {
  private let settings: CheckSettings
  private var all: [Suppression] = []
  private var faults: [(message: String, place: SourceRange)] = []

  init(_ program: RuleProgram, settings: CheckSettings) {
    self.settings = settings
    for root in program.roots {
      let comments = SuppressComments(in: root)
      all += SuppressKeys.suppressions(in: root) + comments.found
      faults += comments.faults
    }
    // What stands in a smaller place is asked first.
    all.sort { $0.scope.bytes.count < $1.scope.bytes.count }
  }

  /// The findings without what is suppressed, with what is to be said of the suppressions.
  ///
  /// - Parameters:
  ///   - isWhole: whether every check ran, so that what suppressed nothing is unused.
  ///   - hasStream: whether those that look at a stream had one.
  func applied(to findings: Diagnostics, isWhole: Bool, hasStream: Bool) -> Diagnostics {
    guard settings.honoursSuppressions else { return findings }
    var used = Array(repeating: false, count: all.count)
    var kept = findings.keeping { finding in
      guard finding.severity != .error || CodeList.isCheck(finding.code) else { return true }
      guard
        let index = all.firstIndex(where: { $0.code == finding.code && holds($0) && $0.covers(finding.range) }
        )
      else { return true }
      used[index] = true
      return false
    }
    for finding in remarks(used, findings, isWhole: isWhole, hasStream: hasStream) { kept.report(finding) }
    return kept
  }

  /// Whether only recorded errors show what a code says.
  private static func needsStream(_ code: String) -> Bool {
    CodeList.pages.contains { $0.code == code && $0.family == .stream }
  }

  private func holds(_ suppression: Suppression) -> Bool {
    guard suppression.reason != nil else { return false }
    guard suppression.until != nil else { return true }
    guard let end = suppression.end else { return false }
    return settings.today.map { $0 <= end } ?? true
  }

  private func remarks(_ used: [Bool], _ findings: Diagnostics, isWhole: Bool, hasStream: Bool)
    -> [Diagnostic]
  {
    var remarks = faults.compactMap { SuppressionCheck.faulty.finding($0.message, at: $0.place, settings) }
    for (suppression, isUsed) in zip(all, used) {
      let code = suppression.code
      guard CodeList.all.contains(where: { $0.code == code }) else {
        let question = Suggestion.question(for: code, among: CodeList.all.map { $0.code })
        let message =
          "There is no code “\(code)”, so nothing is suppressed.\(question.isEmpty ? " errctl codes lists them." : question)"
        remarks += [SuppressionCheck.faulty.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
        continue
      }
      if suppression.reason == nil {
        let message =
          "Nothing says why “\(code)” is suppressed, so it is not. Write # errctl: ignore \(code) -- reason."
        remarks += [SuppressionCheck.faulty.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
        continue
      }
      if let until = suppression.until, suppression.end == nil {
        let message = "“\(until)” is no day, so this does not hold. Write one as in 2026-12-31."
        remarks += [SuppressionCheck.faulty.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
        continue
      }
      if let until = suppression.until, !holds(suppression) {
        let message = "This held until \(until). Put right what it speaks of, or give it another day."
        remarks += [SuppressionCheck.expired.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
      } else if !isUsed, isWhole, settings.levels[code] != .off, hasStream || !Self.needsStream(code),
        !LanguageCode.mutationCodes.contains(code)
      {
        let isError = CodeList.all.contains { $0.code == code && $0.page == nil && $0.level == .error }
        let message =
          isError
          ? "“\(code)” says that the file can't be used as it is; that can't be suppressed. Put it right."
          : "Nothing is found here that “\(code)” would say.\(elsewhere(suppression, findings))"
        remarks += [
          SuppressionCheck.unused.finding(
            message,
            at: suppression.place,
            settings,
            fix: isError ? nil : suppression.removal
          )
        ].compactMap {
          $0
        }
      }
    }
    return remarks
  }
}

extension Suppressions {
  /// Where else in the file the code is found, for one that may just stand in the wrong place.
  private func elsewhere(_ suppression: Suppression, _ findings: Diagnostics) -> String {
    let lines = findings.sorted.filter { finding in
      finding.code == suppression.code && finding.range.file === suppression.scope.file
        && !all.contains { $0.code == finding.code && holds($0) && $0.covers(finding.range) }
    }.map { $0.range.start.line }
    guard let line = lines.first else { return " Delete this." }
    return " Line \(line) has it: write this on the line before, or delete it."
  }
}

extension Diagnostics {
  /// The findings for which `isKept` holds.
  func keeping(_ isKept: (Diagnostic) -> Bool) -> Diagnostics {
    var kept = self
    kept.filter(isKept)
    return kept
  }
}

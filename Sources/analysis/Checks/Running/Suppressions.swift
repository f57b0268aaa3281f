internal import Engine
internal import Source

struct Suppressions {
  private let settings: CheckSettings
  private let codes: CodeList
  private var all: [Suppression] = []
  private var faults: [(message: String, place: SourceRange)] = []

  init(_ program: RuleProgram, _ settings: CheckSettings, _ codes: CodeList) {
    (self.settings, self.codes) = (settings, codes)
    for root in program.roots {
      let comments = SuppressComments(in: root)
      all += SuppressKeys.suppressions(in: root) + comments.found
      faults += comments.faults
    }
    // Suppressions with the smallest scope come first.
    all.sort { $0.scope.bytes.count < $1.scope.bytes.count }
  }

  /// Plus findings about the suppressions themselves.
  ///
  /// - Parameters:
  ///   - isWhole: every check ran, so that unused suppressions can be reported.
  ///   - hasStream: the checks of streams had one.
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
      guard let entry = codes.entry(code) else {
        let question = codes.question(for: code)
        let message =
          "There is no code “\(code)”, so this suppresses nothing.\(question.isEmpty ? " errctl codes lists them." : question)"
        remarks += [SuppressionCheck.faulty.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
        continue
      }
      if suppression.reason == nil {
        let message =
          "The suppression of “\(code)” has no reason, so it does not apply. Write # errctl: ignore \(code) -- reason."
        remarks += [SuppressionCheck.faulty.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
        continue
      }
      if let until = suppression.until, suppression.end == nil {
        let message = "“\(until)” is not a date, so this does not apply. Write a date such as 2026-12-31."
        remarks += [SuppressionCheck.faulty.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
        continue
      }
      if let until = suppression.until, !holds(suppression) {
        let message = "This expired on \(until). Fix the finding, or write a later date."
        remarks += [SuppressionCheck.expired.finding(message, at: suppression.place, settings)].compactMap {
          $0
        }
      } else if !isUsed, isWhole, settings.levels[code] != .off, hasStream || !Self.needsStream(code),
        !entry.isSurvivor, !suppression.isTranslated
      {
        let isError = entry.page == nil && entry.level == .error
        let message =
          isError
          ? "“\(code)” can't be suppressed, because the file can't be used as it is. Fix the finding."
          : "There is no finding “\(code)” here to suppress.\(elsewhere(suppression, findings))"
        remarks += [
          SuppressionCheck.unused.finding(
            message, at: suppression.place, settings, fix: isError ? nil : suppression.removal)
        ].compactMap {
          $0
        }
      }
    }
    return remarks
  }
}

extension Suppressions {
  /// The line with the code, for a suppression that may be in the wrong place.
  private func elsewhere(_ suppression: Suppression, _ findings: Diagnostics) -> String {
    let lines = findings.sorted.filter { finding in
      finding.code == suppression.code && finding.range.file === suppression.scope.file
        && !all.contains { $0.code == finding.code && holds($0) && $0.covers(finding.range) }
    }.map { $0.range.start.line }
    guard let line = lines.first else { return " Delete this." }
    return " Line \(line) has one: move this to the line before it, or delete it."
  }
}

extension Diagnostics {
  func keeping(_ isKept: (Diagnostic) -> Bool) -> Diagnostics {
    var kept = self
    kept.filter(isKept)
    return kept
  }
}

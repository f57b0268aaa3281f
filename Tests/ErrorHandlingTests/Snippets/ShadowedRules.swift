import ErrorHandling
import Foundation

/// Tries new rules beside those in force, until `end(to:)`.
struct Trial {
  let chain: RunningChain
  let shadow: Shadow

  init(of newRules: RuleSource, in chain: RunningChain) throws {
    self.chain = chain
    shadow = try chain.shadow(newRules)
  }

  /// The differences, and errors that show them for `errctl diff rules.yaml new.yaml FILE`.
  func end(to file: String) throws -> String {
    chain.removeShadow()
    try Data(shadow.records).write(to: URL(fileURLWithPath: file))
    let report = shadow.report
    let groups = report.groups.map { group in
      "\(group.count) \(group.outcome) by \(group.by ?? "nobody"), now \(group.shadowOutcome) by \(group.shadowBy ?? "nobody")"
    }
    return (["\(report.different) of \(report.compared) differ"] + groups).joined(separator: "\n")
  }
}

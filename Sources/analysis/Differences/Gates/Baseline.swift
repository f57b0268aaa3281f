internal import Records
package import Replay
internal import Bytes
internal import Source

/// An earlier result of `errctl diff --format json`, whose differences are accepted.
package struct Baseline: Sendable {
  package enum Fault: Error {
    /// A JSON error with its position.
    case json(line: Int, column: Int, String)
    /// Valid JSON, but not a result of `errctl diff --format json` with a stream.
    case otherKind
    case partial
  }

  package let file: String
  package let records: Int
  private let groups: [String: Int]

  package init(file: String, bytes: [UInt8]) throws(Fault) {
    self.file = file
    var diagnostics = Diagnostics()
    let source = SourceFile(name: file, bytes: bytes)
    var limits = Limits()
    limits.ruleFileBytes = .max
    guard let root = JSONReader.read(source, limits: limits, into: &diagnostics) else {
      let finding = diagnostics.sorted.first
      let start = finding?.range.start ?? source.position(of: 0)
      throw .json(line: start.line, column: start.column, finding?.message ?? "This is not JSON.")
    }
    guard let records = root["records"]?.integer, let moved = root["moved"]?.elements, root["matrix"] != nil
    else {
      throw .otherKind
    }
    if case .bool(true)? = root["partial"]?.content { throw .partial }
    self.records = records
    var groups: [String: Int] = [:]
    for group in moved {
      guard let old = Self.answer(group["old"]), let new = Self.answer(group["new"]),
        let count = group["count"]?.integer
      else { throw .otherKind }
      let changes = (group["changes"]?.elements ?? []).compactMap { $0.string }
      groups["\(old) > \(new): \(changes)", default: 0] += count
    }
    self.groups = groups
  }

  private static func answer(_ node: Node?) -> String? {
    guard let node, let outcome = node["outcome"]?.string else { return nil }
    let name: String
    if let by = node["by"] {
      if by["ignore"] != nil {
        name = "(ignored: cancellation)"
      } else {
        guard let responder = by["responder"]?.string else { return nil }
        name = by["rule"]?.string.map { "\(responder)/\($0)" } ?? "\(responder)/otherwise"
      }
    } else {
      name = "(nobody)"
    }
    return "\(name) \(outcome) \(node["evaluation"]?.string ?? "")"
  }

  func accepted(_ group: MovedGroup) -> Int {
    let answers = [group.old, group.new].map { "\($0.name) \($0.ending.name) \($0.evaluation?.name ?? "")" }
    return groups["\(answers[0]) > \(answers[1]): \(group.changes.names)"] ?? 0
  }
}

extension Node {
  fileprivate var integer: Int? {
    if case .integer(let number) = content { Int(exactly: number) } else { nil }
  }
}

package struct BeyondBaseline: Sendable {
  package let file: String
  package let groups: [Int]
  package let matrix: OutcomeMatrix
  package let changed: Int
  package let effects: Int
  package let retries: Int
  package let reassigned: Int

  package init(_ comparison: ReplayComparison, _ baseline: Baseline) {
    file = baseline.file
    groups = comparison.groups.map { max(0, $0.count - baseline.accepted($0)) }
    var matrix = OutcomeMatrix()
    var (changed, effects, retries, reassigned) = (0, 0, 0, 0)
    for (group, count) in zip(comparison.groups, groups) {
      matrix[group.old.ending, group.new.ending] += count
      if group.changes.matter { changed += count } else { reassigned += count }
      if group.changes.contains(.effects) { effects += count }
      if group.changes.contains(.retry) { retries += count }
    }
    self.matrix = matrix
    // Records without a group count as additional.
    self.changed = changed + comparison.inOtherGroups
    self.effects = effects
    self.retries = retries
    self.reassigned = reassigned
  }
}

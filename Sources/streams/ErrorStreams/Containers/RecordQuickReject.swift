internal import Bytes

/// Rejects a container's record that is certainly not an error, before a document is made.
package struct RecordQuickReject: ~Copyable {
  private var plan: MappingPlan?
  private var found = ResolvedPaths()
  private var texts = ErrorTexts()
  private(set) var count = 0

  private var keys = 0

  mutating func begin(_ plan: MappingPlan, keys: Int) {
    self.plan = plan.isDecidedByFields && plan.errors.leastSeverity != nil ? plan : nil
    self.keys = keys
    count = 0
  }

  mutating func leavesOut(_ record: Int, _ tape: borrowing JSONTape) -> Bool {
    guard let plan else { return false }
    found.find(plan.paths, inPairs: record, of: tape, keys: keys)
    guard plan.status(found, tape, &texts) != .possible else { return false }
    count += 1
    return true
  }
}

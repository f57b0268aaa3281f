internal import Bytes

/// What a container asks of each of its records before it makes a document of it: whether it is surely no error.
package struct RecordGlance: ~Copyable {
  private var plan: MappingPlan?
  private var found = FoundPlaces()
  private var texts = ErrorTexts()
  /// How many records of the container were left out.
  private(set) var count = 0

  /// What the numbers of the container's keys mean.
  private var keys = 0

  /// Begins with a container whose records are of a plan.
  mutating func begin(_ plan: MappingPlan, keys: Int) {
    self.plan = plan.isDecidedByFields && plan.leastWorthALook != nil ? plan : nil
    self.keys = keys
    count = 0
  }

  /// Whether the record at a place is left out.
  mutating func leavesOut(_ record: Int, _ tape: borrowing JSONTape) -> Bool {
    guard let plan else { return false }
    found.find(plan.paths, inPairs: record, of: tape, keys: keys)
    guard plan.standing(found, tape, &texts) != .worthALook else { return false }
    count += 1
    return true
  }
}

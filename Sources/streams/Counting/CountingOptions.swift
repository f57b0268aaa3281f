/// The counts beside those of lines and outcomes. Each costs time for every record.
package struct CountingOptions: Sendable {
  /// Outcomes over time, flows through the chain, example records.
  package var wantsDetail = false
  /// The owners by which kinds of errors are counted; nil for no kinds.
  package var kinds: KindCounts.Grouping?
  /// Whether kinds and values are counted of selected records alone, by ``StreamCounts/countGroups(_:_:)``.
  package var onlySelected = false
  /// The errors that are counted by shape; nil for none.
  package var shapes: ErrorShapes.Ending?
  /// The number of kinds and owners that are kept.
  package var mostKinds = 4_096
  /// The field by whose values errors are counted; nil for none.
  package var field: GroupField?
  /// The fields by whose values errors are counted for gates, whether or not their records are selected.
  package var gateFields: [GroupField] = []
  /// Monotonic, in nanoseconds, to measure the cost of each rule; nil for no measurement.
  package var clock: (@Sendable () -> Int64)?

  package init(field: GroupField? = nil) { self.field = field }
}

/// Where every line of the streams went: the parts add up to what was read.
package struct Ledger: Sendable, Equatable {
  /// Lines read, the last one too where it has no line feed.
  package var lines = 0
  /// Lines with nothing but white space.
  package var blank = 0
  /// Recorded errors and events that were answered.
  package var records = 0
  /// Records of other logs that lines hold beyond one each.
  package var inner = 0
  /// Lines that say nothing of records: what other logs have around them.
  package var passedOver = 0
  /// Lines that belong to the record before them.
  package var continued = 0
  /// JSON objects that have none of the fields an error must have; records of other logs that are no errors.
  package var notErrors = 0
  /// Errors and events that were not asked for.
  package var filtered = 0
  /// Lines that are no JSON object.
  package var rejected = 0
  /// Lines longer than the limit `record-bytes`.
  package var tooLong = 0
  /// A last line that ends before its JSON does.
  package var truncated = 0
  /// Those of the records that are events.
  package var events = 0
  /// Those of the records that are errors.
  package var errors: Int { records - events }

  /// Whether the parts add up to the lines, and to the records that lines hold beyond one.
  package var addsUp: Bool {
    lines + inner
      == blank + passedOver + continued + records + filtered + notErrors + rejected + tooLong + truncated
  }

  /// Whether nothing in the streams was a record. A log in which nothing went wrong has records, and is a good one.
  package var hasNoRecord: Bool { records == 0 && notErrors == 0 && filtered == 0 }

  /// Lines that should have been records and were not.
  package var refused: Int { rejected + tooLong + truncated }

  /// What was counted beside the lines: records with repaired text, members of the wrong type, and so on.
  package var repaired = 0
  package var wronglyTyped = 0
  package var cutCauses = 0
  package var unknownCategories = 0
  package var wrongAnswers = 0
  /// Records whose time lies before that of a record read earlier.
  package var outOfOrder = 0
  /// Those of the filtered that have no time, where one was asked for.
  package var untimed = 0

  package static func += (left: inout Ledger, right: Ledger) {
    left.lines += right.lines
    left.blank += right.blank
    left.inner += right.inner
    left.passedOver += right.passedOver
    left.continued += right.continued
    left.records += right.records
    left.notErrors += right.notErrors
    left.rejected += right.rejected
    left.tooLong += right.tooLong
    left.truncated += right.truncated
    left.filtered += right.filtered
    left.untimed += right.untimed
    left.events += right.events
    left.repaired += right.repaired
    left.wronglyTyped += right.wronglyTyped
    left.cutCauses += right.cutCauses
    left.unknownCategories += right.unknownCategories
    left.wrongAnswers += right.wrongAnswers
    left.outOfOrder += right.outOfOrder
  }
}

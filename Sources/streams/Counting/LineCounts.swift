package import Bytes
package import Records

/// The parts add up to the lines read.
package struct LineCounts: Sendable, Equatable {
  package var lines = 0
  package var blank = 0
  package var records = 0
  /// Beyond the first of their lines.
  package var inner = 0
  /// Records that told of the failure of another one, and became a part of it.
  package var joined = 0
  /// The number of lines without a record, such as headers.
  package var passedOver = 0
  package var continued = 0
  /// Records, errors or not, with such lines.
  package var continuedRecords = 0
  /// JSON objects without any field that an error requires, and records of other formats that are not errors.
  package var notErrors = 0
  /// Records that say that an operation ended well.
  package var completed = 0
  package var filtered = 0
  package var malformed = 0
  package var tooLong = 0
  /// A last line that ends inside its JSON.
  package var truncated = 0
  package var events = 0
  package var errors: Int { records - events }

  /// Whether the streams contain text, but no records at all. A log without errors does contain records.
  package var hasNoRecord: Bool {
    records == 0 && completed == 0 && notErrors == 0 && filtered == 0 && !isEmpty
  }

  /// Whether the streams contain nothing but blank lines.
  package var isEmpty: Bool { lines == blank && inner == 0 }

  package var rejected: Int { malformed + tooLong + truncated }

  /// Counted beside the lines: lines read by another format than their stream's, repaired text, members of the wrong type, and so on.
  package var otherFormats = 0
  package var repaired = 0
  package var wronglyTyped = 0
  package var cutCauses = 0
  package var unknownCategories = 0
  package var wrongAnswers = 0
  package var outOfOrder = 0
  /// Filtered for their missing time.
  package var untimed = 0
  /// The number of records in the list, or among the resolutions if they have only some records.
  package var listed = 0
  package var assumedYears = AssumedYears()
  package var filteredTimes = FilteredTimes()

  package init() {}

  /// Counts a line without an error.
  ///
  /// - Parameter isLast: whether the stream ends with the line, without a line feed.
  package mutating func count(_ fault: RecordFault, of line: ByteSlice, isLast: Bool) {
    switch fault {
    case .json(let fault) where isLast && fault.isUnfinished(line): truncated += 1
    case .json, .notAnObject: malformed += 1
    case .notAnError: notErrors += 1
    case .completed: completed += 1
    }
  }

  /// The words behind a number of continuation lines.
  package static func words(
    continued lines: Int, of records: Int, number: (Int) -> String = { "\($0)" }
  ) -> String {
    "continuation line\(lines == 1 ? "" : "s") of \(number(records)) record\(records == 1 ? "" : "s")"
  }

  /// Changes each number by that of other lines.
  package mutating func change(by other: LineCounts, _ body: (inout Int, Int) -> Void) {
    body(&lines, other.lines)
    body(&blank, other.blank)
    body(&records, other.records)
    body(&inner, other.inner)
    body(&joined, other.joined)
    body(&passedOver, other.passedOver)
    body(&continued, other.continued)
    body(&continuedRecords, other.continuedRecords)
    body(&notErrors, other.notErrors)
    body(&completed, other.completed)
    body(&filtered, other.filtered)
    body(&malformed, other.malformed)
    body(&tooLong, other.tooLong)
    body(&truncated, other.truncated)
    body(&events, other.events)
    body(&otherFormats, other.otherFormats)
    body(&repaired, other.repaired)
    body(&wronglyTyped, other.wronglyTyped)
    body(&cutCauses, other.cutCauses)
    body(&unknownCategories, other.unknownCategories)
    body(&wrongAnswers, other.wrongAnswers)
    body(&outOfOrder, other.outOfOrder)
    body(&untimed, other.untimed)
    body(&listed, other.listed)
  }

  package static func += (left: inout LineCounts, right: LineCounts) {
    left.change(by: right) { $0 += $1 }
    left.assumedYears += right.assumedYears
    left.filteredTimes += right.filteredTimes
  }
}

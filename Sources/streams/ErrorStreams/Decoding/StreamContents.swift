package import Records

/// The counts that tell an empty stream and a log without errors from a stream that can't be read.
package struct StreamContents: Sendable, Equatable {
  package var records = 0
  /// Records of a log, and JSON objects, that are not errors.
  package var notErrors = 0
  /// Records that say that an operation ended well.
  package var completed = 0
  /// Whether there are only blank lines.
  package var isEmpty = true

  package init() {}

  package var hasNoRecord: Bool { records == 0 && notErrors == 0 && completed == 0 && !isEmpty }

  /// Counts a line of errctl's own records.
  package mutating func count(_ fault: RecordFault?) {
    switch fault {
    case nil: records += 1
    case .notAnError: notErrors += 1
    case .completed: completed += 1
    case .json, .notAnObject: break
    }
  }

  package static func += (left: inout StreamContents, right: StreamContents) {
    left.records += right.records
    left.notErrors += right.notErrors
    left.completed += right.completed
    left.isEmpty = left.isEmpty && right.isEmpty
  }
}

internal import Reports
internal import Engine

/// Records that are earlier than one that was read before them, in any stream, where windows count them.
package struct LateRecords: Sendable, Equatable {
  package let late: Int
  package let records: Int
  /// The state that counts errors within windows, in the plural: `rates`.
  package let uses: [String]
  private let isMerged: Bool
  private let streams: Int

  /// Nil if no record is late, or if nothing counts within a window.
  init?(_ late: Int, of records: Int, _ chain: ResponderChain, _ order: StreamOrder, streams: Int) {
    uses = chain.windows
    guard late > 0, !uses.isEmpty else { return nil }
    self.late = late
    self.records = records
    self.streams = streams
    isMerged = order == .time
  }

  package var sentence: String {
    let isOne = late == 1
    let what =
      uses.count == 1 ? uses[0] : "\(uses.dropLast().joined(separator: ", ")) and \(uses[uses.count - 1])"
    let advice =
      isMerged || streams < 2
      ? "Sort each stream by time first; --order time only merges several."
      : "Merge the streams with --order time."
    return
      "\(Figures.number(late)) of \(Figures.counted(records, "record")) \(isOne ? "is" : "are") earlier than one read before: "
      + "the clock never goes back, so \(what) count \(isOne ? "it" : "them") as of the later time. \(advice)"
  }
}

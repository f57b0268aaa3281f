internal import Bytes
internal import Counting
internal import Engine
internal import Records
internal import Secrets

/// The options of a worker, as its loop over records needs them.
struct RunSettings {
  let limits: Limits
  let redactor: Redactor
  let isCompared: Bool
  /// Whether the records are only selected and noted with their times.
  let isSelecting: Bool
  let selects: Bool
  let selection: RecordSelection
  /// Notes the place of each record: for a simulation, or for those who evaluate it elsewhere.
  let notesRecords: Bool
  let meetingFields: [Subject]
  let textSize: Int
  let wantsText: Bool
  /// The text needs each record's outcome: it is a list, or only has some of the records.
  let isListed: Bool
  /// Kinds and values are counted of selected records alone.
  let countsSelected: Bool
  let list: RecordList?
  let only: OutcomeSelection?

  init(
    _ chain: ResponderChain, _ options: ReplayOptions, isCompared: Bool, isSelecting: Bool, simulates: Bool
  ) {
    limits = options.limits
    redactor = options.redactor
    self.isCompared = isCompared
    self.isSelecting = isSelecting
    // Records that are merged by time were selected before.
    let mayChoose = isSelecting || options.order == .given
    selects = mayChoose && (chain.hasRecordFilter || options.selection.isOn)
    selection = options.selection
    notesRecords = simulates || options.meetingFields != nil || !options.layers.isEmpty
    meetingFields = options.meetingFields ?? []
    textSize = options.textSize
    wantsText = options.wantsResolutions || options.list != nil
    isListed = options.list != nil || options.only != nil && wantsText
    countsSelected = options.counting.onlySelected
    list = options.list
    only = options.only
  }
}

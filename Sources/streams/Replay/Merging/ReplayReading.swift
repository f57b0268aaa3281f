package import Records

/// The streams of a replay as they were read.
package struct ReplayReading {
  package let streams: [String]
  /// The selection as programs read it, and as people do.
  package let selection: [String]
  package let shownSelection: [String]
  /// The zone of the times that reports show.
  package let zone: ShownZone
  /// The options that need times, as the user wrote them.
  let timeOptions: [String]
  /// Whether the selection counts back from now.
  let countsFromNow: Bool
  package let bytes: Int
  package let isPartial: Bool

  package init(_ streams: [String], _ options: ReplayOptions, bytes: Int, isPartial: Bool) {
    self.streams = streams
    zone = options.zone
    selection = options.selection.words
    shownSelection = options.selection.words(in: zone)
    timeOptions = options.timeOptions
    countsFromNow = options.selection.countsFromNow
    self.bytes = bytes
    self.isPartial = isPartial
  }
}

/// The streams of a replay as they were read.
package struct ReplayReading {
  package let streams: [String]
  let selection: [String]
  /// The options that need times, as the user wrote them.
  let timeOptions: [String]
  package let bytes: Int
  package let isPartial: Bool

  package init(_ streams: [String], _ options: ReplayOptions, bytes: Int, isPartial: Bool) {
    self.streams = streams
    selection = options.selection.words
    timeOptions = options.timeOptions
    self.bytes = bytes
    self.isPartial = isPartial
  }
}

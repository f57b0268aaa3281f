struct ReplayReading {
  let streams: [String]
  let selection: [String]
  /// The options that need times, as the user wrote them.
  let timeOptions: [String]
  let bytes: Int
  let isPartial: Bool
}

struct ReplayReading {
  let streams: [String]
  let selection: [String]
  let bytes: Int
  let isPartial: Bool
}

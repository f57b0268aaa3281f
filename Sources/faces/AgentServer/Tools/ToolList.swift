/// All tools, in the order of the reference.
enum ToolList {
  static func all(writes: Bool) -> [Tool] {
    [
      .validate, .fix(writes: writes), .explain, .replay, .diff, .test, .inspect, .suggest, .minimise,
      .importing, .codes, .help, .schema,
    ]
  }
}

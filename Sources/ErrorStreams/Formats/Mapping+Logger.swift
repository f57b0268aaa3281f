internal import Records

extension Mapping {
  /// What a logger writes as text: of the group `message`, and of what follows a line (`more`, a stack trace), is said what
  /// the error is; the groups `time`, `logger` and `level` are fields where a format names no others.
  init(logger name: String, _ summary: String, _ patterns: String...) {
    self.init(name: name)
    self.summary = summary
    text = TextMapping(patterns: patterns, continued: .traces)
    fields = Self.loggerFields(origin: "logger")
    stack = [TextMapping.more]
    appleErrors = ["message"]
    logMessage = ["message"]
  }

  /// The fields of a logger's line whose origin stands in a group.
  static func loggerFields(origin group: String) -> [FieldMapping] {
    [FieldMapping(.time, "time"), FieldMapping(.origin, group), FieldMapping(.severity, "level")]
  }
}

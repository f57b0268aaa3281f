internal import Records

extension Mapping {
  /// The group `message` and the following lines (`more`, a stack trace) are read for the error; the groups
  /// `time`, `logger` and `level` become fields unless a format names others.
  init(logger name: String, _ summary: String, _ patterns: String...) {
    self.init(name: name)
    self.summary = summary
    text = TextMapping(patterns: patterns, continued: .traces)
    fields = Self.loggerFields(origin: "logger")
    stack = [TextMapping.more]
    appleErrors = ["message"]
    logMessage = ["message"]
  }

  static func loggerFields(origin group: String) -> [FieldMapping] {
    [FieldMapping(.time, "time"), FieldMapping(.origin, group), FieldMapping(.severity, "level")]
  }
}

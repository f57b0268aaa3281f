internal import Records

extension Mapping {
  /// Crash reports, which become documents of the same members whatever their form.
  init(crash name: String, _ summary: String) {
    self.init(name: name)
    self.summary = summary
    fields = [
      FieldMapping(.time, "time", as: .epoch), FieldMapping(.id, "incident"), FieldMapping(.origin, "origin"),
      FieldMapping(.severity, "severity", default: "fatal"),
      FieldMapping(.type, "type"), FieldMapping(.domain, "domain"), FieldMapping(.code, "code"),
      FieldMapping(.message, "message"),
      FieldMapping(.platform, default: "darwin"),
    ]
    errors = .all
  }
}

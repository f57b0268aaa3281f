internal import Records

extension StreamFormat {
  /// `heroku logs`: lines of the platform and of the app's processes.
  static var heroku: StreamFormat {
    let start =
      #"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) (?P<source>heroku|app)\[(?P<dyno>[\w./-]+)\]: "#
    var mapping = Mapping(
      logger: "heroku", "Heroku's logs",
      start + #"(?P<level>Error) (?P<code>[A-Z]\d\d) \((?P<message>[^)]*)\)(?: \C*)?$"#,
      start + #"(?P<line>\C*)"#)
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "dyno"),
      FieldMapping(.severity, "level"),
      FieldMapping(.code, "code"),
    ]
    mapping.inner = "line"
    mapping.logMessage.append("line")
    mapping.appleErrors.append("line")
    return StreamFormat(
      mapping,
      shape: "`TIME SOURCE[DYNO]: message`",
      isAround: true,
      example: #"""
        2026-11-21T01:41:22.483920+00:00 heroku[web.1]: Error R14 (Memory quota exceeded)
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:22.483920Z","origin":"web.1","severity":"error","code":"R14","message"\#
        :"Memory quota exceeded","attributes":{"source":"heroku"}}
        """#,
      .documented("https://devcenter.heroku.com, “Logging”, “Heroku Error Codes”")
    )
  }
}

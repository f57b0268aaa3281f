internal import Records

extension StreamFormat {
  /// The server log behind any `log_line_prefix` that begins with a time; the lines of a statement are not errors of their own.
  static var postgres: StreamFormat {
    let time =
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?:[A-Z]{2,5}|[+-]\d\d(?::?\d\d)?)|\d{10}\.\d{3})"#
    // The server's own mark, wherever it stands: a level, and two blanks behind its colon.
    let entry =
      #"(?P<level>DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION):  (?:(?P<code>[0-9A-Z]{5}): )?(?P<message>\C*)"#
    var mapping = Mapping(
      logger: "postgres", "PostgreSQL's server log",
      time + #" \[(?P<pid>\d+)(?:-\d+)?\] (?:(?P<user>[^@ ]*)@(?P<database>[^ ]*) )?"# + entry,
      time + #"(?:(?P<prefix>[^\n]*?[^ \n])[ :](?P<state>[0-9A-Z]{5})[ :]{1,2}|(?P<rest>[^\n]*?))"# + entry
    )
    mapping.extract = [
      Mapping.Extraction(from: ["prefix", "rest"], pattern: #"(?:@|db=)(?P<database>[\w.-]+)"#),
      Mapping.Extraction(from: ["prefix", "rest"], pattern: #"(?P<user>[\w.-]+)@"#),
      Mapping.Extraction(from: ["prefix", "rest"], pattern: #"user=(?P<user>[\w.-]+)"#),
    ]
    mapping.fields = [
      FieldMapping(.time, "time", as: .epoch),
      FieldMapping(.origin, "database", default: "postgres"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "DETAIL": "info", "HINT": "info", "STATEMENT": "info", "CONTEXT": "info", "QUERY": "info",
          "LOCATION": "info",
        ]
      ),
      FieldMapping(.code, "code", "state"),
    ]
    return StreamFormat(
      mapping,
      shape: "`TIME ZONE … LEVEL:  message`",
      example: #"""
        2026-11-21 01:41:19.483 UTC [17] app@shop ERROR:  relation "orders" does not exist at character \#
        15
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop","severity":"error","message":"relation \"orde\#
        rs\" does not exist at character 15","attributes":{"pid":"17","user":"app"}}
        """#,
      .proven(
        by: "PostgreSQL 15.20",
        source: "https://www.postgresql.org/docs/17/runtime-config-logging.html; Debian's log_line_prefix"
      )
    )
  }
}

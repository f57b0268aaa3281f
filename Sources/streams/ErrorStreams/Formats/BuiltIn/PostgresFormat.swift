internal import Records

extension StreamFormat {
  /// The server log with the prefix of packages and images; the lines of a statement are not errors of their own.
  static var postgres: StreamFormat {
    var mapping = Mapping(
      logger: "postgres", "PostgreSQL's server log",
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?:[A-Z]{2,5}|[+-]\d\d(?::?\d\d)?)) \[(?P<pid>\d+)(?:-\d+)?\] (?:(?P<user>[^@ ]*)@(?P<database>[^ ]*) )?(?P<level>DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION):  (?:(?P<code>[0-9A-Z]{5}): )?(?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "database", default: "postgres"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "DETAIL": "info", "HINT": "info", "STATEMENT": "info", "CONTEXT": "info", "QUERY": "info",
          "LOCATION": "info",
        ]
      ),
      FieldMapping(.code, "code"),
    ]
    return StreamFormat(
      mapping,
      shape: "`TIME ZONE [PID] USER@DATABASE LEVEL:  message`",
      example: #"""
        2026-11-21 01:41:19.483 UTC [17] app@shop ERROR:  relation "orders" does not exist at character \#
        15
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop","severity":"error","message":"relation \"orde\#
        rs\" does not exist at character 15","attributes":{"pid":"17","user":"app"}}
        """#,
      .documented("https://www.postgresql.org/docs/17/runtime-config-logging.html; Debian's log_line_prefix")
    )
  }
}

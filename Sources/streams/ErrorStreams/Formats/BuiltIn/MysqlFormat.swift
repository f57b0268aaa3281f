internal import Records

extension StreamFormat {
  /// MySQL's error log since 8.0, and MariaDB's.
  static var mysql: StreamFormat {
    var mapping = Mapping(
      logger: "mysql", "MySQL's and MariaDB's error log",
      #"(?P<time>\d{4}-\d\d-\d\d[T ] ?\d{1,2}:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?) +(?P<thread>\d+) \[(?P<level>System|Error|Warning|Note|ERROR)\] (?:\[(?P<code>MY-\d+)\] )?(?:\[(?P<subsystem>[^\]]*)\] )?(?P<message>\C*)"#,
      // A crash, whose report follows.
      #"(?:(?P<time>\d{6} [ \d]\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)|(?P<clock>\d\d:\d\d:\d\d)) (?:\[ERROR\]|UTC -) (?P<message>(?P<crash>\w+ got signal \d+) ?;)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "subsystem", default: "mysql"),
      FieldMapping(
        .severity, "level", values: ["System": "info", "Note": "notice"], default: "error", where: "crash"),
      FieldMapping(.code, "code"),
    ]
    mapping.drop = ["crash"]
    return StreamFormat(
      mapping,
      shape: "`TIME THREAD [LEVEL] [CODE] [SUBSYSTEM] message`",
      example: #"""
        2026-11-21T01:41:19.483920Z 0 [ERROR] [MY-010119] [Server] Aborting
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","origin":"Server","severity":"error","code":"MY-010119","m\#
        essage":"Aborting","attributes":{"thread":"0"}}
        """#,
      .proven(
        by: "MariaDB 10.11.19",
        source: "https://dev.mysql.com/doc/refman/8.4/en/error-log-format.html"
      )
    )
  }
}

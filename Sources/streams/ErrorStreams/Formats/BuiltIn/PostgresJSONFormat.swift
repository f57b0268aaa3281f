internal import Records

extension StreamFormat {
  /// One object for each message, with the columns of csvlog as members.
  static var postgresJSON: StreamFormat {
    var mapping = Mapping(name: "postgres-json")
    mapping.summary = "PostgreSQL's jsonlog"
    mapping.markers = Mapping.Markers(
      ["error_severity", "message"], any: [["timestamp", "pid", "backend_type"]])
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .epoch),
      FieldMapping(.origin, "dbname", default: "postgres"),
      FieldMapping(.severity, "error_severity"),
      FieldMapping(.code, "state_code"),
    ]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"timestamp":"2026-11-21 01:41:19.483 UTC","user":"app","dbname":"shop","pid":17,\#
        "error_severity":"ERROR","state_code":"42P01","message":"relation \"orders\" does not exist",\#
        "statement":"select * from orders","backend_type":"client backend"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop","severity":"error","code":"42P01",\#
        "message":"relation \"orders\" does not exist","attributes":{"user":"app","pid":17,\#
        "statement":"select * from orders","backend_type":"client backend"}}
        """#,
      .proven(
        by: "PostgreSQL 15.20",
        source:
          "https://www.postgresql.org/docs/17/runtime-config-logging.html, “Using JSON-Format Log Output”"
      )
    )
  }
}

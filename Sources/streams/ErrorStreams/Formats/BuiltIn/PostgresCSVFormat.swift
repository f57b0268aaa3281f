internal import Records

extension StreamFormat {
  /// PostgreSQL's csvlog, which has no header row.
  static var postgresCSV: StreamFormat {
    var mapping = Mapping(name: "postgres-csv")
    mapping.summary = "PostgreSQL's csvlog"
    mapping.markers = Mapping.Markers(["log_time", "error_severity"])
    mapping.fields = [
      FieldMapping(.time, "log_time"),
      FieldMapping(.origin, "database_name", default: "postgres"),
      FieldMapping(.severity, "error_severity"),
      FieldMapping(.code, "sql_state_code"),
    ]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      lines: PostgresCSVParser(),
      example: #"""
        2026-11-21 01:41:19.483 UTC,"app","shop",17,"127.0.0.1:51000",6a1f.11,3,"SELECT",2026-11-21 01:4\#
        0:02 UTC,3/7,0,ERROR,42P01,"relation ""orders"" does not exist",,,,,,"select *
        from orders",15,,"psql","client backend",,0
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop","severity":"error","code":"42P01","message":"\#
        relation \"orders\" does not exist","attributes":{"user_name":"app","process_id":"17","connectio\#
        n_from":"127.0.0.1:51000","session_id":"6a1f.11","session_line_num":"3","command_tag":"SELECT","\#
        session_start_time":"2026-11-21 01:40:02 UTC","virtual_transaction_id":"3/7","transaction_id":"0\#
        ","query":"select *\nfrom orders","query_pos":"15","application_name":"psql","backend_type":"cli\#
        ent backend","query_id":"0"}}
        """#,
      .proven(
        by: "PostgreSQL 15.20",
        source: "https://github.com/postgres/postgres, src/backend/utils/error/csvlog.c, write_csvlog"
      )
    )
  }
}

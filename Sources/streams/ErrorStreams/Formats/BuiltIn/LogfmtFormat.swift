internal import Records

extension StreamFormat {
  static var logfmt: StreamFormat {
    var mapping = Mapping(name: "logfmt")
    mapping.summary = "logfmt"
    mapping.markers = Mapping.Markers(any: [
      ["level", "lvl", "severity", "levelname"], ["msg", "message", "error", "err", "event"],
    ])
    mapping.fields = [
      FieldMapping(.time, "time", "ts", "timestamp", "t", "at", as: .epoch),
      FieldMapping(.origin, "logger", "component", "caller", "service", "app"),
      FieldMapping(.severity, "level", "lvl", "severity", "levelname"),
      FieldMapping(.type, "error.type", "error_type", "exception"),
      FieldMapping(.code, "code", "error_code"),
      FieldMapping(.status, "status", "status_code"),
      FieldMapping(.message, "error", "err", "exc", "cause"),
    ]
    mapping.stack = ["exc_info", "stack", "stacktrace", "exception"]
    mapping.logMessage = ["msg", "message", "event"]
    return StreamFormat(
      mapping,
      lines: LogfmtParser(),
      example: #"""
        time=2021-09-15T21:17:11.674149Z level=warning msg="Failed to DeletePod" error="pod shop/pay-1 i\#
        s not found" namespace=shop pod=pay-1 reason=
        """#,
      becomes: #"""
        {"time":"2021-09-15T21:17:11.674149Z","severity":"warning","message":"pod shop/pay-1 is not foun\#
        d","attributes":{"msg":"Failed to DeletePod","namespace":"shop","pod":"pay-1","reason":""}}
        """#,
      .proven(
        by: "Prometheus 2.42.0, Alertmanager 0.25.0, Docker 20.10.24",
        source: "https://brandur.org/logfmt; lnav's logfile_logfmt.0"
      )
    )
  }
}

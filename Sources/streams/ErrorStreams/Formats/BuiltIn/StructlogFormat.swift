internal import Records

extension StreamFormat {
  /// structlog's JSON: exceptions as a list, the thrown one first, or as a traceback text; Airflow's task logs.
  static var structlog: StreamFormat {
    var mapping = Mapping(name: "structlog")
    mapping.summary = "structlog's JSON"
    mapping.markers = Mapping.Markers(
      ["event"], any: [["level", "log_level"], ["timestamp", "logger", "exception"]],
      none: ["with", "type", "msg", "message"])
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .epoch),
      FieldMapping(.origin, "logger", "logger_name"),
      FieldMapping(.severity, "level", "log_level"),
      FieldMapping(.code, "error_code"),
      FieldMapping(.status, "status_code", "http_status"),
      FieldMapping(.message, "error", "err", "exc"),
      FieldMapping(.retryAfter, "retry_after"),
      FieldMapping(.attempt, "try_number", "attempt"),
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["exception", "error_detail", "exc_info"], isRootFirst: false,
      [FieldMapping(.type, "exc_type"), FieldMapping(.message, "exc_value")])
    mapping.stack = ["exception"]
    mapping.logMessage = ["event"]
    return StreamFormat(
      mapping,
      example: #"""
        {"order_id":42,"event":"charge failed","level":"error","timestamp":"2026-11-22T02:22:32.602994Z"\#
        ,"exception":[{"exc_type":"Timeout","exc_value":"upstream timed out","is_cause":false,\#
        "frames":[]},{"exc_type":"KeyError","exc_value":"'user'","is_cause":true,"frames":[]}]}
        """#,
      becomes: #"""
        {"type":"Timeout","message":"upstream timed out","underlying":[{"type":"KeyError",\#
        "message":"'user'"}],"time":"2026-11-22T02:22:32.602994Z","severity":"error",\#
        "attributes":{"order_id":42,"event":"charge failed"}}
        """#,
      .made("Tests/Fixtures/streams/make.py (structlog), shortened")
    )
  }
}

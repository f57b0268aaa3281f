internal import Records

extension StreamFormat {
  /// Python's logging through python-json-logger, with the names of `LogRecord`.
  static var python: StreamFormat {
    var mapping = Mapping(name: "python")
    mapping.summary = "Python's logging as JSON (python-json-logger)"
    mapping.markers = Mapping.Markers(
      ["message"], any: [["levelname", "exc_info", "levelno", "message.extraInfo.py_callstack"]],
      none: ["@timestamp", "severity"])
    mapping.fields = [
      FieldMapping(
        .time, "timestamp", "asctime", "created", "time", "message.extraInfo.timestamp", as: .epoch),
      FieldMapping(.origin, "name", "logger"),
      FieldMapping(.severity, "levelname", "levelno", "level", as: .python),
      // BorgBackup has the names of its errors in `msgid`.
      FieldMapping(.code, "error_code", "message.errorCode", "msgid"),
      FieldMapping(.status, "status_code", "http_status"),
      FieldMapping(.retryAfter, "retry_after"),
      FieldMapping(.attempt, "attempt"),
    ]
    // The error file of torchrun's processes.
    mapping.stack = ["exc_info", "message.extraInfo.py_callstack"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"asctime":"2026-11-22 02:22:32,518","levelname":"ERROR","name":"shop.pay",\#
        "message":"charge failed","exc_info":"Traceback (most recent call last):\n  File \"pay.py\"\#
        , line 25, in fail\nKeyError: 'user'\n\nThe above exception was the direct cause of the followin\#
        g exception:\n\nTraceback (most recent call last):\n  File \"pay.py\", line 27\#
        , in fail\nTimeout: upstream timed out","order_id":42}
        """#,
      becomes: #"""
        {"time":"2026-11-22T02:22:32.518Z","origin":"shop.pay","severity":"error","type":"Timeout",\#
        "message":"upstream timed out","underlying":[{"type":"KeyError",\#
        "is":["LookupError","Exception","BaseException"],"message":"'user'"}],\#
        "attributes":{"message":"charge failed","exc_info":"Traceback (most recent call last):\n  File \#
        \"pay.py\", line 25, in fail\nKeyError: 'user'\n\nThe above exception was the direct cause of th\#
        e following exception:\n\nTraceback (most recent call last):\n  File \"pay.py\", line 27\#
        , in fail\nTimeout: upstream timed out","order_id":42}}
        """#,
      .made("Tests/Fixtures/streams/make.py (python-json-logger), shortened")
    )
  }
}

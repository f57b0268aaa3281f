internal import Records

extension StreamFormat {
  /// Logs of AWS Lambda's runtimes in JSON.
  static var lambda: StreamFormat {
    var mapping = Mapping(name: "lambda")
    mapping.summary = "AWS Lambda's JSON logs"
    mapping.markers = Mapping.Markers(["requestId"], any: [["level", "log_level", "errorType"]])
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .epoch),
      FieldMapping(.severity, "level", "log_level", default: "error", where: "errorType"),
      FieldMapping(.type, "errorType", "message.errorType"),
      FieldMapping(.message, "errorMessage", "message.errorMessage"),
      // Its tries have the same: “Error handling for asynchronous invocations”.
      FieldMapping(.operation, "requestId"),
    ]
    mapping.stack = ["exception", "stackTrace"]
    mapping.logMessage = ["message"]
    mapping.keep = ["requestId"]
    return StreamFormat(
      mapping,
      asides: [Mapping.Markers(["type", "record"])],
      example: #"""
        {"timestamp":"2026-11-21T01:41:19.480Z","level":"ERROR","requestId":"79b4",\#
        "errorType":"Timeout","errorMessage":"upstream timed out","stackTrace":["  File \"pay.py\"\#
        , line 12, in handler"]}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.480Z","severity":"error","type":"Timeout","message":"upstream\#
         timed out","operation":"79b4","attributes":{"requestId":"79b4","stackTrace":["  File \"pa\#
        y.py\", line 12, in handler"]}}
        """#,
      .documented("AWS: “Using the Lambda JSON log format”")
    )
  }
}

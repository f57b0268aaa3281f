internal import Records

extension StreamFormat {
  /// The answer of a function that failed. The Node.js runtime logs it, too.
  static var lambdaError: StreamFormat {
    var mapping = Mapping(name: "lambda-error")
    mapping.summary = "errors of AWS Lambda functions, as answered"
    mapping.markers = Mapping.Markers(
      ["errorType", "errorMessage"], none: ["requestId", "level", "log_level", "timestamp"])
    mapping.fields = [
      FieldMapping(.type, "errorType"),
      FieldMapping(.code, "code"),
      FieldMapping(.message, "errorMessage"),
    ]
    mapping.stack = ["stack", "stackTrace", "trace"]
    mapping.errors = .all
    return StreamFormat(
      mapping,
      example: #"""
        {"errorType":"Timeout","errorMessage":"upstream timed out","trace":["Timeout: upstream timed out"\#
        ,"    at Runtime.handler (/var/task/index.js:14:11)"]}
        """#,
      becomes: #"""
        {"type":"Timeout","message":"upstream timed out","attributes":{"trace":["Timeout: upstream timed \#
        out","    at Runtime.handler (/var/task/index.js:14:11)"]}}
        """#,
      .documented("AWS: “Lambda function errors in Node.js”, “… in Python”")
    )
  }
}

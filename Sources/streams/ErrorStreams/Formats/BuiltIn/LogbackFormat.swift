internal import Records

extension StreamFormat {
  /// Logback's JsonEncoder (logback 1.5): a throwable contains its cause.
  static var logback: StreamFormat {
    var mapping = Mapping(name: "logback")
    mapping.summary = "Logback's JsonEncoder"
    mapping.markers = Mapping.Markers(["loggerName", "level"], any: [["threadName", "timestamp"]])
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .epoch),
      FieldMapping(.origin, "loggerName"),
      FieldMapping(.severity, "level"),
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["throwable"], isRootFirst: false, nested: "cause",
      [FieldMapping(.type, "className"), FieldMapping(.message, "message")])
    mapping.logMessage = ["formattedMessage", "message"]
    mapping.drop = ["throwable"]
    return StreamFormat(
      mapping,
      example: #"""
        {"sequenceNumber":0,"timestamp":1795225279483,"nanoseconds":483000000,"level":"ERROR",\#
        "threadName":"main","loggerName":"shop.Pay","context":{"name":"default"},\#
        "message":"charge failed","throwable":{"className":"shop.PayException","message":"no answer",\#
        "stepArray":[],"cause":{"className":"java.net.ConnectException","message":"refused",\#
        "stepArray":[]}}}
        """#,
      becomes: #"""
        {"type":"shop.PayException","message":"no answer","underlying":[{"type":"java.net.ConnectExcepti\#
        on","message":"refused"}],"time":"2026-11-21T01:41:19.483Z","origin":"shop.Pay",\#
        "severity":"error","attributes":{"sequenceNumber":0,"nanoseconds":483000000,"threadName":"main",\#
        "context":{"name":"default"},"message":"charge failed"}}
        """#,
      .documented("https://logback.qos.ch/manual/encoders.html#JsonEncoder")
    )
  }
}

internal import Records

extension StreamFormat {
  /// Log4j 2's JsonLayout: a throwable contains its cause, and the time has two parts.
  static var log4j: StreamFormat {
    var mapping = Mapping(name: "log4j")
    mapping.summary = "Log4j 2's JsonLayout"
    mapping.markers = Mapping.Markers(
      ["loggerName", "level"], any: [["instant", "timeMillis"], ["thread", "endOfBatch", "loggerFqcn"]])
    mapping.fields = [
      FieldMapping(.time, "instant", "timeMillis", as: .epoch),
      FieldMapping(.origin, "loggerName"),
      FieldMapping(.severity, "level"),
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["thrown"], isRootFirst: false, nested: "cause",
      [FieldMapping(.type, "name"), FieldMapping(.message, "message", "localizedMessage")])
    mapping.logMessage = ["message"]
    mapping.drop = ["thrown", "instant"]
    return StreamFormat(
      mapping,
      example: #"""
        {"instant":{"epochSecond":1795225279,"nanoOfSecond":483000000},"thread":"main","level":"ERROR",\#
        "loggerName":"com.shop.Pay","message":"charge failed","thrown":{"commonElementCount":0,\#
        "localizedMessage":"no answer","message":"no answer","name":"com.shop.PayException",\#
        "cause":{"commonElementCount":1,"localizedMessage":"refused","message":"refused",\#
        "name":"java.net.ConnectException"}},"endOfBatch":false,"threadId":1,"threadPriority":5}
        """#,
      becomes: #"""
        {"type":"com.shop.PayException","message":"no answer","underlying":[{"type":"java.net.ConnectExc\#
        eption","message":"refused"}],"time":"2026-11-21T01:41:19.483Z","origin":"com.shop.Pay",\#
        "severity":"error","attributes":{"thread":"main","message":"charge failed","endOfBatch":false,\#
        "threadId":1,"threadPriority":5}}
        """#,
      .documented("https://logging.apache.org/log4j/2.x/manual/layouts.html#JSONLayout")
    )
  }
}

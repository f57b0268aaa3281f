internal import RuleEngine

extension StreamFormat {
  /// swift-log's own text, with the error that a handler was given as metadata (SLG-0003).
  static var swiftLogText: StreamFormat {
    var mapping = Mapping(name: "swift-log-text")
    mapping.summary = "swift-log's StreamLogHandler"
    mapping.markers = Mapping.Markers(["label", "source", "level", "message"])
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "label"),
      FieldMapping(.severity, "level"),
      FieldMapping(.type, "metadata.error.type"),
      FieldMapping(.message, "metadata.error.message"),
    ]
    mapping.appleErrors = ["metadata.error", "message"]
    mapping.logMessage = ["message"]
    mapping.attributes = ["metadata"]
    return StreamFormat(
      mapping,
      lines: SwiftLogParser(),
      example: #"""
        2026-11-21T01:41:19+0000 error com.shop.pay: error.message=the host is down error.type=App.Net o\#
        rder=42 [App] charge failed
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19+00:00","origin":"com.shop.pay","severity":"error","type":"App.Net",\#
        "message":"the host is down","attributes":{"source":"App","message":"charge failed",\#
        "order":"42"}}
        """#,
      .documented("swift-log 1.16, StreamLogHandler; SLG-0003")
    )
  }
}

internal import Records

extension StreamFormat {
  /// The Elastic Common Schema, which mixes dotted and nested keys (elastic/ecs 8, "Error Fields").
  static var elastic: StreamFormat {
    var mapping = Mapping(name: "ecs")
    mapping.summary = "Elastic Common Schema"
    mapping.markers = Mapping.Markers(["@timestamp"], any: [["ecs.version", "log.level"]])
    mapping.fields = [
      FieldMapping(.time, "@timestamp"),
      FieldMapping(.id, "error.id", "event.id"),
      FieldMapping(.origin, "log.logger", "service.name"),
      FieldMapping(.severity, "log.level"),
      FieldMapping(.type, "error.type"),
      FieldMapping(.code, "error.code"),
      FieldMapping(.message, "error.message"),
      FieldMapping(.status, "http.response.status_code"),
      FieldMapping(.operation, "trace.id", "http.request.id"),
    ]
    // structlog's dict_tracebacks before ecs-logging's formatter
    mapping.chain = Mapping.ChainMapping(
      from: ["exception"], isRootFirst: false,
      [FieldMapping(.type, "exc_type"), FieldMapping(.message, "exc_value")])
    mapping.stack = ["error.stack_trace"]
    mapping.logMessage = ["message"]
    mapping.request = ["url.original", "url.path", "url.full"]
    mapping.keep = mapping.request + ["trace.id", "http.request.id"]
    return StreamFormat(
      mapping,
      example: #"""
        {"@timestamp":"2026-11-22T02:22:32.521Z","log.level":"error","message":"charge failed",\#
        "ecs.version":"1.6.0","error":{"message":"upstream timed out","type":"Timeout"},\#
        "log":{"logger":"shop.pay"},"order_id":42}
        """#,
      becomes: #"""
        {"time":"2026-11-22T02:22:32.521Z","origin":"shop.pay","severity":"error","type":"Timeout",\#
        "message":"upstream timed out","attributes":{"message":"charge failed","ecs.version":"1.6.0",\#
        "error":{"message":"upstream timed out","type":"Timeout"},"log":{"logger":"shop.pay"},\#
        "order_id":42}}
        """#,
      .made("Tests/Fixtures/streams/make.py (ecs-logging), shortened")
    )
  }
}

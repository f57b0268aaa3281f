internal import Records

extension StreamFormat {
  /// OTLP/JSON of exporters and of the collector's file exporter; also exceptions of spans.
  static var otlp: StreamFormat {
    var mapping = Mapping(name: "otlp")
    mapping.summary = "OpenTelemetry logs, and exceptions of spans (OTLP/JSON)"
    mapping.fields = [
      FieldMapping(.time, "timeUnixNano", "observedTimeUnixNano", as: .nanoseconds),
      FieldMapping(.origin, "scope.name", "resource.service.name"),
      FieldMapping(.severity, "severityNumber", "severityText"),
      FieldMapping(.type, "attributes.exception.type", "attributes.error.type"),
      FieldMapping(.message, "attributes.exception.message", "attributes.error.message"),
      FieldMapping(.status, "attributes.http.response.status_code", "attributes.http.status_code"),
      FieldMapping(.operation, "traceId"),
    ]
    mapping.stack = ["attributes.exception.stacktrace"]
    mapping.logMessage = ["body"]
    mapping.request = ["attributes.http.route", "attributes.url.path", "attributes.http.target"]
    mapping.attributes = ["attributes"]
    mapping.keep = mapping.request + ["traceId"]
    return StreamFormat(
      mapping,
      in: OTLPContainer(),
      example: #"""
        {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name",\#
        "value":{"stringValue":"shop"}}]},"scopeLogs":[{"scope":{"name":"shop.pay"},\#
        "logRecords":[{"timeUnixNano":"1795314152827870464","severityNumber":17,"severityText":"ERROR",\#
        "body":{"stringValue":"charge failed"},"attributes":[{"key":"exception.type",\#
        "value":{"stringValue":"Timeout"}},{"key":"exception.message",\#
        "value":{"stringValue":"upstream timed out"}},{"key":"order_id",\#
        "value":{"intValue":"42"}}]}]}]}]}
        """#,
      becomes: #"""
        {"time":"2026-11-22T02:22:32.827870Z","origin":"shop.pay","severity":"error","type":"Timeout",\#
        "message":"upstream timed out","attributes":{"severityText":"ERROR","body":"charge failed",\#
        "resource":{"service.name":"shop"},"scope":{"name":"shop.pay"},"order_id":42}}
        """#,
      .made("Tests/Fixtures/streams/make.py (opentelemetry-sdk)")
    )
  }
}

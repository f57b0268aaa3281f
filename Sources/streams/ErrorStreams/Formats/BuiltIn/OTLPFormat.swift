internal import Records

extension StreamFormat {
  /// OTLP/JSON of exporters and of the collector's file exporter: logs, and errors of spans.
  static var otlp: StreamFormat {
    var mapping = Mapping(name: "otlp")
    mapping.summary = "OpenTelemetry logs, and errors of spans (OTLP/JSON)"
    mapping.fields = [
      FieldMapping(.time, "timeUnixNano", "observedTimeUnixNano", as: .nanoseconds),
      FieldMapping(.origin, "origin", "scope.name", "resource.service.name"),
      FieldMapping(.severity, "severityNumber", "severityText"),
      FieldMapping(.type, "attributes.exception.type", "attributes.error.type"),
      FieldMapping(
        .message, "attributes.exception.message", "attributes.error.message", "statusMessage",
        "attributes.logfire.msg"),
      FieldMapping(.domain, default: "grpc", where: "attributes.rpc.grpc.status_code"),
      FieldMapping(
        .code, "attributes.rpc.grpc.status_code", "attributes.rpc.response.status_code",
        "attributes.db.response.status_code"),
      FieldMapping(.status, "attributes.http.response.status_code", "attributes.http.status_code"),
      FieldMapping(.operation, "traceId"),
      FieldMapping(
        .attempt, "attributes.http.request.resend_count", "attributes.celery.retries", "attributes.attempt",
        as: .retries),
      FieldMapping(.retryAfter, "attributes.http.response.header.retry-after", as: .seconds),
    ]
    mapping.language = "resource.telemetry.sdk.language"
    mapping.errors = Mapping.ErrorCondition(or: [.type, .underlying])
    mapping.stack = ["attributes.exception.stacktrace"]
    mapping.logMessage = ["body", "eventName"]
    mapping.request = [
      "attributes.http.route", "attributes.url.path", "attributes.http.target", "attributes.rpc.method",
      "attributes.url.full", "attributes.http.url",
    ]
    mapping.attributes = ["attributes"]
    mapping.keep = mapping.request + ["traceId"]
    mapping.failures = Mapping.FailurePaths(
      trace: "traceId", span: "spanId", parent: "parentSpanId", ofSpan: "span", untold: "untold")
    mapping.drop.append("untold")
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

internal import Records

extension StreamFormat {
  /// Errors of Elastic's agents, and transactions and spans that failed without one.
  static var elasticAPM: StreamFormat {
    var mapping = Mapping(name: "elastic-apm")
    mapping.summary = "Elastic APM: errors, and transactions and spans that failed"
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .epoch),
      FieldMapping(.id, "id"),
      FieldMapping(.origin, "log.logger_name", "context.service.name", "culprit"),
      FieldMapping(.severity, "log.level", "severity"),
      FieldMapping(.message, "log.message"),
      FieldMapping(
        .status, "context.response.status_code", "context.http.status_code",
        "context.http.response.status_code", as: .http),
      FieldMapping(.operation, "trace_id", "transaction_id"),
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["exceptions"], isRootFirst: false, qualifier: "module",
      [
        FieldMapping(.type, "type"), FieldMapping(.message, "message"), FieldMapping(.code, "code"),
        FieldMapping(.fatal, "handled", values: ["false": "true"]),
      ])
    mapping.logMessage = ["result", "span", "transaction.name"]
    mapping.request = ["transaction.name", "context.request.url.pathname", "context.http.url"]
    mapping.attributes = ["custom", "tags"]
    mapping.drop = [
      "exceptions", "spanId", "parentSpanId", "untold", "severity", "transaction_id", "parent_id",
    ]
    mapping.keep = ["trace_id", "culprit", "span", "result"]
    mapping.failures = Mapping.FailurePaths(
      trace: "trace_id", span: "spanId", parent: "parentSpanId", ofSpan: "spanId", untold: "untold",
      log: "log")
    return StreamFormat(
      mapping,
      in: ElasticAPMContainer(),
      example: #"""
        {"error":{"id":"7f","exception":{"message":"Timeout: upstream timed out","type":"Timeout",\#
        "module":"shop.pay","handled":false},"culprit":"shop.pay.charge","timestamp":1795314152827870,\#
        "trace_id":"019ae4ac4f9c29d97fea31539c95efd6","transaction":{"name":"POST /orders"}}}
        """#,
      becomes: #"""
        {"type":"shop.pay.Timeout","message":"upstream timed out","fatal":true,\#
        "time":"2026-11-22T02:22:32.827870Z","id":"7f","origin":"shop.pay.charge","severity":"error",\#
        "operation":"019ae4ac4f9c29d97fea31539c95efd6","attributes":{"request":"POST /orders",\#
        "route":"/orders","culprit":"shop.pay.charge","trace_id":"019ae4ac4f9c29d97fea31539c95efd6",\#
        "transaction":{"name":"POST /orders"}}}
        """#,
      .made("Tests/EndToEnd/Telemetry/failures.py (elastic-apm), shortened")
    )
  }
}

internal import Records

extension StreamFormat {
  /// Logs as Datadog's API takes them, one a line or in a list, and as its search answers with them.
  static var datadog: StreamFormat {
    var mapping = Mapping(name: "datadog")
    mapping.summary = "Datadog's logs, as its API takes them or answers with them"
    mapping.markers = Mapping.Markers(
      any: [
        ["ddsource", "attributes.timestamp"], ["ddtags", "hostname", "attributes.host", "attributes.tags"],
        ["message", "attributes.message", "attributes.attributes"],
      ],
      none: ["time", "severity", "domain"])
    mapping.fields = [
      FieldMapping(.time, "attributes.timestamp", "timestamp", "date", "@timestamp", as: .epoch),
      FieldMapping(.id, "id"),
      FieldMapping(
        .origin, "attributes.attributes.logger.name", "logger.name", "attributes.service", "service"),
      FieldMapping(.severity, "attributes.status", "status", "level", as: .level),
      FieldMapping(
        .type, "attributes.attributes.error.kind", "attributes.attributes.error.type", "error.kind",
        "error.type"),
      FieldMapping(.code, "attributes.attributes.error.code", "error.code"),
      FieldMapping(.message, "attributes.attributes.error.message", "error.message"),
      FieldMapping(
        .status, "attributes.attributes.http.status_code", "http.status_code", as: .http),
      FieldMapping(
        .operation, "attributes.attributes.dd.trace_id", "dd.trace_id", "attributes.attributes.trace_id",
        "trace_id"),
    ]
    mapping.inner = "message"
    mapping.stack = ["attributes.attributes.error.stack", "error.stack", "attributes.message", "message"]
    mapping.logMessage = ["attributes.message", "message"]
    mapping.request = ["attributes.attributes.http.url", "http.url"]
    mapping.attributes = ["attributes"]
    mapping.drop = ["type"]
    return StreamFormat(
      mapping,
      in: ListContainer(
        "one log per line, a list of them, or the answer of a search", lists: ["data"], shared: [],
        Mapping.Markers(any: [["data"], ["meta.elapsed", "meta.request_id"]])),
      example: #"""
        {"ddsource":"python","ddtags":"env:staging","hostname":"i-0123","service":"shop.pay",\#
        "status":"error","message":"charge failed for order 7"}
        """#,
      becomes: #"""
        {"origin":"shop.pay","severity":"error","message":"charge failed for order 7",\#
        "attributes":{"ddsource":"python","ddtags":"env:staging","hostname":"i-0123"}}
        """#,
      .documented("https://docs.datadoghq.com/api/latest/logs/, and the models of datadog-api-client")
    )
  }
}
